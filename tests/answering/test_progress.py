"""Progress of answers: told for steps that take a while, and for no others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from fingerpost.answering import progress
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.pipeline import ANSWER, PREPARE
from fingerpost.answering.progress import STEP_NAMES, Progress, ProgressWatch


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PROGRESS_AFTER", 0.01)


async def _told(watch: ProgressWatch, *steps: tuple[str, bool]) -> list[str]:
    """What is told of steps that go on until they are told of, or that never give way to others."""
    told, seen = list[str](), asyncio.Event()

    async def work() -> str:
        for step, takes_a_while in steps:
            watch.begin(step)
            if takes_a_while:
                await seen.wait()
                seen.clear()
                await asyncio.sleep(0.05)
        return "done"

    task = asyncio.create_task(work())
    async for each in watch.wait_for(task):
        told.append(each.step)
        seen.set()
    assert task.result() == "done"
    return told


async def test_each_step_that_takes_a_while_is_told_once() -> None:
    steps = ("retrieve", True), ("validate_code", False), ("generate_code_retry", True), ("generate", True)
    assert await _told(ProgressWatch(), *steps) == ["searching", "second attempt", "writing"]


async def test_what_is_quick_is_not_told() -> None:
    assert await _told(ProgressWatch(), ("retrieve", False), ("generate", False)) == []


async def test_a_caller_who_goes_away_cancels_the_work() -> None:
    watch, ended = ProgressWatch(), list[str]()

    async def work() -> None:
        try:
            await asyncio.sleep(30)
        finally:
            ended.append("cancelled")

    async with aclosing(watch.wait_for(asyncio.create_task(work()))) as told:
        assert await anext(told) == Progress("routing")
    assert ended == ["cancelled"]


async def _pieces(*pieces: str) -> AsyncGenerator[str, None]:
    await asyncio.sleep(0.1)
    for piece in pieces:
        yield piece


@pytest.mark.parametrize("pieces", [(), ("a",), ("a", "b")])
async def test_the_first_piece_of_an_answer_is_waited_for_with_progress(pieces: tuple[str, ...]) -> None:
    async with aclosing(ProgressWatch().pieces(_pieces(*pieces))) as events:
        assert [event async for event in events] == [Progress("writing"), *pieces]


async def test_an_error_of_the_work_is_raised() -> None:
    async def fails() -> AsyncGenerator[str, None]:
        raise ValueError("no")
        yield ""

    with pytest.raises(ValueError, match="no"):
        [event async for event in ProgressWatch().pieces(fails())]


def test_the_named_steps_are_steps_of_the_pipelines() -> None:
    assert STEP_NAMES.keys() <= ANSWER.keys() | PREPARE.keys()
    assert all(hasattr(Nodes, step) for step in STEP_NAMES)
