"""Rules: the first that fires, by phrase, by pattern, by form, and never for the wrong reason."""

from __future__ import annotations

import re

import pytest

from fingerpost import Message
from fingerpost.conversation.resolve import resolve
from fingerpost.observability.facts import RULES, record_facts
from fingerpost.routebook.model import Rule
from fingerpost.routing.layers.rules import read_rules

BILLS = Rule("bills", "billing", contains=("you have a usage of",))
CODES = Rule("codes", "parcels", patterns=(re.compile(r"\btrk-\d+"),), unless=frozenset({"lost"}))
AGAIN = Rule("again", "talk", again=True)


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("You have a USAGE of 20%", "billing"),
        ("where is TRK-17?", "parcels"),
        ("TRK-17 is lost", None),
        ("in fewer words", "talk"),
        ("where is my parcel", None),
    ],
)
def test_a_message_is_taken_by_its_rule(text: str, route: str | None) -> None:
    verdict = read_rules([BILLS, CODES, AGAIN], resolve(Message(text)))
    assert (verdict.route if verdict else None) == route


def test_the_first_rule_wins_and_says_why() -> None:
    text = resolve(Message("you have a usage of trk-1"))
    first, second = read_rules([BILLS, CODES], text), read_rules([CODES, BILLS], text)
    assert first is not None
    assert second is not None
    assert (first.route, first.reason) == ("billing", 'rule bills: contains "you have a usage of"')
    assert (second.route, second.reason) == ("parcels", 'rule codes: matches "trk-1"')
    assert (first.accepted, first.confidence, first.signals) == (True, 1.0, ("rule:bills",))


def test_what_fired_is_recorded() -> None:
    with record_facts() as facts:
        read_rules([BILLS], resolve(Message("hello there")))
        read_rules([BILLS], resolve(Message("you have a usage of 1%")))
    assert [(fact.what, fact.detail) for fact in facts] == [(RULES, {"fired": None}), (RULES, {"fired": "bills"})]
