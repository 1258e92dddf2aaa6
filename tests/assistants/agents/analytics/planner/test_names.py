"""Tables and columns whose names a database would fold, or take for words of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

import sqlglot
from sqlglot import exp

from fingerpost.assistants.agents.analytics import SqlError, check_sql
from fingerpost.assistants.agents.analytics import plan as planning
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.expression_checker import RESERVED
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from tests.stores.server import Server

ODD = Allowlist(
    (
        AllowedTable(
            "user",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("group", values=("gold", "blue"), synonyms=("grupo",)),
                AllowedColumn("Since", "date"),
            ),
            synonyms=("usuário", "usuario"),
        ),
        AllowedTable(
            "Order",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("user", "integer", references=("user", "id")),
                AllowedColumn("When", "date"),
                AllowedColumn("Total", "number", synonyms=("amount", "importe", "preço")),
                AllowedColumn("end", values=("open", "closed"), synonyms=("fim",)),
            ),
            synonyms=("pedido", "orders"),
        ),
        AllowedTable(
            "order lines",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("Order", "integer", references=("Order", "id")),
                AllowedColumn("Check", values=("red", "green"), synonyms=("marca", "mark")),
            ),
            synonyms=("linha", "líneas", "lines"),
        ),
    )
)

pytestmark = pytest.mark.usefixtures("words_alone")
ROWS = """
CREATE TABLE "user" (id INTEGER PRIMARY KEY, "group" TEXT, "Since" DATE);
CREATE TABLE "Order" (id INTEGER PRIMARY KEY, "user" INTEGER, "When" DATE, "Total" NUMERIC, "end" TEXT);
CREATE TABLE "order lines" (id INTEGER PRIMARY KEY, "Order" INTEGER, "Check" TEXT);
INSERT INTO "user" VALUES (1, 'gold', '2017-01-01'), (2, 'blue', '2018-01-01'), (3, 'blue', NULL);
INSERT INTO "Order" VALUES (1, 1, '2018-01-10', 10, 'open'), (2, 1, '2018-02-01', 30, 'closed'),
    (3, 2, '2018-02-03', 50, 'closed');
INSERT INTO "order lines" VALUES (1, 1, 'red'), (2, 1, 'red'), (3, 2, 'green');
"""
ASKED: list[tuple[str, list[tuple[Any, ...]]]] = [
    ("how many users?", [(3,)]),
    ("usuários por grupo", [("blue", 2), ("gold", 1)]),
    ("pedidos por grupo", [("gold", 2), ("blue", 1)]),
    ("average amount by group", [("blue", 50), ("gold", 20)]),
    ("importe promedio por marca", [("green", 30), ("red", 10)]),
    ("which group had the most orders?", [("gold", 2)]),
    ("quais grupos existem?", [("blue",), ("gold",)]),
    ("pedidos por mês", [("2018-01", 1), ("2018-02", 2)]),
    ("how many orders in February 2018?", [(2,)]),
    ("cuántos pedidos el último mes", [(1,)]),
    ("pedidos nos últimos 3 dias", [(2,)]),
    ("usuarios sin pedidos", [(1,)]),
    ("usuários com mais de 1 pedido", [(1, 2)]),
    ("orders not closed", [(1,)]),
    ("orders and users by group", [("gold", 2, 1), ("blue", 1, 2)]),
    ("percentage of orders closed", [(66.67,)]),
]


@pytest.fixture(scope="module")
def near() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.executescript(ROWS)
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def far(postgres: Server) -> Iterator[Any]:
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(postgres.make_database()) as connection:
        connection.execute(ROWS.encode())
        yield connection


def _statement(question: str, dialect: str) -> str:
    """Return what is planned, which the check has to write back as it is but for its ways of spelling."""
    planned = plan(question, ODD, dialect=dialect, meanings=Meanings()).sql
    checked = check_sql(planned, dialect, ODD)
    assert _names(checked, dialect) == _names(planned, dialect)
    return checked


def _names(sql: str, dialect: str) -> list[tuple[str, bool]]:
    tree = sqlglot.parse_one(sql, dialect=dialect)
    return sorted((name.name, bool(name.quoted)) for name in tree.find_all(exp.Identifier))


def _plain(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [tuple(round(float(v), 2) if isinstance(v, int | float | Decimal) else v for v in row) for row in rows]


@pytest.mark.parametrize(("question", "expected"), ASKED)
def test_odd_names_are_asked_in_sqlite(
    near: sqlite3.Connection, question: str, expected: list[tuple[Any, ...]]
) -> None:
    assert _plain(near.execute(_statement(question, "sqlite")).fetchall()) == _plain(expected)


@pytest.mark.parametrize(("question", "expected"), ASKED)
def test_odd_names_are_asked_in_postgres(far: Any, question: str, expected: list[tuple[Any, ...]]) -> None:
    assert _plain(far.execute(_statement(question, "postgres")).fetchall()) == _plain(expected)


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
@pytest.mark.parametrize("question", [question for question, _ in ASKED])
def test_no_name_without_quotes_is_reserved_or_has_capitals_of_the_schema(question: str, dialect: str) -> None:
    """Aliases too: a result's column may be called as a column is."""
    schema = {name for table in ODD.tables for name in (table.name, *(column.name for column in table.columns))}
    names = list(_names(plan(question, ODD, dialect=dialect, meanings=Meanings()).sql, dialect))
    assert names
    for name, is_quoted in names:
        assert is_quoted or (name.upper() not in RESERVED and (name not in schema or name == name.lower()))


def test_a_name_without_its_quotes_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: written as they are, the names are folded or no names at all."""
    monkeypatch.setattr(planning, "quoted", lambda select, *_: select)
    with pytest.raises(SqlError):
        check_sql(plan("how many orders by group", ODD, dialect="postgres", meanings=Meanings()).sql, "postgres", ODD)


def test_a_table_that_is_called_as_a_function_of_the_database_is_read_as_a_table(far: Any) -> None:
    """Without quotes, PostgreSQL answers `SELECT * FROM user` with who is asking."""
    for statement in ("SELECT COUNT(*) FROM user", 'SELECT COUNT(*) FROM "user"'):
        assert far.execute(check_sql(statement, "postgres", ODD)).fetchall() == [(3,)]
