"""Once around: train a challenger, compare it with the champion, keep it, and promote it if nothing is worse."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fingerpost.errors import FingerpostError, RowsError, StudentError
from fingerpost.evaluation.rows import Row, read_sourced
from fingerpost.language.text import fold
from fingerpost.learning.champion import current
from fingerpost.learning.cleaning import clean
from fingerpost.learning.collect import CORRECTION, PERSON, TEACHER, Collected, Labelled, collect
from fingerpost.learning.promotion_gate import Comparison, compare
from fingerpost.learning.train import train
from fingerpost.models.encoder import Encoder
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.serialization import pack
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.stores.student_registry import TRAINING_LEASE
from fingerpost.types import Message, Turn

LEAST = 20
"""New labels below which nothing is trained."""
HELD_BACK, MOST_HELD_BACK = 0.2, 500
"""The share of fresh labels that is held back to compare on, and how many suffice."""


class Learned(NamedTuple):
    """What came of it: the number of the new student, what was compared, and whether it serves now."""

    number: int
    comparison: Comparison
    trained_on: int
    promoted: bool


def gather(
    store: Store, book: Routebook, files: Sequence[Path], held_out: Sequence[str], settings: Settings
) -> Collected:
    """Collect what the store and files of labelled rows teach, cleaned, and without what is held out."""
    found = collect(book, store.stored_messages(book.name))
    brought = [
        # Each is its own client: what an operator brings is not bounded as what one client of many says.
        Labelled(example.text, example.route, example.after, _source(source), None, f"{file}, row {number}", 0.0, False)
        for file in files
        for number, (example, source) in enumerate(read_sourced(file), 1)
    ]
    for row in brought:
        if row.route not in {*book.names, book.out_of_scope}:
            raise RowsError(
                f'{row.session}, "{row.text[:40]}": {row.route!r} is no route of {book.name}: {", ".join(book.names)}'
            )
    all_rows = Collected([*found.rows, *brought], found.left_out)
    encoder = Router.from_routebook(book, settings=settings).batcher.encoder
    return clean(all_rows, held_out, encoder, settings.cache)


def _source(said: str | None) -> str:
    # A file that does not say is somebody's own work.
    return said if said in (CORRECTION, TEACHER) else PERSON


def learn(
    store: Store,
    book: Routebook,
    rows: Sequence[Labelled],
    held_out: Sequence[Row],
    settings: Settings,
    *,
    encoder: Encoder | None = None,
    promote: bool = True,
    progress: Callable[[str], None] = lambda _: None,
) -> Learned:
    """Train on labelled rows and compare on held-out rows and on fresh labels; raises where there is too little."""
    trainer = f"{socket.gethostname()}:{os.getpid()}"
    with _only_trainer(store, book.name, trainer):
        return _learn(store, book, rows, held_out, _alone(book, settings, encoder), promote, progress)


@contextmanager
def _only_trainer(store: Store, name: str, trainer: str) -> Iterator[None]:
    """Hold the place of the one trainer of a routebook for as long as it takes; raises if another has it."""
    held = store.students.trainer(name)
    if held is not None and _was_killed(held):
        log_event(f"[learning] {name}: {held} was killed in the middle of a training; its place is taken over")
        store.students.end_training(name, held)
    store.students.begin_training(name, trainer)
    done = threading.Event()

    def hold() -> None:
        while not done.wait(TRAINING_LEASE / 3):
            try:
                store.students.begin_training(name, trainer)
            except FingerpostError as error:
                # What is compared and promoted does not hang on the place: it keeps two from doing the same work.
                log_event(f"[learning] {name}: the trainer's place could not be held: {error}", logging.WARNING)

    holding = threading.Thread(target=hold, name="fingerpost-training", daemon=True)
    holding.start()
    try:
        yield
    finally:
        done.set()
        holding.join()
        store.students.end_training(name, trainer)


def _was_killed(trainer: str) -> bool:
    """Whether a trainer was a process of this machine that is gone; of others nobody here can tell."""
    host, _, process = trainer.rpartition(":")
    # Elsewhere than on POSIX, signal 0 is a signal.
    if os.name != "posix" or host != socket.gethostname() or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except OSError as error:
        # Or it is somebody else's, and lives.
        return isinstance(error, ProcessLookupError)
    return False


def _learn(
    store: Store,
    book: Routebook,
    rows: Sequence[Labelled],
    held_out: Sequence[Row],
    router: Router,
    promote: bool,
    progress: Callable[[str], None],
) -> Learned:
    share = min(HELD_BACK, MOST_HELD_BACK / max(1, len(rows)))
    fresh = [row for row in rows if _held_back(row, share)]
    taught = [row for row in rows if not _held_back(row, share)]
    if len(taught) < LEAST:
        raise StudentError(
            f"{book.name}: {len(taught)} labels to learn from beside the {len(fresh)} that are held back to compare on,"
            f" and it takes {LEAST}: let a model label traffic, give feedback, or bring rows"
        )
    encoder = router.batcher.encoder
    since = store.students.serving(book.name)
    parent, serving = current(store, book, encoder.fingerprint)
    champion = router if serving is None else _with(router, serving)
    trained = train(book, taught, encoder, router.settings.cache, progress)
    if serving is not None and trained.student.key == serving.key:
        raise StudentError(f"{book.name}: nothing new to learn: student {parent}, which serves, knows all of it")
    progress("comparing with the champion")
    challenger = _with(router, trained.student)
    comparison = compare(champion, challenger, held_out, [_as_row(book, row, i) for i, row in enumerate(fresh)])
    if serving is not None:
        # Many steps, each within noise, would lead anywhere if each were compared with the one before alone.
        beside = compare(router, challenger, held_out)
        comparison.reasons.extend(f"beside the student of the examples, {reason}" for reason in beside.reasons)
    lineage = {**trained.lineage, "parent": parent, "comparison": comparison.as_json()}
    number = store.students.add(book.name, lineage, *pack(trained.student))
    METRICS.count("students", outcome="passed" if comparison.passed else "refused")
    for reason in comparison.reasons:
        log_event(f"[learning] student {number} of {book.name} is refused: {reason}", student=number)
    if comparison.passed and promote:
        store.students.set_serving(book.name, number, f"nowhere worse on {comparison.rows} rows", since=since)
    return Learned(number, comparison, sum(trained.lineage["rows"].values()), comparison.passed and promote)


def _alone(book: Routebook, settings: Settings, encoder: Encoder | None) -> Router:
    # What is compared is the student: no model is asked.
    return Router.from_routebook(book, encoder=encoder, settings=replace(settings, slots={}), memo=Memo(size=0))


def _with(router: Router, student: Student) -> Router:
    return router.rebuilt(router.routebook, student)


def _held_back(row: Labelled, share: float) -> bool:
    # By its text, so for every version alike; a smaller share is a part of a larger one.
    place = int.from_bytes(sha256(fold(row.text).encode("utf-8", "replace")).digest()[:4])
    return place < share * 2**32


def _as_row(book: Routebook, row: Labelled, number: int) -> Row:
    # The turn that it leans on, of which only the route is known.
    turns = [] if row.after is None else [Turn("user", "", row.after)]
    return Row(
        id=f"fresh-{number}",
        message=Message(row.text, turns=turns),
        expected=None if row.route == book.out_of_scope else row.route,
    )
