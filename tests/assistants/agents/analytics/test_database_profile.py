"""The profile of a whole database: bounded, honest about what it left out, and nothing half written."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest
from typer.testing import CliRunner

pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import table_sample
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist, write_allowlist
from fingerpost.assistants.agents.analytics.database_profile import profile_database
from fingerpost.assistants.agents.analytics.read_only_database import AwayError, QueryError, ReadOnlyDatabase
from fingerpost.assistants.agents.analytics.schema_reflection import merge_allowlists
from fingerpost.cli.main import app
from tests.stores.server import Server

CLINIC = """
CREATE TABLE owners (id INTEGER PRIMARY KEY, first_name TEXT, surname TEXT, city TEXT);
CREATE TABLE "select" (id INTEGER PRIMARY KEY, "Animal Kind" TEXT, owner_id INTEGER, "Visit Date" TEXT, total REAL,
 paid INTEGER, entered TEXT);
CREATE VIEW sums AS SELECT owner_id, SUM(total) AS total FROM "select" GROUP BY owner_id;
"""


def make(file: Path, *, rows: int = 40) -> str:
    raw = sqlite3.connect(file)
    raw.executescript(CLINIC)
    for number in range(1, 11):
        raw.execute("INSERT INTO owners VALUES (?, ?, 'Shaw', 'Bath')", (number, f"Ann{number}"))
    for number in range(1, rows + 1):
        day = f"2025-{number % 6 + 1:02}-17"
        row = (number, ("cat", "dog")[number % 2], number % 10 + 1, day, 10.5, number % 2, "17/06/2025")
        raw.execute('INSERT INTO "select" VALUES (?, ?, ?, ?, ?, ?, ?)', row)
    raw.commit()
    raw.close()
    return f"sqlite:///{file}"


@pytest.fixture
def clinic(tmp_path: Path) -> str:
    """A database with capitals, spaces, a word of SQL for a table, and a view."""
    return make(tmp_path / "clinic.sqlite")


def column(allowlist: Allowlist, table: str, name: str) -> AllowedColumn:
    of = allowlist.table(table)
    assert of is not None
    found = of.column(name)
    assert found is not None
    return found


def test_a_profile(clinic: str) -> None:
    """References, kinds, roles, values and the newest row."""
    profile = profile_database(clinic)
    visits, owners = profile.allowlist.table("select"), profile.allowlist.table("owners")
    assert visits is not None
    assert owners is not None
    assert column(profile.allowlist, "sums", "total").kind == "number"
    assert profile.references == ["select.owner_id → owners.id", "sums.owner_id → owners.id"]
    assert (visits.label, visits.date, visits.amount) == ((), "Visit Date", "total")
    assert owners.label == ("first_name", "surname")
    assert column(profile.allowlist, "select", "Visit Date").kind == "date"
    assert column(profile.allowlist, "select", "paid").kind == "boolean"
    assert column(profile.allowlist, "select", "entered").kind == "text"
    assert "DD/MM/YYYY" in column(profile.allowlist, "select", "entered").comment
    assert profile.newest == {"select.Visit Date": "2025-06-17"}
    assert profile.kept == {"owners.city": 1, "select.Animal Kind": 2}
    assert column(profile.allowlist, "select", "Animal Kind").values == ("cat", "dog")


def test_no_values(clinic: str, tmp_path: Path) -> None:
    """Nothing that was read from a row is in the file."""
    out = tmp_path / "allowlist.json"
    result = CliRunner().invoke(app, ["allowlist", clinic, "--out", str(out), "--no-values"])
    assert result.exit_code == 0, result.output
    assert "no values were kept" in result.output
    assert not any(word in out.read_text() for word in ("cat", "Bath", "Shaw", '"values"'))


def test_a_late_text_is_no_date(clinic: str, tmp_path: Path) -> None:
    """Beyond the sample, the least and the greatest value are looked at."""
    raw = sqlite3.connect(tmp_path / "clinic.sqlite")
    with raw:
        raw.executemany('INSERT INTO "select" ("Visit Date") VALUES (?)', [("2025-01-01",)] * 3000)
        raw.execute('UPDATE "select" SET "Visit Date" = ? WHERE id = 1500', ("unknown",))
    raw.close()
    found = profile_database(clinic)
    assert column(found.allowlist, "select", "Visit Date").kind == "text"
    assert found.newest == {}


def test_a_broken_view_is_left_out(clinic: str, tmp_path: Path) -> None:
    """A view of a table that is gone cannot be read."""
    raw = sqlite3.connect(tmp_path / "clinic.sqlite")
    raw.execute("CREATE TABLE gone (a TEXT)")
    raw.execute("CREATE VIEW broken AS SELECT a FROM gone")
    raw.execute("PRAGMA legacy_alter_table = ON")
    raw.execute("ALTER TABLE gone RENAME TO elsewhere")
    raw.close()
    try:
        found = profile_database(clinic)
    except QueryError as error:
        # Some versions of SQLite do not even list the columns of such a view.
        assert "broken" in str(error)  # noqa: PT017 - either is a clear answer
    else:
        assert "broken" not in found.allowlist.columns_by_table()


def test_many_tables_and_no_time(tmp_path: Path) -> None:
    """400 tables are read in bounded time; what there was no time for is said, and is in the file."""
    file = tmp_path / "many.sqlite"
    raw = sqlite3.connect(file)
    for number in range(400):
        columns = ", ".join(f"c{at}_id INTEGER" for at in range(8))
        raw.execute(f"CREATE TABLE table{number} (id INTEGER PRIMARY KEY, {columns}, kind TEXT)")
        raw.execute(f"INSERT INTO table{number} (kind, c1_id) VALUES ('a', 1), ('a', 1)")  # noqa: S608 - our own names
    raw.commit()
    raw.close()
    began = monotonic()
    found = profile_database(f"sqlite:///{file}", seconds=0.2)
    assert monotonic() - began < 20
    assert found.unread
    assert set(found.unread.values()) == {"no time was left"}
    assert len(found.allowlist.tables) == 400
    out = tmp_path / "allowlist.json"
    result = CliRunner().invoke(app, ["allowlist", f"sqlite:///{file}", "--out", str(out), "--seconds", "1"])
    assert result.exit_code == 0, result.output
    assert "400 tables" in result.output
    assert len(result.output) < 8000
    assert len(read_allowlist(out).tables) == 400


def test_a_database_that_goes_away_leaves_nothing(clinic: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is as it was."""
    run, calls = ReadOnlyDatabase.run, []

    def fails(self: ReadOnlyDatabase, sql: str, *rest: object, left: float = 1.0) -> object:
        calls.append(sql)
        if len(calls) > 2:
            (tmp_path / "clinic.sqlite").unlink(missing_ok=True)
        return run(self, sql, left=left)

    monkeypatch.setattr(ReadOnlyDatabase, "run", fails)
    out = tmp_path / "allowlist.json"
    out.write_text(json.dumps({"owners": ["id"]}))
    result = CliRunner().invoke(app, ["allowlist", clinic, "--out", str(out)])
    assert isinstance(result.exception, AwayError)
    assert "cannot be reached" in str(result.exception)
    assert json.loads(out.read_text()) == {"owners": ["id"]}
    assert not list(tmp_path.glob(".allowlist*"))


def test_edits_are_kept_and_gaps_are_filled(clinic: str, tmp_path: Path) -> None:
    """Roles, values and references of the user win; what the user has none of is filled in."""
    profile = profile_database(clinic).allowlist
    visits = profile.table("select")
    assert visits is not None
    written = tuple(
        replace(one, values=("horse",)) if one.name == "Animal Kind" else replace(one, references=None)
        for one in visits.columns
    )
    mine = Allowlist((replace(visits, columns=written, label=("entered",), date="", amount="paid"), profile.tables[0]))
    merged = merge_allowlists(mine, profile).table("select")
    assert merged is not None
    assert (merged.label, merged.date, merged.amount) == (("entered",), "Visit Date", "paid")
    assert merged.columns[1].values == ("horse",)
    assert merged.columns[2].references == ("owners", "id")
    fewer = replace(visits, columns=visits.columns[:3], label=("gone",), date="gone", amount="total")
    less = merge_allowlists(Allowlist((fewer,)), profile).tables[0]
    assert (less.label, less.date, less.amount) == ((), "", "")
    write_allowlist(tmp_path / "a.json", Allowlist((less,)))
    assert read_allowlist(tmp_path / "a.json").tables == (less,)


def test_a_reference_of_the_user_wins(clinic: str) -> None:
    """A guess does not replace what somebody wrote, unless that is gone."""
    profile = profile_database(clinic).allowlist
    columns = (AllowedColumn("id", "integer"), AllowedColumn("owner_id", "integer", references=("select", "id")))
    owners = AllowedTable("owners", (AllowedColumn("id", "integer", key=True),))
    mine = Allowlist((AllowedTable("select", columns), owners))
    assert merge_allowlists(mine, profile).tables[0].columns[1].references == ("select", "id")
    lost = replace(columns[1], references=("nothing", "id"))
    mine = Allowlist((AllowedTable("select", (columns[0], lost)), owners))
    assert merge_allowlists(mine, profile).tables[0].columns[1].references == ("owners", "id")


def test_views_that_cannot_be_read(clinic: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that takes too long is kept without values, one that queries may not use is left out."""
    raw = sqlite3.connect(tmp_path / "clinic.sqlite")
    joined = ", ".join(f'"select" AS s{number}' for number in range(6))
    raw.execute(f"CREATE VIEW slow AS SELECT COUNT(*) AS x FROM {joined}")  # noqa: S608 - our own names
    raw.execute("CREATE VIEW loop AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n")
    raw.close()
    monkeypatch.setattr(table_sample, "QUERY_SECONDS", 0.2)
    found = profile_database(clinic)
    assert found.unread == {"slow": "it took too long to read"}
    assert found.refused == ["loop"]
    assert found.kept["select.Animal Kind"] == 2


def test_postgres_reads_only_what_the_role_may(postgres: Server) -> None:
    """Tables and columns that are refused are left out, and said; references into them too."""
    url = postgres.make_database()
    name = url.partition("@/")[2].partition("?")[0]
    for line in (
        "CREATE TABLE plans (plan_cd TEXT PRIMARY KEY, name TEXT)",
        "CREATE TABLE members (id INT PRIMARY KEY, plan_cd TEXT, email TEXT, joined DATE, active SMALLINT)",
        "CREATE TABLE secrets (id INT PRIMARY KEY, member_id INT REFERENCES members (id))",
        "CREATE TABLE visits (id INT PRIMARY KEY, member_id INT, secret_id INT REFERENCES secrets (id), at TIMESTAMP)",
        "INSERT INTO plans VALUES ('A', 'Gold'), ('B', 'Silver')",
        "INSERT INTO members SELECT n, 'A', 'x@y.example', DATE '2025-06-17', n % 2 FROM generate_series(1, 20) AS n",
        "INSERT INTO visits SELECT n, n, NULL, TIMESTAMP '2025-06-18 10:00' FROM generate_series(1, 20) AS n",
        "CREATE ROLE profile_reader LOGIN",
        "GRANT SELECT ON plans, visits TO profile_reader",
        "GRANT SELECT (id, plan_cd, joined, active) ON members TO profile_reader",
        "CREATE ROLE nobody_here LOGIN",
    ):
        postgres.execute(line, name)
    found = profile_database(url.replace("postgres@", "profile_reader@", 1))
    assert found.refused == ["members.email", "secrets"]
    assert set(found.allowlist.columns_by_table()) == {"plans", "members", "visits"}
    assert column(found.allowlist, "visits", "secret_id").references is None
    assert found.references == ["members.plan_cd → plans.plan_cd", "visits.member_id → members.id"]
    assert found.newest == {"members.joined": "2025-06-17", "visits.at": "2025-06-18"}
    assert column(found.allowlist, "plans", "name").values == ("Gold", "Silver")
    with pytest.raises(QueryError, match="may read none of the 4 tables"):
        profile_database(url.replace("postgres@", "nobody_here@", 1))
