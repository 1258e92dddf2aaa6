"""Savings over HTTP: what the layers decided over time, and what a model on every message would have taken."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from fingerpost.answering.assistant import Assistant
from fingerpost.errors import MessageError
from fingerpost.evaluation.cost import Prices, TokenCounts
from fingerpost.evaluation.savings import PERIODS, PHASES, Savings, assumptions, savings
from fingerpost.server import openapi
from fingerpost.server.decisions import read_query
from fingerpost.server.responses import JsonResponse

_EXACT = ConfigDict(extra="forbid")
_Price = Annotated[float | None, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class SavingsQuery(BaseModel):
    """Which period, and what a million tokens cost."""

    model_config = _EXACT

    last: Annotated[
        Literal["24h", "7d", "30d", "90d"],
        Field(description="How far back: by the hour for 24h and 7d, else by the day, of UTC."),
    ] = "30d"
    prompt_price: Annotated[_Price, Field(description="Price of a million prompt tokens; give both or neither.")] = None
    completion_price: Annotated[_Price, Field(description="Price of a million completion tokens.")] = None

    @property
    def prices(self) -> Prices | None:
        """Return the prices; raises MessageError where one is missing."""
        if (self.prompt_price is None) != (self.completion_price is None):
            raise MessageError("one price is missing: give both prompt_price and completion_price, or neither")
        if self.prompt_price is None or self.completion_price is None:
            return None
        return Prices(self.prompt_price, self.completion_price)


class SavingsPartValues(BaseModel):
    """An hour or a day."""

    model_config = _EXACT

    at: Annotated[float, Field(description="When it begins, in seconds since 1970.")]
    decisions: int
    by_layer: Annotated[dict[str, int], Field(description="Decisions by the layer that decided.")]
    left_to_model: Annotated[int, Field(description="Messages that need a model: asked and unsure ones.")]


class SavingsLayerValues(BaseModel):
    """A layer in the whole period."""

    model_config = _EXACT

    layer: str
    decisions: int
    share: float
    p50_micros: Annotated[float | None, Field(description="Microseconds to decide, for half of them at most.")]
    p95_micros: Annotated[float | None, Field(description="Microseconds to decide, for 95 % of them at most.")]


class SavingsPhaseValues(BaseModel):
    """A phase of learning; `limit` is the largest share of messages that need a model in it."""

    model_config = _EXACT

    name: str
    what: str
    limit: float
    current: bool


class SavingsCostValues(BaseModel):
    """Calls and tokens of deciding; `money` where prices are given."""

    model_config = _EXACT

    calls: int
    prompt_tokens: int
    completion_tokens: int
    money: float | None


class SavingsValues(BaseModel):
    """What was decided in a period, by whom, and what it took beside a model on every message."""

    model_config = _EXACT

    routebook: str
    recorded: Annotated[bool, Field(description="Whether this server stores decisions: FINGERPOST_TRACES is `store`.")]
    timezone: Literal["UTC"]
    since: float
    until: float
    part_hours: Annotated[int, Field(description="Hours of each part: 1 or 24.")]
    decisions: int
    asked: Annotated[int, Field(description="Messages that a model was asked about.")]
    unsure: Annotated[int, Field(description="Messages that no layer was sure of, with no model to ask.")]
    avoided: Annotated[int, Field(description="Messages decided without a model: all but asked and unsure.")]
    left_to_model: Annotated[float | None, Field(description="The share that needs a model: asked and unsure.")]
    used: Annotated[SavingsCostValues, Field(description="What the calls of the period took.")]
    every_message: Annotated[
        SavingsCostValues | None, Field(description="One call for each message but unsure ones; null where unknown.")
    ]
    tokens_measured: Annotated[bool, Field(description="Whether tokens of a call are those of calls of the period.")]
    layers: list[SavingsLayerValues]
    parts: Annotated[list[SavingsPartValues], Field(description="Those with decisions, in order.")]
    phases: list[SavingsPhaseValues]
    assumptions: Annotated[list[str], Field(description="What the figures rest on.")]


class SavingsReader:
    """The savings of the routebook that a server serves."""

    def __init__(self, assistant: Assistant, *, recorded: bool) -> None:
        """Create it; `recorded`: whether decisions are stored."""
        self._assistant, self._recorded = assistant, recorded

    async def values(self, query: SavingsQuery) -> dict[str, Any]:
        """Return the savings of a period."""
        store, router, prices = self._assistant.sessions.store, self._assistant.routes.router, query.prices
        found = await store.run_in_thread(savings, store, router, PERIODS[query.last], prices)
        return {
            "routebook": router.routebook.name,
            "recorded": self._recorded,
            "timezone": "UTC",
            **savings_values(found),
        }


def add_paths(app: FastAPI, assistant: Assistant, *, recorded: bool) -> SavingsReader:
    """Add the path to the app, and return what it reads from."""
    reader = SavingsReader(assistant, recorded=recorded)
    found = {"model": SavingsValues, "description": "The savings of the period."}

    @app.get(
        "/v1/savings", openapi_extra=openapi.query(SavingsQuery), responses={200: found, **openapi.ERROR_RESPONSES}
    )
    async def read(request: Request) -> Response:
        """Return the decisions by layer over time, and the calls, tokens and money beside a model on every message.

        They are of the routebook that is served, and of all servers on its store. `assumptions` says what is measured
        and what is estimated.
        """
        return JsonResponse(await reader.values(read_query(request.query_params, SavingsQuery)))

    return reader


def savings_values(found: Savings) -> dict[str, Any]:
    """Return savings as JSON."""
    sums = found.sums
    every = None if found.every is None else _cost(sums.decisions - sums.unsure, found.every, found.prices)
    return {
        "since": found.since,
        "until": found.until,
        "part_hours": found.part_hours,
        "decisions": sums.decisions,
        "asked": sums.asked,
        "unsure": sums.unsure,
        "avoided": found.avoided,
        "left_to_model": found.left_to_model,
        "used": _cost(sums.calls, found.used, found.prices),
        "every_message": every,
        "tokens_measured": found.measured,
        "layers": [
            {
                "layer": layer.layer,
                "decisions": layer.decisions,
                "share": layer.decisions / sums.decisions,
                "p50_micros": layer.p50,
                "p95_micros": layer.p95,
            }
            for layer in found.layers
        ],
        "parts": [
            {
                "at": part.at,
                "decisions": part.sums.decisions,
                "by_layer": part.by_layer,
                "left_to_model": part.sums.asked + part.sums.unsure,
            }
            for part in found.parts
        ],
        "phases": [
            {"name": phase.name, "what": phase.what, "limit": phase.limit, "current": phase == found.phase}
            for phase in PHASES
        ],
        "assumptions": assumptions(found),
    }


def _cost(calls: int, tokens: TokenCounts, prices: Prices | None) -> dict[str, Any]:
    return {
        "calls": calls,
        "prompt_tokens": round(tokens.prompt),
        "completion_tokens": round(tokens.completion),
        "money": None if prices is None else tokens.cost(prices),
    }
