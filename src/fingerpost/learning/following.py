"""A live router follows who serves: promotions and roll-backs reach it within a second, wherever they were made."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace

from fingerpost.answering.sessions import Sessions, Shadow
from fingerpost.errors import FingerpostError
from fingerpost.events import tell
from fingerpost.fork import survive_fork
from fingerpost.learning.serving import current
from fingerpost.learning.train import base_key
from fingerpost.routebook import Routebook
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.routing.student import Student
from fingerpost.stores.students import CHAMPION, SHADOW

EVERY = 0.3
"""Seconds between two looks at the store."""


class Follower:
    """Has a live router decide with the champion that the store names, within a second of a promotion."""

    def __init__(self, live: LiveRouter, sessions: Sessions) -> None:
        """Take over whoever serves now; `follow` goes on."""
        self._live, self._sessions, self._store = live, sessions, sessions.store
        self._seen: tuple[object, ...] = ()
        self._book: Routebook | None = None
        self._base = ""
        self._stop, self._thread = threading.Event(), None
        self.look()
        survive_fork(self)

    _thread: threading.Thread | None

    def after_fork(self) -> None:
        """Begin without the parent's thread."""
        self._thread = None

    def look(self) -> bool:
        """Take over what changed; False where nothing did."""
        router = self._live.router
        book, encoder = router.routebook, router.batcher.encoder.fingerprint
        champion, shadow = (self._store.students.serving(book.name, role) for role in (CHAMPION, SHADOW))
        if book is not self._book:
            self._book, self._base = book, base_key(book, encoder)
        # An edit of the examples makes a student that was made on top of others unfit.
        seen = (champion, shadow, self._base)
        if seen == self._seen:
            return False
        before, self._seen = self._seen, seen
        if not before or before[::2] != seen[::2]:
            number, student = current(self._store, book, encoder)
            if student is not None or before:
                self._live.adopt(student)
                who = "that of the examples" if number is None else f"student {number}"
                tell(f"[learning] {book.name}: {who} serves", student=number)
        number, student = current(self._store, book, encoder, SHADOW)
        self._sessions.shadow = None if number is None or student is None else Shadow(number, self._beside(student))
        return True

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
                    tell(f"[learning] who serves stays, until the store answers again: {error}", logging.WARNING)
                failing = True
