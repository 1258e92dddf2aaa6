"""What a reading says of how sure it is: words for things that have no part in it, and words that nothing is like."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.questions.reader import dated_marks
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import ReadingEvidence
from fingerpost.assistants.agents.analytics.semantic_parser.confidence_features import evidence_of
from fingerpost.assistants.agents.analytics.semantic_parser.decoding import decode
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES, shared_networks
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import TABLE, VALUE, Item, schema_items
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL, said

PUPILS, PORTO = Item(TABLE, "pupils"), Item(VALUE, "pupils", "town", "Porto")


def _evidence(question: str, parts: dict[Item, str], links: dict[int, Item | str]) -> ReadingEvidence:
    """Return the evidence of a reading with some parts, by a network that links some words to items or classes."""
    schema, pieces = schema_items(SCHOOL), tokens(question)
    reading = said(schema, len(pieces), parts)
    for at, meant in links.items():
        of = CLASSES.index(meant) if isinstance(meant, str) else len(CLASSES) + schema.items.index(meant)
        reading.links[at, 0], reading.links[at, of] = 0.1, 0.9
    marks = dated_marks(pieces, SCHOOL)
    found = decode(reading, pieces, marks, schema, lambda _: True)
    return evidence_of(reading, found, shared_networks().see(schema, pieces), pieces, marks)


def test_a_word_for_something_without_a_part_is_told() -> None:
    whole = _evidence("pupils Porto", {PUPILS: "select", PORTO: "equal"}, {0: PUPILS, 1: PORTO})
    part = _evidence("pupils Porto", {PUPILS: "select"}, {0: PUPILS, 1: PORTO})
    assert whole.left_link < 0.01 < part.left_link == pytest.approx(0.9)
    assert whole.left_links < part.left_links
    assert whole.nearer < part.nearer, "Porto is spelled as a value that has no part"


def test_a_name_and_a_word_that_carries_nothing_are_told() -> None:
    plain = _evidence("pupils Zorro", {PUPILS: "select"}, {0: PUPILS, 1: PUPILS})
    named = _evidence("pupils Zorro", {PUPILS: "select"}, {0: PUPILS, 1: "name"})
    empty = _evidence("pupils Zorro", {PUPILS: "select"}, {0: PUPILS})
    assert plain.named < 0.01 < named.named == pytest.approx(0.9)
    assert plain.empty_content == pytest.approx(0.1)
    assert empty.empty_content == pytest.approx(1)


def test_closed_words_may_carry_nothing() -> None:
    assert _evidence("the pupils", {PUPILS: "select"}, {1: PUPILS}).empty_content == pytest.approx(0.1)
