"""Rules of form that a message sets are kept, and figures that nobody gave do not pass."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from fingerpost.answering.form import at_most, by_sentence, figures, sentences, sentences_wanted, without_invented


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
    assert sentences_wanted(text) == wanted


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
    assert len(sentences(text)) == count
    assert "".join(sentences(text)) == text


async def _in_pieces(text: str, size: int = 3) -> AsyncGenerator[str, None]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


@pytest.mark.parametrize("size", [1, 3, 7, 500])
async def test_no_more_sentences_than_wanted_come_out_of_a_stream(size: int) -> None:
    text = "You used 20 % of it. There is room left. Keep an eye on it. And one more. And another."
    said = "".join([piece async for piece in at_most(by_sentence(_in_pieces(text, size)), 3)])
    assert said == "You used 20 % of it. There is room left. Keep an eye on it."


async def test_a_figure_that_is_in_no_source_is_withheld_and_that_is_said() -> None:
    text = "You made 1,240 calls. Your limit is 9,999 calls. The plan costs 20.50 a month.\n1. Nothing else."
    sources = ["calls: 1240", "price 20,5"]
    said = "".join([piece async for piece in without_invented(by_sentence(_in_pieces(text)), sources, "how much?")])
    assert "1,240" in said
    assert "20.50" in said
    assert "9,999" not in said
    assert "not in the data of this request" in said
    assert said.endswith("1. Nothing else.")


async def test_the_withheld_sentence_is_in_the_language_of_the_question() -> None:
    for question, words in (("cuántas llamadas llevo?", "cifra"), ("quantas chamadas eu fiz?", "número")):
        said = [piece async for piece in without_invented(_in_pieces("Son 77.", 99), [], question)]
        assert words in said[0]


def test_figures_are_read_in_every_way_they_may_be_meant() -> None:
    assert figures("1.240 or 1,240 or 1 240") == {"1240", "1.24"}
    assert figures("99 % of v2 and B12") == {"99"}
    assert figures("20.0 and 3,50") >= {"20", "3.5"}
