"""Times that are counted from the newest date in the data, with the statement that says from when to when they are."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlglot import exp

from fingerpost.assistants.agents.analytics.planner.dialect import quoted
from fingerpost.assistants.agents.analytics.planner.request import Request, When
from fingerpost.assistants.agents.analytics.planner.schema_binding import Settler


class RelativeTime(NamedTuple):
    """Words for a time, and SQL for its first moment and its end; `whole`: the end is the first moment beyond it."""

    words: str
    sql: str
    whole: bool

    def told(self, first: Any, end: Any) -> str:
        """Return the words with the first and the last day, given what the statement returns; empty without dates."""
        try:
            begins, ends = (datetime.date.fromisoformat(str(value)[:10]) for value in (first, end))
        except ValueError:
            return ""
        last = ends - datetime.timedelta(days=1) if self.whole else ends
        return f"{self.words}: {begins.isoformat()}" + (f" – {last.isoformat()}" if last > begins else "")


def relative_times(request: Request, settler: Settler, base: str) -> Iterator[RelativeTime]:
    """Yield the times of a request that count from the newest date and are one stretch with an end."""
    for when in request.whens:
        if when.spans or when.part == "weekday":
            continue
        test = settler.during(when, base).test
        bounds = list(test.find_all(exp.GT, exp.GTE, exp.LT)) if test is not None else []
        since = [one.expression for one in bounds if isinstance(one, exp.GT | exp.GTE)]
        until = [one.expression for one in bounds if isinstance(one, exp.LT)]
        if len(since) == 1 and len(until) <= 1 and not when.bound:
            end = until[0] if until else _newest(settler, when, base)
            select = exp.select(exp.alias_(since[0].copy(), "since"), exp.alias_(end.copy(), "until"))
            sql = quoted(select, settler.allowlist, settler.dialect).sql(dialect=settler.dialect)
            yield RelativeTime(when.words, sql, bool(until))


def _newest(settler: Settler, when: When, base: str) -> exp.Expr:
    """Return the newest date that a time is counted from."""
    table, column = settler.placed(when, base)
    return exp.select(exp.Max(this=exp.column(column, table=table))).from_(exp.table_(table)).subquery()
