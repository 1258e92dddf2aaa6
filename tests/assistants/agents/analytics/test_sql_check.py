# ruff: noqa: S608 - the statements are the test's own
"""The SQL check: what analysts write passes with the same meaning, and nothing else passes."""

from __future__ import annotations

import builtins
import json
import re
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

import psycopg
import sqlglot
from hypothesis import example, given
from hypothesis import strategies as st
from sqlglot import exp

from fingerpost.assistants.agents.analytics import SqlError, check_sql, expression_checker, size_limits, sql_rules
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.sqlite_limits import install_guard, open_sqlite
from fingerpost.errors import SettingsError

FILE = Path(__file__).parents[3] / "data" / "answers" / "sql.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
BENIGN = [case for case in CASES if case["allowed"]]
HOSTILE = [case for case in CASES if not case["allowed"]]


def allowing(**tables: list[str]) -> Allowlist:
    """Return an allowlist of names alone."""
    return Allowlist(tuple(AllowedTable(name, tuple(map(AllowedColumn, columns))) for name, columns in tables.items()))


USERS = allowing(users=["id", "name"], orders=["id", "user_id", "total"])
"""Of tables that have more columns than are allowed: email among them."""


def verdict(sql: str, dialect: str = "sqlite") -> tuple[str | None, str]:
    """Return the checked statement, or None and the reason."""
    try:
        return check_sql(sql, dialect), ""
    except SqlError as error:
        return None, str(error)


def names(cases: list[dict[str, Any]]) -> list[str]:
    return [case["id"] for case in cases]


def test_there_are_enough_cases() -> None:
    """Both kinds, in every dialect."""
    assert len(BENIGN) >= 100
    assert len(HOSTILE) >= 200
    for dialect in ("sqlite", "postgres", "mysql", "duckdb"):
        assert sum(case["dialect"] == dialect for case in BENIGN) >= 10
        assert sum(case["dialect"] == dialect for case in HOSTILE) >= 10


@pytest.mark.parametrize("case", BENIGN, ids=names(BENIGN))
def test_benign_passes(case: dict[str, Any]) -> None:
    """What is returned has no comments, and passes again as it is."""
    written = check_sql(case["sql"], case["dialect"])
    assert "--" not in written
    assert "/*" not in written
    assert check_sql(written, case["dialect"]) == written


@pytest.mark.parametrize("case", HOSTILE, ids=names(HOSTILE))
def test_hostile_is_refused(case: dict[str, Any]) -> None:
    """The reason names what was refused."""
    allowlist = allowing(**case["allowlist"]) if "allowlist" in case else None
    with pytest.raises(SqlError) as caught:
        check_sql(case["sql"], case["dialect"], allowlist)
    assert case.get("reason", "") in str(caught.value)
    assert len(str(caught.value)) > 10


def of(dialect: str) -> list[dict[str, Any]]:
    return [case for case in BENIGN if case["dialect"] == dialect]


@pytest.mark.parametrize("case", of("sqlite"), ids=names(of("sqlite")))
def test_means_the_same_in_sqlite(case: dict[str, Any], store_file: Path) -> None:
    """What is returned gives the rows that the statement itself gives."""
    raw = sqlite3.connect(f"file:{store_file}?mode=ro", uri=True)
    try:
        expected = raw.execute(case["sql"]).fetchall()
        assert raw.execute(check_sql(case["sql"])).fetchall() == expected
        assert expected
    finally:
        raw.close()


@pytest.mark.parametrize("case", of("postgres"), ids=names(of("postgres")))
def test_means_the_same_in_postgres(case: dict[str, Any], store_postgres: str) -> None:
    """The same on a real server."""
    with psycopg.connect(store_postgres) as raw:
        expected = raw.execute(case["sql"].encode()).fetchall()
        assert raw.execute(check_sql(case["sql"], "postgres").encode()).fetchall() == expected
        assert expected


def test_comments_are_dropped() -> None:
    """Comments of any kind and in any position are removed."""
    written = check_sql("/* a */ SELECT -- b\n COUNT(*) /* c; DROP TABLE orders */ FROM orders -- d")
    assert written == "SELECT COUNT(*) FROM orders"


def test_star_shows_allowed_columns_alone() -> None:
    """A table may have more columns than are allowed."""
    assert check_sql("SELECT * FROM users", allowlist=USERS) == "SELECT users.id, users.name FROM users"
    joined = "SELECT u.*, o.total FROM users u JOIN orders o ON o.user_id = u.id"
    assert check_sql(joined, allowlist=USERS).startswith("SELECT u.id, u.name, o.total FROM")
    assert check_sql("SELECT * FROM (SELECT * FROM users) x", allowlist=USERS).count("*") == 1


@pytest.mark.parametrize("dialect", ["sqlite", "postgres", "mysql", "duckdb"])
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT name AS email FROM users WHERE email LIKE 'a%'",
        "SELECT name AS email, COUNT(*) FROM users GROUP BY email",
        "SELECT COUNT(*) AS email FROM users HAVING email > 1",
        "SELECT name AS email FROM users ORDER BY email || 'x'",
        "SELECT * FROM users NATURAL JOIN orders",
        "SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM users WHERE total > 1)",
    ],
)
def test_a_name_cannot_mean_a_hidden_column(dialect: str, sql: str) -> None:
    """Every column names its table, and an output's name is written out where a database looks for a column first."""
    written = check_sql(sql, dialect, USERS)
    tree = sqlglot.parse_one(written, dialect=dialect)
    columns = list(tree.find_all(exp.Column))
    assert all(column.table for column in columns)
    assert "email" not in {column.name for column in columns}
    assert not any(isinstance(join.args.get("using"), list) for join in tree.find_all(exp.Join))
    assert "NATURAL" not in written


def test_hidden_column_stays_hidden_in_sqlite() -> None:
    """On a real table: what is asked of an output's name tells nothing of the column of that name."""
    raw = sqlite3.connect(":memory:")
    raw.executescript("CREATE TABLE users (id, name, email); INSERT INTO users VALUES (1, 'x', 'a@b'), (2, 'x', 'c@d')")
    asked = "SELECT name AS email FROM users WHERE email LIKE 'a%'"
    assert raw.execute(asked).fetchall() == [("x",)]
    assert raw.execute(check_sql(asked, allowlist=USERS)).fetchall() == []
    grouped = "SELECT name AS email, COUNT(*) FROM users GROUP BY email"
    assert len(raw.execute(grouped).fetchall()) == 2
    assert raw.execute(check_sql(grouped, allowlist=USERS)).fetchall() == [("x", 2)]
    raw.close()


def test_capitals_as_the_dialect_has_them() -> None:
    """PostgreSQL folds what is not quoted; the others never mind, and get the name as it is."""
    mixed = allowing(Orders=["OrderId"])
    assert check_sql('SELECT "OrderId" FROM "Orders"', "postgres", mixed) == 'SELECT "Orders"."OrderId" FROM "Orders"'
    for sql in ("SELECT OrderId FROM Orders", 'SELECT orderid FROM "Orders"'):
        with pytest.raises(SqlError):
            check_sql(sql, "postgres", mixed)
    assert check_sql("SELECT ORDERID FROM orders", "sqlite", mixed) == 'SELECT "Orders"."OrderId" FROM "Orders"'
    assert check_sql("SELECT ORDERID FROM orders", "mysql", mixed) == "SELECT `Orders`.`OrderId` FROM `Orders`"


def test_reserved_words_are_quoted() -> None:
    """A column may be called as a word of the language."""
    odd = allowing(order=["group", "select", "with space", 'qu"ote'])
    written = check_sql('SELECT * FROM "order"', allowlist=odd)
    raw = sqlite3.connect(":memory:")
    raw.execute('CREATE TABLE "order" ("group", "select", "with space", "qu""ote")')
    assert [column[0] for column in raw.execute(written).description] == ["group", "select", "with space", 'qu"ote']
    raw.close()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT " + "(" * 500 + "1" + ")" * 500,
        "SELECT " + "NOT " * 2400 + "1",
        "SELECT " + "+".join("1" * 4900),
        "SELECT " + "CASE WHEN 1 THEN " * 300 + "1" + " END" * 300,
        "SELECT 1 " + "UNION ALL SELECT 1 " * 500,
        "SELECT * FROM " + "(SELECT * FROM " * 200 + "orders" + ")" * 200,
        "SELECT " + "x" * 11_000,
        "SELECT x" + ".y" * 4000,
    ],
    ids=range(8),
)
def test_bombs_are_refused(sql: str) -> None:
    """Length and depth have bounds, with or without brackets."""
    with pytest.raises(SqlError, match=r"nested too deeply|characters"):
        check_sql(sql)


A = "REPLACE('" + "a" * 300 + "', 'a', '" + "a" * 300 + "')"
"""A value of 90,000 characters, in one step."""
PAIR = f"SELECT {A} || order_id AS x, SUBSTR({A}, 1, 40000) || 'b' AS y FROM orders"

SEARCHES = [
    f"SELECT SUM(INSTR({A} || order_id, SUBSTR({A}, 1, 40000) || 'b')) FROM orders",
    f"SELECT REPLACE({A}, {A} || 'b', 'x') FROM orders",
    f"SELECT TRIM({A}, SUBSTR({A}, 1, 40000)) FROM orders",
    f"SELECT COUNT(*) FROM orders WHERE {A} || order_id LIKE '%" + "a" * 3000 + "b'",
    f"SELECT COUNT(*) FROM orders WHERE {A} || order_id GLOB '*" + "a" * 3000 + "b'",
    f"SELECT INSTR(t.x, t.y) FROM ({PAIR} LIMIT 9) AS t",
    f"WITH t(p, q) AS ({PAIR} LIMIT 9) SELECT INSTR(p, q) FROM t",
    f"SELECT INSTR(t.x, t.y) FROM (SELECT * FROM ({PAIR}) AS s) AS t",
    f"SELECT INSTR(t.x, t.y) FROM (SELECT order_id AS x, order_id AS y FROM orders UNION ALL {PAIR}) AS t",
    f"WITH t(p, q) AS (SELECT * FROM (VALUES ({A}, {A}))) SELECT INSTR(p, q) FROM t",
    f"SELECT INSTR((SELECT {A}), (SELECT MAX({A}) FROM orders)) FROM orders",
    f"SELECT {A} AS x, {A} AS y FROM orders ORDER BY INSTR(x, y)",
    "SELECT INSTR(GROUP_CONCAT(order_id), GROUP_CONCAT(customer_id)) FROM orders",
]


@pytest.mark.parametrize("sql", SEARCHES, ids=range(len(SEARCHES)))
def test_long_values_are_not_searched_in_one_another(sql: str) -> None:
    """A single step may take minutes, and no timeout interrupts it."""
    with pytest.raises(SqlError, match="searches long values"):
        check_sql(sql)


@pytest.mark.parametrize("dialect", ["sqlite", "postgres", "mysql", "duckdb"])
def test_values_do_not_grow_without_bound(dialect: str) -> None:
    """Each REPLACE of a REPLACE multiplies."""
    grown = "order_id"
    for _ in range(4):
        grown = f"REPLACE({grown}, 'a', '{'a' * 50}')"
    with pytest.raises(SqlError, match="can grow to more than"):
        check_sql(f"SELECT {grown} FROM orders", dialect)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT REPLACE(GROUP_CONCAT(DISTINCT order_status), ',', ', ') FROM orders",
        "SELECT COUNT(*) FROM customers c JOIN sellers s ON c.customer_city LIKE '%' || s.seller_city || '%'",
        "SELECT REPLACE(REPLACE(REPLACE(LOWER(customer_city), 'ã', 'a'), 'ç', 'c'), ' ', '-') FROM customers",
        "SELECT COUNT(*) FROM customers WHERE " + " OR ".join(f"customer_city LIKE '%{n}%'" for n in range(50)),
        "SELECT SUBSTR(x, 1, INSTR(x, '-') - 1) FROM (SELECT customer_city || '-' || customer_state AS x FROM customers)",
        "SELECT COUNT(*) FROM order_reviews WHERE INSTR(LOWER(review_comment_message), 'entrega') > 0",
    ],
)
def test_searches_that_people_write_pass(sql: str, store_file: Path) -> None:
    """With what tables usually hold there is little to compare."""
    raw = open_sqlite(str(store_file))
    assert raw.execute(check_sql(sql)).fetchone() is not None
    raw.close()


def test_saboteur_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the bounds out of reach both pass: the bounds are what refuses them."""
    monkeypatch.setattr(size_limits, "MAX_SEARCH_COST", 10**15)
    monkeypatch.setattr(size_limits, "MAX_LENGTH", 10**15)
    assert all(map(check_sql, SEARCHES))


LISTS = [
    "SELECT {list}(a.order_id || b.order_id, '') FROM orders a, orders b",
    "SELECT COUNT(*) FROM orders a CROSS JOIN orders b HAVING LENGTH({list}(a.order_id, '')) > 1",
    "SELECT order_status, {list}(order_id, '') FROM orders GROUP BY ROLLUP (order_status, customer_id)",
    "SELECT COUNT(*) OVER w FROM orders GROUP BY ROLLUP (order_status, customer_id) WINDOW w AS (ORDER BY {list}(order_id, ''))",
]


@pytest.mark.parametrize(("dialect", "name"), [("sqlite", "GROUP_CONCAT"), ("postgres", "STRING_AGG"), ("duckdb", "STRING_AGG")])  # fmt: skip
@pytest.mark.parametrize("sql", LISTS)
def test_lists_of_multiplied_rows_are_refused(dialect: str, name: str, sql: str) -> None:
    """A list is one value, which grows with every row."""
    with pytest.raises(SqlError, match="list"):
        check_sql(sql.format(list=name), dialect)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT GROUP_CONCAT((SELECT GROUP_CONCAT(order_id) FROM orders)) FROM sellers",
        "SELECT GROUP_CONCAT('x' ORDER BY (SELECT MAX(order_id) FROM orders)) FROM sellers",
        "SELECT COUNT(*) FROM sellers HAVING LENGTH(GROUP_CONCAT((SELECT MAX(order_id) FROM orders))) > 1",
    ],
)
def test_queries_inside_lists_are_refused(sql: str) -> None:
    """A list of lists grows with both, and PostgreSQL counts what is listed by writing it a second time."""
    with pytest.raises(SqlError, match="a query inside a list"):
        check_sql(sql)


def test_a_list_beside_multiplied_rows_passes() -> None:
    """A list of a subquery is computed from that subquery's rows alone."""
    assert check_sql("SELECT (SELECT GROUP_CONCAT(seller_id) FROM sellers), a.order_id FROM orders a, orders b LIMIT 5")


def test_saboteur_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing counted as a list all pass: the list of lists is what refuses them."""
    monkeypatch.setattr(size_limits, "_LISTS", ())
    assert all(check_sql(sql.format(list="STRING_AGG"), "postgres") for sql in LISTS)


WIDE = [
    "SELECT " + ", ".join(["x"] * 21) + " FROM (SELECT GROUP_CONCAT(order_id) AS x FROM orders)",
    "SELECT " + ", ".join(["t.*"] * 21) + " FROM (SELECT GROUP_CONCAT(order_id) FROM orders) AS t",
    "SELECT * FROM (SELECT " + ", ".join(["GROUP_CONCAT(order_id)"] * 21) + " FROM orders) AS t",
]


@pytest.mark.parametrize("sql", WIDE, ids=range(len(WIDE)))
def test_rows_do_not_grow_without_bound(sql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many long values of a row are in memory together; with the bound out of reach it passes."""
    with pytest.raises(SqlError, match="a row can grow"):
        check_sql(sql)
    monkeypatch.setattr(size_limits, "MAX_LENGTH", 10**9)
    assert check_sql(sql)


DIGITS = "9" * 5000


@pytest.mark.parametrize("dialect", ["sqlite", "postgres", "mysql", "duckdb"])
@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT SUBSTRING(order_id, 1, {DIGITS}) FROM orders",
        f"SELECT LPAD(order_id, {DIGITS}, 'x') FROM orders",
        f"SELECT LPAD(order_id, '{DIGITS}', 'x') FROM orders",
        f"SELECT a.order_id FROM orders a, orders b ORDER BY 1 LIMIT {DIGITS}",
        f"SELECT ROUND(1, {DIGITS})",
        f"SELECT POWER(2, {DIGITS})",
        f"SELECT CAST(1 AS DECIMAL({DIGITS}))",
    ],
)
def test_numbers_of_many_digits_are_answered(sql: str, dialect: str) -> None:
    """Python refuses to convert them; the result is a statement or SqlError, nothing else."""
    written, reason = verdict(sql, dialect)
    assert written or reason


@pytest.mark.parametrize("dialect", ["sqlite", "postgres", "mysql", "duckdb"])
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT product_id FROM order_item\N{LATIN SMALL LETTER LONG S}",
        "SELECT order_\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}d FROM orders",
        "SELECT o.order_id FROM orders \N{KELVIN SIGN} JOIN orders o ON k.order_id = o.order_id",
        "SELECT order_id FROM orders ORDER BY order_id COLLATE noca\N{LATIN SMALL LETTER LONG S}e",
        "SELECT MA\N{KELVIN SIGN}E_DATE(2018, 1, 1)",
    ],
)
def test_only_ascii_letters_have_no_case(sql: str, dialect: str) -> None:
    """Databases fold these alone: for them, any other letter makes another name."""
    with pytest.raises(SqlError):
        check_sql(sql, dialect)


PRODUCT = "FROM orders a, orders b"


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT a.order_id {PRODUCT} ORDER BY a.order_id || b.order_id",
        f"SELECT a.order_id {PRODUCT} ORDER BY 1 LIMIT 10 OFFSET 99999999",
        f"SELECT DISTINCT a.order_id || b.order_id {PRODUCT}",
        f"SELECT ROW_NUMBER() OVER (ORDER BY b.order_id) {PRODUCT}",
        f"SELECT COUNT(DISTINCT a.order_id || b.order_id) {PRODUCT}",
        f"SELECT a.order_id, COUNT(*) {PRODUCT} GROUP BY a.order_id",
        f"SELECT a.order_id {PRODUCT} UNION SELECT order_id FROM orders",
        f"SELECT a.order_id {PRODUCT} EXCEPT SELECT order_id FROM orders",
        f"SELECT a.order_id {PRODUCT} UNION ALL SELECT order_id FROM orders ORDER BY 1",
        f"(SELECT a.order_id {PRODUCT}) ORDER BY 1",
        f"SELECT * FROM (SELECT a.order_id AS x {PRODUCT}) AS t ORDER BY x",
    ],
)
def test_a_product_of_tables_is_not_sorted(sql: str) -> None:
    """All rows would be materialized and fill the disk."""
    with pytest.raises(SqlError, match="multiplied with one another are sorted"):
        check_sql(sql)


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT COUNT(*) {PRODUCT}",
        f"SELECT a.order_id {PRODUCT} LIMIT 5",
        f"SELECT a.order_id {PRODUCT} UNION ALL SELECT order_id FROM orders",
        f"SELECT a.order_id {PRODUCT} ORDER BY b.order_id LIMIT 5",
        "SELECT order_status, COUNT(*) * 100.0 / t.n FROM orders, (SELECT COUNT(*) AS n FROM orders) AS t GROUP BY 1 ORDER BY 2",
    ],
)
def test_a_product_of_which_few_rows_are_kept_passes(sql: str) -> None:
    """A total beside every row is no product."""
    assert check_sql(sql)


def test_unknown_dialect() -> None:
    """The remedy lists those that are known."""
    with pytest.raises(SqlError, match="postgres"):
        check_sql("SELECT 1", "oracle")
    assert check_sql("SELECT 1", "PostgreSQL") == "SELECT 1"


def test_without_sqlglot_the_remedy_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package itself can be imported without it."""
    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "sqlglot":
            raise ModuleNotFoundError("No module named 'sqlglot'", name="sqlglot")
        return real(name, *rest, **named)

    package = "fingerpost.assistants.agents.analytics"
    for module in ("sql_check", "statement_checker", "expression_checker", "size_limits", "sql_rules"):
        monkeypatch.delitem(sys.modules, f"{package}.{module}", raising=False)
    monkeypatch.delattr(sys.modules[package], "sql_check", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SettingsError, match=re.escape("fingerpost[analytics]")):
        check_sql("SELECT 1")


# Saboteurs: each list and each bound is what stops something.


def test_saboteur_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a function on the list, it passes: the list is what refuses it."""
    sql = "SELECT REPEAT('x', 1000000000)"
    with pytest.raises(SqlError, match="REPEAT"):
        check_sql(sql, "postgres")
    monkeypatch.setattr(expression_checker, "KINDS", sql_rules.KINDS | {exp.Repeat})
    assert "REPEAT" in check_sql(sql, "postgres")


def test_saboteur_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the check of sizes each passes."""
    statements = [
        "SELECT LPAD(order_id, 100000000, 'x') FROM orders",
        "SELECT CAST(order_id AS CHAR(1000000)) FROM orders",
        "SELECT ARRAY(SELECT order_id FROM orders)",
        "SELECT ARRAY_AGG((SELECT MAX(order_id) FROM orders)) FROM sellers",
        "SELECT PERCENTILE_DISC((SELECT 0.5)) WITHIN GROUP (ORDER BY price) FROM order_items",
    ]
    for sql in statements:
        with pytest.raises(SqlError, match="refused"):
            check_sql(sql, "postgres")
    monkeypatch.setattr(expression_checker.ExpressionChecker, "_check_sizes", lambda *_: None)
    assert all(check_sql(sql, "postgres") for sql in statements)


def test_saboteur_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the list of arguments, a lock would pass."""
    sql = "SELECT order_id FROM orders FOR UPDATE"
    with pytest.raises(SqlError, match="locks rows"):
        check_sql(sql, "postgres")
    monkeypatch.setattr(expression_checker, "ARGUMENTS", {})
    assert "FOR UPDATE" in check_sql(sql, "postgres")


def test_saboteur_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions that sqlglot does not know are held to a list too."""
    monkeypatch.setattr(expression_checker, "NAMES", {"sqlite": frozenset({"load_extension"})})
    assert "LOAD_EXTENSION" in check_sql("SELECT load_extension('x')")
    with pytest.raises(SqlError, match="DATE"):
        check_sql("SELECT date('now', '+1 day')")


PIECES = st.sampled_from(
    ["SELECT", "FROM", "orders", "customers", "sqlite_master", "*", ",", "(", ")", "order_id", "o.order_id", "AS o", "WHERE", "=", "'x'", "1", "JOIN", "ON",
     "USING (order_id)", "UNION ALL", "WITH x AS (", "x", "GROUP BY", "ORDER BY", "LIMIT 5", "COUNT(*)", "load_extension('a')", "randomblob(9)", ";", "--", "/*", "*/",
     "rowid", "secret", "IN", "EXISTS", "CASE WHEN", "THEN", "END", "OVER ()", "pragma_table_info('orders')", "NATURAL", "LEFT", "VALUES", "RECURSIVE", '"secret"', "||", "AND"]
)  # fmt: skip

READABLE = {"customers", "orders", "order_items", "order_payments", "order_reviews", "products", "sellers", "geolocation", "product_category_translation"}  # fmt: skip


@given(st.lists(PIECES, max_size=14).map(" ".join))
@example("SELECT order_id FROM orders NATURAL JOIN customers")
@example("WITH x AS ( SELECT * FROM orders ) SELECT order_id FROM x")
@example("SELECT * FROM customers JOIN orders ON 1")
def test_what_passes_reads_only_what_is_allowed(store_file: Path, sql: str) -> None:
    """SQLite itself tells what a statement would read: of any that passes, allowed tables alone."""
    written, reason = verdict(sql)
    assert bool(reason) == (written is None)
    if written is None:
        return
    read: set[str] = set()

    def watch(action: int, table: str | None, column: str | None, _schema: str | None, _trigger: str | None) -> int:
        assert action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)
        if action == sqlite3.SQLITE_READ and table:
            read.add(table)
            assert column != "ROWID"
        return sqlite3.SQLITE_OK

    raw = open_sqlite(str(store_file))
    raw.set_authorizer(watch)
    try:
        raw.execute(written).fetchmany(2)
    except sqlite3.Error:
        # A column too many or too few is the database's to refuse.
        pass
    finally:
        raw.close()
    assert read <= READABLE


@given(st.text(max_size=200), st.sampled_from(["sqlite", "postgres", "mysql", "duckdb"]))
def test_any_text_is_answered(text: str, dialect: str) -> None:
    """The result is a statement or SqlError, nothing else."""
    written, reason = verdict(text, dialect)
    assert written or reason


@given(st.text(max_size=60))
def test_a_string_stays_a_string(text: str) -> None:
    """Quoted text is returned unchanged and never as SQL."""
    written, reason = verdict("SELECT '" + text.replace("'", "''") + "'")
    if written is None:
        assert "control character" in reason
        return
    raw = sqlite3.connect(":memory:")
    install_guard(raw, float("inf"))
    assert raw.execute(written).fetchall() == [(text,)]
    raw.close()


LOOKALIKES = [
    "SELECT product_id FROM order_itemſ",
    'SELECT product_id FROM "order_itemſ"',
    "SELECT product_ıd FROM order_items",
]
"""Names that folding of all alphabets takes for known ones, and that no database does."""


@pytest.mark.parametrize("dialect", sql_rules.DIALECTS)
@pytest.mark.parametrize("sql", [*LOOKALIKES, "SELECT order_itemſ.product_id FROM order_items"])
def test_a_name_that_only_looks_like_a_known_one_is_refused(sql: str, dialect: str) -> None:
    assert verdict(sql, dialect)[0] is None


@pytest.mark.parametrize("dialect", sql_rules.DIALECTS)
def test_saboteur_names_folded_as_words_let_a_long_s_pass(monkeypatch: pytest.MonkeyPatch, dialect: str) -> None:
    from fingerpost.assistants.agents.analytics import allowlist

    for module in (allowlist, expression_checker):
        monkeypatch.setattr(module, "fold_name", str.casefold)
    assert verdict(LOOKALIKES[0], dialect)[0]
