"""Read the texts of a file of messages: one a line, or the column `text` of CSV or JSONL."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

from fingerpost.errors import RowsError
from fingerpost.evaluation.rows import read_messages

TEXT = "text"
"""The column of the messages in CSV and JSONL."""


def read_texts(file: Path) -> list[str]:
    """Return the messages of a .txt, .csv or .jsonl file; raises RowsError for a file that holds none."""
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise RowsError(f"{file}: not a known kind of file: use .txt (one message a line), .csv or .jsonl")
    texts = [text for text in reader(file) if text.strip()]
    if not texts:
        raise RowsError(f"{file}: holds no messages")
    return texts


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise RowsError(f"{file}: no such file") from None
    except UnicodeDecodeError as error:
        raise RowsError(f"{file}: not UTF-8 ({error}): save it as UTF-8") from error
    except OSError as error:
        raise RowsError(f"{file}: cannot be read: {error.strerror or error}") from error


def _lines(file: Path) -> list[str]:
    # Not splitlines, which also breaks at separators that a message may contain.
    return [line.strip() for line in _read(file).split("\n")]


def _column(file: Path) -> list[str]:
    rows = csv.DictReader(io.StringIO(_read(file), newline=""))
    try:
        names = rows.fieldnames or []
        if TEXT not in names:
            known = ", ".join(repr(name) for name in names[:20]) or "none"
            raise RowsError(f"{file}: has no column {TEXT!r}: name the column of the messages so; columns: {known}")
        return [row[TEXT] or "" for row in rows]
    except csv.Error as error:
        raise RowsError(f"{file}, line {rows.line_num + 1}: not CSV ({error})") from error


def _objects(file: Path) -> list[str]:
    return [message.text for message in read_messages(file)]


_READERS: dict[str, Callable[[Path], list[str]]] = {
    ".txt": _lines,
    ".csv": _column,
    ".jsonl": _objects,
    ".ndjson": _objects,
}
