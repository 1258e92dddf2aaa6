"""Labelled rows: read messages with expected routes from JSONL files."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from fingerpost.errors import MessageError, RowsError
from fingerpost.evaluation.app_rows import AppRow, read_app_row
from fingerpost.language.edit_distance import edit_distance
from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.types import USES_EDITOR, Attachment, Example, Message

ROW_ADAPTERS = "fingerpost.row_adapters"
"""The entry points of functions that bring rows in a package's own words into the form that is read here."""

UNCORRECTED = "uncorrected"
"""The source of a label that the classifier gave itself, and that nobody corrected: it may teach, but not judge."""


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled message. `expected` is None if it is out of scope, or if only the target counts (`app`).

    `qualifier` is what the decision should have, "" for none, and None where the row does not say.
    """

    id: str
    message: Message
    expected: str | None
    qualifier: str | None = None
    deictic: bool | None = None
    lang: str | None = None
    tags: tuple[str, ...] = field(default=())
    tables: tuple[str, ...] | None = None
    follow_up: bool = False
    topic_shift: bool = False
    app: AppRow | None = None


def read_rows(file: Path, routes: Collection[str], out_of_scope: str | None = None) -> list[Row]:
    """Read evaluation rows (`text` and `expected`, `label` or `route`) and check them against the routes.

    A row with `after`, as in an export, refers to a previous turn of which only the route is known. Rows that the
    classifier labelled itself are refused: they would prove it right wherever it is confident.
    """
    rows: list[Row] = []
    for where, entry in read_entries(file):
        if entry.get("source") == UNCORRECTED:
            raise RowsError(
                f"{where}: source = {UNCORRECTED!r}: the classifier gave this label itself, so the row cannot judge a"
                " classifier or set a threshold: have people review messages, and export theirs with `--source person`"
            )
        _check_spelling(where, entry)
        if "expected_target" in entry:
            # Without a running app only the target is decided.
            entry["expected"] = entry.get("expected_intent") if entry.get("active_app") else None
        label = next((name for name in ("expected", "label", "route") if name in entry), None)
        if label is None:
            raise RowsError(f'{where}: has no "expected" (the name of a route, or {OUT_OF_SCOPE!r} for none)')
        expected = entry[label]
        if expected in (OUT_OF_SCOPE, None, out_of_scope):
            expected = None
        elif expected not in routes:
            raise RowsError(
                f"{where}: {label} = {expected!r} is not a route: {_route_list(routes)}, or {OUT_OF_SCOPE!r} for none"
            )
        if entry.get("after") is not None:
            if entry["after"] not in routes:
                raise RowsError(f"{where}: after = {entry['after']!r} is not a route: {_route_list(routes)}")
            entry.setdefault("history", [{"role": "user", "text": "", "route": entry["after"]}])
        rows.append(_row(where, entry, expected, len(rows) + 1))
    if not rows:
        raise RowsError(f"{file}: holds no rows; write one JSON object per line")
    return rows


_KEYS = (
    "text", "expected", "label", "route", "id", "lang", "tags", "history", "context", "qualifier", "uses_editor",
    "deictic", "attachments", "rag_hits", "expected_tables", "follow_up", "topic_shift", "after", "source",
    "active_app", "session_data", "expected_intent", "expected_target", "starts_app", "fast_path_ok",
)  # fmt: skip


def _check_spelling(where: str, entry: dict[str, Any]) -> None:
    """Raise RowsError for a key that is one slip away from a known one that the row has not: it would not be read."""
    for key in entry.keys() - set(_KEYS):
        meant = [name for name in _KEYS if name not in entry and len(name) > 3 and edit_distance(key, name) == 1]
        if meant:
            raise RowsError(f"{where}: {key}: no such key: is {meant[0]} meant?")


def _route_list(routes: Collection[str]) -> str:
    return ", ".join(sorted(routes)[:20]) + ("…" if len(routes) > 20 else "")


def read_labelled(file: Path) -> list[Example]:
    """Read training rows: `text`, `label` (or `route`, or `expected`), and optionally `after`."""
    return [example for example, _ in read_labelled_with_source(file)]


def read_labelled_with_source(file: Path) -> list[tuple[Example, str | None]]:
    """Read training rows, each with the `source` of its label if given."""
    found = []
    for where, entry in read_entries(file):
        label = entry.get("label", entry.get("route", entry.get("expected")))
        if not isinstance(label, str) or not label:
            raise RowsError(f"{where}: label = {label!r} must be the name of a route, or {OUT_OF_SCOPE!r}")
        found.append(
            (
                Example(entry["text"], label, _optional_string(where, entry, "after")),
                _optional_string(where, entry, "source"),
            )
        )
    if not found:
        raise RowsError(f"{file}: holds no rows; write one JSON object per line")
    return found


def read_messages(file: Path) -> list[Message]:
    """Read messages with their context; labels are ignored."""
    return [_row(where, entry, None, 0).message for where, entry in read_entries(file)]


def read_entries(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a JSONL file that have a `text`, each with where it is."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise RowsError(f"{file}: no such file") from None
    except UnicodeDecodeError as error:
        raise RowsError(f"{file}: not UTF-8 ({error}): save it as UTF-8") from error
    except OSError as error:
        raise RowsError(f"{file}: cannot be read: {error}") from error
    adapters = [point.load() for point in entry_points(group=ROW_ADAPTERS)]
    # Not splitlines, which also breaks at separators that a text may contain.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RowsError(f"{where}: not JSON ({error}): one object per line") from error
        if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
            raise RowsError(f'{where}: must be an object with a "text"')
        for adapt in adapters:
            entry = adapt(entry)
        yield where, entry


def _row(where: str, entry: dict[str, Any], expected: str | None, number: int) -> Row:
    context = entry.get("context") or {}
    history = entry.get("history") or []
    if not isinstance(context, dict) or not isinstance(history, list):
        raise RowsError(f"{where}: context must be an object and history a list")
    has_roles = bool(history) and isinstance(history[0], dict) and "role" in history[0]
    info = context.get("user_info")
    if not isinstance(info, dict | None):
        raise RowsError(f"{where}: user_info = {info!r} must be an object")
    data = entry.get("session_data")
    if not isinstance(data, dict | None):
        raise RowsError(f"{where}: session_data must be an object")
    try:
        message = Message(
            entry["text"],
            turns=history if has_roles else (),
            intent_history=() if has_roles else history,
            editor=_optional_string(where, context, "editor_content") or "",
            selection=_optional_string(where, context, "selected_text") or "",
            extra_context=_optional_string(where, context, "extra_context") or "",
            user_info=info,
            attachments=_attachments(where, entry.get("attachments")),
            hits=_hits(where, entry.get("rag_hits")),
            active_app=_optional_string(where, entry, "active_app"),
            app_data=data,
        )
    except MessageError as error:
        raise RowsError(f"{where}: {error}") from error
    tags = entry.get("tags") or []
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise RowsError(f"{where}: tags = {tags!r} must be a list of strings")
    tables = entry.get("expected_tables")
    if tables is not None and not (isinstance(tables, list) and all(isinstance(name, str) for name in tables)):
        raise RowsError(f"{where}: expected_tables = {tables!r} must be a list of names")
    return Row(
        id=str(entry.get("id", number)),
        message=message,
        expected=expected,
        qualifier=_qualifier(where, entry),
        deictic=_optional_bool(where, entry, "deictic"),
        lang=_optional_string(where, entry, "lang"),
        tags=tuple(tags),
        tables=None if tables is None else tuple(tables),
        follow_up=_optional_bool(where, entry, "follow_up") is True,
        topic_shift=_optional_bool(where, entry, "topic_shift") is True,
        app=read_app_row(where, entry) if "expected_target" in entry else None,
    )


def _qualifier(where: str, entry: dict[str, Any]) -> str | None:
    """Return the expected qualifier; `uses_editor` is short for that of messages about the open code."""
    uses_editor = _optional_bool(where, entry, "uses_editor")
    if uses_editor is None:
        return _optional_string(where, entry, "qualifier")
    return USES_EDITOR if uses_editor else ""


def _optional_string(where: str, entry: dict[str, Any], key: str) -> str | None:
    value = entry.get(key)
    if not isinstance(value, str | None):
        raise RowsError(f"{where}: {key} = {value!r} must be a string")
    return value


def _optional_bool(where: str, entry: dict[str, Any], key: str) -> bool | None:
    value = entry.get(key)
    if not isinstance(value, bool | None):
        raise RowsError(f"{where}: {key} = {value!r} must be true or false")
    return value


def _attachments(where: str, given: Any) -> list[Attachment]:
    if given is None:
        return []
    if not isinstance(given, list) or not all(isinstance(entry, dict) for entry in given):
        raise RowsError(f'{where}: attachments must be a list of {{"name": …, "mime": …}}')
    return [
        Attachment(_optional_string(where, entry, "name") or "", _optional_string(where, entry, "mime") or "", b"")
        for entry in given
    ]


def _hits(where: str, given: Any) -> list[float] | None:
    """Return the recorded search scores that replace a live search; None if there are none."""
    if given is None:
        return None
    if not isinstance(given, list) or not all(isinstance(hit, dict) and _is_number(hit.get("score")) for hit in given):
        raise RowsError(f'{where}: rag_hits must be a list of {{"score": …}}, each a number from 0 to 1')
    return [float(hit["score"]) for hit in given]


def _is_number(value: Any) -> bool:
    # A bool is an int in Python, and an int may be too large for a float.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9
