"""Reads goods and sums that sentences state: what costs quantity × price, and makes up a sum that is said later."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import accumulate, combinations, islice, pairwise
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CENT, LineItem, Tax
from fingerpost.assistants.agents.commerce.language.amounts import Amount
from fingerpost.assistants.agents.commerce.language.labels import normalize, tax_name
from fingerpost.assistants.agents.commerce.parsing.charges import Charges
from fingerpost.assistants.agents.commerce.parsing.goods_table import GoodsTable
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.ledger import Entry
from fingerpost.assistants.agents.commerce.parsing.line_candidate import (
    BULLET,
    LineCandidate,
    clean_description,
    is_consistent,
)
from fingerpost.language.function_words import FUNCTION_WORDS
from fingerpost.language.number_reader import read_number

MOST_PIECES, MOST_ROWS, MOST_AMOUNTS, MOST_BETWEEN = 60, 40, 8, 3
"""Maximum number of sentences, of rows of a paragraph, of amounts in a sentence, and of sentences before the sum."""
FEWEST = 2
"""Minimum number of goods: one alone and its price again prove nothing."""

_SENTENCE = re.compile(r"(?<=[^\W\d_]{2}|\d\d|.[)%€])[.;!?]\s+(?=[^\W_])")
_CLAUSE = re.compile(r"[,;:(.]\s")
_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_TIMES = re.compile(r"^[x×]\s+")
_TRAIL = re.compile(r"[\s,;:.(–—-]+$")


class _Piece(NamedTuple):
    """A sentence, or all of a point of a list: its paragraph, and the rows that it is in."""

    row: LayoutRow
    paragraph: int
    rows: tuple[int, ...]
    listed: bool


class Prose(NamedTuple):
    """The goods that sentences state, and the amounts of those after them."""

    goods: GoodsTable
    entries: list[Entry]
    charges: Charges


def find_prose(rows: Sequence[LayoutRow]) -> Prose | None:
    """Return the goods and sums that the sentences of a document state; None where nothing adds up."""
    pieces = list(islice(_pieces(rows), MOST_PIECES))
    read = [_goods_of(piece) for piece in pieces]
    for begin, end in _runs(read):
        items = [item for found in read[begin:end] for item in found]
        goods = sum((item.line.total or Decimal(0) for item in items), Decimal(0))
        for place in range(end, min(end + MOST_BETWEEN, len(pieces))):
            if goods not in [one.value for one in pieces[place].row.amounts if one.is_money]:
                continue
            told = [piece for piece in pieces[place:] if piece.paragraph == pieces[place].paragraph]
            entries, taxes = _sums(told)
            used = {row for piece in pieces[begin:end] for row in piece.rows}
            charges = Charges(None, None, None, None, tuple(taxes), None, None)
            return Prose(GoodsTable(items, used, {}), entries, charges)
    return None


def _pieces(rows: Sequence[LayoutRow]) -> Iterator[_Piece]:
    paragraph: list[int] = []
    count = 0
    for number, row in enumerate([*rows, None]):
        flows = row is not None and len(row.filled) == 1 and not row.explicit
        ends = row is None or not flows or bool(BULLET.match(row.text)) or len(paragraph) >= MOST_ROWS
        if paragraph and ends:
            yield from _split(rows, paragraph, count)
            paragraph, count = [], count + 1
        if flows:
            paragraph.append(number)


def _split(rows: Sequence[LayoutRow], numbers: Sequence[int], paragraph: int) -> Iterator[_Piece]:
    first = rows[numbers[0]]
    texts = [rows[number].text.strip() for number in numbers]
    whole = " ".join(texts)
    if bullet := BULLET.match(whole):
        blank = " " * bullet.end() + whole[bullet.end() :]
        yield _Piece(_row(blank, first), paragraph, tuple(numbers), listed=True)
        return
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    place = 0
    for end in [*(match.end() for match in _SENTENCE.finditer(whole)), len(whole)]:
        inside = [
            number for number, span in zip(numbers, pairwise(starts), strict=True) if span[0] < end and span[1] > place
        ]
        yield _Piece(_row(whole[place:end], first), paragraph, tuple(inside), listed=False)
        place = end


def _row(text: str, like: LayoutRow) -> LayoutRow:
    return LayoutRow(text, (Cell(text, 0),), False, like.format, like.day_first)


def _goods_of(piece: _Piece) -> list[LineCandidate]:
    """Return the goods of a sentence: what has a quantity, a price and their product; else what has one price."""
    amounts = piece.row.amounts[:MOST_AMOUNTS]
    found: list[LineCandidate] = []
    begin, place = 0, 0
    while (triple := _triple(amounts[place:], piece.row.text)) is not None:
        count, price, total = triple
        item = _item(piece, begin, total, (count, price.value))
        if item is None:
            return []
        found.append(item)
        begin = total.end
        place = amounts.index(total) + 1
    money = [one for one in amounts if one.is_money]
    if not found and money and (piece.listed or len(money) == 1) and (item := _item(piece, 0, money[0], None)):
        found.append(item)
    return found


def _triple(amounts: Sequence[Amount], text: str) -> tuple[Amount | Decimal, Amount, Amount] | None:
    """Return the first quantity, price and total that agree; a quantity may be said in words."""
    for last in range(1, len(amounts)):
        total = amounts[last]
        if not total.is_money:
            continue
        for one, other in combinations(amounts[:last], 2):
            count, price = (other, one) if one.is_money and not other.is_money else (one, other)
            plain = not (count.percent or count.currency or price.percent or total.percent)
            if plain and price.is_money and count.value > 1 and is_consistent(count, price, None, total):
                return count, price, total
        for price in amounts[:last]:
            count_said = _said_times(price, total, text)
            if count_said is not None:
                return count_said, price, total
    return None


def _said_times(price: Amount, total: Amount, text: str) -> Decimal | None:
    """Return how many times a price makes a total where a word before the total says so."""
    if not price.is_money or not price.value or total.value % price.value or total.value == price.value:
        return None
    times = total.value / price.value
    spoken = {read_number(word) for word in _WORD.findall(text[: total.start])}
    return times if times == int(times) and int(times) in spoken else None


def _item(
    piece: _Piece, begin: int, total: Amount, counted: tuple[Amount | Decimal, Decimal] | None
) -> LineCandidate | None:
    inside = [one for one in piece.row.amounts if begin <= one.start < total.end]
    count = counted[0] if counted is not None else None
    numbers = [one for one in inside if one is count or one is total or (counted and one.value == counted[1])]
    text = piece.row.text[begin : numbers[0].start]
    if isinstance(count, Decimal):
        # What is counted in words stands behind them.
        text = next((text[word.end() :] for word in _WORD.finditer(text) if read_number(word[0]) == count), text)
    words = _description(text)
    if not _LETTERS.search(words) and len(numbers) > 1:
        # Three lamps at 10.00: the name stands behind the quantity.
        words = _description(piece.row.text[numbers[0].start + len(numbers[0].text) : numbers[1].start])
    if not _LETTERS.search(words):
        return None
    quantity = count.value if isinstance(count, Amount) else count
    price = counted[1] if counted is not None else None
    unit = count.unit if isinstance(count, Amount) else ""
    line = LineItem(words, "", quantity, unit, price, None, total.value)
    return LineCandidate(line, sure=counted is not None, rows=piece.rows)


def _description(text: str) -> str:
    """Return what a text before a number names: its first sentence without what only leads to the number."""
    text = _SENTENCE.split(_TIMES.sub("", text.strip()))[0]
    clauses = re.split(r",\s", text)
    while len(clauses) > 1 and (read_number((_WORD.findall(clauses[-1]) or [""])[0]) == 1 or _is_filler(clauses[-1])):
        clauses.pop()
    text = _TRAIL.sub("", ", ".join(clauses))
    last = _WORD.findall(text)
    while last and normalize(last[-1]) in FUNCTION_WORDS and text.endswith(last[-1]):
        text = _TRAIL.sub("", text[: -len(last[-1])])
        last.pop()
    return clean_description(text)


def _is_filler(clause: str) -> bool:
    return all(normalize(word) in FUNCTION_WORDS for word in _WORD.findall(clause))


def _runs(read: Sequence[Sequence[LineCandidate]]) -> Iterator[tuple[int, int]]:
    """Yield the ends of runs of sentences that state goods, the longest first; others may stand between."""
    priced = [place for place, found in enumerate(read) if found]
    ends = [(one, other + 1) for one in priced for other in priced if other >= one]
    for begin, end in sorted(ends, key=lambda run: run[0] - run[1]):
        found = [item for items in read[begin:end] for item in items]
        if len(found) >= FEWEST and any(item.sure for item in found):
            yield begin, end


def _sums(pieces: Sequence[_Piece]) -> tuple[list[Entry], list[Tax]]:
    """Return the amounts of sentences with the words about each, and the taxes among them."""
    entries: list[Entry] = []
    taxes: list[Tax] = []
    for piece in pieces:
        begin = 0
        rate: Amount | None = None
        amounts = piece.row.amounts
        for place, amount in enumerate(amounts):
            if amount.percent:
                rate = amount
                continue
            if not amount.is_money or (rate is not None and _is_base(amount, rate, amounts[place + 1 :])):
                continue
            words = _words_about(piece.row.text, begin, amount)
            share = rate.value if rate is not None else None
            base = next((one for one in amounts[:place] if rate and _is_share(amount, rate, one)), None)
            label = next((one for one in piece.row.labels if one.role == "tax" and one.end <= amount.start), None)
            role = "tax" if label is not None and rate is not None else ""
            if label is not None and role:
                taxes.append(Tax(tax_name(label.text), share, amount.value, base.value if base else None))
            entries.append(Entry(abs(amount.value), piece.rows[0], role, words, 0, share))
            begin, rate = amount.end, None
    return entries, taxes


def _is_share(part: Amount, rate: Amount, base: Amount) -> bool:
    return base is not part and abs(base.value * rate.value / 100 - part.value) <= CENT


def _is_base(amount: Amount, rate: Amount, later: Sequence[Amount]) -> bool:
    """Return whether an amount is only what a later one is a share of."""
    return any(_is_share(one, rate, amount) for one in later if one.is_money)


def _words_about(text: str, begin: int, amount: Amount) -> str:
    before = _CLAUSE.split(text[begin : amount.start])[-1]
    after = _CLAUSE.split(text[amount.end :] + " ")[0]
    words = [word for word in _WORD.findall(f"{before} {after}") if normalize(word) not in FUNCTION_WORDS]
    return " ".join(words)
