"""The requested number of sentences is enforced, and invented figures are withheld."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from fingerpost.answering.output_rules import (
    figure_values,
    join_sentences,
    limit_sentences,
    requested_sentences,
    split_sentences,
    withhold_unknown_figures,
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
async def test_no_more_sentences_than_wanted_come_out_of_a_stream(size: int) -> None:
    text = "You used 20 % of it. There is room left. Keep an eye on it. And one more. And another."
    said = "".join([piece async for piece in limit_sentences(join_sentences(_in_pieces(text, size)), 3)])
    assert said == "You used 20 % of it. There is room left. Keep an eye on it."


async def test_a_figure_that_is_in_no_source_is_withheld_and_that_is_said() -> None:
    text = "You made 1,240 calls. Your limit is 9,999 calls. The plan costs 20.50 a month.\n1. Nothing else."
    sources = ["calls: 1240", "price 20,5"]
    said = "".join(
        [piece async for piece in withhold_unknown_figures(join_sentences(_in_pieces(text)), sources, "how much?")]
    )
    assert "1,240" in said
    assert "20.50" in said
    assert "9,999" not in said
    assert "not in the data of this request" in said
    assert said.endswith("1. Nothing else.")


async def test_the_withheld_sentence_is_in_the_language_of_the_question() -> None:
    for question, words in (("cuántas llamadas llevo?", "cifra"), ("quantas chamadas eu fiz?", "número")):
        said = [piece async for piece in withhold_unknown_figures(_in_pieces("Son 77.", 99), [], question)]
        assert words in said[0]


def test_figures_are_read_in_every_way_they_may_be_meant() -> None:
    assert figure_values("1.240 or 1,240 or 1 240 or 1'240") == {"1240", "1.24"}
    assert figure_values("99 % of it") == {"99"}
    assert figure_values("20.0 and 3,50") >= {"20", "3.5"}
    assert figure_values("1,234,567.80") == {"1234567.8"}
    assert "35" not in figure_values("3.5 %"), "a tenth of it is another figure"


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("calls: 1240, 5000 allowed", "You made 1240 of 5000 calls."),
        ("calls: 1240. 5000 allowed.", "You made 1240 of 5000 calls."),
        ("[1240, 5000]", "You made 1240 calls."),
        ("calls 1240 of 5000", "You used 1240, 5000 are allowed."),
        ("due 2026-11-15", "It is due on November 15, 2026."),
        ("calls 3500", "You made 3.5k calls."),
        ("calls 3500000", "You made 3.5 million calls."),
        ("1_240 calls", "1240 calls."),
        ("1'250.00 CHF", "You owe 1250 CHF."),
        ("rate 1.5e6", "1,500,000 a day."),
        ("5GB", "You have 5 GB."),
        ("price 12.50 EUR", "It costs EUR12.50."),
        ("1.240 llamadas", "Llevas 1240 llamadas."),
        ("twenty calls", "You made twenty calls."),
        ("day,calls\nmonday,1240", "You made 1240 calls."),
    ],
)
async def test_a_figure_that_was_sent_passes_however_it_is_written(source: str, answer: str) -> None:
    assert (
        "".join([piece async for piece in withhold_unknown_figures(_in_pieces(answer, 99), [source], "how much?")])
        == answer
    )


@pytest.mark.parametrize(
    "answer",
    ["You owe EUR1299.", "USD9999 is due.", "You made nine thousand calls.", "Son doce mil.", "9999.\n", "Your quota:\n9999. That is a lot.",
     "It costs 1250 EUR.", "São 12,50 milhões.", "It is 12.50 billion.", "That is 1.25 EUR.", ".75 of it", "9999) of it."],
)  # fmt: skip
async def test_a_figure_that_nobody_sent_does_not_pass(answer: str) -> None:
    said = "".join(
        [p async for p in withhold_unknown_figures(join_sentences(_in_pieces(answer)), ["price 12.50 EUR"], "how?")]
    )
    assert "left out" in said
    assert "9999" not in said


async def test_a_long_list_of_figures_is_read() -> None:
    source = str([10] * 5000) + "7" * 6000
    said = "".join([p async for p in withhold_unknown_figures(_in_pieces("It is 10.", 99), [source], "how much?")])
    assert said == "It is 10."


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
