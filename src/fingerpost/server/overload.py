"""Overload: how many requests a server takes on, so that those it takes are served in time."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from pathlib import Path
from time import monotonic, process_time

ALWAYS_ADMITTED = 16
"""Requests that are always taken on, if the limit of requests allows: so few say nothing of how long others wait."""
BURST_SECONDS = 1.0
"""Seconds for which more requests than these are taken for a burst, which passes; then there is too much to do."""
SUSTAINED = 0.1
"""The part of the longest wait that is left to requests while there is too much to do."""
MEMORY_SECONDS = 1.0
"""Seconds after which a measured time counts for about a third."""
STEP_SECONDS = 0.002
"""Seconds between two measurements of how long there was something to do."""
READ_SECONDS = 0.1
"""Seconds of that between two readings of how long the process wanted a processor: one takes up to 0.2 ms."""

BUSY_SHARE = 0.5
"""The part of the time that the process must have wanted a processor, for its pace to tell how long others wait."""

_THREADS = Path("/proc/self/task")

RETRY_AFTER = 1
"""Seconds after which a client that was refused may try again."""


class LoadGate:
    """Counts the requests of one server, and says whether another can be served in time; for one event loop.

    A request is served in time if those before it, at the pace of the last second, are done within `wait_seconds`. So
    long a queue is for bursts: for a second after one was refused, or once the server has been busy for a second, it is
    a tenth of that, since a longer one then helps nobody. Those that are taken on are served in their order. A process
    that wanted a processor for less than half of the time is not what its requests wait for: a function, a remote
    search or a disk is, and only their number is limited. Where there are language models `wait_seconds` is None, and
    it is always so.
    """

    def __init__(
        self,
        requests: int,
        wait_seconds: float | None = None,
        clock: Callable[[], float] = monotonic,
        work_clock: Callable[[], float] | None = None,
    ) -> None:
        """Create it for so many requests at once; `work_clock` tells the seconds that a processor was wanted."""
        self._requests, self._wait, self._clock = requests, wait_seconds, clock
        self._work_clock = work_clock or wanted_seconds
        self.inside = 0
        """Requests that are taken on and not answered, but for those whose body has not arrived."""
        self._quiet_at = self._changed_at = clock()
        self._refused_at = self._quiet_at - BURST_SECONDS
        self._worked_at = self._work_clock()
        self._busy_seconds = self._answered = 0.0
        self._unread_seconds = self._read_seconds = self._worked_seconds = 0.0
        """Seconds with something to do since the last reading of the work and before it, and that work."""

    def refuses(self) -> bool:
        """Whether another request would not be served in time."""
        if self.inside >= self._requests:
            return True
        if (
            self.inside < ALWAYS_ADMITTED
            or self._wait is None
            or self._worked_seconds < BUSY_SHARE * self._read_seconds
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
                self._changed_at = self._quiet_at
        self.inside += 1

    def end(self, *, answered: bool = True) -> None:
        """Count a request no longer: it was `answered`, or waits for its body."""
        self.inside -= 1
        self._answered += answered
        now = self._clock()
        passed = now - self._changed_at
        if self.inside and passed < STEP_SECONDS:
            return
        self._changed_at = now
        faded = exp(-passed / MEMORY_SECONDS)
        self._busy_seconds = self._busy_seconds * faded + passed
        self._answered *= faded
        self._unread_seconds += passed
        if self._unread_seconds >= READ_SECONDS:
            self._read_work()

    def _read_work(self) -> None:
        faded, worked = exp(-self._unread_seconds / MEMORY_SECONDS), self._work_clock()
        # Less than before where a thread has ended.
        self._worked_seconds = self._worked_seconds * faded + max(0.0, worked - self._worked_at)
        self._read_seconds = self._read_seconds * faded + self._unread_seconds
        self._worked_at, self._unread_seconds = worked, 0.0

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


def wanted_seconds() -> float:
    """Return the seconds that the threads of this process have worked, or waited for a processor that others had.

    Only Linux tells of the second: elsewhere a process that others keep from working seems to wait for something else.
    """
    try:
        threads = [thread.read_text().split() for thread in _THREADS.glob("*/schedstat")]
        return sum(int(worked) + int(waited) for worked, waited, _ in threads) / 1e9 or process_time()
    except (OSError, ValueError):
        return process_time()
