"""Update a live router within a second of promotions, roll-backs and published routebooks.

The updater polls the store, so it does not matter where a change was made.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import replace

from fingerpost.answering.sessions import Sessions
from fingerpost.answering.shadow_router import ShadowRouter
from fingerpost.errors import FingerpostError, RoutebookError, StoreError, TrainingError
from fingerpost.learning.champion import load_serving_student
from fingerpost.learning.published_routebook import read_published
from fingerpost.learning.shared_memo import SharedMemo
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router
from fingerpost.routing.student.cache import key_of
from fingerpost.routing.student.model import Student
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.published_routebooks import PublishedVersion
from fingerpost.stores.student_registry import CHAMPION, SHADOW

POLL_INTERVAL = 0.3
"""Seconds between two polls of the store."""


class LiveUpdater:
    """Keeps a live router on the routebook, champion and shadow that the store names."""

    def __init__(self, live: LiveRouter, sessions: Sessions) -> None:
        """Apply the current state of the store; `start` polls for changes."""
        self._live, self._sessions, self._store = live, sessions, sessions.store
        self._seen: tuple[object, ...] = ()
        self._published: PublishedVersion | None = None
        self._book: Routebook | None = None
        self._book_keys = ("", "")
        self._adopted: Student | None = None
        self._memo = SharedMemo(self._store)
        self._stop, self._thread = threading.Event(), None
        self.update()
        reset_after_fork(self)

    _thread: threading.Thread | None

    def after_fork(self) -> None:
        """Forget the parent's polling thread."""
        self._thread = None

    def update(self) -> bool:
        """Apply changes from the store; return False if there are none. The memo is shared on the way."""
        self._update_routebook()
        self._memo.sync(self._live.router)
        router = self._live.router
        book, encoder = router.routebook, router.batcher.encoder.fingerprint
        champion, shadow = (self._store.students.serving(book.name, role) for role in (CHAMPION, SHADOW))
        if book is not self._book:
            self._book, self._book_keys = book, (key_of(book, encoder), book.digest())
        # An edit of the examples makes a trained student unfit; any edit of the routebook ends a shadow.
        seen = (champion, shadow, *self._book_keys)
        before, replaced = self._seen, self._live.student is not self._adopted
        if seen == before and not replaced:
            return False
        if not before or replaced or before[::2] != seen[::2]:
            number, student = load_serving_student(self._store, book, encoder)
            if student is not None or before:
                self._live.adopt(student)
                self._adopted = student
                who = "the classifier of the routebook's examples" if number is None else f"student {number}"
                log_event(f"[learning] {book.name}: {who} serves", student=number)
        number, student = load_serving_student(self._store, book, encoder, SHADOW)
        self._sessions.shadow = (
            None if number is None or student is None else ShadowRouter(number, self._shadow_router(student))
        )
        self._seen = seen
        return True

    def _update_routebook(self) -> None:
        """Serve the published version of the routebook if it changed."""
        name = self._live.router.routebook.name
        latest = self._store.published.latest(name)
        if latest == self._published:
            return
        content = None if latest is None else self._store.published.read(name, latest.number)
        try:
            if latest is None or content is None:
                self._live.serve(None)
                log_event(f"[published] {name}: withdrawn, {self._live.folder} is served again")
            else:
                book = read_published(content, latest.number, name, self._live.folder)
                self._live.serve(book, f"published version {latest.number}")
                log_event(f"[published] {name}: version {latest.number} is served", version=latest.number)
        except (RoutebookError, TrainingError) as error:
            # Logged once: a broken version stays broken until another one is published.
            METRICS.count("reloads", outcome="refused")
            log_event(f"[published] refused, the version served before stays: {error}", logging.WARNING)
        except StoreError as error:
            if self._seen:
                raise
            # A starting server serves its own folder, and the next poll tries again.
            log_event(f"[published] {self._live.folder} is served until this is fixed: {error}", logging.WARNING)
            return
        self._published = latest

    def _shadow_router(self, student: Student) -> Router:
        """Return a router of the same routebook without models, memo and metrics."""
        router = self._live.router
        shadow = Router.from_routebook(
            router.routebook,
            encoder=router.batcher.encoder,
            settings=replace(router.settings, slots={}),
            student=student,
            memo=Memo(size=0),
        )
        shadow.records_decisions = False
        return shadow

    def start(self, every: float = POLL_INTERVAL) -> LiveUpdater:
        """Poll every `every` seconds, on a background thread."""
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(every, self._stop), name="fingerpost-students", daemon=True
        )
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop polling."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, every: float, stop: threading.Event) -> None:
        failing = False
        while not stop.wait(every):
            try:
                self.update()
                failing = False
            except FingerpostError as error:
                if not failing:
                    log_event(f"[learning] updates stop until this is fixed: {error}", logging.WARNING)
                failing = True
            except Exception:
                # A bug: logged with its traceback. Without this thread no roll-back would arrive.
                if not failing:
                    logging.getLogger("fingerpost").exception("[learning] updates stop until this is fixed")
                failing = True
