"""HTTP connections: uvicorn's protocol, with bounds on what anybody can send before the key is checked."""

from __future__ import annotations

import asyncio
from secrets import token_hex
from typing import Any, NoReturn

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from fingerpost.observability.metrics import METRICS
from fingerpost.server.limits import MAX_HEAD_BYTES, MAX_HEADERS, MAX_PIPELINED, MAX_URL_BYTES
from fingerpost.server.responses import error_values, json_bytes

SEPARATORS = 4
"""Bytes of a header line beside its name and value: colon, space and line break."""

_TOO_LARGE = (
    431,
    f"URL and headers, or trailers, of more than {MAX_HEAD_BYTES:,} bytes or {MAX_HEADERS} lines: send fewer or "
    "shorter ones, and texts in the body",
)
_LONG_URL = (414, f"the URL is longer than {MAX_URL_BYTES:,} bytes: send what is long in the body")
_TOO_SLOW = (408, "the headers did not end in time: send them at once")
_MALFORMED = (400, "this is not a valid HTTP/1.1 request: check the request line, the headers and the encoding")


class BoundedHttpProtocol(HttpToolsProtocol):
    """One connection; it refuses requests with too much before their body, and does not wait forever for one.

    The parser has no bounds of its own and passes a header on only once it is whole, so bytes are counted as well.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create it as uvicorn does."""
        super().__init__(*args, **kwargs)
        self._head_bytes = 0
        """Bytes of the URL and the headers, or of the trailers, that the parser has passed on."""
        self._unparsed = 0
        """Bytes received since a head, a piece of a body or a whole request last was complete."""
        self._in_body = False
        self._reason: tuple[int, str] | None = None
        self._refused = False
        self._deadline: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came, unless too much came that is no request yet."""
        if self._refused:
            return
        self._unparsed += len(data)
        super().data_received(data)
        if self._refused:
            return
        if self._unparsed > MAX_HEAD_BYTES:
            self._refuse(*_TOO_LARGE)
        elif self._deadline is None and not self._is_answering():
            # A part of a head, or the rest of a body that was refused: neither may take forever.
            self._start_deadline()

    def on_response_complete(self) -> None:
        """Go on with the next request, and read more only once all that were received are answered."""
        super().on_response_complete()
        # uvicorn reads on after each response: a client that never reads its responses could queue without end.
        if self.pipeline and not self.transport.is_closing():
            self.flow.pause_reading()

    # What the parser passes on

    def on_url(self, url: bytes) -> None:
        """Add a part of the URL."""
        self._head_bytes += len(url)
        if self._head_bytes > MAX_URL_BYTES:
            self._stop_parsing(*_LONG_URL)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header or a trailer."""
        self._head_bytes += len(name) + len(value) + SEPARATORS
        if self._head_bytes > MAX_HEAD_BYTES or len(self.headers) >= MAX_HEADERS:
            self._stop_parsing(*_TOO_LARGE)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin the request."""
        self._unparsed = self._head_bytes = 0
        self._stop_deadline()
        if len(self.pipeline) >= MAX_PIPELINED:
            # The requests before it are still answered, so that this answer is never sent.
            self._stop_parsing(*_MALFORMED)
        super().on_headers_complete()
        self._in_body = True
        # Trailers go into a list of their own: the headers of the request are already in use.
        self.headers = []

    def on_body(self, body: bytes) -> None:
        """Add a part of the body."""
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the body."""
        self._unparsed = self._head_bytes = 0
        self._in_body = False
        super().on_message_complete()

    # Refusing

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser could not read, or what stopped it."""
        self._refuse(*(self._reason or _MALFORMED))

    def _stop_parsing(self, status: int, message: str) -> NoReturn:
        """Refuse the request from inside the parser, which turns any error into `send_400_response`."""
        self._reason = (status, message)
        raise ValueError(message)

    def _refuse(self, status: int, message: str) -> None:
        """Respond with an error and close the connection, after the responses to earlier requests."""
        self._refused = True
        self._stop_deadline()
        METRICS.count("refusals", kind="http")
        if self._is_answering() and not self._in_body:
            # A later request is refused: a response now would be taken for the one to the request before it.
            self.cycle.keep_alive = False
            self.flow.pause_reading()
            return
        if self._in_body:
            self.cycle.disconnected = True
        if not self._in_body or not (self.cycle.response_started or self.pipeline):
            self._send_error(status, message)
        self.transport.close()

    def _send_error(self, status: int, message: str) -> None:
        body = json_bytes(error_values(status, message))
        headers = [
            *self.server_state.default_headers,
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
            (b"x-fingerpost-request", token_hex(16).encode()),
        ]
        lines = [b"%b: %b\r\n" % header for header in headers]
        self.transport.write(b"".join((STATUS_LINE[status], *lines, b"\r\n", body)))

    # Waiting

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.timeout_keep_alive, self._end_wait)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_wait(self) -> None:
        """Close a connection that brought no whole request; one that brought a part of a request is told why."""
        if self._unparsed and not self.transport.is_closing():
            self._refuse(*_TOO_SLOW)
        else:
            self.transport.close()
