"""Finds the rest of a description in the rows below it, where the width of its column breaks it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.goods_table import GoodsTable
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LONGEST, LineCandidate
from fingerpost.language.calendar_words import MONTHS, usual
from fingerpost.language.function_words import FUNCTION_WORDS
from fingerpost.language.text import fold

MOST_BELOW, SLACK = 4, 1
"""Maximum number of rows below a line that continue its description, and of characters between their starts."""

_WORD = re.compile(r"[^\W\d_]+")
_REMARK = re.compile(r"[(\[*•–—-]|\S+:|[^\W\d_]+\.? \S*\d[/-]\d\S*$")
"""What begins a remark on the goods: a bracket, a label, or a name with a code."""
_MONTHS = frozenset(word for names in MONTHS.values() for word in usual(map(fold, names)))


def with_names_below(table: GoodsTable, rows: Sequence[LayoutRow]) -> GoodsTable:
    """Return the goods with the words under each that go on with its description."""
    items: list[LineCandidate] = []
    used = set(table.used)
    for item in table.items:
        below = _rows_below(item, rows, used)
        used |= set(below)
        said = [_said(item, rows[item.rows[-1]]) if below else item.line.description]
        name = " ".join([*said, *(rows[number].text.strip() for number in below)])[:LONGEST]
        items.append(item._replace(line=replace(item.line, description=name), rows=(*item.rows, *below)))
    return table._replace(items=items, used=used)


def _rows_below(item: LineCandidate, rows: Sequence[LayoutRow], used: set[int]) -> list[int]:
    """Return the rows under a line that hold nothing but words in the column of its description."""
    found: list[int] = []
    number = item.rows[-1] if item.rows else len(rows)
    place = _column(item, rows[number]) if number < len(rows) else None
    if place is None:
        return []
    said = _said(item, rows[number])
    for below in range(number + 1, min(number + 1 + MOST_BELOW, len(rows))):
        row = rows[below]
        if below in used or not is_in_column(row, place):
            break
        text = row.text.strip()
        if not _goes_on(said, text, first=place.start == _indent(rows[number])):
            break
        found.append(below)
        said = f"{said} {text}"
    return found


def _said(item: LineCandidate, row: LayoutRow) -> str:
    """Return a description with the comma that ends it in its row."""
    name = item.line.description
    return name + "," if f"{name}," in row.text else name


def _column(item: LineCandidate, row: LayoutRow) -> Cell | None:
    """Return the column of a description: from its first word up to the next cell of the row; None where it is last."""
    start = row.text.find(item.line.description[:12])
    if start < 0 or row.explicit:
        return None
    end = next((cell.start for cell in row.filled if cell.start > start), None)
    return Cell(row.text[start:end], start) if end is not None else None


def is_in_column(row: LayoutRow, column: Cell) -> bool:
    """Return whether all of a row stands in a column and is no amount."""
    if len(row.filled) != 1 or row.explicit or any(amount.is_money for amount in row.amounts):
        return False
    cell = row.filled[0]
    return abs(cell.start - column.start) <= SLACK and cell.end <= column.end and bool(_WORD.search(cell.text))


def _goes_on(said: str, text: str, *, first: bool) -> bool:
    """Return whether a text goes on with what is said, and does not begin a remark; `first`: no column is before it."""
    open_bracket = said.count("(") > said.count(")")
    last = _WORD.findall(said)[-1:] or [""]
    if (
        open_bracket
        or said.endswith((",", "&", "/"))
        or (said.endswith(last[0]) and normalize(last[0]) in FUNCTION_WORDS)
    ):
        return True
    if _REMARK.match(text):
        return False
    if not text[0].isupper():
        return True
    return (said.isupper() and text.isupper() and not first) or fold(_WORD.findall(text)[0]) in _MONTHS


def _indent(row: LayoutRow) -> int:
    return len(row.text) - len(row.text.lstrip())
