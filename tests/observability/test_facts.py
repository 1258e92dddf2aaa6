"""Facts: kept only while somebody records, by the context that records."""

from __future__ import annotations

import asyncio

from fingerpost.observability.facts import MODEL, current_facts, record_fact, record_facts, set_current_facts
from fingerpost.types import Fact


def test_nothing_is_kept_unless_somebody_records() -> None:
    record_fact(MODEL, slot="main")
    assert current_facts() is None
    with record_facts() as facts:
        record_fact(MODEL, slot="main")
        assert current_facts() is facts
    assert facts == [Fact(MODEL, {"slot": "main"})]
    assert current_facts() is None


def test_a_recording_goes_on_with_a_list_and_ends_where_it_began() -> None:
    with record_facts() as outer:
        record_fact("a")
        with record_facts() as inner:
            record_fact("b")
        with record_facts(outer):
            record_fact("c")
    assert [fact.what for fact in outer] == ["a", "c"]
    assert [fact.what for fact in inner] == ["b"]


async def test_tasks_that_are_started_record_into_the_same_list() -> None:
    async def work() -> None:
        record_fact("inside")

    with record_facts() as facts:
        await asyncio.gather(work(), work())
    assert len(facts) == 2


async def test_another_task_takes_a_recording_up() -> None:
    facts: list[Fact] = []

    async def work() -> None:
        set_current_facts(facts)
        record_fact("taken up")

    await asyncio.create_task(work())
    assert [fact.what for fact in facts] == ["taken up"]
    assert current_facts() is None
