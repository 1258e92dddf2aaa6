"""Explanations for callers of a server: one at a time, beside the event loop, within the caller's deadline."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from fingerpost.errors import BusyError, DeadlineError
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Decision

MAX_SECONDS = 5.0
"""Seconds that one explanation may take, however much time the caller has."""


MAX_WAIT = 10.0
"""Seconds that an explanation waits for those before it."""


class Explainer:
    """Explains decisions. An explanation tries dozens of messages, so the next one waits until it has ended.

    Each key has one, which runs or waits, so that nobody waits for several of another. Callers without a key of their
    own share one name, and one explanation.
    """

    def __init__(self) -> None:
        """Create it for one event loop."""
        self._free = asyncio.Semaphore(1)
        self._under_way: dict[str, asyncio.Event] = {}

    def check(self, key: str) -> None:
        """Raise BusyError if an explanation for the key of this name runs or waits."""
        if key in self._under_way:
            raise BusyError(
                "an explanation for this key is under way, and each has one at a time: ask again when it has ended,"
                " or without `explain`"
            )

    async def values(
        self, key: str, decision: Decision, deadline: Deadline, *, in_line: bool = False
    ) -> dict[str, Any]:
        """Return the explanation as values for JSON; raise DeadlineError where others take all of the time.

        While another for the key of this name is under way, wait for it (`in_line`), or raise BusyError.
        """
        try:
            async with asyncio.timeout(min(MAX_WAIT, deadline.remaining)):
                while in_line and key in self._under_way:
                    await self._under_way[key].wait()
                await self._begin(key)
        except TimeoutError:
            raise DeadlineError(
                "time ran out before the decision could be explained, because others were: ask again later, or"
                " without `explain`"
            ) from None
        try:
            explaining = asyncio.get_running_loop().run_in_executor(
                None, decision.explain, min(MAX_SECONDS, deadline.remaining)
            )
        except RuntimeError:
            # No thread could be started: the next one may.
            self._end(key)
            raise
        # Not when the caller goes away: the thread works on until it has ended.
        explaining.add_done_callback(partial(self._ended, key))
        return (await asyncio.shield(explaining)).as_dict()

    async def _begin(self, key: str) -> None:
        self.check(key)
        self._under_way[key] = asyncio.Event()
        try:
            await self._free.acquire()
        except asyncio.CancelledError:
            self._under_way.pop(key).set()
            raise

    def _end(self, key: str) -> None:
        self._under_way.pop(key).set()
        self._free.release()

    def _ended(self, key: str, explaining: asyncio.Future[Any]) -> None:
        self._end(key)
        if not explaining.cancelled():
            # Read, so that the error of one whose caller has gone is not reported as forgotten.
            explaining.exception()
