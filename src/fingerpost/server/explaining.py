"""Explanations for callers of a server: one at a time, beside the event loop, within the caller's deadline."""

from __future__ import annotations

import asyncio
from typing import Any

from fingerpost.errors import DeadlineError
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Decision

MAX_SECONDS = 5.0
"""Seconds that one explanation may take, however much time the caller has."""


MAX_WAIT = 10.0
"""Seconds that an explanation waits for those before it."""


class Explainer:
    """Explains decisions. An explanation tries dozens of messages, so the next one waits until it has ended."""

    def __init__(self) -> None:
        """Create it for one event loop."""
        self._free = asyncio.Semaphore(1)

    async def values(self, decision: Decision, deadline: Deadline) -> dict[str, Any]:
        """Return the explanation as values for JSON; raise DeadlineError where others take all of the time."""
        try:
            async with asyncio.timeout(min(MAX_WAIT, deadline.remaining)):
                await self._free.acquire()
        except TimeoutError:
            raise DeadlineError(
                "time ran out before the decision could be explained, because others were: ask again later, or"
                " without `explain`"
            ) from None
        explaining = asyncio.get_running_loop().run_in_executor(
            None, decision.explain, min(MAX_SECONDS, deadline.remaining)
        )
        # Not when the caller goes away: the thread works on until it has ended.
        explaining.add_done_callback(self._ended)
        return (await asyncio.shield(explaining)).as_dict()

    def _ended(self, explaining: asyncio.Future[Any]) -> None:
        self._free.release()
        if not explaining.cancelled():
            # Read, so that the error of one whose caller has gone is not reported as forgotten.
            explaining.exception()
