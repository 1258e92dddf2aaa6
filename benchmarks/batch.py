"""Batch routing: throughput relative to the bare encoder on all cores, and memory as the file grows."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple

from benchmarks.report import Check
from benchmarks.speed import PREFIX
from fingerpost import Router
from fingerpost.batch.checkpoint import Checkpoint
from fingerpost.batch.decide import Batch
from fingerpost.batch.formats import Chunk, RoutedChunk
from fingerpost.batch.jsonl import JsonlFormat
from fingerpost.batch.run import CHUNK_ROWS
from fingerpost.batch.workers import WorkerPool, available_cores
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings

ROUNDS, QUICK_ROUNDS = 10, 1
CHUNKS = 2
"""Chunks a core in each round."""

SMALL, LARGE, ENCODED = 10_000, 1_000_000, 100_000
"""Rows of the files whose memory is compared, the last of them all through the encoder."""

QUICK_SMALL, QUICK_LARGE, QUICK_ENCODED = 1_000, 20_000, 4_000

BY_RULE = 19
"""Of twenty rows of the largest file, how many a rule decides: all through the encoder would take twenty minutes."""

TICK = os.sysconf("SC_CLK_TCK")


class Bare(JsonlFormat):
    """The yardstick: the same workers, given texts, do nothing but encode them."""

    def route(self, batch: Batch, rows: Sequence[bytes | str]) -> RoutedChunk:
        """Encode, and return nothing."""
        batch.router.batcher.encoder.encode([str(row) for row in rows])
        return RoutedChunk(b"", len(rows), 0, 0)


def checks(cache: Path, texts: Sequence[str], *, quick: bool) -> Iterator[Check]:
    """Measure on messages that no rule decides, so that every row needs the encoder."""
    # What the workers find in the environment.
    os.environ["FINGERPOST_CACHE"] = str(cache)
    router = Router.from_routebook("avap", settings=Settings(cache=cache), memo=Memo(size=0)).warm()
    needing = [text for text in texts if router.route(text).layer in ("student", "fallback")]
    with tempfile.TemporaryDirectory() as folder:
        yield from rate(Path(folder), needing, len(needing) / len(texts), QUICK_ROUNDS if quick else ROUNDS)
        small = QUICK_SMALL if quick else SMALL
        yield memory(Path(folder), needing, small, QUICK_ENCODED if quick else ENCODED, 0)
        yield memory(Path(folder), needing, small, QUICK_LARGE if quick else LARGE, BY_RULE)


def rate(folder: Path, texts: Sequence[str], share: float, rounds: int) -> Iterator[Check]:
    """Take turns: so many chunks of a file through reader, workers, index and writer, and as many to bare encoders."""
    source, count = folder / "rate.jsonl", CHUNK_ROWS * CHUNKS * available_cores()
    rows = [texts[i % len(texts)] for i in range(count)]
    source.write_text("".join(json.dumps({"id": i, "text": text}) + "\n" for i, text in enumerate(rows)))
    batch, file_format, bare = Batch("avap"), JsonlFormat(), Bare()
    parts = [Chunk(rows[i : i + CHUNK_ROWS], i) for i in range(0, count, CHUNK_ROWS)]
    with (
        WorkerPool(file_format, batch, available_cores()) as routing,
        WorkerPool(bare, batch, available_cores()) as encoding,
        Checkpoint(folder / "rated.jsonl", {}) as checkpoint,
    ):

        def route() -> None:
            for chunk, done in routing.in_order(file_format.chunks(source, 0, CHUNK_ROWS)):
                checkpoint.add(chunk, done)

        def encode() -> None:
            for _ in encoding.in_order(iter(parts)):
                pass

        taken: dict[str, list[_Taken]] = {"route": [], "encode": []}
        for i in range(-1, rounds):
            for name, work in (("route", route), ("encode", encode))[:: 1 if i % 2 else -1]:
                took = _timed(work, [os.getpid(), *routing.pids, *encoding.pids])
                if i >= 0:
                    # The first ones load.
                    taken[name].append(took)
    wall = {name: median(took.wall for took in found) for name, found in taken.items()}
    cpu = {name: median(took.cpu for took in found) for name, found in taken.items()}
    note = (
        f"{count / wall['route']:,.0f} against {count / wall['encode']:,.0f} a second on {available_cores()} cores; in "
        f"processor time {cpu['encode'] / cpu['route']:.3f}; {len(texts):,} messages in turn, without a memo; loading "
        f"apart. The {1 - share:.0%} of the traffic that rules decide is left out: with it the ratio would be higher"
    )
    yield Check(
        "route-batch over the encoder's own rate on all cores", wall["encode"] / wall["route"], 0.75, "", True, note
    )


def memory(folder: Path, texts: Sequence[str], few: int, rows: int, by_rule: int) -> Check:
    """Compare the peak of all processes of the command on a file with that on one of few rows."""
    small, large = (_peak(folder, texts, count, by_rule) for count in (few, rows))
    decided = f"{by_rule} of {by_rule + 1} rows decided by a rule" if by_rule else "all rows through the encoder"
    note = (
        f"{large.peak / 1e6:,.0f} against {small.peak / 1e6:,.0f} MB at {few:,} rows, parent and {available_cores()} "
        f"workers; {decided}, no two rows the same; {rows / large.seconds:,.0f} a second"
    )
    return Check(f"peak memory at {rows:,} rows over that at {few:,}", large.peak / small.peak, 1.1, note=note)


class _Taken(NamedTuple):
    wall: float
    cpu: float


class _Ran(NamedTuple):
    peak: int
    seconds: float


def _timed(work: Callable[[], None], pids: Sequence[int]) -> _Taken:
    began, before = perf_counter(), sum(map(_cpu, pids))
    work()
    return _Taken(perf_counter() - began, sum(map(_cpu, pids)) - before)


def _cpu(pid: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def _peak(folder: Path, texts: Sequence[str], rows: int, by_rule: int) -> _Ran:
    source, target = folder / "messages.jsonl", folder / "routed.jsonl"
    _write(source, texts, rows, by_rule)
    words = ["data", "route-batch", "--routebook", "avap", str(source), str(target)]
    command = [sys.executable, "-m", "fingerpost", *words]
    began, peak = perf_counter(), 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        while process.poll() is None:
            peak = max(peak, sum(map(_resident, _tree(process.pid))))
            sleep(0.1)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: ended with {process.returncode}")
    with target.open("rb") as lines:
        found = sum(1 for _ in lines)
    if found != rows:
        raise SystemExit(f"{found:,} rows came of {rows:,}")
    for file in (source, target):
        file.unlink()
    return _Ran(peak, perf_counter() - began)


def _write(file: Path, texts: Sequence[str], rows: int, by_rule: int) -> None:
    """Write real messages with a number changed or added, and between them some of a kind that a rule decides."""
    drawn = random.Random(0)  # noqa: S311 - to repeat, not to hide
    with file.open("w", encoding="utf-8") as out:
        for i in range(rows):
            text = PREFIX if i % (by_rule + 1) else texts[drawn.randrange(len(texts))]
            changed, numbers = re.subn(r"\d+", str(i), text)
            out.write(json.dumps({"id": i, "text": changed if numbers else f"{text} {i}"}, ensure_ascii=False) + "\n")


def _tree(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    found = [pid]
    for parent in found:
        try:
            found += map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())
        except OSError:
            continue
    return found


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0
