"""Finds the goods of a document: under a table header, without one, or as blocks of labels and values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import LineItem, cents
from fingerpost.assistants.agents.commerce.language.labels import MONEY
from fingerpost.assistants.agents.commerce.parsing.column_inference import cells_of, find_value_columns
from fingerpost.assistants.agents.commerce.parsing.labelled_lines import (
    explicit_row,
    lines_of_blocks,
    lines_of_columns,
    lines_of_fields,
)
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.line_candidate import LineCandidate
from fingerpost.assistants.agents.commerce.parsing.line_parser import is_numbers_only, parse_cells, parse_row
from fingerpost.assistants.agents.commerce.parsing.row_filters import (
    is_free_note,
    is_not_goods,
    is_sum_of_goods,
    states_share,
)
from fingerpost.assistants.agents.commerce.parsing.table_header import ABOUT, GoodsColumn, header_columns, role_of
from fingerpost.assistants.agents.commerce.parsing.two_row_lines import parse_in_two_rows, with_name_above

MOST_LINES, MOST_FREE_LINES = 1_000, 300
"""Maximum number of lines, and of lines without a table header, which cost more to parse."""

_NONE: Mapping[int, tuple[GoodsColumn, ...]] = {}
_LETTERS = re.compile(r"[^\W\d_]{2,}")
"""Words that end the goods table or a page of it."""
_END_ROLES = ("terms", "seller", "buyer", "ship", "due", "issued", "contact", "address")
_TOTAL_ROLES = ("subtotal", "total", "grand", "balance", "tax")
_AMBIGUOUS_LABELS = {"shipping": 0, "other": 0, "amount": 0, "tender": 1, "paid": 1}
"""Labels that also occur in goods: the number of words after them from which the row counts as goods."""
_TITLED = re.compile(
    r"\W*(?:invoice|nota|nf|fatura|factura|pedido|order|quote|recibo|receipt|orcamento|presupuesto|cotizacion)\b"
)
_NOT_GOODS = re.compile(
        r"\b(?:pix|chave|ag[eê]ncia|banco|bank|iban|swift|conta|cuenta|account|routing|multa|juros|"
        r"interest|protocolo|s[eé]rie|folha|p[aá]g(?:ina)?|page|cep|zip|tel|fone|phone|lei|"
        r"ley|law|inscri[cç][aã]o|caixa postal|peso|volume|capital social|cap\. soc|registro mercantil|"
        r"hora|time|mesa|table|duplicata|operador|cashier|caja|cart[aã]o|aut(?:oriza[cç][aã]o)?|nsu|"
        r"doc)\b\.?\s*[:#º\d]",
    re.IGNORECASE,
)  # fmt: skip


class GoodsTable(NamedTuple):
    """The goods of a document.

    `items` are the parsed lines; `used` the rows they came from; `about` the values of document-level columns; `cut` is
    true where the limit of lines was reached; `headed` where the goods had a header or labels and were not guessed.
    """

    items: list[LineCandidate]
    used: set[int]
    about: dict[str, str]
    cut: bool = False
    headed: bool = True


def find_goods_table(rows: Sequence[LayoutRow]) -> GoodsTable:
    """Return the goods of a document, by the first strategy that finds any."""
    found = _with_header(rows)
    headed = bool(found.items)
    if not found.items:
        found = _one_cell_per_row(rows)
    for read in (lines_of_columns, lines_of_fields, lines_of_blocks):
        if not found.items:
            found = GoodsTable(*read(rows), {})
    if not found.items:
        found = _without_header(rows)
    if headed and not sure_lines(found.items) and sure_lines((free := _without_header(rows)).items):
        # What was taken for a heading is none.
        found, headed = free, False
    if columns := find_value_columns(rows):
        other = _with_header(rows, columns)
        gained = sure_lines(other.items) - sure_lines(found.items)
        if gained > 0 or (not gained and len(other.items) >= len(found.items) and not (headed and _is_named(rows))):
            found = other
    return found


def sure_lines(items: Sequence[LineCandidate]) -> int:
    """Return how many lines have a quantity and a price that make their total."""
    return sum(item.sure for item in items)


def _is_named(rows: Sequence[LayoutRow]) -> bool:
    """Return whether a heading names the column of the descriptions."""
    return any(column.role == "description" for row in rows for column in header_columns(row))


def _with_header(rows: Sequence[LayoutRow], known: Mapping[int, tuple[GoodsColumn, ...]] = _NONE) -> GoodsTable:
    """Return the lines under the headings of a document, and under the columns known by their values."""
    items: list[LineCandidate] = []
    used: set[int] = set()
    about: dict[str, str] = {}
    columns: tuple[GoodsColumn, ...] = ()
    closed = exact = False
    for number, row in enumerate(rows):
        if head := known.get(number) or header_columns(row):
            columns, closed, exact = head, False, number in known
            if not (exact and row.amounts):
                used.add(number)
                continue
        if not columns or not row.cells or len(items) >= MOST_LINES:
            continue
        if is_charge_row(row) and not _is_goods(row, columns):
            closed = closed or any(label.role in _TOTAL_ROLES for label in row.labels)
            continue
        above = _words_above(rows, number, used) if not row.explicit and is_numbers_only(row) else []
        item = _read_row(join_rows(rows, above, row) if above else row, columns, exact=exact)
        if (
            item is not None
            and not is_free_note(item)
            and (item.sure or not (closed or is_not_goods(row, item, items)))
        ):
            items.append(item._replace(rows=(*above, number)))
            used |= {number, *above}
            if len(items) == 1:
                about = _document_values(row, columns)
        elif item is None and items and row.labels and row.labels[0].role in _END_ROLES and not row.explicit:
            columns = columns if _is_name(row, columns) else ()
    return GoodsTable(items, used, about, len(items) >= MOST_LINES)


def _is_name(row: LayoutRow, columns: Sequence[GoodsColumn]) -> bool:
    """Return whether a row goes on with a description: its words stand under that heading, with columns before it."""
    name = next((column for column in columns[1:] if column.role == "description"), None)
    return name is not None and len(row.filled) == 1 and abs(row.filled[0].start - name.start) <= 1 < name.start


def _read_row(row: LayoutRow, columns: Sequence[GoodsColumn], *, exact: bool = False) -> LineCandidate | None:
    if exact and len(cells_of(row)) == len(columns):
        return parse_cells(row, columns, cells_of(row))
    if row.explicit:
        return parse_cells(row, columns) if len(row.cells) >= sum(bool(column.role) for column in columns) - 1 else None
    return parse_row(row, columns)


def _words_above(rows: Sequence[LayoutRow], number: int, used: set[int]) -> list[int]:
    """Return the rows of words, at most two, above a row of numbers."""
    above: list[int] = []
    for other in range(number - 1, max(-1, number - 3), -1):
        if other in used or not _is_description_row(rows[other]):
            break
        above.insert(0, other)
    return above


def join_rows(rows: Sequence[LayoutRow], above: Sequence[int], row: LayoutRow) -> LayoutRow:
    """Join the words above and the numbers below into one row."""
    words = Cell(" ".join(rows[number].text.strip() for number in above), 0)
    shift = words.end + 3
    cells = (words, *(Cell(cell.text, cell.start + shift) for cell in row.filled))
    return LayoutRow(words.text + "   " + row.text, cells, False, row.format, row.day_first)


def is_charge_row(row: LayoutRow) -> bool:
    """Return whether a row is a charge or total below the goods: it begins with a money label."""
    first = _LETTERS.search(row.normalized)
    if first is None:
        return False
    if states_share(row):
        return True
    label = next(
        (label for label in row.labels if label.role in MONEY and label.start <= first.start() < label.end), None
    )
    if label is None:
        return any(label.role in MONEY and _begins_cell(row, label.start) for label in row.labels)
    rest = row.normalized[label.end :]
    if len([other for other in row.labels if other.role in MONEY]) > 1:
        return True
    # "Packaging mockups, 12 hours" and "Total 4 Antivirus" are goods: a name follows the label directly.
    words = len(_LETTERS.findall(rest.partition(":")[0]))
    return words <= _AMBIGUOUS_LABELS.get(label.role, 2) or (":" in rest[:40] and words <= 3)


def _begins_cell(row: LayoutRow, place: int) -> bool:
    """Return whether a label begins its own cell, after a remark."""
    cell = row.cell_at(place)
    return cell.start == place and cell is not row.filled[0] and not any(amount.start < place for amount in row.amounts)


def _is_goods(row: LayoutRow, columns: Sequence[GoodsColumn]) -> bool:
    """Return whether a row that begins like a charge is a line item with quantity and price."""
    item = _read_row(row, columns)
    return (
        item is not None
        and item.sure
        and item.line.quantity is not None
        and not any(label.role in _TOTAL_ROLES for label in row.labels[:1])
    )


def _document_values(row: LayoutRow, columns: Sequence[GoodsColumn]) -> dict[str, str]:
    if not row.explicit:
        return {}
    return {
        column.role: cell.text
        for cell, column in zip(row.cells, columns, strict=False)
        if column.role in ABOUT and cell.text
    }


def _without_header(rows: Sequence[LayoutRow]) -> GoodsTable:
    found = [
        number
        for number, row in enumerate(rows)
        if row.amounts and (_may_be_goods(row) or (not is_charge_row(row) and parse_in_two_rows(rows, number)))
    ]
    candidates = found[:MOST_FREE_LINES]
    items: list[LineCandidate] = []
    used: set[int] = set()
    closing = [number for number, row in enumerate(rows) if row.amounts and _ends_goods(row)]
    begun = -1
    for number in candidates:
        row = rows[number]
        if number in used:
            continue
        if (split := parse_in_two_rows(rows, number)) is not None and not used & set(split.rows):
            items.append(split)
            used |= set(split.rows)
            continue
        begun = begun if begun >= 0 or not items else max(used)
        closed = any(begun < other < number for other in closing) if begun >= 0 else False
        above = _words_above(rows, number, used) if is_numbers_only(row) else []
        if not above and is_numbers_only(row):
            continue
        item = parse_row(join_rows(rows, above, row) if above else row)
        if item is None or not _has_price(row, item) or (closed and not item.sure):
            continue
        over = [] if above else _words_above(rows, number, used)
        if (named := with_name_above(item, row, [rows[other] for other in over])) is not None:
            item, above = named, over
        if is_sum_of_goods(item, items, rows[number + 1 :]):
            closing.append(number)
            continue
        items.append(item._replace(rows=(*above, number)))
        used |= {number, *above}
    return GoodsTable(items, used, {}, len(found) > len(candidates), headed=False)


def _ends_goods(row: LayoutRow) -> bool:
    """Return whether a row ends the goods by stating their sum."""
    return is_charge_row(row) and any(label.role in _TOTAL_ROLES for label in row.labels)


def _may_be_goods(row: LayoutRow) -> bool:
    if _TITLED.match(row.normalized) and any(label.role in _TOTAL_ROLES for label in row.labels):
        return False
    if (
        is_charge_row(row)
        or _NOT_GOODS.search(row.text)
        or (row.dates and any(label.role == "due" for label in row.labels))
    ):
        return False
    first = row.labels[0] if row.labels else None
    opening = len(row.text) - len(row.text.lstrip())
    return not (
        first
        and first.start <= opening + 2
        and first.role in ("issued", "due", "valid", "day", *_END_ROLES)
        and first.text not in ("de", "a", "para", "to", "from", "name")
    )


def _is_description_row(row: LayoutRow) -> bool:
    """Return whether a row can be the description of goods priced in the row below."""
    if not row.cells or any(amount.is_money for amount in row.amounts) or is_charge_row(row) or not _may_be_goods(row):
        return False
    title = row.text.strip().endswith(":") or (row.text.strip()[:1] == "[" and row.text.strip()[-1:] == "]")
    title = title or role_of(row.normalized.strip()) == "description"
    return bool(_LETTERS.search(row.text)) and not title and not header_columns(row)


def _has_price(row: LayoutRow, item: LineCandidate) -> bool:
    """Return whether a row without a header has a price: a consistent sum, or an amount of money."""
    if item.sure:
        return True
    if len(_LETTERS.findall(item.line.description)) > 9 and len(row.filled) == 1:
        # A long text with an amount is a sentence, not a line item.
        return False
    return any(amount.is_money for amount in row.amounts) or (
        item.line.quantity is not None and item.line.unit_price is not None
    )


def _one_cell_per_row(rows: Sequence[LayoutRow]) -> GoodsTable:
    """Parse a table that was copied one cell per row."""
    filled = [number for number, row in enumerate(rows) if row.cells]
    for begin in range(len(filled)):
        heads: list[str] = []
        for number in filled[begin : begin + 10]:
            row = rows[number]
            if len(row.filled) != 1 or row.amounts or not role_of(row.normalized.strip()):
                break
            heads.append(row.text.strip())
        if len(heads) < 3:
            continue
        row = rows[filled[begin]]
        columns = header_columns(explicit_row(row, heads))
        items: list[LineCandidate] = []
        used = set(filled[begin : begin + len(heads)])
        place = begin + len(heads)
        while place + len(heads) <= len(filled):
            numbers = filled[place : place + len(heads)]
            if is_charge_row(rows[numbers[0]]):
                break
            item = parse_cells(explicit_row(row, [rows[number].text.strip() for number in numbers]), columns)
            if item is None:
                break
            items.append(item)
            used.update(numbers)
            place += len(heads)
        if items:
            return GoodsTable(items, used, {})
    return GoodsTable([], set(), {})


def resolve_line_prices(items: Sequence[LineCandidate], sums: Sequence[Decimal]) -> tuple[LineItem, ...]:
    """Resolve single prices as unit price or total, by which of the two gives the stated sums."""
    singles = [item for item in items if item.single and item.line.quantity not in (None, Decimal(1))]
    if not singles:
        return tuple(_complete(item.line) for item in items)
    pieces = sum((_line_total(item.line, each=True) for item in items), Decimal(0))
    wholes = sum((_line_total(item.line, each=False) for item in items), Decimal(0))
    if any(abs(wholes - whole) <= Decimal("0.02") for whole in sums):
        each = False
    elif not sums or any(abs(pieces - whole) <= Decimal("0.02") for whole in sums):
        # Without a stated sum it is an order, and orders state unit prices.
        each = True
    else:
        each = sum(item.each or item.line.unit_price is not None for item in singles) * 2 >= len(singles)
    return tuple(_complete(_with_price_role(item, each)) for item in items)


def _single_price(line: LineItem) -> Decimal:
    return (line.total if line.total is not None else line.unit_price) or Decimal(0)


def _line_total(line: LineItem, *, each: bool) -> Decimal:
    if line.total is not None and line.unit_price is not None:
        return line.total
    return _single_price(line) * (line.quantity if each and line.quantity is not None else 1)


def _with_price_role(item: LineCandidate, each: bool) -> LineItem:
    line = item.line
    if not item.single:
        return line
    price = _single_price(line)
    return replace(line, unit_price=price, total=None) if each else replace(line, unit_price=None, total=price)


def _complete(line: LineItem) -> LineItem:
    """Fill in the total from quantity and price, or the unit price where the quantity is one."""
    if line.total is None and line.unit_price is not None:
        whole = line.unit_price * (line.quantity if line.quantity is not None else 1) - (line.discount or 0)
        return replace(line, total=cents(whole))
    if line.quantity == 1 and line.discount is None and line.unit_price is None:
        return replace(line, unit_price=line.total)
    return line
