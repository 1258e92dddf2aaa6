"""Hostile statements on real databases are refused or bounded; what analysts write is answered."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from benchmarks import hostile_sql
from benchmarks.hostile_sql import ANSWERED, BOUNDED, CUT, ENDED, FAILED, REFUSED, Outcome, run

from fingerpost.assistants.agents.analytics import read_only_database, sqlite_limits
from fingerpost.assistants.agents.analytics.read_only_database import RESULT, ReadOnlyDatabase
from tests.assistants.agents.databases import copied_to_duckdb

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:.*duckdb.*")


@pytest.fixture(scope="module", params=["sqlite", "postgresql", "duckdb"])
def database(
    request: pytest.FixtureRequest, store_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ReadOnlyDatabase]:
    """The demo store on each database, with little time for a statement."""
    if request.param == "sqlite":
        url = f"sqlite:///{store_file}"
    elif request.param == "postgresql":
        url = request.getfixturevalue("store_postgres")
    else:
        pytest.importorskip("duckdb_engine", reason="DuckDB is read with the extra fingerpost[duckdb]")
        url = f"duckdb:///{copied_to_duckdb(store_file, tmp_path_factory.mktemp('duckdb'))}"
    opened = ReadOnlyDatabase(url, timeout=1)
    yield opened
    opened.close()


def test_all_statements(database: ReadOnlyDatabase, store_file: Path) -> None:
    """None of them changes anything, none that must be refused runs, none that is harmless is refused."""
    before = hashlib.sha256(store_file.read_bytes()).hexdigest()
    rows = hostile_sql.rows(database.dialect)
    found = {row["id"]: run(database, row) for row in rows}
    wanted = {REFUSED: {REFUSED}, "bounded": BOUNDED, ANSWERED: {ANSWERED, CUT}}
    assert {row["id"]: found[row["id"]] for row in rows if found[row["id"]].what not in wanted[row["must"]]} == {}
    assert max(ran.size for ran in found.values()) <= RESULT
    assert database.run("SELECT COUNT(*) FROM orders").rows == [(400,)]
    assert hashlib.sha256(store_file.read_bytes()).hexdigest() == before


def test_the_set_has_enough_of_each() -> None:
    every = [row for dialect in hostile_sql.OPENED for row in hostile_sql.rows(dialect)]
    assert sum(row["must"] != ANSWERED for row in every) >= 120
    assert sum(row["must"] == ANSWERED for row in every) >= 120
    assert len({(row["dialect"], row["sql"]) for row in every}) == len(every)


ROW = {"id": "x", "dialect": "sqlite", "must": "bounded", "why": "", "sql": ""}


@pytest.mark.parametrize(
    "part", [{"seconds": 60.0}, {"size": RESULT + 1}, {"client": 2000}, {"server": 2000}, {"what": "nothing"}]
)
def test_saboteur_what_is_over_a_limit_is_not_met(part: dict[str, Any]) -> None:
    """Each limit alone counts."""
    fine: dict[str, Any] = {"what": ENDED, "said": "", "seconds": 1.0, "size": 10, "client": 1, "server": 1}
    assert Outcome(ROW, **fine).met
    assert not Outcome(ROW, **{**fine, **part}).met
    assert not Outcome({**ROW, "must": REFUSED}, **fine).met
    assert not Outcome({**ROW, "must": ANSWERED}, **{**fine, "what": FAILED}).met


def _without_check(patched: pytest.MonkeyPatch) -> None:
    patched.setattr(hostile_sql, "check_sql", lambda sql, dialect: sql)


def _without_clock(patched: pytest.MonkeyPatch) -> None:
    for module in (read_only_database, sqlite_limits):
        patched.setattr(module, "monotonic", float)


def _without_size(patched: pytest.MonkeyPatch) -> None:
    patched.setattr(read_only_database, "RESULT", 10**12)


THREE = (
    "SELECT COUNT(*) FROM orders a JOIN orders b ON a.order_id > b.order_id JOIN sellers s ON s.seller_id > b.order_id"
)


@pytest.mark.parametrize(
    ("broken", "sql", "held", "without"),
    [
        (_without_check, "SELECT a.order_id FROM orders a, orders b, orders c LIMIT 1", REFUSED, ANSWERED),
        (_without_clock, THREE, ENDED, ANSWERED),
        (_without_size, "SELECT GROUP_CONCAT(order_id, '') OVER (ORDER BY order_id) AS s FROM orders", CUT, ANSWERED),
    ],
)
def test_saboteur_each_guard(
    store_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: Callable[[pytest.MonkeyPatch], None],
    sql: str,
    held: str,
    without: str,
) -> None:
    """Without one of the guards the same statement comes through."""
    database = ReadOnlyDatabase(f"sqlite:///{store_file}", timeout=0.001 if broken is _without_clock else 20)
    monkeypatch.setattr(read_only_database, "RESULT", 100_000)
    row = {"dialect": "sqlite", "sql": sql}
    assert run(database, row).what == held
    broken(monkeypatch)
    assert run(database, row).what == without
    database.close()
