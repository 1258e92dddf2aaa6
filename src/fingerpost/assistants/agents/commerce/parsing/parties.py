"""Finds the seller and the buyer of a document: by labels, by the letterhead, or by the signature."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.language.labels import FieldLabel, normalize
from fingerpost.assistants.agents.commerce.parsing.announced_parties import announced_parties
from fingerpost.assistants.agents.commerce.parsing.goods_table import is_charge_row
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.letterhead import (
    PARTY_ROLES,
    find_letterhead,
    find_signature,
    parse_party,
)
from fingerpost.assistants.agents.commerce.parsing.party_blocks import find_other_party
from fingerpost.assistants.agents.commerce.parsing.party_names import (
    EDGES,
    ID_LABEL,
    SUFFIX,
    find_tax_id,
)
from fingerpost.assistants.agents.commerce.parsing.party_patterns import (
    ADDRESSEE,
    MAIL_HEADER,
    NAME_FIELD,
    PURCHASE_ORDER,
)
from fingerpost.assistants.agents.commerce.parsing.party_tax_ids import with_tax_ids
from fingerpost.assistants.agents.commerce.parsing.table_header import header_columns

_BLOCK_END_ROLES = frozenset({"issued", "due", "valid", "terms", "subtotal", "total", "grand", "tax"})
_NEEDS_COLON = frozenset({"de", "from", "to", "para", "name", "loja", "sacado"})
_ADDRESSEE_LABELS = frozenset({"a/c", "for", "attn", "attn.", "kind attn", "kind attn.", "atencion"})
_PURCHASE_ROLES = {"from": "buyer", "de": "buyer", "to": "seller", "para": "seller"}
_RECEIVED_FROM = ("recebi de", "recebemos de", "recebido de", "recibi de", "recibimos de", "received from")
_NO_LIMIT = 10_000
_NOT_A_NAME = re.compile(r"\s+(?:no|id|code|codigo|n|po|p\.o|order|number|ref\w*|account|acct|copy|service)\b")
"""What follows "customer" in "customer PO" or "customer copy"."""
_CODE_ALONE = re.compile(r"\s+\d{2,12}\s*")
_CODE_BEFORE = re.compile(r"^\d{2,}\s{2,}(?=[^\W\d_])")
"""The number of a customer in a cell before the name."""
MOST_IN_BLOCK = 7
"""Maximum number of rows below a label that may belong to it."""


class _PartyLabel(NamedTuple):
    """A party label: its role, its row, its span, and where its column ends."""

    role: str
    row: int
    start: int
    end: int
    until: int


def find_parties(rows: Sequence[LayoutRow], used: set[int], kind: str) -> tuple[Party, Party]:
    """Return the seller and the buyer; empty where the document does not name them."""
    spots = _party_labels(rows, used)
    sides: dict[str, Party] = {}
    owned: set[int] = set()
    # A purchase order is written by the buyer, everything else by the seller.
    author = "buyer" if kind == "order" and any(PURCHASE_ORDER.search(row.normalized) for row in rows) else "seller"
    if author == "buyer":
        # A purchase order is sent by the buyer to the seller.
        spots = [
            spot._replace(role=_PURCHASE_ROLES.get(rows[spot.row].normalized[spot.start : spot.end], spot.role))
            for spot in spots
        ]
    told = frozenset(spot.role for spot in spots)
    spots += [_PartyLabel(*one, _NO_LIMIT) for one in announced_parties(rows, used, author, told)]
    for spot in spots:
        block, taken = _label_block(rows, used, spot, spots)
        party = parse_party(block)
        if party.name or party.tax_id:
            owned |= taken
            before = sides.get(spot.role, Party())
            sides[spot.role] = Party(
                before.name or party.name, before.tax_id or party.tax_id, before.address or party.address
            )
    seller, buyer, ship = (sides.get(role, Party()) for role in ("seller", "buyer", "ship"))
    head = find_letterhead(rows, used, owned, {seller.name, buyer.name})
    firm = bool(head.tax_id or SUFFIX.search(normalize(head.name)))
    if firm and _is_salesperson(rows, spots, seller):
        # A salesperson sells on behalf of the firm on the letterhead.
        seller = Party("", seller.tax_id, "")
    # The letterhead of an order is the buyer's, unless a shop confirms the order.
    bought = kind == "order" and (bool(seller.name) or author == "buyer")
    if bought and firm and seller.name and not (buyer.tax_id or SUFFIX.search(normalize(buyer.name))):
        # The person named orders on behalf of the firm on the letterhead.
        buyer = head
    elif bought and not buyer.name:
        buyer = Party(head.name, buyer.tax_id or head.tax_id, head.address)
    elif not seller.name:
        seller = Party(head.name, seller.tax_id or head.tax_id, head.address)
    if not buyer.name and ship.name and not any(char.isdigit() for char in ship.name):
        buyer = Party(ship.name, buyer.tax_id or ship.tax_id, ship.address)
    if not seller.name and not bought:
        seller = find_signature(rows, used, seller, buyer)
    if seller.name and buyer == Party():
        buyer = find_other_party(rows, used, seller, "buyer")
    elif buyer.name and seller == Party():
        seller = find_other_party(rows, used, buyer, "seller")
    return with_tax_ids(rows, used, _with_plain_name(seller), _with_plain_name(buyer))


def _with_plain_name(party: Party) -> Party:
    """Return a party without the gaps of a scan in its name."""
    return Party(" ".join(party.name.split()), party.tax_id, party.address)


def _is_salesperson(rows: Sequence[LayoutRow], spots: Sequence[_PartyLabel], seller: Party) -> bool:
    """Return whether the seller is a person of whom the document only says that they sold."""
    labels = [rows[spot.row].normalized[spot.start : spot.end] for spot in spots if spot.role == "seller"]
    personal = not (seller.tax_id or SUFFIX.search(normalize(seller.name)))
    return (
        personal
        and bool(labels)
        and all(label.startswith(("vendedor", "emitido por", "issued by")) for label in labels)
    )


def _party_labels(rows: Sequence[LayoutRow], used: set[int]) -> list[_PartyLabel]:
    spots = []
    for number, row in enumerate(rows):
        if number in used or not row.cells or _is_price(row):
            continue
        if ADDRESSEE.fullmatch(row.normalized):
            spots.append(_PartyLabel("buyer", number, 0, len(row.text), _NO_LIMIT))
            continue
        labels = [label for label in row.labels if label.role in PARTY_ROLES and _is_party_label(row, label)]
        for index, label in enumerate(labels):
            heads = [cell.start for cell in row.filled if cell.start > label.end and cell.text.rstrip().endswith(":")]
            until = labels[index + 1].start if index + 1 < len(labels) else min(heads, default=_NO_LIMIT)
            spots.append(_PartyLabel(label.role, number, label.start, label.end, until))
    if not any(spot.role == "buyer" for spot in spots):
        spots += _second_legal_name(rows, used)
    return spots


def _is_price(row: LayoutRow) -> bool:
    """Return whether a row is a few words with an amount, such as "store credit 20.00", and names no party."""
    few = len(re.findall(r"[^\W\d_]{2,}", row.text)) <= 3 and ":" not in row.text
    return few and any(amount.is_money for amount in row.amounts)


def _second_legal_name(rows: Sequence[LayoutRow], used: set[int]) -> list[_PartyLabel]:
    """Return the second of two names labelled "legal name" as the buyer: the first is the seller."""
    named = [
        _PartyLabel("buyer", number, label.start, label.end, _NO_LIMIT)
        for number, row in enumerate(rows)
        for label in row.labels
        if number not in used
        and label.role == "name"
        and "social" in label.text
        and row.normalized[label.end :].lstrip().startswith(":")
    ]
    return named[1:] if len(named) == 2 else []


def _is_party_label(row: LayoutRow, label: FieldLabel) -> bool:
    """Return whether a label names a party: it opens its cell, and a colon, a gap or the end of the cell follows."""
    cell = row.cell_at(label.start)
    before = row.normalized[cell.start : label.start]
    after = row.normalized[label.end : cell.end]
    opens = not before.strip(" -*#•") or bool(re.search(r"[;,|.)\d]\s*$", before))
    colon = bool(re.match(r"\s*(?:\([^)]{0,30}\)|/[\w ]{2,20})?(?:\.{2,40}|…)?\s*(?::|[-–]\s)", after))
    if label.text in _ADDRESSEE_LABELS:
        # "For Jane Doe" counts only at the start of a row, not within a sentence.
        return opens and cell is row.filled[0] and (colon or _is_name(row.text[label.end : cell.end]))
    if label.text in _NEEDS_COLON:
        return opens and (colon or (cell.text.strip().lower() == label.text and len(row.filled) < 4))
    if label.text in _RECEIVED_FROM:
        # Every Brazilian invoice says "we received from … the goods below", which names the seller.
        return opens and "produtos" not in after
    if not opens:
        return colon and before.rstrip().endswith(("do", "da", "del", "de", "of"))
    numbered = after.startswith(" ") and re.match(ID_LABEL, after.strip()) and find_tax_id(after)
    if colon or numbered or not after.strip() or _CODE_ALONE.fullmatch(after):
        return True
    named = after.startswith(" ") and label.text not in ("client", "cliente", "loja", "consumidor", "vendedor")
    return named and len(after) < 80 and not _NOT_A_NAME.match(after)


def _is_name(text: str) -> bool:
    """Return whether every word is capitalized, except for connecting words."""
    words = text.strip(" :.").replace(",", " ").split()
    joins = ("da", "de", "do", "das", "dos", "del", "y", "e", "and", "&")
    return 2 <= len(words) <= 8 and all(word[0].isupper() or word in joins for word in words)


def _label_block(
    rows: Sequence[LayoutRow], used: set[int], spot: _PartyLabel, spots: Sequence[_PartyLabel]
) -> tuple[list[str], set[int]]:
    """Return the lines that belong to a label, after it and below it in its column, and the rows they use."""
    row = rows[spot.row]
    first = _text_after_label(row, rows[spot.row + 1] if spot.row + 1 < len(rows) else None, spot)
    lines = [first] if first else []
    taken = {spot.row}
    if row.explicit and lines:
        return lines, taken
    if "@" in first and not re.search(r"[^\W\d_]{2,}\s", first):
        # An e-mail address is the sender of the message, not a party.
        return [], taken
    lines += [
        cell.text for cell in row.filled if lines and spot.end < cell.start < spot.until and find_tax_id(cell.text)
    ]
    columned = len(row.filled) > 1 and not row.explicit
    starts = {other.row for other in spots if other.row > spot.row}
    mail = bool(MAIL_HEADER.match(row.normalized))
    for number in range(spot.row + 1, min(spot.row + 2 + MOST_IN_BLOCK, len(rows))):
        other = rows[number]
        if mail and MAIL_HEADER.match(other.normalized):
            break
        if not other.cells:
            if lines or number > spot.row + 1:
                break
            continue
        if (
            number in used
            or number in starts
            or is_charge_row(other)
            or header_columns(other)
            or len(lines) >= MOST_IN_BLOCK
        ):
            break
        if not lines and (below := _values_under_fields(rows, number)):
            return below, {*taken, number, number + 1}
        text = _text_in_column(other, spot, columned)
        begins = len(other.text) - len(other.text.lstrip())
        past = any(label.role in _BLOCK_END_ROLES and label.start <= begins + 2 for label in other.labels)
        if not text or (past and not columned):
            if columned:
                continue
            break
        lines.append(text)
        taken.add(number)
    return lines, taken


def _is_below(row: LayoutRow, below: LayoutRow | None, cell: Cell, following: Cell) -> bool:
    """Return whether the name that a label announces is below it: a firm's name, which is not beside it."""
    under = next((one for one in below.filled if abs(one.start - cell.start) < 3), None) if below else None
    if under is None or find_tax_id(row.text) or SUFFIX.search(normalize(following.text)):
        return False
    headed = cell.text.isupper() and all(one.text.isupper() for one in row.filled) and not under.text.isupper()
    if headed and len(row.filled) > 1 and not any(char.isdigit() for char in row.text):
        # A row of headings.
        return True
    return bool(SUFFIX.search(normalize(under.text)) or find_tax_id(under.text))


def _text_after_label(row: LayoutRow, below: LayoutRow | None, spot: _PartyLabel) -> str:
    end = min(
        [
            spot.until,
            len(row.text),
            *(
                label.start
                for label in row.labels
                if label.start >= spot.end and label.role in _BLOCK_END_ROLES and not _begins_tax_id(row, label)
            ),
        ]
    )
    cell = row.cell_at(spot.start)
    inner = row.text[spot.end : min(cell.end, end)]
    following = next((other for other in row.filled if other.start >= spot.end), None)
    if (
        not inner.strip(EDGES)
        and following is not None
        and any(
            label.role in PARTY_ROLES and following.start < label.start and label.end == following.end
            for label in row.labels
        )
    ):
        # The heading of another column, not a name.
        return ""
    if not inner.strip(EDGES) and following is not None and _is_below(row, below, cell, following):
        return ""
    rest = inner if inner.strip(EDGES) else row.text[spot.end : end]
    rest = re.sub(r"^\s*(?:\([^)]{0,30}\)|/[\w ]{2,20}(?=:))?[\s:.…\-–|]*", "", rest)
    rest = _CODE_BEFORE.sub("", rest.strip())
    return re.split(r"\s{2,}|\t", rest)[0] if row.explicit else rest


def _begins_tax_id(row: LayoutRow, label: FieldLabel) -> bool:
    """Return whether the name of a tax begins a tax number: VAT NL861740295B01."""
    return bool(re.match(ID_LABEL, row.normalized[label.start :])) and bool(find_tax_id(row.text[label.start :]))


def _values_under_fields(rows: Sequence[LayoutRow], number: int) -> list[str]:
    """Return the values under headings such as "name" and "tax number"."""
    row = rows[number]
    below = rows[number + 1] if number + 1 < len(rows) else None
    names = [cell for cell in row.filled if NAME_FIELD.fullmatch(row.normalized[cell.start : cell.end])]
    if (
        not names
        or len(row.filled) < 2
        or below is None
        or not below.filled
        or row.normalized[names[0].start : names[0].end].rstrip().endswith(":")
    ):
        return []
    under = row.cell_below(names[0], below)
    return [under.text, *(cell.text for cell in below.filled if cell is not under and find_tax_id(cell.text))]


def _text_in_column(row: LayoutRow, spot: _PartyLabel, columned: bool) -> str:
    if not columned or (len(row.filled) == 1 and row.filled[0].start <= spot.start + 2 and spot.until == _NO_LIMIT):
        return row.text.strip()
    inside = [cell for cell in row.filled if spot.start - 3 <= cell.start < spot.until - 2]
    return "  ".join(cell.text.strip() for cell in (inside[:1] if spot.until == _NO_LIMIT else inside))
