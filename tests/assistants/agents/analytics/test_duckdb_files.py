"""DuckDB: a file, and a folder of Parquet and CSV files, of which nothing else of the disk can be reached."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")
pytest.importorskip("duckdb", reason="DuckDB is read with the extra fingerpost[duckdb]")
pytest.importorskip("duckdb_engine", reason="DuckDB is read with the extra fingerpost[duckdb]")

import duckdb

from fingerpost.assistants.agents.analytics import SqlError, check_sql
from fingerpost.assistants.agents.analytics.database_profile import profile_database
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, ReadOnlyDatabase
from fingerpost.errors import SettingsError

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:.*duckdb.*")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a CSV file and a Parquet file, beside a file that nobody may read."""
    made = tmp_path / "it's data"
    made.mkdir()
    (made / "clientes.csv").write_text("id,nombre,zona\n1,Ana,norte\n2,Luis,sur\n3,Eva,sur\n")
    (tmp_path / "secret.csv").write_text("a\n1\n")
    (made / "linked.csv").symlink_to(tmp_path / "secret.csv")
    raw = duckdb.connect()
    place = str(made / "ventas.parquet").replace("'", "''")
    rows = (
        "SELECT i AS venta_id, 1 + i % 3 AS cliente_id, DATE '2025-06-17' AS fecha, 10.5 AS total,"
        " ['paid', 'open'][1 + i % 2] AS estado FROM range(20) t(i)"
    )
    raw.execute(f"COPY ({rows}) TO '{place}'")
    raw.close()
    return made


def test_a_folder_is_a_database(folder: Path) -> None:
    """One table a file, with keys and references by names and values."""
    found = profile_database(f"duckdb:///{folder}")
    assert set(found.allowlist.columns_by_table()) == {"clientes", "ventas"}
    assert found.references == ["ventas.cliente_id → clientes.id"]
    assert found.newest == {"ventas.fecha": "2025-06-17"}
    assert found.kept == {"clientes.zona": 2, "ventas.estado": 2}


def test_nothing_else_is_reachable(folder: Path) -> None:
    """Neither another file, nor a setting, nor a way to write."""
    database = ReadOnlyDatabase(f"duckdb:///{folder}")
    assert database.run('SELECT COUNT(*) FROM "ventas"').rows == [(20,)]
    other = str(folder.parent / "secret.csv").replace("'", "''")
    for sql in (
        f"SELECT * FROM read_csv('{other}')",  # noqa: S608 - it must fail
        f"SELECT * FROM '{other}'",  # noqa: S608 - it must fail
        "SELECT * FROM read_text('/etc/hostname')",
        "SET enable_external_access = true",
        f"COPY ventas TO '{folder.parent}/out.csv'".replace("it's", "it''s"),
    ):
        with pytest.raises(QueryError):
            database.run(sql)
    database.close()


def test_a_file(tmp_path: Path) -> None:
    """Declared keys are known, views are no tables, and the file is not written."""
    file = tmp_path / "x.duckdb"
    raw = duckdb.connect(str(file))
    raw.execute("CREATE TABLE plans (cd VARCHAR PRIMARY KEY, name VARCHAR)")
    raw.execute("CREATE TABLE members (id INTEGER, plan VARCHAR REFERENCES plans (cd), vip BOOLEAN, fee DECIMAL(9, 2))")
    raw.execute("CREATE VIEW v AS SELECT id FROM members")
    raw.execute("INSERT INTO plans VALUES ('A', 'Gold')")
    raw.close()
    found = profile_database(f"duckdb:///{file}").allowlist
    members = found.table("members")
    assert members is not None
    assert [column.kind for column in members.columns] == ["integer", "text", "boolean", "number"]
    assert members.columns[1].references == ("plans", "cd")
    database = ReadOnlyDatabase(f"duckdb:///{file}")
    with pytest.raises(QueryError):
        database.run("INSERT INTO plans VALUES ('B', 'x')")
    database.close()


def test_the_check_speaks_duckdb(folder: Path) -> None:
    """A statement over the allowlist passes, a function that reads files does not."""
    allowlist = profile_database(f"duckdb:///{folder}").allowlist
    assert check_sql("SELECT estado, SUM(total) FROM ventas GROUP BY estado", "duckdb", allowlist)
    with pytest.raises(SqlError):
        check_sql("SELECT * FROM read_csv('x.csv')", "duckdb", allowlist)


def test_a_folder_without_files(tmp_path: Path) -> None:
    """It is said what is missing."""
    with pytest.raises(SettingsError, match=r"no \*\.parquet or \*\.csv files"):
        profile_database(f"duckdb:///{tmp_path}")
