"""Function words by class."""

from __future__ import annotations

import pytest

from fingerpost.language import function_words
from fingerpost.language.function_words import ARTICLES, DEMONSTRATIVES, FUNCTION_WORDS, OF, QUESTION_WORDS, SMALL
from fingerpost.language.text import fold

CLASSES = {name: value for name, value in vars(function_words).items() if isinstance(value, frozenset)}


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_a_class_holds_folded_words(name: str) -> None:
    assert CLASSES[name]
    assert all(word == fold(word) and word.isalpha() for word in CLASSES[name])


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (ARTICLES, "the a an el los una o as uma"),
        (OF, "of de del do das"),
        (QUESTION_WORDS, "what why que cuanto qual quanto"),
        (FUNCTION_WORDS, "the of and with you my was can how el y con para pero usted esta e com mas voce minha sao"),
    ],
)
def test_a_class_speaks_three_languages(words: frozenset[str], some: str) -> None:
    assert words.issuperset(some.split())


def test_no_topic_is_a_function_word() -> None:
    assert FUNCTION_WORDS.isdisjoint(["invoice", "factura", "fatura", "loop", "quota", "plan", "viaje"])


def test_function_words_carry_no_topic_for_the_lexicon() -> None:
    assert FUNCTION_WORDS <= SMALL


def test_is_and_this_are_one_word_without_an_accent() -> None:
    assert "esta" not in DEMONSTRATIVES
