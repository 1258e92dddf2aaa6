"""Results of a run: checks against a target, and tables; printed as text and written as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

BUILD = Path(__file__).parent.parent / "build"
"""Where results and caches go; not under version control."""


@dataclass(frozen=True, slots=True)
class Check:
    """One figure and its target: an upper limit, or a lower limit with `at_least`."""

    what: str
    value: float
    target: float
    unit: str = ""
    at_least: bool = False
    note: str = ""

    @property
    def met(self) -> bool:
        """Whether the figure meets the target."""
        return self.value >= self.target if self.at_least else self.value <= self.target


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures without targets."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    notes: Sequence[str] = ()


@dataclass(slots=True)
class Report:
    """All results of one run, printed as they arrive."""

    about: dict[str, Any]
    checks: list[Check] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def add(self, *parts: Check | Table) -> None:
        """Add and print results, so that a long run shows its progress."""
        for part in parts:
            if isinstance(part, Check):
                self.checks.append(part)
                print(f"  {part.what}: {_shown(part.value)} {part.unit}".rstrip(), flush=True)
            else:
                self.tables.append(part)
                print("\n" + as_text(part), flush=True)

    def summary(self) -> Table:
        """Return all checks as one table."""
        rows = [
            (
                check.what,
                f"{_shown(check.value)} {check.unit}".strip(),
                f"{'at least' if check.at_least else 'at most'} {_shown(check.target)} {check.unit}".strip(),
                "yes" if check.met else "NO",
                check.note,
            )
            for check in self.checks
        ]
        return Table("Targets", ("what", "measured", "target", "met", "note"), rows)

    def write(self, file: Path) -> None:
        """Write everything as JSON."""
        file.parent.mkdir(parents=True, exist_ok=True)
        content = {
            "about": self.about,
            "checks": [{**asdict(check), "met": check.met} for check in self.checks],
            "tables": [
                {
                    "title": table.title,
                    "rows": [dict(zip(table.columns, row, strict=True)) for row in table.rows],
                    "notes": list(table.notes),
                }
                for table in self.tables
            ],
        }
        file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def print_checks(checks: Iterable[Check]) -> None:
    """Measure, print each check as it is done, and then all of them."""
    report = Report({})
    for check in checks:
        report.add(check)
    print("\n" + as_text(report.summary()))


def as_text(table: Table) -> str:
    """Lay a table out in columns."""
    cells = [list(table.columns), *([_shown(value) for value in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join([table.title, *lines, *table.notes])


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}" if abs(value) < 0.1 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
