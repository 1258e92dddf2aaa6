"""The phrases of one schema."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.lexicon import stem
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import SchemaLexicon, parted, schema_lexicon
from tests.assistants.agents.analytics.questions.shop import FIGURES, SHOP

LEXICON = SchemaLexicon(SHOP, FIGURES)


def _kinds(*words: str) -> set[str]:
    return {meaning.kind for meaning in LEXICON.phrases.get(tuple(stem(word) for word in words), ())}


@pytest.mark.parametrize("word", ["orders", "order", "pedido", "pedidos"])
def test_a_table_is_known_by_its_names(word: str) -> None:
    assert "table" in _kinds(word)


@pytest.mark.parametrize(("word", "kind"), [("cidade", "column"), ("faturamento", "measure"), ("nada", "")])
def test_columns_and_figures_too(word: str, kind: str) -> None:
    assert _kinds(word) == ({kind} if kind else set())


def test_values_are_kept_apart() -> None:
    assert {meaning.value for found in LEXICON.values.values() for meaning in found} == {
        "Porto",
        "Lima",
        "open",
        "closed",
    }


@pytest.mark.parametrize("word", ["expensive", "caro"])
def test_adjectives_rank_by_a_column_of_the_schema(word: str) -> None:
    assert _kinds(word) == {"adjective_of"}


def test_the_words_of_a_text_are_cut_at_signs_that_join_them() -> None:
    assert parted("sao_paulo, co-op") == ["sao", "paulo", "co", "op"]


def test_a_lexicon_is_built_once() -> None:
    assert schema_lexicon(SHOP, FIGURES) is schema_lexicon(SHOP, FIGURES)
