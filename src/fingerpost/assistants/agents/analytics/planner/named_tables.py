"""Makes sure that every table which a question names is read by its statement."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request, Where
from fingerpost.assistants.agents.analytics.planner.sql_writer import Writer


@lru_cache(maxsize=32)
def writer_of(request: Request, allowlist: Allowlist, meanings: Meanings, dialect: str) -> Writer:
    """Return who writes a request; every table that was named is read.

    Those of recent requests are kept: one is read by words, by networks, and then run.
    """
    writer = Writer(allowlist, meanings, dialect, request)
    wider = with_named_tables(request, writer.statement)
    if wider is None:
        return writer
    base = writer.first_base()
    for where in wider.wheres[len(request.wheres) :]:
        if base and writer.settler.graph.up(base, where.refs[0][0]) is None:
            raise NotUnderstoodError(f"a figure of {base} is not one of {where.refs[0][0]}", (where.refs[0][0],))
    writer = Writer(allowlist, meanings, dialect, wider)
    if with_named_tables(request, writer.statement):
        raise NotUnderstoodError("it is not clear what these have to do with each other", request.mentioned)
    return writer


def with_named_tables(request: Request, select: exp.Select) -> Request | None:
    """Return a request that also asks for the tables that were named and that its statement does not read.

    None where nothing is missing. A row that belongs to one of another table has it; of others it is not clear what
    was meant.
    """
    # Below columns, which are most of a statement, there is no table.
    parts = select.walk(prune=lambda part: isinstance(part, exp.Column | exp.Table))
    read = {part.name for part in parts if isinstance(part, exp.Table)}
    missing = [table for table in request.mentioned if table not in read]
    if not missing:
        return None
    wheres = tuple(Where("exists", ((table, ""),), words=table) for table in missing)
    return replace(request, wheres=(*request.wheres, *wheres))
