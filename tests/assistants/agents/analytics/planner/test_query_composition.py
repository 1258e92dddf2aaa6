"""The figures of sides, growth, ranks within groups and shares of the first, from a small database."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.planner import sql_writer
from fingerpost.assistants.agents.analytics.planner.interpretation_text import title_of, understood
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import (
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

SCHEMA = Allowlist(
    (
        AllowedTable("people", (AllowedColumn("id", "integer", key=True),)),
        AllowedTable(
            "sales",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("person", "integer", references=("people", "id")),
                AllowedColumn("day", "date"),
                AllowedColumn("city", values=("Lima", "Porto")),
                AllowedColumn("kind", values=("a", "b")),
                AllowedColumn("price", "number"),
            ),
            date="day",
        ),
    )
)
ROWS = [
    (1, 1, "2017-12-05", "Lima", "a", 10.0),
    (2, 1, "2018-01-05", "Lima", "a", 20.0),
    (3, 1, "2018-01-06", "Porto", "b", 10.0),
    (4, 2, "2018-03-07", "Porto", "a", 30.0),
    (5, 2, "2018-04-01", "Porto", "b", 30.0),
    (6, 3, "2018-04-02", None, "b", 100.0),
]
COUNT = Measure("count", (("sales", ""),), words="sales")
PRICE = Measure("SUM", (("sales", "price"),), words="price")
CITY, KIND = Group((("sales", "city"),), words="city"), Group((("sales", "kind"),), words="kind")
MONTH = Group(part="month", words="month")
Y2017, Y2018 = (When(spans=((f"{year}-01-01", f"{year + 1}-01-01"),), words=str(year)) for year in (2017, 2018))
YEARS = (Side(whens=(Y2017,)), Side(whens=(Y2018,)))
CITIES = tuple(Side((Where("=", (("sales", "city"),), (city,), words=city),)) for city in ("Porto", "Lima"))


def answered(request: Request) -> list[tuple[Any, ...]]:
    """Return the rows that answer a request."""
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE people (id)")
        connection.executemany("INSERT INTO people VALUES (?)", [(1,), (2,), (3,), (4,)])
        connection.execute("CREATE TABLE sales (id, person, day, city, kind, price)")
        connection.executemany("INSERT INTO sales VALUES (?, ?, ?, ?, ?, ?)", ROWS)
        statement = Writer(SCHEMA, Meanings(), "sqlite", request).statement
        return connection.execute(check_sql(statement.sql(dialect="sqlite"), "sqlite", SCHEMA)).fetchall()


def test_each_side_is_a_row() -> None:
    assert answered(Request((COUNT,), sides=YEARS)) == [("2017", 1), ("2018", 5)]
    assert answered(Request((PRICE,), sides=CITIES)) == [("Porto", 70.0), ("Lima", 30.0)]


def test_one_side_against_the_other() -> None:
    assert answered(Request((PRICE,), sides=YEARS, change="growth")) == [(10.0, 190.0, 1800.0)]
    assert answered(Request((PRICE,), sides=CITIES, change="difference")) == [(70.0, 30.0, 40.0)]
    assert answered(Request((COUNT,), sides=CITIES, change="ratio")) == [(3, 2, 1.5)]


def test_groups_of_two_sides_are_put_together() -> None:
    """What is in no city is a group as well, and what was not sold again grew by less than nothing."""
    late = (Side(whens=(When(spans=(("2018-04-01", "2018-05-01"),), words="April"),)),)
    found = answered(Request((COUNT,), groups=(CITY,), sides=(YEARS[1], *late), change="growth"))
    assert sorted(found, key=str) == sorted(
        [(None, 1, 1, 0.0), ("Lima", 1, 0, -100.0), ("Porto", 3, 1, 100.0 * -2 / 3)], key=str
    )


def test_growth_is_against_the_month_just_before() -> None:
    """February has no sales: March cannot be put against it, nor January against nothing that is shown."""
    found = answered(Request((COUNT,), groups=(MONTH,), whens=(Y2018,), change="growth"))
    assert found == [("2018-01", 2, 100.0), ("2018-03", 1, None), ("2018-04", 2, 100.0)]


def test_growth_by_quarter_and_year() -> None:
    quarters = answered(Request((COUNT,), groups=(Group(part="quarter"),), whens=(Y2018,), change="growth"))
    assert quarters == [("2018-Q1", 3, 200.0), ("2018-Q2", 2, pytest.approx(-100 / 3))]
    years = answered(Request((COUNT,), groups=(Group(part="year"),), change="growth"))
    assert years == [("2017", 1, None), ("2018", 5, 400.0)]


def test_the_first_of_each_group() -> None:
    request = Request((PRICE,), groups=(KIND,), within=(CITY,), order="desc", limit=1)
    assert answered(request) == [("Lima", "a", 30.0), ("Porto", "b", 40.0), (None, "b", 100.0)]


def test_who_shares_a_place_has_it() -> None:
    request = Request((COUNT,), groups=(KIND,), within=(Group((("sales", "person"),)),), order="desc", limit=1)
    assert answered(request)[1:3] == [(2, "a", 1), (2, "b", 1)]


def test_the_share_of_the_first_together() -> None:
    assert answered(Request((PRICE,), inner=(CITY,), share=True, order="desc", limit=2)) == [(85.0,)]
    assert answered(Request((PRICE,), inner=(CITY,), share=True, order="asc", limit=1)) == [(15.0,)]


def test_the_share_of_those_that_a_condition_holds_for() -> None:
    """Who bought nothing is one of the people too."""
    having = Having(COUNT, ">", (1.0,), words="more than 1 sale")
    people = Group((("people", ""),), words="people")
    assert answered(Request((COUNT,), inner=(people,), share=True, having=(having,))) == [(2, 50.0)]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda one: replace(one, measures=(COUNT, PRICE), change="growth"), "cannot be asked together"),
        (lambda one: replace(one, sides=(*one.sides, CITIES[0]), change="growth"), "two are compared"),
        (lambda one: replace(one, whens=(Y2017,)), "these are several questions"),
        (lambda one: replace(one, sides=(), change="growth"), "against what it grew"),
        (lambda one: replace(one, sides=(), within=(CITY,)), "cannot be asked together"),
        (
            lambda one: replace(
                one, sides=(), change="growth", groups=(MONTH,), whens=(When(unit="year", length=1, words="this year"),)
            ),
            "the first and the last time",
        ),
        (
            lambda one: replace(
                one, sides=(), change="growth", groups=(MONTH,), whens=(When(spans=(("2018-01-05", ""),)),)
            ),
            "the first of its parts",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(change: Any, why: str) -> None:
    with pytest.raises(NotUnderstoodError, match=why):
        answered(change(Request((COUNT,), sides=YEARS)))


def test_saboteur_nothing_before_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what lies before it the first month cannot be put against any."""
    monkeypatch.setattr(sql_writer, "before_first", lambda request, *_: (request.whens, "2018-01"))
    found = answered(Request((COUNT,), groups=(MONTH,), whens=(Y2018,), change="growth"))
    assert found[0] == ("2018-01", 2, None)


@pytest.mark.parametrize(
    ("language", "grown", "within", "first"),
    [
        ("pt", "variação em %: 2017 (day) → 2018 (day)", "os 2 primeiros em cada city", "os 2 primeiros juntos: city"),
        ("en", "change in %: 2017 (day) → 2018 (day)", "the first 2 in each city", "the first 2 together: city"),
        ("es", "variación en %: 2017 (day) → 2018 (day)", "los 2 primeros en cada city", "los 2 primeros juntos: city"),
    ],
)
def test_it_is_told(language: str, grown: str, within: str, first: str) -> None:
    def told(request: Request) -> str:
        return understood(request, Writer(SCHEMA, Meanings(), "sqlite", request).settler, language)

    two = Request((PRICE,), sides=YEARS, change="growth")
    assert told(two).endswith(grown)
    assert "2017" in title_of(two, Meanings(), language)
    assert told(Request((PRICE,), groups=(KIND,), within=(CITY,), order="desc", limit=2)).endswith(within)
    assert told(Request((PRICE,), inner=(CITY,), share=True, order="desc", limit=2)).endswith(first)
