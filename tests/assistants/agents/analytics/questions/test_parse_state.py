"""The marks of a question: what stands at a place, and which of several columns is meant."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.lexicon import Meaning
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS, with_meanings
from tests.assistants.agents.analytics.questions.shop import assembly_of


def test_beyond_either_end_there_is_nothing() -> None:
    assembly = assembly_of("orders")
    assert assembly.at(-1) is None
    assert assembly.at(1) is None
    assert assembly.table(1) == ""
    assert assembly.columns(-1) == ()


@pytest.mark.parametrize("question", ["weight", "peso"])
def test_columns_are_found_by_their_kind(question: str) -> None:
    assembly = assembly_of(question)
    assert assembly.columns(0, *NUMBERS) == (("orders", "weight"),)
    assert assembly.columns(0, "date") == ()


def test_what_is_taken_is_gone() -> None:
    assembly = assembly_of("orders by city")
    assert assembly.take(0, 2) == "orders by"
    assert [mark.words for mark in assembly.marks] == ["city"]


def test_the_column_of_a_table_that_was_named_is_meant() -> None:
    refs = (("customers", "city"), ("orders", "status"))
    assert assembly_of("orders").narrowed(refs) == (("orders", "status"),)
    assert assembly_of("customers").narrowed(refs) == (("customers", "city"),)


def test_a_key_is_no_number_to_be_summed() -> None:
    assembly = assembly_of("weight")
    key = with_meanings(assembly.marks[0], Meaning("column", (("orders", "order_id"),)))
    assembly.marks[:] = [key]
    assert assembly.columns(0) == (("orders", "order_id"),)
    assert assembly.columns(0, *NUMBERS) == ()


def test_what_a_row_comes_to_is_known_by_the_table() -> None:
    assert assembly_of("orders").amount("orders") == "total_value"
    assert assembly_of("orders").amount("customers") == ""
