"""Collecting examples: one line each, bounded, and what is no text is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import RowsError
from fingerpost.routebook.importers import rows
from fingerpost.routebook.importers.rows import RowsOfFile, is_nothing, one_line


@pytest.mark.parametrize(
    ("value", "line"),
    [(" a\n b\t", "a b"), (3, "3"), (0.5, "0.5"), (True, ""), (None, ""), (["a"], ""), ({}, ""), ("\ud83d x", "? x")],
)
def test_a_scalar_is_one_line_that_can_be_written(value: Any, line: str) -> None:
    assert one_line(value) == line


def test_nothing_is_told_from_something() -> None:
    values: tuple[Any, ...] = (None, "null", "~", [], {}, "", "none", 0.0, [None], "0.5")
    assert [is_nothing(value) for value in values] == [True] * 6 + [False] * 4


def test_too_many_rows_or_characters_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MAX_ROWS", 3)
    taken = RowsOfFile(Path("x.yaml"))
    taken.add("a", ["one", [], "two", "three"])
    assert ([row.text for row in taken.taken], taken.notes) == (
        ["one", "two", "three"], ["1 examples that are no text were skipped"],
    )  # fmt: skip
    with pytest.raises(RowsError, match="has more than 3 examples"):
        taken.add("a", ["four"])
    monkeypatch.setattr(rows, "MAX_BYTES", 10)
    with pytest.raises(RowsError, match="repeats its parts by aliases"):
        RowsOfFile(Path("x.yaml")).add("a", ["x" * 15, "x" * 15])
