# ruff: noqa: S608 - the statements are the test's own
"""Sizes in PostgreSQL: whatever passes the check, the server ends what grows, and the client reads little."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

import psycopg

from fingerpost.assistants.agents.analytics import (
    SqlError,
    agent,
    check_sql,
    postgres_limits,
    read_only_database,
    sqlite_limits,
)
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, QueryResult, ReadOnlyDatabase
from fingerpost.assistants.agents.demo_data.generator import write_demo_store
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.routebook.load import load
from fingerpost.settings import Settings
from tests.assistants.agents.databases import copied
from tests.handler_input import handler_input
from tests.stores.server import Server

FILE = Path(__file__).parents[3] / "data" / "answers" / "sql.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
BENIGN = [case["sql"] for case in CASES if case["allowed"] and case["dialect"] == "postgres"]

PRODUCT = "FROM orders a CROSS JOIN orders b"
JOIN = "FROM orders a JOIN orders b ON a.order_status = b.order_status"
"""A join that passes the check, and has nearly as many rows as the product."""
LONG = "WITH t AS (SELECT STRING_AGG(order_id, '') AS s FROM orders)"
LETTERS = "a" * 1500

REFUSED = {
    "list of a product": f"SELECT STRING_AGG(a.order_id || b.order_id, '') {PRODUCT}",
    "its length": f"SELECT LENGTH(STRING_AGG(a.order_id || b.order_id, '')) {PRODUCT}",
    "kept by having": f"SELECT COUNT(*) {PRODUCT} HAVING LENGTH(STRING_AGG(a.order_id, '')) > 1",
    "array of a product": f"SELECT ARRAY_AGG(a.order_id || b.order_id) {PRODUCT}",
    "array of arrays": f"SELECT ARRAY_AGG(ARRAY[a.order_id, b.order_id]) {PRODUCT}",
    "array of rows": f"SELECT ARRAY_AGG((a.order_id, b.order_id)) {PRODUCT}",
    "array of a query": f"SELECT ARRAY(SELECT a.order_id || b.order_id {JOIN})",
    "list in a list": f"SELECT STRING_AGG((SELECT STRING_AGG(a.order_id || b.order_id, '') {JOIN}), '') FROM sellers",
    "list sorted by lists": f"SELECT STRING_AGG('x', '' ORDER BY (SELECT STRING_AGG(a.order_id, '') {JOIN})) FROM sellers",
    "lists of subtotals": f"SELECT STRING_AGG(a.order_id, '') {JOIN} GROUP BY CUBE (a.order_status, b.order_status)",
    "a wide row": f"{LONG} SELECT {', '.join(['t.s'] * 300)} FROM t",
    "a row of stars": f"{LONG} SELECT {', '.join(['t.*'] * 300)} FROM t",
    "a value for each fraction": f"{LONG} SELECT PERCENTILE_DISC(ARRAY[{', '.join(['0.5'] * 900)}]) WITHIN GROUP (ORDER BY t.s) FROM t",
    "fractions of a query": f"{LONG} SELECT PERCENTILE_DISC((SELECT ARRAY_AGG(0.5) FROM orders)) WITHIN GROUP (ORDER BY t.s) FROM t",
    "a long separator": f"{LONG} SELECT ARRAY_TO_STRING(ARRAY_AGG(o.order_id), t.s) FROM t, orders o GROUP BY t.s",
    "digits": f"WITH t AS (SELECT CAST(POWER(CAST(10 AS NUMERIC), 99999) AS TEXT) AS s) SELECT CONCAT({', '.join(['t.s'] * 90)}) FROM t",
    "decimals": "WITH t AS (SELECT CAST(ROUND(CAST(1 AS NUMERIC), 16000) AS TEXT) AS s LIMIT 1) SELECT REPLACE(t.s, '0', t.s) FROM t",
    "json_agg": f"SELECT JSON_AGG(a.order_id) {PRODUCT}",
    "jsonb_agg": f"SELECT JSONB_AGG(a.order_id) {PRODUCT}",
    "json_object_agg": f"SELECT JSON_OBJECT_AGG(a.order_id, b.order_id) {PRODUCT}",
    "xmlagg": f"SELECT XMLAGG(XMLELEMENT(NAME x, a.order_id)) {PRODUCT}",
    "repeat": "SELECT REPEAT('x', 100000000)",
    "rpad": "SELECT RPAD('x', 100000000)",
    "format": "SELECT FORMAT('%1000000s', 'x')",
    "generate_series": "SELECT STRING_AGG('x', '') FROM GENERATE_SERIES(1, 100000000)",
    "array_fill": "SELECT ARRAY_FILL(1, ARRAY[100000000])",
    "recursive": "WITH RECURSIVE t(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM t WHERE LENGTH(s) < 100000000) SELECT s FROM t",
}
"""What amplifies, and does not pass the check."""

ENDED = {
    "list": (f"SELECT STRING_AGG(a.order_id || b.order_id, '') {JOIN}", "lists more than 50 MB"),
    "list, counted": (f"SELECT LENGTH(STRING_AGG(a.order_id || b.order_id, '')) {JOIN}", "lists more than"),
    "list of literals": (f"SELECT STRING_AGG('{LETTERS}', '') {JOIN}", "lists more than"),
    "four lists": (f"SELECT {', '.join(f'''STRING_AGG('{letter * 1500}', '')''' for letter in 'abcd')} {JOIN}", "lists more than"),
    "list of separators": (f"SELECT STRING_AGG('', '{LETTERS}') {JOIN}", "lists more than"),
    "lists of groups": (f"SELECT a.order_status, STRING_AGG(a.order_id || b.order_id, '') {JOIN} GROUP BY 1", "lists more than"),
    "ordered list": (f"SELECT STRING_AGG('x', '' ORDER BY a.order_id || b.order_id) {JOIN}", "lists more than"),
    "distinct list": (f"SELECT STRING_AGG(DISTINCT a.order_id || b.order_id, '') {JOIN}", "lists more than"),
    "filtered list": (f"SELECT STRING_AGG(a.order_id, '') FILTER (WHERE b.order_id > '0') {JOIN}", "lists more than"),
    "list by name": (f"WITH t AS (SELECT STRING_AGG(a.order_id, '') AS s {JOIN}) SELECT t.s || t.s FROM t", "lists more than"),
    "padded list": (f"SELECT STRING_AGG(LPAD(a.order_id, 1000), '') {JOIN}", "lists more than"),
    "list in a filter": (f"SELECT COUNT(*) FILTER (WHERE (SELECT STRING_AGG(a.order_id || b.order_id, '') {JOIN}) > '') FROM sellers", "lists more than"),
    "array": (f"SELECT ARRAY_AGG(a.order_id) {JOIN}", "5 MB in arrays"),
    "array of nothing": (f"SELECT CARDINALITY(ARRAY_AGG(CAST(NULL AS TEXT))) {JOIN}", "5 MB in arrays"),
    "array as text": (f"SELECT ARRAY_TO_STRING(ARRAY_AGG(a.order_id), ',') {JOIN}", "5 MB in arrays"),
    "array of rows": (f"SELECT ARRAY_AGG((a.order_id, b.order_id)) {JOIN}", "5 MB in arrays"),
    "list of two columns": ("SELECT STRING_AGG(order_id || customer_id, '') FROM orders", "more than 100,000 characters"),
    "regexp_replace": (f"SELECT REGEXP_REPLACE(order_id, '', '{LETTERS * 3}', 'g') FROM orders", "more than 100,000 characters"),
    "quotes in rows": ("SELECT " + "CAST((" * 13 + "'" + '"' * 3000 + "'" + ", 1) AS TEXT)" * 13, "more than 100,000 characters"),
    "two long columns": (f"{LONG} SELECT t.s, t.s FROM t", "a row of the result has more than 100,000 bytes"),
    "a column of the name": (f"{LONG} SELECT 1 AS limited, t.s, t.s FROM t", "a row of the result"),
    "arrays in an array": (f"WITH t AS (SELECT ARRAY_AGG(order_id) AS a FROM orders) SELECT ARRAY[{', '.join(['t.a'] * 19)}] FROM t", "a row of the result"),
    "arrays in a row": ("WITH t AS (SELECT ARRAY_AGG(order_id) AS a FROM orders) SELECT t.a || t.a FROM t", "join text alone"),
}  # fmt: skip
"""What amplifies and passes the check, with what the person is told."""

CUT = {
    "list in each row": "SELECT STRING_AGG(order_id, '') OVER (ORDER BY order_id) FROM orders",
    "list for each row": "SELECT (SELECT STRING_AGG(b.order_id, '') FROM orders b WHERE b.order_status = a.order_status) FROM orders a",
    "list beside each row": f"{LONG} SELECT t.s FROM t CROSS JOIN orders",
    "replace": f"SELECT REPLACE(REPLACE(order_id, 'a', '{LETTERS[:50]}'), 'a', '{LETTERS[:100]}') FROM orders",
}
"""Many long values, which are read until the result is large enough."""


@pytest.fixture(scope="session")
def large_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a store of two thousand orders."""
    file = tmp_path_factory.mktemp("large") / "store.sqlite"
    write_demo_store(file, 2000, 7)
    return file


@pytest.fixture(scope="session")
def large_postgres(postgres: Server, large_file: Path) -> str:
    """Return the URL of the same store in PostgreSQL."""
    return copied(postgres, large_file)


@pytest.fixture
def database(large_postgres: str) -> Iterator[ReadOnlyDatabase]:
    opened = ReadOnlyDatabase(large_postgres, timeout=60)
    yield opened
    opened.close()


@pytest.fixture
def small(store_postgres: str) -> Iterator[ReadOnlyDatabase]:
    """A store of four hundred orders, for what is not ended."""
    opened = ReadOnlyDatabase(store_postgres, timeout=60)
    yield opened
    opened.close()


def run(database: ReadOnlyDatabase, sql: str) -> QueryResult:
    return database.run(check_sql(sql, database.dialect))


def size(result: QueryResult) -> int:
    """Return the characters of a result, of arrays too."""
    return sum(len(str(value)) for row in result.rows for value in row)


@pytest.mark.parametrize("sql", REFUSED.values(), ids=REFUSED)
def test_what_amplifies_without_need_is_refused(sql: str) -> None:
    with pytest.raises(SqlError) as caught:
        check_sql(sql, "postgres")
    assert len(str(caught.value)) > 10


@pytest.mark.parametrize(("sql", "says"), ENDED.values(), ids=ENDED)
def test_the_server_ends_what_grows(database: ReadOnlyDatabase, sql: str, says: str) -> None:
    """The person is told what was too long, and the connection is free for the next statement."""
    with pytest.raises(QueryError, match=says) as caught:
        run(database, sql)
    assert ": " in str(caught.value), "a remedy"
    assert database.run("SELECT COUNT(*) FROM orders").rows == [(2000,)]


@pytest.mark.parametrize("sql", CUT.values(), ids=CUT)
def test_many_long_values_are_cut(database: ReadOnlyDatabase, sql: str) -> None:
    result = run(database, sql)
    assert result.cut
    assert size(result) <= read_only_database.RESULT


CHILD = """
import resource, sys
from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, ReadOnlyDatabase
url, *statements = sys.argv[1:]
database = ReadOnlyDatabase(url, timeout=60)
database.run(check_sql("SELECT STRING_AGG(order_status, '') FROM orders", "postgres"))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for sql in statements:
    try:
        database.run(check_sql(sql, "postgres"))
    except QueryError:
        pass
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="maximum memory is counted in kB on Linux alone")
def test_memory_of_the_client(large_postgres: str) -> None:
    """One value took more than a gigabyte."""
    names = ("list", "lists of groups", "array", "array of rows", "two long columns")
    statements = [*(ENDED[name][0] for name in names), *CUT.values()]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, large_postgres, *statements], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 100


async def test_what_the_person_is_told(large_postgres: str) -> None:
    """Before the query for a product, and after a part of it for a join."""
    settings = Settings(cache=None, sections=(AnalyticsSettings(url=large_postgres),))
    book = load("agents")
    analyst = agent.open_agent(book, settings, None)
    reply = await analyst.answer(*handler_input(REFUSED["list of a product"], "analytics", book))
    assert "multiplied with one another are put into a list: join them with ON" in reply.text
    reply = await analyst.answer(*handler_input(ENDED["list"][0], "analytics", book))
    assert "lists more than 50 MB" in reply.text
    assert "list fewer rows, or count them" in reply.text
    await analyst.close()


# What is not long stays as it is.

KEPT = [
    "SELECT STRING_AGG(DISTINCT order_status, ', ' ORDER BY order_status) FROM orders",
    "SELECT order_status, STRING_AGG(order_id, ', ' ORDER BY order_id) FILTER (WHERE order_id < '5') FROM orders GROUP BY 1 ORDER BY 1",
    "SELECT order_status, ARRAY_AGG(order_id ORDER BY order_id) AS ids FROM orders GROUP BY order_status ORDER BY 1",
    "SELECT ARRAY_AGG(DISTINCT review_score ORDER BY review_score) FROM order_reviews",
    "SELECT customer_city || '-' || customer_state || '!' FROM customers GROUP BY customer_city || '-' || customer_state ORDER BY 1",
    "SELECT UPPER(customer_city || customer_state), COUNT(*) FROM customers GROUP BY UPPER(customer_city || customer_state) ORDER BY 2 DESC, 1",
    "SELECT REPLACE(customer_city, 'a', 'b'), COUNT(*) FROM customers GROUP BY REPLACE(customer_city, 'a', 'b') ORDER BY 2 DESC, 1",
    "SELECT DISTINCT customer_city || customer_state FROM customers ORDER BY customer_city || customer_state DESC",
    "SELECT customer_city || customer_state, COUNT(*) FROM customers GROUP BY ROLLUP ((customer_city || customer_state)) ORDER BY 1, 2",
    "SELECT order_id, STRING_AGG(product_id, ',') OVER (PARTITION BY order_id ORDER BY order_item_id) FROM order_items ORDER BY order_id, order_item_id",
    "SELECT CASE WHEN order_status = 'x' THEN 'y' ELSE CONCAT(order_status, 1) END, (SELECT 'a' || 'b') FROM orders ORDER BY order_id LIMIT 3",
    "SELECT order_id AS limited, order_id AS asked, customer_id AS limited FROM orders ORDER BY customer_id DESC LIMIT 3",
    "SELECT CAST(price AS TEXT), CAST(price AS VARCHAR(3)), price, shipping_limit_date FROM order_items ORDER BY order_id, order_item_id LIMIT 9",
    "SELECT CONCAT_WS('/', order_id, NULL, 'a%s'), ARRAY_TO_STRING(ARRAY[order_id, NULL], ',', '?') FROM orders ORDER BY 1 LIMIT 3",
    "SELECT NULL || 'a', ARRAY[1, 2], (1, 'b'), OVERLAY('abc' PLACING 'x' FROM 2)",
]


def _about(value: object) -> object:
    """Fractions of single precision have six digits."""
    return pytest.approx(value, rel=1e-5) if isinstance(value, float) else value


@pytest.mark.parametrize("sql", [*BENIGN, *KEPT])
def test_the_limits_change_no_result(small: ReadOnlyDatabase, store_postgres: str, sql: str) -> None:
    """Columns and their names, types, rows and their order; a sum of fractions hangs on the order of the addition."""
    written = check_sql(sql, "postgres")
    with psycopg.connect(store_postgres) as raw:
        cursor = raw.execute(written.encode())
        expected, names = cursor.fetchmany(1000), tuple(column.name for column in cursor.description or ())
    result = small.run(written)
    assert result.columns == names
    assert [list(row) for row in result.rows] == [list(map(_about, row)) for row in expected]
    assert [list(map(type, row)) for row in result.rows] == [list(map(type, row)) for row in expected]


@pytest.mark.parametrize("count", [2, 115])
def test_long_chains_are_written(count: int) -> None:
    """As long as the check lets them be."""
    written = postgres_limits.limit_statement(
        check_sql(f"SELECT {' || '.join(['order_id'] * count)} FROM orders", "postgres")
    )
    assert written.count("varchar") == 1


def test_only_what_a_filter_lets_through_is_counted(small: ReadOnlyDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_limits, "LISTED", 100)
    three = "SELECT STRING_AGG(order_id, '') FILTER (WHERE order_id IN (SELECT order_id FROM orders ORDER BY 1 LIMIT {})) FROM orders"
    assert size(run(small, three.format(3))) == 96
    with pytest.raises(QueryError, match="lists more than"):
        run(small, three.format(4))
    assert size(run(small, three.format(3))) == 96, "counted anew"


# Saboteurs: without a limit the same statement passes, so the tests above can fail.


def test_saboteur_without_all_limits(small: ReadOnlyDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """The value arrives whole: four hundred orders are eight megabytes, and the memory grows with their square."""
    sql = f"SELECT STRING_AGG(a.order_id || b.order_id, '') {JOIN}"
    with pytest.raises(QueryError):
        run(small, sql)
    monkeypatch.setattr(postgres_limits, "limit_statement", lambda sql: sql)
    assert size(run(small, sql)) > 5_000_000


@pytest.mark.parametrize(
    ("limit", "sql"),
    [
        ("LISTED", f"SELECT LENGTH(STRING_AGG(a.order_id, '')) {JOIN} AND a.order_id < '1'"),
        ("TEXT", "SELECT LENGTH(STRING_AGG(order_id, '')) FROM orders"),
        ("ROW", "SELECT STRING_AGG(order_id, '') FROM orders"),
    ],
)
def test_saboteur_each_limit(small: ReadOnlyDatabase, monkeypatch: pytest.MonkeyPatch, limit: str, sql: str) -> None:
    """Where one alone is low it ends the statement, and where all are high nothing does."""
    for name in ("LISTED", "TEXT", "ROW"):
        monkeypatch.setattr(postgres_limits, name, 100_000_000)
    assert run(small, sql).rows
    monkeypatch.setattr(postgres_limits, limit, 1000)
    with pytest.raises(QueryError):
        run(small, sql)


# Temporary files.

SORTED = f"SELECT a.order_id {JOIN} ORDER BY a.order_id || b.order_id || '{LETTERS}'"
NO_LIMIT = "SELECT 1"


def test_temporary_files_are_limited(large_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in SQLite, and the server deletes them."""
    monkeypatch.setattr(read_only_database, "TEMPORARY_FILES", "SET temp_file_limit = '10MB'")
    database = ReadOnlyDatabase(large_postgres, timeout=60)
    with pytest.raises(QueryError, match=r"too much to sort .* ask for fewer rows"):
        run(database, SORTED)
    database.close()


def limit_of(url: str) -> str:
    database = ReadOnlyDatabase(url)
    [[limit]] = database.run("SELECT CURRENT_SETTING('temp_file_limit')").rows
    database.close()
    return str(limit)


def test_saboteur_temporary_files(store_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is set by that statement."""
    assert limit_of(store_postgres) == "500000kB"
    monkeypatch.setattr(read_only_database, "TEMPORARY_FILES", NO_LIMIT)
    assert limit_of(store_postgres) == "-1"


@pytest.fixture
def reader(postgres: Server, store_postgres: str) -> Iterator[str]:
    """Return the URL of a user who may only read."""
    name = store_postgres.partition("?")[0].rpartition("/")[2]
    postgres.execute("CREATE ROLE reader LOGIN")
    postgres.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", name)
    yield postgres.url(name, "reader")
    postgres.execute("DROP OWNED BY reader", name)
    postgres.execute("DROP ROLE reader")


def test_a_user_who_may_not_limit_them(reader: str, postgres: Server, caplog: pytest.LogCaptureFixture) -> None:
    """A warning says what an administrator can do, once; what is set then is not changed, and the other limits hold."""
    read_only_database._warn_of_temporary_files.cache_clear()
    with caplog.at_level(logging.WARNING, logger="fingerpost"):
        assert [limit_of(reader), limit_of(reader)] == ["-1", "-1"]
    assert caplog.text.count("SET temp_file_limit = '500MB'") == 1
    postgres.execute("ALTER ROLE reader SET temp_file_limit = '10MB'")
    assert limit_of(reader) == "10MB"
    database = ReadOnlyDatabase(reader)
    with pytest.raises(QueryError, match="more than 100,000 characters"):
        run(database, f"SELECT STRING_AGG(a.order_id, '') {JOIN}")
    database.close()


# The same in SQLite, which has a limit of its own.


def in_sqlite(sql: str) -> str:
    return sql.replace("STRING_AGG", "GROUP_CONCAT").replace("CAST(1 AS NUMERIC)", "1")


ALL: dict[str, Any] = {**REFUSED, **{f"{name}, joined": sql for name, (sql, _) in ENDED.items()}, **CUT}


def outcome(database: ReadOnlyDatabase, sql: str) -> QueryResult | str:
    """Return the result, or why there is none."""
    try:
        return run(database, sql)
    except (SqlError, QueryError) as error:
        return str(error)


@pytest.mark.parametrize("sql", ALL.values(), ids=ALL)
def test_sqlite_has_a_limit_of_its_own(store_file: Path, sql: str) -> None:
    """Each is refused by the check, ended by the database with a reason, or answered in little."""
    database = ReadOnlyDatabase(f"sqlite:///{store_file}", timeout=60)
    found = outcome(database, in_sqlite(sql))
    if isinstance(found, str):
        assert len(found) > 10
    else:
        assert size(found) <= read_only_database.RESULT
        assert max((len(str(value)) for row in found.rows for value in row), default=0) <= sqlite_limits.LENGTH
    database.close()


def test_a_long_value_in_sqlite_says_what_to_do(store_file: Path) -> None:
    database = ReadOnlyDatabase(f"sqlite:///{store_file}", timeout=60)
    with pytest.raises(QueryError, match=r"too large \(string or blob too big\): ask for fewer rows"):
        run(database, f"SELECT GROUP_CONCAT(a.order_id, '') {JOIN}")
    database.close()
