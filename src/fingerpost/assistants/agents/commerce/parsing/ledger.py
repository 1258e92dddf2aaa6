"""Explains the amounts below the goods by their arithmetic: which are sums of the ones above, and which are charges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import Tax
from fingerpost.assistants.agents.commerce.language.amounts import Amount
from fingerpost.assistants.agents.commerce.parsing.labelled_amounts import LabelledAmount
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.row_filters import states_share

APART = -1
"""The row of what stands in a table of its own."""
MOST_ENTRIES, MOST_PENDING, MOST_WORDS = 16, 5, 5
"""Maximum number of amounts explained, of those that may stand between two sums, and of words that name one."""

_WORD = re.compile(r"[^\W\d_]{2,}|(?:[^\W\d_]\.){2,}")
_GAP = re.compile(r"\s{2}|\s*[|]|\s*$")
_MINUS, _PLUS = re.compile(r"^\W*?[(\[]?\s?[-−–]\)?(?!\w*\d)|[-−–]\s*$"), re.compile(r"^[\s(|]*\+|\+\s*$")
_DASH = re.compile(r"\s*[-–•*]\s+(?=[^\W\d_])")
_SUMS = frozenset({"subtotal", "total", "grand", "balance", "amount"})
_TOTALS = frozenset({"total", "grand"})
_SIGNS = {"discount": (-1,), "shipping": (1,), "other": (1,), "tax": (1, -1), "": (1, -1), "paid": (-1,)}
"""Whether a charge of a known role is added or taken off."""


class Entry(NamedTuple):
    """An amount outside the goods: its value, its row, the role of its label where that is known, and its words.

    `sign` is 1 or -1 where it is written as added or taken off; `rate` is a percentage beside it; `alone`: its
    row has few words and no other amount.
    """

    value: Decimal
    row: int
    role: str = ""
    words: str = ""
    sign: int = 0
    rate: Decimal | None = None
    alone: bool = False


class Charge(NamedTuple):
    """An entry that is added to a running sum or taken off; `base` is that sum, `below` the place of the next one."""

    entry: Entry
    sign: int
    base: Decimal
    below: int


class Ledger(NamedTuple):
    """The entries that are sums of what stands above them, and the charges between these sums."""

    sums: tuple[Entry, ...] = ()
    charges: tuple[Charge, ...] = ()
    dropped: int = 0


def find_entries(rows: Sequence[LayoutRow], used: set[int], labelled: Sequence[LabelledAmount]) -> list[Entry]:
    """Return the amounts of money outside the goods in order, with the words that name each."""
    known = {(one.row, one.amount.start): one.label.role for one in labelled}
    bases = {(one.row, base.start) for one in labelled for base in one.bases}
    goods_end = max(used, default=len(rows))
    found = []
    for number, row in enumerate(rows):
        if number in used:
            continue
        begin = 0
        money = [one for one in row.amounts if (number, one.start) in known or _is_money(one, number > goods_end)]
        for amount in money[-1:] if states_share(row) else money:
            place = (number, amount.start)
            words = _words_beside(rows, number, amount, begin)
            dated = any(begin <= day.start < amount.start for day in row.dates)
            share = next((one.value for one in row.amounts if one.percent and begin <= one.start), None)
            begin = amount.end
            bare = not words and number > goods_end and amount is money[-1] and not _WORD.search(row.text[begin:])
            if place in known or ((words or bare) and place not in bases and not dated):
                role = known.get(place, "")
                alone = len(money) == 1 and len(_WORD.findall(row.text)) <= MOST_WORDS
                sign = 0 if amount.value > 0 and _is_bullet(rows, number) else _sign(words, amount)
                found.append(Entry(abs(amount.value), number, role, words, sign, share, alone))
    return found


def tax_entries(taxes: Sequence[Tax]) -> list[Entry]:
    """Return the taxes of a separate table as entries, which count wherever they are needed."""
    return [Entry(tax.amount, APART, "tax", tax.name, 1, tax.rate) for tax in taxes if tax.amount]


def _words_beside(rows: Sequence[LayoutRow], number: int, amount: Amount, begin: int) -> str:
    """Return the words before an amount in its row; else those after it, or above it where the row has none."""
    row = rows[number]
    before = row.text[begin : amount.start]
    if _WORD.search(before):
        after = (
            row.text[amount.end :].split(".")[0]
            if len(_WORD.findall(before)) < 3 and not _GAP.match(row.text, amount.end)
            else ""
        )
        return f"{before}{after}".strip()
    if not begin and _WORD.search(row.text[amount.end :]):
        return row.text[amount.end :].strip()
    above = rows[number - 1] if number else row
    if _WORD.search(row.text) or not above.filled or any(one.is_money for one in above.amounts):
        return ""
    return above.cell_below(row.cell_at(amount.start), above).text if row.cell_at(amount.start) in row.filled else ""


def _is_money(amount: Amount, below_goods: bool) -> bool:
    # Below the goods, money without cents is recognized by its thousands separator.
    return not amount.unit and (amount.is_money or (below_goods and not amount.percent and not amount.text.isdigit()))


def _is_bullet(rows: Sequence[LayoutRow], number: int) -> bool:
    """Return whether the dash before a row is that of a list: the rows beside it have one too."""
    near = [rows[other].text for other in (number - 1, number + 1) if 0 <= other < len(rows) and rows[other].cells]
    return bool(_DASH.match(rows[number].text)) and bool(near) and all(map(_DASH.match, near))


def _sign(words: str, amount: Amount) -> int:
    if amount.value < 0 or _MINUS.search(words):
        return -1
    return 1 if _PLUS.search(words) else 0


def explain(goods: Decimal | None, entries: Sequence[Entry], *, from_goods: bool = False) -> Ledger:
    """Return which entries are sums of the goods and of the charges between them; empty where nothing adds up.

    Unless it is `from_goods` alone, one of the first entries may be what the others build on.
    """
    entries = [entry for entry in entries if entry.role in _SIGNS or entry.role in _SUMS][:MOST_ENTRIES]
    best = _follow(goods, entries) if goods is not None else Ledger()
    if not best.sums and not from_goods:
        for index, entry in enumerate(entries[:4]):
            if entry.role in ("", *_SUMS):
                found = _follow(entry.value, entries[index + 1 :])
                if found.charges and len(found.sums) >= len(best.sums) and _is_sure(found, entry):
                    below = tuple(one._replace(below=one.below + 1) for one in found.charges)
                    best = Ledger((entry, *found.sums), below, found.dropped)
                    break
    return best


def _is_sure(found: Ledger, base: Entry) -> bool:
    """Return whether more than one coincidence speaks for sums that do not begin with the goods."""
    known = [entry for entry in (base, *found.sums, *(one.entry for one in found.charges)) if entry.role]
    return bool(known) or len(found.sums) > 1 or any(is_tax(one) for one in found.charges)


def is_tax(charge: Charge) -> bool:
    """Return whether a charge is the percentage beside it of the sum above."""
    rate = charge.entry.rate
    return rate is not None and abs(charge.base * rate / 100 - charge.entry.value) <= Decimal("0.02")


def _follow(start: Decimal, entries: Sequence[Entry]) -> Ledger:
    """Go through the entries with a running sum, which each of them equals, changes or has nothing to do with."""
    sums: list[Entry] = []
    charges: list[Charge] = []
    pending: list[Entry] = []
    running, dropped = _cents(start), 0
    for entry in entries:
        value = _cents(entry.value)
        signs = _signs_for(value - running, pending) if entry.role in _SUMS | {""} and entry.sign >= 0 else None
        if signs is not None and (any(signs) or not sums or entry.role in _TOTALS - {sums[-1].role}):
            # A second sum of the same value only says something new where its label does.
            taken = [(one, sign) for one, sign in zip(pending, signs, strict=True) if sign]
            base = Decimal(running) / 100
            for one, sign in taken:
                charges.append(Charge(one, sign, base, len(sums)))
                base += sign * one.value
            dropped += len(pending) - len(taken)
            sums.append(entry)
            left = [one for one, sign in zip(pending, signs, strict=True) if one.row == APART and not sign]
            pending, running = left, value
        elif signs is None and not entry.words and not entry.role:
            # An amount that nothing names is a sum or nothing.
            continue
        elif signs is None and entry.role not in _SUMS - {"amount"}:
            pending = [*pending, entry][-MOST_PENDING:]
        elif signs is None:
            dropped += 2
    return Ledger(tuple(sums), tuple(charges), dropped) if sums else Ledger()


def _signs_for(lacking: int, pending: Sequence[Entry]) -> tuple[int, ...] | None:
    """Return the sign of each pending entry, 0 to leave it out, so that they make up a difference."""
    if not lacking and not pending:
        return ()
    best: tuple[int, ...] | None = None
    for signs in product(*(_allowed(one) for one in pending)):
        added = sum(sign * _cents(one.value) for sign, one in zip(signs, pending, strict=True))
        if abs(added - lacking) <= 1 and (best is None or signs.count(0) < best.count(0)):
            best = signs
    return best


def _allowed(entry: Entry) -> tuple[int, ...]:
    signs = (entry.sign,) if entry.sign else _SIGNS.get(entry.role, (1, -1))
    return (*signs, 0)


@lru_cache(maxsize=4096)
def _cents(value: Decimal) -> int:
    return int((value * 100).to_integral_value())
