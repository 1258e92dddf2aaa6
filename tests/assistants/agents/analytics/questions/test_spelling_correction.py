"""Slips of the keyboard are mended where only one word can be meant."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.spelling_correction import mended
from fingerpost.assistants.agents.analytics.questions.tokens import Token
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP


def _mended(word: str) -> str:
    return mended(Token(word, word), schema_lexicon(SHOP, FIGURES)).text


@pytest.mark.parametrize(
    ("typed", "word"),
    [("custmers", "customers"), ("pediddos", "pedidos"), ("cilentes", "clientes"), ("faturamemto", "faturamento")],
)
def test_a_slip_is_mended(typed: str, word: str) -> None:
    assert _mended(typed) == word


@pytest.mark.parametrize("word", ["perdidos", "median", "citi", "customers", "unicorn"])
def test_another_word_stays_as_it_is(word: str) -> None:
    assert _mended(word) == word
