"""Kinds of columns by their values."""

from __future__ import annotations

from typing import Any

import pytest

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn
from fingerpost.assistants.agents.analytics.column_kinds import date_format, settle_kind


@pytest.mark.parametrize(
    ("kind", "values", "becomes"),
    [
        ("text", ["2025-06-17", "2024-02-29"], "date"),
        ("text", ["2025-06-17 10:00:00", "2024-02-29T08:00Z"], "date"),
        ("text", ["2025-06-17", "soon"], "text"),
        ("text", ["2025-13-17"], "text"),
        ("text", ["2025-06", "2025-07"], "text"),
        ("date", ["17/06/2025"], "text"),
        ("date", [1718600000, 1718600001], "integer"),
        ("integer", [0, 1, 1], "boolean"),
        ("integer", [1, 1], "integer"),
        ("integer", [0, 1, 2], "integer"),
        ("date", [], "date"),
    ],
)
def test_kinds(kind: str, values: list[Any], becomes: str) -> None:
    """All values decide; without values nothing changes."""
    assert settle_kind(AllowedColumn("x", kind), values).kind == becomes


def test_quantities_and_keys_are_no_flags() -> None:
    """A stock of 0 and 1, and a reference to the first two rows."""
    assert settle_kind(AllowedColumn("stock", "integer"), [0, 1]).kind == "integer"
    assert settle_kind(AllowedColumn("type_id", "integer"), [0, 1]).kind == "integer"
    assert settle_kind(AllowedColumn("kind", "integer", references=("a", "id")), [0, 1]).kind == "integer"


@pytest.mark.parametrize(
    ("values", "form"),
    [
        (["17/06/2025", "01/02/2024"], "DD/MM/YYYY"),
        (["06/17/2025", "01/02/2024"], "MM/DD/YYYY"),
        (["01/02/2024"], "DD/MM/YYYY or MM/DD/YYYY"),
        (["17.06.2025 10:00"], "DD.MM.YYYY"),
        (["17-06-25"], "DD-MM-YY"),
        (["2025/06/17"], "YYYY/MM/DD"),
        (["20250617"], "YYYYMMDD"),
        (["17 Jun 2025", "3 de março de 2024"], "a month in words"),
        (["17/06/2025", "2025-06-17"], "several formats"),
        (["17/06/2025", "06/17/2025"], "several formats"),
        (["17/06/2025", "unknown"], ""),
        (["HD-101"], ""),
        ([], ""),
    ],
)
def test_formats(values: list[str], form: str) -> None:
    """Five formats and more, and where nothing shows which of two it is."""
    assert date_format(values) == form


def test_the_comment_says_the_format_once() -> None:
    """What a user wrote stays in front."""
    first = settle_kind(AllowedColumn("fecha", "date", "Day of sale."), ["17/06/2025"])
    assert first.comment == "Day of sale. Dates as text, DD/MM/YYYY; they are not compared as dates."
    assert settle_kind(first, ["17/06/2025"]).comment == first.comment
    assert settle_kind(AllowedColumn("size", "integer"), [20250617]).comment == ""
