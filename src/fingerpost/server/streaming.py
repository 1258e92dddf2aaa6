"""A question to the assistant, its answer as it is written, and callers that go away before it is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fingerpost.answering.assistant import Assistant
from fingerpost.routebook.model import Routebook
from fingerpost.server.responses import answer_values, as_bytes, decision_headers, decision_values, fault_of
from fingerpost.types import Answer, Decision, Message

T = TypeVar("T")

Step = Decision | str | Answer

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    # Keep caches and proxies from holding events back.
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]


@dataclass(frozen=True, slots=True)
class Question:
    """A message with all that is asked about it; `request` names it in the log and in the store."""

    assistant: Assistant
    message: Message
    request: str
    session: str
    user: str | None = None
    room: str | None = None
    timeout: float | None = None

    @property
    def book(self) -> Routebook:
        """Return the routebook of this moment."""
        return self.assistant.routes.router.routebook

    async def whole(self) -> Answer:
        """Return the whole answer."""
        return await self.assistant.ask(
            self.message,
            session=self.session,
            user=self.user,
            room=self.room,
            request=self.request,
            timeout=self.timeout,
        )

    def stream(self) -> AsyncGenerator[Step, None]:
        """Return the answer as it is written."""
        return self.assistant.stream(
            self.message,
            session=self.session,
            user=self.user,
            room=self.room,
            request=self.request,
            timeout=self.timeout,
        )


class Wording(Protocol):
    """How the steps of an answer are put into bytes."""

    def step(self, step: Step) -> bytes:
        """Return what to send for a step."""

    def fault(self, values: dict[str, Any]) -> bytes:
        """Return what to send where an answer broke off."""


class Events:
    """Server-sent events with names: `decision`, `piece` (any number), `answer`; or `error`."""

    def __init__(self, question: Question) -> None:
        """Take the question, for what is told with its answer."""
        self._question = question

    def step(self, step: Step) -> bytes:
        """Return one event."""
        question = self._question
        if isinstance(step, str):
            return event("piece", {"text": step})
        if isinstance(step, Decision):
            return event("decision", decision_values(step, question.book))
        return event("answer", answer_values(step, question.book, question.request, question.session))

    def fault(self, values: dict[str, Any]) -> bytes:
        """Return the last event."""
        return event("error", values)


def event(name: str, value: Any) -> bytes:
    """Return one server-sent event; JSON has no line breaks, so one line holds it."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), as_bytes(value))


class Stream(Response):
    """The answer to a question as it is written.

    Status and headers go out with the decision: what fails before it has the status of any other fault.
    """

    def __init__(self, question: Question, wording: Wording) -> None:
        """Take the question, and how its answer is worded."""
        super().__init__()
        self._question, self._wording = question, wording

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the answer is over or its caller is gone."""
        del scope
        await until_gone(receive, self._write(self._question.stream(), send))

    async def _write(self, steps: AsyncGenerator[Step, None], send: Send) -> None:
        begun = False
        try:
            async with aclosing(steps):
                async for step in steps:
                    if isinstance(step, Decision):
                        own = [(name.encode(), value.encode()) for name, value in decision_headers(step).items()]
                        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS + own})
                        begun = True
                    await _put(send, self._wording.step(step))
        except Exception as error:
            if not begun:
                raise
            # There is a status already: whoever reads must be told in the stream itself, whatever it is.
            await _put(send, self._wording.fault(fault_of(error, self._question.request)[1]))
        await _put(send, b"", more=False)


async def _put(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def until_gone(receive: Receive, work: Coroutine[Any, Any, T]) -> T | None:
    """Do work for as long as its caller is there; None if they went away, and then the work was cancelled."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            working.cancel()
            await asyncio.wait((working,))
        return None if working.cancelled() else working.result()
    finally:
        # Also where this task was cancelled itself, when the server's patience is over.
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
