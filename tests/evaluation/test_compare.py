"""Two routers on the same rows: what flipped, which way, and whether it is more than noise."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost import Message, Route, Router
from fingerpost.evaluation.compare import compare
from fingerpost.evaluation.evaluate import evaluate
from fingerpost.evaluation.rows import Row
from fingerpost.routebook.model import Rule
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP


def by_words(fallback: str | None = None, **words: str) -> Router:
    """A router that sends a message to the route of the first word it holds: `word="route"`."""
    routes = [Route(name) for name in ("A", "B", "C")]
    rules = tuple(Rule(word, route, contains=(word,)) for word, route in words.items())
    return Router(routes, rules=rules, fallback=fallback, encoder=WordEncoder(), settings=Settings(cache=None))


def rows(expected: str | None, *texts: str) -> list[Row]:
    return [Row(text, Message(text), expected) for text in texts]


def many(word: str, expected: str, count: int) -> list[Row]:
    return rows(expected, *(f"{word} {n}" for n in range(count)))


def test_flips_are_told_apart_by_their_way() -> None:
    old = by_words(apple="A", pear="B", plum="B", fig="A")
    new = by_words(apple="B", pear="A", plum="C", fig="A")
    result = compare(old, new, rows("A", "apple", "pear", "plum", "fig"))
    assert (result["fixed"], result["broken"], result["moved"]) == (1, 1, 1)
    assert {flip["id"]: flip["way"] for flip in result["flips"]} == {
        "apple": "broken",
        "pear": "fixed",
        "plum": "moved",
    }
    assert result["flips"][0] == {
        "id": "apple",
        "text": "apple",
        "expected": "A",
        "old": "A",
        "new": "B",
        "way": "broken",
    }
    assert result["accuracy"] == {"old": 0.5, "new": 0.5}
    assert result["rows"] == 4


def test_a_router_does_not_differ_from_itself() -> None:
    result = compare(by_words(apple="A"), by_words(apple="A"), rows("A", "apple", "pear"))
    assert result["flips"] == []
    assert result["p_value"] == 1.0
    assert result["more_than_noise"] is False


@pytest.mark.parametrize(("count", "p_value", "sure"), [(5, 0.0625, False), (6, 0.0312, True)])
def test_six_fixes_without_a_loss_are_more_than_noise_and_five_are_not(count: int, p_value: float, sure: bool) -> None:
    result = compare(by_words(apple="B"), by_words(apple="A"), many("apple", "A", count))
    assert result["fixed"] == count
    assert result["p_value"] == pytest.approx(p_value, abs=1e-4)
    assert result["more_than_noise"] is sure


def test_losses_can_be_more_than_noise_too() -> None:
    old, new = by_words(apple="A", pear="B"), by_words(apple="B", pear="A")
    result = compare(old, new, [*many("apple", "A", 20), *many("pear", "A", 4)])
    assert (result["fixed"], result["broken"]) == (4, 20)
    assert result["more_than_noise"] is True
    assert result["accuracy"] == {"old": pytest.approx(20 / 24, abs=1e-4), "new": pytest.approx(4 / 24, abs=1e-4)}


def test_moves_between_wrong_routes_say_nothing_about_which_is_better() -> None:
    result = compare(by_words(apple="B"), by_words(apple="C"), many("apple", "A", 30))
    assert result["moved"] == 30
    assert result["p_value"] == 1.0


def test_accuracy_is_the_one_that_evaluation_tells() -> None:
    old, new = by_words(apple="A"), by_words(apple="A", pear="A")
    mixed = [*rows("A", "apple", "pear"), *rows(None, "stone", "rock")]
    told = {name: evaluate(router, mixed, Path("rows"))["accuracy"] for name, router in (("old", old), ("new", new))}
    assert told == {"old": 0.5, "new": 1.0}
    assert compare(old, new, mixed)["accuracy"] == told
    served = [evaluate(router, mixed, Path("rows"))["accuracy_served"] for router in (old, new)]
    assert list(compare(old, new, mixed)["served"].values()) == served


def test_a_message_that_is_sent_away_is_broken_although_its_best_route_is_right() -> None:
    def shop(scope: float) -> Router:
        router = Router(
            [Route(name, examples=texts) for name, texts in SHOP.items()],
            encoder=WordEncoder(),
            settings=Settings(cache=None),
            memo=Memo(size=0),
        )
        student = router.warm_student()
        assert student is not None
        student.scope_threshold = scope
        return router

    asked = rows("refund", "please give me the money back for this order")
    result = compare(shop(-1e6), shop(1e6), asked)
    assert result["accuracy"] == {"old": 1.0, "new": 1.0}
    assert (result["served"], result["broken"]) == ({"old": 1.0, "new": 0.0}, 1)


def test_a_message_out_of_scope_is_right_where_it_is_caught() -> None:
    stranger = rows(None, "stone")
    assert compare(by_words(), by_words(fallback="A"), stranger)["flips"] == []
    result = compare(by_words(stone="B"), by_words(fallback="A"), stranger)
    assert [(flip["way"], flip["old"], flip["new"]) for flip in result["flips"]] == [("fixed", "B", None)]
    # The same route is no longer right once it is accepted.
    assert compare(by_words(fallback="A"), by_words(stone="A"), stranger)["broken"] == 1


def test_very_long_messages_are_cut_in_the_list() -> None:
    result = compare(by_words(apple="B"), by_words(apple="A"), rows("A", "apple" + "x" * 5000))
    assert len(result["flips"][0]["text"]) == 300
