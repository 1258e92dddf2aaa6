"""References that are not declared: names and values must agree."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.database_profile import profile_database

TABLES = """
CREATE TABLE alunos (id INTEGER PRIMARY KEY, nome TEXT);
CREATE TABLE turmas (id INTEGER PRIMARY KEY, num_alunos INTEGER, mes INTEGER, sala TEXT);
CREATE TABLE mesas (id INTEGER PRIMARY KEY, cap INTEGER);
CREATE TABLE planes (plan_cd TEXT PRIMARY KEY, nombre TEXT);
CREATE TABLE notas (id INTEGER PRIMARY KEY, aluno INTEGER, turma_id INTEGER, plan_cd TEXT, mesa_id INTEGER, alu_cod INTEGER);
"""


def references(folder: Path, *lines: str) -> set[str]:
    """Return the references that are found in a small school with some rows."""
    file = folder / "school.sqlite"
    raw = sqlite3.connect(file)
    raw.executescript(TABLES)
    for number in range(1, 31):
        raw.execute("INSERT INTO alunos VALUES (?, ?)", (number, f"aluno {number}"))
        raw.execute("INSERT INTO mesas VALUES (?, ?)", (number, number % 5))
    for number in range(1, 13):
        raw.execute("INSERT INTO turmas VALUES (?, ?, ?, 'S1')", (number, number + 3, number))
    raw.executemany("INSERT INTO planes VALUES (?, ?)", [("A", "Alto"), ("B", "Bajo")])
    for number in range(1, 41):
        row = (number, number % 30 + 1, number % 12 + 1, "AB"[number % 2], number, number % 20 + 1)
        raw.execute("INSERT INTO notas VALUES (?, ?, ?, ?, ?, ?)", row)
    for line in lines:
        raw.execute(line)
    raw.commit()
    raw.close()
    return set(profile_database(f"sqlite:///{file}").references)


FOUND = {
    "notas.aluno → alunos.id",
    "notas.turma_id → turmas.id",
    "notas.plan_cd → planes.plan_cd",
    "notas.alu_cod → alunos.id",
}


def test_names_and_values_agree(tmp_path: Path) -> None:
    """Neither a count of pupils, nor a month, nor a column with values that are not there, is a reference."""
    assert references(tmp_path) == FOUND


def test_one_value_that_is_not_there_is_enough(tmp_path: Path) -> None:
    """The very name of a key is a reference all the same."""
    changed = references(
        tmp_path,
        "UPDATE notas SET turma_id = 99 WHERE id = 1",
        "UPDATE notas SET aluno = 99 WHERE id = 1",
        "UPDATE notas SET plan_cd = 'C' WHERE id = 1",
    )
    assert changed == {"notas.plan_cd → planes.plan_cd", "notas.alu_cod → alunos.id"}


def test_values_without_a_name_are_not_enough(tmp_path: Path) -> None:
    """Every small number is the key of some table."""
    assert references(tmp_path, "ALTER TABLE notas RENAME COLUMN aluno TO quien") == FOUND - {"notas.aluno → alunos.id"}


def test_a_name_that_fits_two_tables_is_none(tmp_path: Path) -> None:
    """Which of two archives a reference means is not to be guessed."""
    two = (
        "CREATE TABLE alumbrados (id INTEGER PRIMARY KEY)",
        "INSERT INTO alumbrados SELECT id FROM alunos",
    )
    assert references(tmp_path, *two) == FOUND - {"notas.alu_cod → alunos.id"}


def test_kinds_must_be_the_same(tmp_path: Path) -> None:
    """A text is no reference to a number."""
    lines = ("ALTER TABLE mesas ADD COLUMN turma_id TEXT", "UPDATE mesas SET turma_id = '1'")
    assert references(tmp_path, *lines) == FOUND


def test_keys_that_are_not_declared(tmp_path: Path) -> None:
    """A file of rows has no keys: a column that is named like one and is different in each row is one."""
    file = tmp_path / "loose.sqlite"
    raw = sqlite3.connect(file)
    raw.executescript(
        """
        CREATE TABLE clientes (cod_cliente TEXT, nombre TEXT);
        CREATE TABLE ventas (id INTEGER, cod_cliente TEXT);
        INSERT INTO clientes VALUES ('A1', 'x'), ('A2', 'y'), ('A3', 'z');
        INSERT INTO ventas VALUES (1, 'A1'), (2, 'A1'), (2, 'A3');
        """
    )
    raw.close()
    found = profile_database(f"sqlite:///{file}")
    assert found.references == ["ventas.cod_cliente → clientes.cod_cliente"]
    keys = [(table.name, column.name) for table in found.allowlist.tables for column in table.columns if column.key]
    assert keys == [("clientes", "cod_cliente")]


def test_a_key_with_a_word_of_its_own(tmp_path: Path) -> None:
    """`room` is the room that `room_no` is the key of, whatever the table is called; `floor` is no reference."""
    file = tmp_path / "hotel.sqlite"
    raw = sqlite3.connect(file)
    raw.executescript(
        """
        CREATE TABLE hotel_rooms (room_no INTEGER PRIMARY KEY, floor INTEGER);
        CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, room INTEGER, nights INTEGER);
        INSERT INTO hotel_rooms VALUES (1, 1), (2, 1), (3, 2), (4, 2);
        INSERT INTO stays VALUES (1, 1, 2), (2, 3, 1), (3, 4, 4);
        """
    )
    raw.close()
    assert profile_database(f"sqlite:///{file}").references == ["stays.room → hotel_rooms.room_no"]
