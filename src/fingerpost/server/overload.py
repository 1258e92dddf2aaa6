"""Overload: how many requests a server takes on, so that those it takes are served in time."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from time import monotonic, process_time

ALWAYS_ADMITTED = 16
"""Requests that are always taken on, if the limit of requests allows: so few say nothing of how long others wait."""
BURST_SECONDS = 1.0
"""Seconds for which more requests than these are taken for a burst, which passes; then there is too much to do."""
SUSTAINED = 0.2
"""The part of the longest wait that is left to requests while there is too much to do."""
MEMORY_SECONDS = 1.0
"""Seconds after which a measured time counts for about a third."""
STEP_SECONDS = 0.002
"""Seconds between two readings of how long the process has worked: a reading takes as long as some decisions."""

BUSY_SHARE = 0.25
"""The part of the time that the process must have worked, for the pace of its answers to tell how long others wait."""

RETRY_AFTER = 1
"""Seconds after which a client that was refused may try again."""


class LoadGate:
    """Counts the requests of one server, and says whether another can be served in time; for one event loop.

    A request is served in time if those before it, at the pace of the last second, are done within `wait_seconds`. So
    long a queue is for bursts: for a second after one was refused, or once the server has been busy for a second, it is
    a fifth of that, since a longer one then helps nobody. Those that are taken on are served in their order. A process
    that worked for less than a quarter of the time is not what its requests wait for: a function, a remote search or a
    disk is, and only their number is limited. Where there are language models `wait_seconds` is None, and it is always
    so.
    """

    def __init__(
        self,
        requests: int,
        wait_seconds: float | None = None,
        clock: Callable[[], float] = monotonic,
        work_clock: Callable[[], float] = process_time,
    ) -> None:
        """Create it for so many requests at once; `work_clock` tells the seconds that the process has worked."""
        self._requests, self._wait, self._clock, self._work_clock = requests, wait_seconds, clock, work_clock
        self.inside = 0
        """Requests that are taken on and not answered, but for those whose body has not arrived."""
        self._quiet_at = self._changed_at = clock()
        self._refused_at = self._quiet_at - BURST_SECONDS
        self._worked_at = work_clock()
        self._busy_seconds = self._worked_seconds = self._answered = 0.0

    def refuses(self) -> bool:
        """Whether another request would not be served in time."""
        if self.inside >= self._requests:
            return True
        if (
            self.inside < ALWAYS_ADMITTED
            or self._wait is None
            or self._worked_seconds < BUSY_SHARE * self._busy_seconds
        ):
            return False
        if self.inside * self._pace() <= self._longest_wait(self._wait):
            return False
        self._refused_at = self._clock()
        return True

    def begin(self) -> None:
        """Count a request that was taken on."""
        if self.inside < ALWAYS_ADMITTED:
            self._quiet_at = self._clock()
            if not self.inside:
                self._changed_at, self._worked_at = self._quiet_at, self._work_clock()
        self.inside += 1

    def end(self, *, answered: bool = True) -> None:
        """Count a request no longer: it was `answered`, or waits for its body."""
        self.inside -= 1
        self._answered += answered
        now = self._clock()
        passed = now - self._changed_at
        if self.inside and passed < STEP_SECONDS:
            return
        worked, self._changed_at = self._work_clock(), now
        working, self._worked_at = worked - self._worked_at, worked
        faded = exp(-passed / MEMORY_SECONDS)
        self._busy_seconds = self._busy_seconds * faded + passed
        self._worked_seconds = self._worked_seconds * faded + working
        self._answered *= faded

    def _pace(self) -> float:
        """Return the seconds from one answer to the next, while there was something to do."""
        return self._busy_seconds / self._answered if self._answered else 0.0

    def _longest_wait(self, wait: float) -> float:
        now = self._clock()
        # That few are left says nothing right after a refusal: a batch that ends leaves few, and the next are there.
        is_burst = now - self._quiet_at <= BURST_SECONDS <= now - self._refused_at
        return wait if is_burst else wait * SUSTAINED


class AdmittedRequest:
    """One request that a gate has taken on: it counts until it ends, but not while it waits for its body."""

    def __init__(self, gate: LoadGate) -> None:
        """Begin it."""
        self._gate, self._counts = gate, True
        gate.begin()

    def pause(self) -> None:
        """Count it no longer, until `resume`."""
        self._counts = False
        self._gate.end(answered=False)

    def resume(self) -> None:
        """Count it again."""
        self._counts = True
        self._gate.begin()

    def end(self) -> None:
        """End it; one whose body never came is not counted again."""
        if self._counts:
            self._counts = False
            self._gate.end()
