"""What SQLite, PostgreSQL and DuckDB write differently: names, parts of dates, days between two, relative times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.expression_checker import RESERVED, needs_quotes
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, When

DIALECTS = {"sqlite": "sqlite", "postgres": "postgres", "postgresql": "postgres", "duckdb": "duckdb"}
"""How databases are called, and what their dialect is."""
_TYPED_TIMES = ("postgres", "duckdb")
"""Dialects in which times have types and functions of their own."""
PARTS = {
    "year": ("%Y", "YYYY"),
    "month": ("%Y-%m", "YYYY-MM"),
    "day": ("%Y-%m-%d", "YYYY-MM-DD"),
    "week": ("%Y-%W", "IYYY-IW"),
    "hour": ("%H", "HH24"),
    "month_of_year": ("%m", "MM"),
    "weekday": ("%w", "D"),
}
_QUARTERS = {"quarter": 'YYYY"-Q"Q', "quarter_of_year": "Q"}
_UNITS = {
    "day": ("days", 1),
    "week": ("days", 7),
    "month": ("months", 1),
    "quarter": ("months", 3),
    "year": ("years", 1),
}


@lru_cache(maxsize=16)
def _odd_names(allowlist: Allowlist, dialect: str) -> frozenset[str]:
    names = {name for table in allowlist.tables for name in (table.name, *(column.name for column in table.columns))}
    return frozenset(name for name in names if needs_quotes(name, dialect))


def quoted(select: exp.Select, allowlist: Allowlist, dialect: str) -> exp.Select:
    """Put quotes around names that a database would fold, or take for words of its own, in place."""
    odd = _odd_names(allowlist, dialect)
    for name in select.find_all(exp.Identifier):
        if name.this in odd or name.this.upper() in RESERVED:
            name.set("quoted", True)
    return select


def text(value: str) -> exp.Expr:
    """Return a literal; sqlglot writes it with its quotes doubled."""
    return exp.Literal.string(value)


def number(value: float) -> exp.Expr:
    """Return a number as a literal."""
    return exp.Literal.number(int(value) if value == int(value) else value)


def call(name: str, *arguments: exp.Expr) -> exp.Expr:
    """Return a call of a function of the database."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def part(column: exp.Expr, name: str, dialect: str) -> exp.Expr:
    """Return a part of a date as text that sorts by time."""
    if dialect == "postgres":
        time = exp.cast(column, "timestamp")
        if name == "weekday":
            return exp.cast(exp.cast(exp.Extract(this=exp.var("DOW"), expression=time), "int"), "text")
        return call("TO_CHAR", time, text(_QUARTERS.get(name) or PARTS[name][1]))
    if name in _QUARTERS:
        quarter = _quarter(column.copy(), dialect)
        if name == "quarter_of_year":
            return quarter
        return exp.DPipe(
            this=exp.DPipe(this=_formatted(column, "%Y", dialect), expression=text("-Q")), expression=exp.paren(quarter)
        )
    return _formatted(column, PARTS[name][0], dialect)


def _formatted(column: exp.Expr, form: str, dialect: str) -> exp.Expr:
    """Return a date in a format of SQLite and DuckDB, which take their arguments in different orders."""
    if dialect == "duckdb":
        return call("STRFTIME", exp.cast(column, "timestamp"), text(form))
    return call("STRFTIME", text(form), column)


def _quarter(column: exp.Expr, dialect: str) -> exp.Expr:
    if dialect == "duckdb":
        return exp.cast(exp.Extract(this=exp.var("QUARTER"), expression=exp.cast(column, "timestamp")), "text")
    month = exp.cast(_formatted(column, "%m", dialect), "int")
    return exp.Div(this=exp.paren(exp.Add(this=month, expression=number(2))), expression=number(3), typed=True)


def days(start: exp.Expr, end: exp.Expr, dialect: str) -> exp.Expr:
    """Return the days from one time to another, with fractions."""
    if dialect in _TYPED_TIMES:
        between = exp.Sub(this=exp.cast(end, "timestamp"), expression=exp.cast(start, "timestamp"))
        return exp.Div(
            this=exp.Extract(this=exp.var("EPOCH"), expression=exp.paren(between)),
            expression=exp.Literal.number("86400.0"),
        )
    return exp.paren(exp.Sub(this=call("JULIANDAY", end), expression=call("JULIANDAY", start)))


def with_days(value: exp.Expr, dialect: str) -> exp.Expr:
    """Return an expression of a file with its DAYS(from, to) written for a database."""

    def written(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Anonymous) and node.name.upper() == "DAYS" and len(node.expressions) == 2:
            start, end = node.expressions
            return days(start, end, dialect)
        return node

    return value.transform(written)


def during(column: exp.Expr, table: str, when: When, dialect: str) -> exp.Expr:
    """Return the test that a date lies in a time."""
    if when.spans:
        return exp.or_(*(_span(column, *span) for span in when.spans), copy=False)
    if when.part == "weekday":
        values = [text(str(value)) for value in when.numbers]
        return exp.In(this=part(column.copy(), when.part, dialect), expressions=values)
    newest = exp.select(exp.Max(this=exp.column(column.name, table=table))).from_(exp.table_(table)).subquery()
    return (_latest_months if when.part else _relative)(column, newest, when, dialect)


def _latest_months(column: exp.Expr, newest: exp.Expr, when: When, dialect: str) -> exp.Expr:
    """Return the test that a date lies in the latest of some months, those that follow one another as one stretch."""
    column = exp.cast(column.copy(), "timestamp") if dialect in _TYPED_TIMES else column
    stretches: list[list[int]] = []
    for month in when.numbers:
        if stretches and month == stretches[-1][-1] + 1:
            stretches[-1].append(month)
        else:
            stretches.append([month])
    tests: list[exp.Expr] = []
    for months in stretches:
        before = Counter(month=months[0] - 1, day=max(0, when.day - 1))
        beyond = before + (Counter(day=1) if when.day else Counter(month=len(months)))
        # A year that begins so much later has the months at its beginning.
        first, behind = (_later(newest, before, when, so_much, dialect) for so_much in (before, beyond))
        since = exp.GTE(this=column.copy(), expression=behind if when.bound == "after" else first)
        until = exp.LT(this=column.copy(), expression=first if when.bound == "before" else behind)
        bounds = {"since": since, "after": since, "until": until, "before": until}
        tests.append(bounds[when.bound] if when.bound else exp.and_(since, until, copy=False))
    return exp.or_(*tests, copy=False)


def _later(newest: exp.Expr, before: Counter[str], when: When, beyond: Counter[str], dialect: str) -> exp.Expr:
    """Return a day so far behind the beginning of a year: the newest year that has come so far as `before`, or another.

    The newest date is moved back by `before`, cut to its year, and moved on again.
    """
    changes = [f"-{count} {unit}" for unit, count in before.items() if count and when.unit != "year"]
    changes += ["start of year", *([f"{-when.back:+d} year"] if when.unit == "year" and when.back else [])]
    changes += [f"+{count} {unit}" for unit, count in beyond.items() if count]
    if dialect not in _TYPED_TIMES:
        return call("DATE", newest.copy(), *map(text, changes))
    time: exp.Expr = exp.cast(newest.copy(), "timestamp")
    for change in changes:
        count, _, unit = change.partition(" ")
        if count == "start":
            time = call("DATE_TRUNC", text("year"), time)
        else:
            time = exp.Add(this=time, expression=exp.Interval(this=text(str(int(count))), unit=exp.var(unit.upper())))
    return time


def _span(column: exp.Expr, start: str, end: str) -> exp.Expr:
    tests: list[exp.Expr] = []
    if start:
        tests.append(exp.GTE(this=column.copy(), expression=text(start)))
    if end:
        tests.append(exp.LT(this=column.copy(), expression=text(end)))
    return exp.and_(*tests, copy=False)


def _relative(column: exp.Expr, newest: exp.Expr, when: When, dialect: str) -> exp.Expr:
    if when.unit not in _UNITS or not 1 <= abs(when.length) <= 10_000:
        raise NotUnderstoodError(f"no time is known as {when.words!r}", (when.words,))
    unit, times = _UNITS[when.unit]
    # Where times have a type, a date is compared with no text but a literal, and dates may be kept as text.
    column = exp.cast(column.copy(), "timestamp") if dialect in _TYPED_TIMES else column
    if when.length < 0:
        # The last so many days reach up to the newest row.
        return exp.GT(this=column.copy(), expression=_moved(newest, [], unit, when.length * times, dialect, exact=True))
    if when.unit in ("week", "quarter"):
        raise NotUnderstoodError(
            f"{when.words!r} is not a time that can be counted back from the newest date; name days, months or years",
            (when.words,),
        )
    first = _moved(newest, [when.unit], unit, -when.back, dialect)
    behind = _moved(newest, [when.unit], unit, when.length - when.back, dialect)
    since = exp.GTE(this=column.copy(), expression=first)
    return exp.and_(since, exp.LT(this=column.copy(), expression=behind), copy=False)


def _moved(newest: exp.Expr, cut: Sequence[str], unit: str, by: int, dialect: str, *, exact: bool = False) -> exp.Expr:
    """Return the newest time, cut to the beginning of its unit, so many units away."""
    if dialect in _TYPED_TIMES:
        time: exp.Expr = exp.cast(newest.copy(), "timestamp")
        for name in cut:
            time = call("DATE_TRUNC", text(name), time)
        return exp.Add(this=time, expression=exp.Interval(this=text(str(by)), unit=exp.var(unit.upper())))
    changes = [text(f"start of {name}") for name in cut if name != "day"] + [text(f"{by:+d} {unit}")]
    return call("DATETIME" if exact else "DATE", newest.copy(), *changes)
