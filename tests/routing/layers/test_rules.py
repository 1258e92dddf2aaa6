"""Rules: the first that fires, by phrase, by pattern, by form, and never for the wrong reason."""

from __future__ import annotations

import re

import pytest

from fingerpost import Message
from fingerpost.conversation.resolve import resolve
from fingerpost.observability.facts import RULES, record_facts
from fingerpost.routebook.model import Rule
from fingerpost.routing.layers.rules import read_rules, required_route

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


def test_a_text_is_normalised_before_rules_read_it() -> None:
    for text in (
        "You have a\n  USAGE of 20%",
        "you h\u200bave a usage of",
        "ｙｏｕ have a us\u00adage of",
        "y\u043eu have a usage of",
    ):
        verdict = read_rules([BILLS], resolve(Message(text)))
        assert verdict is not None
        assert verdict.route == "billing"
    assert read_rules([CODES], resolve(Message("where is\nTRK\u00ad-17"))) is not None


def test_saboteur_without_normalising_disguised_phrases_are_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    disguised = resolve(Message("you  have\na usage of"))
    assert read_rules([BILLS], disguised) is not None
    monkeypatch.setattr("fingerpost.routing.layers.rules.normalised", lambda text: text)
    assert read_rules([BILLS], disguised) is None


def test_a_pattern_keeps_a_rule_from_firing_and_another_is_required() -> None:
    rule = Rule(
        "shares",
        "billing",
        patterns=(re.compile(r"\bquota\b"),),
        requires=re.compile(r"\d"),
        unless_patterns=(re.compile(r"\bwrite (?:a|an) script\b"),),
    )
    fired = {text: read_rules([rule], resolve(Message(text))) is not None for text in (
        "90% of my quota", "my quota", "write a script for 90% of a quota", "the script is at 90% of its quota"
    )}  # fmt: skip
    assert list(fired.values()) == [True, False, False, True]


def test_the_route_that_a_text_requires_is_that_of_a_rule_of_the_contract() -> None:
    data = Rule("data", "billing", contains=("usage of",), contract="RC-02")
    assert required_route([CODES, data], "a usage of 20%") == "billing"
    assert required_route([CODES, BILLS], "you have a usage of trk-1") is None


def test_an_objection_fires_only_after_an_answer_of_its_routes() -> None:
    rule = Rule("again", "talk", objects_to=frozenset({"billing"}))
    for route, fires in (("billing", True), ("parcels", False)):
        message = Message("no, not like that", intent_history=[(route, "earlier")])
        assert (read_rules([rule], resolve(message)) is not None) is fires
    assert read_rules([rule], resolve(Message("no, not like that"))) is None
