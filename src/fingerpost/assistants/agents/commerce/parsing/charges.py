"""Resolves the labelled amounts of a document to one subtotal, one total and its taxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CENT, Tax, cents
from fingerpost.assistants.agents.commerce.language.labels import EMBEDDED, WITHHELD, tax_name
from fingerpost.assistants.agents.commerce.parsing.labelled_amounts import LabelledAmount
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow

MOST_RATES, MOST_AMOUNTS = 6, 60
"""Maximum number of percentages and of amounts of a document among which the rate of a tax is looked for."""


class Charges(NamedTuple):
    """The resolved charges; `unread` is true where an amount with an unknown label remains unexplained."""

    subtotal: Decimal | None
    discount: Decimal | None
    shipping: Decimal | None
    other: Decimal | None
    taxes: tuple[Tax, ...]
    total: Decimal | None
    balance: Decimal | None
    unread: bool = False


def resolve_charges(
    sums: Sequence[LabelledAmount],
    goods: Decimal | None,
    rates: tuple[Tax, ...] = (),
) -> Charges:
    """Choose one amount per label: the one that the others add up to, else the strongest label, else the last.

    `rates` are the taxes of a separate tax table.
    """
    by_role: dict[str, list[LabelledAmount]] = {}
    for one in sums:
        if not one.amount.percent or one.label.role in ("tax", "rate", "discount"):
            by_role.setdefault(one.label.role, []).append(one)
    taxes = _distinct_taxes([*rates, *_taxes(by_role)])
    wholes = [base.value for one in by_role.get("total", ()) for base in one.bases]
    subtotal = _best_subtotal(by_role.get("subtotal", ()), wholes, goods)
    if subtotal is None and by_role.get("base") and taxes:
        bases = [one.amount.value for one in by_role["base"]]
        # "Base" alone means the subtotal where the goods add up to it, or where no goods are listed.
        subtotal = next((value for value in bases if goods is None or abs(value - goods) <= 5 * CENT), None)
    if subtotal is None and goods is not None:
        whole = sum((tax.base or Decimal(0) for tax in rates), Decimal(0))
        subtotal = whole if abs(whole - goods) <= CENT else None
    base = subtotal if subtotal is not None else goods
    discount = _discount(by_role.get("discount", ()), base)
    shipping = _last_amount(by_role.get("shipping", ()))
    others = [one.amount.value for one in by_role.get("other", ()) if not one.amount.percent]
    other = sum(dict.fromkeys(others), Decimal(0)) if others else None
    expected = None
    if base is not None:
        added = sum((tax.amount for tax in taxes if tax.amount is not None and not tax.included), Decimal(0))
        expected = base - (discount or 0) + (shipping or 0) + (other or 0) + added
    grand = [one.amount.value for one in by_role.get("grand", ())]
    plain = [one.amount.value for one in by_role.get("total", ())]
    balances = [one.amount.value for one in by_role.get("balance", ())]
    total = _best_total(grand, plain, balances or [one.amount.value for one in by_role.get("amount", ())], expected)
    if subtotal is None and goods is not None and goods != total:
        # Of two totals, the one that the goods add up to is the subtotal.
        subtotal = next((value for value in (*grand, *plain) if abs(value - goods) <= CENT), None)
    paid = sum((abs(one.amount.value) for one in by_role.get("paid", ())), Decimal(0))
    if not grand and not plain and balances and paid and expected is not None:
        # Only the balance is stated; balance plus payments gives the total.
        total = expected if abs(balances[-1] + paid - expected) <= 5 * CENT else total
    balance = balances[-1] if balances and balances[-1] != total else None
    return Charges(subtotal, discount, shipping, other, taxes, total, balance)


def _best_total(
    grand: list[Decimal], plain: list[Decimal], balances: list[Decimal], expected: Decimal | None
) -> Decimal | None:
    for values in (grand, plain):
        near = [value for value in values if expected is not None and abs(value - expected) <= 5 * CENT]
        if near:
            return near[-1]
    for values in (grand, plain, balances):
        if values:
            return values[-1]
    return None


def _best_subtotal(sums: Sequence[LabelledAmount], wholes: Sequence[Decimal], goods: Decimal | None) -> Decimal | None:
    """Return the subtotal that the goods add up to, which may stand before other columns of its row or of a total's."""
    values = [one.amount.value for one in sums]
    beside = [*(base.value for one in sums for base in one.bases), *(wholes if sums else ())]
    near = [value for value in values + beside if goods is not None and abs(value - goods) <= 5 * CENT]
    return near[0] if near else next(iter(values), None)


def _last_amount(sums: Sequence[LabelledAmount]) -> Decimal | None:
    """Return the last amount that is written as money, else the last number."""
    written = [one for one in sums if one.amount.is_money]
    return next((one.amount.value for one in reversed(written or sums)), None)


def _discount(sums: Sequence[LabelledAmount], base: Decimal | None) -> Decimal | None:
    if not sums:
        return None
    amounts = [abs(one.amount.value) for one in sums if not one.amount.percent]
    if amounts:
        return amounts[-1]
    return cents(base * sums[-1].amount.value / 100) if base is not None else None


def _taxes(by_role: dict[str, list[LabelledAmount]]) -> tuple[Tax, ...]:
    rates = [one.amount.value for one in by_role.get("rate", ()) if one.amount.value < 100]
    found: list[Tax] = []
    given_back = any(one.amount.value < 0 for role in ("total", "grand") for one in by_role.get(role, ()))
    for one in by_role.get("tax", ()):
        name = tax_name(one.label.text)
        rate = one.rates[-1].value if one.rates else None
        amount = None if one.amount.percent else one.amount.value
        base = one.bases[-1].value if one.bases else None
        if rate is None and rates:
            rate = rates.pop(0)
        if WITHHELD.search(one.label.text) and amount is not None:
            # What was kept back lowers what a credit note gives back.
            amount = abs(amount) if given_back else -abs(amount)
            if any(tax.name == name and (tax.amount or 0) > 0 for tax in found):
                # A part of a tax that is charged as well is held back.
                name = f"Ret. {name}"
        if amount == 0 and not rate and name in EMBEDDED | {"IPI", "ICMS ST"}:
            continue
        if name == "Cuota" and found:
            # "Cuota" is the amount of the tax named just before, with its rate.
            last = found.pop()
            name, rate, included = last.name, last.rate if last.rate is not None else rate, last.included
        else:
            included = one.included or (name in EMBEDDED and (amount or 0) > 0)
        tax = Tax(name, rate, amount, base, included)
        if tax not in found and not (amount is None and rate is None):
            found.append(tax)
    return _distinct_taxes(found)


def _is_duplicate_tax(tax: Tax, index: int, taxes: Sequence[Tax]) -> bool:
    same = [
        (place, other)
        for place, other in enumerate(taxes)
        if place != index and other.name == tax.name and other.amount == tax.amount is not None
    ]
    return any(other.rate is not None if tax.rate is None else place < index for place, other in same)


def _distinct_taxes(taxes: list[Tax]) -> tuple[Tax, ...]:
    """Drop the sum of the other taxes, duplicates, and a rate without amount beside the same tax with one."""
    taxes = [tax for index, tax in enumerate(taxes) if not _is_duplicate_tax(tax, index, taxes)]
    kept = [
        tax
        for tax in taxes
        if tax.amount is not None or not any(other.name == tax.name and other.amount is not None for other in taxes)
    ]
    named, unnamed = ([tax for tax in kept if tax.name.isupper() is upper and tax.amount] for upper in (True, False))
    if named and unnamed and _sum(named) == _sum(unnamed):
        # A second table says the same taxes by what they are on.
        kept = [tax for tax in kept if tax not in unnamed]
    if len(kept) > 2:
        for tax in kept:
            rest = sum((other.amount or Decimal(0) for other in kept if other is not tax), Decimal(0))
            if tax.amount is not None and (tax.rate is None or tax.name == "GST") and tax.amount == rest:
                return tuple(
                    replace(other, included=other.included or tax.included) for other in kept if other is not tax
                )
    return tuple(kept)


def _sum(taxes: Sequence[Tax]) -> Decimal:
    return sum((tax.amount or Decimal(0) for tax in taxes), Decimal(0))


def with_stated_rates(taxes: Sequence[Tax], rows: Sequence[LayoutRow]) -> tuple[Tax, ...]:
    """Return the taxes with the one percentage of the document that makes each out of another of its amounts."""
    rates = {amount.value for row in rows for amount in row.amounts if amount.percent}
    money = {amount.value for row in rows for amount in row.amounts if amount.is_money}
    if len(rates) > MOST_RATES or len(money) > MOST_AMOUNTS:
        # Among many amounts one makes another by chance.
        return tuple(taxes)
    return tuple(_with_rate(tax, rates, money) if tax.rate is None and tax.amount else tax for tax in taxes)


def _with_rate(tax: Tax, rates: set[Decimal], money: set[Decimal]) -> Tax:
    amount = abs(tax.amount or Decimal(0))
    fitting = [(rate, base) for rate in rates for base in money if base > amount]
    exact = [one for one in fitting if one[0] and abs(one[0] * one[1] / 100 - amount) < CENT]
    if len({rate for rate, _ in exact}) != 1:
        return tax
    return replace(tax, rate=exact[0][0], base=tax.base or (exact[0][1] if len(exact) == 1 else None))


def mark_included_taxes(charges: Charges, goods: Decimal | None) -> Charges:
    """Mark the taxes that the prices already include, where the sums of the document show it."""
    base = charges.subtotal if charges.subtotal is not None else goods
    if base is None or charges.total is None or not charges.taxes:
        return charges
    extra = _extra_charges(charges)
    amounts = [tax.amount or Decimal(0) for tax in charges.taxes]
    if abs(base + extra + sum(amounts, Decimal(0)) - charges.total) <= 2 * CENT:
        if goods is not None and goods != base and abs(goods + extra - charges.total) <= 2 * CENT:
            # The line prices include the taxes that the subtotal leaves out.
            return charges._replace(taxes=tuple(replace(tax, included=True) for tax in charges.taxes))
        taxes = tuple(replace(tax, included=False) for tax in charges.taxes)
    else:
        taxes = tuple(replace(tax, included=tax.included or _is_included(tax, charges, goods)) for tax in charges.taxes)
    return charges._replace(taxes=taxes)


def _is_included(tax: Tax, charges: Charges, goods: Decimal | None) -> bool:
    """Return whether a tax is part of the total by its rate: 21 of 121, not 21 of 100."""
    if tax.amount is None or tax.amount <= 0 or charges.total is None:
        return False
    if tax.name in EMBEDDED:
        return True
    if goods is None or abs(goods + _extra_charges(charges) - charges.total) > 2 * CENT:
        return False
    whole = tax.base + tax.amount if tax.base is not None else charges.total
    return tax.rate is not None and abs(whole * tax.rate / (100 + tax.rate) - tax.amount) <= 3 * CENT


def _extra_charges(charges: Charges) -> Decimal:
    return (charges.shipping or Decimal(0)) + (charges.other or Decimal(0)) - (charges.discount or Decimal(0))
