"""Score held-out rows: the student's confidence in each row without any threshold, and whether it was right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from fingerpost.errors import RoutebookError, RowsError
from fingerpost.evaluation.app_rows import is_correct
from fingerpost.evaluation.evaluate import RowResult, route_rows
from fingerpost.evaluation.rows import Row
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router

LOWEST_THRESHOLD = 1e-9
"""A threshold that every verdict of the student reaches, unless the message is out of scope."""


class ScoredRow(NamedTuple):
    """A scored row. `score`: accepted at thresholds up to it; inf at every threshold, -inf at none."""

    score: float
    right: bool
    route: str | None
    lang: str | None


def router_without_threshold(book: Routebook, router: Router) -> Router:
    """Return a router of the same student without models and threshold, so that every verdict is given."""
    if book.llm_first:
        remedy = "the model is asked first and decides everything: there is no threshold to set"
        raise RoutebookError(book.name, "llm_first", True, remedy)
    student = router.warm_student()
    if student is None:
        raise RowsError(f"{book.name} has no examples and so no classifier: there is no threshold to set")
    routes = tuple(replace(route, accept=None) for route in book.routes)
    return Router.from_routebook(
        replace(book, routes=routes, thresholds=replace(book.thresholds, accept=LOWEST_THRESHOLD)),
        encoder=router.batcher.encoder,
        settings=replace(router.settings, slots={}),
        student=student,
        memo=Memo(size=0),
    )


def score_rows(
    book: Routebook, router: Router, rows: Sequence[Row], progress: Callable[[int, int], None] = lambda *_: None
) -> list[ScoredRow]:
    """Route every row without threshold and model; a rule's decision is accepted at every threshold."""
    router_with_guards = router_without_threshold(book, router)
    router_without_guards = (
        router_without_threshold(replace(book, guards=()), router) if book.guards else router_with_guards
    )
    return [
        ScoredRow(_score(result, router_without_guards), _right(result), result.decision.route, result.row.lang)
        for result in route_rows(router_with_guards, rows, progress)
    ]


def _score(result: RowResult, router_without_guards: Router) -> float:
    decision = result.decision
    if decision.layer == SUPERVISOR:
        # A guard replaced the confidence that the threshold is compared with.
        decision = router_without_guards.route(result.row.message)
    if not decision.accepted:
        return -inf
    return decision.confidence if decision.layer == "student" else inf


def _right(result: RowResult) -> bool:
    return is_correct(result, result.row.app) if result.row.app is not None else result.right
