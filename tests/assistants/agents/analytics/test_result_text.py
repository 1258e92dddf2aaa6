"""Rows as a Markdown table, and values that JSON can hold."""

from __future__ import annotations

import datetime
import math

from fingerpost.assistants.agents.analytics.read_only_database import QueryResult
from fingerpost.assistants.agents.analytics.result_text import cell_text, json_value, markdown_table


def test_a_table_has_as_many_rows_as_asked_for() -> None:
    result = QueryResult(("a|b", "n"), [("x\ny", 1.0), (None, 2.5), ("z", 3)], False)
    assert markdown_table(result, 2) == "| a\\|b | n |\n| --- | --- |\n| x y | 1 |\n|  | 2.50 |"


def test_cells_are_one_line() -> None:
    assert [cell_text(value) for value in (" a\n b ", 4.0, 0.125, None)] == ["a b", "4", "0.12", ""]


def test_json_values() -> None:
    assert [json_value(value) for value in ("a", 1, 1.5, True, None)] == ["a", 1, 1.5, True, None]
    assert json_value(math.inf) == "inf"
    assert json_value(datetime.date(2025, 1, 2)) == "2025-01-02"
