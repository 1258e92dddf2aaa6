"""Reads typed values from TOML and JSON tables; errors name file, key, value and remedy."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fingerpost.errors import RoutebookError
from fingerpost.language.text import fold
from fingerpost.routebook.near_names import meant
from fingerpost.routebook.pattern_check import can_hang

LANGUAGES = ("pt", "en", "es")
"""The languages that texts for people can be given in."""


class TableReader:
    """Reads typed values from the tables of one file; an invalid value raises RoutebookError."""

    def __init__(self, file: Path, top_level: Sequence[str] = ()) -> None:
        """Read a file; `top_level`: the keys that may stand before its first table, and are told where one does not."""
        self.file, self._top_level = file, top_level
        self._terms: dict[str, str] = {}

    def read_terms(self, table: Any) -> None:
        """Take the named parts of patterns, each of which may use those before it."""
        for name in table if isinstance(table, dict) else ():
            if not _TERM.fullmatch(f"{{{name}}}"):
                raise RoutebookError(self.file, f"terms.{name}", name, "must be lower-case letters and underscores")
            self._terms[name] = self._with_terms(self.name(table, name, "terms"), f"terms.{name}")
        if not isinstance(table, dict):
            raise RoutebookError(self.file, "terms", table, "must be a table of patterns by name")

    def _with_terms(self, pattern: str, where: str) -> str:
        for name in _TERM.findall(pattern):
            if name not in self._terms:
                known = ", ".join(self._terms) or "none"
                remedy = f"{{{name}}} is not in [terms]{meant(name, list(self._terms))}; known before it: {known}"
                raise RoutebookError(self.file, where, pattern, remedy)
        return _TERM.sub(lambda found: f"(?:{self._terms[found[1]]})", pattern)

    def check_keys(self, table: Any, where: str, known: Sequence[str]) -> None:
        if not isinstance(table, dict):
            raise RoutebookError(self.file, where, table, "must be a table")
        for key in table:
            if key not in known:
                remedy = f"unknown key{meant(key, known)}; known: {', '.join(known)}"
                if key in self._top_level:
                    remedy = "is a key of the whole routebook: put it before the first [table] or [[table]]"
                raise RoutebookError(self.file, f"{where}.{key}".lstrip("."), table[key], remedy)

    def value(self, table: Mapping[str, Any], key: str, kind: type, default: Any, where: str = "") -> Any:
        value = table.get(key, default)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if key in table and not isinstance(value, kind):
            raise RoutebookError(self.file, f"{where}.{key}".lstrip("."), value, f"must be a {_KINDS[kind]}")
        return value

    def tables(self, table: Mapping[str, Any], key: str) -> list[Any]:
        value = table.get(key, [])
        if not isinstance(value, list):
            raise RoutebookError(self.file, key, value, f"write each as a table of its own: [[{key}]]")
        return value

    def strings(self, table: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) and entry.strip() for entry in value):
            raise RoutebookError(self.file, f"{where}.{key}", value, "must be a list of strings that are not empty")
        return tuple(value)

    def words(self, table: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
        found = self.strings(table, key, where)
        for word in found:
            if not re.fullmatch(r"\w+", word):
                raise RoutebookError(self.file, f"{where}.{key}", word, "must be a single word")
        return found

    def name(self, table: Mapping[str, Any], key: str, where: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value.strip():
            raise RoutebookError(self.file, f"{where}.{key}", value, "is required: give a string that is not empty")
        return value

    def by_language(self, table: Mapping[str, Any], key: str, where: str) -> Any:
        """Return a text, or a table of texts by language, whose keys are checked; `check.py` checks the texts."""
        value = table.get(key, {})
        if isinstance(value, dict):
            self.check_keys(value, f"{where}.{key}", LANGUAGES)
        if key in table and not value:
            raise RoutebookError(self.file, f"{where}.{key}", value, "is empty: write it, or leave the key out")
        return value or ""

    def pattern(self, table: Mapping[str, Any], key: str, where: str) -> re.Pattern[str] | None:
        """Return the pattern that a key has; None where it is not given."""
        return self._compiled(self.name(table, key, where), f"{where}.{key}") if key in table else None

    def patterns(self, table: Mapping[str, Any], key: str, where: str) -> tuple[re.Pattern[str], ...]:
        return tuple(self._compiled(pattern, f"{where}.{key}") for pattern in self.strings(table, key, where))

    def _compiled(self, written: str, where: str) -> re.Pattern[str]:
        pattern = self._with_terms(written, where)
        letters = _SYNTAX.sub("", pattern)
        if fold(letters) != letters:
            remedy = "patterns match text in lower case without accents: write them so"
            raise RoutebookError(self.file, where, pattern, remedy)
        try:
            compiled = re.compile(pattern)
            hangs = can_hang(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            raise RoutebookError(self.file, where, pattern, f"not a regular expression: {error}") from error
        if hangs:
            raise RoutebookError(self.file, where, pattern, _HANGS)
        return compiled


_HANGS = (
    "can stop the server on some message: repetitions in it can share a text in too many ways; write the inner one "
    r"without + or *, put something between that it cannot match, as in (?:\w+ )+, or make it possessive: \w++"
)

_TERM = re.compile(r"(?<!\\)\{([a-z_]+)\}")
"""A named part of patterns, as a pattern uses it."""

_SYNTAX = re.compile(r"\\.|\(\?P?[<=][^>)]*[>)]")
"""The parts of a pattern where capitals are not letters of the text: escapes and names of groups."""

_KINDS: dict[type, str] = {
    str: "string",
    bool: "boolean (true or false)",
    float: "number",
}
