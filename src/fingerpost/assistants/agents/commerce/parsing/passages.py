"""The passages of a document: its sentences, its labels with their values, and its blocks under their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow

MOST_PASSAGES, LONGEST_PASSAGE, LONGEST_HEADING = 80, 220, 45
MOST_BELOW, FAR = 5, 4
"""Maximum number of rows below a heading that belong to it, and of characters between their beginnings."""

_SENTENCE = re.compile(
    r"(?<=[^\W\d_]{4}[.!?;])(?<!\W[A-ZÀ-Ý]\w\w\w\.)\s+(?=[A-ZÀ-Ý¿¡\d])|(?<=[\d)%][.;])\s+(?=[A-ZÀ-Ý¿¡])|\s[·•|]\s"
)
"""Where one sentence ends, and no abbreviation: "VAT reg. GB", "Autoriza: Ing. Toledo"."""
_ENDS = tuple(".:;!?")
_PROSE = re.compile(r"(?:[^\W\d_]{2,}\W+){4}")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_DIGIT = re.compile(r"\d")
_BARE_AMOUNT = re.compile(r"[^\w%]*(?:[A-Z]{0,3}[^\w%]{0,3})?\d[\d.,\s\u202f]*\W{0,3}(?:[A-Z]{1,3})?\W*")
_SIGNS = " ·|#*>-–"
LONG = 40
"""Minimum length of a row that a sentence may go on after."""


def find_passages(rows: Sequence[LayoutRow], used: set[int]) -> str:
    """Return the passages of a document outside its goods, one in each line."""
    found: list[str] = []
    for block in _blocks(rows, used):
        found += _headed(block)
        found += [passage for text in _joined(block) for passage in _sentences(text)]
    return "\n".join(list(dict.fromkeys(found))[:MOST_PASSAGES])


def _blocks(rows: Sequence[LayoutRow], used: set[int]) -> Iterator[list[LayoutRow]]:
    """Yield the rows between empty lines, rulers and goods."""
    block: list[LayoutRow] = []
    for number, row in enumerate(rows):
        if number in used or not row.filled:
            if block:
                yield block
            block = []
        else:
            block.append(row)
    if block:
        yield block


def _headed(block: Sequence[LayoutRow]) -> Iterator[str]:
    """Yield each heading with what is below it, up to the next one."""
    for place, row in enumerate(block[:-1]):
        alone = len(row.filled) == 1
        if (
            not _is_headings(row)
            or _is_labelled_amount(block[place + 1])
            or (alone and place and len(block[place - 1].filled) == 1)
        ):
            # Only the first of several rows alone is a heading.
            continue
        for cell in row.filled:
            below = list(_below(cell, row, block[place + 1 : place + 1 + MOST_BELOW]))
            if below:
                yield _cut(f"{cell.text.strip(' :')}: {', '.join(below)}")


def _is_labelled_amount(row: LayoutRow) -> bool:
    """Return whether a row is a label and its amount, so that the row above it is no row of headings."""
    texts = [cell.text for cell in row.filled]
    return len(texts) == 2 and _is_heading(texts[0]) and bool(_BARE_AMOUNT.fullmatch(texts[1]))


def _is_headings(row: LayoutRow) -> bool:
    return all(_is_heading(cell.text) for cell in row.filled)


def _is_heading(text: str) -> bool:
    short = len(text.strip()) <= LONGEST_HEADING and bool(_LETTERS.search(text))
    return short and not _DIGIT.search(text) and ":" not in text.rstrip(" :") and not text.rstrip().endswith((".", ","))


def _below(cell: Cell, row: LayoutRow, others: Sequence[LayoutRow]) -> Iterator[str]:
    """Yield the texts below a cell that are aligned with it."""
    for other in others:
        near = [one for one in other.filled if abs(one.start - cell.start) <= FAR]
        if not near and len(other.filled) == len(row.filled):
            near = [other.filled[row.filled.index(cell)]]
        if not near:
            return
        yield near[0].text.strip()


def _joined(block: Sequence[LayoutRow]) -> Iterator[str]:
    """Yield the texts of a block: sentences that go over several rows as one, and cells with what labels them."""
    text = ""
    for place, row in enumerate(block):
        cells = [cell.text.strip() for cell in row.filled]
        alone = cells[0] if len(cells) == 1 else ""
        if alone and text and not text.rstrip().endswith(_ENDS) and _goes_on(text, alone):
            text = f"{text} {alone}"
            continue
        if text:
            yield text
        text = alone
        below = block[place + 1] if place + 1 < len(block) else None
        is_header = below is not None and len(cells) > 1 and _is_headings(row) and len(below.filled) > 1
        is_header = is_header and below is not None and not _is_labelled_amount(below)
        if not alone and not is_header:
            yield from _of_cells(cells)
    if text:
        yield text


def _goes_on(text: str, after: str) -> bool:
    """Return whether a sentence goes on in the next row."""
    is_prose = len(text) >= LONG and bool(_PROSE.search(text))
    return after[0].islower() or (is_prose and ":" not in after[:LONGEST_HEADING])


def _of_cells(cells: Sequence[str]) -> Iterator[str]:
    """Yield the cells of a row: what has a label or says something alone, others after the cell before them."""
    label = ""
    for cell in cells:
        if label and (_BARE_AMOUNT.fullmatch(cell) or (_is_heading(label) and ":" not in cell[:LONGEST_HEADING])):
            yield f"{label.rstrip(' :')}: {cell}"
            label = ""
            continue
        if label and not _is_heading(label):
            yield label
        label = cell
    if label and not _is_heading(label):
        yield label


def _sentences(text: str) -> Iterator[str]:
    for part in _SENTENCE.split(" ".join(text.split())):
        if len(_LETTERS.findall(part)) > 1 or (_LETTERS.search(part) and _DIGIT.search(part)):
            yield _cut(part)


def _cut(text: str) -> str:
    return " ".join(text.split())[:LONGEST_PASSAGE].lstrip(_SIGNS).rstrip(" ·|*")
