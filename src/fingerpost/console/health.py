"""Health: what is well with a server and what is not, and what to do; slow checks are loaded after the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fingerpost.console.layout import Console, Page, day_text
from fingerpost.console.savings import percent
from fingerpost.console.traffic import decision_address
from fingerpost.server.child_commands import DRIFT_MESSAGES
from fingerpost.server.health_checks import DOUBT, FAULT, OK
from fingerpost.server.health_report import HealthReporter, sees_details
from fingerpost.server.keys import Role
from fingerpost.server.middleware import CALLER_KEY

PATH = "/console/health"

PARTS = {"contract": "Contract", "breakers": "Servers it calls", "queues": "Queues and load", "store": "Store"}
"""The parts of the quick checks, in their order."""

STATES = {OK: ("ok", "good"), DOUBT: ("look", "doubt"), FAULT: ("fault", "bad")}
"""What people read for a state, and the kind of its tag."""

SHIFTS = {"routes": "Routes", "languages": "Languages", "familiar": "Familiar or not"}
"""The comparisons of drift."""

MOST_CHANGES = 5
"""Changes of a comparison that are shown."""


def add_paths(console: Console) -> None:
    """Add the page, and the parts that it loads afterwards."""
    reporter: HealthReporter = console.app.state.health

    async def show(request: Request) -> Response:
        found = await reporter.quick(request.scope[CALLER_KEY])
        return console.render(request, "health.html", title="Health", states=STATES, **page_values(found))

    async def doctor(request: Request) -> Response:
        caller = request.scope[CALLER_KEY]
        found = await reporter.doctor(caller)
        return console.render(request, "health_doctor.html", found=found, details=sees_details(caller))

    async def drift(request: Request) -> Response:
        found = await reporter.drift(request.scope[CALLER_KEY])
        shifts = [] if found["drift"] is None else shifts_of(found["drift"])
        return console.render(request, "health_drift.html", found=found, shifts=shifts, most=DRIFT_MESSAGES)

    console.get(PATH, show)
    console.get(f"{PATH}/doctor", doctor)
    console.get(f"{PATH}/drift", drift)


def page_values(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page shows of the quick checks: in parts, with a summary and links to decisions."""
    checks: Sequence[Mapping[str, Any]] = found["checks"]
    return {
        "ready": found["ready"],
        "at": None if found["at"] is None else day_text(found["at"]),
        "summary": summary(checks),
        "parts": [(title, [check for check in checks if check["part"] == part]) for part, title in PARTS.items()],
        "breaches": [
            {
                **breach,
                "day": "" if breach["at"] is None or not 0 <= breach["at"] < 2**33 else day_text(breach["at"]),
                "address": decision_address(breach) if breach["request"] else "",
            }
            for breach in found["breaches"]
        ],
    }


def summary(checks: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Return how it stands in words, and the state of the worst check."""
    counted = Counter(check["state"] for check in checks)
    told = [f"{counted[FAULT]} {'fault' if counted[FAULT] == 1 else 'faults'}"] if counted[FAULT] else []
    told += [f"{counted[DOUBT]} to look at"] if counted[DOUBT] else []
    worst = next((state for state in (FAULT, DOUBT) if counted[state]), OK)
    return ", ".join(told) or "All is well", worst


def shifts_of(drift: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the comparisons of drift with their largest changes, as people read them."""
    found = []
    for key, title in SHIFTS.items():
        shift = drift[key]
        names = sorted(shift["live"], key=lambda name: -abs(shift["live"][name] - shift["taught"].get(name, 0.0)))
        rows = [
            {"name": name, "live": percent(shift["live"][name]), "taught": percent(shift["taught"].get(name, 0.0))}
            for name in names[:MOST_CHANGES]
        ]
        tested = shift["chance"] is not None
        found.append({"title": title, "rows": rows, "tested": tested, "significant": shift["beyond_noise"]})
    return found


PAGE = Page("Health", PATH, Role.REVIEW, add_paths)
