"""Rows of a result as text: a Markdown table, and values that JSON can hold."""

from __future__ import annotations

import math
from typing import Any

from fingerpost.assistants.agents.analytics.read_only_database import QueryResult


def markdown_table(result: QueryResult, most: int) -> str:
    """Return the first rows as a Markdown table."""
    lines = [result.columns, ["---"] * len(result.columns), *result.rows[:most]]
    return "\n".join("| " + " | ".join(cell_text(value) for value in line) + " |" for line in lines)


def json_value(value: Any) -> Any:
    """Return a JSON-serializable value."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def cell_text(value: Any) -> str:
    """Return a value as one line of a Markdown table."""
    if isinstance(value, float):
        value = f"{int(value)}" if value.is_integer() else f"{value:.2f}"
    return "" if value is None else " ".join(str(value).replace("|", "\\|").split())
