"""Counters and histograms: no lost updates, and each message counts once."""

from __future__ import annotations

import asyncio
import os
import signal
import threading

import pytest

from fingerpost import Message, Router
from fingerpost.observability.metrics import BUCKETS, METRICS, Metrics
from fingerpost.observability.shared_series import SIZE, SharedSeries, shared_memories


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


# Several workers


def _workers(count: int) -> list[Metrics]:
    memories = shared_memories(count)
    workers = [Metrics() for _ in range(count)]
    for number, metrics in enumerate(workers):
        metrics.share(memories, number)
    return workers


def test_counters_and_histograms_of_all_workers_are_added_up_by_each() -> None:
    one, two, three = _workers(3)
    one.count("answers", route="a")
    two.count("answers", 2, route="a")
    two.count("answers", route="b")
    one.observe("seconds", BUCKETS[0], (("layer", "rules"),))
    three.observe("seconds", BUCKETS[-1] + 1, (("layer", "rules"),))
    for metrics in (one, two, three):
        assert sorted(metrics.counters()) == [("answers", (("route", "a"),), 3), ("answers", (("route", "b"),), 1)]
        [(_, _, buckets, total)] = metrics.timings()
        assert (buckets[0], buckets[-1], sum(buckets)) == (1, 1, 2)
        assert total == pytest.approx(BUCKETS[0] + BUCKETS[-1] + 1)
    assert one.value("answers") == 1, "the value is that of one process"


def test_a_gauge_is_told_apart_by_worker() -> None:
    one, two, three = _workers(3)
    one.set("open_until", 5.0)
    three.set("open_until", 6.0)
    three.set("open_until", 7.0)
    assert two.gauges("open_until") == one.gauges("open_until") == {"0": 5.0, "2": 7.0}
    alone = Metrics()
    assert alone.gauges("open_until") == {}
    alone.set("open_until", 2.0)
    assert alone.gauges("open_until") == {"": 2.0}


def test_a_worker_that_takes_the_place_of_another_counts_on_from_it() -> None:
    memories = shared_memories(2)
    dead, other, restarted = Metrics(), Metrics(), Metrics()
    dead.share(memories, 0)
    other.share(memories, 1)
    dead.count("answers", 5)
    dead.observe("seconds", 1.0)
    dead.set("open_until", 9.0)
    assert [amount for _, _, amount in other.counters()] == [5], "it may be dead"
    restarted.share(memories, 0)
    assert other.gauges("open_until") == {"0": 0.0}, "a gauge says what is, not what was"
    restarted.count("answers", 2)
    restarted.observe("seconds", 1.0)
    for metrics in (other, restarted):
        assert [amount for _, _, amount in metrics.counters()] == [7]
        assert [sum(buckets) for _, _, buckets, _ in metrics.timings()] == [2]


def test_saboteur_a_worker_that_begins_anew_loses_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    memories = shared_memories(2)
    dead, other, restarted = Metrics(), Metrics(), Metrics()
    dead.share(memories, 0)
    other.share(memories, 1)
    dead.count("answers", 5)
    monkeypatch.setattr(SharedSeries, "__iter__", lambda _: iter(()))
    restarted.share(memories, 0)
    restarted.count("answers", 2)
    assert [amount for _, _, amount in restarted.counters()] == [2]


def test_a_series_without_room_is_counted_by_its_own_worker() -> None:
    one, two = _workers(2)
    for number in range(SIZE // (18 * 8)):
        one.observe("seconds", 1.0, (("route", str(number)),))
    assert len(one.timings()) == SIZE // (18 * 8)
    assert 4000 < len(two.timings()) < len(one.timings())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_child_does_not_count_in_the_memory_of_its_parent() -> None:
    one, two = _workers(2)
    one.count("answers")
    pid = os.fork()
    if pid == 0:
        one.count("answers", 10)
        os._exit(0 if [amount for _, _, amount in one.counters()] == [11] else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert [amount for _, _, amount in two.counters()] == [1]
