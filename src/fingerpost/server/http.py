"""The assistant over HTTP: what a message needs (`/v1/route`), and its answer (`/v1/ask`), whole or as it is written.

`/v1/feedback` takes a person's word on what was decided.

    app = make_app(Assistant.open("avap", settings), settings)

OpenAI's form of it is in `openai_form.py`; health and metrics are in `status.py`. Every response names its request in
`X-Fingerpost-Request`, and where something was decided the decision in `-Route`, `-Layer` and `-Confidence`. Faults
have one form on all paths, which is OpenAI's.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from fingerpost import __version__
from fingerpost.answering.assistant import Assistant
from fingerpost.errors import FingerpostError
from fingerpost.learning.feedback import record_feedback
from fingerpost.server import health, openai_chat, openapi
from fingerpost.server.access import Guard
from fingerpost.server.middleware import REQUEST, Front, Handler
from fingerpost.server.request_bodies import Asking, Feedback, Routing, message_of, read_asking, read_json, session_of
from fingerpost.server.responses import (
    Json,
    answer_values,
    decision_headers,
    decision_values,
    fault_response,
)
from fingerpost.server.streaming import Events, Question, Stream, until_gone
from fingerpost.settings import Serving, Settings


def make_app(assistant: Assistant, settings: Settings) -> FastAPI:
    """Return the app. It neither opens nor closes the assistant."""
    app = App(settings.serving)

    @app.post("/v1/route", openapi_extra=openapi.body(Routing), responses=openapi.DECIDED)
    async def route(request: Request) -> Response:
        """Tell what a message needs. It is remembered in its session, or in that of its `user` in its `room`.

        Where none of them is named, nothing is stored.
        """
        given = await read_json(request, Routing)
        message = message_of(given)
        if not (given.session or given.user or given.room):
            router = assistant.routes.router
            decision = await router.aroute(message)
        else:
            name = given.request_id or request.scope[REQUEST]
            async with assistant.sessions.exchange(
                session_of(given), message, user=given.user or None, room=given.room or None, request=name
            ) as exchange:
                router = exchange.router
                decision = await exchange.aroute()
        return Json(decision_values(decision, router.routebook), headers=decision_headers(decision))

    @app.post("/v1/ask", openapi_extra=openapi.body(Asking, multipart=True), responses=openapi.ANSWERED)
    async def ask(request: Request) -> Response:
        """Answer a message: as JSON, or with `stream` or `Accept: text/event-stream` as server-sent events.

        The events are `decision`, then `piece` as the text is written, and last `answer`; or else `error`. Code is
        checked before it is sent, and comes as one piece. Whoever goes away ends the request.
        """
        given, attachments = await read_asking(request)
        question = Question(
            assistant,
            message_of(given, attachments),
            request=given.request_id or request.scope[REQUEST],
            session=session_of(given),
            user=given.user or None,
            room=given.room or None,
            timeout=given.timeout,
        )
        if given.stream or "text/event-stream" in request.headers.get("accept", ""):
            return Stream(question, Events(question))
        answer = await until_gone(request.receive, question.whole())
        if answer is None:
            return Response(status_code=499)
        values = answer_values(answer, question.book, question.request, question.session)
        return Json(values, headers=decision_headers(answer.decision))

    @app.post("/v1/feedback", openapi_extra=openapi.body(Feedback), responses=openapi.HEARD)
    async def feedback(request: Request) -> Response:
        """Keep which route a message should have had, to learn from. The message was sent with a session, or asked."""
        given, store = await read_json(request, Feedback), assistant.sessions.store
        book = assistant.routes.router.routebook
        kept = await store.run_in_thread(record_feedback, store, book, given.request_id, given.route, given.session)
        return Json({"request": given.request_id, "route": kept})

    app.direct["/v1/route"] = route
    openai_chat.add(app, assistant)
    health.add(app, assistant)
    openapi.add(app, Routing, Asking, Feedback, openai_chat.ChatCompletion, multipart=Asking)
    return app


class App(FastAPI):
    """FastAPI behind a front of ours; `direct` are handlers by path that the front calls itself."""

    def __init__(self, serving: Serving) -> None:
        """Take who may come in."""
        super().__init__(title="Fingerpost", version=__version__, docs_url=None, redoc_url=None)
        self.direct: dict[str, Handler] = {}
        self._serving = serving
        self.router.route_class = PlainRoute
        for kind in (FingerpostError, HTTPException, Exception):
            self.add_exception_handler(kind, _answer)

    def build_middleware_stack(self) -> ASGIApp:
        """Put the front before all else."""
        return Front(super().build_middleware_stack(), Guard(self._serving), self._serving.largest, self.direct)


class PlainRoute(APIRoute):
    """Calls its function with the request and nothing else: nothing is left for FastAPI to take apart."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the function itself."""
        return self.endpoint


async def _answer(request: Request, error: Exception) -> Response:
    return fault_response(error, request.scope[REQUEST])
