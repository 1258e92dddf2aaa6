"""Read-only access: three safeguards in SQLite, three in PostgreSQL, each sufficient alone."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import read_only_database, sqlite_limits
from fingerpost.assistants.agents.analytics.read_only_database import (
    QueryError,
    QueryResult,
    ReadOnlyDatabase,
    parse_url,
    value_size,
)
from fingerpost.assistants.agents.analytics.sqlite_limits import install_guard, open_sqlite
from fingerpost.errors import SettingsError
from tests.stores.server import Server

COUNT = "SELECT COUNT(*) FROM orders"
ENDLESS = "SELECT COUNT(*) FROM geolocation a, geolocation b, geolocation c WHERE a.geolocation_lat + b.geolocation_lat + c.geolocation_lat > 1"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, store_file: Path) -> str:
    """The demo store in either database."""
    if request.param == "sqlite":
        return f"sqlite:///{store_file}"
    return str(request.getfixturevalue("store_postgres"))


@pytest.fixture
def database(url: str) -> Iterator[ReadOnlyDatabase]:
    """A database with a short timeout."""
    opened = ReadOnlyDatabase(url, timeout=20, most_rows=50)
    yield opened
    opened.close()


def test_rows_and_columns(database: ReadOnlyDatabase) -> None:
    """Names and values come as the database has them."""
    result = database.run("SELECT order_status, COUNT(*) AS n FROM orders GROUP BY order_status ORDER BY n DESC")
    assert result.columns == ("order_status", "n")
    assert result.rows[0][0] == "delivered"
    assert sum(row[1] for row in result.rows) == 400
    assert not result.cut


def test_dialect_is_the_checks(url: str) -> None:
    """The dialect name of the SQL check."""
    database = ReadOnlyDatabase(url)
    assert database.dialect == ("sqlite" if url.startswith("sqlite") else "postgres")
    database.close()


def test_rows_are_cut(database: ReadOnlyDatabase) -> None:
    """A truncated result is marked, and the extra row is not returned."""
    assert len(database.run("SELECT order_id FROM orders LIMIT 50").rows) == 50
    assert not database.run("SELECT order_id FROM orders LIMIT 50").cut
    cut = database.run("SELECT order_id FROM orders LIMIT 51")
    assert cut.cut
    assert len(cut.rows) == 50


def test_a_result_without_end_is_not_loaded(database: ReadOnlyDatabase) -> None:
    """Billions of rows are streamed, and the rest is not fetched."""
    result = database.run("SELECT a.order_id FROM orders a, geolocation b, geolocation c")
    assert result.cut
    assert len(result.rows) == 50


def test_large_values_are_cut(database: ReadOnlyDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows can be a lot of text."""
    monkeypatch.setattr(read_only_database, "RESULT", 3 * sys.getsizeof("x" * 32))
    result = database.run("SELECT order_id FROM orders")
    assert result.cut
    assert len(result.rows) == 3


@pytest.mark.parametrize(
    "value", [["x" * 1000] * 9, ("x" * 9000,), {"a": ["x" * 9000]}, {"x" * 9000: 1}, 1 << 72000], ids=range(5)
)
def test_what_is_inside_a_value_is_counted(value: Any) -> None:
    """Lists, rows and numbers of many digits are as large as texts."""
    assert value_size(value) > 9000


def test_a_server_that_disappears_is_noticed(store_postgres: str) -> None:
    """By the system, in seconds: a statement's own time is kept by the server, which is gone."""

    def option(url: str, name: str) -> str:
        with closing(ReadOnlyDatabase(url)) as database, database._engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            return str(raw.info.get_parameters().get(name, ""))

    assert option(store_postgres, "tcp_user_timeout") == "15000"
    assert option(store_postgres, "keepalives_idle") == "15"
    assert option(store_postgres + "&tcp_user_timeout=2000", "tcp_user_timeout") == "2000"


def test_lists_are_cut(store_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An array is no text, and its bytes count; the saboteur counts texts alone."""
    sql = "SELECT ARRAY[order_id, customer_id] FROM orders"
    database = ReadOnlyDatabase(store_postgres, timeout=20)
    monkeypatch.setattr(read_only_database, "RESULT", 5000)
    result = database.run(sql)
    assert result.cut
    assert len(result.rows) < 30
    monkeypatch.setattr(read_only_database, "value_size", lambda value: len(value) if isinstance(value, str) else 0)
    assert len(database.run(sql).rows) == 400
    database.close()


def test_memory_of_a_sort_in_postgres(store_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may be set up to sort in gigabytes; a query of ours does not. The saboteur opens without the setting."""
    ask = "SELECT CURRENT_SETTING('work_mem')"
    database = ReadOnlyDatabase(store_postgres + "&options=-c%20work_mem%3D512MB", timeout=20)
    assert database.run(ask).rows == [("16MB",)]
    lines = [line for line in read_only_database.OPENING["postgresql"] if "work_mem" not in line]
    monkeypatch.setitem(read_only_database.OPENING, "postgresql", tuple(lines))
    assert database.run(ask).rows == [("512MB",)]
    database.close()


def test_percent_and_colons_are_no_placeholders(database: ReadOnlyDatabase) -> None:
    """The statement is passed to the driver unchanged."""
    assert database.run("SELECT COUNT(*) FROM customers WHERE customer_city LIKE '%paulo%' AND 'a:b' = 'a:b'").rows[0][
        0
    ]


def test_parameters(database: ReadOnlyDatabase) -> None:
    """In the driver's own style."""
    mark = "?" if database.dialect == "sqlite" else "%s"
    result = database.run(f"SELECT COUNT(*) FROM customers WHERE customer_state = {mark}", ("SP",))  # noqa: S608
    assert result.rows[0][0] > 50


def test_time_out_ends_the_query(url: str) -> None:
    """The error says so, and the connection is free for the next statement."""
    database = ReadOnlyDatabase(url, timeout=0.3)
    with pytest.raises(QueryError, match=r"longer than 0.3 s .* ask for less"):
        database.run(ENDLESS)
    assert database.run(COUNT).rows == [(400,)]
    database.close()


def test_time_out_leaves_nothing_running(store_postgres: str) -> None:
    """The server itself has ended the statement."""
    database = ReadOnlyDatabase(store_postgres, timeout=0.3)
    with pytest.raises(QueryError, match="longer"):
        database.run(ENDLESS)
    running = database.run(
        "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%geolocation_lat +%' AND pid <> pg_backend_pid()"
    )
    assert running.rows == [(0,)]
    database.close()


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM orders",
        "UPDATE orders SET order_status = 'x'",
        "INSERT INTO sellers VALUES ('a', 1, 'b', 'SP')",
        "DROP TABLE orders",
        "CREATE TABLE made (a INTEGER)",
        "CREATE TEMP TABLE made (a INTEGER)",
        "SELECT 1; DELETE FROM orders",
        "COMMIT; DELETE FROM orders",
    ],
)
def test_nothing_is_written(database: ReadOnlyDatabase, sql: str) -> None:
    """Even unchecked statements cannot write."""
    with pytest.raises(QueryError):
        database.run(sql)
    assert database.run(COUNT).rows == [(400,)]
    assert database.run("SELECT COUNT(*) FROM orders WHERE order_status = 'x'").rows == [(0,)]


@pytest.mark.parametrize(
    "sql",
    [
        "PRAGMA query_only = OFF",
        "ATTACH DATABASE '/tmp/never-made.sqlite' AS other",
        "SELECT * FROM sqlite_master",
        "SELECT load_extension('x')",
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT MAX(x) FROM c",
        "SELECT * FROM pragma_table_info('orders')",
        "VACUUM INTO '/tmp/never-made.sqlite'",
        "BEGIN IMMEDIATE",
    ],
)
def test_sqlite_is_asked_what_it_would_do(store_file: Path, sql: str) -> None:
    """The authorizer allows reads only."""
    database = ReadOnlyDatabase(f"sqlite:///{store_file}")
    with pytest.raises(QueryError, match=r"refused"):
        database.run(sql)
    assert not Path("/tmp/never-made.sqlite").exists()  # noqa: S108
    database.close()


def test_huge_values_are_refused_by_sqlite(store_file: Path) -> None:
    """Growing strings are stopped long before memory runs out."""
    database = ReadOnlyDatabase(f"sqlite:///{store_file}")
    letters = "'" + "a" * 100 + "'"
    with pytest.raises(QueryError, match="too big"):
        database.run(f"SELECT replace(replace(replace({letters}, 'a', {letters}), 'a', {letters}), 'a', {letters})")
    database.close()


def test_long_patterns_are_refused_by_sqlite(store_file: Path) -> None:
    """A pattern is compared with a value at every place, in one step of the machine."""
    database = ReadOnlyDatabase(f"sqlite:///{store_file}")
    assert database.run("SELECT COUNT(*) FROM orders WHERE order_id LIKE ?", ("%" * 900,)).rows == [(400,)]
    with pytest.raises(QueryError, match="too complex"):
        database.run("SELECT COUNT(*) FROM orders WHERE order_id LIKE ?", ("%a" * 600,))
    database.close()


SORTED = "SELECT a.*, b.* FROM orders a, orders b ORDER BY a.order_id || b.order_id"


def test_a_sort_does_not_fill_the_disk(store_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exceeding the sort limit is distinguished from a timeout."""
    written = iter(range(0, 10**12, 10_000_000))
    monkeypatch.setattr(sqlite_limits, "_bytes_written", lambda: next(written))
    database = ReadOnlyDatabase(f"sqlite:///{store_file}", timeout=60)
    with pytest.raises(QueryError, match=r"too much to sort .* ask for fewer rows"):
        database.run(SORTED)
    monkeypatch.undo()
    assert database.run(COUNT).rows == [(400,)]
    database.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what a thread writes")
def test_what_a_thread_writes_is_counted(tmp_path: Path) -> None:
    """On a folder in memory nothing is written to disk, and nothing is counted."""
    before = sqlite_limits._bytes_written()
    with (tmp_path / "spill").open("wb") as file:
        file.write(bytes(8_000_000))
        file.flush()
        os.fsync(file.fileno())
    counted = sqlite_limits._bytes_written() - before
    assert counted == 0 or counted >= 8_000_000


# Saboteurs: with two of three safeguards removed, the third holds.


def writable(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, check_same_thread=False)


def test_saboteur_no_guard_lets_a_write_through(tmp_path: Path, store_file: Path) -> None:
    """Without any of them a write goes through, so the tests above can fail."""
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(store_file.read_bytes())
    raw = writable(copy)
    assert raw.execute("DELETE FROM order_reviews").rowcount > 0
    raw.close()


def test_mode_alone(store_file: Path) -> None:
    """The file is opened for reading."""
    raw = sqlite3.connect(f"file:{store_file}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        raw.execute("DELETE FROM orders")
    raw.close()


def test_query_only_alone(tmp_path: Path, store_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pragma holds where the file could be written."""
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(store_file.read_bytes())
    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: real(copy, check_same_thread=False))
    raw = open_sqlite(str(copy))
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        raw.execute("DELETE FROM orders")
    raw.close()


def test_authorizer_alone(tmp_path: Path, store_file: Path) -> None:
    """The authorizer holds where everything else would let it through."""
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(store_file.read_bytes())
    raw = writable(copy)
    install_guard(raw, float("inf"))
    with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
        raw.execute("DELETE FROM orders")
    assert raw.execute(COUNT).fetchall() == [(400,)]
    raw.close()


@pytest.mark.parametrize("kept", ["SESSION", "OPENING"])
def test_either_way_alone_in_postgres(store_postgres: str, monkeypatch: pytest.MonkeyPatch, kept: str) -> None:
    """The session and the transaction each refuse a write."""
    other = "OPENING" if kept == "SESSION" else "SESSION"
    monkeypatch.setattr(read_only_database, other, {})
    database = ReadOnlyDatabase(store_postgres)
    with pytest.raises(QueryError):
        database.run("DELETE FROM order_reviews")
    with pytest.raises(QueryError, match="read-only"):
        writes(database, store_postgres)
    database.close()


def writes(database: ReadOnlyDatabase, url: str) -> QueryResult:
    """Call a function that writes from a SELECT, which no cursor stops."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(
            "CREATE OR REPLACE FUNCTION wipe() RETURNS int LANGUAGE sql AS 'DELETE FROM order_reviews RETURNING review_score'"
        )
    return database.run("SELECT wipe()")


def test_saboteur_postgres_without_both(postgres: Server, store_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without either, the function would write, so the test above can fail."""
    from tests.assistants.agents.databases import copied

    url = copied(postgres, store_file)
    monkeypatch.setattr(read_only_database, "OPENING", {})
    monkeypatch.setattr(read_only_database, "SESSION", {})
    database = ReadOnlyDatabase(url)
    [[score]] = writes(database, url).rows
    assert score in range(1, 6), "a review that was deleted"
    database.close()


# Errors.


@pytest.mark.parametrize(("sql", "what"), [("SELECT gone FROM orders", "a column is gone"), ("SELECT 1 FROM gone", "a table is gone")])  # fmt: skip
def test_a_changed_schema_is_reported(database: ReadOnlyDatabase, sql: str, what: str) -> None:
    """The remedy is the command that reflects the schema again."""
    with pytest.raises(QueryError, match=what) as caught:
        database.run(sql)
    assert "fingerpost agents allowlist URL" in str(caught.value)
    assert "gone" in str(caught.value)


def test_other_faults_are_reported(database: ReadOnlyDatabase) -> None:
    """In the database's own words, one line of them."""
    with pytest.raises(QueryError, match="the database refused the statement") as caught:
        database.run("SELECT COUNT( FROM orders")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "cannot be read"),
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("sqlite:////no/such/file.sqlite", "demo-data agents"),
        ("sqlite:////tmp", "cannot be read"),
        ("oracle://u:geheim@h/d", "choose one of sqlite"),
        ("mysql://u:geheim@h/d", "driver that is not installed"),
    ],
)
def test_a_url_that_can_never_work(url: str, says: str) -> None:
    """An invalid URL is refused at creation, without showing its password."""
    with pytest.raises(SettingsError, match=says) as caught:
        ReadOnlyDatabase(url)
    assert "geheim" not in str(caught.value)


def test_duckdb_without_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The extra is named, for a file and for a folder."""
    for name in ("duckdb", "duckdb_engine"):
        monkeypatch.setitem(sys.modules, name, None)
    (tmp_path / "a.csv").write_text("id\n1\n")
    for place in (tmp_path, tmp_path / "x.duckdb"):
        with pytest.raises(SettingsError, match=r"pip install 'fingerpost\[duckdb\]'"):
            ReadOnlyDatabase(f"duckdb:///{place}")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """A missing driver is refused as well."""
    file = tmp_path / "x.sqlite"
    file.write_text("nothing of the kind")
    with pytest.raises(SettingsError, match="no SQLite database"):
        ReadOnlyDatabase(f"sqlite:///{file}")


def test_a_server_that_is_down(postgres: Server) -> None:
    """The URL is shown without its password."""
    database = ReadOnlyDatabase(f"postgresql://somebody:geheim@/none?host={postgres.folder}")
    with pytest.raises(QueryError, match="cannot be reached") as caught:
        database.run(COUNT)
    assert "geheim" not in str(caught.value)
    database.close()


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A database with a corrupt last page."""
    file = tmp_path / "damaged.sqlite"
    raw = sqlite3.connect(file)
    raw.execute("CREATE TABLE notes (text TEXT)")
    raw.executemany("INSERT INTO notes VALUES (?)", [("x" * 1000,)] * 100)
    raw.commit()
    raw.close()
    content = bytearray(file.read_bytes())
    content[-4096:] = b"\xff" * 4096
    file.write_bytes(content)
    return file


def test_a_failed_read_is_no_failed_connection(damaged: Path) -> None:
    """A corrupt database is not reported as unreachable."""
    database = ReadOnlyDatabase(f"sqlite:///{damaged}")
    with pytest.raises(QueryError, match=r"rows that cannot be read .* sound"):
        database.run("SELECT text FROM notes")
    database.close()


def test_text_that_is_no_text_is_read(tmp_path: Path) -> None:
    """SQLite stores any bytes as text; undecodable bytes become a replacement character."""
    file = tmp_path / "bytes.sqlite"
    raw = sqlite3.connect(file)
    raw.execute("CREATE TABLE notes (text TEXT)")
    raw.execute("INSERT INTO notes VALUES (CAST(X'FF41' AS TEXT)), ('maçã')")
    raw.commit()
    raw.close()
    database = ReadOnlyDatabase(f"sqlite:///{file}")
    assert database.run("SELECT text FROM notes").rows == [("\N{REPLACEMENT CHARACTER}A",), ("maçã",)]
    database.close()


def test_names_of_files_may_hold_anything(tmp_path: Path, store_file: Path) -> None:
    """Spaces, accents and signs of a URL are part of a name."""
    file = tmp_path / "a b?#ç%20.sqlite"
    file.write_bytes(store_file.read_bytes())
    raw = open_sqlite(str(file))
    assert raw.execute(COUNT).fetchall() == [(400,)]
    raw.close()


def test_a_driver_is_chosen_that_is_installed() -> None:
    """`postgresql://` selects psycopg 3."""
    assert parse_url("postgresql://h/d").drivername == "postgresql+psycopg"
    assert parse_url("postgresql+psycopg2://h/d").drivername == "postgresql+psycopg2"


async def test_threads_do_not_share_a_clock(url: str) -> None:
    """Many statements at a time, some of which take too long, from threads."""
    quick, slow = ReadOnlyDatabase(url, timeout=20), ReadOnlyDatabase(url, timeout=0.3)
    calls: list[Any] = [asyncio.to_thread(quick.run, COUNT) for _ in range(6)]
    calls += [asyncio.to_thread(slow.run, ENDLESS) for _ in range(2)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert [isinstance(result, QueryResult) and result.rows for result in results[:6]] == [[(400,)]] * 6
    assert all(isinstance(result, QueryError) for result in results[6:])
    quick.close()
    slow.close()
    assert threading.active_count() < 50
