"""The learning curve: nested parts of the examples, the same rows, and a word on whether more would help."""

from __future__ import annotations

from collections import Counter

import pytest

from fingerpost import Route, Router, RowsError
from fingerpost.evaluation import learning_curve as module
from fingerpost.evaluation.learning_curve import SHARES, learning_curve, router_fitted_on, sample_examples
from fingerpost.evaluation.rows import Row
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Rule
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Example, Message
from tests.learning.words import rows, texts

HELD = rows(texts()[320:])


def router(examples: list[Example]) -> Router:
    book = build("shop", [Route(name) for name in ("refund", "shipping", "product")], examples=examples)
    return Router.from_routebook(book, encoder=WordEncoder(), settings=Settings(cache=None), memo=Memo(size=0))


def examples(count: int) -> list[Example]:
    return [Example(text, route) for text, route in texts()[:count]]


def test_parts_are_nested_and_keep_the_shares_of_the_routes() -> None:
    all_of_them = examples(320)
    counts = Counter(example.route for example in all_of_them)
    parts = [sample_examples(all_of_them, share) for share in SHARES]
    for share, some in zip(SHARES, parts, strict=True):
        assert Counter(e.route for e in some) == {route: round(share * n) for route, n in counts.items()}
    assert set(parts[0]) < set(parts[1]) < set(parts[2]) < set(parts[3])
    assert parts[3] == all_of_them
    assert parts[0] == sample_examples(all_of_them, SHARES[0])
    assert parts[0] != sample_examples(all_of_them, SHARES[0], seed=1)


def test_a_part_never_loses_a_route() -> None:
    some = sample_examples([*examples(80), Example("rare one", "rare"), Example("rare two", "rare")], 0.125)
    assert sum(example.route == "rare" for example in some) == 2


def test_examples_that_are_enough_are_told_from_those_that_are_too_few() -> None:
    enough = learning_curve(router(examples(320)), HELD)
    assert [point["examples"] for point in enough["points"]] == [len(sample_examples(examples(320), s)) for s in SHARES]
    assert not enough["helps"]
    assert "made no significant difference" in enough["says"]
    few = learning_curve(router(examples(24)), HELD)
    assert few["points"][-1]["accuracy"] > few["points"][0]["accuracy"]
    assert few["helps"]
    assert few["interval"][0] > 0
    assert "more of them are worth writing" in few["says"]


def test_shares_of_as_many_examples_are_told_once() -> None:
    found = learning_curve(router(examples(16)), HELD)["points"]
    counts = [point["examples"] for point in found]
    assert len(counts) < len(SHARES)
    assert len(set(counts)) == len(counts)
    assert [point["share"] for point in found][-2:] == [0.5, 1.0]


def test_a_curve_that_measures_one_student_all_along_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: where every part is all of it, nothing is gained, and it is not said that anything was."""
    monkeypatch.setattr(module, "router_fitted_on", lambda whole, _share: router_fitted_on(whole, 1.0))
    same = learning_curve(router(examples(24)), HELD)
    assert (same["gain"], same["interval"], same["helps"]) == (0.0, [0.0, 0.0], False)


def test_what_makes_it_worse_is_said() -> None:
    assert "look for wrong labels" in module._summary(-0.1, -0.15, -0.05)


def test_without_examples_or_rows_in_scope_there_is_no_curve() -> None:
    rules = [Rule("all", "refund", contains=("a",))]
    book = build("bare", [Route("refund"), Route("shipping")], rules=rules)
    bare = Router.from_routebook(book, encoder=WordEncoder(), settings=Settings(cache=None))
    with pytest.raises(RowsError, match="no examples"):
        learning_curve(bare, HELD)
    with pytest.raises(RowsError, match="no row has an expected route"):
        learning_curve(router(examples(60)), [Row("1", Message("zebra"), None)])
