"""The playground: type a message, and see what is decided, why, and what is answered.

Its form has the fields of `/v1/route`, and its decision is the one that this call returns. The answer (`/v1/ask`) and
corrections (`/v1/feedback`) are calls that its script makes itself. Nothing is stored before these.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from secrets import token_urlsafe

from starlette.requests import Request
from starlette.responses import Response

from fingerpost.console.decision_view import answering_of, bar_for, layer_outcomes
from fingerpost.console.layout import HOME, Console, Page
from fingerpost.console.traffic import took
from fingerpost.routebook.model import Routebook
from fingerpost.routing.router import Router
from fingerpost.runtime.deadline import Deadline
from fingerpost.server.keys import Role
from fingerpost.server.limits import MAX_MESSAGE_CHARACTERS
from fingerpost.server.middleware import BODY_KEY, CALLER_KEY
from fingerpost.server.request_bodies import RouteBody, message_of, read_message
from fingerpost.types import Decision, Message

RECENT = 32
"""Decisions that wait to be explained, in each process."""
RECENT_BYTES = 64_000
"""The most bytes of the body of one that is kept; one with more, as with attachments, is decided again."""
RECENT_SECONDS = 60.0
"""Seconds that one is kept: the page asks for it at once."""
MAX_TRIES = 5
"""Messages that are offered to be tried."""


class RecentDecisions:
    """The latest decisions by a name that nobody can guess, so that this very decision is explained.

    Decided again, it would come from the memo. Where it is not found, as in another worker process, it is.
    """

    def __init__(self) -> None:
        """Start without any."""
        self._known: OrderedDict[str, Decision] = OrderedDict()

    def add(self, decision: Decision) -> str:
        """Keep a decision, and return its name."""
        name = token_urlsafe(16)
        self._known[name] = decision
        if len(self._known) > RECENT:
            self._known.popitem(last=False)
        return name

    def take(self, name: str) -> Decision | None:
        """Return a decision once, or None where it is not kept."""
        return self._known.pop(name, None)


def add_paths(console: Console) -> None:
    """Add the page, and the two parts that it loads: a decision, and its explanation."""
    recent = RecentDecisions()

    async def show(request: Request) -> Response:
        book = console.assistant.routes.router.routebook
        tries = messages_to_try(book)
        return console.render(
            request, "playground.html", title="Playground", tries=tries, longest=MAX_MESSAGE_CHARACTERS
        )

    async def decide(request: Request) -> Response:
        router, message, decision = await _decided(console, request)
        name = ""
        if len(request.scope[BODY_KEY]) <= RECENT_BYTES:
            name = recent.add(decision)
            asyncio.get_running_loop().call_later(RECENT_SECONDS, recent.take, name)
        components = console.assistant.components
        route = next((route for route in router.routebook.routes if route.name == decision.route), None)
        return console.render(
            request,
            "decision.html",
            decision=decision,
            route=route,
            answering=answering_of(decision, message, router.routebook, components),
            has_model=bool(components.settings.slots),
            outcomes=layer_outcomes(decision, router),
            bar=bar_for(decision, router),
            micros=sum(step.micros for step in decision.trail),
            took=took,
            routes=router.routebook.routes,
            name=name,
        )

    async def explain(request: Request) -> Response:
        decision = recent.take(request.query_params.get("decision", ""))
        if decision is None:
            _, _, decision = await _decided(console, request)
        caller, deadline = request.scope[CALLER_KEY], Deadline(console.settings.answer_timeout)
        # Every decision of the page is explained: whoever routes the next message at once is not refused.
        values = await console.app.explainer.values(caller.name, decision, deadline, in_line=True)
        return console.render(request, "explanation.html", told=values)

    console.get(HOME, show)
    console.post(f"{HOME}/decision", decide)
    console.post(f"{HOME}/explanation", explain)


async def _decided(console: Console, request: Request) -> tuple[Router, Message, Decision]:
    given, attachments = await read_message(request, RouteBody)
    router = console.assistant.routes.router
    message = message_of(given, attachments)
    return router, message, await router.aroute(message)


def messages_to_try(book: Routebook) -> list[str]:
    """Return the first example of each route that stands by itself, for people who do not know the routebook."""
    first: dict[str, str] = {}
    for example in book.examples:
        if example.after is None and len(example.text) <= 60:
            first.setdefault(example.route, example.text)
    return list(first.values())[:MAX_TRIES]


PAGE = Page("Playground", HOME, Role.USE, add_paths)
