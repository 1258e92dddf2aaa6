"""Writes the JSON Schema of `routebook.toml` from docs/reference/routebook.md and the values that the loader takes.

A test holds the tables to the keys of the loader, and another the written schema to this script.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from fingerpost.routebook.check import CONTRACTS, VALIDATIONS
from fingerpost.routebook.schema import SCHEMA
from fingerpost.settings import EMBEDDED_ENCODERS, SLOTS

REFERENCE = Path(__file__).parent.parent / "docs" / "reference" / "routebook.md"

NOT_EMPTY = {"type": "string", "pattern": r"\S"}
TEXTS = {"type": "array", "items": NOT_EMPTY}
TYPES: dict[str, dict[str, Any]] = {
    "string": {"type": "string"},
    "name of a route": NOT_EMPTY,
    "name of a clue": NOT_EMPTY,
    "boolean": {"type": "boolean"},
    "number between 0 and 1, both excluded": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    "number from 0, below 1": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
    "number above 0, up to 1": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
    "list of strings": TEXTS,
    "list of routes": TEXTS,
    "list of names of routes": TEXTS,
    "list of evidence": TEXTS,
    "list of single words": {"type": "array", "items": {"type": "string", "pattern": r"^\S+$"}},
    'list of strings, or `"installed"`': {"anyOf": [TEXTS, {"enum": ["installed"]}]},
    "string or list of strings": {"anyOf": [NOT_EMPTY, {**TEXTS, "minItems": 1}]},
    "string or table": {"anyOf": [NOT_EMPTY, {}]},
    "string, list of strings, or table": {"anyOf": [NOT_EMPTY, {**TEXTS, "minItems": 1}, {}]},
    "table": {"type": "object"},
    "tables": {"type": "array"},
}
"""The types that the reference names; the empty schema in a choice stands for the table that has a section."""

CHOICES = {
    "encoder": EMBEDDED_ENCODERS,
    "routes.slot": SLOTS,
    "routes.validation": VALIDATIONS,
    "rules.contract": CONTRACTS,
}
"""Keys with a closed list of values."""

OWN_KEYS = {
    "terms": NOT_EMPTY,
    "synonyms": TEXTS,
    "extensions": NOT_EMPTY,
    "weights": {"type": "object", "additionalProperties": {"type": "number"}},
}
"""Tables whose keys people choose, and what each value is."""

MORE: dict[str, dict[str, Any]] = {
    "rules": {"anyOf": [{"required": [key]} for key in ("contains", "patterns", "objects_to", "again")]},
    "clues": {"anyOf": [{"required": [key]} for key in ("words", "patterns")]},
    "guards": {"anyOf": [{"required": [key]} for key in ("when", "unless")]},
    "routes.title": {"minProperties": 1},
    "routes.reply": {"minProperties": 1},
}
"""What a table needs beyond its required keys."""

_ROW = re.compile(r"^\| `(\w+)` \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*(?:\[[^\]]*\]+[^\]]*)?)\]\([^)]*\)")
"""A link; its text may be the name of a table, with brackets of its own."""


def schema_of(reference: str) -> dict[str, Any]:
    """Return the schema that the tables of a reference describe; KeyError for a type that has no schema."""
    tables: dict[str, list[tuple[str, ...]]] = {}
    parts = re.split(r"^#{2,3} (.+)$", reference, flags=re.MULTILINE)
    for title, section in zip(parts[1::2], parts[2::2], strict=True):
        if title != "examples.jsonl" and (rows := _ROW.findall(section)):
            tables["" if title == "Top level" else title.strip("`[]")] = rows
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Fingerpost routebook",
        **_table(tables, ""),
    }


def _table(tables: dict[str, list[tuple[str, ...]]], name: str) -> dict[str, Any]:
    """Return the schema of one table, with those inside it."""
    rows = tables[name]
    required = [key for key, _, _, default in rows if default == "required"]
    return {
        "type": "object",
        **MORE.get(name, {}),
        "properties": {row[0]: _key(tables, name, row) for row in rows},
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def _key(tables: dict[str, list[tuple[str, ...]]], table: str, row: tuple[str, ...]) -> dict[str, Any]:
    """Return the schema of one key: its description, type, values and default."""
    key, meaning, kind, default = row
    path = f"{table}.{key}".lstrip(".")
    value = NOT_EMPTY if (kind, default) == ("string", "required") else TYPES[kind]
    if path in CHOICES:
        value = {"type": "string", "enum": list(CHOICES[path])}
    elif path in OWN_KEYS:
        value = {"type": "object", "additionalProperties": OWN_KEYS[path]}
    elif kind == "tables":
        value = {**value, **({"minItems": 1} if default == "required" else {}), "items": _table(tables, path)}
    elif path in tables:
        inside = _table(tables, path)
        value = {"anyOf": [choice or inside for choice in value["anyOf"]]} if "anyOf" in value else inside
    written = re.fullmatch(r"`([^`]+)`", default)
    return {
        "description": _plain(meaning),
        **value,
        **({"default": json.loads(written[1])} if written else {}),
    }


def _plain(meaning: str) -> str:
    """Return a sentence of the reference without its links and code letters."""
    return _LINK.sub(lambda link: link[1], meaning).replace("`", "")


def main() -> None:
    """Write the schema into the package."""
    text = json.dumps(schema_of(REFERENCE.read_text(encoding="utf-8")), indent=1, ensure_ascii=False)
    SCHEMA.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
