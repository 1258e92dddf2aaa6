"""Try the rows: `python -m benchmarks.faults.rows [--source FOLDER] [--only NUMBER ...] [--report FILE]`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.faults.campaign import MISSED, Line, Measured, as_markdown, run
from benchmarks.faults.rows import door, people, stores, upstreams
from benchmarks.faults.rows.serving import HERE, Row
from benchmarks.report import BUILD

PARTS = (door, stores, upstreams, people)
ROWS = {row.number: row for row in sorted(row for part in PARTS for row in part.ROWS)}


def lines_of(source: Path, numbers: Sequence[int]) -> list[Line]:
    """Return rows as lines of a campaign against a source folder."""

    def measure(row: Row, _share: float) -> Measured:
        return row.measure(source)

    def line(row: Row) -> Line:
        repeat = f"python -m benchmarks.faults.rows --only {row.number} --source {source}"
        return Line(f"{row.number}: {row.tried}", row.bar, partial(measure, row), repeat)

    return [line(ROWS[number]) for number in numbers]


def main() -> None:
    """Try the rows, write the report, and end with 1 where a bar was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults.rows", description="The faults of version 0.1.")
    parser.add_argument("--source", type=Path, default=HERE, help="the checkout whose server is tried (this one)")
    parser.add_argument("--only", type=int, choices=ROWS, nargs="*", help="some rows alone")
    parser.add_argument("--report", type=Path, default=BUILD / "faults" / "rows.md", help="where the report goes")
    given = parser.parse_args()
    outcomes = []
    for outcome in run(lines_of(given.source.resolve(), given.only or list(ROWS)), 1.0):
        print(f"{outcome.name}: {outcome.state}, {outcome.seconds:.0f} s: {outcome.figures}", flush=True)
        outcomes.append(outcome)
    given.report.parent.mkdir(parents=True, exist_ok=True)
    given.report.write_text(as_markdown(outcomes, 1.0), encoding="utf-8")
    raise SystemExit(any(outcome.state == MISSED for outcome in outcomes))


if __name__ == "__main__":
    main()
