"""Finds the party that no label announces: on the letterhead, above the tax number of a signature, or at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.announced_parties import WE
from fingerpost.assistants.agents.commerce.parsing.goods_table import is_charge_row
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.party_names import (
    ADDRESS,
    EDGES,
    SUFFIX,
    find_tax_id,
    name_words,
    split_name_address,
)
from fingerpost.assistants.agents.commerce.parsing.party_patterns import (
    CHAT,
    MAIL_HEADER,
    NAME_FIELD,
    NUMBERED_TITLE,
    PLACE,
    STREET,
    TITLE,
    TITLE_ALONE,
    TITLE_END,
    TITLE_WITH_NAME,
)
from fingerpost.assistants.agents.commerce.parsing.table_header import header_columns

PARTY_ROLES = frozenset({"seller", "buyer", "ship"})
_HOUSE_NUMBER = re.compile(r"\#?\d+\s+[^\W\d_]{2}")
_WORD = re.compile(r"[^\W\d_]+")
MOST_SMALL = 3
"""Maximum number of words of a name that may all be in lower case but the first."""
_ANNOUNCED = re.compile(r"\W{0,3}[^\W\d_]+(?: [^\W\d_]+){0,2}:\s")
"""A label of a few words before a name."""
LONGEST = 120
"""Maximum number of characters of a name."""


def parse_party(lines: Sequence[str]) -> Party:
    """Return the party of the lines of a block: its name, its tax number and its address."""
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
        if not name and _HOUSE_NUMBER.match(words):
            # What has an address and no name is a branch.
            break
        if not name:
            name, rest = split_name_address(words)
            address += [rest] if rest else []
        elif len(address) < 3 and (ADDRESS.search(normalize(words)) or PLACE.search(words)):
            address.append(words)
    return Party(name[:LONGEST], tax_id, ", ".join(address)[:200])


def find_letterhead(rows: Sequence[LayoutRow], used: set[int], owned: set[int], known: set[str]) -> Party:
    """Return the party of the letterhead: an unlabelled name at the top of the document."""
    filled = [number for number, row in enumerate(rows) if row.cells and number not in used]
    headers = list(takewhile(lambda number: MAIL_HEADER.match(rows[number].normalized), filled))
    mail = len(headers) > 2
    filled = filled[len(headers) :] if mail else filled
    # A message begins with a greeting and ends with who writes it.
    best = (2.0 if mail else 0.5, -1, "")
    seen = 0
    for place, number in enumerate(filled[:10]):
        row = rows[number]
        if (row.amounts and is_charge_row(row)) or header_columns(row):
            break
        for cell in row.filled[:3]:
            if number in owned and any(label.role in PARTY_ROLES and label.start <= cell.start for label in row.labels):
                break
            words = (
                _letterhead_name(row, cell.text, cell.start) if not (number in owned and len(row.filled) == 1) else ""
            )
            if not words or words in known:
                continue
            near = [rows[other] for other in filled[place + 1 : place + 4]]
            score = 4.0 * bool(SUFFIX.search(normalize(words))) + 1.5 * bool(
                find_tax_id(row.text)
                or any(find_tax_id(other.text) or ADDRESS.search(other.normalized) for other in near)
            )
            if mail and len(words.split()) > 1:
                # Who writes speaks of the own firm.
                score += 3.0 * (sum(words in other.text for other in rows) > 1)
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
    return Party(name, parse_party(block).tax_id, addresses[0][:200] if addresses else "")


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
        or words[0].islower()
        or TITLE_ALONE.fullmatch(normalize(text))
        or text.lstrip()[:1] == "["
        or TITLE.match(plain)
        or CHAT.search(plain)
        or _is_sentence(words)
        or len(words) > 80
        or text.rstrip().endswith(":")
        or (not titled and (said := _ANNOUNCED.match(text)) and not WE & set(_WORD.findall(normalize(said[0]))))
        or (text.rstrip().endswith(",") and not SUFFIX.search(plain))
    ):
        return ""
    if any(day.start < start + len(text) and day.end > start for day in row.dates) or any(
        amount.is_money for amount in row.amounts
    ):
        return ""
    numbered = re.search(r",\s*\d", text) and not SUFFIX.search(plain)
    if (numbered or ADDRESS.search(plain) or STREET.match(words)) and (STREET.match(words) or not SUFFIX.search(plain)):
        return ""
    spoken = [
        label
        for label in row.labels
        if start <= label.start < start + 2 and label.role not in ("contact", "name", "seller")
    ]
    return "" if spoken else words


def _is_sentence(words: str) -> bool:
    """Return whether most words of several are in lower case."""
    parts = _WORD.findall(words)
    return len(parts) > MOST_SMALL and sum(part[0].islower() for part in parts) * 2 > len(parts)


def find_signature(rows: Sequence[LayoutRow], used: set[int], seller: Party, buyer: Party) -> Party:
    """Return the seller by the signature: the words before or above a tax number that is not the buyer's."""
    for number, row in enumerate(rows):
        value = find_tax_id(row.text) if number not in used else ""
        if not value or value == buyer.tax_id or any(label.role in PARTY_ROLES for label in row.labels):
            continue
        words = name_words(row.text)
        if not words and number and rows[number - 1].cells and number - 1 not in used:
            words = name_words(rows[number - 1].text)
        plain = normalize(words)
        if (
            re.search(r"[^\W\d_]{3,}", words)
            and not words[0].islower()
            and len(words) <= 60
            and not CHAT.search(plain)
            and not TITLE.match(plain)
            and words != buyer.name
        ):
            return Party(words, value, seller.address)
    for row in [row for number, row in enumerate(rows) if row.cells and number not in used][-3:]:
        words = _letterhead_name(row, row.text, 0)
        named = len(words.split()) > 1 and sum(words in other.text for other in rows) > 1
        if words and (named or SUFFIX.search(normalize(words))) and words != buyer.name:
            return Party(words, seller.tax_id, seller.address)
    return seller
