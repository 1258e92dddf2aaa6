"""Rows as the readers of a document's parts are given them."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.language.amounts import NumberFormat
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow, split_rows


def rows_of(text: str, decimal: str = ".", day_first: bool = True) -> list[LayoutRow]:
    """Return the rows of a text whose numbers have this decimal sign."""
    form = NumberFormat(decimal)
    return [LayoutRow(line, cells, explicit, form, day_first) for line, cells, explicit in split_rows(text)]
