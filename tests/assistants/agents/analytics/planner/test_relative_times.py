"""Times that count from the newest date are told as days."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="questions are planned with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import agent, check_sql
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.relative_times import RelativeTime
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.routebook.load import load
from fingerpost.settings import Settings
from tests.handler_input import handler_input


@pytest.fixture
def newest(store_file: Path, tmp_path: Path) -> Path:
    """A copy of the store whose newest order is of 17 September 2018."""
    file = tmp_path / "store.sqlite"
    file.write_bytes(store_file.read_bytes())
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE orders SET order_purchase_timestamp = '2018-09-17 10:00:00' WHERE rowid = 1")
        connection.execute("DELETE FROM orders WHERE order_purchase_timestamp > '2018-09-17 10:00:00'")
    connection.close()
    return file


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("orders last month", "Last month: 2018-08-01 – 2018-08-31"),
        ("pedidos este ano", "Este ano: 2018-01-01 – 2018-12-31"),
        ("pedidos de los últimos 30 días", "Últimos 30 días: 2018-08-18 – 2018-09-17"),
        ("orders in May", "May: 2018-05-01 – 2018-05-31"),
        ("orders in October", "October: 2017-10-01 – 2017-10-31"),
        ("orders today", "Today: 2018-09-17"),
    ],
)
async def test_the_answer_says_which_days_are_meant(newest: Path, question: str, told: str) -> None:
    settings = Settings(cache=None, sections=(AnalyticsSettings(url=f"sqlite:///{newest}"),))
    analyst = agent.open_agent(load("agents"), settings, None)
    reply = await analyst.answer(*handler_input(question, "analytics"))
    await analyst.close()
    assert f"\n{told}. " in reply.text


@pytest.mark.parametrize("dialect", ["sqlite", "postgres", "duckdb"])
@pytest.mark.parametrize("question", ["orders last month", "pedidos dos últimos 30 dias", "orders in May"])
def test_the_statement_passes_the_check_of_every_dialect(question: str, dialect: str) -> None:
    (time,) = plan(question, store_allowlist(), meanings=store_meanings(), dialect=dialect).times
    assert check_sql(time.sql, dialect, store_allowlist()).startswith("SELECT")


@pytest.mark.parametrize("question", ["orders in 2018", "orders on Sundays", "orders since March"])
def test_other_times_have_none(question: str) -> None:
    assert plan(question, store_allowlist(), meanings=store_meanings()).times == ()


def test_a_table_without_rows_has_no_days() -> None:
    assert RelativeTime("last month", "SELECT 1", whole=True).told(None, None) == ""
