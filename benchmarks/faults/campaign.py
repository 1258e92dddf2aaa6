"""Lines of the campaign, their outcomes, and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from http.client import HTTPException
from itertools import islice
from time import perf_counter
from typing import NamedTuple, TypeVar

from fingerpost import __version__
from fingerpost.errors import FingerpostError

MET, MISSED, SKIPPED = "met", "NOT MET", "skipped"
FAILURES = (OSError, RuntimeError, ValueError, HTTPException, FingerpostError)
"""Errors that end one line and not the campaign: a server that does not start or answer, or answers nonsense."""

ItemT = TypeVar("ItemT")


class CannotRun(Exception):  # noqa: N818 - a line that is skipped is no error
    """A line cannot run on this machine; its text says why, and what would help."""


class Measured(NamedTuple):
    """What a line measured, and what is wrong with it; a line without faults meets its bar.

    `noisy`: faults of seconds, or of a few megabytes, that other work on the machine can cause. The whole campaign,
    which is run alone, misses its bar by them; a part of it only reports them.
    """

    figures: str
    faults: Sequence[str] = ()
    noisy: Sequence[str] = ()


class Line(NamedTuple):
    """One line of the campaign; `measure` gets the share of the whole that is to be run.

    `command` repeats it, where that is not the campaign's own.
    """

    name: str
    bar: str
    measure: Callable[[float], Measured]
    command: str = ""


class Outcome(NamedTuple):
    """What came of a line."""

    name: str
    bar: str
    figures: str
    state: str
    seconds: float
    command: str
    when: datetime


class KnownMiss(NamedTuple):
    """A line that misses its bar from some share of the campaign on; it may vary about its bar."""

    share: float
    varies: bool = False


def run(lines: Sequence[Line], share: float) -> Iterator[Outcome]:
    """Yield the outcome of every line as soon as it is known."""
    for line in lines:
        began = perf_counter()
        try:
            figures, faults, noisy = line.measure(share)
            state = MISSED if faults or (noisy and share == 1) else MET
            told = [*islice(faults, 5), *(each if share == 1 else f"reported: {each}" for each in islice(noisy, 5))]
            figures = "; ".join((figures, *told))
        except CannotRun as reason:
            figures, state = str(reason), SKIPPED
        except FAILURES as error:
            figures, state = f"{type(error).__name__}: {error}", MISSED
        command = line.command or f"python -m benchmarks.faults --only {line.name} --share {share:g}"
        yield Outcome(line.name, line.bar, figures, state, perf_counter() - began, command, datetime.now(UTC))


def judge_known(outcomes: Sequence[Outcome], share: float, known: Mapping[str, KnownMiss]) -> list[str]:
    """Return what is new: bars that were missed and are not known to be, and known misses that are met again.

    A known miss that varies about its bar is nothing new, met or not.
    """
    expected = {name: miss.varies for name, miss in known.items() if share >= miss.share}
    found = [
        f"{each.name}: NOT MET, and no known miss"
        for each in outcomes
        if each.state == MISSED and each.name not in expected
    ]
    return found + [
        f"{each.name}: met again; take it out of known_misses.toml"
        for each in outcomes
        if each.state == MET and expected.get(each.name) is False
    ]


def as_markdown(outcomes: Sequence[Outcome], share: float) -> str:
    """Return the report."""
    states = [outcome.state for outcome in outcomes]
    counted = ", ".join(f"{states.count(state)} {state}" for state in (MET, MISSED, SKIPPED))
    rows = [
        f"| {name} | {bar} | {_cell(figures)} | {state} | {seconds:.0f} | {when:%Y-%m-%d %H:%M} | `{command}` |"
        for name, bar, figures, state, seconds, command, when in outcomes
    ]
    return "\n".join(
        (
            "# Faults",
            "",
            f"Fingerpost {__version__}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, share {share:g}: {counted}.",
            "",
            "| line | bar | measured | | s | date (UTC) | command |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
        )
    )


def part_of(items: Sequence[ItemT], share: float) -> list[ItemT]:
    """Return a share of some items, evenly spread and at least one."""
    count = max(1, round(len(items) * share))
    return [items[place * len(items) // count] for place in range(count)]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
