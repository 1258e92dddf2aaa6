"""Which clock retention may go by: nothing is deleted by age on the word of a clock that may be wrong.

A clock is believed where it goes on from a proven time: that of this process, by the monotonic clock, or that of the
store, which all processes share. Any other clock is in doubt, as after a start with a wrong one or after months without
use. It proves itself by running evenly for a day within one process while nothing contradicts it. What is written in
doubt is marked, and retention leaves it alone until the marks are settled.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from fingerpost.errors import StoreError
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.database import Database

log = logging.getLogger("fingerpost")

TOLERANCE = 3600.0
"""Seconds by which a clock may differ from what is expected of it."""
PROOF = 86_400.0
"""Seconds that a clock in doubt must run evenly within one process before it is believed."""
LOOK_EVERY = 600.0
"""Seconds after which a process in doubt reads the store's proven time again."""

_READ = "SELECT proven FROM fingerpost_clock"
# Never back: a clock that is set back to a wrong time would make the rows written next look old once it is set right.
_ADVANCE = """UPDATE fingerpost_clock SET told = 0,
    proven = CASE WHEN proven IS NULL OR proven < ? THEN ? ELSE proven END"""
_VOUCH = "UPDATE fingerpost_clock SET told = 0, proven = ?"
_TELL = "UPDATE fingerpost_clock SET told = 1 WHERE told = 0"


class TrustedTime(NamedTuple):
    """The time that retention may go by.

    even_since: what this clock said when it began to run evenly, if it has proven itself since; times from then on are
    right. None where the marks of other rows cannot be settled yet.
    """

    now: float
    even_since: float | None


class Moment(NamedTuple):
    """What both clocks said at one moment."""

    wall: float
    steady: float


def steady_seconds() -> float:
    """Return seconds that nobody can set; they go on while the machine sleeps, where the system counts that."""
    boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class ClockGuard:
    """Judges the clock of this process; thread-safe and fork-safe."""

    def __init__(self, database: Database, clock: Callable[[], float], steady: Callable[[], float]) -> None:
        """Begin with a clock in doubt; the database is read with the first question."""
        self._database, self._clock, self._steady = database, clock, steady
        self._seen = self._run = Moment(clock(), steady())
        self._believed: Moment | None = None
        self._proven: float | None = None
        self._next_look, self._looked, self._told = -math.inf, False, False
        self._lock = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Replace the lock: a thread of the parent may have held it."""
        self._lock = threading.Lock()

    def in_doubt(self) -> bool:
        """Return whether a time that is written now may be wrong."""
        with self._lock:
            now = self._observe()
            if self._goes_on(now):
                return False
            return now.steady < self._next_look or not self._look(now)

    def check(self) -> TrustedTime | None:
        """Return the time that retention may go by, and store it as proven; None while the clock is in doubt."""
        with self._lock:
            now = self._observe()
            if not self._look(now):
                self._tell(now)
                return None
            self._advance(now)
            return TrustedTime(now.wall, self._run.wall if self._ran_evenly(now) else None)

    def vouch(self) -> TrustedTime:
        """Take the clock as right on a person's word, also where it is behind the store's proven time."""
        with self._lock:
            now = self._observe()
            self._database.write(lambda connection: connection.execute(_VOUCH, now.wall))
            self._believed, self._proven = now, now.wall
            return TrustedTime(now.wall, -math.inf)

    def close(self) -> None:
        """Store the time at the end, so that a process which starts soon after goes on from it."""
        with self._lock:
            now = self._observe()
            stale = self._proven is None or now.wall - self._proven > LOOK_EVERY
            if not self._goes_on(now) or not stale:
                return
            try:
                self._advance(now)
            except StoreError as error:
                log.warning("the time was not stored, and retention may wait for a day after the next start: %s", error)

    def _observe(self) -> Moment:
        """Return the present moment; after a jump the clock has to prove itself from here on."""
        now = Moment(self._clock(), self._steady())
        if abs((now.wall - self._seen.wall) - (now.steady - self._seen.steady)) > TOLERANCE:
            self._run, self._next_look = now, -math.inf
        self._seen = now
        return now

    def _goes_on(self, now: Moment) -> bool:
        """Return whether the clock goes on from when this process last believed it."""
        if self._believed is None:
            return False
        expected = self._believed.wall + now.steady - self._believed.steady
        return abs(now.wall - expected) <= TOLERANCE

    def _look(self, now: Moment) -> bool:
        """Judge the clock by the store's proven time, and return whether it is believed."""
        [(proven,)] = self._database.read(lambda connection: connection.query(_READ))
        contradicted = self._looked and proven != self._proven
        self._proven, self._looked, self._next_look = proven, True, now.steady + LOOK_EVERY
        near = proven is not None and abs(now.wall - proven) <= TOLERANCE
        if not near and not self._goes_on(now):
            if contradicted:
                # Another process goes by another time: both cannot be right.
                self._run = now
            if not self._has_proven_itself(now):
                return False
        self._believed, self._told = now, False
        return True

    def _has_proven_itself(self, now: Moment) -> bool:
        if not self._ran_evenly(now) or (self._proven is not None and now.wall < self._proven):
            return False
        server = self._database.server_time()
        if server is None or abs(server - now.wall) <= TOLERANCE:
            return True
        log.warning(
            "the clock differs by %s from that of %s, and nothing is deleted by age: set the wrong one right",
            _span(abs(server - now.wall)),
            self._database.place,
        )
        self._run = now
        return False

    def _ran_evenly(self, now: Moment) -> bool:
        return now.steady - self._run.steady >= PROOF

    def _advance(self, now: Moment) -> None:
        self._database.write(lambda connection: connection.execute(_ADVANCE, now.wall, now.wall))
        self._proven = now.wall if self._proven is None else max(now.wall, self._proven)

    def _tell(self, now: Moment) -> None:
        """Log a doubt once, whichever process meets it; a store that has no proven time yet is not worth a line."""
        if self._told or self._proven is None:
            return
        self._told = True
        if not self._database.write(lambda connection: connection.execute(_TELL)):
            return
        ahead = now.wall > self._proven
        log.warning(
            "the clock is %s %s the latest time that %s knows to be right: nothing is deleted by age until %s;"
            " if it is right, `fingerpost history sweep` says so",
            _span(abs(now.wall - self._proven)),
            "ahead of" if ahead else "behind",
            self._database.place,
            "it has run evenly for a day in one process" if ahead else "it is set right",
        )


def _span(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))
