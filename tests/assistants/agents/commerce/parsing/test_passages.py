"""Sentences, labels with values and blocks under headings of a document."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.parsing.passages import LONGEST_PASSAGE, find_passages
from tests.assistants.agents.commerce.rows import rows_of


def test_a_sentence_over_two_rows_is_one_passage_and_two_sentences_are_two() -> None:
    text = "The kiln is fired once a week and the tiles leave\non the Monday after. Crates are charged at cost."
    assert find_passages(rows_of(text), set()).split("\n") == [
        "The kiln is fired once a week and the tiles leave on the Monday after.",
        "Crates are charged at cost.",
    ]


def test_what_is_below_a_heading_in_its_column_belongs_to_it() -> None:
    text = "Sold to                 Unload at\nMarsh Toys              Gate 4\n9 Hill Row              Quay Lane"
    found = find_passages(rows_of(text), set()).split("\n")
    assert "Unload at: Gate 4, Quay Lane" in found
    assert "Sold to: Unload at" not in found


def test_an_amount_goes_with_the_words_before_it_and_goods_are_left_out() -> None:
    found = find_passages(rows_of("Lamp    20.00\n\nCrating of 2 lamps      14.00"), {0})
    assert found == "Crating of 2 lamps: 14.00"


def test_abbreviations_end_no_sentence_and_passages_are_cut() -> None:
    assert find_passages(rows_of("Signed by Ing. Tovar"), set()) == "Signed by Ing. Tovar"
    assert len(find_passages(rows_of("word and " * 60), set())) <= LONGEST_PASSAGE
