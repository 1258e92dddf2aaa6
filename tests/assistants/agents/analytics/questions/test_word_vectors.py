"""Vectors of words are made once, whoever asks for them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np
import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions import word_vectors
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.questions.word_vectors import texts_of, unit_vectors
from fingerpost.assistants.agents.analytics.semantic_parser.hybrid_parser import understand
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def test_vectors_have_length_one_and_are_the_same_again() -> None:
    first, again = unit_vectors(["boat", "barco"]), unit_vectors(["barco", "boat"])
    assert np.allclose(np.linalg.norm(first, axis=1), 1, atol=1e-4)
    assert np.array_equal(first[0], again[1])


def test_threads_may_share_the_vectors_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_vectors, "_KEPT", 3)
    words = ["boat", "sail", "mast", "rope", "oar"]
    expected = unit_vectors(words)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(unit_vectors, [words] * 40))
    assert all(np.allclose(one, expected, atol=1e-5) for one in found)


def test_a_question_has_its_words_and_itself() -> None:
    assert texts_of(tokens("How many Pupils?")) == ["how", "many", "pupils", "?", "how many pupils ?"]


def test_a_question_is_encoded_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = word_vectors._encoder()
    understand("how many pupils are there?", SCHOOL, Meanings())
    passes: list[list[str]] = []

    class Watched:
        def encode(self, texts: list[str]) -> np.ndarray:
            passes.append(texts)
            return encoder.encode(texts)

    monkeypatch.setattr(word_vectors, "_encoder", Watched)
    # Two words that nobody knows: they are compared by meaning, and the network sees them.
    with suppress(NotUnderstoodError):
        understand("how many pupils wobbled frantically?", SCHOOL, Meanings())
    assert len(passes) == 1
    assert {"wobbled", "wobbled frantically", "how many pupils wobbled frantically ?"} <= set(passes[0])
