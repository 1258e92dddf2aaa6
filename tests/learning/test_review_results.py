"""What the labels of people gave: only what is measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.learning import review_results as module
from fingerpost.learning.review_results import Agreement, agreement_by_day, review_results
from fingerpost.learning.training_run import MIN_LABELS
from fingerpost.stores import Store
from fingerpost.stores.reviews import Label, Reviewer
from fingerpost.types import Turn
from tests.learning.talk import shop

DAY = 86_400.0
ANA = Reviewer("ana")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'store.sqlite'}") as opened:
        for place, text in enumerate(("my last bill", "a while loop", "the second invoice", "hello you")):
            opened.write(f"s{place}", f"r{place}", [Turn("user", text, "CODE", "student", 0.5)], routebook="shop")
        yield opened


def given(number: int, route: str, at: float, guess: str | None = "CODE", decided: str = "CODE") -> Label:
    return Label(number, number, "ana", route, decided, guess, None, 0, at)


def test_nothing_labelled_is_nothing_given(store: Store) -> None:
    found = review_results(store, shop())
    assert (found.labelled, found.examples, found.by_route, found.student, found.agreement) == (0, 0, {}, None, [])
    assert found.needed == MIN_LABELS


def test_labels_of_review_and_feedback_are_training_examples_but_for_none_of_these(store: Store) -> None:
    numbers = {message.request: message.id for message in store.stored_messages("shop")}
    store.reviews.label("shop", ANA, numbers["r0"], "BILLING")
    store.reviews.label("shop", ANA, numbers["r3"], "oos")
    store.correct("r1", "CODE", "s1")
    found = review_results(store, shop())
    assert (found.labelled, found.examples, found.by_route) == (3, 2, {"BILLING": 1, "CODE": 1})
    assert [(day.labels, day.decided) for day in found.agreement] == [(2, 0)], "feedback is no review"


def test_agreement_is_counted_by_day() -> None:
    labels = [
        given(1, "CODE", DAY),
        given(2, "BILLING", DAY + 5, guess="BILLING"),
        given(3, "BILLING", DAY + 6, guess=None),
        given(4, "BILLING", 3 * DAY),
    ]
    assert agreement_by_day(labels) == [
        Agreement("1970-01-02", labels=3, guessed=2, student=2, decided=1),
        Agreement("1970-01-04", labels=1, guessed=1, student=0, decided=0),
    ]


def test_the_newest_student_is_told_with_its_figures(store: Store) -> None:
    lineage = {
        "rows": {"person": 30},
        "estimate": {"accuracy": 0.91, "coverage": 0.8, "accepted_error": 0.02},
        "comparison": {
            "passed": True,
            "reasons": [],
            "checks": [{"what": "right", "rows": 60, "champion": 0.8, "challenger": 0.9, "low": 0.0, "high": 0.2}],
        },
    }
    store.students.add("shop", {}, {}, b"")
    number = store.students.add("shop", lineage, {}, b"")
    figures = review_results(store, shop()).student
    assert figures is not None
    assert (figures.number, figures.serves, figures.rows, figures.passed) == (number, False, {"person": 30}, True)
    assert figures.checks == [{"what": "right", "rows": 60, "champion": 0.8, "challenger": 0.9}]
    store.students.set_serving("shop", number, "better")
    served = review_results(store, shop()).student
    assert served is not None
    assert served.serves


def test_a_student_with_a_damaged_lineage_is_no_error(store: Store) -> None:
    number = store.students.add("shop", {}, {}, b"")
    figures = review_results(store, shop()).student
    assert figures is not None
    assert (figures.number, figures.rows, figures.estimate, figures.passed) == (number, {}, {}, False)


def test_examples_of_other_sources_would_be_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: rows of the teacher are counted as labels of people."""
    monkeypatch.setattr(module, "PERSON", "teacher")
    with pytest.raises(AssertionError):
        test_labels_of_review_and_feedback_are_training_examples_but_for_none_of_these(store)
