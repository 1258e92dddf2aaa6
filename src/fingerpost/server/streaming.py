"""Answers as server-sent events, and callers that disconnect before their answer is complete."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Iterable
from contextlib import aclosing
from typing import Any, Protocol, TypeVar

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.progress import Progress
from fingerpost.answering.request import Request
from fingerpost.server.responses import answer_values, decision_headers, decision_values, error_status, json_bytes
from fingerpost.types import Answer, Decision

T = TypeVar("T")

StreamEvent = Progress | Decision | str | Answer
"""What `Assistant.stream` yields: the decision, pieces of text, the whole answer, and progress between them."""

EVENT_HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    # Keep caches and proxies from holding events back, and from keeping them.
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
)
"""The headers of server-sent events."""


class EventFormat(Protocol):
    """Encodes the events of an answer."""

    def encode(self, event: StreamEvent) -> bytes:
        """Return the bytes to send for an event."""

    def encode_error(self, values: dict[str, Any]) -> bytes:
        """Return the bytes to send where an answer failed after its first event."""


class NamedEventFormat:
    """Server-sent events with names: `decision`, `piece` (any number), `answer`, and `progress` between; or `error`."""

    def __init__(self, request: Request) -> None:
        """Create the format for the answer to a request."""
        self._request = request

    def encode(self, event: StreamEvent) -> bytes:
        """Return one server-sent event."""
        request = self._request
        if isinstance(event, str):
            return named_event("piece", {"text": event})
        if isinstance(event, Progress):
            return named_event("progress", event._asdict())
        if isinstance(event, Decision):
            return named_event("decision", decision_values(event, request.book))
        return named_event("answer", answer_values(event, request.book, request.id, request.session))

    def encode_error(self, values: dict[str, Any]) -> bytes:
        """Return the last event."""
        return named_event("error", values)


def named_event(name: str, value: Any) -> bytes:
    """Return one server-sent event; its JSON has no line breaks, so one `data` line holds it."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), json_bytes(value))


class StreamedAnswer(Response):
    """The response that sends the answer to a request as it is written.

    Status and headers are sent with the decision: an error before it gets the status of any other error. Where the
    decision takes longer than a second, they are sent before it, without the headers of the decision.
    """

    def __init__(self, assistant: Assistant, request: Request, event_format: EventFormat) -> None:
        """Create the response; the answer begins when the server calls it."""
        super().__init__()
        self._assistant, self._request, self._format = assistant, request, event_format

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the answer is complete or the caller disconnects."""
        del scope
        await while_connected(receive, self._write(self._assistant.stream(self._request), send))

    async def _write(self, events: AsyncGenerator[StreamEvent, None], send: Send) -> None:
        started = False
        try:
            async with aclosing(events):
                async for event in events:
                    if not started:
                        await send(event_start(decision_headers(event) if isinstance(event, Decision) else ()))
                        started = True
                    await send_body(send, self._format.encode(event))
        except Exception as error:
            if not started:
                raise
            # The status is sent already: the error must be part of the stream, whatever it is.
            await send_body(send, self._format.encode_error(error_status(error, self._request.id)[1]))
        await send_body(send, b"", more=False)


def event_start(more: Iterable[tuple[bytes, bytes]] = ()) -> Message:
    """Return the message that begins server-sent events, with more headers."""
    return {"type": "http.response.start", "status": 200, "headers": [*EVENT_HEADERS, *more]}


async def send_body(send: Send, body: bytes, *, more: bool = True) -> None:
    """Send a part of a body, or the last one."""
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def while_connected(receive: Receive, work: Coroutine[Any, Any, T]) -> T | None:
    """Return the result of work, or None if the caller disconnected first; the work is cancelled then."""
    working, disconnecting = asyncio.create_task(work), asyncio.create_task(_disconnected(receive))
    try:
        await asyncio.wait((working, disconnecting), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            working.cancel()
            await asyncio.wait((working,))
        return None if working.cancelled() else working.result()
    finally:
        # Also where this task itself was cancelled, as at the end of the server's grace period.
        for task in (working, disconnecting):
            task.cancel()
        await asyncio.gather(working, disconnecting, return_exceptions=True)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
