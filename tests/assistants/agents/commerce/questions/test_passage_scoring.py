"""Which passages answer a question, in three languages."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.questions.passage_scoring import chances, passage_vectors

PASSAGES = (
    "Tiles are guaranteed against frost for 8 years.",
    "Half on ordering (410.00), half when the floor is laid.",
    "Lorry and unloading at the buyer's expense.",
    "Ask for Petra at the yard gate.",
)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("how long is the guarantee", 0),
        ("¿cuánto hay que pagar al encargar?", 1),
        ("quem paga o transporte", 2),
        ("who is the contact", 3),
    ],
)
def test_the_passage_that_answers_is_the_likeliest(question: str, best: int) -> None:
    found = chances(question, PASSAGES)
    assert found.index(max(found)) == best
    assert all(0 <= value <= 1 for value in found)


def test_without_passages_nothing_is_likely() -> None:
    assert chances("how long is the guarantee", ()) == []


def test_a_passage_has_a_vector_of_its_own_and_one_for_each_clause() -> None:
    assert len(passage_vectors("Painted twice")) == 1
    assert len(passage_vectors("Painted twice, and sanded once before")) == 3
