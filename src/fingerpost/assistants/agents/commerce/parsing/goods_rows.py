"""What the rows of line items state beside their fields: the heading above them, and cells under other columns.

A question may name a line by its heading ("the water part"), or ask for a column of its own ("which lot").
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from fingerpost.assistants.agents.commerce.document import LineItem
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow

LONGEST_HEADING, FEWEST_CELLS, FAR = 60, 3, 8
"""Characters of a heading, cells of a table, and rows between a header and its first line."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_MARK = re.compile(r"^\W*(?:[a-z]|\d{1,2}|[ivx]+)[.)]\s+", re.IGNORECASE)


def with_rows(
    lines: Sequence[LineItem], rows: Sequence[LayoutRow], written: Sequence[LayoutRow]
) -> tuple[LineItem, ...]:
    """Return line items with the heading that they stand under and the labelled cells of their rows.

    `written` are all rows of the document: those of a table of taxes explain the letters of rates.
    """
    places = _places(lines, rows)
    known = [place for place in places if place is not None]
    if not known:
        return tuple(lines)
    headings = {number: text for number in range(known[0] - 2, known[-1]) if (text := _heading(number, known, rows))}
    names = [normalize(line.description) for line in lines]
    own = [set(_WORD.findall(name)) for name in names]
    headings = {
        number: "" if any(set(_WORD.findall(normalize(text))) <= words for words in own) else text
        for number, text in headings.items()
        if not _is_wrapped(number, text, places, names)
    }
    if not any(number > known[0] for number in headings):
        # What only stands above all goods is no heading of some of them.
        headings = {}
    header = _header(known[0], rows)
    found = []
    sections = _sections(places, headings, rows)
    for line, place, section in zip(lines, places, sections, strict=True):
        cells = _cells(rows[place], header, written) if place is not None and header is not None else ""
        found.append(replace(line, section=section, cells=cells))
    return tuple(found)


def _places(lines: Sequence[LineItem], rows: Sequence[LayoutRow]) -> list[int | None]:
    """Return the number of the row of each line item, None where it is not found after the one before."""
    places: list[int | None] = []
    after = 0
    for line in lines:
        words = _WORD.findall(normalize(line.description))[:3]
        fitting = (
            number
            for number in range(after, len(rows))
            if words and rows[number].amounts and set(words) <= set(_WORD.findall(rows[number].normalized))
        )
        place = next(fitting, None)
        places.append(place)
        after = place + 1 if place is not None else after
    return places


def _sections(places: Sequence[int | None], headings: Mapping[int, str], rows: Sequence[LayoutRow]) -> list[str]:
    """Return the heading above each line item: up to another one, an empty row, or a row further left.

    In a table with an empty row after each other one, these end nothing.
    """
    used = sorted({*headings, *(place for place in places if place is not None)})
    spaced = all(_is_parted(one, other, rows) for one, other in pairwise(used))
    found, heading, start, before = [], None, 0, -1
    for place in places:
        if place is None:
            found.append("")
            continue
        above = [number for number in headings if before < number < place]
        if above:
            heading, start = above[-1], _start(rows[place])
        elif heading is not None:
            is_left = _start(rows[place]) <= rows[heading].filled[0].start < start
            if is_left or (not spaced and _is_parted(before, place, rows)):
                heading = None
        found.append(headings[heading] if heading is not None else "")
        before = place
    return found


def _is_parted(one: int, other: int, rows: Sequence[LayoutRow]) -> bool:
    return any(not rows[number].filled for number in range(one + 1, other))


def _is_wrapped(number: int, text: str, places: Sequence[int | None], names: Sequence[str]) -> bool:
    """Return whether a row is the end of the name above it or the beginning of the one below, written in two rows."""
    part = normalize(text)
    above = [name for name, place in zip(names, places, strict=True) if place is not None and place < number][-1:]
    below = [name for name, place in zip(names, places, strict=True) if place is not None and place > number][:1]
    ends = any(name != part and name.endswith(part) for name in above)
    return ends or any(name != part and name.startswith(part) for name in below)


def _start(row: LayoutRow) -> int:
    """Return where the words of a row begin."""
    return min((cell.start for cell in row.filled if _WORD.search(cell.text)), default=0)


def _heading(number: int, places: Sequence[int], rows: Sequence[LayoutRow]) -> str:
    """Return the text of a row that is a heading of the line items below it: left of them, and without an amount."""
    if number < 0 or number in places or not rows[number].filled:
        return ""
    row = rows[number]
    first = rows[next(place for place in places if place > number)]
    start = _start(first)
    text = re.sub(r"\(.*?\)", "", _MARK.sub("", row.filled[0].text)).strip(" :-")
    is_short = len(row.text.strip()) <= LONGEST_HEADING and bool(_WORD.search(text)) and not re.search(r"\d", text)
    is_left = row.filled[0].start < start or row.explicit or row.filled[0].start == first.filled[0].start == 0
    alone = len(row.filled) < FEWEST_CELLS and not any(one.is_money for one in row.amounts)
    return text if is_short and is_left and alone and not row.text.rstrip().endswith((".", ",")) else ""


def _header(first: int, rows: Sequence[LayoutRow]) -> LayoutRow | None:
    """Return the row with the names of the columns above the first line item."""
    for row in reversed(rows[max(0, first - FAR) : first]):
        if len(row.filled) >= FEWEST_CELLS:
            return None if re.search(r"\d", row.text) else row
    return None


def _cells(row: LayoutRow, header: LayoutRow, written: Sequence[LayoutRow]) -> str:
    """Return the cells of a row with the names of their columns, one a line, with a tab between."""
    if len(row.filled) < FEWEST_CELLS:
        return ""
    pairs = [(row.cell_below(cell, header).text.strip(), cell.text.strip()) for cell in row.filled]
    names = [name for name, _ in pairs]
    return "\n".join(f"{name}\t{_explained(text, written)}" for name, text in pairs if names.count(name) == 1)


def _explained(text: str, written: Sequence[LayoutRow]) -> str:
    """Return a letter with the only percentage of the rows that begin with it: "H 23%"."""
    if len(text) != 1 or not text.isalpha():
        return text
    pattern = re.compile(rf"\s*{text}\W+(\d{{1,2}}(?:[.,]\d{{1,3}})? ?%)")
    found = {match[1] for row in written if (match := pattern.match(row.text))}
    return f"{text} {found.pop()}" if len(found) == 1 else text
