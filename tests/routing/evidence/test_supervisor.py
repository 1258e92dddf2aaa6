"""The supervisor: the first guard that applies moves a decision, once, on evidence, and says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost import Message, Route, Router
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.schema import SchemaExtension, SchemaMentions
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import Clue, Guard
from fingerpost.routebook.model import Routebook, Rule, Thresholds
from fingerpost.routing.evidence.supervisor import SUPERVISOR, first_guard, needs_search, supervise
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision, Evidence, Step
from tests.conftest import SHOP, examples
from tests.decisions import schema_of

ROUTES = ("data", "papers", "commerce", "talk")


def book(*guards: Guard, trust: float = 0.85) -> Routebook:
    clues = [Clue("meta", frozenset({"help"})), Clue("cues", frozenset({"policy"}))]
    routes = [Route(name) for name in ROUTES]
    schema = [SchemaExtension(Allowlist(()))]
    return build("b", routes, clues=clues, guards=guards, thresholds=Thresholds(trust=trust), extensions=schema)


def decided(route: str | None = "data", confidence: float = 0.6, layer: str = "student", **rest: Any) -> Decision:
    trail = (Step("student", "so", 1.0),)
    return Decision(route, rest.pop("accepted", False), confidence, layer, "so it seems", trail=trail, **rest)


def found(*names: str, **rest: Any) -> Evidence:
    return Evidence(frozenset(names), **rest)


TO_PAPERS = Guard("papers", "papers", frozenset({"cues"}))
TO_COMMERCE = Guard("commerce", "commerce", frozenset({"document"}), signal="commerce_doc", confidence=0.95)


# What a move changes, and what it says.


def test_a_guard_that_applies_moves_the_decision() -> None:
    moved = supervise(book(TO_PAPERS), decided(scope=0.3, qualifier="EDITOR"), found("cues"))
    assert (moved.route, moved.layer, moved.accepted, moved.confidence) == ("papers", SUPERVISOR, True, 0.8)
    assert (moved.runner_up, moved.margin, moved.scope, moved.qualifier) == ("data", 0.8, None, None)
    assert moved.signals == ("supervisor_fallback",)


def test_the_trail_tells_which_guard_on_what_evidence_and_what_it_was_before() -> None:
    before = decided("data", 0.6, "llm")
    moved = supervise(book(TO_COMMERCE), before, found("document", "attachment", signals=("attachment_present",)))
    said = "data (0.60, llm) to commerce on attachment, document"
    assert moved.trail == (*before.trail, Step("guard commerce", said, 0.0))
    assert moved.reason == f"guard commerce: {said}"
    assert moved.signals == ("attachment_present", "commerce_doc")
    assert moved.confidence == 0.95


def test_what_nobody_moves_still_tells_the_evidence() -> None:
    evidence = found("schema", signals=("sql_probe_true",), extras=(SchemaMentions(("orders",), ("orders.id",)),))
    left = supervise(book(TO_PAPERS), decided(signals=("ensemble_majority", "sql_probe_true")), evidence)
    assert (left.route, left.layer, left.confidence) == ("data", "student", 0.6)
    assert left.signals == ("ensemble_majority", "sql_probe_true")
    assert (schema_of(left).tables, schema_of(left).columns) == (("orders",), ("orders.id",))
    assert left.trail == decided().trail


def test_tables_that_a_model_named_come_before_those_of_the_probe() -> None:
    left = supervise(
        book(TO_PAPERS),
        decided(extras=(SchemaMentions(("items",)),)),
        found(extras=(SchemaMentions(("orders",), ("orders.id",)),)),
    )
    assert (schema_of(left).tables, schema_of(left).columns) == (("items",), ("orders.id",))


def test_where_nobody_had_an_opinion_a_guard_may_have_one() -> None:
    moved = supervise(book(TO_PAPERS), decided(None, 0.0, "fallback"), found("cues"))
    assert (moved.route, moved.runner_up) == ("papers", None)
    assert "None (0.00, fallback) to papers" in moved.reason


# Which guard applies.


def test_the_first_guard_wins() -> None:
    evidence = found("cues", "document")
    assert supervise(book(TO_PAPERS, TO_COMMERCE), decided(), evidence).route == "papers"
    assert supervise(book(TO_COMMERCE, TO_PAPERS), decided(), evidence).route == "commerce"


def test_a_guard_that_does_not_apply_stands_in_nobodys_way() -> None:
    silent = Guard("silent", "talk", frozenset({"meta"}))
    moved = supervise(book(silent, TO_COMMERCE), decided(), found("document"))
    assert moved.route == "commerce"
    assert [step.who for step in moved.trail] == ["student", "guard commerce"]


@pytest.mark.parametrize(
    ("confidence", "moves"), [(0.0, True), (0.84, True), (0.85, False), (0.9, False), (1.0, False)]
)
@pytest.mark.parametrize("contradicts", [True, False])
def test_from_the_bar_of_trust_on_only_a_contradiction_moves(confidence: float, moves: bool, contradicts: bool) -> None:
    guard = replace(TO_PAPERS, contradicts=contradicts)
    outcome = supervise(book(guard), decided(confidence=confidence), found("cues"))
    assert (outcome.layer == SUPERVISOR) is (moves or contradicts)


def test_the_bar_of_trust_is_the_routebooks() -> None:
    assert supervise(book(TO_PAPERS, trust=0.5), decided(confidence=0.5), found("cues")).layer == "student"
    assert supervise(book(TO_PAPERS, trust=0.95), decided(confidence=0.9), found("cues")).layer == SUPERVISOR


def test_a_message_that_is_there_already_stays() -> None:
    there = decided("papers", 0.6, runner_up="data")
    assert supervise(book(TO_PAPERS), there, found("cues")) == there


@pytest.mark.parametrize("layer", ["declared", "rules"])
def test_what_a_rule_or_the_caller_decided_is_never_moved(layer: str) -> None:
    outright = replace(TO_PAPERS, contradicts=True)
    for confidence in (1.0, 0.1):
        sure = decided(confidence=confidence, layer=layer)
        assert supervise(book(outright), sure, found("cues")) == sure
        assert not needs_search(book(replace(outright, when=frozenset({"hits"}))), sure, found())
    for guessed in ("student", "llm", "memo", "fallback"):
        assert supervise(book(outright), decided(layer=guessed), found("cues")).route == "papers"


# Saboteurs: each kind of condition is taken away or turned round, and the outcome tells.

FULL = Guard("full", "papers", frozenset({"cues"}), frozenset({"sql"}), frozenset({"data"}))
"""Overrules `data` where there are cues and no SQL."""
CASES: dict[str, tuple[Decision, Evidence, bool]] = {
    "when": (decided(), found(), False),
    "unless": (decided(), found("cues", "sql"), False),
    "from": (decided("talk"), found("cues"), False),
    "trust": (decided(confidence=0.9), found("cues"), False),
    "all of it": (decided(), found("cues"), True),
}
SABOTEURS: dict[str, Callable[[Guard], Guard]] = {
    "when": lambda guard: replace(guard, when=frozenset()),
    "unless": lambda guard: replace(guard, unless=frozenset()),
    "from": lambda guard: replace(guard, off=frozenset()),
    "trust": lambda guard: replace(guard, contradicts=True),
}
INVERTED: dict[str, Callable[[Guard], Guard]] = {
    "when": lambda guard: replace(guard, when=guard.unless, unless=frozenset()),
    "unless": lambda guard: replace(guard, when=guard.when | guard.unless, unless=frozenset()),
    "from": lambda guard: replace(guard, off=frozenset(ROUTES) - guard.off),
}


def moves(guard: Guard | None, case: str) -> bool:
    decision, evidence, _ = CASES[case]
    return supervise(book(*([guard] if guard else [])), decision, evidence).layer == SUPERVISOR


@pytest.mark.parametrize("case", CASES)
def test_each_condition_alone_holds_a_guard_back(case: str) -> None:
    assert moves(FULL, case) is CASES[case][2]


@pytest.mark.parametrize("condition", SABOTEURS)
def test_a_guard_without_a_condition_is_caught_by_the_case_of_that_condition(condition: str) -> None:
    broken = SABOTEURS[condition](FULL)
    assert [case for case in CASES if moves(broken, case) is not CASES[case][2]] == [condition]


@pytest.mark.parametrize("condition", INVERTED)
def test_a_condition_that_is_turned_round_is_caught(condition: str) -> None:
    broken = INVERTED[condition](FULL)
    assert any(moves(broken, case) is not CASES[case][2] for case in CASES)


def test_without_the_guard_nothing_moves() -> None:
    assert not any(moves(None, case) for case in CASES)


# Properties: whatever comes, it moves at most once.

NAMES = ["attachment", "document", "sql", "schema", "hits", "meta", "cues", "earlier:data", "after:papers"]
SOME = st.frozensets(st.sampled_from(NAMES), max_size=2)
GUARDS = st.builds(
    Guard,
    name=st.just("g"),
    to=st.sampled_from(ROUTES),
    when=SOME,
    unless=st.just(frozenset()) | SOME,
    off=st.just(frozenset()) | st.frozensets(st.sampled_from(ROUTES), max_size=2),
    contradicts=st.booleans(),
    signal=st.sampled_from(["supervisor_fallback", "commerce_doc"]),
    confidence=st.floats(0.01, 1),
).map(lambda guard: replace(guard, unless=guard.unless - guard.when))
BOOKS = st.lists(GUARDS.filter(lambda guard: bool(guard.reads)), max_size=5).map(
    lambda guards: book(*(replace(guard, name=f"g{i}") for i, guard in enumerate(guards)))
)
DECISIONS = st.builds(
    decided,
    st.sampled_from([*ROUTES, None]),
    st.floats(0, 1),
    st.sampled_from(["declared", "rules", "memo", "student", "llm", "fallback"]),
    runner_up=st.sampled_from([*ROUTES, None]),
    signals=st.lists(st.sampled_from(["ensemble_majority", "sql_probe_true"]), unique=True).map(tuple),
)
EVIDENCE = st.builds(
    Evidence,
    st.frozensets(st.sampled_from(NAMES)).map(lambda names: frozenset(NAMES) - names),
    st.lists(st.sampled_from(["sql_probe_true", "rag_probe_hit"]), unique=True).map(tuple),
    hits=st.none() | st.lists(st.floats(0, 1), max_size=5).map(tuple),
)


def test_two_guards_that_undo_each_other_move_once() -> None:
    back = Guard("back", "data", frozenset({"cues"}), contradicts=True)
    there = Guard("there", "papers", frozenset({"cues"}), contradicts=True)
    for guards in ((there, back), (back, there)):
        moved = supervise(book(*guards), decided("data"), found("cues"))
        assert (moved.route, [step.who for step in moved.trail]) == ("papers", ["student", "guard there"])
        assert supervise(book(*guards), moved, found("cues")) == moved
        assert first_guard(book(*guards), moved, found("cues")) is None


@given(BOOKS, DECISIONS, EVIDENCE)
@settings(max_examples=examples(400))
def test_no_decision_moves_twice(routebook: Routebook, decision: Decision, evidence: Evidence) -> None:
    once = supervise(routebook, decision, evidence)
    assert supervise(routebook, once, evidence) == once
    steps = [step for step in once.trail if step.who.startswith("guard ")]
    guard = first_guard(routebook, decision, evidence)
    assert len(steps) == (0 if guard is None else 1)
    assert (once.layer == SUPERVISOR) is bool(steps)
    if guard is None:
        assert (once.route, once.confidence, once.layer) == (decision.route, decision.confidence, decision.layer)
    else:
        assert decision.layer not in ("declared", "rules")
        assert once.route not in (None, decision.route)
        assert once.runner_up == decision.route
        assert guard.signal in once.signals


@given(BOOKS, DECISIONS, EVIDENCE)
@settings(max_examples=examples(400))
def test_a_search_that_is_left_out_would_have_changed_nothing(
    routebook: Routebook, decision: Decision, evidence: Evidence
) -> None:
    unknown = replace(evidence, hits=None, names=evidence.names - {"hits"})
    with_it = supervise(routebook, decision, replace(unknown, names=unknown.names | {"hits"}))
    without = supervise(routebook, decision, unknown)
    if not needs_search(routebook, decision, unknown):
        assert (with_it.route, with_it.confidence, with_it.signals) == (
            without.route,
            without.confidence,
            without.signals,
        )
    assert not needs_search(routebook, decision, replace(evidence, hits=(0.9,)))


def test_a_search_that_changes_how_sure_a_move_is_is_made() -> None:
    sure = Guard("sure", "papers", frozenset({"hits"}), confidence=0.95)
    less = Guard("less", "papers", frozenset({"cues"}), confidence=0.8)
    assert needs_search(book(sure, less), decided(), found("cues"))
    assert not needs_search(book(replace(sure, confidence=0.8), less), decided(), found("cues"))


# In the router.

CLUES = [Clue("papers", frozenset({"policy"})), Clue("parcel", frozenset({"parcel"}))]
ALL_WAYS = ["route", "aroute", "route_many"]


@pytest.fixture(scope="module")
def router() -> Router:
    return _router(Guard("policy", "product", frozenset({"papers"}), contradicts=True))


def _router(*guards: Guard, memo: Memo | None = None) -> Router:
    built = build(
        "shop",
        [Route(name, examples=examples) for name, examples in SHOP.items()],
        rules=[Rule("number", "shipping", contains=("trk-",))],
        clues=CLUES,
        guards=guards,
        fallback="product",
    )
    return Router.from_routebook(built, encoder=WordEncoder(), settings=Settings(cache=None), memo=memo or Memo(size=0))


async def _decide(router: Router, message: str | Message, way: str) -> Decision:
    if way == "aroute":
        return await router.aroute(message)
    return router.route(message) if way == "route" else router.route_many([message])[0]


@pytest.mark.parametrize("way", ALL_WAYS)
async def test_every_way_of_calling_is_supervised(router: Router, way: str) -> None:
    decision = await _decide(router, "where is my parcel, by your policy", way)
    assert (decision.route, decision.layer) == ("product", SUPERVISOR)
    assert [step.who for step in decision.trail[-2:]] == ["probes", "guard policy"]
    assert decision.trail[-2].said == "papers"
    left = await _decide(router, "where is my parcel today", way)
    assert (left.route, left.layer) == ("shipping", "student")
    assert left.trail[-1][:2] == ("probes", "nothing")


@pytest.mark.parametrize("way", ALL_WAYS)
async def test_neither_a_rule_nor_a_declaration_is_overruled(router: Router, way: str) -> None:
    by_rule = await _decide(router, "what is the policy for TRK-1", way)
    assert (by_rule.route, by_rule.layer) == ("shipping", "rules")
    declared = await _decide(router, Message("what is the policy", declared="refund"), way)
    assert (declared.route, declared.layer) == ("refund", "declared")


def test_what_is_remembered_is_supervised_anew_and_not_twice() -> None:
    guard = Guard("paper", "product", frozenset({"parcel", "hits"}), contradicts=True)
    router = _router(guard, memo=Memo())
    text = "where is my parcel today"
    assert [router.route(text).layer for _ in range(2)] == ["student", "memo"]
    for _ in range(2):
        moved = router.route(Message(text, hits=[0.9]))
        assert (moved.route, moved.layer) == ("product", SUPERVISOR)
        assert "shipping (" in moved.reason
        assert moved.reason.count("memo") == 1
        assert sum(step.who == "guard paper" for step in moved.trail) == 1
    assert router.route(text).route == "shipping"


def test_what_a_person_has_corrected_is_never_moved() -> None:
    """A correction decides this very message from now on; a guard that contradicts must not undo it."""
    router = _router(Guard("policy", "product", frozenset({"papers"}), contradicts=True), memo=Memo())
    text = "where is my parcel, by your policy"
    assert router.route(text).route == "product"
    router.correct(text, "refund")
    corrected = router.route(text)
    assert (corrected.route, corrected.layer) == ("refund", "memo")


def test_an_empty_message_with_a_paper_is_not_lost() -> None:
    router = _router(Guard("paper", "refund", frozenset({"document"})))
    moved = router.route(Message("", attachments=[b"%PDF-1.7"]))
    assert (moved.route, moved.layer) == ("refund", SUPERVISOR)
    assert router.route("").layer == "fallback"


@given(
    st.lists(
        st.sampled_from(
            ["policy", "parcel", "refund", "lamp", "TRK-1", "where", "is", "my", "the", "money", "é", "12", "?"]
        ),
        max_size=8,
    )
)
@settings(max_examples=examples(60), deadline=None)
def test_whatever_is_asked_at_most_one_guard_speaks(router: Router, words: list[str]) -> None:
    decision = router.route(" ".join(words))
    guards = [step.who for step in decision.trail if step.who.startswith("guard ")]
    assert len(guards) <= 1
    assert bool(guards) is (decision.layer == SUPERVISOR)
    if "TRK-1" in words:
        assert decision.layer == "rules"
