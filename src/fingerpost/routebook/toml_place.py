"""Where a key stands in routebook.toml, for people: the TOML reader keeps no line numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_KEY = re.compile(r"(?:(?P<kind>\w+)\[(?P<index>\d+)\]|(?P<table>\w+)(?=\.))?\.?(?P<name>\w*)")
_HEADER = re.compile(r"\s*\[")


def place_of(key: str, table: Mapping[str, Any], text: str) -> str:
    """Return ' (route "shipping", line 12)' for the key `routes[1].slot`; what cannot be told is left out."""
    found = _KEY.match(key)
    if found is None:
        return ""
    lines, told, start = text.splitlines(), [], 0
    if kind := found["kind"]:
        entries, index = table.get(kind), int(found["index"])
        if not isinstance(entries, list) or index >= len(entries):
            # A rule of rules.jsonl, which are counted on.
            return ""
        name = entries[index].get("name") if isinstance(entries[index], dict) else None
        told += [f'{kind.removesuffix("s")} "{name}"'] if isinstance(name, str) else []
        headers = _matching(lines, rf"\s*\[\[\s*{kind}\s*\]\]")
        start = headers[index] if index < len(headers) else len(lines)
    elif found["table"]:
        start = next(iter(_matching(lines, rf"\s*\[\s*{found['table']}\s*\]")), len(lines))
    if "(line " not in key and (line := _line(lines, start, found)) is not None:
        told.append(f"line {line + 1}")
    return f" ({', '.join(told)})" if told else ""


def _line(lines: Sequence[str], start: int, found: re.Match[str]) -> int | None:
    """Return the place of a key's line, else that of the head of its table."""
    name, kind = found["name"], found["kind"]
    own = start if kind or found["table"] else -1
    if name:
        # A table inside the entry, such as [routes.reply], has its name in the head.
        wanted = re.compile(rf"\s*(?:\"?{name}\"?\s*[=.]|\[\s*{kind}\.{name}\s*[\].])")
        for place in range(own + 1, len(lines)):
            if wanted.match(lines[place]):
                return place
            if _HEADER.match(lines[place]) and not re.match(rf"\s*\[\s*{kind}\.", lines[place]):
                break
    return own if 0 <= own < len(lines) else None


def _matching(lines: Sequence[str], pattern: str) -> list[int]:
    return [place for place, line in enumerate(lines) if re.match(pattern, line)]
