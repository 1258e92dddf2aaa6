"""Growth of time and memory with routes and examples, on synthetic texts with a free encoder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.report import BUILD, Table
from fingerpost.routing.student.training import MAX_LEXICAL_SIZE

ROUTES = (10, 150, 1_000)
EXAMPLES = (1_000, 15_000, 100_000)
ROOT = BUILD.parent
WITHOUT_NGRAMS = f"Beyond {MAX_LEXICAL_SIZE:,} examples times routes a student is fitted without n-grams."


@dataclass(frozen=True, slots=True)
class Size:
    """What one size came to; a figure that could not be had is None, and `note` says why."""

    routes: int
    examples: int
    student_micros: float | None = None
    route_micros: float | None = None
    fit_seconds: float | None = None
    array_megabytes: float | None = None
    peak_megabytes: float | None = None
    note: str = ""


def measure(quick: bool, limit: float) -> Iterator[Size]:
    """Measure every size, the fitting of each for at most `limit` seconds; `quick` leaves out all but the smallest."""
    for examples in EXAMPLES[:1] if quick else EXAMPLES:
        for routes in ROUTES[:1] if quick else ROUTES:
            if examples < 2 * routes:
                yield Size(routes, examples, note="left out: fewer than two examples a route")
            else:
                yield _measure(routes, examples, limit)


def table(sizes: list[Size]) -> Table:
    """Lay the sizes out."""
    rows = [
        (
            size.routes,
            size.examples,
            size.student_micros,
            size.route_micros,
            size.fit_seconds,
            size.array_megabytes,
            size.peak_megabytes,
            size.note,
        )
        for size in sizes
    ]
    columns = (
        "routes",
        "examples",
        "student p50 µs",
        "route() less encoder p50 µs",
        "fit s",
        "student MB",
        "peak MB while fitting",
        "note",
    )
    return Table("Growth, on drawn vectors", columns, rows, [WITHOUT_NGRAMS])


def _measure(routes: int, examples: int, limit: float) -> Size:
    command = [sys.executable, "-m", "benchmarks.one_size", str(routes), str(examples)]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    note = ""
    try:
        output, _ = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        child.kill()
        output, _ = child.communicate()
        note = f"fitting took more than {limit:.0f} s and was ended; its decisions are of a drawn student"
    if child.returncode and not note:
        note = f"ended with exit code {child.returncode}"
    found: dict[str, Any] = {}
    for line in output.splitlines():
        found.update(json.loads(line))
    return Size(routes, examples, note=note, **found)
