"""Counts records where a question says so: `customer records` are not people, who count once each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.request import Measure, Ref, Request
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.words import each

_RECORDS = each("registro registros record records")
_NEAR = 2
"""Marks from the word to the name of the table, at most: `registros de cliente`."""


def with_records(request: Request, marks: Sequence[Mark], allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return a request that counts rows by their key where the marks speak of the records of a table."""
    keys = {table: key for table, _ in meanings.distinct if _said(table, marks) and (key := _key(table, allowlist))}
    having = tuple(replace(one, measure=_by_key(one.measure, keys)) for one in request.having)
    return replace(request, measures=tuple(_by_key(one, keys) for one in request.measures), having=having)


def _said(table: str, marks: Sequence[Mark]) -> bool:
    """Whether a word for records stands beside the name of a table; whoever is `on record` is no record."""
    places = [at for at, mark in enumerate(marks) if len(mark.tokens) == 1 and mark.tokens[0].text in _RECORDS]
    named = [at for at, mark in enumerate(marks) if (found := mark.of("table")) and found.refs[0][0] == table]
    return any(0 < other - one <= _NEAR or one - other == 1 for one in places for other in named)


def _key(table: str, allowlist: Allowlist) -> Ref | None:
    found = allowlist.table(table)
    keys = [column.name for column in found.columns if column.key] if found else []
    return (table, keys[0]) if len(keys) == 1 else None


def _by_key(measure: Measure, keys: dict[str, Ref]) -> Measure:
    key = keys.get(measure.refs[0][0]) if measure.how == "count" else None
    return replace(measure, how="distinct", refs=(key,)) if key else measure
