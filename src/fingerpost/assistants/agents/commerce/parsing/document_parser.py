"""Parses the text or the cells of a document into a CommercialDocument; its content is data and never executed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Party
from fingerpost.assistants.agents.commerce.language.amounts import NumberFormat, detect_currency, detect_number_format
from fingerpost.assistants.agents.commerce.language.dates import find_dates, is_day_first
from fingerpost.assistants.agents.commerce.language.labels import to_halfwidth
from fingerpost.assistants.agents.commerce.language.phrases import PHRASES
from fingerpost.assistants.agents.commerce.parsing.charges import (
    mark_included_taxes,
    resolve_charges,
    with_stated_rates,
)
from fingerpost.assistants.agents.commerce.parsing.deadlines import find_deadlines
from fingerpost.assistants.agents.commerce.parsing.document_kind import detect_kind, find_number, kind_by_fields
from fingerpost.assistants.agents.commerce.parsing.document_numbers import find_unlabelled_number
from fingerpost.assistants.agents.commerce.parsing.goods_rows import with_rows
from fingerpost.assistants.agents.commerce.parsing.goods_selection import settle_goods, worth
from fingerpost.assistants.agents.commerce.parsing.goods_table import (
    GoodsTable,
    find_goods_table,
    resolve_line_prices,
    sure_lines,
)
from fingerpost.assistants.agents.commerce.parsing.instalments import find_instalments
from fingerpost.assistants.agents.commerce.parsing.labelled_amounts import find_labelled_amounts
from fingerpost.assistants.agents.commerce.parsing.labelled_values import verbatim_values
from fingerpost.assistants.agents.commerce.parsing.layout import MOST_ROWS, Cell, LayoutRow, join_cells, split_rows
from fingerpost.assistants.agents.commerce.parsing.ledger import find_entries, tax_entries
from fingerpost.assistants.agents.commerce.parsing.ledger_charges import with_entries
from fingerpost.assistants.agents.commerce.parsing.matching_rows import written_rows
from fingerpost.assistants.agents.commerce.parsing.metadata import (
    days_valid,
    document_language,
    due_by_days,
    find_access_key,
    find_document_dates,
    find_order_number,
    find_payment_terms,
)
from fingerpost.assistants.agents.commerce.parsing.parties import find_parties
from fingerpost.assistants.agents.commerce.parsing.passages import find_passages
from fingerpost.assistants.agents.commerce.parsing.pasted_text import (
    LONGEST_LINE,
    commas_to_bars,
    repair_spacing,
    restore_line_breaks,
    split_camel_case,
    strip_chat_prefixes,
)
from fingerpost.assistants.agents.commerce.parsing.prose_goods import find_prose
from fingerpost.assistants.agents.commerce.parsing.row_filters import drop_stray_line
from fingerpost.assistants.agents.commerce.parsing.tax_rates import with_named_rates
from fingerpost.assistants.agents.commerce.parsing.tax_table import find_tax_table
from fingerpost.assistants.agents.commerce.parsing.wrapped_names import with_names_below
from fingerpost.language.text import clean

LONGEST = 400_000
"""Maximum number of characters read from a document."""

LONGEST_KEPT = 8_000
"""Maximum number of characters of a document kept for a model."""

_THOUSANDS_SPACE = re.compile(r"(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))")
_ODD_SPACES = re.compile(
    r"[\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff](?<!\u202f)|\u202f(?!\d{3}(?!\d))|(?<!\d)\u202f"
)
_LEADER_END = re.compile(r"(?<=\.\.\.)(?=[\d$€£])")
_MARKDOWN_BOLD = re.compile(r"\*\*|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|__")

SplitRows = Sequence[tuple[str, tuple[Cell, ...], bool]]


def parse_text(text: str, source: str = "text") -> CommercialDocument | None:
    """Parse a text into a document; return None where it is not one."""
    too_long = len(text) > LONGEST or text.count("\n") > MOST_ROWS
    text = strip_chat_prefixes(repair_spacing(normalize_text(text)))
    return _mark_truncated(parse_rows(split_rows(restore_line_breaks(commas_to_bars(text))), text, source), too_long)


def parse_table(table: Sequence[Sequence[str]], source: str) -> CommercialDocument | None:
    """Parse a table of cells into a document; return None where it is not one."""
    split = [
        join_cells(normalize_text(cell) for cell in split_camel_case(list(row)))
        if any(cell.strip() for cell in row)
        else ("", (), False)
        for row in table[:MOST_ROWS]
    ]
    return _mark_truncated(parse_rows(split, "\n".join(text for text, _, _ in split), source), len(table) > MOST_ROWS)


def _mark_truncated(document: CommercialDocument | None, too_long: bool) -> CommercialDocument | None:
    """Mark a document as truncated and add a note about it."""
    if document is None or not (too_long or document.cut):
        return document
    note = PHRASES["lines"][document.language].format(document.source, len(document.lines))
    return replace(document, cut=True, notes=(*document.notes, note))


def normalize_text(text: str) -> str:
    """Return a text with plain spaces and line ends; thin spaces between thousands are kept as separators."""
    text = clean(to_halfwidth(unicodedata.normalize("NFC", text[:LONGEST])).replace("\r\n", "\n").replace("\r", "\n"))
    text = "\n".join(line[:LONGEST_LINE] for line in text.split("\n")[:MOST_ROWS])
    return _ODD_SPACES.sub(" ", _THOUSANDS_SPACE.sub("\u202f", _MARKDOWN_BOLD.sub("", _LEADER_END.sub(" ", text))))


def parse_rows(split: SplitRows, text: str, source: str) -> CommercialDocument | None:
    """Build a document from split rows; return None where they hold neither goods nor a total."""
    language = document_language(text)
    currency = detect_currency(text, language)
    form = _number_format(text, currency, language)
    day_first = is_day_first(text, currency, language)
    rows = [LayoutRow(line, cells, explicit, form, day_first) for line, cells, explicit in split]
    rates, written = find_tax_table(rows), rows
    rows = rates.rows
    table = with_names_below(settle_goods(find_goods_table(rows), rows, tax_entries(rates.taxes)), rows)
    prose = find_prose(rows) if not (table.headed and table.items) else None
    gained = sure_lines(prose.goods.items) - sure_lines(table.items) if prose is not None else -1
    if prose is not None and (gained > 0 or (not gained and worth(table, rows, tax_entries(rates.taxes)) <= 0)):
        table = prose.goods
    else:
        prose = None
    sums = find_labelled_amounts(rows, table.used)
    stated = [one.amount.value for one in sums if one.label.role in ("subtotal", "total", "grand", "balance")]
    entries = find_entries(rows, table.used, sums)
    lines = resolve_line_prices(table.items, [*stated, *(entry.value for entry in entries if not entry.role)])
    if not table.headed and len(lines) == 1 and not table.items[0].sure and lines[0].total not in stated:
        # One guessed price that differs from the stated total comes from a sentence, not from goods.
        lines, table = (), GoodsTable([], set(), {})
    if not table.headed and lines:
        lines = drop_stray_line(table.items, lines, stated)
    goods = _goods_total(lines)
    if prose is not None:
        charges = with_entries(prose.charges, prose.entries, goods)
    else:
        charges = with_entries(resolve_charges(sums, goods, rates.taxes), [*tax_entries(rates.taxes), *entries], goods)
    kind = detect_kind(rows)
    if charges.total is None and not lines and kind in ("receipt", "boleto"):
        charges = charges._replace(total=_single_amount(rows))
    if charges.total is None and len(lines) < 2 and not (lines and charges.subtotal is not None):
        return None
    charges = charges._replace(taxes=with_named_rates(with_stated_rates(charges.taxes, rows), rows))
    charges = mark_included_taxes(charges, goods)
    dates = find_document_dates(rows, table.used)
    limits = find_deadlines(rows, table.used, dates.issued)
    seller, buyer = find_parties(rows, table.used, kind)
    said = verbatim_values(rows, table.used)
    valid = limits.valid or dates.valid
    days = days_valid(said) if valid is None and dates.issued is not None else None
    if days is not None and dates.issued is not None:
        valid = dates.issued + timedelta(days)
    document = CommercialDocument(
        kind=kind,
        number=find_number(rows, kind, table.used) or find_unlabelled_number(rows, table.used),
        issued=dates.issued,
        due=dates.due or limits.due or due_by_days(rows, table.used, dates.issued),
        currency=currency,
        seller=seller,
        buyer=buyer,
        lines=with_rows(lines, rows, written),
        subtotal=charges.subtotal,
        discount=charges.discount,
        shipping=charges.shipping,
        taxes=charges.taxes,
        total=charges.total,
        language=language,
        source=source,
        other=charges.other,
        balance=charges.balance,
        valid=valid,
        terms=find_payment_terms(rows, table.used),
        cut=table.cut,
        unread=charges.unread,
        comma=form.decimal == ",",
        said=said,
        access_key=find_access_key(text, said),
        order_number=find_order_number(rows, table.used, said) if kind != "order" else "",
        instalments=find_instalments(rows, table.used, (charges.total, charges.balance)),
        passages=find_passages(rows, table.used),
        rows=written_rows(rows, table.used),
        text=text[:LONGEST_KEPT],
    )
    document = _with_table_columns(document, table, form, day_first)
    return replace(document, kind=kind_by_fields(document))


def _single_amount(rows: Sequence[LayoutRow]) -> Decimal | None:
    """Return the only distinct amount with a currency in a document; None where there are several."""
    found = {amount.value for row in rows for amount in row.amounts if amount.currency and not amount.percent}
    return found.pop() if len(found) == 1 else None


def _number_format(text: str, currency: str, language: str) -> NumberFormat:
    """Detect the number format, ignoring dates, which look like numbers."""
    bare = "\n".join(_without_dates(line) for line in text.split("\n"))
    return detect_number_format(bare, currency, language)


def _without_dates(line: str) -> str:
    for day in reversed(find_dates(line, day_first=True)):
        line = line[: day.start] + " " + line[day.end :]
    return line


def _goods_total(lines: Sequence[LineItem]) -> Decimal | None:
    totals = [line.total for line in lines if line.total is not None]
    return sum(totals, Decimal(0)) if totals else None


def _with_table_columns(
    document: CommercialDocument, table: GoodsTable, form: NumberFormat, day_first: bool
) -> CommercialDocument:
    """Fill fields that only the document-level columns of the table state."""
    about = table.about
    if not about:
        return document
    issued, due = (find_dates(about.get(name, ""), day_first) for name in ("issued", "due"))
    whole = form.find(about.get("whole", ""))
    sellers, buyers = about.get("seller"), about.get("buyer")
    return replace(
        document,
        number=about.get("number", document.number),
        issued=issued[0].value if issued else document.issued,
        due=due[0].value if due else document.due,
        total=whole[0].value if whole and document.total is None else document.total,
        currency=detect_currency(f"{about.get('currency', '')} 1", document.language) or document.currency,
        seller=Party(sellers) if sellers else document.seller,
        buyer=Party(buyers) if buyers else document.buyer,
    )
