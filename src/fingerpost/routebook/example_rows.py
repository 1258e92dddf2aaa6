"""The examples of a packed routebook with the lines they stand in, and edits of them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from fingerpost.errors import MessageError, short_repr
from fingerpost.language.text import fold
from fingerpost.routebook.load import EXAMPLES
from fingerpost.routebook.near_names import meant
from fingerpost.types import Example

MAX_LINES = 2_000
"""Examples that one edit may add, and remove."""
MAX_CHARACTERS = 2_000
"""The longest example that may be added."""

_Line = tuple[str, dict[str, Any] | None]


class ExampleRow(NamedTuple):
    """An example, and its line in `examples.jsonl`; None where that is not known."""

    example: Example
    line: int | None


class ExampleChange(NamedTuple):
    """Texts that are added to a route's examples, and removed from them."""

    route: str
    add: Sequence[str] = ()
    remove: Sequence[str] = ()


class EditedExamples(NamedTuple):
    """A packed routebook with edited examples, and the numbers of what changed.

    `moved`: examples of another route that were added here, and so are no longer there. `known`: added ones that were
    there already.
    """

    packed: str
    added: int
    removed: int
    moved: int
    known: int


def example_rows(packed: str | None, examples: Sequence[Example]) -> list[ExampleRow]:
    """Return examples with their lines in a packed routebook; without lines where it has others."""
    try:
        found = [] if packed is None else _lines(packed)
    except (ValueError, RecursionError):
        # An edit of the folder that was refused: what serves is from before it.
        found = []
    lines = [(number, row) for number, (_, row) in enumerate(found, 1) if isinstance(row, dict)]
    same = [(row.get("text"), row.get("route")) for _, row in lines] == [(each.text, each.route) for each in examples]
    numbers: Sequence[int | None] = [number for number, _ in lines] if same else [None] * len(examples)
    return [ExampleRow(example, number) for example, number in zip(examples, numbers, strict=True)]


def edit_examples(packed: str, changes: Sequence[ExampleChange], routes: Collection[str]) -> EditedExamples:
    """Return a packed routebook with these changes; lines that they do not touch stay as they are.

    A text that is added to a route, and stands in another one, moves. Raises MessageError for what cannot be done.
    """
    _check(changes, routes)
    lines = _lines(packed)
    named = [(line, None if line[1] is None else (line[1]["route"], _text(line))) for line in lines]
    gone = {(change.route, _plain(text)) for change in changes for text in change.remove}
    missing = gone - {name for _, name in named}
    if missing:
        route, text = min(missing)
        raise MessageError(f"{short_repr(text)} is no example of {route}: load the page again")
    lines = [line for line, name in named if name not in gone]
    removed = len(named) - len(lines)
    new, known = _new_examples(changes, lines)
    kept = [line for line in lines if _key(line) not in new]
    moved = len(lines) - len(kept)
    if not (removed or new):
        raise MessageError("nothing would change: add or remove an example; those that are there already do not count")
    added = [json.dumps({"text": text, "route": route}, ensure_ascii=False) for text, route in new.values()]
    content = json.loads(packed)
    texts = [text for text, _ in kept]
    while texts and not texts[-1].strip():
        texts.pop()
    if not (texts or added):
        raise MessageError("no example would be left, and nothing to learn from: keep some of each route")
    content[EXAMPLES] = "\n".join([*texts, *added]) + "\n"
    edited = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return EditedExamples(edited, len(added), removed, moved, known)


def _new_examples(changes: Iterable[ExampleChange], lines: Iterable[_Line]) -> tuple[dict[str, tuple[str, str]], int]:
    """Return what is added, by folded text, and the number of those that are there already."""
    there = {_key(line): line[1]["route"] for line in lines if line[1] is not None and _key(line) is not None}
    new: dict[str, tuple[str, str]] = {}
    known = 0
    for change in changes:
        for text in map(_plain, change.add):
            if not text:
                continue
            key = fold(text)
            if there.get(key) == change.route:
                known += 1
            elif new.setdefault(key, (text, change.route))[1] != change.route:
                raise MessageError(f"{short_repr(text)} is added to {new[key][1]} and to {change.route}: choose one")
    return new, known


def _check(changes: Sequence[ExampleChange], routes: Collection[str]) -> None:
    for what in ("add", "remove"):
        count = sum(len(getattr(change, what)) for change in changes)
        if count > MAX_LINES:
            raise MessageError(f"{count:,} examples to {what} are more than {MAX_LINES:,}: edit the folder instead")
    for change in changes:
        if change.route not in routes:
            near = meant(change.route, routes)
            raise MessageError(
                f"there is no route {short_repr(change.route)}{near}: the routes are {', '.join(routes)}"
            )
        for number, text in enumerate(change.add, 1):
            _check_text(text, f"{change.route}, line {number}")


def _check_text(text: str, where: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise MessageError(f"{where}: longer than {MAX_CHARACTERS:,} characters: an example is one message")
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in _plain(text)):
        raise MessageError(f"{where}: {short_repr(text)} has a control character: remove it")


def _lines(packed: str) -> list[_Line]:
    """Return the lines of the examples' file, each with its row; None for an empty line."""
    return [
        (line, json.loads(line) if line.strip() else None) for line in json.loads(packed).get(EXAMPLES, "").split("\n")
    ]


def _plain(text: str) -> str:
    return " ".join(text.split())


def _text(line: _Line) -> str:
    return "" if line[1] is None else _plain(str(line[1].get("text")))


def _key(line: _Line) -> str | None:
    """Return the folded text of an example that stands by itself; None for others."""
    return fold(_text(line)) if line[1] is not None and line[1].get("after") is None else None
