"""Which clock retention may go by: nothing is deleted by age on the word of a clock that may be wrong.

The store holds the latest time that is known to be right. A clock is believed where it is less than a tenth of the
retention time ahead of that, a week at most; the gap is counted as age only once the clock has run on. Any other clock
is in doubt until it has run evenly for most of a day in one process, or a person vouches for it. What is written in
doubt is marked, and retention leaves it alone until the marks are settled.
"""

from __future__ import annotations

import logging
import math
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from fingerpost.errors import StoreError
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import Database

log = logging.getLogger("fingerpost")

DAY = 86_400.0
TOLERANCE = 3600.0
"""Seconds by which a clock may differ from what is expected of it."""
PROOF = 20 * 3600.0
"""Seconds that a clock must run evenly within one process to be proven: less than a day, for nightly restarts."""
MAX_STEP = 7 * DAY
"""Most seconds by which a clock may be ahead of the known time without a proof."""
EARLIEST = 1_767_225_600.0
"""The start of 2026: a clock before that is wrong, since this program is younger."""
LOOK_EVERY = 600.0
"""Seconds after which a process in doubt reads the store's known time again."""
TELL_EVERY_DAYS = 7

# One row even where the table is empty.
_READ = "SELECT max(proven) FROM fingerpost_clock"
_NEWEST = "SELECT max(at) FROM fingerpost_turns WHERE doubtful = 0"
_BEGIN = "UPDATE fingerpost_clock SET proven = COALESCE(proven, ?)"
_INSERT = "INSERT INTO fingerpost_clock VALUES (?, 0)"
# Never back: a clock that is set back to a wrong time would make the rows written next look old once it is set right.
_ADVANCE = """UPDATE fingerpost_clock SET told = 0,
    proven = CASE WHEN proven IS NULL OR proven < ? THEN ? ELSE proven END"""
_VOUCH = "UPDATE fingerpost_clock SET told = 0, proven = ?"
# `told` is the day of the last log line; by either sign, because the clock in doubt may have been set back since.
_TELL = "UPDATE fingerpost_clock SET told = ? WHERE told = 0 OR abs(told - ?) >= ?"


class TrustedTime(NamedTuple):
    """The time that retention may go by.

    now: the present; a marked row whose own time is impossible gets it.
    sure: the time that ages are counted by; it leaves out a gap that only this clock vouches for.
    since: the known time before; a marked row cannot be older.
    """

    now: float
    sure: float
    since: float


class ClockReading(NamedTuple):
    """What the clock says, the latest time known to be right, and whether the two agree to within a week."""

    now: float
    known: float | None
    plausible: bool


class Moment(NamedTuple):
    """What both clocks said at one moment."""

    wall: float
    steady: float


def steady_seconds() -> float:
    """Return seconds that nobody can set; they go on while the machine sleeps, where the system counts that."""
    if sys.platform == "darwin":
        # There `time.monotonic` stands still in sleep, and this clock goes on; on Linux it is the other way round.
        return time.clock_gettime(time.CLOCK_MONOTONIC_RAW)
    boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class ClockGuard:
    """Judges the clock of this process; thread-safe and fork-safe."""

    def __init__(
        self, database: Database, clock: Callable[[], float], steady: Callable[[], float], days: float
    ) -> None:
        """Begin with a clock in doubt; the database is read with the first question. `days` is the retention time."""
        self._database, self._clock, self._steady = database, clock, steady
        self._step = min(MAX_STEP, days * DAY / 10)
        self._seen = self._run = Moment(clock(), steady())
        self._believed: Moment | None = None
        self.gap = 0.0
        """Seconds before this process that nothing but its own clock vouches for."""
        self._known: float | None = None
        self._server_differs = 0.0
        self._next_look, self._looked, self._next_tell = -math.inf, False, -math.inf
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
        """Return the time that retention may go by, and store it as known; None while the clock is in doubt."""
        with self._lock:
            now = self._observe()
            if not self._look(now) or self._known is None:
                self._tell(now)
                return None
            since, sure = self._known, now.wall - self.gap
            # A clock that is set right within the hour has then not moved the known time either.
            self._advance(now.wall if self._ran_evenly(now, TOLERANCE) else sure)
            return TrustedTime(now.wall, sure, since)

    def vouch(self) -> TrustedTime:
        """Take the clock as right on a person's word, also where it is behind the store's known time."""
        with self._lock:
            now = self._observe()
            known = self._read_known(now)
            self._database.write(lambda connection: connection.execute(_VOUCH, now.wall))
            self._believed, self._known, self.gap = now, now.wall, 0.0
            # Where no time was known, any marked time may be wrong; the present only keeps its row longer.
            return TrustedTime(now.wall, now.wall, now.wall if known is None else known)

    def reading(self) -> ClockReading:
        """Return what a person needs to see before they vouch for the clock."""
        with self._lock:
            now = self._observe()
            known = self._read_known(now)
            return ClockReading(now.wall, known, known is not None and -TOLERANCE <= now.wall - known <= MAX_STEP)

    def close(self) -> None:
        """Store the time at the end, so that a process which starts later goes on from it."""
        with self._lock:
            now = self._observe()
            stale = self._known is None or now.wall - self._known > LOOK_EVERY
            if not self._goes_on(now) or not stale:
                return
            try:
                self._advance(now.wall)
            except StoreError as error:
                log.warning("the time was not stored, and retention may wait after the next start: %s", error)

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
        """Judge the clock by the store's known time, and return whether it is believed."""
        known = self._read_known(now)
        contradicted = self._looked and known != self._known
        self._known, self._looked, self._next_look = known, True, now.steady + LOOK_EVERY
        if not self._goes_on(now):
            gap = self._believable_gap(now, contradicted)
            if gap is None:
                return False
            self.gap = gap
        if self._ran_evenly(now, PROOF):
            self.gap = 0.0
        self._believed, self._next_tell = now, -math.inf
        return True

    def _believable_gap(self, now: Moment, contradicted: bool) -> float | None:
        """Return the seconds since the known time that nothing but this clock vouches for; None for one in doubt."""
        if self._known is None:
            return None
        ahead = now.wall - self._known
        if abs(ahead) <= TOLERANCE:
            return 0.0
        if not self._agrees_with_server(now) or ahead < 0:
            return None
        if ahead <= self._step:
            return ahead
        if contradicted:
            # Another process goes by another time: both cannot be right.
            self._run = now
        return 0.0 if self._ran_evenly(now, PROOF) else None

    def _agrees_with_server(self, now: Moment) -> bool:
        """Return False where the database's server has another time.

        That it has the same proves nothing: both may run on one machine, by one wrong clock.
        """
        server = self._database.server_time()
        self._server_differs = 0.0 if server is None else abs(server - now.wall)
        if self._server_differs <= TOLERANCE:
            return True
        self._run = now
        return False

    def _ran_evenly(self, now: Moment, seconds: float) -> bool:
        return now.steady - self._run.steady >= seconds

    def _read_known(self, now: Moment) -> float | None:
        [(known,)] = self._database.read(lambda connection: connection.query(_READ))
        return self._database.write(lambda connection: _begin(connection, now.wall)) if known is None else float(known)

    def _advance(self, known: float) -> None:
        self._database.write(lambda connection: connection.execute(_ADVANCE, known, known))
        self._known = known if self._known is None else max(known, self._known)

    def _tell(self, now: Moment) -> None:
        """Log a doubt once a week, whichever process meets it: nobody would notice otherwise that nothing goes."""
        if now.steady < self._next_tell:
            return
        self._next_tell = now.steady + TELL_EVERY_DAYS * DAY
        today = int(now.wall // DAY)
        if self._database.write(lambda connection: connection.execute(_TELL, today, today, TELL_EVERY_DAYS)):
            log.warning("%s", self._doubt(now))

    def _doubt(self, now: Moment) -> str:
        place = self._database.place
        if self._known is None:
            return (
                f"the clock says {_date(now.wall)}, which is long past: nothing is deleted by age until it is set right"
            )
        if self._server_differs > TOLERANCE:
            return (
                f"the clock differs by {_span(self._server_differs)} from that of {place}, and nothing is deleted by"
                " age: set the wrong one right"
            )
        ahead = now.wall > self._known
        until = "it has run evenly for 20 hours in one process" if ahead else "it is set right"
        return (
            f"the clock is {_span(abs(now.wall - self._known))} {'ahead of' if ahead else 'behind'} the latest time"
            f" that {place} knows to be right: nothing is deleted by age until {until};"
            " if it is right, `fingerpost data history sweep` says so"
        )


def _begin(connection: Connection, now: float) -> float | None:
    """Set the first known time: that of the newest row, as after an upgrade, else the present if it can be right.

    A store without rows has nothing to lose to a clock that is ahead.
    """
    connection.lock("clock")
    [(newest,)] = connection.query(_NEWEST)
    first = newest if newest is not None else now if now >= EARLIEST else None
    if not connection.execute(_BEGIN, first):
        connection.execute(_INSERT, first)
    [(known,)] = connection.query(_READ)
    return None if known is None else float(known)


def _span(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


def _date(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"
