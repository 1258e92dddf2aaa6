"""The model of an app's values: learned where examples are many, and for the labels of an action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

import numpy as np
import pytest

from fingerpost.reading import Declaration, declare
from fingerpost.reading.action_model import ENOUGH
from fingerpost.reading.label_model import LabelModel, _with_copies, fit
from fingerpost.reading.marks import mark
from fingerpost.reading.prototypes import ANY_DAY

NAMES = ("oat milk", "bread", "red apples", "soap", "rice")
SHOPS = ("corner shop", "market", "bakery", "mall", "petrol station")
ADDING = (
    "put [{}](thing) down from the [{}](shop)",
    "we need [{}](thing), [{}](shop)",
    "get [{}](thing) at the [{}](shop)",
)
"""What is bought, and where."""
PARAMETERS: Mapping[str, Sequence[str]] = {"buy": ("thing", "shop"), "drop": ("thing",)}


def shopping(per_action: int = 4 * ENOUGH, several: int = 30) -> Declaration:
    """Return an app with so many examples of each of its two actions, and of messages with two requests."""
    pairs = list(product(NAMES, SHOPS, ADDING))
    buying = [frame.format(name, shop) for name, shop, frame in pairs]
    dropping = [
        f"{verb} [{name}](thing)" for name, verb in product(NAMES, ("no more", "skip the", "forget", "leave out the"))
    ]
    both = [f"{one} || and {other}" for one, other in zip(buying[::-1], dropping * 4, strict=False)]
    return declare(
        {
            "actions": {
                "buy": {
                    "parameters": {"thing": {"type": "name"}, "shop": {"type": "text"}},
                    "examples": buying[:per_action],
                },
                "drop": {"parameters": {"thing": {"type": "name"}}, "examples": (dropping * 2)[:per_action]},
            },
            "examples": [{"text": text, "actions": ["buy", "drop"]} for text in both[:several]],
        }
    )


@cache
def values() -> LabelModel:
    model = fit(shopping())
    assert model is not None
    return model


def found(text: str, action: str = "buy", model: LabelModel | None = None) -> dict[str, str]:
    """Return the words that most likely belong to each parameter of an action."""
    labelled, marked = model or values(), mark(text, (), (), ANY_DAY)
    seen = labelled.seen(marked)
    likely = labelled.log_probabilities(seen, 0, len(marked.words), PARAMETERS)[action].argmax(axis=1)
    told: dict[str, str] = {}
    for word, label in zip(marked.words, likely, strict=True):
        if label:
            name = PARAMETERS[action][(int(label) - 1) // 2]
            told[name] = f"{told.get(name, '')} {word.text}".strip()
    return told


def test_values_that_no_example_has_are_found_by_the_words_around_them() -> None:
    assert found("get honey at the harbour") == {"thing": "honey", "shop": "harbour"}
    assert found("we need flour, kiosk") == {"thing": "flour", "shop": "kiosk"}


def test_an_action_has_only_labels_of_its_own() -> None:
    assert found("leave out the honey", "drop") == {"thing": "honey"}
    assert "shop" not in found("put honey down from the harbour", "drop")


def test_probabilities_are_shares_of_the_labels_of_an_action() -> None:
    marked = mark("we need flour, kiosk", (), (), ANY_DAY)
    seen = values().seen(marked)
    for action, likely in values().log_probabilities(seen, 1, 4, PARAMETERS).items():
        assert likely.shape == (3, 1 + 2 * len(PARAMETERS[action]))
        assert np.exp(likely).sum(axis=1) == pytest.approx(np.ones(3), abs=0.01)


def test_without_its_weights_it_finds_nothing() -> None:
    model = values()
    blank = LabelModel(
        model.labels, model.features, np.zeros_like(model.weights), model.axes, np.zeros_like(model.transitions)
    )
    assert found("put honey down from the harbour", model=blank) == {}


def test_a_parameter_that_no_example_has_taught_is_unlikely_and_no_fault() -> None:
    marked = mark("we need bread", (), (), ANY_DAY)
    seen = values().seen(marked)
    likely = values().log_probabilities(seen, 0, 3, {"buy": ("thing", "price")})["buy"]
    assert np.isfinite(likely).all()
    assert float(likely[:, 3:].max()) < np.log(0.01)


def test_few_examples_make_no_model() -> None:
    assert fit(shopping(per_action=ENOUGH // 2, several=0)) is None


def test_it_is_the_same_each_time() -> None:
    again = fit(shopping())
    assert again is not None
    assert again.features == values().features
    assert np.array_equal(again.weights, values().weights)


def test_copies_have_lists_of_what_there_may_be_many_of() -> None:
    example = "add [milk](things) at [noon](when)"
    parameters = {"things": {"type": "name", "many": True}, "when": {"type": "text"}}
    app = declare({"actions": {"add": {"parameters": parameters, "examples": [example, "add [soap](things)"] * 10}}})
    copies = [one for one in _with_copies(app) if one not in app.examples]
    counts = {
        name: [sum(span.parameter == name for span in one.annotated.requests[0].spans) for one in copies]
        for name in parameters
    }
    assert 2 in counts["things"]
    assert max(counts["when"]) == 1, "one that takes one value never is a list"
    listed = next(one for one in copies if sum(s.parameter == "things" for s in one.annotated.requests[0].spans) == 2)
    assert " and " in listed.annotated.text
