"""What serves over HTTP: routes, rules, guards and examples, with what each decided lately."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from fingerpost.server import openapi
from fingerpost.server.decisions import read_query
from fingerpost.server.responses import JsonResponse
from fingerpost.server.route_values import RouteExamples, RouteQuery, ServedValues
from fingerpost.server.served_routes import ServedRoutes


def add_paths(app: FastAPI, routes: ServedRoutes) -> None:
    """Add the two paths to the app."""

    @app.get("/v1/routes", responses=_documented(ServedValues))
    async def served(_: Request) -> Response:
        """Return the routes, rules and guards that serve, the classifier, and what each decided lately."""
        return JsonResponse(await routes.run(routes.served))

    @app.get("/v1/routes/{route:path}", openapi_extra=openapi.query(RouteQuery), responses=_documented(RouteExamples))
    async def examples(request: Request) -> Response:
        """Return a route with its examples, each with its line in `examples.jsonl`."""
        query = read_query(request.query_params, RouteQuery)
        return JsonResponse(await routes.run(routes.examples, request.path_params["route"], query))


def _documented(model: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    found = {"model": model, "description": str(model.__doc__).partition("\n")[0]}
    return {200: found, **openapi.ERROR_RESPONSES}
