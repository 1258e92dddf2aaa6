"""Which student serves: the champion that the store names."""

from __future__ import annotations

import logging

from fingerpost.errors import StoreError, StudentError
from fingerpost.learning.train import base_key
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.routing.router import Router
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.serialization import Packed, unpack
from fingerpost.stores.store import Store
from fingerpost.stores.student_registry import CHAMPION


def open_version(store: Store, book: Routebook, number: int, encoder: str) -> Student:
    """Return a version of a routebook's student; raises StudentError where it does not fit any more."""
    where = f"student {number} of {book.name}"
    student = unpack(Packed(*store.students.read(book.name, number)), encoder, where)
    strange = sorted(set(student.routes) - set(book.names))
    if strange:
        raise StudentError(f"{where}: decides for {', '.join(strange)}, which the routebook does not have")
    if store.students.lineage(book.name, number).get("base") != base_key(book, encoder):
        raise StudentError(
            f"{where}: was made on top of other examples than the routebook has now. Make one with `fingerpost learn`"
        )
    return student


def current(store: Store, book: Routebook, encoder: str, role: str = CHAMPION) -> tuple[int | None, Student | None]:
    """Return the number and the student that serves; none where nobody was promoted, or it does not fit any more."""
    serving = store.students.serving(book.name, role)
    if serving is None or serving.student is None:
        return None, None
    try:
        return serving.student, open_version(store, book, serving.student, encoder)
    except StudentError as error:
        log_event(f"[learning] the {role} is refused, that of the examples serves: {error}", logging.WARNING)
        METRICS.count("students", outcome="refused")
        return None, None


def with_champion(router: Router) -> Router:
    """Return a router with the champion that its store names; the router itself where there is none."""
    settings = router.settings
    try:
        with Store.open(settings.database, settings.retention) as store:
            student = current(store, router.routebook, router.batcher.encoder.fingerprint)[1]
    except StoreError as error:
        log_event(f"[learning] the store does not answer, so that of the examples serves: {error}", logging.WARNING)
        return router
    return router if student is None else router.rebuilt(router.routebook, student)
