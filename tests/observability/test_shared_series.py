"""Series that processes share: kept in order, read by others while they change, and kept when their writer is killed."""

from __future__ import annotations

import os
import signal
from ctypes import Array, c_char
from multiprocessing import get_context

import pytest

from fingerpost.observability.shared_series import SIZE, Labels, SharedSeries, shared_memories

ODD: Labels = (("layer", 'a"b\\c\nd'), ("route", "ñ"))


def test_what_one_adds_another_reads_as_it_changes() -> None:
    [memory] = shared_memories(1)
    written, read = SharedSeries(memory), SharedSeries(memory)
    assert list(read) == []
    first, second = written.add(("counter", "answers", ODD), 1), written.add(("timing", "decisions", ()), 18)
    assert first is not None
    assert second is not None
    first[0] += 2.5
    second[17] += 0.25
    found = {series: list(cells) for series, cells in read}
    assert found == {("counter", "answers", ODD): [2.5], ("timing", "decisions", ()): [0.0] * 17 + [0.25]}
    first[0] += 1
    assert {series: cells[0] for series, cells in read}["counter", "answers", ODD] == 3.5


def test_where_no_room_is_left_nothing_is_added_and_what_is_there_stays() -> None:
    [memory] = shared_memories(1)
    series = SharedSeries(memory)
    added = 0
    while series.add(("timing", "decisions", (("route", str(added)),)), 18) is not None:
        added += 1
    assert 4000 < added < SIZE // (18 * 8)
    assert [labels for (_, _, labels), _ in series] == [(("route", str(number)),) for number in range(added)]


def _count_and_die(memory: Array[c_char]) -> None:
    cells = SharedSeries(memory).add(("counter", "answers", ()), 1)
    if cells is not None:
        cells[0] = 7
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.kill
def test_what_a_killed_process_wrote_stays() -> None:
    [memory] = shared_memories(1)
    process = get_context("spawn").Process(target=_count_and_die, args=(memory,))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert [(series, list(cells)) for series, cells in SharedSeries(memory)] == [(("counter", "answers", ()), [7.0])]


def test_a_record_that_was_not_completed_does_not_exist_and_leaves_no_numbers() -> None:
    [memory] = shared_memories(1)
    first = SharedSeries(memory)
    assert first.add(("counter", "answers", ()), 1) is not None
    used = first._used.value
    torn = first.add(("counter", "refusals", ()), 1)
    assert torn is not None
    torn[0] = 9
    # As if the process had been killed just before the last step.
    first._used.value = used
    again = SharedSeries(memory)
    assert [name for (_, name, _), _ in again] == ["answers"]
    cells = again.add(("counter", "feedback", ()), 1)
    assert cells is not None
    assert cells[0] == 0
    assert [name for (_, name, _), _ in again] == ["answers", "feedback"]
