# ruff: noqa: S608 - the statements are the test's own
"""What the planner writes, over random schemas and requests: it parses, passes its own check, and runs."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.agents.analytics import SqlError, check_sql
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner import dialect as planner_dialect
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import (
    Gap,
    Group,
    Having,
    Measure,
    NotUnderstoodError,
    Request,
    Side,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.planner.sql_writer import Writer
from tests.conftest import examples

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:.*duckdb.*")

NAMES = (
    "order", "group", "user", "select", "Order Items", "ação", "a-b", 'quo"te', "limited", "value", "group1", "part1",
    "grouped", "ventas", "Cliente", "t.x", "1st", "año", "%d", "it's", "count", "date", "no_of:x", "asked",
)  # fmt: skip
"""Names of tables and columns: words of SQL, words of the planner, and what needs quotes."""
KINDS = {"integer": "INTEGER", "number": "DOUBLE", "text": "VARCHAR", "date": "VARCHAR", "boolean": "INTEGER"}
VALUES: dict[str, list[Any]] = {
    "integer": [1, 2, None],
    "number": [1.5, 20.25, None],
    "text": ["a", "it's", None],
    "date": ["2024-01-31", "2025-06-15", None],
    "boolean": [0, 1, None],
}


@st.composite
def schemas(draw: st.DrawFn) -> Allowlist:
    """Tables of which each may refer to one before it."""
    tables: list[AllowedTable] = []
    for name in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique_by=str.lower)):
        columns = [AllowedColumn("id", "integer", key=True)]
        if len(tables) > 0 and draw(st.booleans()):
            to = draw(st.sampled_from(tables))
            columns.append(AllowedColumn(f"ref {to.name}", "integer", references=(to.name, "id")))
        for other in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=5, unique_by=str.lower)):
            kind = draw(st.sampled_from(tuple(KINDS)))
            known = tuple(value for value in VALUES[kind] if isinstance(value, str)) if kind == "text" else ()
            columns.append(AllowedColumn(other, kind, values=known))
        tables.append(AllowedTable(name, tuple(columns)))
    return Allowlist(tuple(tables))


def _refs(schema: Allowlist, *kinds: str) -> list[tuple[str, str]]:
    return [(table.name, c.name) for table in schema.tables for c in table.columns if c.kind in kinds]


def _some(refs: list[tuple[str, str]]) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    return st.sampled_from(refs).map(lambda ref: (ref,)) if refs else st.nothing()


def measures(schema: Allowlist) -> st.SearchStrategy[Measure]:
    tables = st.sampled_from([(table.name, "") for table in schema.tables])
    numbers, every, dates = _refs(schema, "integer", "number"), _refs(schema, *KINDS), _refs(schema, "date")
    gaps = [Gap(start, end) for start in dates for end in dates if start[0] == end[0]]
    return st.one_of(
        tables.map(lambda ref: Measure("count", (ref,))),
        st.builds(Measure, st.just("distinct"), _some(every)),
        st.builds(Measure, st.sampled_from(("SUM", "AVG", "MIN", "MAX", "range")), _some(numbers)),
        tables.flatmap(lambda ref: st.sampled_from([Measure("first", (ref,)), Measure("last", (ref,))])),
        st.builds(lambda gap, hours: Measure("AVG", gap=gap, hours=hours), st.sampled_from(gaps), st.booleans())
        if gaps
        else st.nothing(),
    )


def wheres(schema: Allowlist) -> st.SearchStrategy[Where]:
    texts, numbers = _refs(schema, "text"), _refs(schema, "integer", "number")
    compared = st.sampled_from(("=", "<>", "<", "<=", ">", ">="))
    tables = st.sampled_from([((table.name, ""),) for table in schema.tables])
    return st.one_of(
        st.builds(Where, compared, _some(numbers), st.sampled_from([(1.0,), (2.5,)])),
        st.builds(Where, st.just("between"), _some(numbers), st.just((1.0, 9.0))),
        st.builds(Where, st.sampled_from(("=", "<>")), _some(texts), st.sampled_from([("a",), ("it's", "a"), ("%",)])),
        st.builds(Where, st.just("like"), _some(texts), st.sampled_from([("it's",), ("100%_",)])),
        st.builds(Where, st.sampled_from(("null", "not null")), _some(_refs(schema, *KINDS))),
        st.builds(Where, st.sampled_from(("exists", "not exists")), tables),
    )


SPAN = When(spans=(("2024-01-01", "2025-01-01"),))
WHENS = st.sampled_from(
    [
        SPAN, When(spans=(("", "2025-01-01"), ("2025-03-01", ""))), When(part="month", numbers=(1, 12)),
        When(part="weekday", numbers=(0, 6)), When(unit="month", back=1, length=1), When(unit="year", back=0, length=1),
        When(unit="day", length=-30), When(unit="week", length=-2),
    ]
)  # fmt: skip
PARTS = st.sampled_from(
    ("year", "month", "day", "week", "hour", "month_of_year", "weekday", "quarter", "quarter_of_year")
)


def groups(schema: Allowlist) -> st.SearchStrategy[Group]:
    tables = st.sampled_from([((table.name, ""),) for table in schema.tables])
    return st.one_of(
        st.builds(Group, _some(_refs(schema, "text", "integer", "boolean"))),
        st.builds(Group, tables),
        st.builds(Group, _some(_refs(schema, "date")), PARTS),
        st.builds(Group, st.just(()), PARTS),
    )


@st.composite
def requests(draw: st.DrawFn) -> tuple[Allowlist, Request]:
    """A schema, and a request for it."""
    schema = draw(schemas())
    measured = tuple(draw(st.lists(measures(schema), min_size=1, max_size=2)))
    having = Having(draw(measures(schema)), draw(st.sampled_from((">", "=", "<="))), (2.0,))
    kind = draw(st.sampled_from(("figures", "figures", "figures", "having", "over", "share", "listed", "per")))
    grouped = tuple(draw(st.lists(groups(schema), min_size=int(kind == "listed"), max_size=2)))
    inner = tuple(draw(st.lists(groups(schema), min_size=1, max_size=1))) if kind == "over" else ()
    return schema, Request(
        measures=() if kind == "listed" else measured[:1] if kind in ("over", "share", "per") else measured,
        groups=grouped,
        wheres=tuple(draw(st.lists(wheres(schema), max_size=2))),
        whens=tuple(draw(st.lists(WHENS, max_size=1))),
        having=(having,) if kind == "having" else (),
        order=draw(st.sampled_from(("", "asc", "desc"))),
        limit=draw(st.sampled_from((None, 1, 5))),
        over=draw(st.sampled_from(("COUNT", "AVG"))) if kind == "over" else "",
        inner=inner,
        share=kind == "share",
        numerator=tuple(draw(st.lists(wheres(schema), max_size=1))) if kind == "share" else (),
        listed=kind == "listed",
        per=measured[-1] if kind == "per" else None,
    )


SIDES = st.sampled_from(
    [
        Side(whens=(When(spans=(("2024-01-01", "2025-01-01"),), words="2024"),)),
        Side(whens=(When(spans=(("2025-01-01", ""),), words="it's 2025"),)),
    ]
)


@st.composite
def compounds(draw: st.DrawFn) -> tuple[Allowlist, Request]:
    """A schema, and a request that is made of others: sides, growth, ranks within groups, shares of groups."""
    schema = draw(schemas())
    kind = draw(st.sampled_from(("sides", "change", "step", "within", "first", "held")))
    sides = st.one_of(SIDES, st.builds(lambda where: Side((where,)), wheres(schema)))
    column = st.builds(Group, _some(_refs(schema, "text", "integer", "boolean")))
    timed = st.builds(Group, st.just(()), st.sampled_from(("year", "month", "quarter")))
    request = Request(
        measures=(draw(measures(schema)),),
        wheres=tuple(draw(st.lists(wheres(schema), max_size=1))),
        whens=tuple(draw(st.lists(st.sampled_from([SPAN, When(spans=(("", "2025-01-01"),))]), max_size=1))),
    )
    some = st.lists(groups(schema), max_size=1)
    if kind == "sides":
        several = tuple(draw(st.lists(sides, min_size=2, max_size=3)))
        return schema, replace(request, sides=several, groups=tuple(draw(some)), share=draw(st.booleans()))
    if kind == "change":
        two = tuple(draw(st.lists(sides, min_size=2, max_size=2)))
        change, limit = draw(st.sampled_from(("growth", "difference", "ratio"))), draw(st.sampled_from((None, 2)))
        if draw(st.booleans()):
            request = replace(request, over="AVG", inner=(draw(column),))
        return schema, replace(request, sides=two, change=change, groups=tuple(draw(some)), limit=limit)
    if kind == "step":
        return schema, replace(request, change="growth", groups=(draw(timed),))
    if kind == "within":
        order, limit = draw(st.sampled_from(("asc", "desc"))), draw(st.sampled_from((1, 2)))
        return schema, replace(request, within=(draw(column),), groups=(draw(column),), order=order, limit=limit)
    if kind == "first":
        return schema, replace(request, share=True, inner=(draw(column),), order="desc", limit=2)
    table = draw(st.sampled_from(schema.tables)).name
    having = Having(draw(measures(schema)), ">", (1.0,))
    return schema, Request(measures=(having.measure,), having=(having,), share=True, inner=(Group(((table, ""),)),))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def opened(schema: Allowlist, dialect: str) -> Iterator[Any]:
    """A database in memory with the tables of a schema and three rows in each."""
    if dialect == "duckdb":
        duckdb = pytest.importorskip("duckdb", reason="DuckDB is read with the extra fingerpost[duckdb]")
        connection = duckdb.connect(":memory:")
    else:
        connection = sqlite3.connect(":memory:")
    with closing(connection):
        for table in schema.tables:
            columns = ", ".join(f"{_quoted(column.name)} {KINDS[column.kind]}" for column in table.columns)
            connection.execute(f"CREATE TABLE {_quoted(table.name)} ({columns})")
            for number in range(3):
                row = [number if column.key else VALUES[column.kind][number] for column in table.columns]
                places = ", ".join("?" * len(row))
                connection.execute(f"INSERT INTO {_quoted(table.name)} VALUES ({places})", row)
        yield connection


def written(schema: Allowlist, request: Request, dialect: str) -> str | None:
    """Return the checked SQL of a request; None where the planner refuses it."""
    try:
        select = Writer(schema, Meanings(), dialect, request).statement
    except NotUnderstoodError:
        return None
    return check_sql(planner_dialect.quoted(select, schema, dialect).sql(dialect=dialect), dialect, schema)


def shows_something(count: Counter[bool]) -> None:
    """Of ten requests, as a quick run has, all may be refused by chance; of a hundred some must be written."""
    assert count.total() < 100 or count[True] * 10 > count[False], "nearly all requests are refused"


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres"])
def test_what_is_written_passes_the_check_and_runs(dialect: str) -> None:
    """Whatever the schema calls its tables and columns; PostgreSQL's is checked alone, without a server."""
    count: Counter[bool] = Counter()

    @settings(max_examples=examples(100), deadline=None)
    @given(asked=requests())
    def holds(asked: tuple[Allowlist, Request]) -> None:
        schema, request = asked
        sql = written(schema, request, dialect)
        count[sql is not None] += 1
        if sql is not None and dialect != "postgres":
            with opened(schema, dialect) as connection:
                assert connection.execute(sql).fetchall() is not None

    holds()
    shows_something(count)


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres"])
def test_what_is_made_of_several_passes_the_check_and_runs(dialect: str) -> None:
    """Sides, growth, ranks within groups and shares of groups, over the same schemas."""
    count: Counter[bool] = Counter()

    @settings(max_examples=examples(100), deadline=None)
    @given(asked=compounds())
    def holds(asked: tuple[Allowlist, Request]) -> None:
        schema, request = asked
        sql = written(schema, request, dialect)
        count[sql is not None] += 1
        if sql is not None and dialect != "postgres":
            with opened(schema, dialect) as connection:
                assert connection.execute(sql).fetchall() is not None

    holds()
    shows_something(count)


FOUND = {
    "a figure that is compared, beside one of another table": (
        Request(
            measures=(Measure("count", (("order", ""),)), Measure("count", (("other", ""),))),
            having=(Having(Measure("SUM", (("order", "id"),)), ">", (1.0,)),),
        ),
        "",
    ),
    "the whole as a part": (
        Request(
            measures=(Measure("count", (("order", ""),)),), share=True, numerator=(Where("exists", (("order", ""),)),)
        ),
        "is the whole",
    ),
    "a date and a number": (
        Request(
            measures=(Measure("count", (("order", ""),)),),
            having=(Having(Measure("last", (("order", ""),)), ">", (2.0,)),),
        ),
        "a date is not compared with a number",
    ),
    "a part of a date": (
        Request(measures=(Measure("count", (("order", ""),)),), per=Measure("first", (("order", ""),))),
        "a date is no amount",
    ),
    "the average of dates": (
        Request(measures=(Measure("last", (("order", ""),)),), over="AVG", inner=(Group((("order", "id"),)),)),
        "a date is no amount",
    ),
}
"""Requests that were written as SQL that fails, or means nothing; with the refusal where there is one."""
TWO = Allowlist(
    (
        AllowedTable("order", (AllowedColumn("id", "integer", key=True), AllowedColumn("day", "date"))),
        AllowedTable("other", (AllowedColumn("id", "integer", key=True),)),
    )
)


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found(name: str) -> None:
    request, refusal = FOUND[name]
    if refusal:
        with pytest.raises(NotUnderstoodError, match=refusal):
            _ = Writer(TWO, Meanings(), "sqlite", request).statement
        return
    sql = written(TWO, request, "sqlite")
    with opened(TWO, "sqlite") as connection:
        assert connection.execute(str(sql)).fetchall() == [(3, 3)]


WORDS = (
    "how many", "quantos", "cuántos", "total", "average", "by", "por", "in 2024", "em 2025", "top 3", "the", "de",
    "with", "sem", "sin", "most", "maior", "per month", "por mês", "between", "more than 2", "not", "and", "?",
)  # fmt: skip


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb"])
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_questions_of_the_words_of_a_schema(dialect: str, data: st.DataObject) -> None:
    """Names and values of the schema among the words that questions are made of."""
    schema = data.draw(schemas())
    names = [name for table in schema.tables for name in (table.name, *(column.name for column in table.columns))]
    words = st.sampled_from((*WORDS, *names, "a", "it's"))
    question = " ".join(data.draw(st.lists(words, min_size=1, max_size=7)))
    try:
        sql = plan(question, schema, dialect=dialect).sql
    except NotUnderstoodError:
        return
    with opened(schema, dialect) as connection:
        assert connection.execute(check_sql(sql, dialect, schema)).fetchall() is not None


ODD = Allowlist((AllowedTable("Cliente", (AllowedColumn("id", "integer", key=True), AllowedColumn("Zona", "text"))),))


def test_saboteur_without_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check, or the database, notices a name that is written as it is."""
    request = Request(measures=(Measure("count", (("Cliente", ""),)),), groups=(Group((("Cliente", "Zona"),)),))
    assert written(ODD, request, "postgres") is not None
    monkeypatch.setattr(planner_dialect, "quoted", lambda select, *_: select)
    with pytest.raises(SqlError):
        written(ODD, request, "postgres")
