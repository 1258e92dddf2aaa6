"""Words for the same thing in three languages."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.synonyms import adjectives, stand_ins, synonyms_of


@pytest.mark.parametrize(("word", "other"), [("customer", "cliente"), ("price", "preco"), ("price", "precio")])
def test_a_word_has_others_in_other_languages(word: str, other: str) -> None:
    assert other in synonyms_of(word)
    assert word in synonyms_of(other)


def test_an_unknown_word_has_none() -> None:
    assert synonyms_of("unicorn") == ()


def test_a_word_is_no_synonym_of_itself() -> None:
    assert "price" not in synonyms_of("price")


def test_adjectives_rank_up_or_down() -> None:
    assert adjectives()["expensive"] == ("price", False)
    assert adjectives()["cheap"] == ("price", True)


def test_words_that_can_stand_for_others_name_them() -> None:
    assert stand_ins()
    assert all(others for others in stand_ins().values())
