"""What every importer shares: names, and lines for people."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.errors import RowsError
from fingerpost.routebook.importers.imported import (
    ImportedRow,
    collect_routes,
    first_few,
    left_out_lines,
    route_name,
)


def test_names_are_letters_digits_and_dashes() -> None:
    assert [route_name(label) for label in ("a b", "../x", "¡Año!", "!!", "z" * 99)] == [
        "a_b", "x", "Año", "route", "z" * 60,
    ]  # fmt: skip


def test_only_a_few_are_named() -> None:
    assert first_few("abcdefg") == "a, b, c, d, e and 2 more"
    assert left_out_lines({("things", "do this"): ["x", "y", "x"]}) == ["things (x, y): do this"]


def test_a_message_of_two_labels_keeps_the_first_with_its_place() -> None:
    rows = [ImportedRow("line 2", "one", "a"), ImportedRow("line 3", "two", "b"), ImportedRow("line 4", "ONE", "b")]
    imported = collect_routes(Path("x"), rows, [])
    assert imported.notes == ['1 message had a second label, and the first was kept: line 4 "ONE" stays a, not b']
    with pytest.raises(RowsError, match="has one label"):
        collect_routes(Path("x"), rows[:1], [])
