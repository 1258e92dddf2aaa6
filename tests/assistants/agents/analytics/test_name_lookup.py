"""Names in the database: found with and without accents, by parameters alone, within limits of time and rows."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="questions become SQL with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import name_lookup
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.name_lookup import NameLookup, plain_name
from fingerpost.assistants.agents.analytics.questions.proper_names import ProperName
from fingerpost.assistants.agents.analytics.read_only_database import QueryResult, ReadOnlyDatabase
from tests.assistants.agents.analytics.clinic import CLINIC, TABLES, make_clinic, rows
from tests.stores.server import Server


class Watched(ReadOnlyDatabase):
    """A database that keeps what it was asked."""

    asked: list[tuple[str, Sequence[Any], float]]

    def run(self, sql: str, parameters: Sequence[Any] = (), *, left: float = 1e9) -> QueryResult:
        self.asked = [*getattr(self, "asked", []), (sql, parameters, left)]
        return super().run(sql, parameters, left=left)


@pytest.fixture(scope="module")
def clinic_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    return make_clinic(tmp_path_factory.mktemp("clinic") / "clinic.sqlite")


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def clinic(request: pytest.FixtureRequest, clinic_file: str) -> Iterator[Watched]:
    url = clinic_file
    if request.param == "postgres":
        import psycopg

        server: Server = request.getfixturevalue("postgres")
        url = server.make_database()
        with psycopg.connect(url) as raw:
            raw.execute(TABLES.encode())
            for table, of_table in rows().items():
                marks = ", ".join(["%s"] * len(of_table[0]))
                raw.cursor().executemany(f"INSERT INTO {table} VALUES ({marks})".encode(), of_table)  # noqa: S608
    database = Watched(url)
    yield database
    database.close()


def found(database: ReadOnlyDatabase, *names: ProperName, allowlist: Allowlist = CLINIC) -> dict[str, list[str]]:
    rows = NameLookup(database, 5.0).find(names, allowlist, 60.0)
    assert rows is not None
    return {name: sorted(f"{row.table}: {row.text}" for row in of_name) for name, of_name in rows.items()}


def test_a_name_with_and_without_accents_and_capitals(clinic: Watched) -> None:
    """In one column or in two, and spelled as the database spells it."""
    both = ["medicos: Lucía Ferrer", "pacientes: Lucía Ferrer"]
    for name in ("Lucía Ferrer", "lucia ferrer", "LUCÍA FERRER"):
        assert found(clinic, ProperName(name, False)) == {name: both}
    assert found(clinic, ProperName("joao nunez", False)) == {"joao nunez": ["pacientes: João Núñez"]}
    assert found(clinic, ProperName("jardim das flores", False)) == {"jardim das flores": ["salas: Jardim das Flores"]}
    assert found(clinic, ProperName("Inés O Brien", True)) == {"Inés O Brien": ["pacientes: Inés O'Brien"]}


def test_a_part_of_a_name_does_only_with_a_capital(clinic: Watched) -> None:
    assert found(clinic, ProperName("Oscar", True)) == {"Oscar": ["medicos: Óscar Peña"]}
    assert found(clinic, ProperName("Gomez", True), ProperName("Torre", True)) == {
        "Gomez": ["pacientes: Ana Gómez"],
        "Torre": ["salas: Torre Norte"],
    }
    assert found(clinic, ProperName("oscar", False), ProperName("servicios", False)) == {"oscar": [], "servicios": []}
    assert found(clinic, ProperName("Osc", True)) == {"Osc": []}, "words, not letters"


def test_a_whole_name_goes_before_one_that_contains_it(clinic: Watched) -> None:
    assert found(clinic, ProperName("Ana Ferrer", True)) == {"Ana Ferrer": ["pacientes: Ana Ferrer"]}


def test_names_are_parameters_of_one_statement(clinic: Watched) -> None:
    """Nothing of a name is ever a part of the statement."""
    clinic.asked = []
    names = (ProperName("Robert'); DROP TABLE x", True), ProperName("50% [a-z]* \\ ? %s", True))
    assert found(clinic, *names) == {name.text: [] for name in names}
    ((sql, parameters, _),) = clinic.asked
    assert "DROP" not in sql.upper()
    assert "50" not in sql
    assert len(parameters) == 2 * 3


def test_only_label_columns_of_the_allowlist_are_read(clinic: Watched) -> None:
    narrow = Allowlist(tuple(table for table in CLINIC.tables if table.name == "salas"))
    clinic.asked = []
    assert found(clinic, ProperName("Lucía Ferrer", True), allowlist=narrow) == {"Lucía Ferrer": []}
    assert all(name not in clinic.asked[0][0] for name in ("medicos", "pacientes", "ciudad"))


def test_what_no_row_is_called_is_looked_for_in_other_columns(clinic: Watched) -> None:
    """As the whole value of a column of text, which is no part of what rows are called."""
    bare = Allowlist(tuple(replace(table, label=()) for table in CLINIC.tables))
    assert found(clinic, ProperName("Lucia Ferrer", True), allowlist=bare) == {
        "Lucia Ferrer": ["pacientes: Lucía Ferrer"]
    }
    assert found(clinic, ProperName("Ana", True), allowlist=bare) == {"Ana": []}, "no part of a value"
    # A name of rows is not looked for elsewhere.
    doctors = Allowlist((replace(CLINIC.tables[2], label=()), CLINIC.tables[1]))
    assert found(clinic, ProperName("Lucía Ferrer", True), allowlist=doctors) == {
        "Lucía Ferrer": ["medicos: Lucía Ferrer"]
    }


def test_columns_whose_values_are_known_and_those_that_refer_are_not_read(clinic: Watched) -> None:
    clinic.asked = []
    keyed = AllowedColumn("nombre", references=("pacientes", "nombre"))
    table = AllowedTable("medicos", (keyed, AllowedColumn("id", values=("1",)), AllowedColumn("apellidos")))
    assert found(clinic, ProperName("Ferrer", True), allowlist=Allowlist((table,))) == {"Ferrer": ["medicos: Ferrer"]}
    ((sql, _, _),) = clinic.asked
    assert "apellidos" in sql
    assert "nombre" not in sql
    assert '"id"' not in sql


def test_nothing_is_looked_up_where_it_cannot_be(clinic: Watched) -> None:
    """Turned off, without names of rows, of too many tables, and for a name that is too long for a pattern."""
    name = ProperName("Lucía", True)
    bare = Allowlist((CLINIC.tables[0],))
    many = Allowlist(tuple(replace(CLINIC.tables[3], name=f"t{at}") for at in range(name_lookup.MOST_PLACES + 1)))
    odd = Allowlist((replace(CLINIC.tables[3], name="100%"),))
    clinic.asked = []
    assert NameLookup(clinic, 0.0).find([name], CLINIC, 60.0) is None
    for allowlist in (bare, many, odd):
        assert NameLookup(clinic, 1.0).find([name], allowlist, 60.0) is None
    assert NameLookup(clinic, 1.0).find([ProperName("a" * 60, True)], CLINIC, 60.0) is None
    assert clinic.asked == []


def test_rows_are_bounded(clinic: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_lookup, "MOST_ROWS", 1)
    assert len(found(clinic, ProperName("Ana", True))["Ana"]) == 1


def test_a_database_that_is_too_large_is_given_up(clinic_file: str, caplog: pytest.LogCaptureFixture) -> None:
    """After three lookups that had their whole time; one that was cut short by the request does not count."""
    database = Watched(clinic_file)
    lookup = NameLookup(database, 1e-9)
    with caplog.at_level(logging.WARNING, logger="fingerpost"):
        for left in (1e-10, 9.0, 9.0):
            assert lookup.find([ProperName("Ana", True)], CLINIC, left) is None
        assert "no longer looked up" not in caplog.text
        assert lookup.find([ProperName("Ana", True)], CLINIC, 9.0) is None
    assert "FINGERPOST_ANALYTICS_NAME_SECONDS gives more time" in caplog.text
    assert lookup.find([ProperName("Ana", True)], CLINIC, 9.0) is None
    assert len(database.asked) == 4


def test_a_table_that_is_gone_is_logged(clinic: Watched, caplog: pytest.LogCaptureFixture) -> None:
    gone = Allowlist((replace(CLINIC.tables[3], name="nowhere"),))
    with caplog.at_level(logging.WARNING, logger="fingerpost"):
        assert NameLookup(clinic, 1.0).find([ProperName("Ana", True)], gone, 60.0) is None
    assert "names were not looked up: a table is gone" in caplog.text


def test_names_are_compared_without_signs() -> None:
    assert plain_name("  O'BRIEN-Núñez, ") == "o brien nunez"


def test_a_value_that_may_be_cut_is_no_name(tmp_path: Path) -> None:
    """A condition on its beginning would find nothing."""
    url = make_clinic(tmp_path / "clinic.sqlite")
    with sqlite3.connect(tmp_path / "clinic.sqlite") as raw:
        raw.execute("INSERT INTO salas VALUES (99, ?)", ["Hyperion " + "x" * 100])
        raw.execute("INSERT INTO salas VALUES (98, 'Hyperion kurz')")
    raw.close()
    database = Watched(url)
    assert found(database, ProperName("Hyperion", True)) == {"Hyperion": ["salas: Hyperion kurz"]}
    database.close()
