"""The layout of a document as rows of cells: text is split at gaps, tables are taken as they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.language.amounts import Amount, NumberFormat
from fingerpost.assistants.agents.commerce.language.dates import DocumentDate, find_dates
from fingerpost.assistants.agents.commerce.language.labels import FieldLabel, find_labels, normalize

MOST_ROWS, MOST_WIDTH = 3_000, 600
"""Maximum number of rows of a document and of characters of a row; the rest is not read."""

_GAP = re.compile(r"\t|\s{2,}|\s*[|│║¦]\s*|\s*(?:\.{3,}|…+|_{3,}|(?:\. ){3,})\s*")
_RULE = re.compile(r"^[\s|+:=_*~─━═│-]*$")
_QUOTED = re.compile(r"^\s{0,3}(?:>\s?)+")
_IDENTIFIERS = re.compile(
    r"(?<![\w/.-])(?:"
    r"[a-z0-9]{2}\.?[a-z0-9]{3}\.?[a-z0-9]{3}/[a-z0-9]{4}-?\d{2}"  # CNPJ
    r"|\d{3}\.\d{3}\.\d{3}-\d{2}"  # CPF
    r"|\d{1,2}\.\d{3}\.\d{3}-[\dk]"  # RUT
    r"|(?:\d{4} ){10}\d{4}|\d{44,48}"  # NF-e access key
    r"|\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}"  # boleto payment line
    r"|\d{5}-\d{3,4}"  # CEP, ZIP+4
    r"|\d{2}-\d{7,8}(?:-\d)?"  # EIN, CUIT
    r"|\+?\d{0,3} ?\(\d{2,4}\) ?\d{3,5}[- .]?\d{4}|\d{3}[-.]\d{3}[-.]\d{4}|\d{4,5}-\d{4}|"
    r"\+\d{1,3}(?:[ .-]?\d{2,4}){2,4}"  # phones
    r"|\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?"
    r"|[\w.+-]+@[\w-]+\.[\w.-]+|https?://\S+|www\.\S+"
    r"|[a-z]{2}\d{2}(?: ?\d{4}){4,6}(?: ?\d{1,4})?"  # IBAN
    r")(?![\w/])",
    re.IGNORECASE,
)


class Cell(NamedTuple):
    """A cell of a row: its text and its start offset."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Return the end offset."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class LayoutRow:
    """One row. `explicit`: its cells come from a real table, including empty ones, and are not guessed from gaps."""

    text: str
    cells: tuple[Cell, ...]
    explicit: bool
    format: NumberFormat
    day_first: bool

    @cached_property
    def normalized(self) -> str:
        """Return the text in lower case without accents, with the same offsets."""
        return normalize(self.text)

    @cached_property
    def dates(self) -> list[DocumentDate]:
        """Return the dates of the row."""
        return find_dates(self.text, self.day_first)

    @cached_property
    def amounts(self) -> list[Amount]:
        """Return the numbers of the row without those inside dates, codes, telephone numbers and the like."""
        masked = _IDENTIFIERS.sub(lambda match: "\x01" * len(match[0]), self.text)
        for day in self.dates:
            masked = masked[: day.start] + "\x01" * (day.end - day.start) + masked[day.end :]
        return self.format.find(masked)

    @cached_property
    def labels(self) -> list[FieldLabel]:
        """Return the field labels of the row."""
        return find_labels(self.normalized)

    @cached_property
    def filled(self) -> tuple[Cell, ...]:
        """Return the cells that are not empty."""
        return tuple(cell for cell in self.cells if cell.text)

    def cell_below(self, cell: Cell, below: LayoutRow) -> Cell:
        """Return the cell of a row below that is aligned with a cell of this row."""
        if len(self.filled) == len(below.filled) and cell in self.filled:
            return below.filled[self.filled.index(cell)]
        return min(below.filled, key=lambda other: min(abs(other.start - cell.start), abs(other.end - cell.end)))

    def cell_at(self, place: int) -> Cell:
        """Return the cell that contains an offset of the text."""
        return next((cell for cell in reversed(self.cells) if cell.start <= place), Cell(self.text, 0))


def is_rule(text: str) -> bool:
    """Return whether a line is empty or only a ruler."""
    return bool(_RULE.match(text))


def split_rows(text: str) -> list[tuple[str, tuple[Cell, ...], bool]]:
    """Split a text into rows of cells; empty lines and rulers have no cells."""
    lines = [_QUOTED.sub("", line).rstrip()[:MOST_WIDTH] for line in text.split("\n")[:MOST_ROWS]]
    semicolons = Counter(line.count(";") for line in lines)
    split: list[tuple[str, tuple[Cell, ...], bool]] = []
    for line in lines:
        if is_rule(line):
            split.append(("", (), False))
            continue
        bar = next((sign for sign in ("\t", "|", ";") if line.count(sign) >= 2), "")
        # A sentence with semicolons stands alone; table rows share their number of semicolons.
        if bar and (bar != ";" or semicolons[line.count(";")] > 1):
            inner = line.strip().strip("|") if bar == "|" else line
            split.append(join_cells(piece.strip() for piece in inner.split(bar)))
        else:
            split.append((line, _split_cells(line), False))
    return split


def join_cells(pieces: Iterable[str]) -> tuple[str, tuple[Cell, ...], bool]:
    """Join cells into an explicit row."""
    cells: list[Cell] = []
    place = 0
    for piece in pieces:
        cells.append(Cell(" ".join(piece.split())[:MOST_WIDTH], place))
        place = cells[-1].end + 2
    return "  ".join(cell.text for cell in cells), tuple(cells), True


def _split_cells(line: str) -> tuple[Cell, ...]:
    cells = []
    place = len(line) - len(line.lstrip())
    for gap in _GAP.finditer(line, place):
        if line[place : gap.start()].strip():
            cells.append(Cell(line[place : gap.start()], place))
        place = gap.end()
    if line[place:].strip():
        cells.append(Cell(line[place:], place))
    return tuple(cells)
