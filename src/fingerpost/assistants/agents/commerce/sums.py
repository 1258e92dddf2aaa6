"""The sums below the goods: subtotal, discount, shipping, taxes and total, by the labels beside or above them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.amounts import Amount
from fingerpost.assistants.agents.commerce.document import Tax
from fingerpost.assistants.agents.commerce.labels import EMBEDDED, MONEY, WITHHELD, Label, tax_name
from fingerpost.assistants.agents.commerce.layout import Row

_CENT = Decimal("0.01")
_BETWEEN = re.compile(
    r"(?:[\s:=.…\-–—()\[\]*_|>/%,]|r\$|us\$|[€$£]|\b(?:de|of|is|es|e|é|em|en|a|sobre|s/|on|at|do|da|"
    r"del|no|the|usd|eur|brl|gbp|mxn|items?|itens|incl(?:uded|uid[oa]s?|uso|\.)?|due|in|por|para|pago|"
    r"total|valor|para pagar|reais|euros?|standard|estimated|free|gratis)\b)*"
)
_INCLUDED = re.compile(r"\bincl(?:\.|u[ií]d[oa]s?|uded|uding|uso)?\b|\bembutid|\bj[aá] inclu")
_ALONE = re.compile(r"[\s:=.…\-–—()\[\]*_|>%$€£]*(?:r\$|us\$|usd|eur|brl)?[\s:]*")


class Sum(NamedTuple):
    """An amount with its label."""

    label: Label
    amount: Amount
    row: int
    rates: tuple[Amount, ...] = ()
    bases: tuple[Amount, ...] = ()
    included: bool = False


def find_sums(rows: Sequence[Row], used: set[int]) -> list[Sum]:
    """Return every amount that stands after, below or before a label of money, outside the rows of the goods."""
    found: list[Sum] = []
    waiting: list[Waiting] = []
    skip: set[int] = set()
    for number, row in enumerate(rows):
        if number in used or number in skip or not row.cells:
            continue
        labels = [label for label in row.labels if label.role in MONEY and _stands_alone(row, label)]
        if not labels:
            if waiting and _only_amounts(row):
                skip |= _give_below(rows, number, waiting, found)
            else:
                _give_up(waiting, found)
            waiting = []
            continue
        if _same_row(row, number, labels, found):
            _give_up(waiting, found)
            waiting = []
            continue
        below = next((index for index in range(number + 1, min(number + 3, len(rows))) if rows[index].cells), None)
        if (
            below is not None
            and below not in used
            and len(labels) > 1
            and _stacked(row, rows, labels, below, found, skip)
        ):
            waiting = []
        elif not any(not amount.percent for amount in row.amounts) and _is_label_only(row, labels):
            waiting.append(Waiting(labels[0], tuple(row.amounts)))
    _give_up(waiting, found)
    return found


class Waiting(NamedTuple):
    """A label whose amount may stand in a row below it, with the rate beside it."""

    label: Label
    rates: tuple[Amount, ...]


def _give_up(waiting: Sequence[Waiting], found: list[Sum]) -> None:
    """Keep of labels without an amount the rates: a tax of 7 %, a discount of 10 %."""
    found += [Sum(one.label, one.rates[-1], 0, one.rates) for one in waiting if one.rates]


def _stands_alone(row: Row, label: Label) -> bool:
    """Tell whether a label opens its cell, or follows a value or another label: a word within a sentence is none."""
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
    before = row.flat[start : label.start]
    return bool(
        re.fullmatch(
            r"[\s\W_]*(?:(?:o|a|el|la|the|mais|plus|add|less|menos|your|seu|su|order|estimated|invoice|cart|"
            r"est|items?|itens|incl\w{0,6}|\d)[\s\W_]*){0,2}",
            before,
        )
    )


def _is_label_only(row: Row, labels: Sequence[Label]) -> bool:
    rest = row.flat[: labels[0].start] + row.flat[labels[0].end :]
    for rate in row.amounts:
        rest = rest.replace(row.flat[rate.start : rate.end], " ")
    return len(labels) == 1 and bool(_ALONE.fullmatch(rest))


def _only_amounts(row: Row) -> bool:
    edges = [0, *(edge for amount in row.amounts for edge in (amount.start, amount.end)), len(row.text)]
    return bool(row.amounts) and all(
        _ALONE.fullmatch(row.flat, start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)
    )


def _give_below(rows: Sequence[Row], number: int, waiting: Sequence[Waiting], found: list[Sum]) -> set[int]:
    """Pair a run of labels with the run of amounts below it, one to one; else the last label takes the first amount."""
    run: list[tuple[int, Amount]] = []
    index = number
    while index < len(rows) and len(run) < len(waiting) and (not rows[index].cells or _only_amounts(rows[index])):
        run += [(index, amount) for amount in rows[index].amounts if not amount.percent]
        index += 1
    if not run:
        _give_up(waiting, found)
        return set()
    pairs = list(zip(waiting, run, strict=False)) if len(run) >= len(waiting) else [(waiting[-1], run[0])]
    found += [Sum(one.label, amount, row, one.rates) for one, (row, amount) in pairs]
    return {row for _, (row, _) in pairs}


def _same_row(row: Row, number: int, labels: Sequence[Label], found: list[Sum]) -> bool:
    """Give each label of a row the amounts between it and the next one; False where there was none to give."""
    edges = [label.start for label in labels[1:]] + [len(row.text)]
    inside = [_within(row, label.end, edge) for label, edge in zip(labels, edges, strict=True)]
    values = [[amount for amount in amounts if not amount.percent and not amount.unit] for amounts in inside]
    if len(labels) > 1 and not any(values[:-1]) and len(values[-1]) == len(labels):
        # Labels first, then as many amounts.
        found += [Sum(label, amount, number) for label, amount in zip(labels, values[-1], strict=True)]
        return True
    if not any(values):
        return _before_label(row, number, labels, found)
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
        stretch = row.flat[label.start : edges[index]]
        if money and (money[0].is_money or _BETWEEN.fullmatch(_gap(row, label, money[0], amounts))):
            found.append(Sum(label, money[-1], number, rates, tuple(money[:-1]), bool(_INCLUDED.search(stretch))))
        elif rates:
            found.append(Sum(label, rates[-1], number, rates, (), bool(_INCLUDED.search(stretch))))
    return len(found) > given


def _before_label(row: Row, number: int, labels: Sequence[Label], found: list[Sum]) -> bool:
    """Give a label at the end of a row the amount at its start."""
    amounts = [amount for amount in row.amounts if amount.end <= labels[0].start and not amount.percent]
    if (
        len(labels) > 1
        or not amounts
        or _words(row.flat[: amounts[0].start])
        or _words(row.flat[amounts[-1].end : labels[0].start])
    ):
        return False
    found.append(Sum(labels[0], amounts[-1], number, tuple(amount for amount in row.amounts if amount.percent)))
    return True


def _gap(row: Row, label: Label, amount: Amount, amounts: Sequence[Amount]) -> str:
    """Return the words between a label and its amount, without the numbers among them."""
    text = row.flat[label.end : amount.start]
    for one in amounts:
        if one.end <= amount.start:
            text = text.replace(row.flat[one.start : one.end], " ")
    return re.sub(r"\([^)]{0,40}\)", " ", text)


def _within(row: Row, start: int, end: int) -> list[Amount]:
    return [amount for amount in row.amounts if start <= amount.start < end]


def _words(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]{2,}", text))


def _stacked(
    row: Row, rows: Sequence[Row], labels: Sequence[Label], first: int, found: list[Sum], skip: set[int]
) -> bool:
    """Give the labels of a row the amounts that stand under them, in one row or in several with as many cells."""
    taken = False
    for number in range(first, min(first + 6, len(rows))):
        below = rows[number]
        if (
            not below.amounts
            or any(label.role in MONEY for label in below.labels)
            or (taken and len(below.filled) != len(row.filled))
        ):
            break
        if not _under_labels(row, below, labels, number, found):
            break
        taken = True
        skip.add(number)
    return taken


def _under_labels(row: Row, below: Row, labels: Sequence[Label], number: int, found: list[Sum]) -> bool:
    amounts = below.amounts
    if len(row.filled) != len(below.filled) and len(amounts) == len(labels):
        found += [Sum(label, amount, number) for label, amount in zip(labels, amounts, strict=True)]
        return True
    given = len(found)
    for label in labels:
        cell = row.under(row.cell_at(label.start), below)
        inside = [amount for amount in amounts if cell.start <= amount.start <= cell.end]
        found += [Sum(label, amount, number) for amount in inside[-1:]]
    return len(found) > given


class Charges(NamedTuple):
    """What the labels amount to."""

    subtotal: Decimal | None
    discount: Decimal | None
    shipping: Decimal | None
    other: Decimal | None
    taxes: tuple[Tax, ...]
    total: Decimal | None
    balance: Decimal | None


def settle_sums(sums: Sequence[Sum], goods: Decimal | None) -> Charges:
    """Choose among amounts with one label: what the others add up to, else the strongest label, else the last."""
    by_role: dict[str, list[Sum]] = {}
    for one in sums:
        if not one.amount.percent or one.label.role in ("tax", "rate", "discount"):
            by_role.setdefault(one.label.role, []).append(one)
    taxes = _taxes(by_role)
    subtotal = _chosen([one.amount.value for one in by_role.get("subtotal", ())], goods)
    if subtotal is None and by_role.get("base") and taxes:
        bases = [one.amount.value for one in by_role["base"]]
        # "Base" alone means the subtotal where the goods make it up, or where no goods are listed.
        subtotal = next((value for value in bases if goods is None or abs(value - goods) <= 5 * _CENT), None)
    base = subtotal if subtotal is not None else goods
    discount = _discount(by_role.get("discount", ()), base)
    shipping = _last(by_role.get("shipping", ()))
    others = [one.amount.value for one in by_role.get("other", ()) if not one.amount.percent]
    other = sum(dict.fromkeys(others), Decimal(0)) if others else None
    expected = None
    if base is not None:
        added = sum((tax.amount for tax in taxes if tax.amount is not None and not tax.included), Decimal(0))
        expected = base - (discount or 0) + (shipping or 0) + (other or 0) + added
    grand = [one.amount.value for one in by_role.get("grand", ())]
    plain = [one.amount.value for one in by_role.get("total", ())]
    balances = [one.amount.value for one in by_role.get("balance", ())]
    total = _best(grand, plain, balances or [one.amount.value for one in by_role.get("amount", ())], expected)
    paid = sum((abs(one.amount.value) for one in by_role.get("paid", ())), Decimal(0))
    if not grand and not plain and balances and paid and expected is not None:
        # Only what is left to pay is written; what was paid already makes it up to the total.
        total = expected if abs(balances[-1] + paid - expected) <= 5 * _CENT else total
    balance = balances[-1] if balances and balances[-1] != total else None
    return Charges(subtotal, discount, shipping, other, taxes, total, balance)


def _best(
    grand: list[Decimal], plain: list[Decimal], balances: list[Decimal], expected: Decimal | None
) -> Decimal | None:
    for values in (grand, plain):
        near = [value for value in values if expected is not None and abs(value - expected) <= 5 * _CENT]
        if near:
            return near[-1]
    for values in (grand, plain, balances):
        if values:
            return values[-1]
    return None


def _chosen(values: list[Decimal], goods: Decimal | None) -> Decimal | None:
    if not values:
        return None
    near = [value for value in values if goods is not None and abs(value - goods) <= 5 * _CENT]
    # A base for each rate of a tax: together they are the subtotal.
    if not near and len(values) > 1 and goods is not None and abs(sum(values) - goods) <= 5 * _CENT:
        return sum(values, Decimal(0))
    return near[0] if near else values[0]


def _last(sums: Sequence[Sum]) -> Decimal | None:
    return sums[-1].amount.value if sums else None


def _discount(sums: Sequence[Sum], base: Decimal | None) -> Decimal | None:
    if not sums:
        return None
    amounts = [abs(one.amount.value) for one in sums if not one.amount.percent]
    if amounts:
        return amounts[-1]
    return (base * sums[-1].amount.value / 100).quantize(_CENT) if base is not None else None


def _taxes(by_role: dict[str, list[Sum]]) -> tuple[Tax, ...]:
    rates = [one.amount.value for one in by_role.get("rate", ()) if one.amount.value < 100]
    found: list[Tax] = []
    for one in by_role.get("tax", ()):
        name = tax_name(one.label.text)
        rate = one.rates[-1].value if one.rates else None
        amount = None if one.amount.percent else one.amount.value
        base = one.bases[-1].value if one.bases else None
        if (
            amount is not None
            and base is not None
            and rate is not None
            and abs(amount * rate / 100 - base) <= 2 * _CENT
        ):
            amount, base = base, amount
        if rate is None and rates:
            rate = rates.pop(0)
        if WITHHELD.search(one.label.text) and amount is not None:
            amount = -abs(amount)
        if amount == 0 and not rate and name in EMBEDDED | {"IPI", "ICMS ST"}:
            continue
        if name == "Cuota" and found:
            # The amount of the tax that was named just before, with its rate.
            last = found.pop()
            name, rate, included = last.name, last.rate if last.rate is not None else rate, last.included
        else:
            included = one.included or (name in EMBEDDED and (amount or 0) > 0)
        tax = Tax(name, rate, amount, base, included)
        if tax not in found and not (amount is None and rate is None):
            found.append(tax)
    return _without_sum(found)


def _without_sum(taxes: list[Tax]) -> tuple[Tax, ...]:
    """Leave out the sum of the other taxes, and a rate that was said without its amount beside one with it."""
    kept = [
        tax
        for tax in taxes
        if tax.amount is not None or not any(other.name == tax.name and other.amount is not None for other in taxes)
    ]
    if len(kept) > 2:
        for tax in kept:
            rest = sum((other.amount or Decimal(0) for other in kept if other is not tax), Decimal(0))
            if tax.amount is not None and tax.rate is None and tax.amount == rest:
                return tuple(other for other in kept if other is not tax)
    return tuple(kept)
