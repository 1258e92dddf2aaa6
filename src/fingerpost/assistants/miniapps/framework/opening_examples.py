"""The examples of an app's declaration that open it: those with `opens = true`.

They are read here without the reader, which takes the encoder: the router needs them before any message.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

OPENS = "opens"
_MARKS = re.compile(r"\[([^\[\]]+)\]\(\w+\)|\s*\{\w+=\w+\}|\s*\|\|")


def opening_examples(declaration: Path) -> tuple[str, ...]:
    """Return the messages that open an app, as they are typed."""
    return tuple(_MARKS.sub(lambda found: found[1] or "", row["text"]) for row in _rows(declaration))


def opening_actions(declaration: Path) -> frozenset[str]:
    """Return the actions that the messages ask for with which people open an app; empty if no example opens it."""
    return frozenset(action for row in _rows(declaration) for action in row["actions"])


@lru_cache(maxsize=64)
def _rows(declaration: Path) -> tuple[Mapping[str, Any], ...]:
    content = tomllib.loads(declaration.read_text(encoding="utf-8"))
    rows = list(content.get("examples", ()))
    if "examples_file" in content:
        lines = declaration.with_name(content["examples_file"]).read_text(encoding="utf-8").splitlines()
        rows += [json.loads(line) for line in lines if f'"{OPENS}"' in line]
    return tuple(row for row in rows if row.get(OPENS) is True)
