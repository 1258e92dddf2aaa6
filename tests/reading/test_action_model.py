"""A model of an app's actions: fitted where examples are many, and never on less than it needs."""

from __future__ import annotations

import numpy as np
import pytest

from fingerpost.reading import Declaration, declare
from fingerpost.reading.action_model import ENOUGH, ActionModel, fit
from fingerpost.reading.declaration import NONE
from fingerpost.reading.network import Floats

APP = declare({"actions": {"go": {"examples": ["go"]}, "stop": {"examples": ["stop"]}}})
NAMES = ["go", "stop", NONE]


def taught(count: int) -> tuple[list[str], Floats, Floats]:
    """Return so many examples of each of the three: the sentence tells which."""
    actions = NAMES * count
    rows = np.tile(np.eye(3, 4, dtype=np.float32), (count, 1))
    return actions, rows, np.zeros((len(actions), 2), dtype=np.float32)


def fitted(declaration: Declaration = APP, count: int = ENOUGH) -> ActionModel:
    model = fit(declaration, *taught(count))
    assert model is not None
    return model


@pytest.mark.parametrize("place", range(3))
def test_what_the_examples_teach_is_told_apart(place: int) -> None:
    found = fitted().log_probabilities(np.eye(3, 4, dtype=np.float32)[place], np.zeros(2, dtype=np.float32))
    assert int(np.argmax(found)) == place, "in the order of the declaration, nothing asked last"
    assert np.exp(found).sum() == pytest.approx(1, abs=0.01)


def test_what_is_unlikely_never_counts_without_limit() -> None:
    sharp = ActionModel(np.array([[1000.0], [-1000.0]], dtype=np.float32), np.zeros(2, dtype=np.float32))
    found = sharp.log_probabilities(np.ones(1, dtype=np.float32), np.zeros(0, dtype=np.float32))
    assert np.isfinite(found).all()
    assert found[0] == pytest.approx(0)
    assert found[1] > -50


def test_few_examples_make_no_model() -> None:
    assert fit(APP, *taught(ENOUGH // 3)) is None
    assert fit(APP, *taught(0)) is None


def test_without_examples_that_ask_for_nothing_there_is_no_model() -> None:
    actions, sentences, requests = taught(ENOUGH)
    asking = [n for n, action in enumerate(actions) if action != NONE]
    only = ([actions[n] for n in asking] * 2, np.tile(sentences[asking], (2, 1)), np.tile(requests[asking], (2, 1)))
    assert fit(APP, *only) is None


def test_an_action_without_an_example_makes_no_model() -> None:
    more = declare({"actions": {name: {"examples": [name]} for name in ("go", "stop", "wait")}})
    assert fit(more, *taught(ENOUGH * 2)) is None
