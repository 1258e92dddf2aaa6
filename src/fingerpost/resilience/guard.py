"""The guard of the calls to one server: a time limit, and a circuit breaker."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from time import monotonic
from typing import TypeVar

from fingerpost.errors import LEFT_ALONE, SLOW, PartError
from fingerpost.resilience.call_clock import CallClock
from fingerpost.runtime.breaker import CircuitBreaker

T = TypeVar("T")

FAIR_SHARE = 0.5
"""A time-out is a failure of the server if it had at least this share of its limit: else its caller was in a hurry."""


class ServerGuard:
    """Calls one server within its limit, unless it failed too often; every failure is raised as `error`."""

    def __init__(
        self,
        where: str,
        error: type[PartError],
        limit: float,
        *,
        first: float = math.inf,
        alive: tuple[type[PartError], ...] = (),
        breaker: CircuitBreaker | None = None,
    ) -> None:
        """`where` names the server in messages. `limit`: seconds of a call, `first`: those until its response begins.

        `alive`: errors after which the server is known to work.
        """
        self.where, self.error, self.limit, self.first = where, error, limit, first
        self.breaker = breaker or CircuitBreaker()
        self._alive = alive

    async def call(self, work: Callable[[], Awaitable[T]], seconds: float = math.inf) -> T:
        """Return what work returns within the limit and within these seconds."""
        clock = CallClock(self.first, min(self.limit, seconds))
        with self._outcome(clock):
            async with clock:
                return await work()

    async def stream(self, pieces: AsyncGenerator[T, None], seconds: float = math.inf) -> AsyncGenerator[T, None]:
        """Yield what the server sends, within the limit, not counting the time of the reader.

        The first piece must come within these seconds, too.
        """
        left, began = self.limit, monotonic()
        clock = CallClock(self.first, min(self.limit, seconds))
        async with aclosing(pieces):
            with self._outcome(clock):
                try:
                    async with clock:
                        piece = await anext(pieces)
                    clock.begun, clock.total = True, self.limit
                    while True:
                        left -= monotonic() - began
                        yield piece
                        began = monotonic()
                        async with asyncio.timeout(None if math.isinf(left) else left):
                            piece = await anext(pieces)
                except StopAsyncIteration:
                    pass

    @contextmanager
    def _outcome(self, clock: CallClock) -> Iterator[None]:
        """Record how a call ends."""
        if not self.breaker.allow_request():
            wait = self.breaker.seconds_until_retry
            told = f"{self.where} failed repeatedly and is not called for another {wait:.0f} s: check that server"
            raise self.error(told, why=LEFT_ALONE)
        try:
            yield
        except TimeoutError:
            own = self.limit if clock.begun else min(self.first, self.limit)
            if clock.total >= own * FAIR_SHARE:
                self.breaker.record_failure()
            else:
                self.breaker.record_cancellation()
            raise self.error(f"{self.where}: no answer within {min(own, clock.total):.3g} s", why=SLOW) from None
        except self.error as error:
            if isinstance(error, self._alive):
                self.breaker.record_success()
            else:
                self.breaker.record_failure()
            raise
        except BaseException:
            self.breaker.record_cancellation()
            raise
        self.breaker.record_success()
