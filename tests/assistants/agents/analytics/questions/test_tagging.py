"""What each word of a question can mean."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import tag
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP


def _tagged(question: str) -> list[Mark]:
    return tag(tokens(question), schema_lexicon(SHOP, FIGURES))


@pytest.mark.parametrize("question", ["how many orders", "quantos pedidos", "cuántos pedidos"])
def test_closed_words_and_names_are_found(question: str) -> None:
    marks = _tagged(question)
    assert marks[0].of("count")
    assert marks[-1].of("table")


def test_the_longest_phrase_counts() -> None:
    assert [mark.words for mark in _tagged("month by month")] == ["month by month"]


def test_values_are_found_whatever_their_case() -> None:
    (mark,) = _tagged("PORTO")
    found = mark.of("value")
    assert found is not None
    assert found.value == "Porto"


def test_an_unknown_word_has_no_meaning() -> None:
    assert [mark.words for mark in _tagged("orders of unicorns") if not mark.meanings] == ["unicorns"]


def test_a_number_a_date_and_a_quote_are_what_they_are() -> None:
    kinds = [mark.kinds for mark in _tagged('5 2018-01-25 "abc"')]
    assert kinds == [{"number"}, {"date"}, {"quote"}]
