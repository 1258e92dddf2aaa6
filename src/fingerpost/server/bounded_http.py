"""HTTP connections: uvicorn's protocol, with bounds on what anybody can send before the key is checked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from functools import lru_cache
from secrets import token_hex
from typing import Any, NoReturn
from urllib.parse import unquote

import httptools
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.server_settings import DEFAULTS, Limits
from fingerpost.server.limits import MAX_PIPELINED
from fingerpost.server.middleware import BODY_COMPLETE_KEY, NOSNIFF, PUBLIC_PATHS, TURN_KEY
from fingerpost.server.overload import RETRY_AFTER, AdmittedRequest, LoadGate
from fingerpost.server.paced_reading import FRAMING_COST, PIECE_COST, PacedProtocol
from fingerpost.server.response_cycle import ResponseCycle
from fingerpost.server.responses import error_values, json_bytes
from fingerpost.server.unread import UnreadSweep

SEPARATORS = 4
"""Bytes of a header line beside its name and value: colon, space and line break."""
BODY_PART = 262_144
"""Bytes of a body that must come in the time for one, where it is not complete then."""
MAX_DISCARDED = 64_000_000
"""Bytes of a body that are read after the response, for clients that read it only when they have sent all."""
UNGATED_PATHS = PUBLIC_PATHS | {"/metrics"}
"""Paths that are served also under overload: they tell of it."""

_UPGRADE_TOKENS = (b"upgrade", b"http2-settings")

_SLOW_HEAD = (408, "the headers did not end in time: send them at once")
_SLOW_BODY = (408, "the body did not arrive in time: send it at once, or a smaller one")
_FULL = (503, "as many connections are open as the limit allows, all with a request: try again later")
_OVERLOAD = (503, "the server has more to do than it can do in time: try again later")
_MALFORMED = (400, "this is not a valid HTTP/1.1 request: check the request line, the headers and the encoding")


class BoundedHttpProtocol(PacedProtocol):
    """One connection; it refuses requests with too much before their body, and does not wait forever for one.

    The parser has no bounds of its own and passes a header on only once it is whole, so bytes are counted as well.
    Under overload it refuses requests itself: to begin with them would take much of the time that they are refused for.
    """

    limits = DEFAULTS
    gate = LoadGate(DEFAULTS.requests, DEFAULTS.wait_seconds)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create it as uvicorn does."""
        super().__init__(*args, **kwargs)
        self._max_head, self._max_headers = self.limits.head_bytes, self.limits.headers
        self._head_bytes = 0
        """Bytes of the URL and the headers, or of the trailers, that the parser has passed on."""
        self._unparsed = 0
        """Bytes received since a head, a piece of a body or a whole request last was complete."""
        self._in_body = False
        self._is_surplus = False
        """Whether it is beyond the limit of connections: it gets only what is public."""
        self._reason: tuple[int, str] | None = None
        self._refused = False
        self._deadline: asyncio.TimerHandle | None = None
        self._body_deadline: asyncio.TimerHandle | None = None
        self._body_bytes = self._discarded = 0
        """Bytes of the body since its time began, and after the response to it."""

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.waits_since = self.loop.time()
        if len(self.connections) > self.limits.connections:
            self._make_room()
        self._start_deadline()

    def _make_room(self) -> None:
        """Close the connection that has waited longest for a request; if all have one, this one is for what is public.

        It is never refused before its request was read: a client that still sends would lose the response.
        """
        waiting = [each for each in self.connections if isinstance(each, BoundedHttpProtocol) and each._is_waiting()]
        waiting.remove(self)
        if waiting:
            # Not `close`, which waits for a client that does not read.
            min(waiting, key=lambda each: each.waits_since).transport.abort()
        else:
            self._is_surplus = True

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_deadline()
        self._stop_body_deadline()
        super().connection_lost(exc)

    def receive(self, data: bytes | memoryview) -> None:
        """Parse what came, unless too much came that is no request yet."""
        if self._refused:
            return
        body_bytes = self._body_bytes
        self._parse(data)
        if self._refused:
            return
        if self._in_body:
            # What is around its pieces has a cost, too: a chunk may have an extension of any length.
            self.cost += FRAMING_COST * max(0, len(data) - (self._body_bytes - body_bytes))
        if self._unparsed > self.limits.head_bytes:
            self._refuse(*self._too_large())
        elif self._in_body and self._is_answering():
            if self._body_deadline is None:
                self._start_body_deadline()
        elif self._deadline is None and not self._is_answering():
            # A part of a head, or the rest of a body that was refused: neither may take forever.
            self._start_deadline()

    def _parse(self, data: bytes | memoryview) -> None:
        """Parse as uvicorn does, but for a line in the log for each request that is refused: anybody could fill it."""
        self._unparsed += len(data)
        self._unset_keepalive_if_required()
        while data:
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as ended:
                data = self._head_without_upgrade() + data[ended.args[0] :]
            except httptools.HttpParserError:
                self._refuse(*(self._reason or _MALFORMED))
                return
            else:
                return

    def _head_without_upgrade(self) -> bytes:
        """Return the head of a request that offers another protocol, without the offer; Java's client sends such.

        The parser takes all that follows such a head for the other protocol, also its body.
        """
        lines = [b"%b: %b\r\n" % header for header in _without_upgrade(self.headers)]
        first = b"%b %b HTTP/%b\r\n" % (self.parser.get_method(), self.url, self.parser.get_http_version().encode())
        self._head_bytes = 0
        self.parser = httptools.HttpRequestParser(self)
        return b"".join((first, *lines, b"\r\n"))

    # What the parser passes on

    def on_url(self, url: bytes) -> None:
        """Add a part of the URL."""
        self._head_bytes += len(url)
        if self._head_bytes > self.limits.url_bytes:
            told = f"the URL is longer than {self.limits.url_bytes:,} bytes: send what is long in the body"
            self._stop_parsing(414, told)
        self.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header or a trailer, as uvicorn does: to call it for each takes longer than to do it here."""
        headers = self.headers
        self._head_bytes = size = self._head_bytes + len(name) + len(value) + SEPARATORS
        if size > self._max_head or len(headers) >= self._max_headers:
            self._stop_parsing(*self._too_large())
        name = name.lower()
        if name == b"expect" and value.lower() == b"100-continue":
            self.expect_100_continue = True
        headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Begin the request."""
        if self.parser.should_upgrade():
            if self.parser.get_method() == b"CONNECT":
                self._stop_parsing(*_MALFORMED)
            return
        self._unparsed = self._head_bytes = 0
        self._stop_deadline()
        if len(self.pipeline) >= MAX_PIPELINED:
            # The requests before it are still answered, so that this answer is never sent.
            self._stop_parsing(*_MALFORMED)
        self._begin_request()
        self._in_body = True
        # Trailers go into a list of their own: the headers of the request are already in use.
        self.headers = []

    def _begin_request(self) -> None:
        """Begin the request as uvicorn does without a root path and a limit of its own, or after those before it."""
        parser, scope, url = self.parser, self.scope, httptools.parse_url(self.url)
        version, path = parser.get_http_version(), url.path.decode("ascii")
        scope["http_version"], scope["method"] = version, parser.get_method().decode("ascii")
        scope["path"], scope["raw_path"] = unquote(path) if "%" in path else path, url.path
        scope["query_string"] = url.query or b""
        before, keep_alive = self.cycle, version != "1.0" and parser.should_keep_alive()
        self.cycle = ResponseCycle(
            scope, self.transport, self.flow, self.logger, self.access_logger, self.access_log,
            self.server_state.default_headers, asyncio.Event(), self.expect_100_continue, keep_alive,
            self.on_response_complete,
        )  # fmt: skip
        if before is None or before.response_complete:
            self._start_asgi_task(self.cycle, self.app)
        else:
            self.flow.pause_reading()
            self.pipeline.appendleft((self.cycle, self.app))

    def on_body(self, body: bytes) -> None:
        """Add a part of the body, as uvicorn does; after the response it is discarded."""
        self._unparsed = 0
        self._body_bytes += len(body)
        self.cost += len(body) + PIECE_COST
        cycle = self.cycle
        if cycle.response_complete:
            self._discarded += len(body)
            if self._discarded > MAX_DISCARDED:
                self.transport.close()
            return
        cycle.body += body
        if len(cycle.body) > HIGH_WATER_LIMIT:
            self.flow.pause_reading()
        cycle.message_event.set()

    def on_message_complete(self) -> None:
        """End the body."""
        if self.parser.should_upgrade():
            return
        self._unparsed = self._head_bytes = self._discarded = self._body_bytes = self.cost = 0
        self._in_body = False
        self._stop_body_deadline()
        self.scope[BODY_COMPLETE_KEY] = True  # type: ignore[literal-required]  # a key of ours
        cycle = self.cycle
        if not cycle.response_complete:
            cycle.more_body = False
            cycle.message_event.set()

    # Overload

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Begin a request, unless it would not be served in time."""
        if cycle.scope["path"] in UNGATED_PATHS:
            super()._start_asgi_task(cycle, app)
            return
        if self._is_surplus and len(self.connections) > self.limits.connections:
            self._refuse_request(cycle, *_FULL)
            return
        if self.gate.refuses():
            self._refuse_request(cycle, *_OVERLOAD)
            return
        turn = AdmittedRequest(self.gate)
        cycle.scope[TURN_KEY] = turn  # type: ignore[literal-required]  # a key of ours
        task = self.loop.create_task(cycle.run_asgi(app))
        self.tasks.add(task)

        def end(task: asyncio.Task[None]) -> None:
            # However the request ends, also where another layer answers it: one that is not ended counts forever.
            self.tasks.discard(task)
            turn.end()

        task.add_done_callback(end)

    def _refuse_request(self, cycle: RequestResponseCycle, status: int, message: str) -> None:
        """Respond to a request in place of the app; the connection stays open, and its body is discarded."""
        METRICS.count("refusals", kind="overload")
        cycle.response_started = cycle.response_complete = True
        self._send_error(status, message, keep_alive=cycle.keep_alive)
        if not cycle.keep_alive:
            self.transport.close()
        self.on_response_complete()

    # Refusing

    def _stop_parsing(self, status: int, message: str) -> NoReturn:
        """Refuse the request from inside the parser, which ends with any error."""
        self._reason = (status, message)
        raise ValueError(message)

    def _refuse(self, status: int, message: str) -> None:
        """Respond with an error and close the connection, after the responses to earlier requests."""
        self._refused = True
        self._stop_deadline()
        self._stop_body_deadline()
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

    def _too_large(self) -> tuple[int, str]:
        most, lines = self.limits.head_bytes, self.limits.headers
        return 431, (
            f"URL and headers, or trailers, of more than {most:,} bytes or {lines} lines: send fewer or shorter ones,"
            " and texts in the body"
        )

    def _send_error(self, status: int, message: str, *, keep_alive: bool = False) -> None:
        body = _error_body(status, message)
        headers = [
            *self.server_state.default_headers,
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            NOSNIFF,
            (b"x-fingerpost-request", token_hex(16).encode()),
        ]
        if status == 503:
            headers.append((b"retry-after", b"%d" % RETRY_AFTER))
        if not keep_alive:
            headers.append((b"connection", b"close"))
        lines = [b"%b: %b\r\n" % header for header in headers]
        self.transport.write(b"".join((STATUS_LINE[status], *lines, b"\r\n", body)))

    # Waiting

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _is_waiting(self) -> bool:
        """Whether it waits for the next request."""
        return not self._is_answering() and not self.transport.is_closing()

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.timeout_keep_alive, self._end_wait)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_wait(self) -> None:
        """Close a connection that brought no whole request; one that brought a part of a request is told why."""
        if self._unparsed and not self.transport.is_closing():
            self._refuse(*_SLOW_HEAD)
        else:
            self.transport.close()

    def _start_body_deadline(self) -> None:
        self._body_bytes = 0
        self._body_deadline = self.loop.call_later(self.limits.body_seconds, self._end_body_wait)

    def _stop_body_deadline(self) -> None:
        if self._body_deadline is not None:
            self._body_deadline.cancel()
            self._body_deadline = None

    def _end_body_wait(self) -> None:
        """Refuse a body that does not arrive; one that waits for its turn, or comes at a fair pace, gets more time."""
        if self.pipeline or self._body_bytes >= BODY_PART:
            self._start_body_deadline()
        elif not self.transport.is_closing():
            self._body_deadline = None
            self._refuse(*_SLOW_BODY)


@lru_cache(maxsize=100)
def _error_body(status: int, message: str) -> bytes:
    """Return the body of an error; under overload it is the same for thousands of requests."""
    return json_bytes(error_values(status, message))


def _without_upgrade(headers: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the headers of a request but for its offer of another protocol."""
    for name, value in headers:
        if name == b"connection":
            tokens = [token for token in value.split(b",") if token.strip().lower() not in _UPGRADE_TOKENS]
            yield name, b",".join(tokens) or b"keep-alive"
        elif name not in _UPGRADE_TOKENS:
            yield name, value


def bounded_protocol(limits: Limits, *, waits_for_models: bool) -> type[BoundedHttpProtocol]:
    """Return the protocol with these limits, for one server."""
    gate = LoadGate(limits.requests, None if waits_for_models else limits.wait_seconds)
    members = {"limits": limits, "gate": gate, "sweep": UnreadSweep(limits.body_seconds)}
    return type("ServerProtocol", (BoundedHttpProtocol,), members)
