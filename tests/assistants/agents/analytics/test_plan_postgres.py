"""The same questions in PostgreSQL come to the same rows as in SQLite."""

from __future__ import annotations

import sqlite3
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from tests.assistants.agents.analytics.test_plan import KNOWN


def _rows(found: list[tuple[Any, ...]]) -> list[list[Any]]:
    """Return rows as they can be compared; PostgreSQL keeps seven digits of a REAL, so numbers come last in their order."""
    return sorted(([_number(value) for value in row] for row in found), key=_by_names)


def _number(value: Any) -> Any:
    if isinstance(value, str) and value.replace(".", "", 1).isdigit():
        value = float(value)
    return float(value) if isinstance(value, int | float | Decimal) else value


def _by_names(row: list[Any]) -> tuple[str, list[float]]:
    return repr([value for value in row if not isinstance(value, float)]), [v for v in row if isinstance(v, float)]


def _alike(one: list[Any], other: list[Any]) -> bool:
    if len(one) != len(other):
        return False
    pairs = [pair for left, right in zip(one, other, strict=True) for pair in zip(left, right, strict=True)]
    return all(a == pytest.approx(b, rel=1e-5) if isinstance(a, float) else a == b for a, b in pairs)


def test_both_databases_answer_alike(store_file: Path, store_postgres: str) -> None:
    """Dates, shares, rankings and conditions: one server, all questions."""
    psycopg = pytest.importorskip("psycopg")
    near = sqlite3.connect(f"file:{store_file}?mode=ro", uri=True)
    differing = []
    with psycopg.connect(store_postgres) as far:
        for question, _ in KNOWN:
            here = near.execute(plan(question, store_allowlist(), meanings=store_meanings()).sql).fetchall()
            statement = check_sql(
                plan(question, store_allowlist(), meanings=store_meanings(), dialect="postgres").sql,
                "postgres",
                store_allowlist(),
            )
            there = far.execute(statement).fetchall()
            if not _alike(_rows(here), _rows(there)):
                differing.append((question, statement, here[:3], there[:3]))
    near.close()
    assert differing == []
