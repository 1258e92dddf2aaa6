"""Samples of tables: bounded, from both ends, and without what is refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable
from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase
from fingerpost.assistants.agents.analytics.table_sample import LETTERS, ROWS, Sampler

TABLE = AllowedTable(
    "t", (AllowedColumn("id", "integer", key=True), AllowedColumn('a "b"'), AllowedColumn("n", "integer"))
)


@pytest.fixture
def sampler(tmp_path: Path) -> Sampler:
    """A table of more rows than a sample, with a long text and a name with quotes."""
    file = tmp_path / "t.sqlite"
    raw = sqlite3.connect(file)
    raw.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, "a ""b""" TEXT, n INTEGER)')
    raw.executemany("INSERT INTO t VALUES (?, ?, ?)", [(at, "x" * 500, at % 3) for at in range(3 * ROWS)])
    raw.execute("CREATE TABLE few (id INTEGER PRIMARY KEY, n INTEGER)")
    raw.executemany("INSERT INTO few VALUES (?, ?)", [(0, None), (1, 7)])
    raw.commit()
    raw.close()
    return Sampler(ReadOnlyDatabase(f"sqlite:///{file}"), 10)


def test_a_sample_is_bounded_and_has_both_ends(sampler: Sampler) -> None:
    """The newest rows are in it."""
    sample, refused = sampler.sample(TABLE)
    assert sample is not None
    assert refused == []
    assert (sample.rows, sample.whole) == (2 * ROWS, False)
    assert {0, 3 * ROWS - 1} <= set(sample.values["id"])
    assert {len(value) for value in sample.values['a "b"']} == {LETTERS}


def test_a_small_table_is_whole(sampler: Sampler) -> None:
    """Nulls are left out of the values, not of the rows."""
    sample, _ = sampler.sample(AllowedTable("few", (AllowedColumn("id", "integer"), AllowedColumn("n", "integer"))))
    assert sample is not None
    assert (sample.rows, sample.whole, sample.values["n"]) == (2, True, [7])


def test_what_is_not_there_is_refused(sampler: Sampler) -> None:
    """A table that is gone since the schema was read."""
    assert sampler.sample(AllowedTable("gone", (AllowedColumn("id"),))) == (None, ["gone"])


def test_questions(sampler: Sampler) -> None:
    """Distinct values, extremes, uniqueness, and values that another table lacks."""
    assert sampler.distinct("t", "n", 5) == ["0", "1", "2"]
    assert len(sampler.distinct("t", "n", 1) or []) == 2
    assert sampler.extremes("t", "id") == (0, 3 * ROWS - 1)
    assert sampler.is_unique("t", "id")
    assert not sampler.is_unique("t", "n")
    assert not sampler.is_unique("few", "n")
    assert sampler.missing("t", "n", "few", "id") == (3, 1)


def test_no_time(sampler: Sampler) -> None:
    """Nothing is asked any more, and the reason is said."""
    late = Sampler(sampler._database, 0)
    sample, _ = late.sample(TABLE)
    assert sample is not None
    assert sample.why == "no time was left"
    assert late.out_of_time
    assert late.extremes("t", "id") is None
