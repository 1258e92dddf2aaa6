"""Where "number" counts, and where it is the name of a thing: telephones, and whoever has one."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError

CLUB = Allowlist(
    (
        AllowedTable(
            "members",
            (
                AllowedColumn("id", "integer", key=True),
                AllowedColumn("name", values=("Ana Rey", "Bo Lund")),
                AllowedColumn("phone", synonyms=("teléfono", "telefone")),
                AllowedColumn("level", values=("junior", "senior")),
            ),
            label=("name",),
            synonyms=("miembros", "sócios"),
        ),
    )
)


@pytest.mark.parametrize(
    "question",
    [
        "phone number of Ana Rey",
        "número de teléfono de Ana Rey",
        "numero de telefone de Ana Rey",
        "what is the phone number of Ana Rey?",
    ],
)
def test_a_telephone_has_a_number_of_its_own(question: str) -> None:
    sql = plan(question, CLUB).sql
    assert "COUNT" not in sql
    assert "phone" in sql


@pytest.mark.parametrize("question", ["number of members", "número de miembros", "numero de sócios", "members number"])
def test_a_number_of_rows_counts_them(question: str) -> None:
    assert "COUNT(*)" in plan(question, CLUB).sql


@pytest.mark.parametrize(("noun", "column"), [("levels", "level"), ("phones", "phone"), ("teléfonos", "phone")])
def test_a_number_of_different_values_counts_them(noun: str, column: str) -> None:
    said = {"teléfonos": "número de teléfonos de los miembros"}.get(noun, f"number of {noun} of members")
    assert f"COUNT(DISTINCT members.{column})" in plan(said, CLUB).sql


@pytest.mark.parametrize("question", ['"Ana Rey"s number please', '"Ana Rey" number'])
def test_whose_number_it_is_says_nothing_of_which(question: str) -> None:
    with pytest.raises(NotUnderstoodError, match="number"):
        plan(question, CLUB)
