"""Search finds the turns that a message is about, and hands on none that it is not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.conversation import turn_search as searching
from fingerpost.conversation.turn_search import MAX_TURNS, MIN_SIMILARITY, Vector, rank_turns, search_turns
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.settings import EMBEDDED_ENCODERS
from fingerpost.types import Turn

TALK = [
    Turn("user", "quantos pedidos tivemos em SP em abril?"),
    Turn("assistant", "Em abril houve 1.204 pedidos em SP."),
    Turn("user", "qual é a política de devolução?"),
    Turn("assistant", "O cliente tem 7 dias corridos depois da entrega para devolver."),
    Turn("user", "segue a nota fiscal 4512 do fornecedor Alfa"),
    Turn("assistant", "Recebi a nota: 3 itens, total R$ 8.430,00."),
]


def axis(near: float) -> Vector:
    """A unit vector with this cosine to (1, 0)."""
    return np.array([near, np.sqrt(1 - near * near)], dtype=np.float32)


HERE = axis(1.0)


def texts_of(count: int) -> list[Turn]:
    return [Turn("user", f"turn {i}") for i in range(count)]


def test_the_nearest_comes_first() -> None:
    found = search_turns("x", texts_of(4), HERE, [axis(0.6), axis(0.9), axis(0.1), axis(0.7)])
    assert [one.position for one in found] == [1, 3, 0]
    assert found[0].similarity == pytest.approx(0.9, abs=1e-6)


def test_of_two_alike_the_later_one_comes_first() -> None:
    found = search_turns("x", texts_of(3), HERE, [axis(0.7), axis(0.5), axis(0.7)])
    assert [one.position for one in found] == [2, 0, 1]


def test_nothing_below_the_bar_is_handed_on_however_late_it_was_said() -> None:
    below = [axis(MIN_SIMILARITY - 0.01)] * 3
    assert search_turns("x", texts_of(3), HERE, below) == []
    assert len(rank_turns("x", texts_of(3), HERE, below)) == 3


def test_without_its_bar_search_would_hand_on_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MIN_SIMILARITY", -1.0)
    assert len(search_turns("x", texts_of(3), HERE, [axis(0.05)] * 3)) == 3


def test_what_was_said_longer_ago_is_not_seen() -> None:
    vectors = [axis(0.95)] + [axis(0.1)] * MAX_TURNS
    assert search_turns("x", texts_of(MAX_TURNS + 1), HERE, vectors) == []
    found = search_turns("x", texts_of(MAX_TURNS), HERE, vectors[:MAX_TURNS])
    assert [one.position for one in found] == [0]


def test_places_count_in_the_turns_that_were_given() -> None:
    turns = texts_of(MAX_TURNS + 5)
    found = search_turns("x", turns, HERE, [axis(0.1)] * (MAX_TURNS + 4) + [axis(0.9)])
    assert [(one.position, one.turn) for one in found] == [(MAX_TURNS + 4, turns[-1])]


def test_a_turn_without_a_vector_is_not_found() -> None:
    assert [one.position for one in search_turns("x", texts_of(2), HERE, [None, axis(0.9)])] == [1]


def test_at_most_as_many_as_are_wanted() -> None:
    assert len(search_turns("x", texts_of(6), HERE, [axis(0.9)] * 6, limit=2)) == 2


@pytest.mark.parametrize("vectors", [None, [None] * len(TALK)])
def test_without_vectors_the_words_decide(vectors: list[None] | None) -> None:
    found = search_turns("e a devolucao de pedidos, qual a politica?", TALK, HERE, vectors)
    assert found[0].position == 2
    assert search_turns("vai chover amanhã?", TALK, HERE, vectors) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("voltando à nota do fornecedor Alfa, qual o total?", 4),
        ("¿cuál era la política de devoluciones?", 2),
        ("how many orders did we have in SP?", 0),
    ],
)
@pytest.mark.parametrize("name", EMBEDDED_ENCODERS)
def test_it_finds_its_way_back_in_three_languages(name: str, text: str, place: int) -> None:
    encoder = EmbeddedEncoder(name)
    vector, *vectors = encoder.encode([text, *(turn.text for turn in TALK)])
    found = search_turns(text, TALK, vector, vectors)
    # The question or its answer.
    assert found[0].position in {place, place + 1}


def test_nothing_was_said() -> None:
    assert search_turns("x", []) == []
    assert search_turns("x", [], HERE, []) == []


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=25), st.booleans())
def test_any_text_is_searched_alike_twice(text: str, said: list[str], seen: bool) -> None:
    turns = [Turn("user", one) for one in said]
    vectors = [axis((len(one) % 9) / 10) for one in said] if seen else None
    found = search_turns(text, turns, HERE, vectors)
    assert found == search_turns(text, turns, HERE, vectors)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(turns[one.position] == one.turn for one in found)
