"""Loads the student of a routebook: shipped with it, or from the cache, else fitted now."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from fingerpost.errors import StudentError
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student import serialization
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.training import fit, training_key
from fingerpost.runtime.lock import process_lock
from fingerpost.types import Example

log = logging.getLogger("fingerpost")

MAX_STUDENTS = 20
"""Students in the cache; beyond that the oldest are deleted."""

SLOW = 10.0
"""Seconds of waiting or training after which the log tells of it."""

SHIPPED = "student"
"""The folder inside a routebook that may hold its student, trained ahead."""


def key_of(book: Routebook, encoder: str) -> str:
    """Return the key of the student that is trained on just the examples of a routebook."""
    return training_key(
        book.examples, encoder, book.thresholds.accept_error, book.out_of_scope, nearest=bool(book.weights)
    )


def fit_for(book: Routebook, examples: Sequence[Example], encoder: Encoder, cache: Path | None) -> Student:
    """Return a student fitted on some examples as the routebook says."""
    return fit(
        examples,
        encoder,
        out_of_scope=book.out_of_scope,
        accept_error=book.thresholds.accept_error,
        cache=cache,
        nearest=bool(book.weights),
    )


def is_current(book: Routebook, encoder: str) -> bool:
    """Whether the student that a routebook ships was trained on its present examples and this encoder."""
    return book.folder is not None and serialization.stored_key(book.folder / SHIPPED) == key_of(book, encoder)


def load_or_fit(book: Routebook, encoder: Encoder, cache: Path | None) -> Student:
    """Return the student for exactly these examples and this encoder."""
    key = key_of(book, encoder.fingerprint)
    folders = [book.folder / SHIPPED] if book.folder else []
    if cache is not None:
        folders.append(cache / "students" / key)
    for folder in folders:
        if serialization.stored_key(folder) == key:
            try:
                return serialization.load(folder, encoder.fingerprint)
            except StudentError as fault:
                log.warning("a stored classifier is not usable and is trained again: %s", fault)
    # One process at a time: workers that start together, or see the same edit, fit the student once.
    lock = cache / "fitting" / f"{key}.lock" if cache else None
    with ExitStack() as held:
        with _told_if_slow(f"waiting for another process that trains a classifier for {book.name} (lock: {lock})"):
            held.enter_context(process_lock(lock))
        # Another process may have fitted it while this one waited for the lock.
        if cache is not None and serialization.stored_key(cache / "students" / key) == key:
            try:
                return serialization.load(cache / "students" / key, encoder.fingerprint)
            except StudentError as fault:
                log.warning("a stored classifier is not usable and is trained again: %s", fault)
        log.info("training a classifier for %s on %d examples", book.name, len(book.examples))
        with _told_if_slow(f"still training a classifier for {book.name} on {len(book.examples):,} examples"):
            student = fit_for(book, book.examples, encoder, cache)
        if cache is not None and lock is not None:
            _save(student, cache / "students", key)
            # Whoever waits holds the file by now, and finds the student.
            with suppress(OSError):
                lock.unlink(missing_ok=True)
    return student


@contextmanager
def _told_if_slow(what: str) -> Iterator[None]:
    """Log a line if the block takes longer than `SLOW` seconds, so that nobody takes it for a hang."""
    timer = threading.Timer(SLOW, log.warning, [what])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _save(student: Student, folder: Path, key: str) -> None:
    try:
        serialization.save(student, folder / key)
        newest_first = sorted(folder.iterdir(), key=lambda entry: entry.stat().st_mtime, reverse=True)
        for old in newest_first[MAX_STUDENTS:]:
            shutil.rmtree(old, ignore_errors=True)
    except (StudentError, OSError) as fault:
        log.info("the classifier is not cached: %s", fault)
