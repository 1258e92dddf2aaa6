"""What an importer gives: routes and examples, what was changed on the way, and what was not taken over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from fingerpost.errors import RowsError
from fingerpost.language.text import fold, unpunctuated

OUT_OF_SCOPE = (
    "oos", "none", "outofscope", "fallback", "nlufallback", "fueradealcance", "ninguno", "ninguna", "nenhum", "nenhuma",
)  # fmt: skip

MAX_ROWS = 100_000
"""Rows that are read; a routebook learns little from more."""

MAX_LABELS = 300
"""Labels from which on a column is not one of labels."""

MAX_NAME = 60
"""Most characters of a route's name that is made of a label."""

SHOWN = 5
"""Most lines, routes or values that one message names."""


class ImportedRow(NamedTuple):
    """A message and its label, and where they are in their file ("" where that is not known)."""

    place: str
    text: str
    label: str


class ImportedRoutes(NamedTuple):
    """What becomes a routebook.

    `examples`: as (text, route). `out_of_scope`: that route, if there is one. `notes`: what was changed or skipped.
    `descriptions`: by route. `synonyms`: words with others for them. `left_out`: what has no place in a routebook, each
    with what to do instead.
    """

    examples: list[tuple[str, str]]
    out_of_scope: str | None
    notes: list[str]
    descriptions: Mapping[str, str] = {}
    synonyms: Mapping[str, Sequence[str]] = {}
    left_out: Sequence[str] = ()


def first_few(entries: Iterable[str]) -> str:
    """Return the first entries as one text that says how many more there are."""
    listed = list(entries)
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return ", ".join(entry[:MAX_NAME] for entry in listed[:SHOWN]) + more


def left_out_lines(left: Mapping[tuple[str, str], Iterable[str]]) -> list[str]:
    """Return a line for each kind of thing that was not taken over: what, which ones, and what to do instead."""
    return [f"{what} ({first_few(dict.fromkeys(names))}): {remedy}" for (what, remedy), names in left.items()]


def route_name(label: str) -> str:
    """Return a label as the name of a route: its letters, digits, - and _."""
    return _plain_label(label)[:MAX_NAME] or "route"


def collect_routes(
    file: Path, rows: Sequence[ImportedRow], notes: list[str], too_many: str = "a routebook has fewer"
) -> ImportedRoutes:
    """Return the routes and examples of labelled rows; raise RowsError if nothing can be learned from them.

    `too_many`: what to do about a file with too many labels.
    """
    empty = sum(not row.text or not row.label for row in rows)
    names: dict[str, str] = {}
    spelled: dict[str, str] = {}
    labels_of: dict[str, dict[str, str]] = {}
    route_of: dict[str, tuple[str, str]] = {}
    conflicts: list[str] = []
    repeated = 0
    outside = None
    for place, text, label in rows:
        if not text or not label:
            continue
        # Two labels that differ in capitals or signs alone are one route.
        name = spelled.setdefault(route_name(label).casefold(), route_name(label))
        names[label] = name
        labels_of.setdefault(name, {}).setdefault(_plain_label(label).casefold() or label, label)
        if re.sub(r"[\W_]+", "", fold(label)) in OUT_OF_SCOPE:
            name = names[label] = outside = outside or name
        key = unpunctuated(text)
        if key not in route_of:
            route_of[key] = (text, name)
        elif route_of[key][1] == name:
            repeated += 1
        else:
            conflicts.append(f'{place} "{text[:40]}" stays {route_of[key][1]}, not {name}'.lstrip())
    examples = list(route_of.values())
    counts = Counter(name for _, name in examples)
    if len(counts) < 2:
        raise RowsError(f"{file}: has {'one label' if counts else 'no labelled message'}: at least two are needed")
    if len(counts) > MAX_LABELS:
        raise RowsError(f"{file}: has {len(counts)} labels: {too_many}")
    renamed = [f"{label} is {name}" for label, name in names.items() if label != name]
    notes += [f"skipped {count_of(empty, 'row')} without text or label"] if empty else []
    notes += [f"skipped {count_of(repeated, 'repeated message')}"] if repeated else []
    if conflicts:
        shown = "; ".join(conflicts[:SHOWN]) + (" …" if len(conflicts) > SHOWN else "")
        notes.append(f"{count_of(len(conflicts), 'message')} had a second label, and the first was kept: {shown}")
    notes += [
        f"several labels became the route {name}: {' and '.join(map(_quoted, labels.values()))}"
        for name, labels in labels_of.items()
        if len(labels) > 1
    ]
    notes += [f"renamed: {', '.join(renamed[:10])}{' …' if len(renamed) > 10 else ''}"] if renamed else []
    notes += [f"{outside} is the route of messages out of scope"] if outside else []
    return ImportedRoutes(examples, outside, notes)


def count_of(count: int, thing: str) -> str:
    """Return a number with the name of what is counted."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _plain_label(label: str) -> str:
    return re.sub(r"[^\w-]+", "_", label).strip("_-")


def _quoted(label: str) -> str:
    return f'"{label}"' if len(label) <= 2 * MAX_NAME else f'"{label[:MAX_NAME]}…{label[-MAX_NAME:]}"'
