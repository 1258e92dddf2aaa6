"""What an answer without a model quotes: the blocks that answer, under their sections, within a length."""

from __future__ import annotations

import numpy as np
import pytest

from fingerpost.answering.quotations import MAX_CHARACTERS, quotation, quotations
from fingerpost.language.detect import language_of
from fingerpost.retrieval.matching import NO_MATCH, QuestionMatch, TextBlock
from fingerpost.retrieval.searched_index import Hit
from fingerpost.types import Passage


def hit(file: str, heading: str, text: str = "The text of the passage is here.", number: int = 0) -> Hit:
    return Hit(Passage(file, heading, text, number), 1.0, np.zeros(1, np.float32))


def match(hits: list[Hit], *blocks: tuple[int, int, str, float]) -> QuestionMatch:
    return QuestionMatch(hits, [TextBlock(*block) for block in blocks], 1.0, 1.0, 0.0, foreign=False)


PRICES = hit("prices.md", "Prices › Wheels")
PARTS = hit("parts.md", "Parts › Tyres")


def test_the_best_blocks_stand_under_their_section_in_the_order_of_the_page() -> None:
    found = match(
        [PRICES, PARTS], (0, 3, "- Truing costs 20.", 9), (1, 0, "Tyres fit.", 8), (0, 2, "- A spoke: 3.", 7.8)
    )
    assert quotations(found.hits, found, "what does truing cost?", "en") == [
        "> - A spoke: 3.\n> - Truing costs 20.\n> — [1] prices.md › Prices › Wheels",
        "> Tyres fit.\n> — [2] parts.md › Parts › Tyres",
    ]


def test_what_lies_between_two_blocks_is_an_ellipsis() -> None:
    found = match([PRICES], (0, 0, "First.", 9), (0, 4, "Last.", 8))
    assert "> First.\n> …\n> Last." in quotations(found.hits, found, "what?", "en")[0]


def test_the_second_quotation_of_a_page_names_only_its_section() -> None:
    found = match([PRICES, hit("prices.md", "Prices › Brakes")], (0, 0, "One.", 9), (1, 0, "Two.", 8))
    assert quotations(found.hits, found, "what?", "en")[1] == "> Two.\n> — [2] prices › Brakes"


def test_a_block_far_below_the_best_is_not_quoted() -> None:
    found = match([PRICES, PARTS], (0, 0, "The answer.", 9), (1, 0, "Something else.", 2))
    assert len(quotations(found.hits, found, "what?", "en")) == 1


def test_a_comparison_quotes_every_page_that_it_names() -> None:
    pages = [hit("encodeSHA256.md", "encodeSHA256"), hit("encodeMD5.md", "encodeMD5")]
    blocks = [(0, number, f"Safe {number}. " + "x" * 300, 9.0 - number / 10) for number in range(6)]
    found = match(pages, *blocks, (1, 0, "Broken as a protection.", 2.0))
    compared = quotations(found.hits, found, "encodeMD5 or encodeSHA256?", "en")
    assert "Broken as a protection." in "".join(compared)
    assert "Broken" not in "".join(quotations(found.hits, found, "what is safe?", "en")), "only where it is named"


def test_each_part_of_a_question_has_its_turn() -> None:
    of_parts = [
        [TextBlock(0, 0, "Truing costs twenty.", 5), TextBlock(0, 1, "Spokes cost three.", 4.8)],
        [TextBlock(1, 0, "Tyres fit from 28 inches.", 3), TextBlock(1, 2, "Nothing on it.", 0.2)],
    ]
    whole = [TextBlock(0, 2, "word " * 230, 9)]
    found = QuestionMatch([PRICES, PARTS], whole, 1.0, 1.0, 0.0, foreign=False, of_parts=of_parts)
    said = "".join(quotations(found.hits, found, "what does truing cost? which tyres fit?", "en"))
    assert "Truing" in said
    assert "Tyres" in said
    assert "Nothing on it" not in said, "far below the best of its part"
    alone = "".join(quotations(found.hits, found._replace(of_parts=()), "what does truing cost?", "en"))
    assert "Tyres" not in alone


def test_what_is_quoted_is_not_quoted_again() -> None:
    pages = [hit("startLoop.md", "startLoop"), hit("endLoop.md", "endLoop")]
    found = match(pages, (0, 0, "Syntax\n\nstartLoop(counter, from)", 9), (1, 0, "startLoop(counter, from)", 8.9),
                  (1, 1, "The counter moves on.", 8.8))  # fmt: skip
    said = quotations(found.hits, found, "how does it loop?", "en")
    assert [quote.count("startLoop(") for quote in said] == [1, 0]


def test_an_answer_is_bounded() -> None:
    found = match([PRICES], *((0, number, "word " * 60, 9.0) for number in range(20)))
    (said,) = quotations(found.hits, found, "what?", "en")
    assert 300 < len(said) < 1.2 * MAX_CHARACTERS


def test_one_long_code_block_is_cut_and_its_fence_closed() -> None:
    found = match([PRICES], (0, 0, "Like this:\n\n```avap\n" + "addResult(x)\n" * 200 + "```", 9))
    (said,) = quotations(found.hits, found, "what?", "en")
    assert len(said) < 1.3 * MAX_CHARACTERS
    assert said.count("```") == 2
    assert "> …\n" in said


@pytest.mark.parametrize("unmatched", [None, NO_MATCH])
def test_without_blocks_whole_passages_are_quoted(unmatched: QuestionMatch | None) -> None:
    hits = [hit(f"{number}.md", f"Page {number}") for number in range(5)]
    assert [said.splitlines()[-1] for said in quotations(hits, unmatched, "what?", "en")] == [
        "> — [1] 0.md › Page 0", "> — [2] 1.md › Page 1", "> — [3] 2.md › Page 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "mark"),
    [
        ("what is the price of this?", ""),
        ("¿cuánto cuesta esto?", " (en inglés)"),
        ("cuanto cuesta esto y como lo hago", " (en inglés)"),
        ("quanto custa isso?", " (em inglês)"),
        ("quanto é que isto custa para você", " (em inglês)"),
    ],
)
def test_a_quotation_in_another_language_is_marked(question: str, mark: str) -> None:
    said = quotation(
        1, hit("a.md", "A", "This is the price of the thing that you asked for."), "It is 5.", language_of(question)
    )
    assert said == f"> It is 5.\n> — [1] a.md › A{mark}"


def test_spanish_pages_are_marked_for_others() -> None:
    spanish = hit("a.md", "A", "El precio de la rueda no es el que está en la lista.")
    assert quotation(1, spanish, "x", "en").endswith("(in Spanish)")
    assert quotation(1, spanish, "x", "es").endswith("› A")
