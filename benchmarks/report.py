"""What a run found: checks against a bar, and tables; printed plainly and written as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

BUILD = Path(__file__).parent.parent / "build"
"""Where results and caches go; not under version control."""


@dataclass(frozen=True, slots=True)
class Check:
    """One figure and the bar it must keep to: at most, or with `at_least` no less."""

    what: str
    value: float
    bar: float
    unit: str = ""
    at_least: bool = False
    note: str = ""

    @property
    def met(self) -> bool:
        """Whether the figure keeps to the bar."""
        return self.value >= self.bar if self.at_least else self.value <= self.bar


@dataclass(frozen=True, slots=True)
class Table:
    """Figures beside each other, without a bar."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    notes: Sequence[str] = ()


@dataclass(slots=True)
class Report:
    """Everything one run found, printed as it comes in."""

    about: dict[str, Any]
    checks: list[Check] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def add(self, *parts: Check | Table) -> None:
        """Keep and print, so that a long run shows where it is."""
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
                f"{'at least' if check.at_least else 'at most'} {_shown(check.bar)} {check.unit}".strip(),
                "yes" if check.met else "NO",
                check.note,
            )
            for check in self.checks
        ]
        return Table("Bars", ("what", "measured", "bar", "met", "note"), rows)

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
