"""Facts: kept only while somebody records, by the context that records."""

from __future__ import annotations

import asyncio

from fingerpost.observability.facts import MODEL, note, recorded, recording, resume
from fingerpost.types import Fact


def test_nothing_is_kept_unless_somebody_records() -> None:
    note(MODEL, slot="main")
    assert recorded() is None
    with recording() as facts:
        note(MODEL, slot="main")
        assert recorded() is facts
    assert facts == [Fact(MODEL, {"slot": "main"})]
    assert recorded() is None


def test_a_recording_goes_on_with_a_list_and_ends_where_it_began() -> None:
    with recording() as outer:
        note("a")
        with recording() as inner:
            note("b")
        with recording(outer):
            note("c")
    assert [fact.what for fact in outer] == ["a", "c"]
    assert [fact.what for fact in inner] == ["b"]


async def test_tasks_that_are_started_record_into_the_same_list() -> None:
    async def work() -> None:
        note("inside")

    with recording() as facts:
        await asyncio.gather(work(), work())
    assert len(facts) == 2


async def test_another_task_takes_a_recording_up() -> None:
    facts: list[Fact] = []

    async def work() -> None:
        resume(facts)
        note("taken up")

    await asyncio.create_task(work())
    assert [fact.what for fact in facts] == ["taken up"]
    assert recorded() is None
