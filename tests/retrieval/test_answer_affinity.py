"""What was learned of questions and the texts that answer them."""

from __future__ import annotations

import numpy as np
import pytest

from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.retrieval import answer_affinity
from fingerpost.retrieval.answer_affinity import affinity
from fingerpost.testing import WordEncoder

ANSWERED = (
    (
        "what happens if I hand the drill back two days after I should have?",
        "Late returns cost six euros for every day that has begun.",
        "Our drills were bought new last spring and are serviced by two mechanics.",
    ),
    (
        "¿qué pasa si entrego el taladro dos días después?",
        "Cada día de retraso cuesta seis euros.",
        "Nuestros taladros son nuevos y los revisan dos mecánicos.",
    ),
    (
        "o que acontece se eu entregar a furadeira dois dias depois?",
        "Cada dia de atraso custa seis euros.",
        "Nossas furadeiras são novas e revisadas por dois mecânicos.",
    ),
)


@pytest.mark.parametrize(("question", "answer", "same_topic"), ANSWERED)
def test_a_text_that_answers_is_nearer_than_one_on_the_same_topic(question: str, answer: str, same_topic: str) -> None:
    encoder = EmbeddedEncoder(PLAIN)
    asked, *texts = encoder.encode([question, answer, same_topic])
    found = affinity(encoder, asked, np.array(texts))
    assert found[0] > found[1]
    assert affinity(encoder, asked, np.array(texts[::-1])).tolist() == pytest.approx(found[::-1].tolist(), abs=1e-5)


def test_nothing_is_known_of_the_vectors_of_another_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise AssertionError("weights for other vectors are used")

    monkeypatch.setattr(answer_affinity, "_weights", fail)
    encoder = WordEncoder()
    asked, *texts = encoder.encode(["how much", "six euros", "blue"])
    assert affinity(encoder, asked, np.array(texts)).tolist() == [0, 0]
    with pytest.raises(AssertionError, match="other vectors"):
        affinity(EmbeddedEncoder(PLAIN), asked, np.array(texts))
