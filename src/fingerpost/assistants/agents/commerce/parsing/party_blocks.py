"""Finds the other party of a document by the form of its block: a name with a tax number or an address below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.language.labels import MONEY, normalize
from fingerpost.assistants.agents.commerce.language.semantic_similarity import closeness
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.party_names import (
    ADDRESS,
    SUFFIX,
    find_tax_id,
    name_words,
    split_name_address,
)
from fingerpost.assistants.agents.commerce.parsing.party_patterns import CHAT, PLACE, STREET, TITLE
from fingerpost.language.text import words

ENOUGH = 3.0
"""Minimum evidence for a name that no known label announces."""
MOST_BELOW, NEAR = 4, 3
"""Maximum number of rows of a block below its name, and of characters between the starts of its rows."""

THIRD = re.compile(
    r"transp|carrier|courier|haul|freight|bank|\bbanc|agent|notify|intermedi|vendedor|salesperson|comercial|autoriz|"
    r"contact|prepared|elabor|aprob|aprov|broker|insur|segur"
)
"""Labels of parties that neither sell nor buy."""
_NAMES = {
    "buyer": ("customer", "account of", "charged to", "comprador", "quien compra", "a nombre de", "cliente"),
    "seller": ("supplier", "seller", "who sells", "proveedor", "quien vende", "fornecedor", "emitido por"),
    "other": (
        "delivery place",
        "project",
        "subject",
        "contact person",
        "obra",
        "asunto",
        "payment",
        "lugar de entrega",
    ),
}
CLEAR = 0.1
"""Minimum distance of a label from the names of a side that speaks against it."""
LIKE = 0.5
"""Minimum cosine of a label with a name of what it announces."""
_LABEL = re.compile(r"\s*([^\W\d_][^:\d]{0,40}?)\s*:\s+(?=\S)")
_WORD = re.compile(r"[^\W\d_]+")
_JOINING = words("da de do das dos del la las los el y e and of the und")


class _Block(NamedTuple):
    """A name with the cells below it in its column, and the label or heading before it."""

    name: str
    label: str
    below: list[str]
    beside: str


def find_other_party(rows: Sequence[LayoutRow], used: set[int], known: Party, side: str) -> Party:
    """Return the party of a side that is not the known one; empty where no block looks like one."""
    best, most = Party(), ENOUGH - 0.5
    for block in _blocks(rows, used, known):
        party, evidence = _read(block, side)
        if evidence > most and not _is_same(party, known):
            best, most = party, evidence
    return best


def _is_same(party: Party, known: Party) -> bool:
    one, other = normalize(party.name), normalize(known.name)
    return one in other or other in one or bool(party.tax_id and party.tax_id == known.tax_id)


def _read(block: _Block, side: str) -> tuple[Party, float]:
    """Return the party of a block, and how much speaks for it."""
    name, rest = split_name_address(block.name)
    tax_id = next(filter(None, map(find_tax_id, [block.beside, *block.below])), "")
    address = next((text for text in [rest, *block.below] if _is_address(text)), "")
    evidence = 2.0 * bool(SUFFIX.search(normalize(name))) + 2.0 * bool(tax_id) + 1.5 * bool(address)
    return Party(name[:120], tax_id, address[:200]), evidence + 1.0 * bool(block.label) + _likeness(block.label, side)


@lru_cache(maxsize=256)
def _likeness(label: str, side: str) -> float:
    """Return 1 where a label is near in meaning to the names of a side, -2 where it is nearer to other names."""
    if not label:
        return 0.0
    kinds = {kind: max(closeness(label, names)) for kind, names in _NAMES.items()}
    best = max(kinds, key=lambda kind: kinds[kind])
    if kinds[best] < LIKE:
        return 0.0
    if best != side and kinds[best] - kinds[side] < CLEAR:
        return 0.0
    return 1.0 if best == side else -2.0


def _is_address(text: str) -> bool:
    return bool(text) and not find_tax_id(text) and bool(ADDRESS.search(normalize(text)) or PLACE.search(text))


def _blocks(rows: Sequence[LayoutRow], used: set[int], known: Party) -> Iterator[_Block]:
    last = min(used, default=len(rows))
    own: list[tuple[int, int]] = []
    for number, row in enumerate(rows):
        if number in used or any(amount.is_money for amount in row.amounts):
            continue
        for cell in row.filled:
            if known.name and known.name in cell.text:
                own.append((number, cell.start))
            elif any(_continues(rows, number, cell, place) for place in own) and not _LABEL.match(cell.text):
                continue
            elif (block := _block(rows, used, number, cell)) is not None and (number < last or block.label):
                yield block


def _continues(rows: Sequence[LayoutRow], number: int, cell: Cell, place: tuple[int, int]) -> bool:
    """Return whether a cell belongs to the block that begins at a place."""
    begun, start = place
    joined = all(rows[other].cells for other in range(begun, number))
    return number > begun and joined and abs(cell.start - start) <= NEAR and number - begun <= MOST_BELOW


def _block(rows: Sequence[LayoutRow], used: set[int], number: int, cell: Cell) -> _Block | None:
    row = rows[number]
    text, label = cell.text, ""
    if found := _LABEL.match(text):
        text, label = text[found.end() :], found[1]
    else:
        label = _heading(rows, number, cell)
    begins = [one for one in row.labels if cell.start <= one.start <= cell.start + 1]
    if any(one.role in (*MONEY, "issued", "due", "valid", "day", "terms", "contact", "ship") for one in begins):
        return None
    if THIRD.search(normalize(f"{label} {text}")) or any(
        day.start < cell.end and day.end > cell.start for day in row.dates
    ):
        return None
    name = name_words(text)
    if not _is_name(split_name_address(name)[0]):
        return None
    below = []
    for other in range(number + 1, min(number + 1 + MOST_BELOW, len(rows))):
        under = next((one for one in rows[other].filled if abs(one.start - cell.start) <= NEAR), None)
        if under is None or other in used:
            break
        below.append(under.text)
    # The cells to the right may hold its tax number, but not where they are a block of their own.
    beside = (
        text + " " + ("" if label and not found else " ".join(one.text for one in row.filled if one.start > cell.start))
    )
    return _Block(name, label, below, beside)


def _heading(rows: Sequence[LayoutRow], number: int, cell: Cell) -> str:
    """Return the heading above a cell: a few words in its column that are no sentence."""
    above = next((other for other in range(number - 1, max(-1, number - 2), -1) if rows[other].cells), None)
    if above is None:
        return ""
    over = next((one for one in rows[above].filled if abs(one.start - cell.start) <= NEAR), None)
    text = over.text.strip(" :[]") if over is not None else ""
    short = len(text.split()) <= 4 and not any(char.isdigit() for char in text)
    return text if short and not SUFFIX.search(normalize(text)) else ""


def _is_name(name: str) -> bool:
    """Return whether words are a name: capitalized, without a sentence, a title or a street."""
    parts = _WORD.findall(name)
    plain = normalize(name)
    if not parts or len(name) > 80 or not re.search(r"[^\W\d_]{3,}", name) or TITLE.match(plain) or CHAT.search(plain):
        return False
    if STREET.match(name) or name.rstrip().endswith(":") or name.lstrip()[:1] == "[":
        return False
    if ADDRESS.search(plain) and any(char.isdigit() for char in name):
        return False
    small = [word for word in parts if word[0].islower() and normalize(word) not in _JOINING]
    return parts[0][0].isupper() and len(small) * 3 <= len(parts) and len(parts) <= 12
