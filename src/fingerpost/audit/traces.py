"""Audit recorded traffic: traces in a file or in the store, against the routing contract."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fingerpost.audit.auditor import Auditor, Breach, TextReading
from fingerpost.errors import RowsError
from fingerpost.routebook.model import Routebook
from fingerpost.types import SNIPPET, Fact


@dataclass
class AuditResult:
    """The result of an audit, by the place of each trace: breaches, and doubts that a person should look at.

    `traces`: how many were checked. `other_routebooks`: traces of others, which were not. `unreadable`: records that
    are no traces. `texts`: the recorded beginning of the text of each trace that is in doubt.
    """

    traces: int = 0
    other_routebooks: Counter[str] = field(default_factory=Counter)
    breaches: list[tuple[str, Breach]] = field(default_factory=list)
    doubts: list[tuple[str, Breach]] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)


def audit(book: Routebook, traces: Iterable[tuple[str, Mapping[str, Any] | None]]) -> AuditResult:
    """Check every trace of this routebook; records that are not traces are reported as unreadable."""
    result, auditor = AuditResult(), Auditor(book)
    for where, trace in traces:
        if trace is not None and trace.get("routebook", book.name) != book.name:
            result.other_routebooks[str(trace["routebook"])] += 1
            continue
        result.traces += 1
        try:
            if trace is None:
                raise ValueError("not a JSON object")
            found = check_trace(auditor, trace)
        except ValueError as error:
            result.unreadable.append(f"{where}: {error}")
            continue
        result.breaches += [(where, breach) for breach in found if breach.certain]
        result.doubts += [(where, breach) for breach in found if not breach.certain]
        if not all(breach.certain for breach in found):
            result.texts[where] = str(trace.get("text", ""))
    return result


def check_trace(auditor: Auditor, trace: Mapping[str, Any]) -> list[Breach]:
    """Return the breaches and doubts in a recorded request; raise ValueError if the record is not a trace."""
    try:
        facts = [Fact(str(what), dict(detail)) for what, detail in trace["facts"]]
        reading = _reading(auditor, trace)
        route, declared = trace["route"], bool(trace["declared"])
        if not all(isinstance(fact.detail.get("entries", 0), int) for fact in facts):
            raise TypeError("entries")
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a trace: {error!r} is missing or of another shape") from error
    if route is not None and route not in auditor.book.names:
        raise ValueError(f"route {route!r} is not in the routebook {auditor.book.name}")
    return [
        *auditor.check_decision(reading, route, declared=declared, facts=facts),
        *auditor.check_answer(route, facts),
    ]


def _reading(auditor: Auditor, trace: Mapping[str, Any]) -> TextReading:
    """Return what was read in the whole text when it was recorded, or now, where the record has all of it."""
    stored = trace["reading"]
    if not isinstance(stored, list | None):
        raise TypeError("reading")
    reading = TextReading() if stored is None else TextReading(*stored)
    if not isinstance(reading.rule, str | None) or not isinstance(reading.route, str | None):
        raise TypeError("reading")
    text = trace.get("text")
    if isinstance(text, str) and 0 < len(text) < SNIPPET:
        again = auditor.read(text)
        return reading if again.rule is None else again
    return reading


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
