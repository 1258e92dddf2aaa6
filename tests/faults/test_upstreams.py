"""The judge of failing model and search servers, and saboteurs of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")
pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from benchmarks import ladder
from benchmarks.faults import upstreams
from benchmarks.faults.campaign import MISSED, Line, run
from benchmarks.faults.upstreams import LINES, Seen, measure_one
from benchmarks.ladder import make_routebook

from fingerpost.models import client
from fingerpost.settings import Slot


def _good() -> Seen:
    return Seen("answer", "hung", [3.0, 2.0, 0.1], [200, 200, 200], degraded=3, grown=5.0)


def _late(seen: Seen) -> None:
    seen.seconds[0] = 6.5


def _refused(seen: Seen) -> None:
    seen.statuses[1] = 503


def _silent(seen: Seen) -> None:
    seen.degraded = 2


def _grown(seen: Seen) -> None:
    seen.grown = 20.0


@pytest.mark.parametrize(
    ("sabotage", "wrong"),
    [
        (_late, "an answer took 6.5 s of 6 s"),
        (_refused, "statuses [200, 503, 200]"),
        (_silent, "of 3 answers 2 say that they are degraded"),
        (_grown, "memory grew by 20 MB"),
    ],
)
def test_each_fault_is_named_and_misses_the_bar(
    monkeypatch: pytest.MonkeyPatch, sabotage: Callable[[Seen], None], wrong: str
) -> None:
    seen = _good()
    assert seen.faults() == []
    sabotage(seen)
    monkeypatch.setattr(upstreams, "measure_one", lambda *_: seen)
    [outcome] = run([Line("models", "", LINES[0].measure)], 1)
    assert outcome.state == MISSED
    assert f"answer silent: {wrong}" in outcome.figures


@pytest.mark.slow
@pytest.mark.parametrize("part", ["answer", "search"])
def test_a_server_that_dies_half_way_is_replaced(tmp_path: Path, part: str) -> None:
    pytest.importorskip("elasticsearch", reason="needs the extra fingerpost[elasticsearch]")
    assert measure_one(part, "half", make_routebook(tmp_path / "lamps")).faults() == []


def _allow_long_lines() -> None:
    client.MAX_EVENT = 1_000_000_000


@pytest.mark.slow
def test_without_a_cap_on_the_bytes_of_a_model_the_line_misses_its_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "Slot", partial(Slot, largest=1_000_000_000))
    # On a slow machine the limits of time end a flood early, too.
    monkeypatch.setattr(upstreams, "BUDGET", 24.0)
    monkeypatch.setattr(upstreams, "CALL", 12.0)
    monkeypatch.setattr(upstreams, "FAILURES", 1)
    seen = measure_one("answer", "flood", make_routebook(tmp_path / "lamps"), _allow_long_lines)
    assert seen.grown > 5 * upstreams.GROWTH
    monkeypatch.setattr(upstreams, "measure_one", lambda *_: seen)
    [outcome] = run(LINES[:1], 0.1)
    assert outcome.state == MISSED
    assert "answer floods: memory grew by" in outcome.figures
