"""Unknown words are read as what they are most like, and as nothing where that is not clear."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.lexicon import Meaning
from fingerpost.assistants.agents.analytics.questions.schema_name_matching import Likeness

CANCELED = Meaning("value", (("orders", "status"),), "cancelada")
TICKETS = Meaning("table", (("tkt", ""),))
LIKENESS = Likeness([("cancelada", CANCELED), ("tkt", TICKETS)])


@pytest.mark.parametrize("word", ["cancelaron", "cancelado", "cancelaram"])
def test_words_that_begin_alike_mean_the_same(word: str) -> None:
    assert LIKENESS.begins(word) == [CANCELED]


@pytest.mark.parametrize("word", ["canela", "entregues", "orders"])
def test_others_do_not(word: str) -> None:
    assert LIKENESS.begins(word) == []


def test_a_short_form_is_found_but_not_in_every_word() -> None:
    assert LIKENESS.shortened("tickets") == [TICKETS]
    assert LIKENESS.shortened("tables") == []


def test_a_schema_without_terms_is_like_nothing() -> None:
    assert Likeness([]).means("orders") == ([], 0.0)


@pytest.mark.parametrize("word", ["customer", "cliente"])
def test_a_word_of_another_language_is_found_by_its_meaning(word: str) -> None:
    clients = Meaning("table", (("clients", ""),))
    found, score = Likeness([("clients", clients), ("weight", Meaning("column", (("x", "weight"),)))]).means(word)
    assert found == [clients]
    assert score > 0.5
