"""The assistant over HTTP: the decision for a message (`/v1/route`) and its answer (`/v1/ask`), whole or streamed.

`/v1/feedback` stores which route a message should have had; `decisions.py` has what was decided.

    app = make_app(Assistant.open("./shop", settings), settings)

The OpenAI-compatible paths are in `openai_chat.py`; health and metrics are in `health.py`. Every response has its
request id in `X-Fingerpost-Request`, the caller's own where it sent one, and the decision in `-Route`, `-Accepted`,
`-Layer` and `-Confidence`. Errors have OpenAI's format on all paths.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import cached_property
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from fingerpost import __version__
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.request import Request
from fingerpost.errors import FingerpostError, MessageError
from fingerpost.learning.feedback import record_feedback
from fingerpost.learning.route_changes import RouteChanges
from fingerpost.runtime.deadline import Deadline
from fingerpost.server import (
    change_bodies,
    changes,
    decisions,
    health,
    health_report,
    openai_chat,
    openapi,
    review,
    review_bodies,
    routes,
    savings,
)
from fingerpost.server.access import AccessPolicy, Caller
from fingerpost.server.explaining import Explainer
from fingerpost.server.middleware import CALLER_KEY, REQUEST_ID_KEY, HttpHandler, RequestMiddleware
from fingerpost.server.origin_guard import OriginGuard, with_cors
from fingerpost.server.pages import AddPages, Pages
from fingerpost.server.request_bodies import (
    AskBody,
    FeedbackBody,
    RouteBody,
    message_of,
    read_json,
    read_message,
)
from fingerpost.server.responses import (
    JsonResponse,
    answer_values,
    decision_headers,
    decision_values,
    error_headers,
    error_response,
    error_status,
)
from fingerpost.server.served_routes import ServedRoutes
from fingerpost.server.session_names import SessionNames, feedback_owner
from fingerpost.server.sign_in import SignIn
from fingerpost.server.streaming import NamedEventFormat, StreamedAnswer, while_connected
from fingerpost.settings import ServerSettings, Settings
from fingerpost.stores.turn_writer import check_ids
from fingerpost.types import Attachment


def make_app(assistant: Assistant, settings: Settings, add_pages: AddPages | None = None) -> HttpApp:
    """Return the app over an assistant that the caller opens and closes, with the pages that a function adds."""
    store = assistant.sessions.store
    reader = decisions.DecisionReader(store, assistant.routes, recorded=settings.traces == "store")
    app = HttpApp(settings.serving, SignIn(store.owners.secret()), reader)
    explainer, names = app.explainer, SessionNames(store)

    @app.post(
        "/v1/route", openapi_extra=openapi.request_body(RouteBody, multipart=True), responses=openapi.DECISION_RESPONSES
    )
    async def route(http_request: HttpRequest) -> Response:
        """Return the decision for a message, with the earlier messages of its session, or of its `user` in its `room`.

        It is stored there only with a `request_id`. With `explain`, `explanation` says why it was decided so.
        """
        given, attachments = await read_message(http_request, RouteBody)
        if given.session or given.user or given.room:
            request = _request(assistant, names, given, http_request, attachments)
            decision, book = await assistant.route(request), request.book
        else:
            if given.request_id:
                check_ids(request=given.request_id)
                http_request.scope[REQUEST_ID_KEY] = given.request_id
            router = assistant.routes.router
            decision, book = await router.aroute(message_of(given, attachments)), router.routebook
        values = decision_values(decision, book)
        if given.explain:
            caller, deadline = http_request.scope[CALLER_KEY], Deadline(settings.answer_timeout)
            values["explanation"] = await explainer.values(caller.name, decision, deadline)
        return JsonResponse(values, headers=decision_headers(decision))

    @app.post(
        "/v1/ask", openapi_extra=openapi.request_body(AskBody, multipart=True), responses=openapi.ANSWER_RESPONSES
    )
    async def ask(http_request: HttpRequest) -> Response:
        """Answer a message: as JSON, or with `stream` or `Accept: text/event-stream` as server-sent events.

        The events are `decision`, then `piece` as the text is written, and last `answer`; or else `error`. Code is
        validated before it is sent, and comes as one piece. A caller that disconnects cancels the request.
        """
        given, attachments = await read_message(http_request, AskBody)
        request = _request(assistant, names, given, http_request, attachments, given.timeout)
        if given.stream or "text/event-stream" in http_request.headers.get("accept", ""):
            if given.explain:
                raise MessageError("a streamed answer is not explained: leave out `stream`, or ask /v1/route why")
            return StreamedAnswer(assistant, request, NamedEventFormat(request))
        caller: Caller = http_request.scope[CALLER_KEY]
        if given.explain:
            explainer.check(caller.name)
        answer = await while_connected(http_request.receive, assistant.ask(request))
        if answer is None:
            return Response(status_code=499)
        values = answer_values(answer, request.book, request.id, request.session)
        if given.explain:
            values["explanation"] = await explainer.values(caller.name, answer.decision, request.deadline)
        return JsonResponse(values, headers=decision_headers(answer.decision))

    @app.post("/v1/feedback", openapi_extra=openapi.request_body(FeedbackBody), responses=openapi.FEEDBACK_RESPONSES)
    async def feedback(http_request: HttpRequest) -> Response:
        """Store which route a message should have had, to learn from. The message was sent with a session, or asked."""
        given, store = await read_json(http_request, FeedbackBody), assistant.sessions.store
        book, owner = assistant.routes.router.routebook, feedback_owner(http_request.scope[CALLER_KEY])
        message = given.request_id, given.route, given.session
        stored = await store.run_in_thread(record_feedback, store, book, *message, owner)
        return JsonResponse({"request": given.request_id, "route": stored.route})

    app.direct["/v1/route"] = route
    openai_chat.add_paths(app, assistant, names)
    health.add_paths(app, assistant)
    _add_paths_for_people(app, assistant, settings)
    openapi.add_documentation(
        app,
        RouteBody,
        AskBody,
        FeedbackBody,
        openai_chat.ChatCompletionBody,
        *review_bodies.BODIES,
        *change_bodies.BODIES,
    )
    if add_pages is not None:
        add_pages(app, assistant, settings)
    return app


def _add_paths_for_people(app: HttpApp, assistant: Assistant, settings: Settings) -> None:
    """Add what people look at and work on; pages are made from the same."""
    decisions.add_paths(app, app.decisions)
    app.state.review_queue = review.add_paths(app, assistant)
    app.state.routes = ServedRoutes(assistant, recorded=app.decisions.recorded)
    app.state.changes = RouteChanges(assistant.routes, assistant.sessions.store, settings)
    routes.add_paths(app, app.state.routes)
    changes.add_paths(app, app.state.changes, app.state.routes)
    app.state.savings = savings.add_paths(app, assistant, recorded=app.decisions.recorded)
    app.state.health = health_report.add_paths(app, assistant, settings)


def _request(
    assistant: Assistant,
    names: SessionNames,
    given: RouteBody,
    http_request: HttpRequest,
    attachments: Sequence[Attachment] = (),
    timeout: float | None = None,
) -> Request:
    """Return the request that a body describes; its id is that of the response too."""
    request = assistant.request(
        message_of(given, attachments),
        **names.options(http_request.scope[CALLER_KEY], given.session, given.user, given.room),
        request_id=given.request_id or http_request.scope[REQUEST_ID_KEY],
        may_repeat=bool(given.request_id),
        timeout=timeout,
    )
    http_request.scope[REQUEST_ID_KEY] = request.id
    return request


class HttpApp(FastAPI):
    """FastAPI behind our own middleware; `direct` are handlers by path that the middleware calls itself.

    `pages`: those that people open in a browser, where there are any; set before the first request.
    """

    def __init__(self, serving: ServerSettings, sign_in: SignIn, reader: decisions.DecisionReader) -> None:
        """Create the app with this authentication policy and these limits, and the stored decisions."""
        # Starlette redirects paths with a slash more to an address made from `Host`, which the caller chose.
        super().__init__(title="Fingerpost", version=__version__, docs_url=None, redoc_url=None, redirect_slashes=False)
        self.direct: dict[str, HttpHandler] = {}
        self.pages: Pages | None = None
        self.sign_in, self.explainer, self.decisions = sign_in, Explainer(), reader
        self._serving = serving
        self.router.route_class = PlainRoute
        for kind in (FingerpostError, HTTPException, Exception):
            self.add_exception_handler(kind, self._error_response)

    @cached_property
    def policy(self) -> AccessPolicy:
        """Return who may do what, with the roles that the pages need."""
        roles = {} if self.pages is None else self.pages.roles
        return AccessPolicy(self._serving, sign_in=self.sign_in, page_roles=roles)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; FastAPI's own code around the middleware is of no use to `direct` paths."""
        if self.middleware_stack is None or scope.get("path") not in self.direct:
            await super().__call__(scope, receive, send)
            return
        scope["app"] = self
        await self.middleware_stack(scope, receive, send)

    def build_middleware_stack(self) -> ASGIApp:
        """Return the stack with our middleware outermost."""
        serving, inner = self._serving, super().build_middleware_stack()
        guard = OriginGuard(serving)
        stack = RequestMiddleware(
            inner, self.policy, guard, serving.largest, self.direct, serving.limits, self.sign_in, self.pages
        )
        return with_cors(stack, serving.access.origins)

    async def _error_response(self, http_request: HttpRequest, error: Exception) -> Response:
        request_id = http_request.scope[REQUEST_ID_KEY]
        if self.pages is None or not self.pages.has(http_request.scope["path"]):
            return error_response(error, request_id)
        status, values = error_status(error, request_id)
        return self.pages.refusal(http_request, status, values["error"]["message"], error_headers(error))


class PlainRoute(APIRoute):
    """A route that calls its function with the HTTP request alone, without FastAPI's parsing of parameters."""

    def get_route_handler(self) -> Callable[[HttpRequest], Coroutine[Any, Any, Response]]:
        """Return the function itself."""
        return self.endpoint
