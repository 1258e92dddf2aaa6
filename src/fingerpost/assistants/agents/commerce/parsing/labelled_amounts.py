"""Finds the amounts outside the goods table (subtotal, discount, shipping, taxes, total) by their labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.language.amounts import Amount
from fingerpost.assistants.agents.commerce.language.labels import MONEY, FieldLabel, tax_name
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.language.function_words import FUNCTION_WORDS

NEAR = Decimal("0.01")
"""Maximum distance of an amount from the share of another that it is."""

_BETWEEN = re.compile(
    r"(?:[\s:=.…\-–—()\[\]*_|>/%,]|r\$|us\$|[€$£]|\b(?:de|of|is|es|e|é|em|en|a|sobre|s/|on|at|do|da|"
    r"del|no|the|usd|eur|brl|gbp|mxn|items?|itens|incl(?:uded|uid[oa]s?|uso|\.)?|due|in|por|para|pago|"
    r"total|valor|para pagar|reais|euros?|standard|estimated|free|gratis)\b)*"
)
_INCLUDED = re.compile(r"\bcontenid[oa]\b|\bincl(?:\.|u[ií]d[oa]s?|uded|uding|uso)?\b|\bembutid|\bj[aá] inclu")
_ALONE = re.compile(r"[\s:=.…\-–—()\[\]*_|>%$€£]*(?:(?:r\$|us\$|usd|eur|brl)[\s:]*+)?(?:\([^()\d]{2,25}\)[\s:]*+)?")
_SIGNS = re.compile(r"\s?[/,–-]?\s?")
_ONE_WORD, _IS_RATED = re.compile(r"\s*([^\W\d_]{4,})\s+"), re.compile(r"\s{0,3}\d{1,2}(?:[.,]\d+)?\s?%")
_PLACE = re.compile(r"\s+(?:a|to|para|en|em)\s+[^\W\d_]+")


class LabelledAmount(NamedTuple):
    """An amount with its label, its row, and the rates and bases beside it; `included`: marked as part of the price."""

    label: FieldLabel
    amount: Amount
    row: int
    rates: tuple[Amount, ...] = ()
    bases: tuple[Amount, ...] = ()
    included: bool = False


def find_labelled_amounts(rows: Sequence[LayoutRow], used: set[int]) -> list[LabelledAmount]:
    """Return every amount after, below or before a money label, outside the rows of the goods."""
    found: list[LabelledAmount] = []
    pending: list[PendingLabel] = []
    skip: set[int] = set()
    for number, row in enumerate(rows):
        if number in used or number in skip or not row.cells:
            continue
        labels = [label for label in row.labels if label.role in MONEY and _stands_alone(row, label)]
        # In "Total (VAT incl.)" the label in brackets is a remark on the one before, unless it has its own amount.
        labels = [
            label for index, label in enumerate(labels) if not index or not _is_remark(row, labels[index - 1], label)
        ]
        labels = _joined(row, labels)
        if not labels:
            if pending and _is_amounts_only(row):
                skip |= _pair_with_amounts_below(rows, number, pending, found)
            else:
                _record_rates(pending, found)
            pending = []
            continue
        if _assign_in_row(row, number, labels, found):
            _record_rates(pending, found)
            pending = []
            continue
        below = next((index for index in range(number + 1, min(number + 3, len(rows))) if rows[index].cells), None)
        if (
            below is not None
            and below not in used
            and len(labels) > 1
            and _assign_below(row, rows, labels, below, found, skip)
        ):
            pending = []
        elif not any(not amount.percent for amount in row.amounts) and _is_label_only(row, labels):
            pending.append(PendingLabel(labels[0], tuple(row.amounts)))
    _record_rates(pending, found)
    return [_on_base(one, rows) for one in found]


def _on_base(one: LabelledAmount, rows: Sequence[LayoutRow]) -> LabelledAmount:
    """Return a tax with its rate and what seemed its amount as the base, where the next amount is that share of it."""
    if one.label.role != "tax" or len(one.rates) != 1 or one.amount.percent:
        return one
    below = rows[one.row + 1] if one.row + 1 < len(rows) else None
    later = [other for other in rows[one.row].amounts if other.start > one.amount.start]
    later += below.amounts if below is not None and _is_amounts_only(below) else []
    share = abs(one.amount.value) * one.rates[0].value / 100
    made = next((other for other in later if not other.percent and abs(abs(other.value) - share) <= NEAR), None)
    return one._replace(amount=made, bases=(one.amount,)) if made is not None and made.value else one


def _is_remark(row: LayoutRow, before: FieldLabel, label: FieldLabel) -> bool:
    """Return whether a label stands in brackets behind another, without an amount of money in these brackets."""
    if not re.search(r"\([^)]*$", row.normalized[before.end : label.start]):
        return False
    end = row.text.find(")", label.end)
    own = any(one.is_money and label.end <= one.start < (end if end >= 0 else len(row.text)) for one in row.amounts)
    return not (own and any(one.is_money and before.end <= one.start < label.start for one in row.amounts))


def _joined(row: LayoutRow, labels: Sequence[FieldLabel]) -> list[FieldLabel]:
    """Return the labels with the names of taxes that only signs separate as one: "IRS - withheld"."""
    joined: list[FieldLabel] = []
    for label in labels:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.role == label.role == "tax"
            and _SIGNS.fullmatch(row.normalized, last.end, label.start)
            and row.cell_at(last.start) is row.cell_at(label.start)
        ):
            joined[-1] = FieldLabel("tax", last.start, label.end, row.normalized[last.start : label.end])
        else:
            joined.append(label)
    return joined


class PendingLabel(NamedTuple):
    """A label whose amount may be in a later row, with the rates beside it."""

    label: FieldLabel
    rates: tuple[Amount, ...]


def _record_rates(pending: Sequence[PendingLabel], found: list[LabelledAmount]) -> None:
    """Record labels without an amount by their rate: a tax of 7 %, a discount of 10 %."""
    found += [LabelledAmount(one.label, one.rates[-1], 0, one.rates) for one in pending if one.rates]


def _stands_alone(row: LayoutRow, label: FieldLabel) -> bool:
    """Return whether a label opens its cell or follows a value or a label, rather than being part of a sentence."""
    cell = row.cell_at(label.start)
    start = cell.start
    for amount in row.amounts:
        if amount.end <= label.start:
            start = max(start, amount.end)
    for other in row.labels:
        if other.end <= label.start:
            start = max(start, other.end)
    for day in row.dates:
        if day.end <= label.start:
            start = max(start, day.end)
    before = row.normalized[start : label.start]
    if re.fullmatch(r"\s*[^\W\d_]{3,20}(?: [^\W\d_]{2,20}){0,2}:\s+", before):
        # In "Retenções: IRRF" the label is one of a list with a name.
        return True
    said = _ONE_WORD.fullmatch(before)
    rated = label.role == "tax" and tax_name(label.text).isupper() and _IS_RATED.match(row.text, label.end)
    if rated and said is not None and said[1] not in FUNCTION_WORDS:
        # In "Output CGST 9%" the word before the name of the tax says whose it is.
        return True
    return bool(
        re.fullmatch(
            r"[\s\W_]*(?:(?:o|a|el|la|the|mais|plus|add|less|menos|your|seu|su|order|estimated|invoice|cart|"
            r"est|items?|itens|incl\w{0,6}|\d)[\s\W_]*){0,2}",
            before,
        )
    )


def _is_label_only(row: LayoutRow, labels: Sequence[FieldLabel]) -> bool:
    rest = row.normalized[: labels[0].start] + row.normalized[labels[0].end :]
    if labels[0].role == "shipping":
        # The destination may follow the shipping label.
        rest = _PLACE.sub("", rest)
    for rate in row.amounts:
        rest = rest.replace(row.normalized[rate.start : rate.end], " ")
    return len(labels) == 1 and bool(_ALONE.fullmatch(rest))


def _is_amounts_only(row: LayoutRow) -> bool:
    edges = [0, *(edge for amount in row.amounts for edge in (amount.start, amount.end)), len(row.text)]
    return bool(row.amounts) and all(
        _ALONE.fullmatch(row.normalized, start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)
    )


def _pair_with_amounts_below(
    rows: Sequence[LayoutRow], number: int, pending: Sequence[PendingLabel], found: list[LabelledAmount]
) -> set[int]:
    """Pair pending labels with the amounts below, one to one; else the last label takes the first amount."""
    run: list[tuple[int, Amount]] = []
    index = number
    while index < len(rows) and len(run) < len(pending) and (not rows[index].cells or _is_amounts_only(rows[index])):
        run += [(index, amount) for amount in rows[index].amounts if not amount.percent]
        index += 1
    if not run:
        _record_rates(pending, found)
        return set()
    pairs = list(zip(pending, run, strict=False)) if len(run) >= len(pending) else [(pending[-1], run[0])]
    found += [LabelledAmount(one.label, amount, row, one.rates) for one, (row, amount) in pairs]
    return {row for _, (row, _) in pairs}


def _assign_in_row(row: LayoutRow, number: int, labels: Sequence[FieldLabel], found: list[LabelledAmount]) -> bool:
    """Assign each label of a row the amounts up to the next label; return False where there are none."""
    edges = [label.start for label in labels[1:]] + [len(row.text)]
    if row.explicit:
        # The next cell has its own label, even if that is unknown.
        edges = [
            min(edge, row.cell_at(label.start).end)
            if any(not amount.percent for amount in _amounts_between(row, label.end, row.cell_at(label.start).end))
            else edge
            for label, edge in zip(labels, edges, strict=True)
        ]
    edges = [_end_of_own(row, label, edge) for label, edge in zip(labels, edges, strict=True)]
    inside = [_amounts_between(row, label.end, edge) for label, edge in zip(labels, edges, strict=True)]
    values = [[amount for amount in amounts if not amount.percent and not amount.unit] for amounts in inside]
    if not any(values):
        return _assign_before(row, number, labels, found)
    given = len(found)
    for index, (label, amounts) in enumerate(zip(labels, inside, strict=True)):
        rates = tuple(amount for amount in amounts if amount.percent)
        if not rates:
            begin = labels[index - 1].end if index else 0
            rates = tuple(
                one
                for one in row.amounts
                if one.percent and begin <= one.start and label.start - 6 <= one.end <= label.start
            )
        money = [amount for amount in values[index] if amount.is_money] or values[index]
        stretch = row.normalized[label.start : edges[index]]
        apart = row.explicit and money and row.cell_at(money[0].start) is not row.cell_at(label.start)
        if money and (apart or money[0].is_money or _BETWEEN.fullmatch(_text_between(row, label, money[0], amounts))):
            found.append(
                LabelledAmount(label, money[-1], number, rates, tuple(money[:-1]), bool(_INCLUDED.search(stretch)))
            )
        elif rates:
            found.append(LabelledAmount(label, rates[-1], number, rates, (), bool(_INCLUDED.search(stretch))))
    return len(found) > given


def _end_of_own(row: LayoutRow, label: FieldLabel, edge: int) -> int:
    """Return the end of the cell of a label where that has its amount and nothing else; else where the next begins."""
    cell = row.cell_at(label.start)
    own = _amounts_between(row, label.end, cell.end)
    alone = len(row.filled) > 2 and len(own) == 1 and own[0].is_money and own[0].end == cell.end
    return min(edge, cell.end) if alone and _ALONE.fullmatch(row.normalized, label.end, own[0].start) else edge


def _assign_before(row: LayoutRow, number: int, labels: Sequence[FieldLabel], found: list[LabelledAmount]) -> bool:
    """Assign a label at the end of a row the amount at its start."""
    amounts = [amount for amount in row.amounts if amount.end <= labels[0].start and not amount.percent]
    if (
        len(labels) > 1
        or not amounts
        or _has_words(row.normalized[: amounts[0].start])
        or _has_words(row.normalized[amounts[-1].end : labels[0].start])
    ):
        return False
    found.append(
        LabelledAmount(labels[0], amounts[-1], number, tuple(amount for amount in row.amounts if amount.percent))
    )
    return True


def _text_between(row: LayoutRow, label: FieldLabel, amount: Amount, amounts: Sequence[Amount]) -> str:
    """Return the text between a label and its amount, without numbers and remarks."""
    text = row.normalized[label.end : amount.start]
    for one in amounts:
        if one.end <= amount.start:
            text = text.replace(row.normalized[one.start : one.end], " ")
    return re.sub(r"\([^)]{0,40}\)", " ", text)


def _amounts_between(row: LayoutRow, start: int, end: int) -> list[Amount]:
    return [amount for amount in row.amounts if start <= amount.start < end]


def _has_words(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]{2,}", text))


def _assign_below(
    row: LayoutRow,
    rows: Sequence[LayoutRow],
    labels: Sequence[FieldLabel],
    first: int,
    found: list[LabelledAmount],
    skip: set[int],
) -> bool:
    """Assign the labels of a row the amounts under them, in one or several rows with as many cells."""
    taken = False
    for number in range(first, min(first + 6, len(rows))):
        below = rows[number]
        if (
            not below.amounts
            or any(label.role in MONEY for label in below.labels)
            or (taken and len(below.filled) != len(row.filled))
        ):
            break
        if not _assign_aligned(row, below, labels, number, found):
            break
        taken = True
        skip.add(number)
    return taken


def _assign_aligned(
    row: LayoutRow, below: LayoutRow, labels: Sequence[FieldLabel], number: int, found: list[LabelledAmount]
) -> bool:
    amounts = below.amounts
    given = len(found)
    for label in labels:
        cell = row.cell_below(row.cell_at(label.start), below)
        inside = [amount for amount in amounts if cell.start <= amount.start <= cell.end]
        if len(re.findall(r"[^\W\d_]{3,}", cell.text)) > 1:
            # Several words make it a sentence with a number.
            continue
        found += [LabelledAmount(label, amount, number) for amount in inside[-1:]]
    return len(found) > given
