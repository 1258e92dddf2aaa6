"""From the text or the cells of a document to its values. What it says is data: nothing in it is run or followed."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from fingerpost.assistants.agents.commerce.amounts import Format, currency_of, decide
from fingerpost.assistants.agents.commerce.columns import role_of
from fingerpost.assistants.agents.commerce.dates import find_dates, puts_day_first
from fingerpost.assistants.agents.commerce.document import Document, Line, Party, Tax
from fingerpost.assistants.agents.commerce.heading import dates_of, document_language, terms_of
from fingerpost.assistants.agents.commerce.labels import EMBEDDED, find_labels, flat
from fingerpost.assistants.agents.commerce.layout import MOST_ROWS, Cell, Row, join_cells, split_text
from fingerpost.assistants.agents.commerce.parties import find_parties
from fingerpost.assistants.agents.commerce.sums import Charges, find_sums, settle_sums
from fingerpost.assistants.agents.commerce.table import Table, find_table, settle
from fingerpost.assistants.agents.commerce.titles import kind_of, number_of
from fingerpost.text import clean

LONGEST, LONGEST_LINE = 400_000, 6_000
"""Characters of a document, and of one line of it, that are read."""

_CENT = Decimal("0.01")
_THIN = re.compile(r"(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))")
_SPACES = re.compile(r"[\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff](?<!\u202f)|\u202f(?!\d{3}(?!\d))|(?<!\d)\u202f")
_BOLD = re.compile(r"\*\*|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|__")
_SOLD = re.compile(r"(?<![\w.,])\d{1,4}(?:[.,]\d{1,3})?\s?[x×]\s+(?=[^\W\d_])")
_ISSUED = re.compile(r"\s(?:por|by)\s+([A-ZÀ-Ý][^,;:]{3,90}?)\s+(?:para|to|a)\s+([A-ZÀ-Ý][^,;:.]{3,60})(?=[,;.:])")
_BREAKS = frozenset(
    {
        "subtotal",
        "discount",
        "shipping",
        "total",
        "grand",
        "tax",
        "issued",
        "due",
        "seller",
        "buyer",
        "terms",
        "balance",
        "other",
    }
)

Split = Sequence[tuple[str, tuple[Cell, ...], bool]]


def read_text(text: str, source: str = "text") -> Document | None:
    """Return the document that a text is; None where it is none."""
    text = normalised(text)
    return read_split(split_text(_unfolded(_with_bars(text))), text, source)


def read_cells(table: Sequence[Sequence[str]], source: str) -> Document | None:
    """Return the document that a table of cells is; None where it is none."""
    split = [
        join_cells(normalised(cell) for cell in row) if any(cell.strip() for cell in row) else ("", (), False)
        for row in table
    ]
    return read_split(split, "\n".join(text for text, _, _ in split), source)


def normalised(text: str) -> str:
    """Return a text with plain spaces and line ends; a thin space between thousands stays, since it parts them."""
    text = clean(unicodedata.normalize("NFC", text[:LONGEST]).replace("\r\n", "\n").replace("\r", "\n"))
    text = "\n".join(line[:LONGEST_LINE] for line in text.split("\n")[:MOST_ROWS])
    return _SPACES.sub(" ", _THIN.sub("\u202f", _BOLD.sub("", text)))


def read_split(split: Split, text: str, source: str) -> Document | None:
    """Return the document that rows make; None where they hold neither goods nor a total."""
    language = document_language(text)
    currency = currency_of(text, language)
    form = _format(text, currency, language)
    day_first = puts_day_first(text, currency, language)
    rows = [Row(line, cells, explicit, form, day_first) for line, cells, explicit in split]
    table = find_table(rows)
    sums = find_sums(rows, table.used)
    stated = [one.amount.value for one in sums if one.label.role in ("subtotal", "total", "grand", "balance")]
    lines = settle(table.items, stated)
    goods = _goods(lines)
    charges = settle_sums(sums, goods)
    if charges.total is None and len(lines) < 2 and not (lines and charges.subtotal is not None):
        return None
    charges = _included(charges, goods)
    kind = kind_of(rows)
    dates = dates_of(rows, table.used)
    seller, buyer = find_parties(rows, table.used, kind)
    document = Document(
        kind=kind,
        number=number_of(rows, kind, table.used),
        issued=dates.issued,
        due=dates.due,
        currency=currency,
        seller=seller,
        buyer=buyer,
        lines=lines,
        subtotal=charges.subtotal,
        discount=charges.discount,
        shipping=charges.shipping,
        taxes=charges.taxes,
        total=charges.total,
        language=language,
        source=source,
        other=charges.other,
        balance=charges.balance,
        valid=dates.valid,
        terms=terms_of(rows, table.used),
    )
    return _with_columns(document, table, day_first)


def _format(text: str, currency: str, language: str) -> Format:
    """Return how the numbers are written, without the dates, which look like numbers too."""
    bare = "\n".join(_without_dates(line) for line in text.split("\n"))
    return decide(bare, currency, language)


def _without_dates(line: str) -> str:
    for day in reversed(find_dates(line, day_first=True)):
        line = line[: day.start] + " " + line[day.end :]
    return line


def _goods(lines: Sequence[Line]) -> Decimal | None:
    totals = [line.total for line in lines if line.total is not None]
    return sum(totals, Decimal(0)) if totals else None


def _included(charges: Charges, goods: Decimal | None) -> Charges:
    """Mark the taxes that the prices hold already, where the sums of the document show it."""
    base = charges.subtotal if charges.subtotal is not None else goods
    if base is None or charges.total is None or not charges.taxes:
        return charges
    extra = (charges.shipping or Decimal(0)) + (charges.other or Decimal(0)) - (charges.discount or Decimal(0))
    amounts = [tax.amount or Decimal(0) for tax in charges.taxes]
    if abs(base + extra + sum(amounts, Decimal(0)) - charges.total) <= 2 * _CENT:
        if goods is not None and goods != base and abs(goods + extra - charges.total) <= 2 * _CENT:
            # The prices of the lines hold what the subtotal does not.
            return charges._replace(taxes=tuple(replace(tax, included=True) for tax in charges.taxes))
        taxes = tuple(replace(tax, included=False) for tax in charges.taxes)
    else:
        taxes = tuple(replace(tax, included=tax.included or _is_inside(tax, charges, goods)) for tax in charges.taxes)
    return charges._replace(taxes=taxes)


def _is_inside(tax: Tax, charges: Charges, goods: Decimal | None) -> bool:
    """Tell whether a tax is a part of the total by its rate: 21 of 121, not 21 of 100."""
    if tax.amount is None or tax.amount <= 0 or charges.total is None:
        return False
    if tax.name in EMBEDDED:
        return True
    if (
        goods is None
        or abs(goods - (charges.discount or 0) + (charges.shipping or 0) + (charges.other or 0) - charges.total)
        > 2 * _CENT
    ):
        return False
    if charges.subtotal is not None and abs(charges.subtotal + tax.amount - charges.total) <= 2 * _CENT:
        return True
    whole = tax.base + tax.amount if tax.base is not None else charges.total
    return tax.rate is not None and abs(whole * tax.rate / (100 + tax.rate) - tax.amount) <= 3 * _CENT


def _with_columns(document: Document, table: Table, day_first: bool) -> Document:
    """Fill what only columns about the document say."""
    about = table.about
    if not about:
        return document
    issued, due = (find_dates(about.get(name, ""), day_first) for name in ("issued", "due"))
    sellers, buyers = about.get("seller"), about.get("buyer")
    return replace(
        document,
        number=about.get("number", document.number),
        issued=issued[0].value if issued else document.issued,
        due=due[0].value if due else document.due,
        currency=currency_of(f"{about['currency']} 1", document.language) or document.currency
        if "currency" in about
        else document.currency,
        seller=Party(sellers) if sellers else document.seller,
        buyer=Party(buyers) if buyers else document.buyer,
    )


def _with_bars(text: str) -> str:
    """Part the cells of a pasted table with commas by bars, from its head on; a sentence with commas has no head."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.count(",") >= 3 and sum(bool(role_of(flat(piece))) for piece in line.split(",")) >= 3:
            try:
                rows = list(csv.reader(lines[number : number + MOST_ROWS], skipinitialspace=True))
            except csv.Error:
                return text
            return "\n".join([*lines[:number], *(" | ".join(cell.replace("|", "/") for cell in row) for row in rows)])
    return text


def _unfolded(text: str) -> str:
    """Break a document that lost its line ends in a chat: before labels, before "2 x", and at semicolons."""
    lines = text.strip().split("\n")
    if len(lines) > 3 or len(text) > LONGEST_LINE:
        return text
    return "\n".join(_broken(line) for line in lines)


def _broken(line: str) -> str:
    if len(line) < 90:
        return line
    if issued := _ISSUED.search(line):
        # "emitida em … por A para B": the words around two names are their labels.
        line = f"{line[: issued.start()]}; Seller: {issued[1]}; Buyer: {issued[2]}; {line[issued.end() :]}"
    plain = flat(line)
    breaks = {
        label.start
        for label in find_labels(plain)
        if label.role in _BREAKS
        and (
            plain[label.end : label.end + 2].strip().startswith(":")
            or (
                label.role in ("subtotal", "grand", "total", "tax", "discount", "shipping")
                and re.match(
                    r"\s*[:=]?\s*(?:\(?\d+[.,]?\d*\s?%\)?)?\s*:?\s*(?:de )?(?:r\$|us\$|[€$£])?\s*-?\d",
                    plain[label.end :],
                )
            )
        )
    }
    breaks |= {match.start() for match in _SOLD.finditer(line)}
    breaks |= {match.end() for match in re.finditer(r";\s+", line)}
    edges = [0, *sorted(place for place in breaks if place), len(line)]
    return "\n".join(
        line[start:end].strip(" ,;-–+") for start, end in pairwise(edges) if line[start:end].strip(" ,;-–+")
    )
