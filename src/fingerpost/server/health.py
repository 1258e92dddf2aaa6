"""Whether the process lives (`/healthz`), whether it can answer (`/readyz`), and what it counted (`/metrics`).

The first two need no key and name no address. `/metrics` needs the key where one is set.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from fingerpost.answering.assistant import Assistant
from fingerpost.errors import FingerpostError
from fingerpost.observability.events import log_event
from fingerpost.server import openapi
from fingerpost.server.metrics_page import MetricsPage
from fingerpost.server.responses import Json

OK, FAILS = "ok", "fails"
LOOK = 2.0
"""Seconds that an index has to answer."""


def add(app: FastAPI, assistant: Assistant) -> None:
    """Add the paths to the app."""
    page = MetricsPage(lambda: assistant.components.gate)

    @app.get("/healthz", responses=openapi.PLAIN)
    async def healthz(_: Request) -> Response:
        """Tell that the process lives."""
        return Json({"status": OK})

    @app.get("/readyz", responses=openapi.PLAIN)
    async def readyz(_: Request) -> Response:
        """Tell whether messages can be decided, remembered and answered: 200, or 503 with what fails.

        What is behind a network (models, the parser, Elasticsearch) is told of, and makes nothing unready: without
        it, answers are less good and say so.
        """
        needed, told = await states(assistant)
        ready = all(state == OK for state in needed.values())
        return Json({"status": OK if ready else FAILS, **needed, **told}, 200 if ready else 503)

    @app.get("/metrics", responses=openapi.PLAIN)
    async def metrics(_: Request) -> Response:
        """Give out counters and times of this process, for Prometheus."""
        return Response(page.text(), headers={"content-type": "text/plain; version=0.0.4; charset=utf-8"})


async def states(assistant: Assistant) -> tuple[dict[str, str], dict[str, Any]]:
    """Return what an answer cannot do without, and what it can."""
    components, store = assistant.components, assistant.sessions.store
    router = assistant.routes.router
    told: dict[str, Any] = {"parser": _parser(assistant), "models": _models(assistant)}
    encoder = await _state("encoder", router.batcher.run(router.warm))
    student = router.warm_student() if encoder == OK else None
    # As its lineage names it, which `fingerpost students list --json` shows.
    told["student"] = student.key if student is not None else "none"
    # An encoder behind a server may be down: rules and the language model decide meanwhile.
    remote = components.settings.encoder is not None
    needed = {"store": await _state("store", store.run_in_thread(store.turns, "readyz", 1))}
    (told if remote else needed)["router"] = encoder
    if components.retriever is not None:
        elsewhere = components.settings.search.elasticsearch is not None
        found = await _state("index", components.retriever.check_ready(LOOK))
        (told if elsewhere else needed)["elasticsearch" if elsewhere else "index"] = found
    return needed, told


async def _state(name: str, work: Awaitable[object]) -> str:
    try:
        await work
    except FingerpostError as error:
        log_event(f"[readyz] {name}: {error}")
        return FAILS
    return OK


def _parser(assistant: Assistant) -> str:
    gate = assistant.components.gate
    if gate is None:
        return "none"
    if not gate.policy.timeout:
        return "off"
    return gate.state if gate.breaker is not None else "in process"


def _models(assistant: Assistant) -> dict[str, str]:
    """Return the slots that have a model; of the classifier's it is known whether it is left alone for now."""
    chooser = assistant.routes.router.chooser
    found = dict.fromkeys(assistant.components.settings.slots, "set")
    return {**found, "classifier": chooser.breaker.state} if chooser is not None else found
