"""One training run: train a challenger, compare it with the champion, store it, and promote it if it passes."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fingerpost.errors import FingerpostError, RowsError, StudentError
from fingerpost.evaluation.rows import UNCORRECTED, Row, read_labelled_with_source
from fingerpost.language.text import fold
from fingerpost.learning.champion import load_serving_student
from fingerpost.learning.cleaning import clean
from fingerpost.learning.collect import (
    BREAKS_CONTRACT,
    CORRECTION,
    PERSON,
    TEACHER,
    UNKNOWN_ROUTE,
    CollectedRows,
    LabelledRow,
    collect,
)
from fingerpost.learning.label_contract import LabelContract
from fingerpost.learning.promotion_gate import Comparison, compare
from fingerpost.learning.train import train
from fingerpost.models.encoder import Encoder
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import OUT_OF_SCOPE, Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.serialization import pack
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.stores.student_registry import TRAINING_LEASE
from fingerpost.types import Message, Turn

MIN_LABELS = 20
"""Fewest new labels for a training run; those that the student gave itself do not count."""
HOLDOUT_SHARE, MAX_HOLDOUT = 0.2, 500
"""The share of new labels that is held out for the comparison, and the most that are needed."""


class TrainingResult(NamedTuple):
    """The result of a run: the new student's number, its comparison with the champion, and whether it was promoted.

    `trained_on`: the number of labels by source.
    """

    number: int
    comparison: Comparison
    trained_on: Mapping[str, int]
    promoted: bool


def gather_rows(
    store: Store, book: Routebook, files: Sequence[Path], held_out: Sequence[str], settings: Settings
) -> CollectedRows:
    """Collect labelled rows from the store and from files, cleaned and without held-out texts."""
    collected = collect(book, store.stored_messages(book.name))
    from_files = [
        # Each row is its own client, so that the limit per client does not apply to an operator's file.
        LabelledRow(
            example.text, example.route, example.after, _label_source(source), None, f"{file}, row {number}", 0.0, False
        )
        for file in files
        for number, (example, source) in enumerate(read_labelled_with_source(file), 1)
    ]
    if book.out_of_scope is not None:
        from_files = [row._replace(route=book.out_of_scope) if row.route == OUT_OF_SCOPE else row for row in from_files]
    elif OUT_OF_SCOPE not in book.names:
        # "None of these", as `fingerpost review` writes it for a routebook without a route for that.
        outside = [row for row in from_files if row.route == OUT_OF_SCOPE]
        from_files = [row for row in from_files if row.route != OUT_OF_SCOPE]
        collected.left_out.update({UNKNOWN_ROUTE: len(outside)} if outside else {})
    for row in from_files:
        if row.route not in {*book.names, book.out_of_scope}:
            raise RowsError(
                f'{row.session}, "{row.text[:40]}": {row.route!r} is not a route of {book.name}: '
                f"{', '.join(book.names)}"
            )
    contract = LabelContract(book)
    allowed = [
        row
        for row in from_files
        if not contract.is_broken_by(row.text, row.route, given_by_person=row.source == PERSON)
    ]
    if len(allowed) < len(from_files):
        collected.left_out[BREAKS_CONTRACT] += len(from_files) - len(allowed)
    all_rows = CollectedRows([*collected.rows, *allowed], collected.left_out)
    encoder = Router.from_routebook(book, settings=settings).batcher.encoder
    return clean(all_rows, held_out, encoder, settings.cache)


def _label_source(source: str | None) -> str:
    # Rows without a source were labelled by the operator.
    return source if source in (CORRECTION, TEACHER, UNCORRECTED) else PERSON


def run_training(
    store: Store,
    book: Routebook,
    rows: Sequence[LabelledRow],
    held_out: Sequence[Row],
    settings: Settings,
    *,
    encoder: Encoder | None = None,
    promote: bool = True,
    progress: Callable[[str], None] = lambda _: None,
) -> TrainingResult:
    """Train on labelled rows and compare on held-out rows and fresh labels; raises StudentError with too few rows."""
    trainer = f"{socket.gethostname()}:{os.getpid()}"
    with _training_lease(store, book.name, trainer):
        return _train_and_compare(
            store, book, rows, held_out, _router_without_model(book, settings, encoder), promote, progress
        )


@contextmanager
def _training_lease(store: Store, name: str, trainer: str) -> Iterator[None]:
    """Hold the routebook's training lease; raises StudentError if another trainer holds it."""
    holder = store.students.trainer(name)
    if holder is not None and _is_dead(holder):
        log_event(f"[learning] {name}: {holder} was killed during training; its lease is taken over")
        store.students.end_training(name, holder)
    store.students.begin_training(name, trainer)
    done = threading.Event()

    def renew() -> None:
        while not done.wait(TRAINING_LEASE / 3):
            try:
                store.students.begin_training(name, trainer)
            except FingerpostError as error:
                # Not fatal: the lease only avoids duplicate work.
                log_event(f"[learning] {name}: the training lease could not be renewed: {error}", logging.WARNING)

    renewal = threading.Thread(target=renew, name="fingerpost-training", daemon=True)
    renewal.start()
    try:
        yield
    finally:
        done.set()
        renewal.join()
        store.students.end_training(name, trainer)


def _is_dead(trainer: str) -> bool:
    """Whether a trainer was a process of this machine that no longer runs; False for other machines."""
    host, _, process = trainer.rpartition(":")
    # On other systems than POSIX, signal 0 is a real signal.
    if os.name != "posix" or host != socket.gethostname() or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except OSError as error:
        # With any other error the process exists and belongs to another user.
        return isinstance(error, ProcessLookupError)
    return False


def _train_and_compare(
    store: Store,
    book: Routebook,
    rows: Sequence[LabelledRow],
    held_out: Sequence[Row],
    router: Router,
    promote: bool,
    progress: Callable[[str], None],
) -> TrainingResult:
    # By their own labels, champion and challenger would both be right.
    uncorrected = [row for row in rows if row.source == UNCORRECTED]
    labelled = [row for row in rows if row.source != UNCORRECTED]
    share = min(HOLDOUT_SHARE, MAX_HOLDOUT / max(1, len(labelled)))
    fresh = [row for row in labelled if _is_holdout(row, share)]
    training_rows = [row for row in labelled if not _is_holdout(row, share)]
    if len(training_rows) < MIN_LABELS:
        raise StudentError(
            f"{book.name}: labels of stored traffic to train on: {len(training_rows)}, and {len(fresh)} more kept for"
            f" the comparison; {MIN_LABELS} are needed: label traffic with a model, give feedback, or add rows"
            + (f" (the {len(uncorrected)} that nobody corrected are the classifier's own)" if uncorrected else "")
        )
    encoder = router.batcher.encoder
    since = store.students.serving(book.name)
    parent, serving = load_serving_student(store, book, encoder.fingerprint)
    champion = router if serving is None else _with_student(router, serving)
    trained = train(book, [*training_rows, *uncorrected], encoder, router.settings.cache, progress)
    if serving is not None and trained.student.key == serving.key:
        raise StudentError(
            f"{book.name}: nothing new to learn: student {parent}, which serves, was trained on the same rows"
        )
    progress("comparing with the champion")
    challenger = _with_student(router, trained.student)
    comparison = compare(champion, challenger, held_out, [_as_row(book, row, i) for i, row in enumerate(fresh)])
    if serving is not None:
        # Comparing only with the champion would allow a slow decline in steps that are each within noise.
        with_examples = compare(router, challenger, held_out)
        comparison.reasons.extend(
            f"compared with the classifier of the examples: {reason}" for reason in with_examples.reasons
        )
    lineage = {**trained.lineage, "parent": parent, "comparison": comparison.as_json()}
    number = store.students.add(book.name, lineage, *pack(trained.student))
    METRICS.count("students", outcome="passed" if comparison.passed else "refused")
    for reason in comparison.reasons:
        log_event(f"[learning] student {number} of {book.name} is refused: {reason}", student=number)
    if comparison.passed and promote:
        store.students.set_serving(book.name, number, f"not worse on {comparison.rows} rows", since=since)
    return TrainingResult(number, comparison, trained.lineage["rows"], comparison.passed and promote)


def _router_without_model(book: Routebook, settings: Settings, encoder: Encoder | None) -> Router:
    # Only the student is compared, so no model is asked.
    return Router.from_routebook(book, encoder=encoder, settings=replace(settings, slots={}), memo=Memo(size=0))


def _with_student(router: Router, student: Student) -> Router:
    return router.rebuilt(router.routebook, student)


def _is_holdout(row: LabelledRow, share: float) -> bool:
    # By a hash of the text, so the same rows are held out in every run; a smaller share is a subset of a larger one.
    position = int.from_bytes(sha256(fold(row.text).encode("utf-8", "replace")).digest()[:4])
    return position < share * 2**32


def _as_row(book: Routebook, row: LabelledRow, number: int) -> Row:
    # Only the route of the previous turn is known.
    turns = [] if row.after is None else [Turn("user", "", row.after)]
    return Row(
        id=f"fresh-{number}",
        message=Message(row.text, turns=turns),
        expected=None if row.route == book.out_of_scope else row.route,
    )
