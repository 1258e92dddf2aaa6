"""Counters and histograms: no lost updates, and each message counts once."""

from __future__ import annotations

import asyncio
import os
import signal
import threading

import pytest

from fingerpost import Message, Router
from fingerpost.observability.metrics import BUCKETS, METRICS, Metrics


def test_a_counter_counts_by_its_labels() -> None:
    metrics = Metrics()
    metrics.count("decisions", layer="rules", route="a")
    metrics.count("decisions", layer="rules", route="b")
    metrics.count("decisions", 2.5, layer="student", route="a")
    metrics.count("others")
    assert metrics.value("decisions", layer="rules", route="a") == 1
    assert sorted(metrics.counters()) == [
        ("decisions", (("layer", "rules"), ("route", "a")), 1),
        ("decisions", (("layer", "rules"), ("route", "b")), 1),
        ("decisions", (("layer", "student"), ("route", "a")), 2.5),
        ("others", (), 1),
    ]


def test_a_value_sums_over_labels_that_are_not_named() -> None:
    metrics = Metrics()
    metrics.count("decisions", layer="rules", route="a")
    metrics.count("decisions", layer="rules", route="b")
    metrics.count("decisions", layer="student", route="a")
    assert metrics.value("decisions") == 3
    assert metrics.value("decisions", layer="rules") == 2
    assert metrics.value("decisions", route="a") == 2
    assert metrics.value("decisions", route="c") == 0
    assert metrics.value("nothing") == 0


def test_the_order_of_labels_makes_no_other_counter() -> None:
    metrics = Metrics()
    metrics.count("decisions", layer="rules", route="a")
    metrics.count("decisions", route="a", layer="rules")
    assert [amount for _, _, amount in metrics.counters()] == [2]


def test_a_timing_falls_into_the_bucket_whose_bound_it_does_not_pass() -> None:
    metrics = Metrics()
    for seconds in (0.0, BUCKETS[0], BUCKETS[0] * 1.01, BUCKETS[-1], BUCKETS[-1] + 1):
        metrics.observe("seconds", seconds, (("layer", "rules"),))
    [(name, labels, buckets, total)] = metrics.timings()
    assert (name, labels) == ("seconds", (("layer", "rules"),))
    assert len(buckets) == len(BUCKETS) + 1
    assert (buckets[0], buckets[1], buckets[-2], buckets[-1]) == (2, 1, 1, 1)
    assert sum(buckets) == 5
    assert total == pytest.approx(BUCKETS[0] * 2.01 + BUCKETS[-1] * 2 + 1)


def test_timings_are_kept_apart_by_labels() -> None:
    metrics = Metrics()
    metrics.observe("seconds", 1.0, (("layer", "rules"),))
    metrics.observe("seconds", 2.0, (("layer", "student"),))
    assert {labels: total for _, labels, _, total in metrics.timings()} == {
        (("layer", "rules"),): 1.0,
        (("layer", "student"),): 2.0,
    }


def test_what_was_returned_does_not_change_any_more() -> None:
    metrics = Metrics()
    metrics.observe("seconds", 1.0)
    [(_, _, before, _)] = metrics.timings()
    seen = list(before)
    metrics.observe("seconds", 1.0)
    assert before == seen


def test_many_threads_lose_nothing() -> None:
    metrics, gate = Metrics(), threading.Barrier(8)

    def work(mine: str) -> None:
        gate.wait()
        for _ in range(2000):
            metrics.count("decisions", thread=mine)
            metrics.count("all")
            metrics.observe("seconds", 0.001)

    threads = [threading.Thread(target=work, args=(str(i % 2),)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert metrics.value("all") == 16_000
    assert metrics.value("decisions", thread="0") == metrics.value("decisions", thread="1") == 8000
    [(_, _, buckets, total)] = metrics.timings()
    assert sum(buckets) == 16_000
    assert total == pytest.approx(16)


@pytest.mark.parametrize("way", ["route", "aroute", "route_many"])
@pytest.mark.parametrize(
    ("message", "layer", "route"),
    [
        (Message("x", declared="refund"), "declared", "refund"),
        (Message("where is my parcel"), "student", "shipping"),
        (Message("zxq vvw kkp"), "fallback", ""),
        # The turn it leans on is judged on the way, and is no message of its own.
        (Message("and the other?", turns=[("user", "where is my parcel")]), "student", "shipping"),
    ],
)
def test_a_routed_message_counts_once_under_its_layer(
    shop: Router, way: str, message: Message, layer: str, route: str
) -> None:
    every, own, timed = METRICS.value("decisions"), METRICS.value("decisions", layer=layer, route=route), _timed(layer)
    if way == "route":
        shop.route(message)
    elif way == "aroute":
        asyncio.run(shop.aroute(message))
    else:
        shop.route_many([message])
    assert METRICS.value("decisions") == every + 1
    assert METRICS.value("decisions", layer=layer, route=route) == own + 1
    assert _timed(layer) == timed + 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_child_counts_even_if_the_parent_was_counting_when_it_forked() -> None:
    with METRICS._lock:
        child = os.fork()
        if child == 0:
            # Ends a child that waits for a lock that nobody will release.
            signal.alarm(5)
            METRICS.count("forked")
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def _timed(layer: str) -> float:
    return sum(
        sum(buckets) for name, labels, buckets, _ in METRICS.timings()
        if name == "decisions" and ("layer", layer) in labels
    )  # fmt: skip
