"""A circuit breaker: a server that keeps failing is left alone for a while, then tried once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from fingerpost.runtime.fork import survive_fork


class Breaker:
    """Closed lets calls through; open refuses them; half-open lets one through to see.

    Safe between threads. A call that was let through must end in `succeeded`, `failed` or `released`.
    """

    def __init__(self, failures: int = 5, rest: float = 30.0, clock: Callable[[], float] = monotonic) -> None:
        """Open after this many failures in a row, for this many seconds."""
        self.failures, self.rest = failures, rest
        self._clock, self._lock = clock, threading.Lock()
        self._in_a_row = 0
        self._open_until: float | None = None
        self._trying = False
        survive_fork(self)

    def after_fork(self) -> None:
        """Begin with a free lock, and no try under way."""
        self._lock, self._trying = threading.Lock(), False

    @property
    def state(self) -> str:
        """Return "closed", "open" or "half-open"."""
        with self._lock:
            return self._state()

    @property
    def wait(self) -> float:
        """Return the seconds until the next try; 0 where a call would be let through."""
        with self._lock:
            return max(0.0, self._open_until - self._clock()) if self._open_until is not None else 0.0

    def allows(self) -> bool:
        """Whether a call may go out now; half-open, only the first one that asks."""
        with self._lock:
            state = self._state()
            if state == "half-open" and not self._trying:
                self._trying = True
                return True
            return state == "closed"

    def succeeded(self) -> None:
        """Close it: the server answered."""
        with self._lock:
            self._in_a_row, self._open_until, self._trying = 0, None, False

    def failed(self) -> None:
        """Count a failure; the last straw, or a failed try, opens it."""
        with self._lock:
            self._in_a_row += 1
            if self._trying or self._in_a_row >= self.failures:
                self._open_until = self._clock() + self.rest
            self._trying = False

    @contextmanager
    def watching(self, *faults: type[Exception]) -> Iterator[None]:
        """Tell how a call ended that was let through: these faults are the server's, any other tells nothing of it."""
        try:
            yield
        except faults:
            self.failed()
            raise
        except BaseException:
            self.released()
            raise
        self.succeeded()

    def released(self) -> None:
        """Forget a call that told nothing of the server: its caller went away."""
        with self._lock:
            self._trying = False

    def _state(self) -> str:
        if self._open_until is None:
            return "closed"
        return "open" if self._clock() < self._open_until else "half-open"
