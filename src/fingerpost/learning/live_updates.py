"""A live router follows what serves: promotions, roll-backs and published routebooks reach it within a second.

Wherever they were made: all that is looked at is the store.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import replace

from fingerpost.answering.sessions import Sessions, Shadow
from fingerpost.errors import FingerpostError, RoutebookError, StoreError, TrainingError
from fingerpost.learning.champion import current
from fingerpost.learning.published_routebook import read_published
from fingerpost.learning.train import base_key
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router
from fingerpost.routing.student.model import Student
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.published_routebooks import PublishedVersion
from fingerpost.stores.student_registry import CHAMPION, SHADOW

EVERY = 0.3
"""Seconds between two looks at the store."""


class Follower:
    """Has a live router decide with the routebook and the champion that the store names, within a second."""

    def __init__(self, live: LiveRouter, sessions: Sessions) -> None:
        """Take over what serves now; `follow` goes on."""
        self._live, self._sessions, self._store = live, sessions, sessions.store
        self._seen: tuple[object, ...] = ()
        self._published: PublishedVersion | None = None
        self._book: Routebook | None = None
        self._made_of = ("", "")
        self._given: Student | None = None
        self._stop, self._thread = threading.Event(), None
        self.look()
        reset_after_fork(self)

    _thread: threading.Thread | None

    def after_fork(self) -> None:
        """Begin without the parent's thread."""
        self._thread = None

    def look(self) -> bool:
        """Take over what changed; False where nothing did."""
        self._look_for_routebook()
        router = self._live.router
        book, encoder = router.routebook, router.batcher.encoder.fingerprint
        champion, shadow = (self._store.students.serving(book.name, role) for role in (CHAMPION, SHADOW))
        if book is not self._book:
            self._book, self._made_of = book, (base_key(book, encoder), book.digest())
        # An edit of the examples makes a student that was made on top of others unfit; a shadow goes by any edit.
        seen = (champion, shadow, *self._made_of)
        before, lost = self._seen, self._live.student is not self._given
        if seen == before and not lost:
            return False
        if not before or lost or before[::2] != seen[::2]:
            number, student = current(self._store, book, encoder)
            if student is not None or before:
                self._live.adopt(student)
                self._given = student
                who = "that of the examples" if number is None else f"student {number}"
                log_event(f"[learning] {book.name}: {who} serves", student=number)
        number, student = current(self._store, book, encoder, SHADOW)
        self._sessions.shadow = None if number is None or student is None else Shadow(number, self._beside(student))
        self._seen = seen
        return True

    def _look_for_routebook(self) -> None:
        """Serve the published version of the routebook, where there is another than before."""
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
            # Told once: it will not get better before another one is published.
            METRICS.count("reloads", outcome="refused")
            log_event(f"[published] refused, what was served before stays: {error}", logging.WARNING)
        except StoreError as error:
            if self._seen:
                raise
            # A server that starts serves its own folder then; the next look tries again.
            log_event(f"[published] {self._live.folder} is served, until this is mended: {error}", logging.WARNING)
            return
        self._published = latest

    def _beside(self, student: Student) -> Router:
        """Return a router of the same routebook that asks no model, remembers nothing and does not count."""
        router = self._live.router
        shadow = Router.from_routebook(
            router.routebook,
            encoder=router.batcher.encoder,
            settings=replace(router.settings, slots={}),
            student=student,
            memo=Memo(size=0),
        )
        shadow.counted = False
        return shadow

    def follow(self, every: float = EVERY) -> Follower:
        """Look every so many seconds, on a thread of its own."""
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(every, self._stop), name="fingerpost-students", daemon=True
        )
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop looking."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, every: float, stop: threading.Event) -> None:
        failing = False
        while not stop.wait(every):
            try:
                self.look()
                failing = False
            except FingerpostError as error:
                if not failing:
                    log_event(f"[learning] what serves stays, until this is mended: {error}", logging.WARNING)
                failing = True
            except Exception:
                # A fault of ours: told with all that is known of it. Without this thread no roll-back would arrive.
                if not failing:
                    logging.getLogger("fingerpost").exception("[learning] what serves stays, until this is mended")
                failing = True
