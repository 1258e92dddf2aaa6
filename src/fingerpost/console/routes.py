"""The routes page: what serves and what it decided lately, what an edit would change, versions, publish and roll back.

Its changes are calls of its script to `/v1/routebook/…`, which need the role `administer`; pages need `review`.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from fingerpost.console.decision_view import HANDLERS
from fingerpost.console.layout import PAGE_HEADERS, Console, Page
from fingerpost.learning.route_changes import RouteChanges, Versions
from fingerpost.routebook.example_rows import MAX_LINES
from fingerpost.server.change_bodies import TrialQuery
from fingerpost.server.changes import trial_values, versions_values
from fingerpost.server.decisions import read_query
from fingerpost.server.keys import Role
from fingerpost.server.middleware import CALLER_KEY
from fingerpost.server.route_values import RouteQuery
from fingerpost.server.served_routes import ServedRoutes

PATH = "/console/routes"
ROUTE_PATH, TRIAL_PATH, AWAITED_PATH = f"{PATH}/route", f"{PATH}/trial", f"{PATH}/awaited"

SOURCE_NAMES = {"folder": "its folder", "code": "Python"}
"""What people read for the source of what serves; published versions are named as they are."""
STEPS = {
    "training": "Training the edited classifier",
    "replaying": "Deciding stored messages again",
    "held-out rows": "Deciding held-out rows",
    "cross-validating": "Cross-validating the examples, before and after",
}
"""What people read for the steps of a trial."""
WAYS = {"fixed": "fixed", "broken": "broken", "moved": "still wrong", "unknown": "no label"}
"""What people read for the way of a change."""
SOURCES = {"traffic": "traffic", "held-out": "held-out row", "examples": "example"}


class RoutePageQuery(RouteQuery):
    """Which route is shown, and which of its examples."""

    name: str = ""


def add_paths(console: Console) -> None:
    """Add the page, that of one route, and that of one trial with the part of it that changes."""
    routes: ServedRoutes = console.app.state.routes
    changes: RouteChanges = console.app.state.changes

    def may_change(request: Request) -> bool:
        return changes.can_change and request.scope[CALLER_KEY].role >= Role.ADMINISTER

    async def show(request: Request) -> Response:
        return console.render(
            request,
            "routes.html",
            title="Routes",
            awaited=await routes.run(routes.awaited),
            served=await routes.run(routes.served),
            versions=versions_values(changes, await routes.run(changes.versions)),
            trials=[trial_values(trial) for trial in await routes.run(changes.trials)],
            may_change=may_change(request),
            **SHARED,
        )

    async def show_route(request: Request) -> Response:
        query = read_query(request.query_params, RoutePageQuery)
        found = await routes.run(routes.examples, query.name, query)
        end = found["start"] + len(found["examples"])
        return console.render(
            request,
            "route.html",
            title=query.name,
            found=found,
            find=query.find,
            end=end,
            earlier=_address(query, max(0, query.start - query.limit)) if query.start else None,
            later=_address(query, end) if end < found["found"] else None,
            may_change=may_change(request),
            most=MAX_LINES,
            **SHARED,
        )

    async def refresh_when_served(_: Request) -> Response:
        awaited = await routes.run(routes.awaited)
        return Response(None, 204, PAGE_HEADERS if awaited else {**PAGE_HEADERS, "hx-refresh": "true"})

    async def trial_part(request: Request, template: str) -> Response:
        number = read_query(request.query_params, TrialQuery).trial or 0
        trial = trial_values(await routes.run(changes.trial, number))
        found = await routes.run(changes.versions)
        return console.render(
            request,
            template,
            title=f"Trial {number}",
            trial=trial,
            published=_published(found, number),
            served=None if found.served is None else found.served.number,
            may_change=may_change(request),
            **SHARED,
        )

    async def show_trial(request: Request) -> Response:
        return await trial_part(request, "trial.html")

    async def show_progress(request: Request) -> Response:
        return await trial_part(request, "trial_part.html")

    console.get(PATH, show)
    console.get(AWAITED_PATH, refresh_when_served)
    console.get(ROUTE_PATH, show_route)
    console.get(TRIAL_PATH, show_trial)
    console.get(f"{TRIAL_PATH}/part", show_progress)


def _published(found: Versions, trial: int) -> int | None:
    """Return the version that a trial was published as; None for one that was taken back, and can be published again.

    By the number of the trial: another one may have tried the same, after a roll-back.
    """
    kept = (one for one in found.routebooks if not one.withdrawn)
    return next((one.number for one in kept if (one.figures or {}).get("trial") == trial), None)


def route_address(name: str) -> str:
    """Return the address of the page of a route."""
    return f"{ROUTE_PATH}?{urlencode({'name': name}, errors='replace')}"


def _address(query: RoutePageQuery, start: int) -> str:
    given = {"name": query.name, "find": query.find, "start": start} | query.model_dump(
        include={"limit"}, exclude_defaults=True
    )
    return f"{ROUTE_PATH}?{urlencode({name: value for name, value in given.items() if value}, errors='replace')}"


def share(part: int, whole: int) -> str:
    """Return a share in per cent; a dash where there is nothing to have a share of."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


def change_in_words(change: dict[str, Any]) -> str:
    """Return what a trial edits: "3 examples added, 1 removed"."""
    if change.get("source") == "folder":
        return "the server's folder"
    added, removed, moved = (int(change.get(name, 0)) for name in ("added", "removed", "moved"))
    told = [f"{added} added"] if added else []
    told += [f"{moved} of them from another route"] if moved else []
    told += [f"{removed} removed"] if removed else []
    return f"{'example' if added + removed == 1 else 'examples'}: {', '.join(told)}"


SHARED: dict[str, Any] = {
    "address": route_address,
    "share": share,
    "handlers": HANDLERS,
    "steps": STEPS,
    "ways": WAYS,
    "sources": SOURCES,
    "source_names": SOURCE_NAMES,
    "change_in_words": change_in_words,
}
"""What templates of the page call."""

PAGE = Page("Routes", PATH, Role.REVIEW, add_paths)
