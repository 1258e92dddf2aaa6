"""Load the student version that the store names as champion or shadow."""

from __future__ import annotations

import logging

from fingerpost.errors import StoreError, StudentError
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.routing.router import Router
from fingerpost.routing.student.cache import key_of
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.serialization import PackedStudent, unpack
from fingerpost.stores.store import Store
from fingerpost.stores.student_registry import CHAMPION


def load_student_version(store: Store, book: Routebook, number: int, encoder: str) -> Student:
    """Return a version of a routebook's student; raises StudentError if it no longer fits the routebook."""
    where = f"student {number} of {book.name}"
    student = unpack(PackedStudent(*store.students.read(book.name, number)), encoder, where)
    unknown = sorted(set(student.routes) - set(book.names))
    if unknown:
        raise StudentError(f"{where}: decides for {', '.join(unknown)}, which the routebook does not have")
    if store.students.lineage(book.name, number).get("base") != key_of(book, encoder):
        raise StudentError(
            f"{where}: was trained on other examples than the routebook has, without its `[weights]`, or by another"
            " version of Fingerpost: train a new one with `fingerpost learn`"
        )
    return student


def load_serving_student(
    store: Store, book: Routebook, encoder: str, role: str = CHAMPION
) -> tuple[int | None, Student | None]:
    """Return the number and the student of a role; (None, None) if none is set or it no longer fits."""
    serving = store.students.serving(book.name, role)
    if serving is None or serving.student is None:
        return None, None
    try:
        return serving.student, load_student_version(store, book, serving.student, encoder)
    except StudentError as error:
        log_event(
            f"[learning] the {role} cannot be used, the classifier of the routebook's examples serves: {error}",
            logging.WARNING,
        )
        METRICS.count("students", outcome="refused")
        return None, None


def with_champion(router: Router) -> Router:
    """Return a router with the store's champion, or the router itself if there is none."""
    settings = router.settings
    try:
        with Store.open(settings.database, settings.retention) as store:
            student = load_serving_student(store, router.routebook, router.batcher.encoder.fingerprint)[1]
    except StoreError as error:
        log_event(
            f"[learning] the store does not answer, the classifier of the routebook's examples serves: {error}",
            logging.WARNING,
        )
        return router
    return router if student is None else router.rebuilt(router.routebook, student)
