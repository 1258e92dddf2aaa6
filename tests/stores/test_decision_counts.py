"""Counts of decisions on both engines: by hour, layer and pace, whatever a trace holds, and until retention ends."""

from __future__ import annotations

from typing import Any

import pytest

from fingerpost.settings import RetentionSettings
from fingerpost.stores import Store
from fingerpost.stores.decision_counts import MOST_TOKENS, UNTIMED, DecisionSums, micros_of, pace_of
from tests.stores.words import DAY, HOUR, Clock

LLM = ["classifier", {"kind": "llm"}]


def trace(at: float, layer: str = "rules", micros: float | None = 250.0, **more: Any) -> dict[str, Any]:
    steps = [] if micros is None else [["read", 0.0, 9_999.0], ["classify", 1.0, micros], ["generate", 2.0, 5e6]]
    return {"routebook": "shop", "at": at, "layer": layer, "steps": steps, "facts": [], "trail": [], **more}


def asked(prompt: object, completion: object, told: bool = True) -> list[list[Any]]:
    used = {"purpose": "classify", "prompt": prompt, "completion": completion, "told": told}
    other = {"purpose": "answer", "prompt": 9_000, "completion": 900, "told": True}
    return [
        LLM,
        ["model", {"purpose": "classify"}],
        ["tokens", used],
        ["model", {"purpose": "answer"}],
        ["tokens", other],
    ]


def test_decisions_are_summed_by_hour_and_layer(store: Store, clock: Clock) -> None:
    hour = int(clock.now // HOUR)
    now = hour * HOUR
    store.put_traces([trace(now), trace(now + 3599, "llm", facts=asked(800, 9)), trace(now - 1)])
    store.put_traces([trace(now + 60), trace(now + 61, "llm", facts=asked(400, 5, told=False))])
    store.put_traces([trace(now + 62, "fallback", trail=[["student", "x", 1.0], ["fallback", "y", 2.0]])])
    store.put_traces([trace(now, routebook="other")])
    found = {(row.hour, row.layer): row.sums for row in store.decision_counts.by_layer("shop", hour - 1, hour + 1, 1)}
    assert found == {
        (hour - 1, "rules"): DecisionSums(decisions=1),
        (hour, "rules"): DecisionSums(decisions=2),
        (hour, "fallback"): DecisionSums(decisions=1, unsure=1),
        (hour, "llm"): DecisionSums(2, asked=2, calls=2, reported=1, estimated=1, prompt=1200, completion=14),
    }
    assert all(type(value) is int for sums in found.values() for value in sums)
    assert store.decision_counts.by_layer("shop", hour + 1, hour + 2, 1) == []
    assert store.decision_counts.by_layer("x\0y", hour, hour + 1, 1) == []


def test_days_are_those_of_utc(store: Store, clock: Clock) -> None:
    midnight = clock.now // DAY * DAY
    store.put_traces([trace(midnight - 1), trace(midnight), trace(midnight + DAY - 1)])
    first = int(midnight // HOUR)
    found = store.decision_counts.by_layer("shop", first - 24, first + 24, 24)
    assert [(row.hour, row.sums.decisions) for row in found] == [(first - 24, 1), (first, 2)]


def test_paces_are_counted_and_say_how_long_it_took(store: Store, clock: Clock) -> None:
    store.put_traces([trace(clock.now, micros=micros) for micros in (250.0, 251.0, 8_000.0, None)])
    hour = int(clock.now // HOUR)
    found = store.decision_counts.by_pace("shop", hour, hour + 1)
    assert [(row.layer, row.pace, row.decisions) for row in found] == [
        ("rules", pace_of(250), 2),
        ("rules", pace_of(8_000), 1),
    ]
    assert UNTIMED not in [row.pace for row in found]


def test_a_decision_that_loaded_the_classifier_first_is_counted_and_not_timed(store: Store, clock: Clock) -> None:
    store.put_traces([trace(clock.now), trace(clock.now, micros=4e6, facts=[["loaded", {}]])])
    hour = int(clock.now // HOUR)
    assert [row.sums.decisions for row in store.decision_counts.by_layer("shop", hour, hour + 1, 1)] == [2]
    assert [row.pace for row in store.decision_counts.by_pace("shop", hour, hour + 1)] == [pace_of(250)]


@pytest.mark.parametrize("micros", [1.5, 17.0, 250.0, 3_333.0, 81_000.0, 2_000_000.0])
def test_a_pace_is_known_to_within_13_per_cent(micros: float) -> None:
    assert abs(micros_of(pace_of(micros)) / micros - 1) < 0.13


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"facts": None, "steps": 7, "trail": "x", "layer": None, "routebook": None},
        {"facts": [[], ["tokens"], ["tokens", None], 3, ["classifier", {}]], "steps": [[], ["classify"], ["classify", 0, "x"]]},
        {"at": 1e300, "layer": "a\0b\ud800"},
        {"at": -5, "layer": "x" * 1000},
        {"at": "yesterday", "facts": asked(10**30, -4)},
        {"facts": asked(True, 2.5)},
        {"steps": [["classify", 0.0, 1e308], ["classify", 0.0, 1e308]]},
    ],
)  # fmt: skip
def test_a_trace_of_any_shape_is_counted_and_loses_no_other(store: Store, clock: Clock, odd: dict[str, Any]) -> None:
    store.put_traces([odd, trace(clock.now)])
    hour = int(clock.now // HOUR)
    assert [row.sums.decisions for row in store.decision_counts.by_layer("shop", hour, hour + 1, 1)] == [1]
    [strange] = store.decision_counts.by_layer("", hour, hour + 1, 1)
    assert (strange.sums.decisions, strange.sums.prompt in (0, MOST_TOKENS)) == (1, True)


def test_counts_stay_when_a_user_is_forgotten_and_go_by_age(store: Store, clock: Clock) -> None:
    store.put_traces([trace(clock.now - 2 * DAY, user="ana"), trace(clock.now, user="ana")])
    store.forget(user="ana")
    hour = int(clock.now // HOUR)

    def left() -> int:
        return sum(row.sums.decisions for row in store.decision_counts.by_layer("shop", 0, hour + 1, 1))

    assert (left(), store.traces()) == (2, [])
    store.retention = RetentionSettings(days=0.0001)
    clock.jump(400 * DAY)
    store.sweep()
    assert left() == 2, "while the clock is in doubt nothing is old"
    clock.jump(-400 * DAY)
    store.retention = RetentionSettings(days=1)
    store.sweep(clock_is_right=True)
    assert left() == 1


def test_a_writer_that_does_not_count_would_be_noticed(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fingerpost.stores.store.add_counts", lambda *_: None)
    store.put_traces([trace(clock.now)])
    hour = int(clock.now // HOUR)
    assert store.decision_counts.by_layer("shop", hour, hour + 1, 1) == []
