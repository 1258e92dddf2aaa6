"""Sample questions: made from a schema in three languages, and understood by the planner that they try."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions become SQL with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.sample_questions import LANGUAGES, sample_questions
from tests.assistants.agents.analytics.clinic import CLINIC


def test_counts_sums_times_and_values() -> None:
    assert sample_questions(Allowlist(CLINIC.tables[:1]), "en", 9) == [
        "Total importe of citas by estado",
        "Number of citas per month",
        "Number of citas with estado hecha",
        "How many citas?",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_them_are_understood(language: str) -> None:
    """The planner reads them in each language, and reads the table and the column that were meant."""
    questions = sample_questions(CLINIC, language, 20)
    assert len(questions) > 6
    assert len(set(questions)) == len(questions)
    sql = [plan(question, CLINIC).sql for question in questions]
    assert any("SUM(citas.importe)" in statement and "GROUP BY citas.estado" in statement for statement in sql)
    assert any("'%Y-%m'" in statement for statement in sql)
    assert any("citas.estado = 'hecha'" in statement for statement in sql)


def test_the_number_is_bounded_and_the_tables_take_turns() -> None:
    assert sample_questions(CLINIC, "pt", 0) == []
    first = sample_questions(CLINIC, "pt", 3)
    assert [next(name for name in ("citas", "pacientes", "medicos") if name in question) for question in first] == [
        "citas",
        "pacientes",
        "medicos",
    ]


def test_a_bare_table_is_counted() -> None:
    bare = Allowlist((AllowedTable("tblHorseRaces", (AllowedColumn("x"),)),))
    assert sample_questions(bare, "en", 5) == ["How many tbl horse races?"]


PRICED = AllowedTable(
    "parts",
    (
        AllowedColumn("code", "text", key=True, values=("A1", "B2")),
        AllowedColumn("batch_no", "text", values=("7", "8")),
        AllowedColumn("maker", "text", values=("Otis",)),
        AllowedColumn("unit_price", "number"),
    ),
    amount="unit_price",
)


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "Average unit price of parts by maker"),
        ("es", "Promedio de unit price de parts por maker"),
        ("pt", "Média de unit price de parts por maker"),
    ],
)
def test_prices_are_averaged_and_nothing_is_grouped_by_what_differs_in_each_row(language: str, asked: str) -> None:
    schema = Allowlist((PRICED,))
    assert sample_questions(schema, language, 1) == [asked]
    sql = plan(asked, schema).sql
    assert "AVG(parts.unit_price)" in sql
    assert "GROUP BY parts.maker" in sql
