"""What stands before every HTTP request: the guard, the largest body, a name for the request, its time and its faults.

Plain ASGI, and it stands before FastAPI's own layers: on the way to a decision they would take longer than it does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from math import ceil
from secrets import token_hex
from time import perf_counter

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fingerpost.observability.metrics import METRICS
from fingerpost.server.access import Guard, key_in
from fingerpost.server.responses import Json, fault_response, fault_values

OPEN = frozenset(("/healthz", "/readyz", "/docs", "/openapi.json"))
"""Paths that need no key: they tell whether the process is well and how it is used, and nothing of anybody."""

PATHS = OPEN | {"/metrics", "/v1/route", "/v1/ask", "/v1/feedback", "/v1/chat/completions", "/v1/models"}
"""Paths that are timed by name; any other is counted as "other"."""

REQUEST = "fingerpost.request"
"""Where in an ASGI scope the name of a request is kept."""


Handler = Callable[[Request], Awaitable[Response]]


class Front:
    """Lets requests through to the app, or answers in its place."""

    def __init__(self, app: ASGIApp, guard: Guard, largest: int, direct: Mapping[str, Handler]) -> None:
        """Take who may come in, the bytes of the largest body, and what is posted to without asking the app."""
        self._app, self._guard, self._largest = app, guard, largest
        self._direct = direct

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        request = scope[REQUEST] = token_hex(16)
        own = (b"x-fingerpost-request", request.encode())
        status, over = 0, False

        async def named(message: Message) -> None:
            nonlocal status, over
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"].append(own)
            elif message["type"] == "http.response.body":
                over = not message.get("more_body", False)
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
            refused = None if scope["path"] in OPEN else self._refused(scope, authorization, api_key)
            if refused is not None:
                code, message, headers = refused
                await Json(fault_values(code, message), code, headers)(scope, receive, named)
            elif length is not None and int(length) > self._largest:
                # The rest is read and thrown away by the server: closing now could cost the caller this answer.
                await Json(fault_values(413, self._too_large()), 413)(scope, receive, named)
            else:
                await self._pass_on(scope, receive if length is not None else self._counted(receive), named)
        except Exception as error:
            # Starlette raises again what it has answered; the server would close the connection over it.
            if status and not over:
                raise
            if not status:
                await fault_response(error, request)(scope, receive, named)
        finally:
            path = scope["path"] if scope["path"] in PATHS else "other"
            # Without a status, the caller was gone before there was one.
            METRICS.observe("http_requests", perf_counter() - began, (("path", path), ("status", str(status or 499))))

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        handler = self._direct.get(scope["path"]) if scope["method"] == "POST" else None
        if handler is None:
            await self._app(scope, receive, send)
            return
        response = await handler(Request(scope, receive, send))
        await response(scope, receive, send)

    def _refused(
        self, scope: Scope, authorization: bytes | None, api_key: bytes | None
    ) -> tuple[int, str, dict[str, str]] | None:
        client = scope["client"][0] if scope.get("client") else ""
        refusal = self._guard.refusal(client, key_in(_text(authorization), _text(api_key)))
        if refusal is None:
            return None
        if refusal.kind == "key":
            return 401, refusal.message, {"www-authenticate": "Bearer"}
        return 429, refusal.message, {"retry-after": str(max(1, ceil(refusal.retry_after)))}

    def _counted(self, receive: Receive) -> Receive:
        """Return a body without a length that ends in a refusal once too much of it came."""
        left = self._largest

        async def counted() -> Message:
            nonlocal left
            message = await receive()
            if message["type"] == "http.request":
                left -= len(message.get("body", b""))
                if left < 0:
                    raise HTTPException(413, self._too_large())
            return message

        return counted

    def _too_large(self) -> str:
        return f"the body is larger than {self._largest:,} bytes: send less, or raise FINGERPOST_LARGEST"


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "surrogateescape")
