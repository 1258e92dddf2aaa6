"""Limits of DuckDB: whatever passes the check stays in little memory, and a row in little text."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")
pytest.importorskip("duckdb", reason="DuckDB is read with the extra fingerpost[duckdb]")
pytest.importorskip("duckdb_engine", reason="DuckDB is read with the extra fingerpost[duckdb]")

from fingerpost.assistants.agents.analytics import check_sql, duckdb_files, duckdb_limits
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, QueryResult, ReadOnlyDatabase
from tests.assistants.agents.databases import copied_to_duckdb

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:.*duckdb.*")

JOIN = "FROM orders a JOIN orders b ON a.order_status = b.order_status JOIN orders c ON b.order_status = c.order_status"


@pytest.fixture(scope="module")
def file(store_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied_to_duckdb(store_file, tmp_path_factory.mktemp("duckdb"))


@pytest.fixture
def database(file: Path) -> Iterator[ReadOnlyDatabase]:
    opened = ReadOnlyDatabase(f"duckdb:///{file}", timeout=60)
    yield opened
    opened.close()


def run(database: ReadOnlyDatabase, sql: str) -> QueryResult:
    return database.run(check_sql(sql, "duckdb"))


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT STRING_AGG(a.order_id || b.order_id, '') AS s {JOIN}",
        f"SELECT LENGTH(STRING_AGG(a.order_id || b.order_id, '')) AS s {JOIN}",
        f"SELECT LIST(a.order_id) AS s {JOIN}",
        f"SELECT ARRAY_AGG(a.order_id || b.order_id) AS s {JOIN} GROUP BY a.order_status",
    ],
)
def test_memory_is_limited(database: ReadOnlyDatabase, sql: str) -> None:
    with pytest.raises(QueryError, match=r"needed more than 400 MB of memory.* ask for fewer rows"):
        run(database, sql)
    assert run(database, "SELECT COUNT(*) FROM orders").rows == [(400,)]


def test_saboteur_memory(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are those settings."""
    ask = "SELECT CURRENT_SETTING('memory_limit'), CURRENT_SETTING('max_temp_directory_size')"

    def asked() -> list[str]:
        database = ReadOnlyDatabase(f"duckdb:///{file}")
        [found] = database.run(ask).rows
        database.close()
        return [str(value) for value in found]

    assert asked() == ["381.4 MiB", "476.8 MiB"]
    monkeypatch.setattr(duckdb_files, "settings", dict)
    assert asked()[0] != "381.4 MiB"


def test_a_folder_of_files_has_the_same_limits(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x\n1\n")
    database = ReadOnlyDatabase(f"duckdb:///{tmp_path}")
    assert database.run("SELECT CURRENT_SETTING('memory_limit')").rows == [("381.4 MiB",)]
    database.close()


def test_nothing_is_written_beside_the_database(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is sorted in files goes to the folder for such files, and is gone after that."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(duckdb_limits, "MEMORY", 60)
    database = ReadOnlyDatabase(f"duckdb:///{file}", timeout=60)
    sql = "SELECT a.order_id, b.order_id AS other FROM orders a JOIN orders b ON a.order_status = b.order_status"
    assert run(database, f"{sql} ORDER BY b.order_id || a.order_id").cut
    assert database.run("SELECT CURRENT_SETTING('temp_directory')").rows[0][0].startswith(str(tmp_path))
    database.close()
    assert [entry.name for entry in file.parent.iterdir()] == [file.name]


WIDE = [
    "SELECT STRING_AGG(a.order_id, '') AS s FROM orders a JOIN orders b ON a.order_status = b.order_status",
    "SELECT LIST(a.order_id) AS s FROM orders a JOIN orders b ON a.order_status = b.order_status",
    "WITH t AS (SELECT STRING_AGG(a.order_id, '') AS fingerpost_row FROM orders a JOIN orders b"
    " ON a.order_status = b.order_status) SELECT 1 AS fingerpost_row, t.fingerpost_row AS s FROM t",
]


@pytest.mark.parametrize("sql", WIDE)
def test_a_row_is_limited(database: ReadOnlyDatabase, sql: str) -> None:
    with pytest.raises(QueryError, match="a row of the result has more than 100,000 bytes: leave long columns out"):
        run(database, sql)


@pytest.mark.parametrize("sql", WIDE)
def test_saboteur_row(database: ReadOnlyDatabase, monkeypatch: pytest.MonkeyPatch, sql: str) -> None:
    monkeypatch.setattr(duckdb_limits, "ROW", 10**9)
    result = run(database, sql)
    assert result.cut or len(str(result.rows)) > 1_000_000


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT order_id, price FROM order_items ORDER BY price DESC, order_id LIMIT 200 OFFSET 7",
        'SELECT customer_state AS "Customer State", COUNT(*) AS n FROM customers GROUP BY 1 ORDER BY n DESC, 1',
        "SELECT order_status, LIST(order_id ORDER BY order_id) AS ids FROM orders GROUP BY 1 ORDER BY 1 LIMIT 1",
        "SELECT NULL AS a, 1.5 AS b, DATE '2018-01-02' AS c, TRUE AS d",
    ],
)
def test_the_limits_change_no_result(database: ReadOnlyDatabase, file: Path, sql: str) -> None:
    """Columns and their names, values, rows and their order."""
    import duckdb

    written = check_sql(sql, "duckdb")
    result = database.run(written)
    # DuckDB opens a file twice only with the same settings.
    database.close()
    with duckdb.connect(str(file), read_only=True) as raw:
        cursor = raw.execute(written)
        names, expected = tuple(column[0] for column in cursor.description), cursor.fetchall()
    assert result.columns == names
    assert result.rows == expected
