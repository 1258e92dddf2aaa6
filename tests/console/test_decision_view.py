"""The way of a decision through the layers, as people are shown it."""

from __future__ import annotations

from dataclasses import replace

from fingerpost import Route, Router
from fingerpost.console.decision_view import (
    DECIDED,
    HELPED,
    NOT_ASKED,
    OVERRULED,
    PASSED,
    TITLES,
    bar_for,
    layer_outcomes,
)
from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Message, Step
from tests.conftest import SHOP


def states(router: Router, message: str | Message) -> dict[str, str]:
    return {outcome.name: outcome.state for outcome in layer_outcomes(router.route(message), router)}


def test_the_layers_stand_in_their_order_and_one_decided(shop: Router) -> None:
    found = states(shop, "where is my parcel")
    assert list(found) == [name for name in TITLES if name in found]
    assert found == {
        "memo": PASSED, "rules": NOT_ASKED, "encoder": HELPED, "student": DECIDED, "llm": NOT_ASKED,
        "fallback": NOT_ASKED,
    }  # fmt: skip


def test_a_message_that_no_layer_accepts_falls_to_the_last(shop: Router) -> None:
    found = states(shop, "zebra quantum opera")
    assert found["student"] == PASSED
    assert found["fallback"] == DECIDED


def test_the_same_text_again_comes_from_the_memo() -> None:
    routes = [Route(name, examples=examples) for name, examples in SHOP.items()]
    router = Router(routes, encoder=WordEncoder(), settings=Settings(cache=None), memo=Memo()).warm()
    assert states(router, "where is my parcel")["memo"] == PASSED
    again = states(router, "where is my parcel")
    assert again["memo"] == DECIDED
    assert set(again.values()) == {DECIDED, NOT_ASKED}


def test_a_declared_route_asks_no_layer(shop: Router) -> None:
    assert states(shop, Message("anything", declared="refund")) == {"declared": DECIDED}


def test_a_guard_overrules_the_layer_that_decided(shop: Router) -> None:
    trail = (Step("student", "product: sure", 20.0), Step("guard papers", "product (0.71, student) to refund", 0.0))
    overruled = replace(shop.route("is the lamp waterproof"), route="refund", layer=SUPERVISOR, trail=trail)
    found = layer_outcomes(overruled, shop)
    assert {outcome.title: outcome.state for outcome in found} == {
        "Memo": PASSED, "Rules": NOT_ASKED, "Classifier": OVERRULED, "Language model": NOT_ASKED,
        "Fallback": NOT_ASKED, "Guard papers": DECIDED,
    }  # fmt: skip


def test_a_layer_that_is_not_set_up_says_what_to_set(shop: Router) -> None:
    (model,) = (outcome for outcome in layer_outcomes(shop.route("hello"), shop) if outcome.name == "llm")
    assert "OLLAMA_URL" in model.said
    assert model.micros is None


def test_the_bar_is_that_of_the_classifier(shop: Router) -> None:
    decision = shop.route("where is my parcel")
    bar = bar_for(decision, shop)
    assert bar is not None
    assert bar.reached == decision.accepted
    assert bar_for(shop.route(Message("x", declared="refund")), shop) is None
