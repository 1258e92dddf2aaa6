"""Rows as the readers of a document's parts are given them."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.amounts import Format
from fingerpost.assistants.agents.commerce.layout import Row, split_text


def rows_of(text: str, decimal: str = ".", day_first: bool = True) -> list[Row]:
    """Return the rows of a text whose numbers have this decimal sign."""
    form = Format(decimal)
    return [Row(line, cells, explicit, form, day_first) for line, cells, explicit in split_text(text)]
