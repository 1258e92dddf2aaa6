"""A challenger: whose labels teach it, and by whose it knows when it may stand by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fingerpost.language.text import as_read, fold
from fingerpost.learning import train as training
from fingerpost.learning.collect import LabelledRow
from fingerpost.learning.train import train
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.training import fit
from fingerpost.testing import WordEncoder
from fingerpost.types import Example
from tests.learning.words import book, labelled, texts

ENCODER = WordEncoder()
WRITTEN, SAID, ASKED = texts()[:240], texts()[240:360], texts()[360:]


def written(count: int = len(WRITTEN)) -> Routebook:
    return replace(book(), examples=tuple(Example(text, route) for text, route in WRITTEN[:count]))


def by_lot() -> list[tuple[str, str]]:
    """Half of what people said is wrong, and nobody doubts a person's word."""
    rng, routes = np.random.default_rng(0), ["refund", "shipping", "product"]
    return [(text, str(rng.choice(routes)) if i % 2 else route) for i, (text, route) in enumerate(SAID)]


def taught(given: Routebook) -> Student:
    return train(given, labelled(by_lot(), source="person"), ENCODER, None).student


def accepted(student: Student) -> float:
    vectors = ENCODER.encode([as_read(text) for text, _ in ASKED])
    verdicts = [
        student.verdict(student.predict(vector, fold(as_read(text))))
        for vector, (text, _) in zip(vectors, ASKED, strict=True)
    ]
    return float(np.mean([verdict.accepted for verdict in verdicts]))


def test_wrong_labels_do_not_make_it_shy(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(WRITTEN) >= training.MIN_EXAMPLES_FOR_THRESHOLDS
    assert accepted(taught(written())) > 0.8
    # The saboteur: by all labels alike, it would hardly stand by anything.
    monkeypatch.setattr(training, "MIN_EXAMPLES_FOR_THRESHOLDS", len(WRITTEN) + 1)
    assert accepted(taught(written())) < 0.5


def test_few_examples_do_not_set_a_bar_alone() -> None:
    few = written(training.MIN_EXAMPLES_FOR_THRESHOLDS - 1)
    assert len(few.examples) < training.MIN_EXAMPLES_FOR_THRESHOLDS
    rows = labelled([(text, route) for text, route in SAID], source="person")
    student = train(few, rows, ENCODER, None).student
    assert student.notes["rows"] == len(few.examples) + len(rows)
    assert accepted(student) > 0.8


def uncorrected(pairs: list[tuple[str, str]]) -> list[LabelledRow]:
    return [row._replace(session=f"own-{i}") for i, row in enumerate(labelled(pairs, source="uncorrected"))]


@pytest.mark.parametrize("count", [len(WRITTEN), training.MIN_EXAMPLES_FOR_THRESHOLDS - 1])
def test_uncorrected_rows_teach_and_set_no_threshold(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many examples and with few: only the order and the number of those that count reach the fit."""
    judged: list[tuple[int | None, list[str]]] = []

    def watched(examples: Sequence[Example], *given: Any, trusted: int | None = None, **more: Any) -> Student:
        judged.append((trusted, [example.text for example in examples]))
        return fit(examples, *given, trusted=trusted, **more)

    monkeypatch.setattr(training, "fit", watched)
    given = written(count)
    by_people, own = labelled(SAID[:60], source="person"), uncorrected(SAID[60:])
    # Wherever they stand among the rows.
    train(given, [*own[:30], *by_people, *own[30:]], ENCODER, None)
    [(trusted, texts)] = judged
    assert trusted is not None
    assert not {row.text for row in own} & set(texts[:trusted])
    assert {row.text for row in own} <= set(texts[trusted:])
    # The saboteur: a person's word on the same rows would count where there are few examples.
    train(given, labelled(SAID, source="person"), ENCODER, None)
    assert (judged[-1][0] is None) == (count < training.MIN_EXAMPLES_FOR_THRESHOLDS)


def test_uncorrected_rows_do_not_vote_out_what_others_said() -> None:
    """A student that is wrong about a kind of message would otherwise outvote the teacher who is right."""
    told = [(f"the tracking number {i} of order {i}", "shipping") for i in range(3)]
    claimed = [(f"the tracking number {i} of order {i}", "refund") for i in range(3, 60)]
    few = written(60)
    heard = train(few, [*labelled(told), *uncorrected(claimed)], ENCODER, None).lineage["rows"]
    assert heard["teacher"] == 3
    # The saboteur: as labels of the teacher they do.
    assert train(few, [*labelled(told), *labelled(claimed)], ENCODER, None).lineage["rows"]["teacher"] < 60
