"""Questions with known SQL and statements to refuse, by people who saw only the schema of the demo store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from benchmarks.figures import same_figures

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import SqlError, check_sql
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.demo_data.generator import write_demo_store

DATA = Path(__file__).parents[3] / "data" / "answers"


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Return the file of a demo store of two thousand orders."""
    file = tmp_path_factory.mktemp("figures") / "store.sqlite"
    write_demo_store(file, 2000, 7)
    with sqlite3.connect(file) as connection:
        yield connection
    connection.close()


@pytest.mark.parametrize(
    ("name", "answered", "right"), [("figures-check.jsonl", 0.70, 0.97), ("figures-plain.jsonl", 0.90, 0.98)]
)
def test_figures_are_those_of_the_known_sql(
    store: sqlite3.Connection, name: str, answered: float, right: float
) -> None:
    asked = [row for row in _rows(name) if row["level"] != "hard"]
    allowlist, equal = store_allowlist(), []
    for row in asked:
        try:
            planned = plan(row["question"], allowlist, meanings=store_meanings())
        except NotUnderstoodError:
            continue
        found = store.execute(check_sql(planned.sql)).fetchall()
        equal.append((row["id"], same_figures(store.execute(row["sql"]).fetchall(), found)))
    wrong = [name for name, same in equal if not same]
    assert len(equal) / len(asked) >= answered
    assert 1 - len(wrong) / len(equal) >= right, wrong


def _accepted(row: dict[str, Any]) -> bool:
    try:
        check_sql(row["sql"], dialect=row["dialect"])
    except SqlError:
        return False
    return True


def test_no_hostile_statement_of_others_passes_and_nearly_all_benign_ones_do() -> None:
    rows = _rows("sql-others.jsonl")
    assert [row["id"] for row in rows if not row["allowed"] and _accepted(row)] == []
    benign = [row for row in rows if row["allowed"]]
    assert sum(map(_accepted, benign)) / len(benign) >= 0.97
