"""Cross-validation judges every example once, by students that saw neither it nor one alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost import Route
from fingerpost.errors import TrainingError
from fingerpost.evaluation import cross_validation
from fingerpost.evaluation.cross_validation import check_no_leakage, cross_validate, figures, group_key
from fingerpost.evaluation.metrics import wilson_interval
from fingerpost.language.text import fold
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Routebook, Thresholds
from fingerpost.routing.student.training import Fold, fit, fit_folds
from fingerpost.testing import WordEncoder
from fingerpost.types import Example
from tests.learning.words import texts

ENCODER = WordEncoder()


def words(count: int = 240) -> Routebook:
    """Return a routebook of three routes with so many examples."""
    routes = [Route(name) for name in ("refund", "shipping", "product")]
    return build("shop", routes, examples=[Example(text, route) for text, route in texts()[:count]])


def gibberish(count: int = 90) -> Routebook:
    """Return a routebook whose labels follow from nothing; every text is there twice, with other signs and numbers."""
    rng = np.random.default_rng(5)
    routes = [Route("one"), Route("two")]
    examples = []
    for i in range(count):
        said = " ".join(f"w{'abcdefghij'[n]}{'klmnopqrst'[m]}" for n, m in rng.integers(0, 10, (4, 2)))
        route = ("one", "two")[int(rng.integers(2))]
        examples += [Example(f"{said} {i}", route), Example(f"{said.upper()}, {i + 500}!", route)]
    return build("gibberish", routes, examples=examples)


def test_every_example_is_judged_once_and_well() -> None:
    book = words()
    validated = cross_validate(book, ENCODER, None)
    assert sorted(one.example.text for one in validated.predictions) == sorted(
        example.text for example in book.examples
    )
    found = figures(book, validated)
    assert (found["rows"], found["texts"], found["folds"]) == (240, 240, 5)
    assert found["accuracy"] > 0.95
    assert found["accepted"] == sum(one.verdict.accepted for one in validated.predictions)
    assert found["coverage"] == round(found["accepted"] / 240, 4)
    assert found["accepted_error_interval"] == wilson_interval(found["wrong"], found["accepted"])
    assert set(found["by_route"]) == {"refund", "shipping", "product"}


def test_the_figures_are_near_to_those_that_fitting_notes() -> None:
    book = words()
    noted = fit(book.examples, ENCODER).notes
    found = figures(book, cross_validate(book, ENCODER, None))
    assert found["accuracy"] == pytest.approx(noted["accuracy"], abs=0.03)


def test_confused_routes_are_named_with_an_example() -> None:
    book = words()
    wrong = [replace(e, route="product") if i % 20 == 0 else e for i, e in enumerate(book.examples)]
    found = figures(book, cross_validate(replace(book, examples=tuple(wrong)), ENCODER, None))
    assert found["confused"][0]["expected"] == "product"
    assert found["confused"][0]["text"] in {e.text for e in wrong}
    assert sum(pair["rows"] for pair in found["confused"]) == round((1 - found["accuracy"]) * 240)


def test_strangers_count_as_wrong_where_they_are_accepted_and_never_for_accuracy() -> None:
    book = words(120)
    strangers = [Example(f"zebra quantum {word} harmonica", "nothing") for word in "abcdefghijkl"]
    routes = (*book.routes, Route("nothing", out_of_scope=True))
    book = replace(book, routes=routes, examples=(*book.examples, *strangers))
    found = figures(book, cross_validate(book, ENCODER, None))
    assert found["rows"] == 132
    assert "nothing" not in found["by_route"]
    assert sum(group["rows"] for group in found["by_route"].values()) == 120


def test_a_bar_of_the_routebook_is_kept() -> None:
    book = replace(words(), thresholds=Thresholds(accept=0.9999999))
    assert figures(book, cross_validate(book, ENCODER, None))["coverage"] < 0.1


# Leakage.


def test_what_says_nothing_is_judged_by_chance() -> None:
    book = gibberish()
    found = figures(book, cross_validate(book, ENCODER, None))
    assert (found["rows"], found["texts"]) == (180, 90)
    low, high = wilson_interval(round(found["accuracy"] * 90), 90)
    assert low < 0.5 < high


def test_leaking_folds_would_look_good_and_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: texts that are alike on both sides give the answers away, and the check finds them."""
    book = gibberish()
    honest = figures(book, cross_validate(book, ENCODER, None))["accuracy"]

    def leaking(*args: object, **more: object) -> list[Fold]:
        return fit_folds(book.examples, ENCODER, same=fold)

    monkeypatch.setattr(cross_validation, "fit_folds", leaking)
    with pytest.raises(TrainingError, match="the folds leak"):
        cross_validate(book, ENCODER, None)
    monkeypatch.setattr(cross_validation, "check_no_leakage", lambda *_: None)
    assert figures(book, cross_validate(book, ENCODER, None))["accuracy"] > honest + 0.15


def test_bars_of_a_fold_come_from_the_others() -> None:
    folds = fit_folds(words().examples, ENCODER)
    assert len({one.student.threshold for one in folds}) > 1
    assert len({one.student.dense.tobytes() for one in folds}) == len(folds)


def test_a_text_in_two_folds_is_found() -> None:
    student = fit(words(60).examples, ENCODER)
    apart = [Fold(student, np.array([0, 1])), Fold(student, np.array([2, 3]))]
    check_no_leakage(["a", "a", "b", "c"], apart)
    with pytest.raises(TrainingError, match="'a' is on both sides"):
        check_no_leakage(["a", "b", "a", "c"], apart)


def test_a_route_with_one_text_is_refused() -> None:
    book = words(60)
    lone = (*book.examples, Example("Is it 3?", "lone"), Example("is it 4", "lone"))
    with pytest.raises(TrainingError, match="cannot be cross-validated: lone has"):
        cross_validate(replace(book, routes=(*book.routes, Route("lone")), examples=lone), ENCODER, None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("¿Cuándo llega mi pedido 4711?", "cuando llega mi pedido 12"),
        ("Quanto é 3 + 4", "quanto e 30 40"),
        ("Where's my parcel?!", "where s my parcel"),
    ],
)
def test_alike_is_what_differs_in_case_accents_signs_and_numbers_alone(one: str, other: str) -> None:
    assert group_key(one) == group_key(other)
    assert group_key(one) != group_key(f"{one} please")


@given(st.text())
def test_alike_of_alike_is_the_same(text: str) -> None:
    assert group_key(group_key(text)) == group_key(text)
