"""Progress of an answer that takes a while: which step of the pipeline runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, NamedTuple

PROGRESS_AFTER = 0.8
"""Seconds between two looks at the running step; a step that takes longer is always told."""

STEP_NAMES = {
    "classify": "routing",
    "reformulate": "searching",
    "retrieve": "searching",
    "check_context_relevance": "checking",
    "reformulate_with_hint": "second attempt",
    "validate_code": "checking",
    "generate_code_retry": "second attempt",
}
"""What a step does, in the words of `Progress`; all other steps are writing."""


class Progress(NamedTuple):
    """What is being done for an answer that takes a while: routing, searching, checking, writing or second attempt."""

    step: str


class ProgressWatch:
    """Watches the steps of one request; each is told once, and only if it takes a while."""

    def __init__(self, on_step: Callable[[str], None] = lambda _: None) -> None:
        """Begin with the first step; `on_step` is called with each that follows."""
        self._step, self._told, self._on_step = "classify", "", on_step

    def begin(self, step: str) -> None:
        """Note that a step of the pipeline begins."""
        self._step = step
        self._on_step(step)

    async def wait_for(self, work: asyncio.Future[Any]) -> AsyncGenerator[Progress, None]:
        """Yield the steps that take a while until the work is done, and cancel it where the caller closes early."""
        try:
            while not (await asyncio.wait((work,), timeout=PROGRESS_AFTER))[0]:
                if self._step != self._told:
                    self._told = self._step
                    yield Progress(STEP_NAMES.get(self._step, "writing"))
        finally:
            if not work.done():
                work.cancel()
                await asyncio.wait((work,))

    async def pieces(self, pieces: AsyncGenerator[str, None]) -> AsyncGenerator[Progress | str, None]:
        """Yield the pieces of an answer, and before the first that it is being written, if that takes a while."""
        self.begin("generate")
        async with aclosing(pieces):
            first = asyncio.create_task(_first(pieces))
            async with aclosing(self.wait_for(first)) as steps:
                async for step in steps:
                    yield step
            if piece := first.result():
                yield piece
            async for piece in pieces:
                yield piece


async def _first(pieces: AsyncGenerator[str, None]) -> str:
    return await anext(pieces, "")
