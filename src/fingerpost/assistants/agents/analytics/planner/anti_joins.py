"""Finds values that no row is of which has something: a category with one unsold product is not one without sales."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlglot import exp

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, Ref, Request, Where
from fingerpost.assistants.agents.analytics.planner.schema_binding import Settler


def values_that_lack(request: Request, settler: Settler) -> tuple[Request, Request, Ref] | None:
    """Return the request for all values of a column, that for those which have rows of another table, and the column.

    None where no values are asked for that lack such rows, or where each value is of one row.
    """
    lacking = [where for where in request.wheres if where.how == "not exists"]
    group = _asked_for(request)
    if len(lacking) != 1 or group is None or request.having:
        return None
    table, column = settler.choose(group.refs)
    found = settler.allowlist.table(table)
    known = found.column(column) if found else None
    if known is None or known.key or column in (found.label if found else ()):
        return None
    if lacking[0].refs[0][0] == table or settler.graph.up(lacking[0].refs[0][0], table) is None:
        return None
    others = tuple(where for where in request.wheres if where is not lacking[0])
    own = tuple(where for where in others if {ref[0] for ref in _columns(where)} <= {table})
    every = replace(request, wheres=own, whens=(), mentioned=())
    counted = Measure("count", lacking[0].refs, words=lacking[0].words)
    having = Request((counted,), groups=(replace(group, refs=((table, column),)),), wheres=others, whens=request.whens)
    return every, having, (table, column)


def without_values(every: exp.Select, having: exp.Select, ref: Ref) -> exp.Select:
    """Return the statement of all values without those that the other one groups by."""
    having.set("order", None)
    name = exp.column("group1", table="having_some")
    there = exp.not_(exp.Is(this=name.copy(), expression=exp.Null()))
    some = exp.select(name).from_(having.subquery("having_some", copy=False), copy=False).where(there, copy=False)
    column = exp.column(ref[1], table=ref[0])
    return every.where(exp.not_(exp.In(this=column, query=some.subquery(copy=False))), copy=False)


def _asked_for(request: Request) -> Group | None:
    """Return the column whose values are listed or counted; what is shown beside them is of another table."""
    if request.listed and request.groups and not request.measures:
        first, *shown = request.groups
        apart = {ref[0] for ref in first.refs}.isdisjoint(ref[0] for group in shown for ref in group.refs)
        return first if apart and _is_column(first.refs) else None
    if request.listed or request.groups or request.share or request.over or len(request.measures) != 1:
        return None
    counted = request.measures[0]
    return Group(counted.refs, words=counted.words) if counted.how == "distinct" and _is_column(counted.refs) else None


def _is_column(refs: Iterable[Ref]) -> bool:
    return all(column for _, column in refs)


def _columns(where: Where) -> tuple[Ref, ...]:
    return (*where.refs, *(columns_of(where.text) if where.text else ()))
