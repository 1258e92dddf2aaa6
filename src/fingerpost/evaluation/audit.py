"""Check recorded traffic against the routing contract."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fingerpost.errors import RowsError
from fingerpost.routebook.model import Routebook
from fingerpost.routing.contract import Breach
from fingerpost.routing.trace import check_trace


@dataclass
class AuditResult:
    """The result of an audit: traces checked, traces of other routebooks skipped, breaches, and unreadable records."""

    traces: int = 0
    other_routebooks: Counter[str] = field(default_factory=Counter)
    breaches: list[tuple[str, Breach]] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def audit(book: Routebook, traces: Iterable[tuple[str, Mapping[str, Any] | None]]) -> AuditResult:
    """Check every trace of this routebook; records that are not traces are reported as unreadable."""
    result = AuditResult()
    for where, trace in traces:
        if trace is not None and trace.get("routebook", book.name) != book.name:
            result.other_routebooks[str(trace["routebook"])] += 1
            continue
        result.traces += 1
        try:
            if trace is None:
                raise ValueError("not a JSON object")
            result.breaches += [(where, breach) for breach in check_trace(book, trace)]
        except ValueError as error:
            result.unreadable.append(f"{where}: {error}")
    return result


def read_traces(file: Path) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """Yield the line number and trace of each line of a JSONL file; None for a line that is not a JSON object."""
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield f"line {number}", _parse_object(line)
    except OSError as error:
        raise RowsError(f"{file}: cannot be read: {error}") from error


def _parse_object(line: str) -> Mapping[str, Any] | None:
    try:
        trace = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return trace if isinstance(trace, dict) else None
