"""Stored decisions over HTTP: a list with filters, one with its whole trace, and new ones as they come.

A key of the role `use` sees the decisions on its own messages, and a higher one those of all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from fingerpost.errors import NotFoundError
from fingerpost.routing.router import RouterSource
from fingerpost.server import openapi
from fingerpost.server.access import Caller
from fingerpost.server.decision_feed import DecisionFeed, EncodeBatch, EncodedOnce, LiveDecisions, LiveView
from fingerpost.server.decision_values import DecisionList, DecisionTrace, summary_values, trace_values
from fingerpost.server.middleware import CALLER_KEY
from fingerpost.server.request_bodies import validation_http_error
from fingerpost.server.responses import JsonResponse
from fingerpost.server.session_names import feedback_owner
from fingerpost.server.streaming import named_event
from fingerpost.stores.decisions import MAX_NUMBER, DecisionFilter, DecisionPage, StoredDecision
from fingerpost.stores.store import Store

MAX_LIST = 200
"""Decisions in one list."""

_Number = Annotated[int | None, Field(ge=0, le=MAX_NUMBER)]


class DecisionQuery(BaseModel):
    """Which decisions are wanted; what is left out, or empty, is not looked at."""

    model_config = ConfigDict(extra="forbid")

    route: Annotated[str | None, Field(description="The route that was decided.")] = None
    layer: Annotated[str | None, Field(description="The layer that decided: rules, memo, student, llm, …")] = None
    accepted: Annotated[bool | None, Field(description="Whether the decision was accepted, or a best guess.")] = None
    language: Annotated[Literal["en", "es", "pt"] | None, Field(description="The language of the message.")] = None
    session: Annotated[str | None, Field(description="The session of the message.")] = None

    @property
    def wanted(self) -> DecisionFilter:
        """Return the filter."""
        return DecisionFilter(self.route, self.layer, self.accepted, self.language, self.session)


class DecisionListQuery(DecisionQuery):
    """Which decisions are wanted, and where the list begins."""

    before: Annotated[_Number, Field(description="The `next` of the list before.")] = None
    limit: Annotated[int, Field(ge=1, le=MAX_LIST, description="Decisions in the list.")] = 50


class LiveDecisionQuery(DecisionQuery):
    """Which decisions are wanted as they come."""

    after: Annotated[
        _Number, Field(description="The number of the last decision seen; `Last-Event-ID` goes before it.")
    ] = None


class DecisionRequestQuery(BaseModel):
    """The session of a request."""

    model_config = ConfigDict(extra="forbid")

    session: Annotated[
        str | None, Field(description="The session of the message, where several sessions have a request of this id.")
    ] = None


QueryT = TypeVar("QueryT", bound=BaseModel)


def read_query(values: Mapping[str, str], model: type[QueryT]) -> QueryT:
    """Return the parsed query of a URL, without its empty values, as forms send them; raises HTTPException."""
    try:
        return model.model_validate({name: value for name, value in values.items() if value})
    except ValidationError as error:
        raise validation_http_error(error) from None


class DecisionReader:
    """The decisions that a caller may see."""

    def __init__(self, store: Store, routes: RouterSource, *, recorded: bool) -> None:
        """Create it over a store, for the routebook that is served; `recorded`: whether decisions are stored there."""
        self.recorded, self.feed, self._store, self._routes = recorded, DecisionFeed(store), store, routes

    def _wanted(self, query: DecisionQuery) -> DecisionFilter:
        """Return the filter of a query, for the routebook that is served: assistants may share a store."""
        return query.wanted._replace(routebook=self._routes.router.routebook.name)

    async def page(self, caller: Caller, query: DecisionListQuery) -> DecisionPage:
        """Return a list of decisions."""
        decisions, owner = self._store.decisions, feedback_owner(caller)
        return await self._store.run_in_thread(
            decisions.page, self._wanted(query), owner, before=query.before, limit=query.limit
        )

    async def trace(self, caller: Caller, request: str, session: str | None) -> dict[str, Any]:
        """Return all that is stored of the decision on a request; raises NotFoundError."""
        return await self._store.run_in_thread(self._trace, caller, request, session)

    def _trace(self, caller: Caller, request: str, session: str | None) -> dict[str, Any]:
        found = self._store.decisions.find(request, session, feedback_owner(caller))
        if found is None:
            raise NotFoundError(
                f"there is no decision on a request {request[:80]!r} for this key: decisions are stored for messages"
                " that were asked, or sent with a session, until retention deletes them"
            )
        return trace_values(found, self._store.decisions.messages(str(found.trace.get("session")), request))

    def live(
        self, caller: Caller, query: LiveDecisionQuery, last_event: str | None, encode: EncodeBatch
    ) -> LiveDecisions:
        """Return the response that sends new decisions; `last_event` is the header `Last-Event-ID`."""
        seen = int(last_event) if last_event and last_event.isdecimal() and len(last_event) < 19 else query.after
        view = LiveView(self._wanted(query), feedback_owner(caller), caller.name)
        return LiveDecisions(self.feed, self._store, view, seen, encode)


def add_paths(app: FastAPI, reader: DecisionReader) -> None:
    """Add the three paths to the app."""
    encode_one = EncodedOnce(lambda row: named_event("decision", summary_values(row)))

    def encode(rows: Sequence[StoredDecision], left_out: int) -> bytes:
        told = named_event("skipped", {"count": left_out}) if left_out else b""
        return told + b"".join(map(encode_one, rows))

    @app.get("/v1/decisions", **_documented(DecisionListQuery, DecisionList, "Decisions, newest first."))
    async def decisions(http_request: HttpRequest) -> Response:
        """Return stored decisions of the routebook that is served, newest first.

        Decisions are stored for messages that were asked, or sent with a session. One list searches the last 5,000 of
        them before `before`: it may be short, or empty, and have a `next`.
        """
        query = read_query(http_request.query_params, DecisionListQuery)
        page = await reader.page(http_request.scope[CALLER_KEY], query)
        rows = [summary_values(row) for row in page.rows]
        found = {"decisions": rows, "next": page.before, "last": page.last, "recorded": reader.recorded}
        return JsonResponse(found)

    @app.get("/v1/decisions/live", openapi_extra=openapi.query(LiveDecisionQuery), responses=openapi.LIVE_RESPONSES)
    async def live(http_request: HttpRequest) -> Response:
        """Send decisions as they are stored, within a second, as server-sent events.

        The events are `decision`, as in the list, and `skipped`, with the number of decisions that were too many to be
        looked at or sent. Browsers connect again by themselves, and get what they missed since `Last-Event-ID`, up to
        250 decisions.
        """
        query = read_query(http_request.query_params, LiveDecisionQuery)
        last_event = http_request.headers.get("last-event-id")
        return reader.live(http_request.scope[CALLER_KEY], query, last_event, encode)

    @app.get(
        "/v1/decisions/{request:path}", **_documented(DecisionRequestQuery, DecisionTrace, "The trace of a decision.")
    )
    async def decision(http_request: HttpRequest) -> Response:
        """Return all that is stored of the latest decision on a request: messages, trail, facts, passages and timing.

        `request` is the id in the header `X-Fingerpost-Request` of the response, or the caller's own `request_id`.
        """
        query = read_query(http_request.query_params, DecisionRequestQuery)
        caller, request = http_request.scope[CALLER_KEY], http_request.path_params["request"]
        return JsonResponse(await reader.trace(caller, request, query.session))


def _documented(query: type[BaseModel], response: type[BaseModel], description: str) -> dict[str, Any]:
    found = {"model": response, "description": description}
    return {"openapi_extra": openapi.query(query), "responses": {200: found, **openapi.ERROR_RESPONSES}}
