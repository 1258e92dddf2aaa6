"""Finds the seller and the buyer of a document: by labels, by the letterhead, or by the signature."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.goods_table import is_charge_row
from fingerpost.assistants.agents.commerce.labels import FieldLabel, normalize
from fingerpost.assistants.agents.commerce.layout import LayoutRow
from fingerpost.assistants.agents.commerce.party_names import (
    ADDRESS,
    EDGES,
    ID_LABEL,
    SUFFIX,
    find_tax_id,
    name_words,
    split_name_address,
)
from fingerpost.assistants.agents.commerce.party_patterns import (
    CHAT,
    NAME_FIELD,
    NUMBERED_TITLE,
    PLACE,
    PURCHASE_ORDER,
    STREET,
    TITLE,
    TITLE_END,
    TITLE_WITH_NAME,
)
from fingerpost.assistants.agents.commerce.party_tax_ids import with_tax_ids
from fingerpost.assistants.agents.commerce.table_header import header_columns

_ROLES = frozenset({"seller", "buyer", "ship"})
_BLOCK_END_ROLES = frozenset({"issued", "due", "valid", "terms", "subtotal", "total", "grand", "tax"})
_NEEDS_COLON = frozenset({"de", "from", "to", "para", "name", "loja", "sacado"})
_ADDRESSEE_LABELS = frozenset({"a/c", "for", "attn", "attn.", "kind attn", "kind attn.", "atencion"})
_PURCHASE_ROLES = {"from": "buyer", "de": "buyer", "to": "seller", "para": "seller"}
_RECEIVED_FROM = ("recebi de", "recebemos de", "recebido de", "recibi de", "recibimos de", "received from")
_NO_LIMIT = 10_000
_NOT_A_NAME = re.compile(r"\s+(?:no|id|code|codigo|n|po|p\.o|order|number|ref\w*|account|acct|copy|service)\b")
"""What follows "customer" in "customer PO" or "customer copy"."""
LONGEST = 120
"""Maximum number of characters of a name."""
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
    if kind == "order" and any(PURCHASE_ORDER.search(row.normalized) for row in rows):
        # A purchase order is sent by the buyer to the seller.
        spots = [
            spot._replace(role=_PURCHASE_ROLES.get(rows[spot.row].normalized[spot.start : spot.end], spot.role))
            for spot in spots
        ]
    for spot in spots:
        block, taken = _label_block(rows, used, spot, spots)
        party = _parse_party(block)
        if party.name or party.tax_id:
            owned |= taken
            before = sides.get(spot.role, Party())
            sides[spot.role] = Party(
                before.name or party.name, before.tax_id or party.tax_id, before.address or party.address
            )
    seller, buyer, ship = (sides.get(role, Party()) for role in ("seller", "buyer", "ship"))
    head = _letterhead(rows, used, owned)
    if head.name in (seller.name, buyer.name):
        head = Party()
    # The letterhead of an order is the buyer's, unless a shop confirms the order.
    bought = kind == "order" and (bool(seller.name) or any(PURCHASE_ORDER.search(row.normalized) for row in rows))
    firm = bool(head.tax_id or SUFFIX.search(normalize(head.name)))
    if bought and firm and seller.name and not (buyer.tax_id or SUFFIX.search(normalize(buyer.name))):
        # The person named orders on behalf of the firm on the letterhead.
        buyer = head
    elif bought and not buyer.name:
        buyer = Party(head.name, buyer.tax_id or head.tax_id, head.address)
    elif not seller.name or (firm and not bought and _is_salesperson(rows, spots, seller)):
        # A salesperson sells on behalf of the firm on the letterhead.
        seller = Party(head.name, seller.tax_id or head.tax_id, head.address)
    if not buyer.name and ship.name and not any(char.isdigit() for char in ship.name):
        buyer = Party(ship.name, buyer.tax_id or ship.tax_id, ship.address)
    if not seller.name and not bought:
        seller = _signature(rows, used, seller, buyer)
    return with_tax_ids(rows, used, seller, buyer)


def _is_salesperson(rows: Sequence[LayoutRow], spots: Sequence[_PartyLabel], seller: Party) -> bool:
    """Return whether the seller is a person of whom the document only says that they sold."""
    labels = [rows[spot.row].normalized[spot.start : spot.end] for spot in spots if spot.role == "seller"]
    personal = not (seller.tax_id or SUFFIX.search(normalize(seller.name)))
    return personal and bool(labels) and all(label.startswith("vendedor") for label in labels)


def _party_labels(rows: Sequence[LayoutRow], used: set[int]) -> list[_PartyLabel]:
    spots = []
    for number, row in enumerate(rows):
        if number in used or not row.cells:
            continue
        labels = [label for label in row.labels if label.role in _ROLES and _is_party_label(row, label)]
        for index, label in enumerate(labels):
            heads = [cell.start for cell in row.filled if cell.start > label.end and cell.text.rstrip().endswith(":")]
            until = labels[index + 1].start if index + 1 < len(labels) else min(heads, default=_NO_LIMIT)
            spots.append(_PartyLabel(label.role, number, label.start, label.end, until))
    if not any(spot.role == "buyer" for spot in spots):
        spots += _second_legal_name(rows, used)
    return spots


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
    colon = bool(re.match(r"\s*(?:\([^)]{0,30}\)|/[\w ]{2,20})?\s*(?::|[-–]\s)", after))
    if label.text in _ADDRESSEE_LABELS:
        # "For Jane Doe" counts only at the start of a row, not within a sentence.
        return opens and cell is row.filled[0] and (colon or _is_name(row.text[label.end : cell.end]))
    if label.text in _NEEDS_COLON:
        return opens and (colon or (len(row.filled) == 1 and not row.normalized.replace(label.text, "", 1).strip()))
    if label.text in _RECEIVED_FROM:
        # Every Brazilian invoice says "we received from … the goods below", which names the seller.
        return opens and "produtos" not in after
    if not opens:
        return colon and before.rstrip().endswith(("do", "da", "del", "de", "of"))
    numbered = after.startswith(" ") and re.match(ID_LABEL, after.strip()) and find_tax_id(after)
    if colon or numbered or not after.strip():
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
    first = _text_after_label(row, spot)
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
    for number in range(spot.row + 1, min(spot.row + 2 + MOST_IN_BLOCK, len(rows))):
        other = rows[number]
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


def _text_after_label(row: LayoutRow, spot: _PartyLabel) -> str:
    end = min(
        [
            spot.until,
            len(row.text),
            *(label.start for label in row.labels if label.start >= spot.end and label.role in _BLOCK_END_ROLES),
        ]
    )
    cell = row.cell_at(spot.start)
    inner = row.text[spot.end : min(cell.end, end)]
    following = next((other for other in row.filled if other.start >= spot.end), None)
    if (
        not inner.strip(EDGES)
        and following is not None
        and any(
            label.role in _ROLES and following.start < label.start and label.end == following.end
            for label in row.labels
        )
    ):
        # The heading of another column, not a name.
        return ""
    rest = inner if inner.strip(EDGES) else row.text[spot.end : end]
    rest = re.sub(r"^\s*(?:\([^)]{0,30}\)|/[\w ]{2,20}(?=:))?[\s:\-–|]*", "", rest)
    return re.split(r"\s{2,}|\t", rest.strip())[0] if row.explicit else rest.strip()


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


def _parse_party(lines: Sequence[str]) -> Party:
    name = tax_id = ""
    address: list[str] = []
    for line in lines:
        plain = normalize(line)
        tax_id = tax_id or find_tax_id(line)
        if re.match(r"\s*(?:tel|tfno|fone|phone|e-?mail|attn|contact)\b", plain):
            continue
        field = NAME_FIELD.match(plain)
        words = name_words(line[field.end() :] if field else line)
        if not re.search(r"[^\W\d_]{2,}", words) or "@" in words:
            continue
        if not name:
            name, rest = split_name_address(words)
            address += [rest] if rest else []
        elif len(address) < 3 and (ADDRESS.search(normalize(words)) or PLACE.search(words)):
            address.append(words)
    return Party(name[:LONGEST], tax_id, ", ".join(address)[:200])


def _letterhead(rows: Sequence[LayoutRow], used: set[int], owned: set[int]) -> Party:
    """Return the party of the letterhead: an unlabelled name at the top of the document."""
    filled = [number for number, row in enumerate(rows) if row.cells and number not in used]
    best = (0.5, -1, "")
    seen = 0
    for place, number in enumerate(filled[:10]):
        row = rows[number]
        if is_charge_row(row) or header_columns(row):
            break
        for cell in row.filled[:3]:
            if number in owned and any(label.role in _ROLES and label.start <= cell.start for label in row.labels):
                break
            words = (
                _letterhead_name(row, cell.text, cell.start) if not (number in owned and len(row.filled) == 1) else ""
            )
            if not words:
                continue
            near = [rows[other] for other in filled[place + 1 : place + 3]]
            score = 4.0 * bool(SUFFIX.search(normalize(words))) + 1.5 * bool(
                find_tax_id(row.text)
                or any(find_tax_id(other.text) or ADDRESS.search(other.normalized) for other in near)
            )
            score += 1.2 - 0.6 * seen - 0.3 * (len(words.split()) > 6)
            seen += 1
            if score > best[0]:
                best = (score, number, words)
    _, number, name = best
    if not name:
        return Party()
    block = [rows[number].text]
    for other in range(number + 1, min(number + 5, len(rows))):
        if not rows[other].cells or other in used or other in owned:
            break
        block.append(rows[other].text)
    addresses = [
        re.split(r"\s{3,}|\t", line.strip())[0]
        for line in block[1:]
        if ADDRESS.search(normalize(line)) and not find_tax_id(line)
    ]
    return Party(name, _parse_party(block).tax_id, addresses[0][:200] if addresses else "")


def _letterhead_name(row: LayoutRow, text: str, start: int) -> str:
    titled = (
        TITLE_WITH_NAME.match(normalize(text))
        or NAME_FIELD.match(normalize(text))
        or NUMBERED_TITLE.match(normalize(text))
    )
    words = name_words(text[titled.end() :] if titled else text)
    words = re.sub(r"\s+\#\s?\d+$", "", words)
    ending = TITLE_END.search(normalize(words))
    words = (words[: ending.start()] if ending else words).strip(EDGES)
    pieces = re.split(r"\s+[-–—]\s+", words)
    if len(pieces) > 1:
        words = next((piece for piece in pieces if not TITLE.match(normalize(piece))), words)
    words = split_name_address(words)[0]
    plain = normalize(words)
    if titled and plain in ("servicos", "servicios", "compra", "venta", "venda", "services"):
        # "Fatura de serviços" names no party.
        return ""
    if re.fullmatch(r"\W*[^\W\d_]+\W{1,3}(?:no\.? )?[\d./-]+", words):
        # A word and a number refer to a table, an account or a page.
        return ""
    if (
        not re.search(r"[^\W\d_]{3,}", words)
        or TITLE.match(plain)
        or CHAT.search(plain)
        or len(words) > 80
        or text.rstrip().endswith(":")
    ):
        return ""
    if any(day.start < start + len(text) and day.end > start for day in row.dates) or any(
        amount.is_money for amount in row.amounts
    ):
        return ""
    if (ADDRESS.search(plain) or STREET.match(words)) and (STREET.match(words) or not SUFFIX.search(plain)):
        return ""
    spoken = [
        label
        for label in row.labels
        if start <= label.start < start + 2 and label.role not in ("contact", "name", "seller")
    ]
    return "" if spoken else words


def _signature(rows: Sequence[LayoutRow], used: set[int], seller: Party, buyer: Party) -> Party:
    """Return the seller by the signature: the words before or above a tax number that is not the buyer's."""
    for number, row in enumerate(rows):
        value = find_tax_id(row.text) if number not in used else ""
        if not value or value == buyer.tax_id or any(label.role in _ROLES for label in row.labels):
            continue
        words = name_words(row.text)
        if not words and number and rows[number - 1].cells and number - 1 not in used:
            words = name_words(rows[number - 1].text)
        plain = normalize(words)
        if (
            re.search(r"[^\W\d_]{3,}", words)
            and len(words) <= 60
            and not CHAT.search(plain)
            and not TITLE.match(plain)
            and words != buyer.name
        ):
            return Party(words, value, seller.address)
    for row in [row for number, row in enumerate(rows) if row.cells and number not in used][-3:]:
        words = _letterhead_name(row, row.text, 0)
        if words and SUFFIX.search(normalize(words)) and words != buyer.name:
            return Party(words, seller.tax_id, seller.address)
    return seller
