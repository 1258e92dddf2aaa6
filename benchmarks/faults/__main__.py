"""Run the campaign: `python -m benchmarks.faults [--share 0.1] [--only NAME] [--report FILE]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.faults import contract, hostile, killed, stores, upstreams
from benchmarks.faults.campaign import MISSED, as_markdown, run
from benchmarks.report import BUILD

PARTS = (upstreams, killed, stores, hostile, contract)
LINES = {line.name: line for part in PARTS for line in part.LINES}


def _share(text: str) -> float:
    share = float(text)
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"{text} is no share: give a number above 0, and at most 1")
    return share


def main() -> None:
    """Run the lines, write the report, and end with 1 where a bar was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description="Everything that must not break.")
    parser.add_argument("--share", type=_share, default=1.0, help="the part of the whole to run (1)")
    parser.add_argument("--only", choices=sorted(LINES), help="one line alone")
    parser.add_argument("--report", type=Path, default=BUILD / "faults" / "report.md", help="where the report goes")
    given = parser.parse_args()
    outcomes = []
    for outcome in run([LINES[given.only]] if given.only else list(LINES.values()), given.share):
        print(f"{outcome.name}: {outcome.state}, {outcome.seconds:.0f} s: {outcome.figures}", flush=True)
        outcomes.append(outcome)
    given.report.parent.mkdir(parents=True, exist_ok=True)
    given.report.write_text(as_markdown(outcomes, given.share), encoding="utf-8")
    print(f"report: {given.report}")
    raise SystemExit(any(outcome.state == MISSED for outcome in outcomes))


if __name__ == "__main__":
    main()
