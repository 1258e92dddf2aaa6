"""The health of a server for people who run it, over HTTP: quick checks, `doctor`, and drift.

`/healthz` and `/readyz` are for machines, and need no key; these need the role `review`. What shows settings, addresses
or paths is sent to the role `administer` alone.
"""

from __future__ import annotations

import threading
from typing import Annotated, Any, Literal

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from fingerpost.answering.assistant import Assistant
from fingerpost.server import openapi
from fingerpost.server.access import Caller
from fingerpost.server.child_commands import CommandResult, KeptResult, run_doctor, run_drift
from fingerpost.server.health_checks import FAULT, HealthCheck, QuickHealth, quick_health
from fingerpost.server.keys import Role
from fingerpost.server.middleware import CALLER_KEY
from fingerpost.server.responses import JsonResponse
from fingerpost.settings import Settings

KEPT, DOCTOR_KEPT, DRIFT_KEPT = 5.0, 60.0, 900.0
"""Seconds for which the quick checks, `doctor` and drift count: they are not done again before, however often asked."""
PATIENCE, LONG_PATIENCE = 12.0, 20.0
"""Seconds that a response waits for them; what takes longer goes on, and is there for a later call."""

_EXACT = ConfigDict(extra="forbid")
State = Literal["ok", "doubt", "fault"]


class HealthCheckValues(BaseModel):
    """One check."""

    model_config = _EXACT

    part: Literal["contract", "breakers", "queues", "store"]
    name: str
    state: State
    says: str
    do: Annotated[str, Field(description="What to do; empty where nothing is to be done.")]
    scope: Annotated[str, Field(description="Of whom: this worker, all workers of this server, all on this store.")]
    detail: Annotated[str, Field(description="With addresses and paths, for the role `administer`; else empty.")]


class FoundBreachValues(BaseModel):
    """A breach of the contract in a stored trace."""

    model_config = _EXACT

    rule: str
    what: str
    request: str | None
    session: str | None
    at: float | None


class HealthValues(BaseModel):
    """The quick checks of a server."""

    model_config = _EXACT

    ready: Annotated[bool, Field(description="False while the checks take longer than usual: call again.")]
    at: Annotated[float | None, Field(description="When they were made, in seconds since 1970.")]
    checks: list[HealthCheckValues]
    breaches: Annotated[list[FoundBreachValues], Field(description="The newest, 20 at most.")]


class DoctorCheckValues(BaseModel):
    """One check of the installation."""

    model_config = _EXACT

    check: str
    ok: bool
    result: Annotated[str, Field(description="For the role `administer`; else empty.")]


class DoctorValues(BaseModel):
    """What `fingerpost doctor` says."""

    model_config = _EXACT

    ready: Annotated[bool, Field(description="False while it runs: call again.")]
    fault: Annotated[str, Field(description="Why it said nothing.")]
    checks: list[DoctorCheckValues]


class DriftValues(BaseModel):
    """What the comparison of the latest messages with the examples found, as `fingerpost eval --drift` has it."""

    model_config = _EXACT

    ready: Annotated[bool, Field(description="False while it runs: call again.")]
    fault: Annotated[str, Field(description="Why there is no result.")]
    drift: Annotated[dict[str, Any] | None, Field(description="Messages, routes, languages, familiarity; `says`.")]


class HealthReporter:
    """The checks of one server, each kept for a while."""

    def __init__(self, assistant: Assistant, settings: Settings) -> None:
        """Check nothing yet."""
        self._stop = threading.Event()
        self._quick = KeptResult(lambda: quick_health(assistant, settings), KEPT)
        self._doctor = KeptResult(lambda: run_doctor(settings, assistant.routes, self._stop), DOCTOR_KEPT)
        self._drift = KeptResult(lambda: run_drift(settings, assistant.routes, self._stop), DRIFT_KEPT)

    def close(self) -> None:
        """End the commands that run: the server waits for their threads."""
        self._stop.set()

    async def quick(self, caller: Caller) -> dict[str, Any]:
        """Return the quick checks, as the caller may see them."""
        found = await self._quick.get(PATIENCE)
        return quick_values(found, details=sees_details(caller))

    async def doctor(self, caller: Caller) -> dict[str, Any]:
        """Return what `fingerpost doctor` says, as the caller may see it."""
        return doctor_values(await self._doctor.get(LONG_PATIENCE), details=sees_details(caller))

    async def drift(self, caller: Caller) -> dict[str, Any]:
        """Return what was found of drift."""
        return drift_values(await self._drift.get(LONG_PATIENCE), details=sees_details(caller))


def sees_details(caller: Caller) -> bool:
    """Whether a caller sees settings, addresses and paths."""
    return caller.role >= Role.ADMINISTER


def quick_values(found: QuickHealth | None, *, details: bool) -> dict[str, Any]:
    """Return the quick checks as JSON; a fault where they are not there in time."""
    if found is None:
        slow = HealthCheck(
            "store", "Checks", FAULT, "the checks take longer than usual: the store may be locked or overloaded",
            "wait, and load again; `/readyz` says whether the store takes writes", "this worker",
        )  # fmt: skip
        return {"ready": False, "at": None, "checks": [slow._asdict()], "breaches": []}
    checks = [check if details else check._replace(detail="") for check in found.checks]
    return {
        "ready": True,
        "at": found.at,
        "checks": [check._asdict() for check in checks],
        "breaches": [breach._asdict() for breach in found.breaches],
    }


def doctor_values(found: CommandResult | None, *, details: bool) -> dict[str, Any]:
    """Return the checks of the installation as JSON."""
    if found is None or found.found is None:
        return {"ready": found is not None, "fault": _fault(found, details), "checks": []}
    checks = [
        {
            # The name of a routebook's check may be its folder.
            "check": str(each["check"]) if details else str(each["check"]).partition(" /")[0],
            "ok": bool(each["ok"]),
            "result": str(each["result"]) if details else "",
        }
        for each in found.found["checks"]
    ]
    return {"ready": True, "fault": "", "checks": checks}


def drift_values(found: CommandResult | None, *, details: bool) -> dict[str, Any]:
    """Return the drift as JSON."""
    if found is None or found.found is None:
        return {"ready": found is not None, "fault": _fault(found, details), "drift": None}
    return {"ready": True, "fault": "", "drift": found.found["drift"]}


def _fault(found: CommandResult | None, details: bool) -> str:
    if found is None:
        return ""
    return f"{found.fault}: {found.detail}" if details and found.detail else found.fault


def add_paths(app: FastAPI, assistant: Assistant, settings: Settings) -> HealthReporter:
    """Add the three paths to the app, and return what they read from."""
    reporter = HealthReporter(assistant, settings)

    @app.get("/v1/health", responses=_documented(HealthValues))
    async def quick(request: Request) -> Response:
        """Return the contract, breakers, queues and the store, each with what to do; made every five seconds at most.

        The newest 1,000 traces are audited.
        """
        return JsonResponse(await reporter.quick(request.scope[CALLER_KEY]))

    @app.get("/v1/health/doctor", responses=_documented(DoctorValues))
    async def doctor(request: Request) -> Response:
        """Return what `fingerpost doctor` says of this installation; it runs in a process of its own, once a minute."""
        return JsonResponse(await reporter.doctor(request.scope[CALLER_KEY]))

    @app.get("/v1/health/drift", responses=_documented(DriftValues))
    async def drift(request: Request) -> Response:
        """Compare the latest messages with the examples; in a process of its own, every quarter of an hour at most."""
        return JsonResponse(await reporter.drift(request.scope[CALLER_KEY]))

    return reporter


def _documented(model: type[BaseModel]) -> openapi.ResponseDocs:
    found = {"model": model, "description": str(model.__doc__).partition("\n")[0]}
    return {200: found, **openapi.ERROR_RESPONSES}
