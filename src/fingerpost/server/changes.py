"""Changes of what serves over HTTP: try edited examples, publish what was tried, roll back, and see all versions.

Who may review sees trials and versions; everything else needs the role `administer`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from fastapi import FastAPI
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fingerpost.errors import MessageError
from fingerpost.learning.route_changes import RouteChanges, Versions
from fingerpost.routebook.example_rows import ExampleChange
from fingerpost.server import openapi
from fingerpost.server.change_bodies import (
    MAX_BODY,
    CancelBody,
    ClassifierBody,
    PublishBody,
    PublishedValues,
    RollBackBody,
    ServingValues,
    TrialList,
    TrialQuery,
    TrialValues,
    TryBody,
    VersionsValues,
)
from fingerpost.server.decisions import read_query
from fingerpost.server.middleware import BODY_KEY, CALLER_KEY
from fingerpost.server.request_bodies import read_json
from fingerpost.server.responses import JsonResponse
from fingerpost.server.served_routes import ServedRoutes
from fingerpost.stores.trials import StoredTrial

BodyT = TypeVar("BodyT", bound=BaseModel)


def add_paths(app: FastAPI, changes: RouteChanges, routes: ServedRoutes) -> None:
    """Add the paths to the app; their work runs on the threads of the routes."""

    @app.get("/v1/routebook/trials", openapi_extra=openapi.query(TrialQuery), responses=_documented(TrialList))
    async def trials(request: Request) -> Response:
        """Return the newest trials, or with `trial` this one with the messages whose route would change."""
        wanted = read_query(request.query_params, TrialQuery).trial
        if wanted is not None:
            return JsonResponse({"trials": [trial_values(await routes.run(changes.trial, wanted))]})
        found = [trial_values(trial) for trial in await routes.run(changes.trials)]
        return JsonResponse({"trials": [{**trial, "flips": []} for trial in found]})

    @app.post("/v1/routebook/try", openapi_extra=openapi.request_body(TryBody), responses=_documented(TrialValues))
    async def try_change(request: Request) -> Response:
        """Try a change off to the side, in the background: train the edited classifier, replay stored traffic.

        Nothing of what serves changes. 409: another change is being tried.
        """
        given = await _read(request, TryBody)
        number = await routes.change(begin_trial, changes, _who(request), given)
        return JsonResponse(trial_values(await routes.change(changes.trial, number)))

    @app.post(
        "/v1/routebook/cancel", openapi_extra=openapi.request_body(CancelBody), responses=_documented(TrialValues)
    )
    async def cancel(request: Request) -> Response:
        """Cancel a trial; one that has ended stays as it is."""
        given = await _read(request, CancelBody)
        return JsonResponse(trial_values(await routes.change(changes.cancel, given.trial)))

    @app.post(
        "/v1/routebook/publish", openapi_extra=openapi.request_body(PublishBody), responses=_documented(PublishedValues)
    )
    async def publish(request: Request) -> Response:
        """Publish just what a trial has tried to all servers on the store. 409: something else serves by now."""
        given = await _read(request, PublishBody)
        return JsonResponse({"version": await routes.change(changes.publish, _who(request), given.trial, given.digest)})

    @app.post(
        "/v1/routebook/rollback",
        openapi_extra=openapi.request_body(RollBackBody),
        responses=_documented(PublishedValues),
    )
    async def roll_back(request: Request) -> Response:
        """Take back the published version that serves: the one before it, or the servers' folders, serve again."""
        given = await _read(request, RollBackBody)
        served = await routes.change(changes.roll_back, _who(request), given.version)
        return JsonResponse({"version": None if served is None else served.number})

    @app.get("/v1/routebook/versions", responses=_documented(VersionsValues))
    async def versions(_: Request) -> Response:
        """Return the versions of the routebook and of the classifier, with who made them from which, and figures."""
        return JsonResponse(versions_values(changes, await routes.run(changes.versions)))

    @app.post(
        "/v1/routebook/classifier",
        openapi_extra=openapi.request_body(ClassifierBody),
        responses=_documented(ServingValues),
    )
    async def classifier(request: Request) -> Response:
        """Promote a classifier, or without `version` roll back to the one before. 409: another one serves by now."""
        given = await _read(request, ClassifierBody)
        return JsonResponse({"serving": await routes.change(change_classifier, changes, _who(request), given)})


def begin_trial(changes: RouteChanges, who: str, given: TryBody) -> int:
    """Begin the trial that a body describes, and return its number."""
    if given.folder == bool(given.changes):
        raise MessageError("give either `changes` or `folder`: one of them is tried")
    if given.folder:
        return changes.try_folder(who)
    return changes.try_examples(who, [ExampleChange(one.route, one.add, one.remove) for one in given.changes])


def change_classifier(changes: RouteChanges, who: str, given: ClassifierBody) -> int | None:
    """Do what a body describes, and return the classifier that serves."""
    if given.version is None:
        return changes.roll_back_classifier(who, given.serving).student
    return changes.promote_classifier(who, given.version, given.serving, anyway=given.anyway).student


def trial_values(trial: StoredTrial) -> dict[str, Any]:
    """Return a trial."""
    result = trial.result
    return {
        "trial": trial.id,
        **{name: getattr(trial, name) for name in ("who", "at", "state", "base", "digest", "change", "progress")},
        **{name: result.get(name) for name in ("error", "seconds", "traffic", "held_out", "cross_validation")},
        "notes": result.get("notes", []),
        "flips": result.get("flips", []),
        "left_out": result.get("left_out", 0),
    }


def versions_values(changes: RouteChanges, found: Versions) -> dict[str, Any]:
    """Return the versions of the routebook and of the classifier."""
    served = None if found.served is None else found.served.number
    serving = None if found.serving is None else found.serving.student
    return {
        "routebook": changes.name,
        "can_change": changes.can_change,
        "served": served,
        "serving": serving,
        "versions": [_version(one._asdict(), served) for one in found.routebooks],
        "classifiers": [_classifier(one.id, one.at, one.lineage, serving) for one in found.classifiers],
    }


def _version(record: dict[str, Any], served: int | None) -> dict[str, Any]:
    number = record.pop("number")
    return {"version": number, "serves": number == served, **record}


def _classifier(number: int, at: float, lineage: dict[str, Any], serving: int | None) -> dict[str, Any]:
    comparison = lineage.get("comparison") or {}
    return {
        "version": number,
        "serves": number == serving,
        "at": at,
        "parent": lineage.get("parent"),
        "examples": lineage.get("examples"),
        "rows": lineage.get("rows", {}),
        "passed": bool(comparison.get("passed")),
        "reasons": comparison.get("reasons", []),
        "checks": [
            {name: check[name] for name in ("what", "rows", "champion", "challenger")}
            for check in comparison.get("checks", [])
        ],
    }


async def _read(request: Request, model: type[BodyT]) -> BodyT:
    if len(request.scope[BODY_KEY]) > MAX_BODY:
        raise HTTPException(413, f"the body is larger than {MAX_BODY:,} bytes: try fewer examples, or edit the folder")
    return await read_json(request, model)


def _who(request: Request) -> str:
    name: str = request.scope[CALLER_KEY].name
    return name


def _documented(model: type[BaseModel]) -> openapi.ResponseDocs:
    conflict = openapi.ERROR_RESPONSES[404]["content"]
    return {
        200: {"model": model, "description": str(model.__doc__).partition("\n")[0]},
        **openapi.ERROR_RESPONSES,
        409: {"description": "Somebody else changed what serves, or is trying a change.", "content": conflict},
    }
