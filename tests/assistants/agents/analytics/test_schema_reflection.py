"""Reflection of an allowlist: user edits are kept, and removed entries stay disallowed."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import read_only_database
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist, write_allowlist
from fingerpost.assistants.agents.analytics.read_only_database import QueryError
from fingerpost.assistants.agents.analytics.schema_reflection import merge_allowlists, missing_names, reflect
from fingerpost.assistants.agents.analytics.sqlite_limits import open_sqlite
from fingerpost.cli.main import app
from fingerpost.errors import FingerpostError, SettingsError
from tests.stores.server import Server

SHOP = """
CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(50), born DATE, vip BOOLEAN, created_at TEXT);
CREATE TABLE sales (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES people (id), total NUMERIC(10, 2), rate FLOAT);
CREATE VIEW totals AS SELECT person_id, SUM(total) AS total FROM sales GROUP BY person_id;
"""


@pytest.fixture
def shop(tmp_path: Path) -> str:
    """A small database with another schema."""
    file = tmp_path / "shop.sqlite"
    raw = sqlite3.connect(file)
    raw.executescript(SHOP)
    raw.close()
    return f"sqlite:///{file}"


def alter(url: str, *lines: str) -> None:
    raw = sqlite3.connect(url.removeprefix("sqlite:///"))
    for line in lines:
        raw.execute(line)
    raw.commit()
    raw.close()


def test_the_store_is_read_as_it_is(store_file: Path) -> None:
    """Names, order, keys and references are those of the built-in allowlist."""
    found, known = reflect(f"sqlite:///{store_file}"), store_allowlist()
    assert {table.name for table in found.tables} == {table.name for table in known.tables}
    for table in known.tables:
        other = found.table(table.name)
        assert other is not None
        assert [column.name for column in other.columns] == [column.name for column in table.columns]
        assert [column.key for column in other.columns] == [column.key for column in table.columns]
        assert [column.references for column in other.columns] == [column.references for column in table.columns]
        assert [column.kind for column in other.columns] == [column.kind for column in table.columns]


def test_the_store_in_postgres(store_postgres: str, postgres: Server) -> None:
    """The same, with comments, which SQLite does not have."""
    postgres.execute("COMMENT ON TABLE orders IS 'pedidos'", store_postgres.partition("@/")[2].partition("?")[0])
    found = reflect(store_postgres)
    orders = found.table("orders")
    assert orders is not None
    assert orders.comment == "pedidos"
    assert {table.name for table in found.tables} == set(store_allowlist().columns_by_table())


def test_types_and_views(shop: str) -> None:
    """Five kinds are enough; a text is a date by its name."""
    found = reflect(shop)
    kinds = {f"{table.name}.{column.name}": column.kind for table in found.tables for column in table.columns}
    assert kinds["people.id"] == "integer"
    assert kinds["people.name"] == "text"
    assert kinds["people.born"] == "date"
    assert kinds["people.vip"] == "boolean"
    assert kinds["people.created_at"] == "date"
    assert kinds["sales.total"] == "number"
    assert kinds["sales.rate"] == "number"
    assert kinds["totals.total"]
    sales = found.table("sales")
    assert sales is not None
    assert sales.columns[1].references == ("people", "id")


WRITTEN = Allowlist(
    (
        AllowedTable(
            "people",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("name", comment="As on the card.", synonyms=("nome",), values=("Ana",)),
                AllowedColumn("created_at", "date"),
                AllowedColumn("gone", synonyms=("ido",)),
            ),
            "Who buys.",
            ("clientes",),
        ),
        AllowedTable("vanished", (AllowedColumn("id"),)),
    ),
    ("nota fiscal",),
)


def test_merge_keeps_what_people_wrote(shop: str) -> None:
    """User edits are kept, dropped objects are removed, and disallowed objects stay out."""
    found = merge_allowlists(WRITTEN, reflect(shop))
    assert found.ignored == ("nota fiscal",)
    assert found.columns_by_table() == {"people": ["id", "name", "created_at"]}
    people = found.tables[0]
    assert (people.comment, people.synonyms) == ("Who buys.", ("clientes",))
    assert people.columns[1] == WRITTEN.tables[0].columns[1]
    assert people.columns[2].kind == "date"


def test_merge_takes_types_from_the_database(shop: str) -> None:
    """A name that was written without a type gets one, and a key and a reference."""
    plain = Allowlist(
        (
            AllowedTable("sales", (AllowedColumn("id"), AllowedColumn("person_id"), AllowedColumn("total"))),
            AllowedTable("people", (AllowedColumn("id"),)),
        )
    )
    found = merge_allowlists(plain, reflect(shop))
    assert [column.kind for column in found.tables[0].columns] == ["integer", "integer", "number"]
    assert found.tables[0].columns[0].key
    assert found.tables[0].columns[1].references == ("people", "id")
    alone = merge_allowlists(Allowlist(plain.tables[:1]), reflect(shop))
    assert alone.tables[0].columns[1].references is None


def test_missing(shop: str) -> None:
    """Tables, and columns of those that are there."""
    assert missing_names(WRITTEN, reflect(shop)) == ["people.gone", "vanished"]


def test_merge_of_the_same_changes_nothing(store_file: Path) -> None:
    """Merging is idempotent."""
    assert merge_allowlists(store_allowlist(), reflect(f"sqlite:///{store_file}")) == store_allowlist()


def test_command_writes_and_keeps(shop: str, tmp_path: Path) -> None:
    """The first run writes everything; later runs keep the selection and report changes."""
    runner, out = CliRunner(), tmp_path / "allowlist.json"
    first = runner.invoke(app, ["allowlist", shop, "--out", str(out)])
    assert first.exit_code == 0, first.output
    assert "3 tables, 11 columns" in first.output
    chosen = read_allowlist(out)
    people = replace(chosen.tables[0], columns=chosen.tables[0].columns[:3], synonyms=("gente",), date="")
    write_allowlist(out, Allowlist((people, *chosen.tables[1:])))
    alter(shop, "ALTER TABLE people DROP COLUMN born", "ALTER TABLE people ADD COLUMN secret TEXT")
    second = runner.invoke(app, ["allowlist", shop, "--out", str(out)])
    assert second.exit_code == 0, second.output
    assert "people.born no longer exists" in second.output
    assert "people.secret is not allowed" in second.output
    assert "people.vip is not allowed" in second.output
    again = read_allowlist(out)
    assert again.columns_by_table()["people"] == ["id", "name"]
    assert again.tables[0].synonyms == ("gente",)


def test_command_does_not_empty_a_file(shop: str, tmp_path: Path) -> None:
    """A wrong database must not overwrite the file."""
    out = tmp_path / "allowlist.json"
    out.write_text(json.dumps({"elsewhere": ["id"]}))
    result = CliRunner().invoke(app, ["allowlist", shop, "--out", str(out)])
    assert isinstance(result.exception, SettingsError)
    assert "name another file with --out" in str(result.exception)
    assert json.loads(out.read_text()) == {"elsewhere": ["id"]}


def test_what_has_no_name_is_left_out(shop: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It cannot be allowed, so a warning is logged."""
    alter(shop, 'CREATE TABLE "" (a INTEGER)', 'CREATE TABLE half ("" INTEGER, b TEXT)', 'CREATE TABLE bare ("" TEXT)')
    with caplog.at_level("WARNING", "fingerpost"):
        found = reflect(shop)
    assert set(found.columns_by_table()) == {"people", "sales", "totals", "half"}
    assert found.columns_by_table()["half"] == ["b"]
    told = [record.getMessage() for record in caplog.records]
    assert ["'' has no name" in line or "'bare' has no column" in line for line in told] == [True, True]
    write_allowlist(tmp_path / "allowlist.json", found)
    assert read_allowlist(tmp_path / "allowlist.json") == found


def test_a_large_schema_is_read_over_one_connection(shop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite rereads the schema with each connection."""
    opened: list[str] = []

    def counted(file: str) -> sqlite3.Connection:
        opened.append(file)
        return open_sqlite(file)

    monkeypatch.setattr(read_only_database, "open_sqlite", counted)
    assert len(reflect(shop).tables) == 3
    assert len(opened) == 1


def test_options_of_a_url_are_not_shown(postgres: Server) -> None:
    """URL options may contain a password."""
    with pytest.raises(QueryError, match="cannot be read") as caught:
        reflect(f"postgresql://u@/none?host={postgres.folder}&password=geheim")
    assert "geheim" not in str(caught.value)


def test_faults_are_reported(tmp_path: Path, postgres: Server) -> None:
    """A database without tables, one that is not there, and one that is down."""
    empty = tmp_path / "empty.sqlite"
    sqlite3.connect(empty).close()
    empty.touch()
    for url, says in {
        f"sqlite:///{empty}": "has no tables",
        f"sqlite:///{tmp_path}/none.sqlite": "name a file that is there",
        f"postgresql://u:geheim@/none?host={postgres.folder}": "cannot be read",
    }.items():
        with pytest.raises(FingerpostError, match=says) as caught:
            reflect(url)
        assert "geheim" not in str(caught.value)
    assert issubclass(QueryError, FingerpostError)
