"""The trace of an exchange: its decision and facts, who sent it, how long each step took, and the passages found."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

from fingerpost.answering.request import Request
from fingerpost.audit.traces import check_trace
from fingerpost.routing.trace import trace_of
from fingerpost.types import Answer, Decision, Fact

READ_STEP, CLASSIFY_STEP = "read", "classify"
"""The first steps of an exchange: reading the store, and deciding."""


class Timeline:
    """When the steps of an exchange began, and which passages its answer cites."""

    def __init__(self) -> None:
        """Begin with reading the store."""
        self._began = perf_counter()
        self._steps: list[tuple[str, float]] = [(READ_STEP, self._began)]
        self.passages: list[tuple[str, str, float]] = []

    def begin(self, step: str) -> None:
        """Note that a step begins, which ends the one before it."""
        self._steps.append((step, perf_counter()))

    def cite(self, answer: Answer) -> None:
        """Note the passages of an answer: file, heading and score, as far as a handler gave them; not their text."""
        cited = (part.values for part in answer.parts if part.kind == "citation")
        self.passages = [
            (values.get("file", ""), values.get("heading", ""), values.get("score", 0.0)) for values in cited
        ]

    def ended(self) -> Timings:
        """Return the timings of an exchange that ends now."""
        end = perf_counter()
        following = [*(at for _, at in self._steps[1:]), end]
        steps = [
            (step, _micros(at - self._began), _micros(until - at))
            for (step, at), until in zip(self._steps, following, strict=True)
        ]
        return Timings(_micros(end - self._began), steps)


class Timings(NamedTuple):
    """The microseconds of an exchange, and of each step: its name, when it began, and how long it took."""

    micros: float
    steps: list[tuple[str, float, float]]


def exchange_trace(
    request: Request,
    decision: Decision,
    facts: Sequence[Fact],
    outcome: str,
    at: float,
    timings: Timings,
    passages: Sequence[tuple[str, str, float]],
    *,
    whole: bool,
) -> dict[str, Any]:
    """Return the trace of a request that ended `at` a time; with all of its text where that is kept `whole`."""
    record = trace_of(request.book, request.message, decision, facts, whole=whole)
    breaches = check_trace(request.router.auditor, record)
    return {
        "request": request.id,
        "session": request.session,
        "user": request.stored_user,
        "client": request.client,
        "at": at,
        "outcome": outcome,
        **record,
        "breaches": [list(breach) for breach in breaches],
        **timings._asdict(),
        "passages": passages,
    }


def _micros(seconds: float) -> float:
    return round(seconds * 1e6, 1)
