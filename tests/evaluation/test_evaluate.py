"""One pass over rows gives every figure, and what the contract forbids is found from outside."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Message, Resolved, Route, Router, RowsError
from fingerpost.conversation.resolve import resolve
from fingerpost.evaluation.evaluate import evaluate, route_rows, without_training_rows
from fingerpost.evaluation.metrics import wilson_interval
from fingerpost.evaluation.rows import Row
from fingerpost.routebook.model import Rule, Thresholds
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder

FILE = Path("rows.jsonl")
ROWS = [
    Row("1", Message("refund my lamp please"), "refund", qualifier="", lang="en", tags=("short", "plain")),
    Row("2", Message("my parcel is late"), "shipping", qualifier="EDITOR", lang="en", tags=("short",)),
    Row("3", Message("is the blue lamp leather"), "product", lang="pt"),
    Row("4", Message("when does the courier arrive"), "shipping", lang="pt"),
    Row("5", Message("zebra quantum harmonica"), None, lang="en"),
]
WORDS = (
    Rule("refund-word", "refund", contains=("refund",)),
    Rule("parcel-word", "shipping", contains=("parcel",)),
)


def by_rules(*rules: Rule, fallback: str | None = None) -> Router:
    """A router of three routes that knows nothing but rules, so that every figure can be worked out by hand."""
    routes = [Route(name) for name in ("refund", "shipping", "product")]
    return Router(routes, rules=rules, fallback=fallback, encoder=WordEncoder(), settings=Settings(cache=None))


def like(router: Router, *, floor: float | None = None, **changes: Any) -> Router:
    """The same router and student with some parts of the routebook changed."""
    student = copy(router.warm_student())
    assert student is not None
    if floor is not None:
        student.scope_threshold = floor
    book = replace(router.routebook, **changes)
    return Router.from_routebook(book, encoder=WordEncoder(), settings=Settings(cache=None), student=student)


def figures(router: Router, rows: Sequence[Row] = ROWS) -> dict[str, Any]:
    return evaluate(router, rows, FILE)


def test_every_promised_figure_is_there(shop: Router) -> None:
    result = figures(shop)
    assert {
        *("rows", "accuracy", "accuracy_served", "out_of_scope", "ece", "oos_auroc", "coverage"),
        *("selective_accuracy", "qualifier_accuracy", "by_route", "by_tag", "by_lang"),
        *("layers", "llm_calls", "latency_ms", "violations", "errors"),
    } <= result.keys()
    assert set(result["latency_ms"]) == {"p50", "p95"}
    groups = [group for kind in ("by_route", "by_tag", "by_lang") for group in result[kind].values()]
    assert [set(group) for group in groups] == [{"rows", "accuracy", "interval", "thin"}] * 7
    wrong = figures(shop, [*ROWS, Row("6", Message("refund my lamp"), "product")])["errors"]
    # Row 5 is out of scope, and was sent to a route as a guess.
    assert [error["id"] for error in wrong] == ["5", "6"]
    assert {"id", "expected", "given", "accepted", "outcome", "layer", "confidence", "nearest"} <= wrong[0].keys()


def test_the_figures_are_json_as_others_read_it(shop: Router) -> None:
    text = json.dumps(figures(shop), allow_nan=False)
    assert json.loads(text)["rows"] == 5


def test_figures_of_rules_are_as_worked_out_by_hand() -> None:
    result = figures(by_rules(*WORDS, fallback="refund"))
    assert result["rows"] == 5
    # Rows 1 and 2 are sent by rules and right; 3 and 4 fall back to refund and are wrong; 5 belongs nowhere and is caught.
    assert result["accuracy"] == 0.5
    assert result["coverage"] == 0.4
    assert result["selective_accuracy"] == 1.0
    assert result["ece"] == 0.0
    assert result["qualifier_accuracy"] == 0.5
    assert result["layers"] == {"fallback": 0.6, "rules": 0.4}
    assert result["llm_calls"] == 0
    assert result["by_route"]["shipping"] == {
        "rows": 2,
        "accuracy": 0.5,
        "interval": wilson_interval(1, 2),
        "thin": True,
    }
    assert result["by_tag"]["short"] == {"rows": 2, "accuracy": 1.0, "interval": wilson_interval(2, 2), "thin": True}
    assert result["by_lang"]["pt"] == {"rows": 2, "accuracy": 0.0, "interval": wilson_interval(0, 2), "thin": True}
    assert result["confusion"]["routes"] == ["product", "refund", "shipping", "(none)"]
    assert result["confusion"]["matrix"] == [[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]]


def test_errors_are_named_with_an_example_each_and_the_most_frequent_first() -> None:
    more = Row("6", Message("is it waterproof"), "product")
    pairs = figures(by_rules(*WORDS, fallback="refund"), [*ROWS, more])["confused"]
    assert pairs == [
        {"expected": "product", "given": "refund", "rows": 2, "id": "3", "text": "is the blue lamp leather"},
        {"expected": "shipping", "given": "refund", "rows": 1, "id": "4", "text": "when does the courier arrive"},
    ]


def test_rows_out_of_scope_count_for_coverage_and_not_for_accuracy() -> None:
    router = by_rules(Rule("all", "refund", contains=("a",)))
    rows = [Row("in", Message("a lamp"), "refund"), Row("out", Message("a zebra"), None)]
    result = figures(router, rows)
    assert result["accuracy"] == 1.0
    assert result["selective_accuracy"] == 0.5
    assert [(error["id"], error["expected"], error["given"]) for error in result["errors"]] == [
        ("out", "oos", "refund"),
    ]


def test_a_row_out_of_scope_that_is_refused_is_no_error(shop: Router) -> None:
    result = figures(like(shop, floor=1e9), [Row("out", Message("zebra quantum harmonica"), None)])
    assert result["errors"] == []
    assert result["accuracy"] is None
    assert result["ece"] is None


def test_figures_without_material_are_unknown(shop: Router) -> None:
    inside = [row for row in ROWS if row.expected is not None and row.qualifier is None]
    result = figures(like(shop, thresholds=Thresholds(accept=0.9999)), inside)
    assert result["oos_auroc"] is None
    assert result["qualifier_accuracy"] is None
    assert result["selective_accuracy"] is None
    assert result["accuracy_without_rules"] is None


def test_accuracy_counts_the_best_route_whatever_the_bar(shop: Router) -> None:
    low, high = (figures(like(shop, thresholds=Thresholds(accept=bar))) for bar in (0.01, 0.9999))
    assert high["coverage"] == 0
    assert low["coverage"] > 0.5
    assert low["accuracy"] == high["accuracy"] == 1.0
    assert low["by_route"] == high["by_route"]


def test_accuracy_counts_the_best_route_of_a_refused_message(shop: Router) -> None:
    strict = like(shop, floor=1e9)
    assert strict.route(ROWS[0].message).route is None
    assert [outcome.best for outcome in route_rows(strict, ROWS[:4])] == ["refund", "shipping", "product", "shipping"]
    result = figures(strict)
    assert result["coverage"] == 0
    assert result["accuracy"] == figures(shop)["accuracy"] == 1.0


def test_what_was_right_and_not_served_is_among_the_errors(shop: Router) -> None:
    inside = [row for row in ROWS if row.expected is not None]
    refused = figures(like(shop, floor=1e9), inside)
    assert (refused["accuracy"], refused["accuracy_served"]) == (1.0, 0.0)
    assert {(error["id"], error["given"]) for error in refused["errors"]} == {(row.id, None) for row in inside}
    assert refused["confused"]
    assert all(pair["given"] != pair["expected"] for pair in refused["confused"])
    assert figures(shop, inside)["errors"] == []


def test_scope_ranks_rows_as_counted_pair_by_pair(shop: Router) -> None:
    outside = [Row(f"out-{i}", Message(text), None) for i, text in enumerate(("zebra quantum", "my blue zebra"))]
    scopes = {row.id: shop.route(row.message).scope for row in [*ROWS[:4], *outside]}
    assert None not in scopes.values()
    pairs = [(scopes[row.id] or 0) > (scopes[other.id] or 0) for row in ROWS[:4] for other in outside]
    assert figures(shop, [*ROWS[:4], *outside])["oos_auroc"] == round(sum(pairs) / len(pairs), 4)


def test_an_error_shows_the_nearest_examples_first(shop: Router) -> None:
    [error] = figures(shop, [Row("x", Message("refund my order please"), "product")])["errors"]
    assert error["given"] == "refund"
    assert error["layer"] == "student"
    assert 0 < error["confidence"] <= 1
    assert error["nearest"][0]["text"] == "please refund my order"
    similarities = [near["similarity"] for near in error["nearest"]]
    assert len(similarities) == 3
    assert similarities == sorted(similarities, reverse=True)


def test_accuracy_without_rules_is_that_of_the_same_router_without_rules(shop: Router) -> None:
    misled = (Rule("wrong", "product", contains=("parcel",)), Rule("right", "refund", contains=("refund",)))
    with_rules, without = figures(like(shop, rules=misled)), figures(shop)
    assert with_rules["accuracy"] == 0.75
    assert with_rules["accuracy_without_rules"] == without["accuracy"] == 1.0


def test_accuracy_without_rules_counts_the_best_route_of_a_refused_message(shop: Router) -> None:
    with_rules, without = figures(like(shop, floor=1e9, rules=WORDS)), figures(like(shop, floor=1e9))
    assert with_rules["accuracy_without_rules"] == without["accuracy"] == 1.0


def test_a_router_with_settings_of_its_own_is_measured_without_the_environment(
    shop: Router, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("FINGERPOST_CACHE", str(file))
    assert figures(like(shop, rules=WORDS))["accuracy_without_rules"] == 1.0


def test_progress_is_told_row_by_row() -> None:
    told: list[tuple[int, int]] = []
    evaluate(by_rules(*WORDS), ROWS, FILE, lambda done, total: told.append((done, total)))
    assert told == [(n, 5) for n in range(1, 6)]


# Rows the student knows.


def test_rows_the_student_was_fitted_on_are_left_out(shop: Router) -> None:
    known = Row("known", Message("¿WHERE is my  parcél?"), "product")
    result = figures(shop, [*ROWS, known])
    assert (result["rows"], result["left_out"]) == (5, 1)
    assert "known" not in [error["id"] for error in result["errors"]]


def test_a_file_of_mostly_known_rows_is_refused(shop: Router) -> None:
    known = [Row(example.text, Message(example.text), example.route) for example in shop.routebook.examples]
    with pytest.raises(RowsError, match="30 of 35 rows are training examples"):
        figures(shop, [*known, *ROWS])


def test_a_file_of_one_known_row_is_refused(shop: Router) -> None:
    with pytest.raises(RowsError, match="1 of 1 rows"):
        figures(shop, [Row("known", Message("where is my parcel"), "shipping")])


def test_a_router_of_rules_knows_no_rows() -> None:
    assert without_training_rows(by_rules(*WORDS), ROWS) == ROWS


# Violations.

BEFORE = [("product", "is the lamp waterproof")]


def leaking(message: Message, transparent: Collection[str] = (), name: str | None = None) -> Resolved:
    """A broken resolve: history becomes part of what the layers see."""
    past = " ".join(turn.text for turn in (*message.intent_history, *message.turns))
    return resolve(replace(message, text=f"{past} {past} {message.text}" if past else message.text), transparent, name)


@pytest.mark.parametrize("form", ["intent_history", "turns"])
def test_history_that_moves_a_decision_is_a_violation(shop: Router, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    past: Any = BEFORE if form == "intent_history" else [("user", "is the lamp waterproof")]
    row = Row("moved", Message("the parcel", **{form: past}), "shipping", deictic=False)
    assert figures(shop, [row])["violations"] == []
    monkeypatch.setattr("fingerpost.routing.cascade.resolve", leaking)
    result = figures(shop, [row, *ROWS])
    assert result["violations"] == [
        {"rule": "RC-03", "id": "moved", "what": "shipping without history, product with it"}
    ]


def test_history_may_move_a_row_that_leans_on_it(shop: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.routing.cascade.resolve", leaking)
    row = Row("leans", Message("the parcel", intent_history=BEFORE), "shipping", deictic=True)
    assert figures(shop, [row])["violations"] == []


def test_a_phrase_that_is_not_obeyed_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    router = by_rules(*WORDS, fallback="product")
    assert figures(router)["violations"] == []
    monkeypatch.setattr("fingerpost.routing.cascade.read_rules", lambda *_: None)
    found = figures(router)["violations"]
    assert [(violation["rule"], violation["id"]) for violation in found] == [("RC-01", "1"), ("RC-01", "2")]
    assert "refund" in found[0]["what"]
    assert "went to product" in found[0]["what"]


def test_of_two_phrases_the_first_rule_is_to_be_obeyed() -> None:
    result = figures(by_rules(*WORDS), [Row("both", Message("refund my parcel"), "refund")])
    assert result["accuracy"] == 1.0
    assert result["violations"] == []
