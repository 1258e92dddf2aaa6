"""The gate: what is significantly worse is refused with the reason, and what is not passes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from fingerpost import Example, Router
from fingerpost.evaluation.evaluate import RowResult, route_rows_in_batch
from fingerpost.evaluation.metrics import MIN_ROWS, paired_bootstrap_interval
from fingerpost.evaluation.rows import Row
from fingerpost.learning import promotion_gate
from fingerpost.learning.promotion_gate import Check, Comparison, compare
from fingerpost.routebook.model import Rule
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student.training import fit
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision, Message
from tests.learning.words import book, rows, texts

ENCODER = WordEncoder()
TAUGHT, HELD = texts()[:240], texts()[240:]


def router(taught: list[tuple[str, str]], **changes: object) -> Router:
    made = replace(book(), **changes) if changes else book()  # type: ignore[arg-type]
    student = fit([*book().examples, *(Example(text, route) for text, route in taught)], ENCODER)
    return Router.from_routebook(
        made, encoder=ENCODER, settings=Settings(cache=None), student=student, memo=Memo(size=0)
    )


@pytest.fixture(scope="module")
def champion() -> Router:
    return router(TAUGHT[:60])


def moved(pairs: list[tuple[str, str]], to: str) -> list[tuple[str, str]]:
    return [(text, to) for text, _ in pairs]


def test_a_better_challenger_passes_and_the_checks_tell_why(champion: Router) -> None:
    found = compare(champion, router(TAUGHT), rows(HELD))
    assert found.passed, found.reasons
    names = [check.what for check in found.checks]
    assert names == [
        "accuracy", "calibration (1 - Brier)",
        "language en", "route product", "route refund", "route shipping", "accepted and right", "right among accepted",
    ]  # fmt: skip
    assert found.rows == len(HELD)
    assert found.checks[0].challenger >= found.checks[0].champion


def test_the_same_student_passes_without_any_difference(champion: Router) -> None:
    found = compare(champion, champion, rows(HELD))
    assert found.passed
    assert {(check.low, check.high) for check in found.checks} == {(0.0, 0.0)}


POISON: dict[str, Callable[[np.random.Generator], list[tuple[str, str]]]] = {
    "everything is shipping": lambda rng: moved([TAUGHT[i] for i in rng.permutation(len(TAUGHT))[:200]], "shipping"),
    "two routes swapped": lambda _: [
        (text, {"refund": "product", "product": "refund"}.get(route, route)) for text, route in TAUGHT
    ],
    "labels by lot": lambda rng: [(text, str(rng.choice(["refund", "shipping", "product"]))) for text, _ in TAUGHT],
    "one route lost": lambda _: [(text, "product" if route == "refund" else route) for text, route in TAUGHT],
}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", POISON)
def test_a_poisoned_challenger_is_refused(champion: Router, kind: str, seed: int) -> None:
    found = compare(champion, router(POISON[kind](np.random.default_rng(seed))), rows(HELD))
    assert not found.passed
    assert any(reason.startswith("significantly worse: ") for reason in found.reasons)


def test_without_the_check_the_poison_would_pass(champion: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: a gate that never finds anything worse lets it through."""
    poisoned = router(POISON["two routes swapped"](np.random.default_rng(0)))
    assert not compare(champion, poisoned, rows(HELD)).passed
    monkeypatch.setattr(Check, "worse", property(lambda _: False))
    assert compare(champion, poisoned, rows(HELD)).passed


def test_poisoned_fresh_labels_do_not_outvote_the_held_out_rows(champion: Router) -> None:
    """Held back of the poison itself, they speak for the student that learned it."""
    poison = moved([*TAUGHT, *HELD], "shipping")
    fresh = [replace(row, id=f"f{i}") for i, row in enumerate(rows(moved(HELD * 3, "shipping")))]
    found = compare(champion, router(poison[: len(TAUGHT)]), rows(HELD), fresh)
    checks = {check.what: check for check in found.checks}
    assert checks["fresh labels, accuracy"].challenger > checks["fresh labels, accuracy"].champion
    assert not found.passed
    # The saboteur: in one heap with the others, they would hide it.
    heap = {
        check.what: check for check in compare(champion, router(poison[: len(TAUGHT)]), [*rows(HELD), *fresh]).checks
    }
    assert not heap["accuracy"].worse


def test_what_the_champion_did_not_stand_by_is_not_counted_for_it() -> None:
    """Only what it was unsure of was labelled, one in ten wrong: who now stands by all of it has some wrong."""
    shy, bold = router(TAUGHT[:3]), router(TAUGHT)
    unsure = [outcome.row for outcome in route_rows_in_batch(shy, rows(HELD)) if not outcome.decision.accepted]
    assert len(unsure) > 100
    other = {"refund": "product", "product": "shipping", "shipping": "refund"}
    fresh = [
        replace(row, expected=other[str(row.expected)]) if i % 10 == 0 else row for i, row in enumerate(unsure[:80])
    ]
    held = [row for row in rows(HELD) if row.message not in [given.message for given in fresh]]
    found = compare(shy, bold, held, fresh)
    assert found.passed, found.reasons
    # The saboteur: were it counted there too, it would be refused.
    assert promotion_gate._acceptance_checks(route_rows_in_batch(shy, fresh), route_rows_in_batch(bold, fresh))[1].worse


def test_fresh_labels_alone_promote_nobody(champion: Router) -> None:
    """Poison that is held back is all that there is to compare on, and speaks for the poisoned."""
    found = compare(champion, router(moved(TAUGHT, "shipping")), [], rows(moved(HELD, "shipping")))
    assert found.reasons == [
        f"too few held-out rows that neither has seen: 0, and {promotion_gate.MIN_HELD_OUT_ROWS} are needed; give a file of labelled rows with --held-out FILE"
    ]


def test_one_route_that_got_worse_is_enough(champion: Router) -> None:
    """Half of the refunds are lost while all else gets better."""
    refunds = [pair for pair in TAUGHT if pair[1] == "refund"]
    others = [pair for pair in TAUGHT if pair[1] != "refund"]
    bad = [*moved(refunds, "product"), *others]
    found = compare(champion, router(bad), rows(HELD))
    assert any("route refund" in reason for reason in found.reasons)


def test_one_language_that_got_worse_is_enough(champion: Router) -> None:
    better = rows(HELD)
    marked = [replace(row, lang="pt") if row.expected == "refund" else row for row in better]
    refunds = [pair for pair in TAUGHT if pair[1] == "refund"]
    bad = [*moved(refunds, "product"), *(pair for pair in TAUGHT if pair[1] != "refund")]
    assert any("language pt" in reason for reason in compare(champion, router(bad), marked).reasons)


def test_a_group_of_few_rows_says_nothing(champion: Router) -> None:
    few = [replace(row, lang="pt") for row in rows(HELD)[: MIN_ROWS - 1]]
    found = compare(champion, router(TAUGHT), [*few, *rows(HELD)[MIN_ROWS - 1 :]])
    assert "language pt" not in [check.what for check in found.checks]


def outcomes(accepted: list[bool], right: list[bool]) -> list[RowResult]:
    return [
        RowResult(
            Row(str(i), Message("x"), "a"),
            Decision("a" if hit else "b", sure, 0.9, "student", ""),
            "a" if hit else "b",
            None,
            0,
        )
        for i, (sure, hit) in enumerate(zip(accepted, right, strict=True))
    ]


def test_to_stand_by_more_is_not_worse_and_to_stand_by_less_or_by_more_that_is_wrong_is() -> None:
    """One in ten is wrong; those who stand by half of it take all of the wrong ones."""
    right = [i % 10 != 0 for i in range(400)]
    shy, bold = outcomes([i % 2 == 0 for i in range(400)], right), outcomes([True] * 400, right)
    much, well = promotion_gate._acceptance_checks(shy, bold)
    assert (well.champion, well.challenger) == (0.8, 0.9)
    assert (much.champion, much.challenger) == (0.4, 0.9)
    assert not much.worse
    assert not well.worse
    assert [check.worse for check in promotion_gate._acceptance_checks(bold, shy)] == [True, True]
    silent = promotion_gate._acceptance_checks(bold, outcomes([False] * 400, right))
    assert silent[1].challenger == 1.0, "who stands by nothing errs nowhere"
    assert [check.worse for check in silent] == [True, False]


def test_of_many_groups_one_that_is_unlucky_is_not_enough() -> None:
    """Twenty routes of forty rows each; by luck alone, one of them loses five and another wins five."""
    rows_of = [Row(str(i), Message("x"), f"r{i % 20}") for i in range(800)]

    def made(wrong: set[int]) -> list[RowResult]:
        return [
            RowResult(row, Decision(best, True, 0.9, "student", ""), best, None, 0)
            for i, row in enumerate(rows_of)
            for best in ["none" if i in wrong else row.expected]
        ]

    lost, won = set(range(0, 100, 20)), set(range(1, 101, 20))
    checks = {check.what: check for check in promotion_gate._checks(made(won), made(lost))}
    assert checks["route r0"].level == 99.75
    assert checks["route r0"].champion - checks["route r0"].challenger == pytest.approx(0.125)
    assert not any(check.worse for check in checks.values())
    # The saboteur: by the interval of one figure alone, that route would refuse it.
    assert paired_bootstrap_interval([1.0] * 40, [0.0] * 5 + [1.0] * 35)[1] < 0
    many = set(range(0, 400, 20))
    assert {
        check.what
        for check in promotion_gate._checks(made(set()), made(many))
        if check.what.startswith("route") and check.worse
    } == {"route r0"}


def test_strangers_are_compared_where_there_are_enough(champion: Router) -> None:
    words = [f"zxq{i} vvw{i} kkp{i}" for i in range(MIN_ROWS)]
    strangers = [Row(id=f"s{i}", message=Message(text), expected=None) for i, text in enumerate(words)]
    found = compare(champion, router(TAUGHT), [*rows(HELD), *strangers])
    assert "out of scope (AUROC)" in [check.what for check in found.checks]
    # One that was taught strangers as products knows them no longer.
    naive = router([*TAUGHT, *((text, "product") for text in (f"zxq{i + 100} vvw{i} kkp{i}" for i in range(60)))])
    refused = compare(champion, naive, [*rows(HELD), *strangers])
    assert any("out of scope" in reason for reason in refused.reasons)


def test_the_contract_is_part_of_the_gate(champion: Router) -> None:
    phrase = Rule("prefix", "refund", contains=("order number",))
    keeps = router(TAUGHT, rules=(phrase,))
    held = [*rows(HELD), Row(id="owed", message=Message("order number 7: is the lamp waterproof"), expected="refund")]
    assert compare(keeps, keeps, held).passed
    breaks = router(TAUGHT, rules=(phrase,))
    # The saboteur: its routebook has the rule, and nobody reads it.
    breaks._cascade = router(TAUGHT)._cascade
    found = compare(keeps, breaks, held)
    assert any(reason.startswith("breaks the contract: RC-01") for reason in found.reasons), found.reasons


def test_too_few_rows_are_no_ground_to_promote(champion: Router) -> None:
    found = compare(champion, router(TAUGHT), rows(HELD[: promotion_gate.MIN_HELD_OUT_ROWS - 1]))
    assert found.reasons == [
        f"too few held-out rows that neither has seen: {promotion_gate.MIN_HELD_OUT_ROWS - 1}, and {promotion_gate.MIN_HELD_OUT_ROWS} are needed; "
        "give a file of labelled rows with --held-out FILE"
    ]


def test_rows_that_one_of_them_was_fitted_on_do_not_count(champion: Router) -> None:
    assert compare(champion, router(TAUGHT), rows(TAUGHT)).rows == 0
    assert compare(champion, champion, rows(TAUGHT)).rows == len(TAUGHT) - 60


def test_a_comparison_is_kept_as_plain_data(champion: Router) -> None:
    kept = compare(champion, router(TAUGHT), rows(HELD)).as_json()
    assert kept["passed"] is True
    assert set(kept["checks"][0]) == {"what", "rows", "champion", "challenger", "low", "high", "level", "slack"}
    assert Comparison(0, [], ["a"]).as_json()["reasons"] == ["a"]


def test_routes_with_too_few_rows_are_named(champion: Router) -> None:
    refunds = [pair for pair in HELD if pair[1] == "refund"][: MIN_ROWS - 1]
    found = compare(champion, router(TAUGHT), rows([pair for pair in HELD if pair[1] != "refund"] + refunds))
    assert dict(found.unchecked_routes) == {"refund": MIN_ROWS - 1}
    assert found.as_json()["few"] == {"refund": MIN_ROWS - 1}
    assert not compare(champion, router(TAUGHT), rows(HELD)).unchecked_routes


def test_a_trace_of_calibration_is_no_reason_and_more_of_it_is() -> None:
    lost = Check(
        "calibration (1 - Brier)", 500, 0.9997, 0.9996, -0.0002, -0.0001, slack=promotion_gate.CALIBRATION_TOLERANCE
    )
    assert not lost.worse
    assert lost._replace(low=-0.004, high=-0.002).worse
    assert lost._replace(slack=0.0).worse


def test_of_all_figures_calibration_alone_has_slack(champion: Router) -> None:
    checks = compare(champion, champion, rows(HELD)).checks
    assert {check.what for check in checks if check.slack} == {"calibration (1 - Brier)"}
