"""A challenger: whose labels teach it, and by whose it knows when it may stand by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fingerpost.language.text import as_read, fold
from fingerpost.learning import train as training
from fingerpost.learning.train import train
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student.model import Student
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
