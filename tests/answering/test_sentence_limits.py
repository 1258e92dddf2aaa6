"""How many sentences a message asks for, and which a text has."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from fingerpost.answering.sentence_limits import (
    allows_fewer,
    join_sentences,
    requested_sentences,
    split_sentences,
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Provide an insight. Rules: Exactly 3 sentences.", 3),
        ("Rules: exactly three sentences, no lists", 3),
        ("answer in 2 short sentences", 2),
        ("responde en exactamente dos frases", 2),
        ("Reglas: exactamente 3 oraciones.", 3),
        ("responda em exatamente três frases", 3),
        ("só uma frase, por favor", 1),
        ("in 5 sentences please", 5),
        ("my plan has 3 sentences of description", None),
        ("how much did I use?", None),
        ("exactly 0 sentences", None),
    ],
)
def test_a_wanted_number_of_sentences_is_read(text: str, wanted: int | None) -> None:
    assert requested_sentences(text) == wanted


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two! Three?", 3),
        ("You used 1,240.5 calls. That is 20.3 % of it.", 2),
        ("See e.g. the invoice. Done.", 2),
        ("1. First thing\n2. Second thing", 2),
        ("no end at all", 1),
        ('He said "stop." Then he left.', 2),
        ("", 0),
    ],
)
def test_sentences_are_counted_as_people_count_them(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count
    assert "".join(split_sentences(text)) == text


async def _in_pieces(text: str, size: int = 3) -> AsyncGenerator[str, None]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


@pytest.mark.parametrize("size", [1, 3, 7, 500])
async def test_whole_sentences_come_out_of_a_stream(size: int) -> None:
    text = "You used 20 % of it. There is room left. Keep an eye on it."
    said = [piece async for piece in join_sentences(_in_pieces(text, size))]
    assert said == ["You used 20 % of it. ", "There is room left. ", "Keep an eye on it."]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("no more than two sentences", 2),
        ("at most 2 sentences", 2),
        ("in a single sentence", 1),
        ("in three concise sentences", 3),
        ("limit it to 3 sentences", 3),
        ("en una sola frase", 1),
        ("con tres frases", 3),
        ("máximo 3 frases", 3),
        ("numa frase", 1),
        ("in ten sentences", 10),
    ],
)
def test_other_ways_to_ask_for_a_number_of_sentences(text: str, wanted: int) -> None:
    assert requested_sentences(text) == wanted


def test_what_goes_on_is_one_sentence() -> None:
    assert len(split_sentences("No. You used 20% so far. You may go on.")) == 3
    assert len(split_sentences("It resets at 8 p.m. tonight. Done.")) == 2
    assert len(split_sentences("See invoice no. 7 for it. Done.")) == 2


@pytest.mark.parametrize(
    ("text", "fewer"),
    [
        ("at most 2 sentences", True),
        ("no more than two sentences", True),
        ("máximo 3 frases", True),
        ("exactly 3 sentences", False),
        ("responda em exatamente três frases", False),
        ("how much did I use?", False),
    ],
)
def test_the_most_sentences_are_told_from_the_exact_number(text: str, fewer: bool) -> None:
    assert allows_fewer(text) is fewer
