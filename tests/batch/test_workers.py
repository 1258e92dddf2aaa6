"""The pool of workers: what it does where one of them is slower than the others."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from fingerpost.batch.decide import Batch
from fingerpost.batch.formats import Chunk, RoutedChunk
from fingerpost.batch.jsonl import JsonlFormat
from fingerpost.batch.workers import MAX_CHUNKS_AHEAD, WorkerPool
from tests.batch.files import make_book

WORKERS = 2
CHUNKS = 4 * MAX_CHUNKS_AHEAD * WORKERS


class _Work(NamedTuple):
    """What a worker gets in place of rows: where each chunk leaves a file, its number, and how many it waits for."""

    folder: Path
    number: int
    wait_for: int


class _SlowFormat(JsonlFormat):
    """Routes nothing; a chunk may wait until others are done."""

    def route(self, batch: Batch, rows: _Work) -> RoutedChunk:  # type: ignore[override]  # not lines, but work
        """Leave a file."""
        end = time.monotonic() + 60
        while len(list(rows.folder.iterdir())) < rows.wait_for and time.monotonic() < end:
            time.sleep(0.01)
        (rows.folder / str(rows.number)).touch()
        return RoutedChunk(b"%d" % rows.number, 1, 0, 1)


@pytest.mark.parametrize("slow", [0, 5])
def test_a_slow_worker_holds_up_nothing_once_it_is_done(tmp_path: Path, slow: int) -> None:
    """The others do as much ahead of it as they may, and are then all idle."""
    folder = tmp_path / "done"
    folder.mkdir()
    ahead = slow + MAX_CHUNKS_AHEAD * WORKERS
    chunks = [Chunk(_Work(folder, i, ahead if i == slow else 0), i) for i in range(CHUNKS)]
    found: list[bytes] = []
    with WorkerPool(_SlowFormat(), Batch(make_book(tmp_path)), WORKERS) as pool:

        def take() -> None:
            found.extend(result.written for _, result in pool.in_order(iter(chunks)))

        taking = Thread(target=take, daemon=True)
        taking.start()
        taking.join(120)
        assert not taking.is_alive()
    assert found == [b"%d" % i for i in range(CHUNKS)]
