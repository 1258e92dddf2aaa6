"""One deadline for all of a request: classify, retrieve, generate, validate and retry share it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from fingerpost.errors import DeadlineError

TIME_LIMIT = "{:g} s were allowed (FINGERPOST_ANSWER_TIMEOUT, or what the caller set)"


class Deadline:
    """A moment by which an answer must be there."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """Begin now."""
        self.seconds, self._clock = seconds, clock
        self._end = clock() + seconds

    @property
    def remaining(self) -> float:
        """Return the seconds that are left; 0 when it is over."""
        return max(0.0, self._end - self._clock())

    def require(self, what: str) -> float:
        """Return the seconds that are left, or raise where there are none for this."""
        left = self.remaining
        if left <= 0:
            raise DeadlineError(f"time ran out before {what}: {TIME_LIMIT.format(self.seconds)}")
        return left

    def timeout(self) -> asyncio.Timeout:
        """Return a context that is left by TimeoutError when the time is over."""
        return asyncio.timeout(self.remaining)
