"""The judge of failing stores, and saboteurs of it: a server that loses, repeats, keeps silent or never recovers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from benchmarks.faults.campaign import MET, MISSED, Line, Measured, run
from benchmarks.faults.stores import Desk, Seen, full_disk, measure_sqlite, meet
from benchmarks.killed_server import KilledServer

from fingerpost.stores import Store
from fingerpost.types import Turn

GOOD = Seen("is full", refusal=(503, "the store is not available now"), log="it is full")


@pytest.mark.parametrize(
    ("sabotage", "wrong"),
    [
        ({"missing": 2}, "2 acknowledged answers missing, 0 stored twice"),
        ({"twice": 1}, "0 acknowledged answers missing, 1 stored twice"),
        ({"refusal": None}, "no question was refused, so the fault was never met"),
        ({"refusal": (500, "the store")}, "refused with 500 'the store', not a 503 that names the store"),
        ({"refusal": (503, "error")}, "refused with 503 'error', not a 503 that names the store"),
        ({"notice": inf}, "/readyz never told of it"),
        ({"recovery": inf}, "never ready again"),
        ({"log": ""}, "the log never says 'is full'"),
    ],
)
def test_each_fault_is_named(sabotage: dict[str, Any], wrong: str) -> None:
    assert GOOD.faults() == []
    assert replace(GOOD, **sabotage).faults() == [wrong]


def test_what_comes_late_is_told_and_misses_the_bar_of_the_whole_campaign() -> None:
    late = replace(GOOD, notice=5.1, recovery=31.0)
    assert (GOOD.late(), late.faults()) == ([], [])
    assert late.late() == ["/readyz told of it after 5.1 s", "ready again after 31 s"]
    assert replace(GOOD, notice=inf, recovery=inf).late() == []


def _loses(store: Store) -> None:
    store._database.write(lambda connection: connection.execute("DELETE FROM fingerpost_turns WHERE request = 'r3'"))


def _repeats(store: Store) -> None:
    store.write("another", "r3", [Turn("user", "order"), Turn("assistant", "packed")])


def _changes(store: Store) -> None:
    change = "UPDATE fingerpost_turns SET text = 'lost' WHERE request = 'r3' AND role = 'assistant'"
    store._database.write(lambda connection: connection.execute(change))


class DeskInProcess(Desk):
    """A desk that acknowledges what it writes to a store of this process."""

    def ask(self) -> tuple[int, str]:
        number, self.asked = self.asked, self.asked + 1
        with Store.open(self.url) as store:
            store.write(f"s{number % 7}", f"r{number}", [Turn("user", "order"), Turn("assistant", "packed")])
        self.answers[f"r{number}"] = "packed"
        return 200, "packed"


@pytest.mark.parametrize(
    ("sabotage", "state"), [(lambda _: None, MET), (_loses, MISSED), (_repeats, MISSED), (_changes, MISSED)]
)
def test_a_server_that_loses_changes_or_repeats_an_answer_misses_the_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotage: Callable[[Store], None], state: str
) -> None:
    monkeypatch.setattr("benchmarks.faults.stores.ANSWERS", 5)
    monkeypatch.setattr("benchmarks.faults.stores.wait_for", lambda *_: 0.1)
    (tmp_path / "log").write_text("it is full", encoding="utf-8")
    server = cast(KilledServer, SimpleNamespace(port=0, kill=lambda: None))
    desk = DeskInProcess(server, f"sqlite:///{tmp_path}/s.sqlite", tmp_path)

    @contextmanager
    def fault(_: Desk) -> Iterator[None]:
        with Store.open(desk.url) as store:
            sabotage(store)
        yield

    def measure(_: float) -> Measured:
        return meet(desk, fault, Seen("is full", must_refuse=False), tries=2)

    [outcome] = run([Line("store", "", measure)], 1)
    assert outcome.state == state, outcome.figures


@pytest.mark.kill
@pytest.mark.slow
def test_a_full_disk_under_a_real_server(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measure_sqlite(full_disk, "check the free disk space", True, 100, 1).faults == []
    # A disk that is never full is no trial.
    monkeypatch.setattr("benchmarks.faults.stores.PATIENCE", 3.0)
    faults = measure_sqlite(lambda _: nullcontext(), "check the free disk space", True, 3, 1).faults
    assert "no question was refused, so the fault was never met" in faults
    assert "/readyz never told of it" in faults
