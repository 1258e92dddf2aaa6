"""Run the campaign: `python -m benchmarks.faults [--share 0.1] [--only NAME] [--report FILE] [--known]`."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from benchmarks.faults import contract, hostile, killed, stores, upstreams
from benchmarks.faults.campaign import MISSED, KnownMiss, as_markdown, judge_known, run
from benchmarks.report import BUILD

PARTS = (upstreams, killed, stores, hostile, contract)
KNOWN = Path(__file__).parent / "known_misses.toml"
LINES = {line.name: line for part in PARTS for line in part.LINES}


def _share(text: str) -> float:
    share = float(text)
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"{text} is no share: give a number above 0, and at most 1")
    return share


def known_misses() -> dict[str, KnownMiss]:
    """Return the lines that are known to miss their bar."""
    listed = tomllib.loads(KNOWN.read_text(encoding="utf-8"))
    if strange := sorted(set(listed) - set(LINES)):
        raise SystemExit(f"{KNOWN}: {', '.join(strange)}: no such line; there are {', '.join(LINES)}")
    return {name: KnownMiss(float(entry["share"]), entry.get("varies", False)) for name, entry in listed.items()}


def main() -> None:
    """Run the lines, write the report, and end with 1 where a bar was missed.

    With `--known`, which CI gives: where a bar was missed that is not known to be, or a known miss is met again.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description="Everything that must not break.")
    parser.add_argument("--share", type=_share, default=1.0, help="the part of the whole to run (1)")
    parser.add_argument("--only", choices=sorted(LINES), help="one line alone")
    parser.add_argument("--report", type=Path, default=BUILD / "faults" / "report.md", help="where the report goes")
    parser.add_argument("--known", action="store_true", help=f"fail by what {KNOWN.name} does not list")
    given = parser.parse_args()
    outcomes = []
    for outcome in run([LINES[given.only]] if given.only else list(LINES.values()), given.share):
        print(f"{outcome.name}: {outcome.state}, {outcome.seconds:.0f} s: {outcome.figures}", flush=True)
        outcomes.append(outcome)
    given.report.parent.mkdir(parents=True, exist_ok=True)
    given.report.write_text(as_markdown(outcomes, given.share), encoding="utf-8")
    print(f"report: {given.report}")
    if not given.known:
        raise SystemExit(any(outcome.state == MISSED for outcome in outcomes))
    new = judge_known(outcomes, given.share, known_misses())
    for each in new:
        print(each)
    raise SystemExit(bool(new))


if __name__ == "__main__":
    main()
