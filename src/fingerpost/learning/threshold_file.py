"""Put a bar into a routebook's file: one line changes, comments stay, and the file is never half written."""

from __future__ import annotations

import os
import re
import tomllib
from copy import deepcopy
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from fingerpost.errors import RoutebookError
from fingerpost.learning.error_target import DIGITS

ACCEPT = "accept = "

_TABLE = re.compile(r"\s*\[")
_THRESHOLDS = re.compile(r"\s*\[\s*thresholds\s*\]\s*(#.*)?$")
_ROUTE = re.compile(r"\s*\[\[\s*routes\s*\]\]\s*(#.*)?$")
_ACCEPT = re.compile(r"(\s*accept\s*=\s*)[^#]*?(\s*(?:#.*)?)$")


def bar_line(bar: float) -> str:
    """Return the line that puts a bar into effect."""
    # A routebook takes no bar of 0.
    shown = f"{max(bar, 10.0**-DIGITS):.{DIGITS}f}".rstrip("0")
    return ACCEPT + shown


def write_bar(file: Path, bar: float, route: str | None = None) -> None:
    """Put the bar of a route, or of all, into the file; where that cannot be done safely, nothing is touched."""
    try:
        raw = file.read_bytes()
        text = raw.decode("utf-8")
        table = tomllib.loads(_plain(text))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RoutebookError(file, "file", str(error), "cannot be read: mend it first") from error
    wanted = deepcopy(table)
    _owner(wanted, route)["accept"] = float(bar_line(bar).removeprefix(ACCEPT))
    place = None if route is None else [entry.get("name") for entry in table["routes"]].index(route)
    edited = _edited(text, bar_line(bar), place)
    if not _reads_as(edited, wanted):
        key = "thresholds" if route is None else f"routes, {route}"
        remedy = f"is written in a way that cannot be edited safely: put it there by hand: {bar_line(bar)}"
        raise RoutebookError(file, key, table.get("thresholds"), remedy)
    _replace(file, edited.encode("utf-8"))


def _plain(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _owner(table: dict[str, Any], route: str | None) -> dict[str, Any]:
    if route is None:
        owner: dict[str, Any] = table.setdefault("thresholds", {})
        return owner
    return next(entry for entry in table["routes"] if entry.get("name") == route)


def _reads_as(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return tomllib.loads(_plain(text)) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _edited(text: str, line: str, place: int | None) -> str:
    """Change or add the line in the table of thresholds, or in the route at this place."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(end)
    header = _THRESHOLDS if place is None else _ROUTE
    heads = [i for i, found in enumerate(lines) if header.match(found)]
    if len(heads) <= (place or 0):
        return text.rstrip() + f"{end}{end}[thresholds]{end}{line}{end}"
    head = heads[place or 0]
    after = next((i for i in range(head + 1, len(lines)) if _TABLE.match(lines[i])), len(lines))
    for i in range(head + 1, after):
        found = _ACCEPT.match(lines[i])
        if found:
            lines[i] = f"{found[1]}{line.removeprefix(ACCEPT)}{found[2]}"
            return end.join(lines)
    # A route is known by its name, which stays first.
    named = place is not None and head + 1 < after and lines[head + 1].lstrip().startswith("name")
    lines.insert(head + 1 + named, line)
    return end.join(lines)


def _replace(file: Path, content: bytes) -> None:
    part: Path | None = None
    try:
        # Where the name is a link, what it leads to is replaced, and the link stays.
        file = file.resolve()
        with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}-", delete=False) as written:
            part = Path(written.name)
            written.write(content)
            written.flush()
            os.fsync(written.fileno())
        part.chmod(file.stat().st_mode & 0o777)
        part.replace(file)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        raise RoutebookError(file, "file", str(error), "cannot be written: the old one stays as it was") from error
