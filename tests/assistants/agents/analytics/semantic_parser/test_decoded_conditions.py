"""Conditions out of probabilities: states, columns beside each other, times that are values, numbers in words."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, When, Where
from fingerpost.assistants.agents.analytics.questions.reader import dated_marks
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser.decoded_conditions import compared, conditions, times
from fingerpost.assistants.agents.analytics.semantic_parser.decoder_state import Decoder
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, COMPARISONS
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    POSITIVE,
    VALUE,
    ZERO,
    Item,
    schema_items,
)
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL, said

FEE, GIVEN = Item(COLUMN, "lessons", "fee"), Item(COLUMN, "lessons", "given_on")


def _decoder(question: str, parts: dict[Item, str]) -> Decoder:
    schema, pieces = schema_items(SCHOOL), tokens(question)
    return Decoder(said(schema, len(pieces), parts), pieces, dated_marks(pieces, SCHOOL), schema, {})


def _shape(found: list[Where]) -> list[tuple[str, tuple[tuple[str, str], ...], tuple[str | float, ...]]]:
    return [(one.how, one.refs, one.values) for one in found]


@pytest.mark.parametrize(("kind", "how"), [(ZERO, "="), (POSITIVE, ">")])
def test_a_column_of_numbers_is_zero_or_more(kind: str, how: str) -> None:
    found = list(conditions(_decoder("zzz", {Item(kind, "lessons", "fee"): "hold"})))
    assert _shape(found) == [(how, (("lessons", "fee"),), (0.0,))]


def test_a_zero_in_digits_is_said_by_the_state() -> None:
    decoder = _decoder("zzz 0", {Item(ZERO, "lessons", "fee"): "hold"})
    assert len(list(conditions(decoder))) == 1
    assert list(compared(decoder)) == []


def test_two_columns_are_compared_with_each_other() -> None:
    decoder = _decoder("zzz", {FEE: "more", Item(COLUMN, "lessons", "lesson_id"): "less"})
    [found] = conditions(decoder)
    assert (found.how, found.refs, found.other) == (">", (("lessons", "fee"),), ("lessons", "lesson_id"))


def test_a_date_is_not_compared_with_a_number() -> None:
    with pytest.raises(NotUnderstoodError, match="cannot be compared"):
        list(conditions(_decoder("zzz", {GIVEN: "more", FEE: "less"})))


def test_a_weekday_that_is_a_value_is_no_time() -> None:
    decoder = _decoder("zzz on sundays", {})
    assert list(times(decoder)) == []
    decoder.reading.links[2, len(CLASSES) + decoder.schema.items.index(GIVEN)] = 0.9
    assert [one.part for one in times(decoder)] == ["weekday"]


def test_a_year_is_always_a_time() -> None:
    [found] = times(_decoder("zzz in 2024", {}))
    assert isinstance(found, When)
    assert found.ref in {("lessons", "given_on"), ("pupils", "left_on")}


def test_a_number_in_words_is_compared_where_the_network_says_so() -> None:
    decoder = _decoder("zzz three", {FEE: "compare"})
    decoder.reading.comparisons[1] = 0.01
    decoder.reading.comparisons[1, COMPARISONS.index(">=")] = 0.9
    assert _shape(list(compared(decoder))) == [(">=", (("lessons", "fee"),), (3.0,))]


def test_a_number_that_no_column_is_linked_to_is_refused() -> None:
    with pytest.raises(NotUnderstoodError, match="no column"):
        list(compared(_decoder("zzz 30", {})))


def test_a_column_that_is_to_be_compared_with_nothing_is_refused() -> None:
    with pytest.raises(NotUnderstoodError, match="comparison"):
        list(compared(_decoder("zzz", {FEE: "compare"})))


def test_values_say_what_they_do() -> None:
    [found] = conditions(_decoder("zzz", {Item(VALUE, "lessons", "state", "done"): "differ"}))
    assert (found.how, found.values, found.words) == ("<>", ("done",), "≠ done")
