"""What several steps look at: units of time, nouns that are left, and names of rows."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.question_target import Asked, has_label, other_noun, part_at
from tests.assistants.agents.analytics.questions.shop import assembly_of


@pytest.mark.parametrize("question", ["orders by month", "pedidos por mês", "pedidos por mes"])
def test_a_unit_of_time_is_found_at_its_place_alone(question: str) -> None:
    asked = Asked(assembly_of(question))
    assert [part_at(asked, place) for place in (-1, 0, 1, 2, 3)] == ["", "", "", "month", ""]


def test_another_noun_is_one_at_another_place() -> None:
    asked = Asked(assembly_of("most orders"))
    assert other_noun(asked, 0)
    assert not other_noun(asked, 1)


def test_rows_with_a_name_are_known() -> None:
    asked = Asked(assembly_of("orders"))
    assert has_label(asked, "customers")
    assert not has_label(asked, "orders")
    assert not has_label(asked, "nothing")


def test_a_count_names_its_table() -> None:
    asked = Asked(assembly_of("revenue"))
    asked.add_count("orders", "orders")
    assert [measure.refs for measure in asked.measures] == [(("orders", ""),)]
    assert asked.assembly.tables == ["orders"]
