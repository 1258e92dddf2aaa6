"""The deadline of a request, shared by classification, retrieval, generation, validation and retry."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from fingerpost.errors import DeadlineError

TIME_LIMIT = "{:g} s were allowed (FINGERPOST_ANSWER_TIMEOUT, or what the caller set)"


_current: ContextVar[Deadline | None] = ContextVar("fingerpost-deadline", default=None)


class Deadline:
    """The moment by which a request must be answered."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """Start the time limit now."""
        self.seconds, self._clock = seconds, clock
        self._end = clock() + seconds

    @property
    def remaining(self) -> float:
        """Return the remaining seconds; 0 after the deadline."""
        return max(0.0, self._end - self._clock())

    def require(self, what: str) -> float:
        """Return the remaining seconds; raises DeadlineError, naming the step `what`, where there are none."""
        left = self.remaining
        if left <= 0:
            raise DeadlineError(f"time ran out before {what}: {TIME_LIMIT.format(self.seconds)}")
        return left

    @classmethod
    def current(cls) -> Deadline | None:
        """Return the deadline of the request that is being handled; None where there is none."""
        return _current.get()

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Make this the current deadline, for calls that are too deep to be handed it."""
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)

    def timeout(self) -> asyncio.Timeout:
        """Return a context manager that raises TimeoutError at the deadline."""
        return asyncio.timeout(self.remaining)
