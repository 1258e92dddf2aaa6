"""How sure a verdict must be: the route's own threshold before that of all, and the next likely route below it."""

from __future__ import annotations

from fingerpost import Message, Route, Router
from fingerpost.conversation.resolve import resolve
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Thresholds
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.thresholds import (
    TAUGHT_FALLBACK,
    compile_exclusions,
    fixed_threshold,
    has_taught_fallback,
    is_excluded,
    minimum_confidence,
    or_next_route,
)
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Verdict

BOOK = build(
    "shop",
    [
        Route("refund", examples=["money back", "refund me"], needs=0.8, accept=0.7),
        Route("shipping", examples=["where is my parcel", "track it"]),
        Route("chat", examples=["hello there", "good morning"]),
    ],
    thresholds=Thresholds(accept=0.6),
    fallback="chat",
)


def verdict(route: str | None, confidence: float, runner_up: str | None = None) -> Verdict:
    return Verdict(route=route, accepted=True, confidence=confidence, reason="said so", runner_up=runner_up)


def test_a_route_has_its_own_threshold_or_that_of_all() -> None:
    assert fixed_threshold(BOOK, verdict("refund", 1)) == 0.7
    assert fixed_threshold(BOOK, verdict("shipping", 1)) == fixed_threshold(BOOK, verdict(None, 1)) == 0.6
    assert [minimum_confidence(BOOK, verdict(route, 1)) for route in ("refund", "shipping", None)] == [0.8, 0.0, 0.0]


def test_a_verdict_that_is_sure_enough_stays() -> None:
    for one in (verdict("refund", 0.8), verdict("shipping", 0.1)):
        assert or_next_route(BOOK, one) is one


def test_one_that_is_not_becomes_the_next_likely_route() -> None:
    found = or_next_route(BOOK, verdict("refund", 0.79, "shipping"))
    assert (found.route, found.accepted, found.runner_up) == ("shipping", False, "refund")
    assert found.reason == "refund needs 0.80 and has 0.79: said so"
    assert or_next_route(BOOK, verdict("refund", 0.79)).route == "chat"


def test_a_fallback_with_many_examples_of_its_own_tells_strangers() -> None:
    def taught(count: int, *, out_of_scope: bool = False) -> bool:
        routes = [Route("data", examples=["how many"]), Route("chat", examples=[f"hello {i}" for i in range(count)])]
        return has_taught_fallback(
            build("b", [*routes, Route("none", examples=["the moon"], out_of_scope=out_of_scope)], fallback="chat")
        )

    assert taught(TAUGHT_FALLBACK)
    assert not taught(TAUGHT_FALLBACK - 1)
    assert not taught(TAUGHT_FALLBACK, out_of_scope=True)
    assert not has_taught_fallback(BOOK)


def test_a_text_excludes_a_route_whatever_a_classifier_says() -> None:
    routes = [Route("code"), Route("bills", never=(r"\bscript\b",))]
    exclusions = compile_exclusions(build("desk", routes))
    asked, other = (resolve(Message(text)) for text in ("a script for 90% of the bill", "90% of the bill"))
    assert is_excluded(exclusions, "bills", asked)
    assert not is_excluded(exclusions, "bills", other)
    assert not is_excluded(exclusions, "code", asked)
    assert not is_excluded(exclusions, None, asked)


def test_the_router_takes_the_next_route_of_one_that_is_excluded() -> None:
    examples = {
        "bills": ["my bill is high", "the bill of may", "pay my bill"],
        "code": ["write a loop", "fix a script"],
    }
    for never, route in (((), "bills"), ((r"\bscript\b",), "code")):
        routes = [
            Route(name, examples=texts, never=never if name == "bills" else ()) for name, texts in examples.items()
        ]
        router = Router(routes, encoder=WordEncoder(), settings=Settings(cache=None), memo=Memo(size=0))
        assert router.route("the script of my bill of may").route == route
