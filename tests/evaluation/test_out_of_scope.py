"""What becomes of rows out of scope is counted as it is defined, and whoever lets them through is found out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fingerpost import Message, Route, Router
from fingerpost.evaluation.out_of_scope import outcome_of
from fingerpost.evaluation.rows import Row
from fingerpost.routebook.model import Routebook, Rule, Thresholds
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision
from tests.evaluation.test_evaluate import ROWS, by_rules, figures, like

SPANISH = Row("es", Message("cebra cuántica armónica"), None, lang="es")
STRANGERS = [
    Row("zebra", Message("zebra quantum harmonica"), None, lang="en"),
    Row("egg", Message("how long do you boil an egg"), None, lang="en"),
    SPANISH,
]
INSIDE = [row for row in ROWS if row.expected is not None]

ALL = Rule("all", "refund", patterns=(re.compile("."),))
"""The saboteur: every message is accepted for one route."""


@pytest.mark.parametrize(
    ("route", "accepted", "outcome"),
    [
        (None, False, "caught"),
        (None, True, "caught"),
        ("other", False, "caught"),
        ("other", True, "caught"),
        ("chat", False, "caught"),
        ("chat", True, "accepted"),
        ("refund", False, "guessed"),
        ("refund", True, "accepted"),
    ],
)
def test_each_decision_has_one_outcome(route: str | None, accepted: bool, outcome: str) -> None:
    routes = (Route("refund"), Route("chat"), Route("other", out_of_scope=True))
    book = Routebook(name="shop", routes=routes, fallback="chat")
    assert outcome_of(Decision(route, accepted, 0.5, "student", ""), book) == outcome


def test_without_fallback_and_out_of_scope_route_only_no_route_is_caught() -> None:
    book = Routebook(name="shop", routes=(Route("refund"), Route("chat")))
    found = [outcome_of(Decision(route, False, 0.5, "fallback", ""), book) for route in (None, "chat")]
    assert found == ["caught", "guessed"]


def outside(router: Router, rows: list[Row] = STRANGERS) -> dict[str, Any]:
    found: dict[str, Any] = figures(router, [*INSIDE, *rows])["out_of_scope"]
    return found


def shares(found: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(found[name] for name in ("rows", "caught", "guessed", "accepted", "to_fallback"))


def test_a_router_that_accepts_every_stranger_is_found_out() -> None:
    result = figures(by_rules(ALL), [*INSIDE, *STRANGERS])
    assert shares(result["out_of_scope"]) == (3, 0.0, 0.0, 1.0, 0)
    listed = [(error["id"], error["expected"], error["outcome"]) for error in result["errors"]]
    assert listed[:3] == [(row.id, "oos", "accepted") for row in STRANGERS]
    assert result["selective_accuracy"] == round(1 / 7, 4)


def test_a_student_that_accepts_every_stranger_is_found_out(shop: Router) -> None:
    bold = like(shop, floor=-1e9, thresholds=Thresholds(accept=0.001))
    result = figures(bold, [*INSIDE, *STRANGERS])
    assert result["accuracy_served"] == 1.0, "in scope all is well"
    assert shares(result["out_of_scope"]) == (3, 0.0, 0.0, 1.0, 0)
    assert [error["id"] for error in result["errors"]] == [row.id for row in STRANGERS]


def test_the_fallback_catches_unless_it_is_accepted() -> None:
    assert shares(outside(by_rules(fallback="refund"))) == (3, 1.0, 0.0, 0.0, 3)
    assert figures(by_rules(fallback="refund"), STRANGERS)["errors"] == []
    assert shares(outside(by_rules(ALL, fallback="refund"))) == (3, 0.0, 0.0, 1.0, 0)


def test_no_route_is_caught_and_is_not_the_fallback() -> None:
    assert shares(outside(by_rules())) == (3, 1.0, 0.0, 0.0, 0)


def test_the_out_of_scope_route_catches_even_if_it_is_accepted() -> None:
    router = Router(
        [Route("refund"), Route("other", out_of_scope=True)],
        rules=(Rule("zebra", "other", contains=("zebra",)),),
        encoder=WordEncoder(),
        settings=Settings(cache=None),
    )
    result = figures(router, STRANGERS[:1])
    assert shares(result["out_of_scope"]) == (1, 1.0, 0.0, 0.0, 0)
    assert (result["coverage"], result["selective_accuracy"], result["errors"]) == (1.0, 1.0, [])
    assert result["risk_coverage"] == [[1.0, 0.0]]


def test_a_guess_is_neither_caught_nor_accepted_and_is_listed(shop: Router) -> None:
    shy = like(shop, floor=-1e9, thresholds=Thresholds(accept=0.9999))
    result = figures(shy, [*INSIDE, *STRANGERS])
    assert shares(result["out_of_scope"]) == (3, 0.0, 1.0, 0.0, 0)
    assert [(error["id"], error["accepted"], error["outcome"]) for error in result["errors"]] == [
        (row.id, False, "guessed") for row in STRANGERS
    ]
    assert sum(pair["rows"] for pair in result["confused"] if pair["expected"] == "oos") == 3


def test_accepted_strangers_come_first_among_the_errors_and_the_others_keep_their_order(shop: Router) -> None:
    """Only a rule accepts; the wrong label of the first row is an error in scope."""
    rule = Rule("egg", "refund", contains=("egg",))
    router = like(shop, floor=-1e9, thresholds=Thresholds(accept=0.9999), rules=(rule,))
    wrong = Row("wrong", Message("refund my lamp please"), "product")
    errors = figures(router, [wrong, *STRANGERS])["errors"]
    assert [(error["id"], error["outcome"]) for error in errors] == [
        ("egg", "accepted"),
        ("wrong", None),
        ("zebra", "guessed"),
        ("es", "guessed"),
    ]


def test_every_language_has_figures_of_its_own() -> None:
    found = outside(by_rules(Rule("egg", "refund", contains=("egg",)), fallback="product"))
    assert shares(found) == (3, 0.6667, 0.0, 0.3333, 2)
    assert {lang: shares(figures_of) for lang, figures_of in found["by_lang"].items()} == {
        "en": (2, 0.5, 0.0, 0.5, 1),
        "es": (1, 1.0, 0.0, 0.0, 1),
    }
    low, high = found["by_lang"]["en"]["accepted_interval"]
    assert low < 0.5 < high
    assert found["by_lang"]["en"]["thin"]


def test_without_rows_out_of_scope_the_shares_are_unknown() -> None:
    found = outside(by_rules(ALL), [])
    assert shares(found) == (0, None, None, None, 0)
    assert found["by_lang"] == {}
