"""The clock of a call to a server: one limit until its response begins, and one for all of it."""

from __future__ import annotations

import asyncio
import math
from contextvars import ContextVar, Token
from types import TracebackType

_current: ContextVar[CallClock | None] = ContextVar("fingerpost-call-clock", default=None)


def response_begins() -> None:
    """Tell the clock of the current call, from any thread with its context, that the server's response has begun."""
    clock = _current.get()
    if clock is not None:
        clock.tell_begun()


class CallClock:
    """Raises TimeoutError where no response begins within `first` seconds, or the work takes more than `total`."""

    def __init__(self, first: float, total: float) -> None:
        """Take the seconds; they count from `async with`."""
        self.first, self.total = min(first, total), total
        self.begun = False
        self._timer = asyncio.timeout(None)
        self._end: float | None = None
        self._over = False
        self._token: Token[CallClock | None] | None = None

    async def __aenter__(self) -> CallClock:
        """Start."""
        self._loop = asyncio.get_running_loop()
        now = self._loop.time()
        self._end = None if math.isinf(self.total) else now + self.total
        self._timer = asyncio.timeout_at(None if math.isinf(self.first) else now + self.first)
        self._token = _current.set(self)
        await self._timer.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop; a cancellation by the clock becomes TimeoutError."""
        self._over = True
        if self._token is not None:
            _current.reset(self._token)
        await self._timer.__aexit__(kind, error, trace)

    def tell_begun(self) -> None:
        """Let the rest of the call have the total, from any thread."""
        self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        self.begun = True
        if not self._over and not self._timer.expired():
            self._timer.reschedule(self._end)
