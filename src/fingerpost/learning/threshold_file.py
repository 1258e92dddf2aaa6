"""Write a threshold into a routebook's TOML file: one line changes, comments stay, and the write is atomic."""

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


def threshold_line(threshold: float) -> str:
    """Return the TOML line that sets a threshold."""
    # A routebook does not accept a threshold of 0.
    shown = f"{max(threshold, 10.0**-DIGITS):.{DIGITS}f}".rstrip("0")
    return ACCEPT + shown


def write_threshold(file: Path, threshold: float, route: str | None = None) -> None:
    """Write the threshold of a route, or of all; raises RoutebookError if the file cannot be edited safely."""
    try:
        raw = file.read_bytes()
        text = raw.decode("utf-8")
        table = tomllib.loads(_without_bom(text))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RoutebookError(file, "", None, f"cannot be read ({error}): repair it first") from error
    wanted = deepcopy(table)
    _table_with_threshold(wanted, route)["accept"] = float(threshold_line(threshold).removeprefix(ACCEPT))
    index = None if route is None else [entry.get("name") for entry in table["routes"]].index(route)
    edited = _edit(text, threshold_line(threshold), index)
    if not _parses_to(edited, wanted):
        key = "thresholds" if route is None else f"routes, {route}"
        remedy = f"cannot be edited safely: add the line by hand: {threshold_line(threshold)}"
        raise RoutebookError(file, key, table.get("thresholds"), remedy)
    _write_atomically(file, edited.encode("utf-8"))


def _without_bom(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _table_with_threshold(table: dict[str, Any], route: str | None) -> dict[str, Any]:
    if route is None:
        owner: dict[str, Any] = table.setdefault("thresholds", {})
        return owner
    return next(entry for entry in table["routes"] if entry.get("name") == route)


def _parses_to(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return tomllib.loads(_without_bom(text)) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _edit(text: str, line: str, index: int | None) -> str:
    """Return the text with the line changed or added in [thresholds], or in the route with this index."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(end)
    header = _THRESHOLDS if index is None else _ROUTE
    heads = [i for i, found in enumerate(lines) if header.match(found)]
    if len(heads) <= (index or 0):
        return text.rstrip() + f"{end}{end}[thresholds]{end}{line}{end}"
    head = heads[index or 0]
    after = next((i for i in range(head + 1, len(lines)) if _TABLE.match(lines[i])), len(lines))
    for i in range(head + 1, after):
        found = _ACCEPT.match(lines[i])
        if found:
            lines[i] = f"{found[1]}{line.removeprefix(ACCEPT)}{found[2]}"
            return end.join(lines)
    # The name of a route stays the first key.
    named = index is not None and head + 1 < after and lines[head + 1].lstrip().startswith("name")
    lines.insert(head + 1 + named, line)
    return end.join(lines)


def _write_atomically(file: Path, content: bytes) -> None:
    part: Path | None = None
    try:
        # Of a symbolic link the target is replaced, and the link stays.
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
        remedy = f"cannot be written ({error.strerror or error}): the file is unchanged"
        raise RoutebookError(file, "", None, remedy) from error
