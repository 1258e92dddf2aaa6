"""Audit: the contract checked on recorded traffic."""

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
class Audit:
    """What was found: how many traces, which breaches, which records could not be read, and what was passed over."""

    traces: int = 0
    others: Counter[str] = field(default_factory=Counter)
    breaches: list[tuple[str, Breach]] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def audit(book: Routebook, traces: Iterable[tuple[str, Mapping[str, Any] | None]]) -> Audit:
    """Check every trace of this routebook; a record that is no trace is told and not passed over."""
    found = Audit()
    for where, trace in traces:
        if trace is not None and trace.get("routebook", book.name) != book.name:
            found.others[str(trace["routebook"])] += 1
            continue
        found.traces += 1
        try:
            if trace is None:
                raise ValueError("not a JSON object")
            found.breaches += [(where, breach) for breach in check_trace(book, trace)]
        except ValueError as error:
            found.unreadable.append(f"{where}: {error}")
    return found


def read_traces(file: Path) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """Yield the traces of a JSONL file with their places; None for a line that is none, such as a torn last one."""
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield f"line {number}", _object(line)
    except OSError as error:
        raise RowsError(f"{file}: cannot be read: {error}") from error


def _object(line: str) -> Mapping[str, Any] | None:
    try:
        trace = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return trace if isinstance(trace, dict) else None
