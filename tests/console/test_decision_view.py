"""The way of a decision through the layers, as people are shown it."""

from __future__ import annotations

from fingerpost import Route, Router
from fingerpost.console.decision_view import DECIDED, HELPED, NOT_ASKED, PASSED, TITLES, bar_for, rungs
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Message
from tests.conftest import SHOP


def states(router: Router, message: str | Message) -> dict[str, str]:
    return {rung.name: rung.state for rung in rungs(router.route(message), router)}


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


def test_a_layer_that_is_not_set_up_says_what_to_set(shop: Router) -> None:
    (model,) = (rung for rung in rungs(shop.route("hello"), shop) if rung.name == "llm")
    assert "OLLAMA_URL" in model.said
    assert model.millis is None


def test_the_bar_is_that_of_the_classifier(shop: Router) -> None:
    decision = shop.route("where is my parcel")
    bar = bar_for(decision, shop)
    assert bar is not None
    assert bar.reached == decision.accepted
    assert bar_for(shop.route(Message("x", declared="refund")), shop) is None
