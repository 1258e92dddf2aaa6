"""The outermost middleware: access policy, body size limit, request id, timing and error responses.

It is plain ASGI and can bypass FastAPI's own layers, which would take longer than a decision does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from math import ceil
from secrets import token_hex
from time import perf_counter
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fingerpost.observability.metrics import METRICS
from fingerpost.server.access import AccessPolicy, read_api_key
from fingerpost.server.limits import Limits
from fingerpost.server.responses import JsonResponse, error_response, error_values

PUBLIC_PATHS = frozenset(("/healthz", "/readyz", "/docs", "/openapi.json"))
"""Paths that need no key: health and documentation, without data of users."""

TIMED_PATHS = PUBLIC_PATHS | {"/metrics", "/v1/route", "/v1/ask", "/v1/feedback", "/v1/chat/completions", "/v1/models"}
"""Paths that are timed by name; any other is counted as "other"."""

REQUEST_ID_KEY = "fingerpost.request"
"""The key of an ASGI scope that holds the id of the request: a new one, until a body names the caller's own."""

GATE_KEY = "fingerpost.gate"
"""The key of an ASGI scope that holds the LoadGate of the server, which counts the request."""

BODY_COMPLETE_KEY = "fingerpost.body_complete"
"""The key of an ASGI scope that is set once the whole body has arrived."""

BODY_KEY = "fingerpost.body"
"""The key of an ASGI scope that holds the body."""

LIMITS_KEY = "fingerpost.limits"
"""The key of an ASGI scope that holds the Limits."""

HttpHandler = Callable[[Request], Awaitable[Response]]


class RequestMiddleware:
    """Passes requests on to the app, or responds with an error."""

    def __init__(
        self,
        app: ASGIApp,
        policy: AccessPolicy,
        max_body: int,
        direct: Mapping[str, HttpHandler],
        limits: Limits,
    ) -> None:
        """Create the middleware; `max_body` is in bytes, and POST requests to `direct` paths bypass the app."""
        self._app, self._policy, self._max_body = app, policy, max_body
        self._direct, self._limits = direct, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        scope[REQUEST_ID_KEY] = token_hex(16)
        status, complete = 0, False

        async def send_with_id(message: Message) -> None:
            nonlocal status, complete
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"].append((b"x-fingerpost-request", _header_value(scope[REQUEST_ID_KEY])))
            elif message["type"] == "http.response.body":
                complete = not message.get("more_body", False)
            await send(message)

        length = authorization = api_key = None
        for name, value in scope["headers"]:
            if name == b"content-length":
                length = value
            elif name == b"authorization":
                authorization = value
            elif name == b"x-api-key":
                api_key = value
        try:
            denied = None if scope["path"] in PUBLIC_PATHS else self._denied(scope, authorization, api_key)
            if denied is not None:
                code, message, headers = denied
                await JsonResponse(error_values(code, message), code, headers)(scope, receive, send_with_id)
            elif length is not None and int(length) > self._max_body:
                # The server reads and discards the rest: closing the connection now could lose this response.
                await JsonResponse(error_values(413, too_large(self._max_body)), 413)(scope, receive, send_with_id)
            else:
                await self._pass_on(scope, receive, send_with_id)
        except Exception as error:
            # Starlette re-raises errors after responding to them, and the server would close the connection.
            if status and not complete:
                raise
            if not status:
                await error_response(error, scope[REQUEST_ID_KEY])(scope, receive, send_with_id)
        finally:
            _count(scope, status, perf_counter() - started)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        body = await read_body(scope, receive, self._max_body)
        if body is None:
            return
        scope[BODY_KEY], scope[LIMITS_KEY] = body, self._limits
        handler = self._direct.get(scope["path"])
        if handler is None:
            await self._app(scope, _received(body, receive), send)
            return
        response = await handler(Request(scope, receive, send))
        await response(scope, receive, send)

    def _denied(
        self, scope: Scope, authorization: bytes | None, api_key: bytes | None
    ) -> tuple[int, str, dict[str, str]] | None:
        client = scope["client"][0] if scope.get("client") else ""
        denied = self._policy.check(client, read_api_key(_text(authorization), _text(api_key)))
        if denied is None:
            return None
        if denied.kind == "key":
            return 401, denied.message, {"www-authenticate": "Bearer"}
        return 429, denied.message, {"retry-after": str(max(1, ceil(denied.retry_after)))}


def too_large(max_body: int) -> str:
    """Return the message for a body that is too large."""
    return f"the body is larger than {max_body:,} bytes: send less, or raise FINGERPOST_LARGEST"


async def read_body(scope: Scope, receive: Receive, max_body: int) -> bytes | None:
    """Return the whole body, or None if the caller disconnected; raises HTTPException for one that is too large.

    While it waits for a body the request does not count as work that others have to wait for.
    """
    gate = None if BODY_COMPLETE_KEY in scope else scope.get(GATE_KEY)
    if gate is not None:
        gate.end(answered=False)
    try:
        pieces, left, more = list[bytes](), max_body, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            pieces.append(message.get("body", b""))
            left -= len(pieces[-1])
            if left < 0:
                raise HTTPException(413, too_large(max_body))
            more = message.get("more_body", False)
    finally:
        if gate is not None:
            gate.begin()
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _received(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` for a body that was read: the body, then what comes after it."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return first.pop() if first else await receive()

    return received


def _count(scope: Scope, status: int, seconds: float) -> None:
    """Count a request that ended; without a status, the caller disconnected before the response."""
    if GATE_KEY in scope:
        scope[GATE_KEY].end()
    path = scope["path"] if scope["path"] in TIMED_PATHS else "other"
    METRICS.observe("http_requests", seconds, (("path", path), ("status", str(status or 499))))


def _header_value(request_id: str) -> bytes:
    """Return an id as it is sent; beyond ASCII it is percent-encoded, as the route is."""
    return (request_id if request_id.isascii() else quote(request_id)).encode()


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "surrogateescape")
