"""The judge of kills, and what happens without PostgreSQL."""

from __future__ import annotations

import importlib.util
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from benchmarks import kills
from benchmarks.faults.campaign import SKIPPED, run
from benchmarks.faults.killed import LINES, judge_kills
from benchmarks.killed_server import log_nothing
from benchmarks.kills import Found

from fingerpost.stores.store import Store

GOOD = Found(acknowledged=100, streamed=50, kills=2, restarts=1, repeated=5, missing=0, twice=0, seconds=3.0)


@pytest.mark.parametrize(
    ("sabotage", "wrong"),
    [
        ({"missing": 1}, "store: acknowledged and not stored"),
        ({"twice": 1}, "store: stored twice"),
        ({"streamed": 0}, "store: of them streamed"),
    ],
)
def test_a_loss_a_repetition_and_a_run_without_streams_miss_the_bar(sabotage: dict[str, Any], wrong: str) -> None:
    assert judge_kills(GOOD).faults == []
    assert judge_kills(replace(GOOD, **sabotage)).faults == [wrong]


def test_without_postgresql_its_line_is_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    [outcome] = run([line for line in LINES if line.name == "kills-postgresql"], 0.1)
    assert outcome.state == SKIPPED
    assert "pip install" in outcome.figures


def _acknowledge_before_writing() -> None:
    """Have the store of this process say that it wrote, and write a second later."""
    log_nothing()
    write = Store.write

    def write_later(*given: Any, **named: Any) -> bool:
        timer = threading.Timer(1.0, write, given, named)
        timer.daemon = True
        timer.start()
        return True

    Store.write = write_later  # type: ignore[method-assign]


@pytest.mark.kill
@pytest.mark.slow
def test_a_server_that_acknowledges_before_it_writes_misses_the_bar(tmp_path: Path) -> None:
    sizes = 150, 2, 0
    sound = kills.run(f"sqlite:///{tmp_path}/sound.sqlite", lambda: None, *sizes)
    assert judge_kills(sound).faults == []
    url = f"sqlite:///{tmp_path}/sabotaged.sqlite"
    sabotaged = kills.run(url, lambda: None, *sizes, prepare=_acknowledge_before_writing)
    assert "store: acknowledged and not stored" in judge_kills(sabotaged).faults
