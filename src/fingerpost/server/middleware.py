"""The outermost middleware: access policy, body size limit, request id, timing and error responses.

It is plain ASGI and can bypass FastAPI's own layers, which would take longer than a decision does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from os import urandom
from time import perf_counter
from typing import NamedTuple
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.runtime.server_settings import Limits
from fingerpost.server.access import AccessDenied, AccessPolicy, read_api_key
from fingerpost.server.origin_guard import OriginGuard
from fingerpost.server.pages import Pages
from fingerpost.server.responses import JsonResponse, RawHeader, error_response, error_values, raw_headers
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

NOSNIFF = (b"x-content-type-options", b"nosniff")
"""The header that every response has: a browser takes it for nothing else than it is said to be."""

_SENT_ONCE = frozenset((b"host", b"origin"))
_TOKEN_HEADER = TOKEN_HEADER.encode()
_READ_HEADERS = _SENT_ONCE | {b"content-length", b"authorization", b"x-api-key", b"cookie", _TOKEN_HEADER}

HttpHandler = Callable[[Request], Awaitable[Response]]
"""Responds to a request with a response whose body is complete."""


class BodyLimit(NamedTuple):
    """The most bytes of a body, and what is said of a larger one."""

    size: int
    message: str


FORM_LIMIT = BodyLimit(8_000, "the form is larger than 8,000 bytes: send only the fields of the page")
"""Of a form of a few short fields, and of any body where no key is needed."""


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
        self._app, self._policy, self._guard = app, policy, guard
        self._limit = BodyLimit(
            max_body, f"the body is larger than {max_body:,} bytes: send less, or raise FINGERPOST_LARGEST"
        )
        self._direct, self._limits, self._sign_in, self._pages = direct, limits, sign_in, pages
        self._public = PUBLIC_PATHS if pages is None else PUBLIC_PATHS | pages.public
        self._page_headers = dict((NOSNIFF, *raw_headers({} if pages is None else pages.headers))).items()
        self._ids = _RequestIds()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        scope[REQUEST_ID_KEY] = self._ids.new()
        is_page = self._pages is not None and self._pages.has(scope["path"])
        response = _ResponseSender(scope, send, self._page_headers if is_page else (NOSNIFF,))
        try:
            await self._serve(scope, receive, response)
        except Exception as error:
            # Starlette re-raises errors after responding to them, and the server would close the connection.
            if response.status and not response.complete:
                raise
            if not response.status:
                await response.send_whole(self._failure(scope, error))
        finally:
            _count(scope, response.status, perf_counter() - started)

    async def _serve(self, scope: Scope, receive: Receive, response: _ResponseSender) -> None:
        headers = _read_headers(scope["headers"])
        denied = self._foreign(headers) or self._denied(scope, headers)
        if denied is not None:
            await response.send_whole(self._refusal(scope, *denied))
            return
        length, limit = headers.get(b"content-length"), self._limit_of(scope)
        if length is not None and int(length) > limit.size:
            # The server reads and discards the rest: closing the connection now could lose this response.
            raise HTTPException(413, limit.message)
        if scope["method"] != "POST":
            await self._app(scope, receive, response.send)
            return
        body = await read_body(scope, receive, limit)
        if body is None:
            return
        scope[BODY_KEY], scope[LIMITS_KEY] = body, self._limits
        handler = self._direct.get(scope["path"])
        if handler is None:
            await self._app(scope, received(body, receive), response.send)
        else:
            await response.send_whole(await handler(Request(scope, receive)))

    def _limit_of(self, scope: Scope) -> BodyLimit:
        return FORM_LIMIT if scope["path"] in self._public else self._limit

    def _denied(self, scope: Scope, headers: Mapping[bytes, bytes]) -> tuple[int, str, dict[str, str]] | None:
        client = scope["client"][0] if scope.get("client") else ""
        if scope["path"] in self._public:
            # What is sent without a key may hold one, as a form does: attempts are counted before it is read.
            often = self._policy.check_rate(client) if scope["method"] == "POST" else None
            return None if often is None else (DENIED[often.kind], often.message, often.headers)
        key = read_api_key(_text(headers.get(b"authorization")), _text(headers.get(b"x-api-key")))
        cookie = read_cookie(headers.get(b"cookie")) if key is None else None
        caller = self._policy.admit(client, key, scope["path"], cookie)
        if not isinstance(caller, AccessDenied):
            scope[CALLER_KEY] = caller
            return self._forged(scope, caller.session, headers) if caller.session else None
        if caller.kind == "role" and not _has_route(scope):
            return 404, "there is no such path: the paths are documented at /docs", {}
        more = {"www-authenticate": "Bearer"} if caller.kind == "key" else caller.headers
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
        return JsonResponse(error_values(status, message), status, raw_headers(headers))

    def _failure(self, scope: Scope, error: Exception) -> Response:
        if isinstance(error, HTTPException):
            return self._refusal(scope, error.status_code, error.detail, dict(error.headers or {}))
        return error_response(error, scope[REQUEST_ID_KEY])

    def _foreign(self, headers: Mapping[bytes, bytes]) -> tuple[int, str, dict[str, str]] | None:
        found = self._guard.refusal(headers.get(b"host"), headers.get(b"origin"))
        if found is None:
            return None
        METRICS.count("refusals", kind="origin")
        return found.status, found.message, {}


class _RequestIds:
    """Ids of 128 random bits, for one event loop; the system is asked for many at once, which takes less time."""

    AT_ONCE = 128

    def __init__(self) -> None:
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Forget the ids that the parent will use."""
        self._left: list[str] = []

    def new(self) -> str:
        """Return an id that was not returned before."""
        if not self._left:
            drawn = urandom(16 * self.AT_ONCE).hex()
            self._left = [drawn[start : start + 32] for start in range(0, len(drawn), 32)]
        return self._left.pop()


class _ResponseSender:
    """Sends the response to one request, with the request's id; `status` is 0 until it began.

    `required`: headers that are added where the response has none of that name.
    """

    __slots__ = ("_required", "_scope", "_send", "complete", "status")

    def __init__(self, scope: Scope, send: Send, required: Iterable[RawHeader]) -> None:
        self._scope, self._send, self._required = scope, send, required
        self.status, self.complete = 0, False

    async def send(self, message: Message) -> None:
        """Send a part of the response, as the app does."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": self._complete(message["headers"])}
        elif message["type"] == "http.response.body":
            self.complete = not message.get("more_body", False)
        await self._send(message)

    async def send_whole(self, response: Response) -> None:
        """Send a response whose body is complete."""
        self.status = response.status_code
        headers = self._complete(response.raw_headers)
        await self._send({"type": "http.response.start", "status": self.status, "headers": headers})
        self.complete = True
        await self._send({"type": "http.response.body", "body": response.body})

    def _complete(self, headers: Iterable[RawHeader]) -> list[RawHeader]:
        """Return all headers, in a new list: the response may send the same one again."""
        found = [*headers, self._id_header()]
        given = dict(found)
        found += [header for header in self._required if header[0] not in given]
        return found

    def _id_header(self) -> tuple[bytes, bytes]:
        """Return the header with the id; beyond ASCII it is percent-encoded, as the route is."""
        told: str = self._scope[REQUEST_ID_KEY]
        return b"x-fingerpost-request", (told if told.isascii() else quote(told)).encode()


def _has_route(scope: Scope) -> bool:
    """Whether the app has the path; a key of any role is told of paths that do not exist."""
    return any(route.matches(scope)[0] is not Match.NONE for route in scope["app"].routes)


async def read_body(scope: Scope, receive: Receive, limit: BodyLimit) -> bytes | None:
    """Return the whole body, or None if the caller disconnected; raises HTTPException for one that is too large.

    While it waits for a body the request does not count as work that others have to wait for.
    """
    turn = None if BODY_COMPLETE_KEY in scope else scope.get(TURN_KEY)
    if turn is not None:
        turn.pause()
    pieces, left, more = list[bytes](), limit.size, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        pieces.append(message.get("body", b""))
        left -= len(pieces[-1])
        if left < 0:
            raise HTTPException(413, limit.message)
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


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "surrogateescape")
