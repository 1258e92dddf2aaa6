"""What decided: the words a rule matched, in the message's own spelling, and the turn a message depends on."""

from __future__ import annotations

import re

import pytest

from fingerpost import Route, Router, Rule, Turn
from fingerpost.routing.explanation.cause import cause_of, continuation_of
from fingerpost.routing.explanation.trial import Outcome
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision


@pytest.mark.parametrize(
    ("rule", "text", "matched", "pattern"),
    [
        (Rule("r", "a", contains=("track it",)), "Please TRACK IT now", "TRACK IT", "track it"),
        (Rule("r", "a", contains=("i̇",)), "İ", "i̇", "i̇"),
        (Rule("r", "a", patterns=(re.compile(r"\bcuantas llamadas\b"),)), "¿Cuántas llamadas?", "Cuántas llamadas", r"\bcuantas llamadas\b"),
        (Rule("r", "a", patterns=(re.compile(r"\bfi\w+"),)), "the ﬁle", "file", r"\bfi\w+"),
        (Rule("r", "a", again=True), "en menos palabras", "en menos palabras", "asks for the previous answer in another form"),
    ],
)  # fmt: skip
def test_the_words_that_a_rule_matched(rule: Rule, text: str, matched: str, pattern: str) -> None:
    router = Router([Route("a"), Route("b")], rules=(rule,), encoder=WordEncoder(), settings=Settings(cache=None))
    decision = router.route(text)
    assert decision.layer == "rules"
    cause = cause_of(router.routebook, decision, router.resolve(text), Outcome(decision, None), [])
    assert (cause.name, cause.matched, cause.pattern) == ("r", matched, pattern)


@pytest.mark.parametrize(
    ("reason", "label"),
    [
        ("the model chose it", "a"),
        ("the model said b c, but the classifier's 0.73 outweighs it", "b c"),
        ("a needs 0.90 and has 0.60: the model said b, but the classifier's 0.73 outweighs it: because", "b"),
        ("the model said NONE, the classifier: confidence 0.3 is below", "NONE"),
    ],
)
def test_what_the_model_said(shop: Router, reason: str, label: str) -> None:
    decision = Decision("a", True, 0.6, "llm", reason)
    cause = cause_of(shop.routebook, decision, shop.resolve("x"), Outcome(decision, None), [])
    assert (cause.name, cause.agrees) == (label, None)


def test_a_message_that_stands_alone_continues_nothing(shop: Router) -> None:
    resolved = shop.resolve("where is my parcel")
    assert continuation_of(resolved) is None
    assert continuation_of(None) is None


def test_the_turn_that_a_message_depends_on_is_told(shop: Router) -> None:
    resolved = shop.resolve("and that one?")._replace(leans="deixis", turn=Turn("user", "where is it", "shipping"))
    found = continuation_of(resolved)
    assert found is not None
    assert (found.leans, found.turn, found.route, found.probability) == ("deixis", "where is it", "shipping", None)
