"""Finds the goods table of a document by its values, whatever its headings: quantity × price makes the total."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.language.amounts import Amount
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.line_candidate import is_consistent
from fingerpost.assistants.agents.commerce.parsing.table_header import GoodsColumn, role_of

FEWEST_CELLS, MOST_COLUMNS = 4, 14
"""Minimum and maximum number of cells of a row whose columns are told by their values."""
MOST_FIGURES, SAMPLE = 6, 20
"""Maximum number of columns of figures, and of rows that choose among them; all the rows then prove the choice."""

_LETTER = re.compile(r"[^\W\d_]")
_BLANK = re.compile(r"[\s–—-]*")
_CODE = re.compile(r"(?=\S*\d)[\w./#-]{2,20}|[A-Z]{2,}-[A-Z0-9-]+")
_INDEX = re.compile(r"\#?\d{1,4}[.)]?")
_UNIT = re.compile(r"[^\W\d_]{1,6}[23²³]?\.?")
_COUNTED = re.compile(r"\s*[^\W\d_]{1,12}\.?\s*")
"""The unit behind a quantity: 6.5 km."""
_NUMERIC = ("quantity", "unit_price", "total")


def find_value_columns(rows: Sequence[LayoutRow]) -> dict[int, tuple[GoodsColumn, ...]]:
    """Return the columns of every table whose quantities and prices make its totals, by the row that it begins with."""
    found = {}
    for block in _blocks(rows):
        heading = _heading(rows, block[0])
        texts = [[cell.text.strip() for cell in cells_of(rows[number])] for number in block]
        if roles := column_roles(texts, rows[block[0]], heading.texts):
            spans = [cells_of(rows[number]) for number in block]
            found[heading.row if heading.texts else block[0]] = tuple(
                GoodsColumn(role, min(cells[place].start for cells in spans), max(cells[place].end for cells in spans))
                for place, role in enumerate(roles)
            )
    return found


def column_roles(table: Sequence[Sequence[str]], like: LayoutRow, heading: Sequence[str] = ()) -> list[str]:
    """Return the role of each column of a table, "" for one that is not read; empty where its values do not tell.

    Two rows are proof, and one with a heading; what a heading says of words is kept, what it says of figures is not.
    """
    numbers = [[_number(text, like) for text in row] for row in table]
    width = len(table[0])
    if len(table) < 2 and not heading:
        return []
    known = [role_of(text) for text in heading] if len(heading) == width else [""] * width
    figures = [
        place for place in range(width) if any(row[place] for row in numbers) and _is_numeric(table, numbers, place)
    ]
    chosen = _figures(figures, numbers, known)
    if not chosen:
        return []
    roles = [""] * width
    for role, place in zip((*_NUMERIC, "discount"), chosen, strict=False):
        roles[place] = role
    words = [place for place in range(width) if not roles[place] and place not in figures]
    if not words:
        return []
    named = next((place for place in words if known[place] == "description"), None)
    name = named if named is not None else max(words, key=lambda place: _letters(table, place))
    if _letters(table, name) < 3 * len(table):
        return []
    roles[name] = "description"
    for place in range(width):
        texts = [row[place] for row in table if row[place]]
        if roles[place] or not texts:
            continue
        if known[place] in ("code", "unit"):
            roles[place] = known[place] if known[place] not in roles else ""
        elif place < name and "code" not in roles and all(_CODE.fullmatch(text) for text in texts):
            # Numbers that only count the rows are no codes.
            roles[place] = "" if all(_INDEX.fullmatch(text) for text in texts) else "code"
        elif "unit" not in roles and place not in figures and abs(place - chosen[0]) == 1:
            roles[place] = "unit" if all(_UNIT.fullmatch(text) for text in texts) else ""
    return roles


def _blocks(rows: Sequence[LayoutRow]) -> Iterator[list[int]]:
    """Yield the places of rows with as many cells that follow each other; rules and notes may stand between."""
    block: list[int] = []
    apart = 0
    for number, row in enumerate(rows):
        cells = cells_of(row)
        whole = FEWEST_CELLS <= len(cells) <= MOST_COLUMNS and bool(row.amounts)
        if whole and block and len(cells) == len(cells_of(rows[block[0]])) and apart < 3:
            block.append(number)
            apart = 0
        elif whole:
            if block:
                yield block
            block, apart = [number], 0
        elif row.cells:
            apart += 1
    if block:
        yield block


def cells_of(row: LayoutRow) -> tuple[Cell, ...]:
    """Return the cells of a row that stand for columns: all of a real table, else those with text."""
    return row.cells if row.explicit else row.filled


class _Heading(NamedTuple):
    """The headings of a table in normalized text, and their row; none where no row above fits the table."""

    texts: list[str]
    row: int


def _heading(rows: Sequence[LayoutRow], first: int) -> _Heading:
    above = next((number for number in range(first - 1, max(-1, first - 3), -1) if rows[number].cells), None)
    if above is None or any(one.is_money for one in rows[above].amounts):
        return _Heading([], first)
    cells = cells_of(rows[above])
    if len(cells) != len(cells_of(rows[first])):
        return _Heading([], first)
    return _Heading([rows[above].normalized[cell.start : cell.end].strip() for cell in cells], above)


def _number(text: str, like: LayoutRow) -> Amount | None:
    """Return the number that a cell consists of, with its unit or its currency."""
    found = like.format.find(text)
    if len(found) != 1:
        return None
    before, after = text[: found[0].start], text[found[0].end :]
    counted = _COUNTED.fullmatch(after) and not before.strip()
    return found[0] if counted or len(_LETTER.findall(before + after)) <= 1 else None


def _is_numeric(table: Sequence[Sequence[str]], numbers: Sequence[Sequence[Amount | None]], place: int) -> bool:
    return all(row[place] or _BLANK.fullmatch(cells[place]) for cells, row in zip(table, numbers, strict=True))


def _figures(
    figures: Sequence[int], numbers: Sequence[Sequence[Amount | None]], known: Sequence[str]
) -> tuple[int, ...]:
    """Return the columns of quantity, price, total and, where there is one, discount, for which all rows hold."""
    if len(figures) > MOST_FIGURES:
        return ()
    sample = numbers[:SAMPLE]
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for length in (3, 4):
        for places in permutations(figures, length):
            held, proofs = _held(places, sample)
            if not held or not proofs:
                continue
            count, price, total = places[:3]
            score = 4.0 - (length == 4) * 0.5
            score += sum(known[place] == role for role, place in zip(_NUMERIC, places, strict=False))
            score += 1.0 * (total > price) + 1.0 * (total > count) + 0.4 * (count < price)
            counts, prices = (sum(one.is_money for row in sample if (one := row[place])) for place in (count, price))
            score += 1.5 * (prices > counts) - 1.5 * (counts > prices)
            best = max(best, (score, places))
    return best[1] if best[1] and (len(sample) == len(numbers) or _held(best[1], numbers)[0]) else ()


def _held(places: Sequence[int], numbers: Sequence[Sequence[Amount | None]]) -> tuple[bool, int]:
    """Return whether quantity × price less discount is the total in all rows, and how many prove it."""
    proofs = checked = 0
    for row in numbers:
        values = [row[place] for place in places]
        count, price, total = values[:3]
        if count is None or price is None or total is None:
            continue
        if count.percent or price.percent or total.percent or price.unit:
            return False, 0
        checked += 1
        if not is_consistent(count, price, values[3] if len(values) > 3 else None, total):
            return False, 0
        proofs += 1 not in (count.value, price.value)
    return checked * 2 > len(numbers), proofs


def _letters(table: Sequence[Sequence[str]], place: int) -> int:
    return sum(len(_LETTER.findall(row[place])) for row in table)
