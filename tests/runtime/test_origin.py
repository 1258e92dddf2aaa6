"""The origin of a decision: explained on demand; equal, printed and pickled as if it were not there."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
from dataclasses import asdict, replace

import pytest

from fingerpost import Message, MessageError, Route, Router
from fingerpost.answering.sessions import Sessions
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision

GONE = "the router of this decision is gone: use router.explain"


def _router() -> Router:
    routes = [Route("a", examples=["one two", "one three"]), Route("b", examples=["four five", "four six"])]
    return Router(routes, encoder=WordEncoder(), settings=Settings(cache=None))


def _pickled(decision: Decision) -> Decision:
    copied: Decision = pickle.loads(pickle.dumps(decision))  # noqa: S301 - our own
    return copied


async def test_every_way_of_routing_gives_decisions_that_explain_themselves() -> None:
    router = _router()
    decisions = [router.route("one"), await router.aroute("one"), *router.route_many(["one", Message("one")])]
    for decision in decisions:
        assert decision.explain().route == decision.route


def test_it_is_the_message_with_its_context_that_is_explained(tmp_path: object) -> None:
    sessions = Sessions.open(_router(), Settings(cache=None, database=f"sqlite:///{tmp_path}/s.sqlite", traces="off"))
    try:
        with sessions.exchange("s", "one two") as exchange:
            decision = exchange.route()
        assert decision.thread_id == "s"
        assert decision.explain().text == "one two"
    finally:
        sessions.close()


def test_a_decision_does_not_keep_its_router() -> None:
    router = _router()
    decision = router.route("one")
    del router
    gc.collect()
    with pytest.raises(MessageError, match=GONE):
        decision.explain()


def test_copies_pickles_and_decisions_made_by_hand_have_no_origin() -> None:
    router = _router()
    decision = router.route("one")
    by_hand = Decision("a", True, 1.0, "rules", "so")
    for other in (_pickled(decision), copy.copy(decision), replace(decision), by_hand):
        with pytest.raises(MessageError, match=GONE):
            other.explain()
    assert replace(decision).with_origin_of(decision).explain().route == decision.route
    assert by_hand.with_origin_of(replace(decision)) is by_hand


def test_a_decision_is_equal_printed_and_pickled_as_before() -> None:
    router = _router()
    decision = router.route("one")
    plain = replace(decision)
    assert decision == plain
    assert _pickled(decision) == decision
    assert repr(decision) == repr(plain)
    assert "_router" not in repr(decision)
    assert asdict(decision).keys() == asdict(plain).keys()
    with pytest.raises(AttributeError):
        decision.route = "b"  # type: ignore[misc]


def test_routing_imports_nothing_of_explanations() -> None:
    code = (
        "import sys; from fingerpost import Route, Router; from fingerpost.testing import WordEncoder;"
        "from fingerpost.settings import Settings;"
        "Router([Route('a', examples=['x', 'y']), Route('b', examples=['z', 'w'])], encoder=WordEncoder(),"
        " settings=Settings(cache=None)).route('x');"
        "sys.exit(any('explanation' in name for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=120).returncode == 0
