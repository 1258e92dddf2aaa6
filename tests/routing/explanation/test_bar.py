"""The bar and where it comes from, and how strange a message is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fingerpost import Route, Router, Thresholds
from fingerpost.routing.explanation.bar import bar_of, strangeness
from fingerpost.routing.explanation.trial import ObservedStudent
from fingerpost.routing.student.model import NO_THRESHOLD, Prediction
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP


@pytest.mark.parametrize(
    ("accept", "route", "value", "source"),
    [
        (None, {}, None, "estimated on 30 examples"),
        (0.7, {}, 0.7, "`accept` of [thresholds]"),
        (0.7, {"accept": 0.4}, 0.4, "`accept` of the route"),
        (0.7, {"accept": 0.4, "needs": 0.9}, 0.9, "`needs` of the route"),
        (0.7, {"needs": 0.5}, 0.7, "`accept` of [thresholds]"),
    ],
)
def test_where_the_bar_comes_from(
    shop: Router, accept: float | None, route: dict[str, float], value: float | None, source: str
) -> None:
    student = shop.warm_student()
    assert student is not None
    routes = tuple(replace(r, **route) if r.name == "shipping" else r for r in shop.routebook.routes)  # type: ignore[arg-type]
    book = replace(shop.routebook, routes=routes, thresholds=Thresholds(accept=accept))
    expected = student.threshold if value is None else value
    bar = bar_of(book, student, "shipping", expected)
    assert (bar.value, bar.reached) == (expected, True)
    assert source in bar.source
    assert not bar_of(book, student, "shipping", expected - 0.01).reached


def test_it_is_the_bar_that_the_router_uses(shop: Router) -> None:
    for text in ("where is my parcel", "parcel or jacket, money or lamp?", "the lamp"):
        told = shop.explain(text)
        assert told.bar is not None
        assert told.strangeness is not None
        assert told.accepted == (
            told.bar.reached and told.strangeness.verdict in ("like the examples", "not estimated")
        )


def test_a_default_is_called_one() -> None:
    routes = [Route(name, examples=texts[:1]) for name, texts in SHOP.items()]
    told = Router(routes, encoder=WordEncoder(), settings=Settings(cache=None)).explain("parcel")
    assert told.bar is not None
    assert (told.bar.value, told.bar.source) == (0.85, "the default: there are too few examples to estimate it")


@pytest.mark.parametrize(
    ("scope", "doubt", "familiarity", "verdict"),
    [
        (1.0, 2.0, 0.5, "belongs to no route"),
        (1.0, 2.0, 1.5, "unlike the examples"),
        (1.0, 2.0, 2.5, "like the examples"),
        (NO_THRESHOLD, NO_THRESHOLD, -50.0, "not estimated"),
    ],
)
def test_strangeness(shop: Router, scope: float, doubt: float, familiarity: float, verdict: str) -> None:
    student = shop.warm_student()
    assert student is not None
    copy = ObservedStudent(student)
    copy.scope_threshold, copy.familiarity_threshold = scope, doubt
    prediction = Prediction(("refund", "shipping"), (0.7, 0.3), familiarity, {})
    told = strangeness(copy, prediction)
    assert told.verdict == verdict
    # The scale of the decision's scope: zero is the threshold.
    assert told.out_of_scope_below == (None if scope == NO_THRESHOLD else 0.0)
    assert told.doubtful_below == (None if doubt == NO_THRESHOLD else doubt - scope)
    assert told.familiarity == (familiarity if scope == NO_THRESHOLD else familiarity - scope)
    assert copy.verdict(prediction).scope == (None if scope == NO_THRESHOLD else told.familiarity)
    assert (student.verdict(prediction).scope is None) or student.scope_threshold != scope


@pytest.mark.parametrize("confidence", [0.4, 0.7, 0.93, 1.0])
@pytest.mark.parametrize("familiarity", [1.41, 1.58, 2.0, 9.0])
def test_the_limit_that_is_told_is_the_one_that_decides(
    new_shop: Router, confidence: float, familiarity: float
) -> None:
    """With few examples, a message must be the more like them the less sure its route is."""
    student = new_shop.warm_student()
    assert student is not None
    assert student.familiarity is not None
    routes = student.routes
    rest = tuple((1 - confidence) / (len(routes) - 1) for _ in routes[1:])
    told = strangeness(student, Prediction(tuple(routes), (confidence, *rest), familiarity, {}))
    assert told.doubtful_below is not None
    assert (told.verdict == "unlike the examples") == (told.familiarity < told.doubtful_below)


def test_a_bar_that_few_examples_cap_says_so(new_shop: Router) -> None:
    student = new_shop.warm_student()
    assert student is not None
    copy = ObservedStudent(student)
    copy.threshold = 0.85
    source = bar_of(new_shop.routebook, copy, "shipping", 0.9).source
    assert source.startswith("capped at 0.85 with so few examples")
