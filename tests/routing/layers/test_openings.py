"""Which app a message may open, by the words of messages that open it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import pytest

from fingerpost import Message, Route
from fingerpost.language.text import fold
from fingerpost.routebook.apps import Trigger
from fingerpost.routebook.check import build
from fingerpost.routebook.load import load
from fingerpost.routing.layers import openings
from fingerpost.routing.layers.apps import AppMatcher
from fingerpost.routing.layers.openings import Openings, OpeningWords, openings_of
from fingerpost.types import Example, Resolved
from tests.routing.layers.test_apps import Toy

TALK = ["who reads books these days", "my shelf fell down", "nice weather today", "the garden is wet", "who knows"] * 20
APPS = {
    "shelf": OpeningWords(("sort my library please", "library of mine, sort it"), frozenset({"shelf"})),
    "beds": OpeningWords(("plan the vegetable patch", "vegetable patch plan for spring"), frozenset({"raised bed"})),
}


def likeliest(text: str, of: Openings, among: tuple[str, ...] = ("shelf", "beds"), mentioned: str = "") -> str | None:
    return of.likeliest(set(fold(text).split()), among, mentioned.split())


def test_the_app_whose_openings_have_these_words_is_likely() -> None:
    found = Openings(APPS, TALK)
    assert likeliest("sort our library", found) == "shelf"
    assert likeliest("a plan for my vegetable patch", found) == "beds"
    assert likeliest("a plan for my vegetable patch", found, among=("shelf",)) is None


def test_talk_is_not_and_neither_is_what_nobody_ever_said() -> None:
    found = Openings(APPS, TALK)
    for text in ("who reads books", "nice weather in the garden", "quantum chromodynamics", ""):
        assert likeliest(text, found) is None, text


def test_a_mentioned_app_needs_less_and_comes_first() -> None:
    found = Openings(APPS, TALK)
    text = "the patch and the library near who knows what"
    assert likeliest(text, found) is None
    assert likeliest(text, found, mentioned="beds") == "beds"


def test_a_keyword_counts_like_a_word_of_an_example() -> None:
    without = Openings({"shelf": APPS["shelf"]._replace(keywords=frozenset())}, TALK)
    with_it = Openings({"shelf": APPS["shelf"]._replace(keywords=frozenset({"bookcase"}))}, TALK)
    text = "sort the bookcase now for us all"
    assert likeliest(text, without) is None
    assert likeliest(text, with_it) == "shelf"


@pytest.mark.parametrize("limit", [0.0, 99.0])
def test_a_limit_that_is_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch, limit: float) -> None:
    """The saboteur: without a limit talk passes, and with too high a one no opening does."""
    monkeypatch.setattr(openings, "LIMIT", limit)
    found = Openings(APPS, TALK)
    passes = [
        likeliest(text, found) is not None
        for text in ("sort our library", "please do what nobody else ever did for us all")
    ]
    assert passes == [limit == 0.0] * 2


def test_without_apps_or_talk_nothing_is_likely() -> None:
    assert likeliest("sort our library", Openings({}, TALK)) is None
    assert likeliest("sort our library", Openings(APPS, [])) is None


ROUTES = [Route("TALK", slot="conversational"), Route("DO", app=True), Route("BEGIN", opens_as="DO")]
SHELF = Toy("shelf", [Trigger(keywords=("shelf",)), Trigger(examples=("sort my library", "library, sort it"))])
PLAIN = Toy("plain", [Trigger(keywords=("album",))])
EXAMPLES = [*(Example(text, "TALK") for text in TALK), Example("put dune there", "DO"), Example("go on", "BEGIN")]


def test_examples_of_the_opening_route_count_for_the_one_app_that_they_mention() -> None:
    taught = Example("catalogue the shelf quickly", "BEGIN")
    of = [build("toys", ROUTES, examples=[*EXAMPLES, *more], apps=[SHELF, PLAIN], fallback="TALK")
          for more in ([], [taught], [replace(taught, text="catalogue the shelf and the album quickly")])]  # fmt: skip
    assert [likeliest("catalogue quickly", openings_of(book), ("shelf",)) for book in of] == [None, "shelf", None]


def test_apps_without_examples_have_no_openings_and_are_mentioned_as_before() -> None:
    book = build("toys", ROUTES, examples=EXAMPLES, apps=[SHELF, PLAIN], fallback="TALK")
    assert openings_of(book).apps == ("shelf",)
    found = {
        text: AppMatcher(book).find_mention(Message(text), Resolved(text, text, text)).likely
        for text in ("sort our library", "the album", "my shelf fell down", "who knows")
    }
    ids = {text: app.id if app else None for text, app in found.items()}
    assert ids == {
        "sort our library": "shelf", "the album": "plain", "my shelf fell down": None, "who knows": None
    }  # fmt: skip


def test_beside_a_running_app_another_must_be_mentioned() -> None:
    book = build("toys", ROUTES, examples=EXAMPLES, apps=[SHELF, PLAIN], fallback="TALK")
    for text, opens in (("sort our library", None), ("sort the library on our shelf", "shelf")):
        likely = AppMatcher(book).find_mention(Message(text, active_app="plain"), Resolved(text, text, text)).likely
        assert (likely.id if likely else None) == opens, text
        own = AppMatcher(book).find_mention(Message(text, active_app="shelf"), Resolved(text, text, text))
        assert own.likely is None, "the running app is not opened anew"


@dataclass(frozen=True)
class Shipped:
    """An opening in the words of people, and its app."""

    text: str
    app: str | None


@pytest.mark.parametrize(
    "row",
    [
        Shipped("four of us are off to Norway in June, keep a list for us", "trip_planner"),
        Shipped("nos vamos a Oporto en marzo, ábreme una lista", "trip_planner"),
        Shipped("keep track of who pays what in our flat", "bill_split"),
        Shipped("bora rachar o churrasco de domingo", "bill_split"),
        Shipped("what a day, I could sleep until Friday", None),
        Shipped("¿te gusta el café con leche?", None),
    ],
)
def test_the_shipped_apps_are_opened_in_words_of_their_own(row: Shipped) -> None:
    likely = shipped().find_mention(Message(row.text), Resolved(row.text, fold(row.text), row.text)).likely
    assert (likely.id if likely else None) == row.app


def shipped() -> AppMatcher:
    return AppMatcher(load("miniapps"))


def test_eight_thousand_examples_are_counted_at_once() -> None:
    book = load("miniapps")
    assert len(book.examples) > 8000
    began = time.process_time()
    openings_of(book)
    assert time.process_time() - began < 1.0, "0.13 s on a busy machine"
