"""Reads and writes allowlist files: strict validation on reading, an editable layout on writing."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.errors import RoutebookError

_LISTS = ("synonyms", "proposed", "values", "hints")
KINDS = ("text", "integer", "number", "date", "boolean")


class AllowlistError(RoutebookError):
    """An allowlist file is invalid; the message says where, what was found and what to do."""


def read_allowlist(file: Path) -> Allowlist:
    """Read an allowlist: `{"tables": {…}}` with comments and synonyms, or plainly `{"orders": ["order_id", …]}`."""
    try:
        content = json.loads(file.read_text(encoding="utf-8-sig"), object_pairs_hook=_JsonObject)
    except UnicodeDecodeError as error:
        raise AllowlistError(file, "encoding", str(error), "save the file as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise AllowlistError(file, "json", str(error), "fix the JSON at that position") from error
    except OSError as error:
        remedy = "name a readable file, or create one with `fingerpost agents allowlist URL`"
        raise AllowlistError(file, "file", str(error), remedy) from error
    return _Reader(file).read(content)


class _JsonObject(dict[str, Any]):
    """A JSON object that records a duplicate key."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.duplicate = (
            next((name for name in names if names.count(name) > 1), None) if len(self) < len(names) else None
        )


class _Reader:
    """Validates the content of an allowlist file and builds the allowlist."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self, content: Any) -> Allowlist:
        content = self.mapping(content, "allowlist")
        ignored: tuple[str, ...] = ()
        where = ""
        if isinstance(content.get("tables"), dict):
            self.only(content, "allowlist", ("tables", "ignored"))
            ignored = self.strings(content, "ignored", "")
            content, where = self.mapping(content["tables"], "tables"), "tables."
        if not content:
            raise AllowlistError(self.file, "tables", {}, "allows nothing: name at least one table")
        tables = tuple(self.table(name, entry, where + name) for name, entry in content.items())
        allowlist = Allowlist(tables, ignored)
        for table in tables:
            for column in table.columns:
                self.reference(allowlist, column, f"{where}{table.name}.columns.{column.name}.references")
        return allowlist

    def table(self, name: str, entry: Any, where: str) -> AllowedTable:
        self.name(name, where)
        if isinstance(entry, list):
            entry = {"columns": entry}
        entry = self.mapping(entry, where)
        self.only(entry, where, ("comment", "synonyms", "proposed", "label", "date", "amount", "columns"))
        columns = entry.get("columns", {})
        if isinstance(columns, list):
            if not all(isinstance(column, str) for column in columns) or len(set(columns)) < len(columns):
                raise AllowlistError(self.file, f"{where}.columns", columns, "must be a list of names, each once")
            columns = {column: {} for column in columns}
        columns = self.mapping(columns, f"{where}.columns")
        if not columns:
            raise AllowlistError(self.file, f"{where}.columns", {}, "must list the columns that may be read")
        roles = (
            self.strings(entry, "label", where),
            self.string(entry, "date", where),
            self.string(entry, "amount", where),
        )
        for key, names in zip(("label", "date", "amount"), (roles[0], roles[1:2], roles[2:]), strict=True):
            for name_ in filter(None, names):
                if name_ not in columns:
                    raise AllowlistError(self.file, f"{where}.{key}", name_, "must be one of the columns of this table")
        return AllowedTable(
            name,
            tuple(self.column(column, value, f"{where}.columns.{column}") for column, value in columns.items()),
            self.string(entry, "comment", where),
            self.strings(entry, "synonyms", where),
            *roles,
            self.strings(entry, "proposed", where),
        )

    def column(self, name: str, entry: Any, where: str) -> AllowedColumn:
        self.name(name, where)
        entry = self.mapping(entry, where)
        self.only(entry, where, ("type", "key", "references", *_LISTS, "comment", "value_synonyms"))
        kind, key = entry.get("type", "text"), entry.get("key", False)
        if kind not in KINDS:
            raise AllowlistError(self.file, f"{where}.type", kind, f"unknown; choose one of {', '.join(KINDS)}")
        if not isinstance(key, bool):
            raise AllowlistError(self.file, f"{where}.key", key, "must be true or false")
        named = self.mapping(entry.get("value_synonyms", {}), f"{where}.value_synonyms")
        to = entry.get("references")
        if to is not None and (not isinstance(to, str) or not all(to.rpartition("."))):
            raise AllowlistError(self.file, f"{where}.references", to, 'must be "table.column"')
        return AllowedColumn(
            name,
            kind,
            self.string(entry, "comment", where),
            self.strings(entry, "synonyms", where),
            self.strings(entry, "values", where),
            (to.rpartition(".")[0], to.rpartition(".")[2]) if to else None,
            key,
            self.strings(entry, "hints", where),
            self.strings(entry, "proposed", where),
            tuple((value, self.strings(named, value, f"{where}.value_synonyms")) for value in named),
        )

    def reference(self, allowlist: Allowlist, column: AllowedColumn, where: str) -> None:
        if column.references is None:
            return
        other = next((table for table in allowlist.tables if table.name == column.references[0]), None)
        if other is None or all(entry.name != column.references[1] for entry in other.columns):
            shown = ".".join(column.references)
            raise AllowlistError(self.file, where, shown, "not in this file: allow that column or delete the reference")

    def name(self, name: str, where: str) -> None:
        if not name.strip():
            raise AllowlistError(self.file, where, name, "must have a name that is not empty")

    def mapping(self, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise AllowlistError(self.file, where, value, "must be an object: {…}")
        if isinstance(value, _JsonObject) and value.duplicate is not None:
            raise AllowlistError(self.file, where, value.duplicate, "given twice: keep one")
        return value

    def only(self, entry: Mapping[str, Any], where: str, known: tuple[str, ...]) -> None:
        for key, value in entry.items():
            if key not in known:
                raise AllowlistError(self.file, f"{where}.{key}", value, f"unknown key; known: {', '.join(known)}")

    def string(self, entry: Mapping[str, Any], key: str, where: str) -> str:
        value = entry.get(key, "")
        if not isinstance(value, str):
            raise AllowlistError(self.file, f"{where}.{key}", value, "must be a string")
        return value

    def strings(self, entry: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
        value = entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            remedy = "must be a list of strings that are not empty"
            raise AllowlistError(self.file, f"{where}.{key}".lstrip("."), value, remedy)
        return tuple(value)


def write_allowlist(file: Path, allowlist: Allowlist) -> None:
    """Write an allowlist atomically in an editable layout, one column per line."""
    lines = ['{"tables": {']
    for number, table in enumerate(allowlist.tables, 1):
        roles = {key: value for key in ("label", "date", "amount") if (value := getattr(table, key))}
        entry = {"comment": table.comment, "synonyms": table.synonyms, **roles}
        if table.proposed:
            entry["proposed"] = table.proposed
        lines.append(f" {_to_json(table.name)}: {_to_json(entry)[:-1]},")
        lines.append('  "columns": {')
        columns = [f"   {_to_json(column.name)}: {_to_json(_column_entry(column))}" for column in table.columns]
        lines.append(",\n".join(columns) + "\n  }}" + ("," if number < len(allowlist.tables) else ""))
    lines.append(f'}}, "ignored": {_to_json(allowlist.ignored)}}}\n' if allowlist.ignored else "}}\n")
    # A link stays one, and the file keeps who may read it.
    there = file.resolve()
    part = there.with_name(f".{there.name}.{os.getpid()}")
    try:
        try:
            with part.open("w", encoding="utf-8", newline="\n") as opened:
                opened.write("\n".join(lines))
                opened.flush()
                os.fsync(opened.fileno())
            if there.exists():
                shutil.copymode(there, part)
            part.replace(there)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise AllowlistError(file, "file", str(error), "name a file in a folder where this user may write") from error


def _column_entry(column: AllowedColumn) -> dict[str, Any]:
    found: dict[str, Any] = {"type": column.kind}
    if column.key:
        found["key"] = True
    if column.references:
        found["references"] = ".".join(column.references)
    for key in ("comment", *_LISTS):
        if value := getattr(column, key):
            found[key] = value
    if column.value_synonyms:
        found["value_synonyms"] = dict(column.value_synonyms)
    return found


def _to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
