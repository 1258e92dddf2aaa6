"""The outermost middleware: access policy, body size limit, request id, timing and error responses.

It is plain ASGI and can bypass FastAPI's own layers, which would take longer than a decision does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from math import ceil
from secrets import token_hex
from time import perf_counter
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fingerpost.observability.metrics import METRICS
from fingerpost.server.access import AccessDenied, AccessPolicy, read_api_key
from fingerpost.server.limits import Limits
from fingerpost.server.origin_guard import OriginGuard
from fingerpost.server.pages import Pages
from fingerpost.server.responses import JsonResponse, error_response, error_values
from fingerpost.server.sign_in import SAFE_METHODS, TOKEN_HEADER, SignIn, read_cookie
from fingerpost.server.statuses import DENIED

PUBLIC_PATHS = frozenset(("/healthz", "/readyz", "/docs", "/openapi.json"))
"""Paths that need no key: health and documentation, without data of users."""

TIMED_PATHS = PUBLIC_PATHS | {
    "/metrics", "/v1/route", "/v1/ask", "/v1/feedback", "/v1/chat/completions", "/v1/models", "/v1/decisions",
    "/v1/decisions/live",
}  # fmt: skip
"""Paths that are timed by name; any other is counted as "other"."""

REQUEST_ID_KEY = "fingerpost.request"
"""The key of an ASGI scope that holds the id of the request: a new one, until a body names the caller's own."""

TURN_KEY = "fingerpost.turn"
"""The key of an ASGI scope that holds the AdmittedRequest, where the server limits its load."""

BODY_COMPLETE_KEY = "fingerpost.body_complete"
"""The key of an ASGI scope that is set once the whole body has arrived."""

BODY_KEY = "fingerpost.body"
"""The key of an ASGI scope that holds the body."""

LIMITS_KEY = "fingerpost.limits"
"""The key of an ASGI scope that holds the Limits."""

CALLER_KEY = "fingerpost.caller"
"""The key of an ASGI scope that holds who sent the request, where its path needs a key."""

_SENT_ONCE = frozenset((b"host", b"origin"))
_TOKEN_HEADER = TOKEN_HEADER.encode()
_READ_HEADERS = _SENT_ONCE | {b"content-length", b"authorization", b"x-api-key", b"cookie", _TOKEN_HEADER}

HttpHandler = Callable[[Request], Awaitable[Response]]


class RequestMiddleware:
    """Passes requests on to the app, or responds with an error."""

    def __init__(
        self,
        app: ASGIApp,
        policy: AccessPolicy,
        guard: OriginGuard,
        max_body: int,
        direct: Mapping[str, HttpHandler],
        limits: Limits,
        sign_in: SignIn,
        pages: Pages | None = None,
    ) -> None:
        """Create the middleware; `max_body` is in bytes, and POST requests to `direct` paths bypass the app."""
        self._app, self._policy, self._guard, self._max_body = app, policy, guard, max_body
        self._direct, self._limits, self._sign_in, self._pages = direct, limits, sign_in, pages
        self._public = PUBLIC_PATHS if pages is None else PUBLIC_PATHS | pages.public

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
                told = (b"x-fingerpost-request", _header_value(scope[REQUEST_ID_KEY]))
                # A new list: the response may send the same one again.
                message = {**message, "headers": [*message["headers"], told]}
            elif message["type"] == "http.response.body":
                complete = not message.get("more_body", False)
            await send(message)

        headers = _read_headers(scope["headers"])
        length = headers.get(b"content-length")
        try:
            denied = self._foreign(headers)
            if denied is None and scope["path"] not in self._public:
                denied = self._denied(scope, headers)
            if denied is not None:
                await self._refusal(scope, *denied)(scope, receive, send_with_id)
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
            await self._app(scope, received(body, receive), send)
            return
        response = await handler(Request(scope, receive, send))
        await response(scope, receive, send)

    def _denied(self, scope: Scope, headers: Mapping[bytes, bytes]) -> tuple[int, str, dict[str, str]] | None:
        client = scope["client"][0] if scope.get("client") else ""
        key = read_api_key(_text(headers.get(b"authorization")), _text(headers.get(b"x-api-key")))
        cookie = read_cookie(headers.get(b"cookie")) if key is None else None
        caller = self._policy.admit(client, key, scope["path"], cookie)
        if not isinstance(caller, AccessDenied):
            scope[CALLER_KEY] = caller
            return self._forged(scope, caller.session, headers) if caller.session else None
        if caller.kind == "role" and not _has_route(scope):
            return 404, "there is no such path: the paths are documented at /docs", {}
        more = {}
        if caller.kind == "key":
            more["www-authenticate"] = "Bearer"
        elif caller.retry_after:
            more["retry-after"] = str(max(1, ceil(caller.retry_after)))
        return DENIED[caller.kind], caller.message, more

    def _forged(
        self, scope: Scope, cookie: str, headers: Mapping[bytes, bytes]
    ) -> tuple[int, str, dict[str, str]] | None:
        """Refuse a change by cookie alone: browsers send it with calls of other servers' pages on this machine, too."""
        if scope["method"] in SAFE_METHODS or self._sign_in.has_token(cookie, headers.get(_TOKEN_HEADER)):
            return None
        METRICS.count("refusals", kind="token")
        return 403, f"the header {TOKEN_HEADER} is missing or wrong: open the page again, or send an API key", {}

    def _refusal(self, scope: Scope, status: int, message: str, headers: dict[str, str]) -> Response:
        if self._pages is not None and self._pages.has(scope["path"]):
            return self._pages.refusal(Request(scope), status, message, headers)
        return JsonResponse(error_values(status, message), status, headers)

    def _foreign(self, headers: Mapping[bytes, bytes]) -> tuple[int, str, dict[str, str]] | None:
        found = self._guard.refusal(headers.get(b"host"), headers.get(b"origin"))
        if found is None:
            return None
        METRICS.count("refusals", kind="origin")
        return found.status, found.message, {}


def _has_route(scope: Scope) -> bool:
    """Whether the app has the path; a key of any role is told of paths that do not exist."""
    return any(route.matches(scope)[0] is not Match.NONE for route in scope["app"].routes)


def too_large(max_body: int) -> str:
    """Return the message for a body that is too large."""
    return f"the body is larger than {max_body:,} bytes: send less, or raise FINGERPOST_LARGEST"


async def read_body(scope: Scope, receive: Receive, max_body: int) -> bytes | None:
    """Return the whole body, or None if the caller disconnected; raises HTTPException for one that is too large.

    While it waits for a body the request does not count as work that others have to wait for.
    """
    turn = None if BODY_COMPLETE_KEY in scope else scope.get(TURN_KEY)
    if turn is not None:
        turn.pause()
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
    if turn is not None:
        turn.resume()
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def received(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` for a body that was read: the body, then what comes after it."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return first.pop() if first else await receive()

    return receive_again


def _count(scope: Scope, status: int, seconds: float) -> None:
    """Count a request that ended; without a status, the caller disconnected before the response."""
    path = scope["path"] if scope["path"] in TIMED_PATHS else "other"
    METRICS.observe("http_requests", seconds, (("path", path), ("status", str(status or 499))))


def _read_headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Return the headers that are read here; `Host` or `Origin` sent twice are no name at all."""
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in _READ_HEADERS:
            found[name] = b"," if name in _SENT_ONCE and name in found else value
    return found


def _header_value(request_id: str) -> bytes:
    """Return an id as it is sent; beyond ASCII it is percent-encoded, as the route is."""
    return (request_id if request_id.isascii() else quote(request_id)).encode()


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "surrogateescape")
