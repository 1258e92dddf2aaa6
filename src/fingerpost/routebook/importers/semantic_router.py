"""Reads what semantic-router writes with `to_yaml`, `to_json` and `RouterConfig.to_file`, of versions 0 and 1."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fingerpost.errors import RowsError
from fingerpost.routebook.importers.imported import (
    ImportedRoutes,
    collect_routes,
    left_out_lines,
    route_name,
)
from fingerpost.routebook.importers.rows import RowsOfFile, is_nothing, one_line

_FUNCTIONS = ("function schemas", "answer with a function of your own: Assistant.open(…, handlers=…)")
_THRESHOLDS = ("thresholds", "they belong to another encoder; Fingerpost estimates its own from the examples")
_ROUTE_KEYS = {
    "function_schemas": _FUNCTIONS,
    "function_schema": _FUNCTIONS,
    "llm": ("language models of routes", "a model is set for all routes, by environment variables"),
    "score_threshold": _THRESHOLDS,
    "confidence_threshold": _THRESHOLDS,
    "metadata": ("metadata", "keep it in your own code, by the name of the route"),
}
"""The keys of a route that have no place in a routebook, and what to do instead."""

_ENCODER = ("encoder", "Fingerpost has one of its own; an embedding server can be set in its place")
_SETTINGS = ("settings of the router", "they have no counterpart")
_WITHOUT = ("routes without utterances", "add them to routebook.toml with examples of their own")

MAX_ROUTERS = 100
"""Routers of a chain or a merge, with those inside them."""


def is_semantic_router(data: Any) -> bool:
    """Whether a file's content looks like one of semantic-router's."""
    if isinstance(data, list):
        return any(isinstance(entry, dict) and "utterances" in entry for entry in data)
    return isinstance(data, dict) and not {"routes", "routers", "router_type"}.isdisjoint(data)


def read_semantic_router(file: Path, data: Any) -> ImportedRoutes:
    """Return the routes of a file's content; raise RowsError with the file and what to do."""
    rows, descriptions = RowsOfFile(file), dict[str, str]()
    left: dict[tuple[str, str], list[str]] = {}
    for router in _routers(file, {"routes": data} if isinstance(data, list) else data):
        rows.spend(sum(map(len, map(str, router))), len(router))
        _note_router(router, left)
        for route in _routes(file, router):
            name = one_line(route.get("name"))
            if not name:
                raise RowsError(f"{file}: a route has no name: give each one")
            utterances = route.get("utterances") or []
            if not isinstance(utterances, list):
                raise RowsError(f"{file}: route {name[:60]}: utterances must be a list of texts")
            rows.spend(len(name) + 1)
            rows.add(name, utterances)
            if not utterances:
                left.setdefault(_WITHOUT, []).append(name)
            elif not is_nothing(route.get("description")):
                descriptions.setdefault(route_name(name), one_line(route["description"]))
            for key, remedy in _ROUTE_KEYS.items():
                if not is_nothing(route.get(key)):
                    left.setdefault(remedy, []).append(name)
    imported = collect_routes(file, rows.taken, rows.notes)
    routes = {route for _, route in imported.examples}
    kept = {route: text for route, text in descriptions.items() if route in routes}
    return imported._replace(descriptions=kept, left_out=left_out_lines(left))


def _routers(file: Path, data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return a router, and those that a chain or a merge is made of."""
    found = [data]
    for router in found:
        inside = router.get("routers") or []
        if not isinstance(inside, list) or not all(isinstance(one, dict) for one in inside):
            raise RowsError(f"{file}: routers must be a list of objects")
        if len(found) + len(inside) > MAX_ROUTERS:
            raise RowsError(f"{file}: has more than {MAX_ROUTERS} routers inside each other: import one of them")
        found += inside
    return found


def _routes(file: Path, router: Mapping[str, Any]) -> list[dict[str, Any]]:
    routes = router.get("routes")
    if routes is None and "routers" in router:
        return []
    if routes is None:
        index = router.get("index")
        kind = one_line(index.get("type")) if isinstance(index, dict) else ""
        held = f"its index ({kind}) holds them" if kind else "it has no key `routes`"
        remedy = "read them in Python (router.routes) and save those with a local index"
        raise RowsError(f"{file}: has no routes: {held}; {remedy}")
    if not isinstance(routes, list) or not all(isinstance(route, dict) for route in routes):
        raise RowsError(f"{file}: routes must be a list of objects with name and utterances")
    return routes


def _note_router(router: Mapping[str, Any], left: dict[tuple[str, str], list[str]]) -> None:
    """Note what a router has beside its routes."""
    known = {"routes", "routers", "router_type", "encoder", "encoder_type", "encoder_name", "confidence_threshold"}
    encoder = router.get("encoder")
    named = encoder if isinstance(encoder, dict) else {key: router.get(f"encoder_{key}") for key in ("type", "name")}
    name = " ".join(one_line(named.get(key)) for key in ("type", "name") if not is_nothing(named.get(key)))
    if name:
        left.setdefault(_ENCODER, []).append(name)
    if not is_nothing(router.get("confidence_threshold")):
        left.setdefault(_THRESHOLDS, []).append("of the router")
    others = [one_line(key) for key, value in router.items() if key not in known and not is_nothing(value)]
    if others:
        left.setdefault(_SETTINGS, []).extend(others)
