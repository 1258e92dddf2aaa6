"""Collects the examples of a file's content, which may hold anything, in bounded time and memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fingerpost.errors import RowsError
from fingerpost.routebook.importers.data_file import MAX_BYTES
from fingerpost.routebook.importers.imported import MAX_ROWS, ImportedRow

_NOTHING: tuple[Any, ...] = (None, "", "null", "Null", "NULL", "~", [], {})
"""What an optional value is where there is none; the readers of YAML give every scalar as a string."""


def is_nothing(value: Any) -> bool:
    """Whether an optional value is not given."""
    return value in _NOTHING


def one_line(value: Any) -> str:
    """Return a scalar as one line of text that can be written as UTF-8; "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).encode("utf-8", "replace").decode().split())


class RowsOfFile:
    """The rows that are taken from a file, and what people should know about them."""

    def __init__(self, file: Path) -> None:
        """Begin without rows."""
        self._file, self._characters, self._lines, self._odd = file, 0, 0, 0
        self.taken: list[ImportedRow] = []

    @property
    def notes(self) -> list[str]:
        """Return what was skipped."""
        return [f"{self._odd} examples that are no text were skipped"] if self._odd else []

    def spend(self, characters: int, lines: int = 1) -> None:
        """Count what was read; raise RowsError where that is more than a file can hold, as aliases of YAML make it."""
        self._characters += characters
        self._lines += lines
        # What is an example is counted twice: as a part of its text, and as a row.
        if self._characters > 2 * MAX_BYTES or self._lines > 3 * MAX_ROWS:
            raise RowsError(f"{self._file}: repeats its parts by aliases until they are too many: write them out")

    def add(self, label: str, texts: Iterable[Any]) -> None:
        """Take the texts of one label; raise RowsError if they are too many."""
        for text in texts:
            line = one_line(text)
            self.spend(len(line) + 1)
            if len(self.taken) == MAX_ROWS:
                raise RowsError(f"{self._file}: has more than {MAX_ROWS:,} examples: import a part of it")
            self._odd += not line
            if line:
                self.taken.append(ImportedRow("", line, label))
