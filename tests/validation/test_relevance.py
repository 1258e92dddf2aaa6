"""Whether passages are about a question, by vectors and by a model's word."""

from __future__ import annotations

import numpy as np
import pytest

from fingerpost.errors import ModelError
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.settings import EMBEDDED_ENCODERS
from fingerpost.validation.relevance import THRESHOLDS, parse_yes_no, relevance_score, relevance_threshold
from tests.conftest import unfitted_document_encoders


def test_the_best_passage_counts() -> None:
    one, other = np.eye(2, dtype=np.float32)
    assert relevance_score(one, [other, one]) == 1.0
    assert relevance_score(one, [other]) == 0.0
    assert relevance_score(one, []) == -1.0


@pytest.mark.parametrize(
    ("answer", "yes"), [("YES", True), ("yes.", True), ("**No**, it is not", False), ("no", False)]
)
def test_a_model_says_yes_or_no_with_its_first_word(answer: str, yes: bool) -> None:
    assert parse_yes_no(answer) is yes


@pytest.mark.parametrize("answer", ["", "maybe", "yesterday", "it says yes"])
def test_any_other_word_is_no_answer(answer: str) -> None:
    with pytest.raises(ModelError, match="neither YES nor NO"):
        parse_yes_no(answer)


def test_a_threshold_belongs_to_an_encoder_unless_somebody_sets_one() -> None:
    for name, fitted in THRESHOLDS.items():
        assert relevance_threshold(name, None) == fitted
        assert relevance_threshold(name, 0.0) == 0.0
    assert relevance_threshold("another", None) is None


def test_what_encodes_documents_has_a_threshold() -> None:
    assert unfitted_document_encoders(THRESHOLDS) == [], "fit it: python -m benchmarks.relevance"


def test_weights_without_a_threshold_are_caught() -> None:
    assert unfitted_document_encoders({"another": 0.0}) == list(EMBEDDED_ENCODERS)


PASSAGE = (
    "startLoop repeats a block of commands. The counter begins at the lower bound, and the upper bound is included."
)
ABOUT = (
    "what does startLoop do?", "does a loop include its upper bound?", "¿cómo repito un bloque de comandos?",
    "como repito um bloco de comandos?",
)  # fmt: skip
ELSEWHERE = (
    "what is the weather in Lisbon tomorrow?", "recommend me a good pizza place", "¿quién ganó el partido de ayer?",
    "qual ônibus vai para o aeroporto?",
)  # fmt: skip


def judged(encoder: EmbeddedEncoder) -> tuple[list[bool], list[bool]]:
    """Return whether the passage is relevant to the questions about it, and to the others."""
    threshold = relevance_threshold(encoder.fingerprint, None)
    assert threshold is not None
    passage, *questions = encoder.encode([PASSAGE, *ABOUT, *ELSEWHERE])
    said = [relevance_score(question, [passage]) >= threshold for question in questions]
    return said[: len(ABOUT)], said[len(ABOUT) :]


def test_a_passage_is_relevant_to_questions_about_it_alone() -> None:
    about, elsewhere = judged(EmbeddedEncoder(PLAIN))
    assert all(about)
    assert not any(elsewhere)


@pytest.mark.parametrize(("threshold", "part"), [(0.95, 0), (-0.95, 1)])
def test_a_threshold_that_is_off_is_caught(monkeypatch: pytest.MonkeyPatch, threshold: float, part: int) -> None:
    encoder = EmbeddedEncoder(PLAIN)
    monkeypatch.setitem(THRESHOLDS, encoder.fingerprint, threshold)
    assert set(judged(encoder)[part]) == {part == 1}
