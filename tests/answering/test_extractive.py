"""Which passages an answer without a model quotes, and in which order."""

from __future__ import annotations

import numpy as np

from fingerpost.answering.extractive import _select_quotes
from fingerpost.retrieval.search import Hit
from fingerpost.types import Passage


def quoted(*found: tuple[str, str, int]) -> list[tuple[int, str]]:
    """Return number and heading of the quotations of hits, given by file, heading and place in the file."""
    hits = [
        Hit(Passage(file, heading, "text", number), 1.0, np.zeros(1, np.float32)) for file, heading, number in found
    ]
    return [(number, hit.passage.heading) for number, hit in _select_quotes(hits)]


def test_the_best_section_comes_before_its_neighbours() -> None:
    """Also before one that stands earlier on the page."""
    found = quoted(
        ("prices.md", "Prices › Wheel truing", 2),
        ("prices.md", "Prices › Puncture repair", 0),
        ("prices.md", "Prices › Service", 1),
        ("parts.md", "Parts", 0),
    )
    assert found == [(1, "Prices › Wheel truing"), (2, "Prices › Puncture repair"), (4, "Parts")]


def test_what_the_best_section_is_part_of_opens_the_answer() -> None:
    found = quoted(("addVar.md", "addVar › Examples", 1), ("other.md", "Other", 0), ("addVar.md", "addVar", 0))
    assert found == [(3, "addVar"), (1, "addVar › Examples"), (2, "Other")]


def test_one_hit_is_one_quotation() -> None:
    assert quoted(("a.md", "A", 0)) == [(1, "A")]
