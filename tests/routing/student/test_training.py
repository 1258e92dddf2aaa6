"""Tests of training where a label has a single text."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.language.text import as_read, fold
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routing.student import training
from fingerpost.routing.student.model import NO_THRESHOLD
from fingerpost.routing.student.training import fit
from fingerpost.testing import WordEncoder
from fingerpost.types import Example

REFUND = ["I want my money back", "you charged me twice", "refund order 4471 please", "quiero devolver el abrigo"]
SHIPPING = ["has my order left yet?", "the courier never came", "dónde está mi pedido", "qual o prazo de entrega"]
TAUGHT = [*(Example(text, "refund") for text in REFUND), *(Example(text, "shipping") for text in SHIPPING)]
STRANGERS = ["what's the capital of Peru?", "write me a poem about cats", "quem ganhou o jogo?"]
JOKES = [Example("tell me a joke", "other"), Example("me recomenda um filme", "other")]
HOURS = Example("when do you open?", "hours")


def sent_away(examples: list[Example], cache: Path) -> int:
    """Return how many of the strangers a student of these examples puts out of scope."""
    encoder = EmbeddedEncoder("tuned")
    student = fit([*TAUGHT, *examples], encoder, out_of_scope="other", cache=cache)
    vectors = encoder.encode([as_read(text) for text in STRANGERS])
    verdicts = [
        student.verdict(student.predict(vector, fold(text))) for text, vector in zip(STRANGERS, vectors, strict=True)
    ]
    return sum((verdict.scope or 0) < 0 for verdict in verdicts)


@pytest.mark.parametrize("examples", [[], JOKES[:1], JOKES, [HOURS], [HOURS, *JOKES[:1]]])
def test_strangers_are_sent_away_whatever_label_has_a_single_text(examples: list[Example], tmp_path: Path) -> None:
    assert sent_away(examples, tmp_path) == len(STRANGERS)


def test_without_the_thresholds_set_by_hand_they_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur of the test above."""
    monkeypatch.setattr(training, "OUT_OF_SCOPE", NO_THRESHOLD)
    assert sent_away([HOURS], tmp_path) == 0


def test_a_single_text_out_of_scope_leaves_the_bar_estimated() -> None:
    student = fit([*TAUGHT, *JOKES[:1]], WordEncoder(), out_of_scope="other")
    assert student.notes["folds"] == len(TAUGHT)
