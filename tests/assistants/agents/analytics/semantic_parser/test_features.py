"""What the network sees of a question."""

from __future__ import annotations

import numpy as np

from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser.features import (
    LIKENESSES,
    likenesses,
    word_flags,
    word_inputs,
)
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import TABLE, Item, schema_items
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def _of(question: str, word: str, item: Item) -> np.ndarray:
    schema, pieces = schema_items(SCHOOL), tokens(question)
    found = likenesses(schema, pieces)
    assert found.shape == (len(pieces), schema.sources, LIKENESSES)
    at = [piece.text for piece in pieces].index(word)
    result: np.ndarray = found[at, schema.source[schema.items.index(item)]]
    return result


def test_a_name_is_most_like_itself() -> None:
    itself, other = (_of("how many pupils came", word, Item(TABLE, "pupils")) for word in ("pupils", "came"))
    assert itself[0] > 0.99
    assert itself[4] == 1, "the same stem"
    assert other[0] < 0.5
    assert other[4] == 0


def test_another_language_is_like_by_meaning_alone() -> None:
    found = _of("quantos alunos temos", "alunos", Item(TABLE, "pupils"))
    assert found[0] > _of("quantos alunos temos", "temos", Item(TABLE, "pupils"))[0]
    assert found[4] == 0


def test_closed_words_have_their_kinds() -> None:
    flags = word_flags(tokens("how many boats"))
    assert flags[0].sum() > 1, "a word of a closed phrase"
    assert flags[2].sum() == 1, "only a word"


def test_one_word_alone_has_inputs() -> None:
    alone, around, flags = word_inputs(tokens("pupils"))
    assert len(alone) == len(around) == len(flags) == 1
    assert np.isfinite(likenesses(schema_items(SCHOOL), tokens("pupils"))).all()
