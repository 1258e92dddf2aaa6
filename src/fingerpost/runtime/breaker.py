"""A circuit breaker: a server that keeps failing is left alone for a while, then tried once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from fingerpost.runtime.fork import reset_after_fork


class CircuitBreaker:
    """Closed lets calls through; open refuses them; half-open lets one through to see.

    Safe between threads. A call that was let through must end in `record_success`, `record_failure` or `record_cancellation`.
    """

    def __init__(self, failures: int = 5, cooldown: float = 30.0, clock: Callable[[], float] = monotonic) -> None:
        """Open after this many failures in a row, for this many seconds."""
        self.failures, self.cooldown = failures, cooldown
        self._clock, self._lock = clock, threading.Lock()
        self._in_a_row = 0
        self._open_until: float | None = None
        self._trying = False
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Begin with a free lock, and no try under way."""
        self._lock, self._trying = threading.Lock(), False

    @property
    def state(self) -> str:
        """Return "closed", "open" or "half-open"."""
        with self._lock:
            return self._state()

    @property
    def seconds_until_retry(self) -> float:
        """Return the seconds until the next try; 0 where a call would be let through."""
        with self._lock:
            return max(0.0, self._open_until - self._clock()) if self._open_until is not None else 0.0

    def allow_request(self) -> bool:
        """Whether a call may go out now; half-open, only the first one that asks."""
        with self._lock:
            state = self._state()
            if state == "half-open" and not self._trying:
                self._trying = True
                return True
            return state == "closed"

    def record_success(self) -> None:
        """Close it: the server answered."""
        with self._lock:
            self._in_a_row, self._open_until, self._trying = 0, None, False

    def record_failure(self) -> None:
        """Count a failure; the last straw, or a failed try, opens it."""
        with self._lock:
            self._in_a_row += 1
            if self._trying or self._in_a_row >= self.failures:
                self._open_until = self._clock() + self.cooldown
            self._trying = False

    @contextmanager
    def record_outcome(self, *faults: type[Exception]) -> Iterator[None]:
        """Tell how a call ended that was let through: these faults are the server's, any other tells nothing of it."""
        try:
            yield
        except faults:
            self.record_failure()
            raise
        except BaseException:
            self.record_cancellation()
            raise
        self.record_success()

    def record_cancellation(self) -> None:
        """Forget a call that told nothing of the server: its caller went away."""
        with self._lock:
            self._trying = False

    def _state(self) -> str:
        if self._open_until is None:
            return "closed"
        return "open" if self._clock() < self._open_until else "half-open"
