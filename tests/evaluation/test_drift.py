"""Drift is found where traffic has moved, and not where it has not, however busy one session is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from fingerpost import Route, Router, RowsError
from fingerpost.evaluation.cross_validation import CrossValidation, cross_validate
from fingerpost.evaluation.drift import SIGNIFICANCE, compare_distributions, effective_sample_size, measure_drift
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Rule
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.testing import WordEncoder
from fingerpost.types import Example
from tests.learning.words import texts

TAUGHT, LIVE = texts()[:240], texts()[240:]


@pytest.fixture(scope="module")
def router() -> Router:
    rules = [Rule("hello", "refund", contains=("abracadabra",))]
    book = build(
        "shop",
        [Route(name) for name in ("refund", "shipping", "product")],
        rules=rules,
        examples=[Example(text, route) for text, route in TAUGHT],
    )
    return Router.from_routebook(book, encoder=WordEncoder(), settings=Settings(cache=None), memo=Memo(size=0))


@pytest.fixture(scope="module")
def validated(router: Router) -> CrossValidation:
    return cross_validate(router.routebook, router.batcher.encoder, None)


def spoken(pairs: Sequence[tuple[str, str]], sessions: int = 0, cut: bool = False) -> Iterator[StoredMessage]:
    """Yield messages, each in a session of its own or in a few that share them."""
    for i, (text, route) in enumerate(pairs):
        session = f"s{i % sessions if sessions else i}"
        yield StoredMessage(i, session, 1, f"r{i}", None, text, cut, route, "student", 0.9, None, float(i), "answered")


def test_the_same_traffic_has_not_drifted(router: Router, validated: CrossValidation) -> None:
    found = measure_drift(router, spoken(LIVE), validated)
    assert not found["drifted"], found["says"]
    assert found["says"] == "No significant drift (p-value under 1%) in 240 messages."
    assert (found["messages"], found["sessions"], found["judged"], found["cut"]) == (240, 240, 240, 0)
    assert found["routes"]["divergence"] < 0.02
    assert found["confidence"]["live"] == pytest.approx(found["confidence"]["taught"], abs=0.1)


def test_traffic_that_went_to_another_route_has_drifted(router: Router, validated: CrossValidation) -> None:
    """The saboteur: two routes in three lose most of their traffic."""
    moved = [pair for i, pair in enumerate(LIVE) if pair[1] == "shipping" or i % 5 == 0]
    found = measure_drift(router, spoken(moved), validated)
    assert found["drifted"]
    assert found["routes"]["beyond_noise"]
    assert not found["familiar"]["beyond_noise"]
    assert "routes (shipping" in found["says"]


def test_strange_traffic_has_drifted_though_its_routes_have_not(router: Router, validated: CrossValidation) -> None:
    strange = [(f"zebra{i} quantum{i} harmonica{i} xylophone{i}", route) for i, (_, route) in enumerate(LIVE)]
    found = measure_drift(router, spoken(strange), validated)
    assert found["familiar"]["beyond_noise"]
    assert not found["routes"]["beyond_noise"]
    assert found["unfamiliar"]["live"] > 0.5 > found["unfamiliar"]["taught"]
    assert "unfamiliar messages" in found["says"]


def test_traffic_that_is_more_familiar_than_the_examples_has_not_drifted(
    router: Router, validated: CrossValidation
) -> None:
    hard = validated._replace(
        predictions=[one._replace(familiar=i % 2 == 0) for i, one in enumerate(validated.predictions)]
    )
    found = measure_drift(router, spoken(LIVE), hard)
    assert found["unfamiliar"]["live"] < 0.3 < found["unfamiliar"]["taught"]
    assert found["familiar"]["chance"] == 1.0
    assert not found["drifted"]


def test_another_language_has_drifted(router: Router, validated: CrossValidation) -> None:
    spanish = [(f"quiero saber dónde está {i} por favor", route) for i, (_, route) in enumerate(LIVE)]
    found = measure_drift(router, spoken(spanish), validated)
    assert found["languages"]["beyond_noise"]
    assert found["languages"]["live"]["es"] == 1.0


def test_one_busy_session_is_no_drift(router: Router, validated: CrossValidation) -> None:
    busy = [("where is the parcel today", "shipping")] * 300
    calm = list(spoken(LIVE[:40]))
    found = measure_drift(router, [*calm, *(one._replace(session="busy") for one in spoken(busy))], validated)
    assert not found["drifted"]
    assert "too few sessions for a test" in found["says"]
    # As sessions of their own they would be.
    assert measure_drift(router, [*calm, *spoken(busy)], validated)["drifted"]


def test_what_is_cut_counts_for_the_routes_alone(router: Router, validated: CrossValidation) -> None:
    found = measure_drift(router, [*spoken(LIVE[:100]), *spoken(LIVE[100:], cut=True)], validated)
    assert (found["messages"], found["cut"], found["judged"]) == (240, 140, 100)
    all_cut = measure_drift(router, spoken(LIVE, cut=True), validated)
    assert (all_cut["judged"], all_cut["unfamiliar"]["live"], all_cut["confidence"]["live"]) == (0, None, None)
    assert all_cut["familiar"]["chance"] is None


def test_what_never_came_to_the_student_is_not_judged(router: Router, validated: CrossValidation) -> None:
    ruled = [one._replace(layer="rules") for one in spoken(LIVE[:50])]
    leaning = [one._replace(text="and that one?") for one in spoken(LIVE[50:60])]
    assert measure_drift(router, [*ruled, *leaning, *spoken(LIVE[60:])], validated)["judged"] == len(LIVE[60:])


def test_a_persons_word_counts_as_the_route(router: Router, validated: CrossValidation) -> None:
    corrected = [one._replace(corrected="product") for one in spoken(LIVE)]
    assert measure_drift(router, corrected, validated)["routes"]["live"]["product"] == 1.0


def test_nothing_stored_is_said(router: Router, validated: CrossValidation) -> None:
    with pytest.raises(RowsError, match="no messages of shop are stored"):
        measure_drift(router, [], validated)


def test_noise_is_called_drift_as_seldom_as_stated() -> None:
    rng = np.random.default_rng(0)
    names = np.array(["a", "b", "c", "d"])
    chances = []
    for _ in range(200):
        live = rng.choice(names, 80, p=[0.5, 0.3, 0.15, 0.05])
        taught = rng.choice(names, 400, p=[0.5, 0.3, 0.15, 0.05])
        chances.append(
            compare_distributions([(str(i), str(name)) for i, name in enumerate(live)], map(str, taught)).chance or 0.0
        )
    assert sum(chance < SIGNIFICANCE for chance in chances) <= 8
    assert 0.4 < float(np.median(chances)) < 0.65


def test_a_session_counts_once_if_all_of_it_says_the_same() -> None:
    assert effective_sample_size([1] * 40) == 40
    assert effective_sample_size([10] * 40) == 40
    assert effective_sample_size([300, *[1] * 40]) < 2
    assert effective_sample_size([]) == 0


def test_what_moved_most_comes_first() -> None:
    moved = compare_distributions([(str(i), "a") for i in range(50)], ["a"] * 10 + ["b"] * 30 + ["c"] * 10)
    assert [name for name, _ in moved.largest_changes()] == ["a", "b", "c"]
    assert moved.largest_changes()[0][1] == pytest.approx(0.8)
    assert moved.is_significant
