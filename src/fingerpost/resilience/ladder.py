"""The ladder: the ways in which a part of an answer can be had, the best first; the next is tried where one fails.

    hits = await try_rungs("search", [Rung("elasticsearch", ask_server), Rung("embedded", ask_file)], request.deadline)

Whoever gets the answer is told which rung it came from, unless that is the first.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from fingerpost.errors import PartError
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import DEGRADED, record_fact
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Degraded, Fact

T = TypeVar("T")

SHARE = 0.5
"""The share of what is left of a request's time that a rung may use where another follows it."""

CLASSIFIER, ENCODER, SEARCH, RELEVANCE, ANSWER, PARSER, MEMORY = (
    "classifier", "encoder", "search", "relevance", "answer", "parser", "memory",
)  # fmt: skip
"""The parts that can fail."""


class Rung(NamedTuple, Generic[T]):
    """One way to have a part: `run` gets the seconds that it may take, and raises PartError where it fails."""

    name: str
    run: Callable[[float], Awaitable[T]]


async def try_rungs(part: str, rungs: Sequence[Rung[T]], deadline: Deadline) -> T:
    """Return what the first rung that does not fail returns; raises the error of the first where all fail."""
    first: PartError | None = None
    for number, rung in enumerate(rungs, 1):
        seconds = deadline.remaining if number == len(rungs) else deadline.remaining * SHARE
        try:
            result = await rung.run(seconds)
        except PartError as error:
            first = first or error
            continue
        if first is not None:
            record_degraded(part, rung.name, first)
        return result
    raise first or PartError(f"{part}: there is no way to have it")


def seconds_for_a_part() -> float:
    """Return the seconds that a part with a next rung may take of the time of the current request, if there is one."""
    deadline = Deadline.current()
    return math.inf if deadline is None else deadline.remaining * SHARE


def record_degraded(part: str, rung: str, error: PartError) -> None:
    """Log, count and record that a part came from this rung, and why not from the first."""
    log_event(f"[ladder] {part}: {rung} instead: {error}", logging.WARNING, part=part, rung=rung)
    METRICS.count("degraded", part=part, rung=rung)
    record_fact(DEGRADED, part=part, rung=rung, why=error.why)


def degraded_in(facts: Iterable[Fact]) -> tuple[Degraded, ...]:
    """Return what was recorded of parts that came from a lower rung, each once."""
    return tuple(dict.fromkeys([Degraded(**fact.detail) for fact in facts if fact.what == DEGRADED]))
