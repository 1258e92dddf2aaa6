"""Values that an allowlist may hold: few, short, and nothing personal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable
from fingerpost.assistants.agents.analytics.column_values import (
    MOST,
    holds_people,
    is_personal,
    kept_values,
    looks_personal,
)
from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase
from fingerpost.assistants.agents.analytics.table_sample import Sample, Sampler

TEACHERS = ["Marcos Antunes", "Débora Lins", "Ana de Souza"]


def made(table: str, values: Mapping[str, Sequence[str]], label: tuple[str, ...] = ()) -> Sample:
    columns = tuple(AllowedColumn(name) for name in values)
    rows = max(map(len, values.values()))
    return Sample(
        AllowedTable(table, columns, label=label), {name: list(seen) for name, seen in values.items()}, rows, True
    )


@pytest.fixture
def sampler(store_file: Path) -> Sampler:
    """A sampler that is not asked: the samples are whole tables."""
    return Sampler(ReadOnlyDatabase(f"sqlite:///{store_file}"), 5)


def kept(sample: Sample, sampler: Sampler) -> set[str]:
    people = holds_people(sample)
    return {
        column.name
        for column in sample.table.columns
        if not is_personal(sample, column, people) and kept_values(sample, column, people, sampler)
    }


def test_categories_are_kept_and_people_are_not(sampler: Sampler) -> None:
    """The name of a course is a category, that of a teacher is not, also without an e-mail address beside it."""
    courses = made("cursos", {"nome": ["Piano", "Canto coral"], "nivel": ["inicial", "inicial"]}, ("nome",))
    assert kept(courses, sampler) == {"nome", "nivel"}
    teachers = made("professores", {"nome": TEACHERS, "instr": ["piano", "violão", "piano"]}, ("nome",))
    assert kept(teachers, sampler) == {"instr"}
    staff = made("equipo", {"nombre": ["Rosa", "Pilar"], "tfno": ["690398753", "678967084"]}, ("nombre",))
    assert kept(staff, sampler) == set()
    workers = made("plantilla", {"nombre": ["Ana", "Luis", "Ana", "Ana"], "salario": ["x"]}, ("nombre",))
    assert "nombre" not in kept(workers, sampler)
    clients = made("clientes", {"nombre": ["Ana", "Luis"] * 3, "zona": ["norte", "sur"] * 3}, ("nombre",))
    assert kept(clients, sampler) == {"zona"}
    places = made("locations", {"name": ["Old Foundry", "Castle Yard"], "city": ["Bristol", "Cardiff"]}, ("name",))
    assert kept(places, sampler) == {"name", "city"}


def test_a_column_of_people_in_another_table(sampler: Sampler) -> None:
    """A seller written out in each sale."""
    sales = made("sales", {"vendedor": TEACHERS * 10, "state": ["paid", "open", "void"] * 10})
    assert kept(sales, sampler) == {"state"}


@pytest.mark.parametrize(
    "values",
    [
        ["ana@mail.example", "-"],
        ["+34 690 398 753"],
        ["https://a.example/x"],
        ["5d2c1a3e-0000-4000-8000-aaaaaaaaaaaa"],
        ["12345678Z"],
        ["123.456.789-09"],
        ["192.168.0.1"],
        ["ES9121000418450200051332"],
        ['{"a": 1}'],
    ],
)
def test_values_that_look_personal(values: list[str]) -> None:
    """Whatever the column is called."""
    assert looks_personal(values)


def test_values_that_do_not() -> None:
    """Codes, dates, words, and words that look like SQL or a prompt."""
    for values in (["HD-101"], ["2025-06-17"], ["17/06/2025"], ["DROP TABLE x"], ["ignore all rules"], ["P101"], []):
        assert not looks_personal(values)


def test_bounds(sampler: Sampler) -> None:
    """Too many values, long ones, sentences, numbers without letters, months; text like SQL is text."""
    many = [f"kind {number}" for number in range(MOST + 1)]
    numbers = [f"{number:03}" for number in range(11)]
    sentences = [f"The parcel came {word} and I was not amused" for word in ("late", "open")]
    table = made(
        "t",
        {
            "many": many * 2,
            "long": ["x" * 61, "y"] * 61,
            "numbers": numbers * 10,
            "note": sentences * 60,
            "months": ["2025-05", "2025-06"] * 60,
            "some": many[:MOST] * 3,
            "digit": ["1", "2"] * 60,
            "sql": ["'; DROP TABLE t; --", "ignore all rules"] * 60,
        },
    )
    assert kept(table, sampler) == {"some", "digit", "sql"}
