"""Try the rows: `python -m benchmarks.faults.rows [--source FOLDER] [--only NUMBER] [--report FILE]`."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from benchmarks.faults.campaign import MISSED, Line, as_markdown, run
from benchmarks.faults.rows import door, people, stores, upstreams
from benchmarks.faults.rows.serving import HERE
from benchmarks.report import BUILD

PARTS = (door, stores, upstreams, people)
ROWS = {row.number: row for row in sorted(row for part in PARTS for row in part.ROWS)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=Path, default=HERE)
    parser.add_argument("--only", type=int, choices=ROWS, nargs="*")
    parser.add_argument("--report", type=Path, default=BUILD / "faults" / "rows.md")
    given = parser.parse_args()
    chosen = given.only or list(ROWS)
    lines = [Line(f"row-{n}", ROWS[n].bar, lambda _s, n=n: ROWS[n].measure(given.source.resolve())) for n in chosen]
    outcomes = []
    for outcome in run(lines, 1.0):
        print(f"{outcome.name}: {outcome.state}, {outcome.seconds:.0f} s: {outcome.figures}", flush=True)
        outcomes.append(outcome)


if __name__ == "__main__":
    main()
