"""Reads goods whose fields are labelled one by one, or stand below each other, a column after the other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow, join_cells
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate
from fingerpost.assistants.agents.commerce.parsing.line_parser import parse_cells
from fingerpost.assistants.agents.commerce.parsing.table_header import GoodsColumn, header_columns, role_of

FEWEST, MOST_VALUES = 3, 200
"""Minimum number of fields of a line or of columns, and maximum number of values of a column."""

_PAIR = re.compile(r"^[-*•]?\s*+([^\s:=][^:=]{1,29}?)\s*+[:=]\s*+(.+)$")
_COUNT = re.compile(r"\s*\d{1,3}$")
_FIELDS = ("description", "code", "quantity", "unit", "unit_price", "discount", "total")

Lines = tuple[list[LineCandidate], set[int]]
"""Lines of goods, and the rows that they came from."""


def lines_of_blocks(rows: Sequence[LayoutRow]) -> Lines:
    """Parse lines written as blocks of "product: …", "quantity: …", "price: …"."""
    items: list[LineCandidate] = []
    used: set[int] = set()
    fields: dict[str, str] = {}
    taken: list[int] = []

    def close(like: LayoutRow) -> None:
        if (item := _line_of(fields, like)) is not None:
            items.append(item)
            used.update(taken)
        fields.clear()
        taken.clear()

    for number, row in enumerate(rows):
        pair = _PAIR.match(row.text.strip())
        role = role_of(normalize(pair[1]).strip()) if pair else ""
        role = {"item": "description", "price": "unit_price", "value": "unit_price"}.get(role, role)
        if pair and role in _FIELDS:
            if role in fields:
                close(row)
            if role == "total" and ("quantity" not in fields and "unit_price" not in fields):
                continue
            fields[role] = pair[2]
            taken.append(number)
        elif fields and row.cells:
            close(row)
    if fields and rows:
        close(rows[-1])
    return items, used


def lines_of_fields(rows: Sequence[LayoutRow]) -> Lines:
    """Parse lines whose fields stand in one row, each with its label: "service 1: … | hours: … | price: …"."""
    items: list[LineCandidate] = []
    used: set[int] = set()
    for number, row in enumerate(rows):
        pairs = [_PAIR.match(cell.text.strip()) for cell in row.filled]
        if len(pairs) < FEWEST or not all(pairs):
            continue
        fields: dict[str, str] = {}
        for pair in filter(None, pairs):
            role = role_of(_COUNT.sub("", normalize(pair[1])).strip())
            role = {"item": "description", "price": "value"}.get(role, role)
            if role == "value":
                role = "total" if "unit_price" in fields else "unit_price"
            fields.setdefault(role, pair[2])
        item = _line_of({role: value for role, value in fields.items() if role in _FIELDS}, row)
        if item is not None and item.line.quantity is not None:
            items.append(item)
            used.add(number)
    return items, used


def lines_of_columns(rows: Sequence[LayoutRow]) -> Lines:
    """Parse a table that was copied one column after the other: each heading with as many values below it."""
    heads = [
        number
        for number, row in enumerate(rows)
        if len(row.filled) == 1 and not row.amounts and role_of(row.normalized.strip())
    ]
    for begin, (first, second) in enumerate(pairwise(heads)):
        step = second - first
        chain = [first]
        for head in heads[begin + 1 :]:
            if head - chain[-1] == step:
                chain.append(head)
        last = chain[-1] + step
        if not 1 < step <= MOST_VALUES or len(chain) < FEWEST or any(len(row.filled) > 1 for row in rows[first:last]):
            continue
        columns = [[row.text.strip() for row in rows[head : head + step]] for head in chain]
        like = rows[first]
        roles = header_columns(explicit_row(like, [column[0] for column in columns]))
        lines = zip(*(column[1:] for column in columns), strict=False) if roles else ()
        # A dash alone, which is a value that is missing, leaves an empty row like that between two paragraphs.
        read = [parse_cells(explicit_row(like, values), roles) for values in lines if any(values)]
        items = [item for item in read if item is not None]
        if items and len(items) == len(read):
            return items, set(range(first, last))
    return [], set()


def _line_of(fields: Mapping[str, str], like: LayoutRow) -> LineCandidate | None:
    roles = [role for role in fields if role]
    if "description" not in fields:
        return None
    return parse_cells(
        explicit_row(like, [fields[role] for role in roles]), [GoodsColumn(role, 0, 0) for role in roles]
    )


def explicit_row(like: LayoutRow, pieces: Sequence[str]) -> LayoutRow:
    """Return a row of cells that is read like another."""
    text, cells, explicit = join_cells(pieces)
    return LayoutRow(text, cells, explicit, like.format, like.day_first)
