"""Liveness (`/healthz`), readiness (`/readyz`) and metrics (`/metrics`).

The first two need no key and show no addresses. `/metrics` needs the key where one is set.
"""

from __future__ import annotations

import asyncio
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
from fingerpost.server.responses import JsonResponse

OK, FAILING = "ok", "fails"
INDEX_TIMEOUT = 2.0
"""Seconds that the index has to respond."""


def add_paths(app: FastAPI, assistant: Assistant) -> None:
    """Add the three paths to the app."""
    page = MetricsPage()

    @app.get("/healthz", responses=openapi.STATUS_RESPONSES)
    async def healthz(_: Request) -> Response:
        """Return 200 while the process runs."""
        return JsonResponse({"status": OK})

    @app.get("/readyz", responses=openapi.STATUS_RESPONSES)
    async def readyz(_: Request) -> Response:
        """Return 200 if messages can be routed, stored and answered, else 503, with the state of every component.

        The store is written to, at most every two seconds, and a small one is searched for damage every minute.
        Remote services (models, the parser, Elasticsearch) are shown but not required: without them, answers are
        degraded and say so.
        """
        required, optional = await component_states(assistant)
        ready = all(state == OK for state in required.values())
        return JsonResponse({"status": OK if ready else FAILING, **required, **optional}, 200 if ready else 503)

    @app.get("/metrics", responses=openapi.STATUS_RESPONSES)
    async def metrics(_: Request) -> Response:
        """Return counters and timings of all workers of this server in Prometheus' format."""
        return Response(page.text(), headers={"content-type": "text/plain; version=0.0.4; charset=utf-8"})


async def component_states(assistant: Assistant) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the states of the components that an answer requires, and of the optional ones."""
    components, store = assistant.components, assistant.sessions.store
    router = assistant.routes.router
    optional: dict[str, Any] = {"parser": _parser_state(assistant), "models": _model_states(assistant)}
    encoder = await _state("encoder", router.batcher.run(router.warm))
    student = router.warm_student() if encoder == OK else None
    # The key that `fingerpost teach students list --json` shows.
    optional["student"] = student.key if student is not None else "none"
    # A remote encoder may be down: rules and the language model decide meanwhile.
    remote = components.settings.encoder is not None
    # Not on a thread of the store: while it is locked, all of these wait.
    required = {"store": await _state("store", asyncio.to_thread(store.probe.check))}
    (optional if remote else required)["router"] = encoder
    if components.retriever is not None:
        remote_index = components.settings.search.elasticsearch is not None
        found = await _state("index", components.retriever.check_ready(INDEX_TIMEOUT))
        (optional if remote_index else required)["elasticsearch" if remote_index else "index"] = found
    return required, optional


async def _state(name: str, work: Awaitable[object]) -> str:
    try:
        await work
    except FingerpostError as error:
        log_event(f"[readyz] {name}: {error}")
        return FAILING
    return OK


def _parser_state(assistant: Assistant) -> str:
    checker = assistant.components.code_checker
    if checker is None:
        return "none"
    if not checker.policy.timeout:
        return "off"
    return checker.state if checker.validator.remote else "in process"


def _model_states(assistant: Assistant) -> dict[str, str]:
    """Return the slots that have a model; for the classifier, the state of its circuit breaker."""
    chooser = assistant.routes.router.chooser
    found = dict.fromkeys(assistant.components.settings.slots, "set")
    return {**found, "classifier": chooser.breaker.state} if chooser is not None else found
