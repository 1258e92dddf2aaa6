"""Where students are kept: shipped with a routebook, or in the cache, else fitted now."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

from fingerpost.errors import StudentError
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student import serialization
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.training import fit, training_key
from fingerpost.runtime.lock import process_lock

log = logging.getLogger("fingerpost")

MOST = 20
"""Students in the cache; beyond that the oldest go."""

SHIPPED = "student"
"""The folder inside a routebook that may hold its student, built ahead."""


def is_current(book: Routebook, encoder: str) -> bool:
    """Whether the student that a routebook ships fits its examples and this encoder."""
    key = training_key(book.examples, encoder, book.thresholds.accept_error, book.out_of_scope)
    return book.folder is not None and serialization.stored_key(book.folder / SHIPPED) == key


def obtain(book: Routebook, encoder: Encoder, cache: Path | None) -> Student:
    """Return the student for exactly these examples and this encoder."""
    error = book.thresholds.accept_error
    key = training_key(book.examples, encoder.fingerprint, error, book.out_of_scope)
    shelves = [book.folder / SHIPPED] if book.folder else []
    if cache is not None:
        shelves.append(cache / "students" / key)
    for shelf in shelves:
        if serialization.stored_key(shelf) == key:
            try:
                return serialization.load(shelf, encoder.fingerprint)
            except StudentError as fault:
                log.warning("a stored student is not usable and is fitted again: %s", fault)
    # Several workers that start at once, or see one edit, fit it once.
    with process_lock(cache / "fitting.lock" if cache else None):
        # Whoever waited here may find what another process has fitted meanwhile.
        if cache is not None and serialization.stored_key(cache / "students" / key) == key:
            try:
                return serialization.load(cache / "students" / key, encoder.fingerprint)
            except StudentError as fault:
                log.warning("a stored student is not usable and is fitted again: %s", fault)
        log.info("fitting a student for %s on %d examples", book.name, len(book.examples))
        student = fit(book.examples, encoder, out_of_scope=book.out_of_scope, accept_error=error, cache=cache)
        if cache is not None:
            _put(student, cache / "students", key)
    return student


def _put(student: Student, shelf: Path, key: str) -> None:
    try:
        serialization.save(student, shelf / key)
        kept = sorted(shelf.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for old in kept[MOST:]:
            shutil.rmtree(old, ignore_errors=True)
    except (StudentError, OSError) as fault:
        log.info("the student is not kept: %s", fault)
