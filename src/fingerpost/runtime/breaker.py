"""A circuit breaker: after repeated failures calls are refused for a cooldown, then one trial call is let through."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from fingerpost.runtime.fork import reset_after_fork


class CircuitBreaker:
    """Closed lets calls through; open refuses them; half-open lets one trial call through.

    Thread-safe. Every call that was allowed must end in `record_success`, `record_failure` or
    `record_cancellation`; `record_outcome` does that for a block.
    """

    def __init__(self, failures: int = 3, cooldown: float = 30.0, clock: Callable[[], float] = monotonic) -> None:
        """Open after `failures` consecutive failures, for `cooldown` seconds."""
        self.failures, self.cooldown = failures, cooldown
        self._clock, self._lock = clock, threading.Lock()
        self._consecutive_failures = 0
        self._open_until: float | None = None
        self._trial_running = False
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Replace the lock, and forget the parent's trial call."""
        self._lock, self._trial_running = threading.Lock(), False

    @property
    def state(self) -> str:
        """Return "closed", "open" or "half-open"."""
        with self._lock:
            return self._state()

    @property
    def open_until(self) -> float:
        """Return when the clock lets the next trial call through; 0 while closed."""
        with self._lock:
            return self._open_until or 0.0

    @property
    def seconds_until_retry(self) -> float:
        """Return the seconds until the next trial call; 0 where a call would be allowed."""
        with self._lock:
            return max(0.0, self._open_until - self._clock()) if self._open_until is not None else 0.0

    def allow_request(self) -> bool:
        """Return whether a call may be made now; when half-open, True for the first caller only."""
        with self._lock:
            state = self._state()
            if state == "half-open" and not self._trial_running:
                self._trial_running = True
                return True
            return state == "closed"

    def record_success(self) -> None:
        """Close the breaker: the server answered."""
        with self._lock:
            self._consecutive_failures, self._open_until, self._trial_running = 0, None, False

    def record_failure(self) -> None:
        """Count a failure; the last one allowed, or a failed trial call, opens the breaker."""
        with self._lock:
            self._consecutive_failures += 1
            if self._trial_running or self._consecutive_failures >= self.failures:
                self._open_until = self._clock() + self.cooldown
            self._trial_running = False

    @contextmanager
    def record_outcome(self, *faults: type[Exception]) -> Iterator[None]:
        """Record how an allowed call ends: `faults` are failures of the server, other exceptions cancellations."""
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
        """Record a call that ended without a result, such as one whose caller went away."""
        with self._lock:
            self._trial_running = False

    def _state(self) -> str:
        if self._open_until is None:
            return "closed"
        return "open" if self._clock() < self._open_until else "half-open"
