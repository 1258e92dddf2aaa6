"""Counts of decisions by hour, layer and time to decide: what savings are computed from, without reading any trace.

They are added up when traces are stored. They hold nothing of a message or a person, so they stay when a user's data is
deleted, until retention deletes them by age.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import methodcaller
from typing import Any, NamedTuple

from fingerpost.observability.facts import CLASSIFIER, LOADED, MODEL, TOKENS
from fingerpost.stores import turn_writer
from fingerpost.stores.connection import Connection
from fingerpost.stores.database import UNSTORABLE, Database

HOUR = 3600
PACES = 10
"""Steps of the time to decide for each power of ten, so that a percentile is known to within 13 %."""
UNTIMED = -1
"""The pace of a decision whose time is not known, or is mostly that of loading the classifier."""
SLOWEST = 99
"""The highest pace: three hours."""
MOST_TOKENS = 10_000_000
"""The most tokens of one call that are believed."""
LATEST = 2.0**33
"""The latest time that is believed, in seconds since 1970; what is stored with another counts for the present."""

_SUMS = ("decisions", "asked", "unsure", "calls", "reported", "estimated", "prompt", "completion")
_KEY = ("routebook", "hour", "layer", "pace")
_ADDED = ", ".join(f"{name} = fingerpost_decision_counts.{name} + excluded.{name}" for name in _SUMS)
_ADD = f"""INSERT INTO fingerpost_decision_counts ({", ".join((*_KEY, *_SUMS))})
    VALUES ({", ".join("?" * (len(_KEY) + len(_SUMS)))})
    ON CONFLICT ({", ".join(_KEY)}) DO UPDATE SET {_ADDED}"""  # noqa: S608 - constants
_WITHIN = "FROM fingerpost_decision_counts WHERE routebook = ? AND hour >= ? AND hour < ?"


class DecisionSums(NamedTuple):
    """Sums over decisions.

    `asked`: those about which a language model was asked; `unsure`: those that were left to the fallback without
    asking one, since none is set or it failed. `calls`: its calls; of `reported` ones the server told the tokens, of
    `estimated` ones the length of the texts did. `prompt` and `completion` are tokens.
    """

    decisions: int = 0
    asked: int = 0
    unsure: int = 0
    calls: int = 0
    reported: int = 0
    estimated: int = 0
    prompt: int = 0
    completion: int = 0

    def plus(self, other: DecisionSums) -> DecisionSums:
        """Return the sum of both."""
        return DecisionSums(*(one + more for one, more in zip(self, other, strict=True)))


class LayerCount(NamedTuple):
    """The sums of a layer in the hours from one on."""

    hour: int
    layer: str
    sums: DecisionSums


class PaceCount(NamedTuple):
    """How many decisions of a layer took the time of a pace."""

    layer: str
    pace: int
    decisions: int


def pace_of(micros: float) -> int:
    """Return the pace of so many microseconds."""
    return int(min(PACES * math.log10(micros), SLOWEST)) if micros > 1 else 0


def micros_of(pace: int) -> float:
    """Return the microseconds in the middle of a pace."""
    return float(10 ** ((pace + 0.5) / PACES))


def add_counts(connection: Connection, traces: Iterable[Mapping[str, Any]], now: float) -> None:
    """Count traces in the current transaction; those without a time of their own for now."""
    found: dict[tuple[object, ...], list[int]] = {}
    for trace in traces:
        sums = found.setdefault(_key(trace, now), [0] * len(_SUMS))
        sums[0] += 1
        # Most decisions ask no model and are sure, which is seen without adding up what is nothing.
        if more := _model_use(trace):
            sums[1:] = [one + other for one, other in zip(sums[1:], more, strict=True)]
    # In one order for all writers, so that none waits for another that waits for it.
    connection.execute_many(_ADD, [(*key, *found[key]) for key in sorted(found, key=repr)])


class DecisionCounts:
    """The counts of a store."""

    def __init__(self, database: Database) -> None:
        """Use `Store.decision_counts`."""
        self._database = database

    def by_layer(self, routebook: str, since: int, until: int, hours: int) -> list[LayerCount]:
        """Return the sums of each layer from one hour to another, for every so many hours; the hours are UTC's."""
        sums = ", ".join(f"CAST(sum({name}) AS BIGINT)" for name in _SUMS)
        select = f"SELECT hour / {int(hours)} * {int(hours)}, layer, {sums} {_WITHIN} GROUP BY 1, 2 ORDER BY 1, 2"
        rows = self._query(select, routebook, since, until)
        return [LayerCount(hour, layer, DecisionSums(*counts)) for hour, layer, *counts in rows]

    def by_pace(self, routebook: str, since: int, until: int) -> list[PaceCount]:
        """Return how many decisions of each layer took how long, the fastest first."""
        select = f"""SELECT layer, pace, CAST(sum(decisions) AS BIGINT) {_WITHIN} AND pace <> {UNTIMED}
            GROUP BY layer, pace ORDER BY layer, pace"""
        return [PaceCount(*row) for row in self._query(select, routebook, since, until)]

    def _query(self, select: str, routebook: str, since: int, until: int) -> Sequence[tuple[Any, ...]]:
        if UNSTORABLE.search(routebook):
            return []
        return self._database.read(methodcaller("query", select, routebook, since, until))


def _key(trace: Mapping[str, Any], now: float) -> tuple[object, ...]:
    """Return what a trace is counted under; of whatever shape its parts are."""
    at = turn_writer.finite_number(trace.get("at"), now)
    if not 0 <= at < LATEST:
        at = now
    return _name(trace, "routebook"), int(at // HOUR), _name(trace, "layer"), _pace(trace)


def _model_use(trace: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the sums after the number of decisions; empty where all of them are 0."""
    facts = _details(trace)
    asked = any(what == CLASSIFIER and fact.get("kind") == "llm" for what, fact in facts)
    unsure = not asked and any(row[0] == "fallback" for row in _rows(trace, "trail"))
    of_deciding = [(what, fact) for what, fact in facts if fact.get("purpose") == "classify"]
    if not (asked or unsure or of_deciding):
        return ()
    used = [fact for what, fact in of_deciding if what == TOKENS]
    reported = sum(fact.get("told") is True for fact in used)
    return (
        int(asked),
        int(unsure),
        sum(what == MODEL for what, _ in of_deciding),
        reported,
        len(used) - reported,
        sum(_tokens(fact.get("prompt")) for fact in used),
        sum(_tokens(fact.get("completion")) for fact in used),
    )


def _pace(trace: Mapping[str, Any]) -> int:
    taken = [_micros(step[2]) for step in _rows(trace, "steps") if len(step) == 3 and step[0] == "classify"]
    loading = any(row[0] == LOADED for row in _rows(trace, "facts"))
    return pace_of(sum(taken)) if taken and not loading else UNTIMED


def _micros(value: object) -> float:
    return turn_writer.finite_number(value, 0.0)


def _tokens(value: object) -> int:
    return min(value, MOST_TOKENS) if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _details(trace: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    rows = (row for row in _rows(trace, "facts") if len(row) == 2)
    return [(str(what), detail) for what, detail in rows if isinstance(detail, Mapping)]


def _rows(trace: Mapping[str, Any], name: str) -> list[Sequence[Any]]:
    rows = trace.get(name)
    return [row for row in rows if isinstance(row, list | tuple) and row] if isinstance(rows, list | tuple) else []


def _name(trace: Mapping[str, Any], name: str) -> str:
    value = trace.get(name)
    return "" if value is None else turn_writer.clean_text(str(value))[:256]
