"""A question is read as a whole, or the words that nothing is known of are named."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.reader import known_marks
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP, request_of


@pytest.mark.parametrize("word", ["unicorns", "xyzzy"])
def test_an_unknown_word_is_named(word: str) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        request_of(f"revenue of {word}")
    assert caught.value.words == (word,)


@pytest.mark.parametrize("question", ["orders above 2 thousand", "pedidos acima de 2 mil", "pedidos de más de 2 mil"])
def test_thousands_are_multiplied(question: str) -> None:
    numbers = [found.number for mark in known_marks(question, SHOP, FIGURES) if (found := mark.of("number"))]
    assert numbers == [2000]


def test_one_behind_a_comparison_is_a_number() -> None:
    numbers = [mark.words for mark in known_marks("clientes com mais de um pedido", SHOP, FIGURES) if mark.of("number")]
    assert numbers == ["um"]


def test_each_of_two_aggregates_has_the_noun() -> None:
    words = [mark.words for mark in known_marks("the lowest and the highest weight", SHOP, FIGURES)]
    assert words == ["lowest", "weight", "highest", "weight"]
