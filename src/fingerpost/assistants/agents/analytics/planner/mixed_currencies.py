"""Refuses figures over amounts of several currencies, which make no sum: they are asked for by currency, or in one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable
from fingerpost.assistants.agents.analytics.column_names import words_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Ref, Request
from fingerpost.assistants.agents.analytics.planner.schema_binding import Figure, Settler
from fingerpost.assistants.agents.analytics.questions.schema_names import column_names
from fingerpost.assistants.agents.analytics.questions.synonyms import synonyms_of
from fingerpost.assistants.agents.analytics.questions.words import each

_CURRENCY = each("currency currencies curr ccy moeda moneda divisa")
_MONEY = each("amount price cost fee salary discount tax total balance")


def refuse_mixed_currencies(settler: Settler, request: Request) -> None:
    """Raise NotUnderstoodError where a figure puts amounts of several currencies together."""
    measures = (*request.measures, *(having.measure for having in request.having))
    measures = (*measures, request.per) if request.per else measures
    by = (*request.groups, *request.inner)
    for figure in (settler.figure(measure, by) for measure in measures):
        for table, column in _amounts(settler, figure):
            for ref, kinds in _currencies(settler, table):
                if not _is_one(request, ref):
                    told = f"{table}.{column} is in several currencies, {', '.join(kinds)}: ask by {ref[1]}, or for one"
                    raise NotUnderstoodError(told, (column,))


def _amounts(settler: Settler, figure: Figure) -> list[Ref]:
    """Return the columns of money that a figure puts together or compares."""
    if figure.value is None or isinstance(figure.value, exp.Count):
        return []
    found = []
    for column in figure.value.find_all(exp.Column):
        table = settler.allowlist.table(column.table)
        own = table.column(column.name) if table else None
        if table and own and own.kind in ("number", "integer") and (column.name == table.amount or _money(own, table)):
            found.append((table.name, column.name))
    return found


def _money(column: AllowedColumn, table: AllowedTable) -> bool:
    """Whether a column is called as amounts of money are."""
    return bool(_money_words() & {word for name in column_names(column, table) for word in name})


@cache
def _money_words() -> frozenset[str]:
    return frozenset(word for name in _MONEY for word in (name, *synonyms_of(name)))


def _currencies(settler: Settler, table: str) -> list[tuple[Ref, Sequence[str]]]:
    """Return the columns that say which of several currencies rows are in: own ones, or of what they belong to."""
    found: list[tuple[Ref, Sequence[str]]] = []
    for other in settler.allowlist.tables:
        several = [one for one in other.columns if len(one.values) > 1 and _CURRENCY & set(words_of(one.name))]
        if several and (other.name == table or _belongs(settler, table, other.name)):
            found += [((other.name, one.name), one.values) for one in several]
    return found


def _belongs(settler: Settler, table: str, other: str) -> bool:
    """Whether rows of a table belong to one of another, in whatever way."""
    try:
        return settler.graph.up(table, other) is not None
    except NotUnderstoodError:
        # They are joined in two ways, and belong in both.
        return True


def _is_one(request: Request, ref: Ref) -> bool:
    """Whether a request holds to one value of a column, or is by it."""
    grouped = any(ref in group.refs for group in (*request.groups, *request.inner))
    return grouped or any(where.how == "=" and ref in where.refs and len(where.values) == 1 for where in request.wheres)
