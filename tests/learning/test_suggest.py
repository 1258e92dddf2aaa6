"""Which unlabelled messages are worth a label."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost import Route, Router, Rule
from fingerpost.learning.suggest import Suggestions, Unlabelled, choose, suggest
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP

Floats = NDArray[np.floating[Any]]
Chooser = Callable[[Floats, Floats, int, Floats], list[int]]

NONE = np.zeros((0, 2))


def ask(router: Router, *texts: str, n: int = 20, labelled: tuple[str, ...] = ()) -> Suggestions:
    student = router.warm_student()
    assert student is not None
    return suggest(router, student, [Unlabelled(text) for text in texts], n, labelled)


def texts(found: Suggestions) -> list[str]:
    return [one.message.text for one in found.messages]


def unit(*rows: tuple[float, ...]) -> Floats:
    given = np.array(rows)
    return np.asarray(given / np.linalg.norm(given, axis=1, keepdims=True))


# choose


def test_the_unsure_come_before_the_sure() -> None:
    vectors = unit((1, 0.0), (1, 1.0), (1, 4.0))
    assert choose(vectors, np.array([0.1, 0.9, 0.5]), 1, NONE) == [1]


def test_of_two_as_unsure_the_one_among_many_alike_comes_first() -> None:
    crowd = [(1.0, 0.6 * i, 0.0) for i in range(5)]
    vectors = unit((0.1, 0.0, 1.0), *crowd)
    unsure = np.array([0.9, 0.1, 0.1, 0.9, 0.1, 0.1])
    assert choose(vectors, unsure, 1, np.zeros((0, 3))) == [3]


def test_the_second_pick_is_unlike_the_first() -> None:
    vectors = unit((1, 0.0), (1, 0.55), (0.3, 1))
    assert choose(vectors, np.array([1.0, 0.5, 0.4]), 2, NONE) == [0, 2]
    assert choose(vectors[1:], np.array([0.5, 0.4]), 1, NONE) == [0]


def test_near_duplicates_of_picked_and_of_labelled_messages_are_never_picked() -> None:
    vectors = unit((1, 0.0), (1, 0.01), (0.5, 1), (0.5, 1.01))
    assert choose(vectors, np.ones(4), 4, NONE) in ([0, 2], [0, 3], [1, 2], [1, 3])
    assert set(choose(vectors, np.ones(4), 4, unit((1, 0.0)))) < {2, 3}


def test_what_the_student_is_certain_of_is_not_picked() -> None:
    assert choose(unit((1, 0.0), (0, 1.0)), np.zeros(2), 2, NONE) == []


def test_memory_does_not_grow_with_the_square_of_the_messages() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(20_000, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    tracemalloc.start()
    chosen = choose(vectors, rng.random(20_000), 10, vectors[:5])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(chosen) == 10
    assert peak < 20_000**2 * 4 / 10


# the bar: labels that are chosen teach more than 1.5 times what random ones do


def gain(chooser: Chooser, draws: int = 8, classes: int = 12, n: int = 24) -> float:
    """Return the mean accuracy that chosen labels add, where each class has a part that its examples do not show."""
    from sklearn.linear_model import LogisticRegression

    gains = []
    for draw in range(draws):
        rng = np.random.default_rng(draw)
        parts = rng.normal(size=(2 * classes, 16))
        # The second part, a third of the class, lies towards another class.
        parts[classes:] = 0.5 * parts[classes:] + 0.5 * np.roll(parts[:classes], 1, axis=0)
        taught, truth = _rows(rng, parts, 10 * classes, 1.0)
        pool, answers = _rows(rng, parts, 600, 0.67)
        held, expected = _rows(rng, parts, 1000, 0.67)
        before = LogisticRegression(C=10, max_iter=300).fit(taught, truth)
        ranked = np.sort(before.predict_proba(pool), axis=1)
        chosen = chooser(pool, 1 - (ranked[:, -1] - ranked[:, -2]), n, taught)
        both, labels = np.vstack([taught, pool[chosen]]), np.append(truth, answers[chosen])
        after = LogisticRegression(C=10, max_iter=300).fit(both, labels)
        gains.append(after.score(held, expected) - before.score(held, expected))
    return float(np.mean(gains))


def _rows(rng: np.random.Generator, parts: Floats, count: int, shown: float) -> tuple[Floats, NDArray[np.int64]]:
    """Return rows with their classes, a share of them from the first part of their class."""
    classes = len(parts) // 2
    truth = rng.integers(classes, size=count)
    found = parts[truth + classes * (rng.random(count) > shown)] + 0.45 * rng.normal(size=(count, 16))
    return found / np.linalg.norm(found, axis=1, keepdims=True), truth


def by_chance(vectors: Floats, _unsure: Floats, n: int, _labelled: Floats) -> list[int]:
    return [int(i) for i in np.random.default_rng(len(vectors)).permutation(len(vectors))[:n]]


def surest(vectors: Floats, unsure: Floats, n: int, labelled: Floats) -> list[int]:
    return choose(vectors, 1 - unsure, n, labelled)


def test_chosen_labels_teach_more_than_random_ones_and_the_surest_fail_that_bar() -> None:
    bar = 1.5 * gain(by_chance)
    assert bar > 0
    assert gain(choose) >= bar
    assert gain(surest) < bar


# suggest


def test_each_text_once_and_none_that_is_labelled_empty_or_taught(shop: Router) -> None:
    found = ask(
        shop, "parcel or jacket?", "Parcel or jacket", "  ", "Where is my parcel?", "money for a parcel", labelled=("money for a parcel!",)
    )  # fmt: skip
    assert texts(found) == ["parcel or jacket?"]
    assert found.considered == 1


def test_a_message_that_a_rule_decides_needs_no_label() -> None:
    routes = [Route(name, examples=examples) for name, examples in SHOP.items()]
    rules = [Rule("nightly", "refund", contains=("nightly report",))]
    router = Router(routes, rules=rules, encoder=WordEncoder(), settings=Settings(cache=None), memo=Memo(size=0))
    assert texts(ask(router, "the nightly report on parcels", "parcel or jacket?")) == ["parcel or jacket?"]


def test_it_says_between_which_routes_and_how_many_are_alike(shop: Router) -> None:
    found = ask(shop, *(f"the jacket is in my parcel {end}" for end in ("now", "today", "again", "please")), n=1)
    [one] = found.messages
    assert {one.guess, one.runner_up} < {"refund", "shipping", "product"}
    assert one.why == f"between {one.guess} and {one.runner_up}, one of 4 alike"
    assert 0 < one.confidence < 1


def test_what_is_unlike_everything_says_so_and_may_be_a_new_route() -> None:
    routes = [Route(name, examples=examples) for name, examples in SHOP.items()]
    router = Router(routes, settings=Settings(cache=None), memo=Memo(size=0))
    strange = [
        "¿dan clases de guitarra?", "quiero clases de guitarra eléctrica", "profesor de guitarra para niños",
        "cuánto cuestan las clases de guitarra", "horario de las clases de guitarra", "aprender guitarra desde cero",
    ]  # fmt: skip
    found = ask(router, "is the jacket in my parcel", *strange)
    [new] = found.new_routes
    assert new.name == "clases-guitarra"
    assert len(new.places) >= 5
    assert len(new.examples) == 3
    assert set(new.examples) < set(strange)
    assert any(
        one.why.startswith("unlike anything you taught") and one.why.endswith("perhaps a new route: clases-guitarra")
        for one in found.messages
    )


@pytest.mark.parametrize("given", [(), ("",), ("where is my parcel",)])
def test_nothing_left_is_nothing_to_suggest(shop: Router, given: tuple[str, ...]) -> None:
    assert ask(shop, *given) == ([], [], 0)


def test_one_message_alone_can_be_suggested(shop: Router) -> None:
    assert texts(ask(shop, "parcel or jacket?")) == ["parcel or jacket?"]
