"""Guards that fired or were skipped, and why; the same as the supervisor decides."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost import Message, Route, Router
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import Clue, Guard
from fingerpost.routebook.model import Routebook, Rule, Thresholds
from fingerpost.routing.evidence.supervisor import CORRECTED, SUPERVISOR, first_guard, supervise
from fingerpost.routing.explanation.guard_outcomes import decision_before_guards, guard_outcomes, why_skipped
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision, Evidence, Step
from tests.conftest import SHOP, examples

ROUTES = ("refund", "shipping", "product")
EVIDENCE = ("sql", "attachment", "policy", "hits")
NAMES = st.frozensets(st.sampled_from(EVIDENCE))


def _book(*guards: Guard) -> Routebook:
    return build("b", [Route(n) for n in ROUTES], clues=[Clue("policy", frozenset({"policy"}))], guards=guards)


def _decided(**more: object) -> Decision:
    values = {"route": "refund", "accepted": True, "confidence": 0.6, "layer": "student", "reason": "so", **more}
    return Decision(**values, trail=(Step("student", "so", 1.0),))  # type: ignore[arg-type]


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(
        st.builds(
            lambda to, when, unless, off, hard: (to, when, unless - when, off, hard),
            st.sampled_from(ROUTES), NAMES, NAMES, st.frozensets(st.sampled_from(ROUTES)), st.booleans(),
        ),
        max_size=4,
    ),
    st.sampled_from([*ROUTES, None]),
    st.sampled_from([0.3, 0.85, 0.95]),
    st.sampled_from(["student", "llm", "rules", "fallback", "memo", "declared"]),
    st.booleans(),
    NAMES,
)  # fmt: skip
def test_a_guard_fires_exactly_where_the_supervisor_lets_it(
    drawn: list[tuple[str, frozenset[str], frozenset[str], frozenset[str], bool]],
    route: str | None,
    confidence: float,
    layer: str,
    corrected: bool,
    held: frozenset[str],
) -> None:
    made = [Guard(f"g{i}", to, when, unless, off, hard) for i, (to, when, unless, off, hard) in enumerate(drawn)]
    book = _book(*(guard for guard in made if guard.reads))
    decision = _decided(route=route, confidence=confidence, layer=layer, signals=(CORRECTED,) if corrected else ())
    expected = first_guard(book, decision, Evidence(held))
    after = supervise(book, decision, Evidence(held))
    outcomes = guard_outcomes(book, after, held)
    assert [o.guard for o in outcomes if o.fired] == ([expected.name] if expected else [])
    assert len(outcomes) == len(book.guards)
    assert all(o.why for o in outcomes)
    before = decision_before_guards(after)
    assert (before.route, before.layer) == (decision.route, decision.layer)


@pytest.mark.parametrize(
    ("guard", "decision", "held", "why"),
    [
        (Guard("g", "refund", frozenset({"sql"})), {}, {"sql"}, "the route is refund already"),
        (Guard("g", "product", frozenset({"sql"})), {}, set(), "no evidence of sql"),
        (Guard("g", "product", frozenset({"hits"})), {}, set(), "the documents were not searched, or had nothing near"),
        (Guard("g", "product", frozenset({"sql"}), frozenset({"policy"})), {}, {"sql", "policy"}, "policy speaks against"),
        (Guard("g", "product", frozenset({"sql"})), {"confidence": 0.9}, {"sql"}, "0.90 reaches 0.85"),
        (Guard("g", "product", frozenset({"sql"}), off=frozenset({"shipping"})), {}, {"sql"}, "overrules shipping, not"),
        (Guard("g", "product", frozenset({"sql"})), {"layer": "rules"}, {"sql"}, "the layer rules is not overruled"),
        (Guard("g", "product", frozenset({"sql"})), {"signals": (CORRECTED,)}, {"sql"}, "a person who corrected it"),
    ],
)  # fmt: skip
def test_why_it_was_skipped(guard: Guard, decision: dict[str, object], held: set[str], why: str) -> None:
    assert why in str(why_skipped(guard, _book(guard), _decided(**decision), frozenset(held)))


def test_a_guard_that_fired_in_a_router_is_explained() -> None:
    book = build(
        "b", [Route(name, examples=texts) for name, texts in SHOP.items()],
        clues=[Clue("policy", frozenset({"policy", "política"}))],
        guards=[Guard("policies", "product", frozenset({"policy"}), contradicts=True), Guard("sqls", "refund", frozenset({"sql"}))],
        rules=[Rule("tracking", "shipping", contains=("trk-",))], thresholds=Thresholds(accept=0.3),
    )  # fmt: skip
    router = Router.from_routebook(book, encoder=WordEncoder(), settings=Settings(cache=None), memo=Memo(size=0))
    told = router.route("where is my parcel, by your policy").explain()
    assert (told.layer, told.route, told.cause.before, told.cause.before_layer) == (
        SUPERVISOR,
        "product",
        "shipping",
        "student",
    )
    assert (told.cause.name, told.explained) == ("policies", "shipping")
    assert told.summary.startswith(
        "product, because the guard policies found policy; without it, it would have gone to shipping."
    )
    assert [(g.guard, g.fired) for g in told.guards] == [("policies", True), ("sqls", False)]
    edits = [tried for tried in told.what_ifs if tried.kind == "words"]
    assert [(tried.without, tried.route) for tried in edits] == [(("policy",), "shipping")]
    skipped = router.explain(Message("trk-1 policy"))
    assert skipped.guards[0].why == "a decision of the layer rules is not overruled"


def test_the_step_of_a_guard_must_be_readable() -> None:
    broken = replace(_decided(layer=SUPERVISOR), trail=(Step("guard g", "something else", 0.0),))
    with pytest.raises(ValueError, match="not the step of a guard"):
        decision_before_guards(broken)
