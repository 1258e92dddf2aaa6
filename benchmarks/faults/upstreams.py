"""Model and search servers that are silent, drip, flood, die half-way, or lie about lengths, behind a real server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.faults.campaign import Line, Measured, part_of
from benchmarks.faults.process import PeakMemory, ask
from benchmarks.faulty_server import FaultyServer
from benchmarks.killed_server import KilledServer
from benchmarks.ladder import BUDGET, CALL, FAILURES, QUESTION, make_routebook, part_settings
from fingerpost.settings import SearchSettings, Settings

FAULTS = {"hung": "silent", "slow": "drips", "flood": "floods", "half": "dies half-way", "lies": "lies about lengths"}
PARTS = {"answer": "models", "search": "search-servers"}
GROWTH = 20.0
"""Megabytes that a server may grow by."""
BAR = f"an answer within {BUDGET:g} s, marked degraded; memory grows by less than {GROWTH:g} MB"


@dataclass
class Seen:
    """What clients saw while one part failed in one way."""

    part: str
    fault: str
    seconds: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    degraded: int = 0
    grown: float = 0.0

    def faults(self) -> list[str]:
        """Return what is wrong with it."""
        found = []
        if any(status != 200 for status in self.statuses):
            found.append(f"statuses {self.statuses}")
        if self.degraded != len(self.seconds):
            found.append(f"of {len(self.seconds)} answers {self.degraded} say that they are degraded")
        if self.grown >= GROWTH:
            found.append(f"memory grew by {self.grown:.0f} MB")
        return [f"{self.name}: {each}" for each in found]

    def late(self) -> list[str]:
        """Return what came, but later than the bar."""
        slowest = max(self.seconds)
        return [f"{self.name}: an answer took {slowest:.1f} s of {BUDGET:g} s"] if slowest > BUDGET else []

    @property
    def name(self) -> str:
        """Return the part and what it does, for people."""
        return f"{self.part} {FAULTS.get(self.fault, self.fault)}"


def measure(part: str, share: float) -> Measured:
    """Try a part with every fault, each with a server of its own, since a breaker left open hides the next."""
    with TemporaryDirectory() as folder:
        book = make_routebook(Path(folder) / "lamps")
        runs = [measure_one(part, fault, book) for fault in part_of(list(FAULTS), max(share, 0.4))]
    slowest, grown = max(max(run.seconds) for run in runs), max(run.grown for run in runs)
    tried = ", ".join(FAULTS[run.fault] for run in runs)
    figures = f"{tried}: slowest answer {slowest:.1f} s, memory +{grown:.0f} MB"
    return Measured(
        figures, [fault for run in runs for fault in run.faults()], [late for run in runs for late in run.late()]
    )


def measure_one(part: str, fault: str, book: Path, prepare: Callable[[], None] | None = None) -> Seen:
    """Ask a server whose model or search server fails, until its breaker is open and once more."""
    seen, folder = Seen(part, fault), book.parent
    # A first answer that is of no use makes the server load everything that it needs for the next.
    with FaultyServer(lambda _: {}) as upstream:
        alone = Settings(
            cache=folder / "cache",
            database=f"sqlite:///{folder}/store.sqlite",
            traces="off",
            search=SearchSettings(folder=folder / "index-of-all"),
            answer_timeout=BUDGET,
            llm_timeout=CALL,
        )
        settings = replace(alone, **part_settings(part, upstream, folder))
        server = KilledServer(book, settings, *([prepare] if prepare else []))
        server.start()
        try:
            text, route = QUESTION
            ask(server.port, text=f"{text} at first", declared=route)
            memory = PeakMemory(server.pid)
            upstream.fail(fault)
            for number in range(FAILURES):
                began = perf_counter()
                status, answer = ask(server.port, text=f"{text} {number}", declared=route)
                seen.seconds.append(perf_counter() - began)
                seen.statuses.append(status)
                seen.degraded += any(each["part"] == part for each in answer.get("degraded", ()))
            seen.grown = memory.growth()
        finally:
            server.kill()
    return seen


LINES = [Line(name, BAR, partial(measure, part)) for part, name in PARTS.items()]
