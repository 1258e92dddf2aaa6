"""Every part that can fail, on a server that fails, through the whole assistant; `benchmarks ladder` has all faults."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")
pytest.importorskip("elasticsearch", reason="needs the extra fingerpost[elasticsearch]")
pytest.importorskip("grpc", reason="the parser's service needs the extra fingerpost[grpc]")

from benchmarks.ladder import PARTS, Run, make_routebook, measure_one

from fingerpost.answering import progress
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.writers import ChatWriter
from fingerpost.errors import LEFT_ALONE, SLOW
from fingerpost.resilience import ladder
from fingerpost.runtime.call_limits import CallLimit

BUDGET, CALL = 3.0, 0.8
LONG, QUICK = 8.0, 0.5
SLOWLY = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_routebook(tmp_path_factory.mktemp("ladder") / "lamps")


async def _run(book: Path, part: str, fault: str, sabotage: Callable[[Assistant], None] = lambda _: None) -> Run:
    return await measure_one(part, fault, book, BUDGET, CALL, sabotage)


@SLOWLY
@pytest.mark.parametrize("part", PARTS)
async def test_a_part_that_hangs_is_replaced_in_time_and_left_alone_after_three_failures(book: Path, part: str) -> None:
    run = await _run(book, part, "hung")
    assert run.faults(BUDGET) == []
    assert run.whys[-1] == LEFT_ALONE
    assert run.steps, "the caller was told what took so long"


@SLOWLY
@pytest.mark.parametrize("fault", ["dead", "slow", "garbage"])
@pytest.mark.parametrize("part", [part for part in PARTS if part != "answer"])
async def test_a_part_that_fails_in_any_way_is_replaced_within_its_own_limit(book: Path, part: str, fault: str) -> None:
    run = await measure_one(part, fault, book, LONG, LONG, limits=[(part, CallLimit(QUICK))])
    assert run.faults(LONG) == []
    assert run.whys[-1] == LEFT_ALONE
    assert max(run.seconds) < LONG / 2 - 1, "other parts have half of the time for an answer"


@SLOWLY
@pytest.mark.parametrize("part", PARTS)
async def test_a_part_whose_response_does_not_begin_is_given_up_before_its_limit(book: Path, part: str) -> None:
    run = await measure_one(part, "hung", book, LONG, LONG, limits=[(part, CallLimit(LONG, QUICK))])
    assert run.faults(LONG) == []
    assert (run.whys[0], run.whys[-1]) == (SLOW, LEFT_ALONE)
    assert max(run.seconds) < LONG / 2 - 1


@SLOWLY
@pytest.mark.parametrize("fault", ["dead", "slow", "garbage", "flood", "half", "lies"])
async def test_a_model_that_fails_in_any_way_is_replaced_by_quotations(book: Path, fault: str) -> None:
    run = await _run(book, "answer", fault)
    assert run.faults(BUDGET) == []
    assert run.rungs == ["extractive"] * 4


def _writer(assistant: Assistant) -> ChatWriter:
    writer = assistant.components.writers["main"]
    assert isinstance(writer, ChatWriter)
    return writer


def _without_breaker(assistant: Assistant) -> None:
    _writer(assistant).guard.breaker.failures = 1_000


def _without_rung(assistant: Assistant) -> None:
    assistant._use(replace(assistant.components, fallbacks={}))


@SLOWLY
@pytest.mark.parametrize(
    ("sabotage", "wrong"),
    [(_without_breaker, "after its failures an answer still takes"), (_without_rung, "ModelError: ")],
)
async def test_saboteur_without_the_breaker_or_the_rung(
    book: Path, sabotage: Callable[[Assistant], None], wrong: str
) -> None:
    faults = (await _run(book, "answer", "hung", sabotage)).faults(BUDGET)
    assert any(fault.startswith(wrong) for fault in faults), faults


@SLOWLY
async def test_saboteur_without_the_limit_the_budget_is_used_up(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "SHARE", 100.0)

    def without_limit(assistant: Assistant) -> None:
        _writer(assistant).guard.limit = _writer(assistant).guard.first = math.inf

    assert any("DeadlineError" in fault for fault in (await _run(book, "answer", "hung", without_limit)).faults(BUDGET))


@SLOWLY
async def test_saboteur_without_progress_or_without_telling(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PROGRESS_AFTER", 100.0)
    monkeypatch.setattr(ladder, "record_degraded", lambda *_: None)
    faults = (await _run(book, "answer", "hung")).faults(BUDGET)
    assert any(fault.startswith("nothing was heard for") for fault in faults)
    assert "of 4 answers 0 tell that the part failed" in faults
