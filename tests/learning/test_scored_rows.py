"""Scored rows: what the bar is held against, for what rules, guards and the student decide."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from fingerpost import Router
from fingerpost.errors import RoutebookError, RowsError
from fingerpost.evaluation.rows import Row
from fingerpost.learning.scored_rows import score_rows
from fingerpost.routebook.guards import Clue, Guard
from fingerpost.routebook.model import Routebook, Rule, Thresholds
from fingerpost.routing.layers.memo import Memo
from fingerpost.types import Message, Route


def router_of(shop: Router, book: Routebook) -> Router:
    return Router.from_routebook(
        book,
        encoder=shop.batcher.encoder,
        settings=shop.settings,
        student=shop.warm_student(),
        memo=Memo(size=0),
    )


def rows(*pairs: tuple[str, str | None]) -> list[Row]:
    return [Row(str(i), Message(text), expected, lang="en") for i, (text, expected) in enumerate(pairs)]


ASKED = rows(("refund my lamp please", "refund"), ("the parcel and the courier", "refund"), ("zzz qqq", None))


def test_a_row_scores_as_sure_as_the_student_is_whatever_the_bar(shop: Router) -> None:
    high = replace(shop.routebook, thresholds=Thresholds(accept=0.999999))
    found = score_rows(high, router_of(shop, high), ASKED)
    plain = [shop.route(row.message) for row in ASKED]
    assert [one.score for one in found[:2]] == [decision.confidence for decision in plain[:2]]
    assert [one.right for one in found[:2]] == [True, False]
    assert {one.lang for one in found} == {"en"}


def test_a_bar_at_the_score_accepts_and_one_above_does_not(shop: Router) -> None:
    row, score = ASKED[0], score_rows(shop.routebook, shop, ASKED)[0].score
    for bar, accepted in ((score - 1e-6, True), (score + 1e-6, False)):
        book = replace(shop.routebook, thresholds=Thresholds(accept=bar))
        assert router_of(shop, book).route(row.message).accepted is accepted


def test_a_route_with_a_bar_of_its_own_is_held_to_it_alone(shop: Router) -> None:
    scored = score_rows(shop.routebook, shop, ASKED)
    assert scored[0].route == "refund"
    routes = tuple(replace(r, accept=0.999999) if r.name == "refund" else r for r in shop.routebook.routes)
    book = replace(shop.routebook, routes=routes, thresholds=Thresholds(accept=0.01))
    strict = router_of(shop, book)
    assert strict.route("refund my lamp please").accepted is False
    assert strict.route("where is the parcel now").accepted is True
    # The bar of a route hides nothing from the next promise.
    assert score_rows(book, strict, ASKED) == scored


def test_what_a_rule_decides_is_accepted_at_every_bar(shop: Router) -> None:
    book = replace(shop.routebook, rules=(Rule("lamp", "product", contains=("lamp",)),))
    found = score_rows(book, router_of(shop, book), ASKED)
    assert found[0] == (inf, False, "product", "en")
    assert found[1].score < 1


def test_what_a_guard_moves_keeps_the_score_that_the_bar_is_held_against(shop: Router) -> None:
    clue = Clue("parcel", words=frozenset({"parcel"}))
    guard = Guard("to-refund", to="refund", when=frozenset({"parcel"}), contradicts=True)
    book = replace(shop.routebook, clues=(clue,), guards=(guard,))
    moved, plain = (score_rows(each, router_of(shop, each), ASKED)[1] for each in (book, shop.routebook))
    assert (moved.route, moved.right) == ("refund", True)
    assert (plain.route, plain.right) == ("shipping", False)
    assert moved.score == plain.score


def test_a_stranger_is_accepted_at_no_bar(shop: Router) -> None:
    student = shop.warm_student()
    assert student is not None
    found = score_rows(shop.routebook, shop, ASKED)[2]
    stranger = (shop.route("zzz qqq").scope or 0) < 0
    assert (found.score == -inf) is stranger


def test_a_model_that_is_asked_first_leaves_nothing_to_promise(shop: Router) -> None:
    book = replace(shop.routebook, llm_first=True)
    with pytest.raises(RoutebookError, match="no threshold to set"):
        score_rows(book, router_of(shop, book), ASKED)


def test_rules_alone_have_no_bar() -> None:
    book = Routebook("rules", (Route("a"), Route("b")), rules=(Rule("x", "a", contains=("x",)),), fallback="b")
    with pytest.raises(RowsError, match="no examples and so no classifier: there is no threshold to set"):
        score_rows(book, Router.from_routebook(book), rows(("x", "a")))
