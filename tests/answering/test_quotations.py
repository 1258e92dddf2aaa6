"""Quotations: whole, shortened, and the first paragraph alone."""

from __future__ import annotations

import numpy as np

from fingerpost.answering.quotations import MAX_QUOTE_CHARACTERS, quotation, without_code
from fingerpost.retrieval.search import Hit
from fingerpost.types import Passage


def hit(text: str) -> Hit:
    return Hit(Passage("a.md", "A", text, 0), 1.0, np.zeros(1, np.float32))


def test_a_passage_is_quoted_with_its_number_and_place() -> None:
    assert quotation(2, hit("one\n\ntwo")) == "> one\n>\n> two\n> — [2] a.md › A"


def test_the_opening_is_the_first_paragraph_without_code() -> None:
    assert quotation(1, hit("```avap\nx\n```\none\n\ntwo"), opening=True) == "> one\n> — [1] a.md › A"


def test_a_cut_closes_the_fence_that_it_opened() -> None:
    text = "one\n\n```avap\n" + "addVar(x, 1)\n\n" * MAX_QUOTE_CHARACTERS
    quoted = quotation(1, hit(text))
    assert quoted.count("```") == 2
    assert len(quoted) < 2 * MAX_QUOTE_CHARACTERS


def test_code_is_left_out_also_where_its_fence_is_never_closed() -> None:
    assert without_code("a\n```\nb\n```\nc\n```\nd") == "a\n\nc"
