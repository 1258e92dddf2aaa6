"""A routebook whose rules decide everything, so that workers need no encoder, and files of rows for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

BOOK = """
fallback = "OTHER"

[[routes]]
name = "EVEN"

[[routes]]
name = "ODD"

[[routes]]
name = "OTHER"

[[rules]]
name = "even"
route = "EVEN"
contains = ["even"]

[[rules]]
name = "odd"
route = "ODD"
contains = ["odd"]
"""


def make_book(folder: Path) -> Path:
    """Write the routebook."""
    book = folder / "book"
    book.mkdir()
    (book / "routebook.toml").write_text(BOOK, encoding="utf-8")
    return book


def text_of(i: int) -> str:
    """Return the text of a row."""
    return f"message {i} is {'odd' if i % 2 else 'even'}"


def make_rows(file: Path, count: int) -> Path:
    """Write so many rows."""
    with file.open("w", encoding="utf-8") as out:
        for i in range(count):
            out.write(json.dumps({"id": i, "text": text_of(i)}) + "\n")
    return file


def read_rows(file: Path) -> list[dict[str, Any]]:
    """Return the rows of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def all_right(file: Path, count: int) -> bool:
    """Whether every row is there once, in order, with its route."""
    found = [(row["id"], row["route"]) for row in read_rows(file)]
    return found == [(i, "ODD" if i % 2 else "EVEN") for i in range(count)]
