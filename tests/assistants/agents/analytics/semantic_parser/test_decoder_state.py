"""How sure a decoded question is."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser.decoder_state import (
    Decoder,
    log,
    role_certainty,
    word_accounts,
)
from fingerpost.assistants.agents.analytics.semantic_parser.network import CLASSES
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import TABLE, VALUE, Item, schema_items
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL, said

PUPILS, PORTO = Item(TABLE, "pupils"), Item(VALUE, "pupils", "town", "Porto")


def _decoder(parts: dict[Item, str]) -> Decoder:
    schema, pieces = schema_items(SCHOOL), tokens("pupils Porto")
    return Decoder(said(schema, len(pieces), parts), pieces, [], schema, {})


def test_a_part_that_was_left_out_costs_certainty() -> None:
    both, one = _decoder({PUPILS: "select", PORTO: "equal"}), _decoder({PUPILS: "select", PORTO: "equal"})
    for at in (*both.likely("select", TABLE), *both.likely("equal", VALUE)):
        both.use(at, "select" if both.schema.items[at].kind == TABLE else "equal")
    one.use(one.likely("select", TABLE)[0], "select")
    assert role_certainty(one) < role_certainty(both)


def test_a_word_for_something_that_is_not_used_is_not_accounted_for() -> None:
    decoder = _decoder({PUPILS: "select"})
    place = len(CLASSES) + decoder.schema.items.index(PORTO)
    decoder.reading.links[1, 0], decoder.reading.links[1, place] = 0.02, 0.98
    decoder.use(decoder.schema.items.index(PUPILS), "select")
    assert word_accounts(decoder)[1] < log(0.05)
    decoder.use(decoder.schema.items.index(PORTO), "equal")
    assert word_accounts(decoder)[1] > log(0.9)


def test_another_candidate_must_be_worth_a_try() -> None:
    decoder = _decoder({PUPILS: "aggregate"})
    tables = decoder.places(TABLE)
    assert decoder.schema.items[decoder.best("aggregate", tables)] == PUPILS
    decoder.picks = {"aggregate": 1}
    with pytest.raises(NotUnderstoodError):
        decoder.best("aggregate", tables)
