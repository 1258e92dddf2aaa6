"""Gives the amounts that a ledger explains their names: subtotal, discount, shipping, taxes and total."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CENT, Tax
from fingerpost.assistants.agents.commerce.language.labels import TAX_WORDS, WITHHELD, normalize, tax_name
from fingerpost.assistants.agents.commerce.language.semantic_similarity import closeness
from fingerpost.assistants.agents.commerce.parsing.charges import Charges
from fingerpost.assistants.agents.commerce.parsing.ledger import Charge, Entry, Ledger, explain, is_tax
from fingerpost.language.function_words import FUNCTION_WORDS

KINDS = {
    "shipping": ("shipping charge", "delivery", "freight", "transport", "gastos de envío", "flete", "frete", "van"),
    "discount": ("discount", "rebate", "less", "descuento", "rebaja", "desconto", "abatimento"),
    "paid": ("deposit", "payment received", "advance", "anticipo", "a cuenta", "pagado", "sinal", "adiantamento"),
    "tax": ("tax", "VAT", "IVA", "impuesto", "imposto"),
    "other": ("service fee", "installation", "packaging", "insurance", "surcharge", "recargo", "seguro", "montagem"),
}
"""What the kinds of charges are called."""
_TOTALS = ("total", "grand")
NEAR, NEAR_TAX, MARGIN = 0.36, 0.56, 0.08
"""Minimum cosine of a charge of known sign with the names of its kind, of one with a rate with those of taxes, and
minimum distance to the next kind."""

_TAX = re.compile(rf"{TAX_WORDS}|\btax(?:es)?\b|\bimpuest|\bimpost|\btribut|\bduty\b|\bduties\b|\blevy\b")
_NOT_WORDS = re.compile(r"[\d%€$£()\[\].,:;|+_=−–-]+")


def with_entries(charges: Charges, entries: Sequence[Entry], goods: Decimal | None) -> Charges:
    """Return the charges with what only the sums of the document show; where the labels add up, they are kept."""
    ledger = explain(goods, entries)
    expected = _expected(charges, goods)
    if charges.total is None and expected is not None and expected != goods:
        # The total may stand before what it is made of.
        near = [entry.value for entry in entries if not entry.role and abs(entry.value - expected) <= CENT]
        charges = charges._replace(total=near[-1] if near else None)
    if not ledger.sums:
        unknown = any(entry.alone and not entry.role for entry in entries)
        return charges._replace(unread=unknown and not _holds(charges, goods))
    last = _total_place(ledger)
    stated = [entry.value for entry in ledger.sums]
    total, balance = charges.total, charges.balance
    named = any(entry.value == total and entry.role in _TOTALS for entry in entries)
    kept = ledger.sums[last].role not in _TOTALS if named else _holds(charges, goods)
    left = {entry.value for entry in entries if entry.role == "balance"}
    if total is None or (total not in stated and not kept) or (not named and total in left and stated[last] != total):
        # What is left to pay is a total only where no sum is.
        total, balance = stated[last], balance if balance != stated[last] else None
    if total in stated[last + 1 :] and _is_before_payment(ledger, last):
        total, balance = stated[last], stated[-1]
    if balance is None and total == stated[last] != stated[-1]:
        balance = stated[-1]
    first, subtotal = stated[0], charges.subtotal
    withheld = any((tax.amount or 0) < 0 for tax in charges.taxes)
    if subtotal == total != charges.total and not withheld:
        # Goods and taxes together are no subtotal.
        subtotal = None
    named_first = bool(ledger.sums[0].words or ledger.sums[0].role)
    if subtotal is None and named_first and first != total and (goods is None or abs(first - goods) <= CENT):
        subtotal = first
    charges = charges._replace(total=total, subtotal=subtotal, balance=balance)
    if not _holds(charges, goods):
        fewer = _with_unknown(_without_strays(charges, entries, ledger), ledger)
        charges = fewer if _holds(fewer, goods) else _with_unknown(charges, ledger)
    unknown = any(entry.alone and not entry.role and entry not in ledger.sums for entry in entries)
    return charges._replace(unread=unknown and not _holds(charges, goods))


def _holds(charges: Charges, goods: Decimal | None) -> bool:
    """Return whether the labelled charges add up to the total."""
    expected = _expected(charges, goods)
    return charges.total is not None and expected is not None and abs(expected - charges.total) <= CENT


def _expected(charges: Charges, goods: Decimal | None) -> Decimal | None:
    """Return what the labelled charges come to."""
    base = charges.subtotal if charges.subtotal is not None else goods
    if base is None:
        return None
    zero = Decimal(0)
    extra = (charges.shipping or zero) + (charges.other or zero) - (charges.discount or zero)
    return base + extra + sum((tax.amount or zero for tax in charges.taxes if not tax.included), zero)


def _place_of(total: Decimal | None, ledger: Ledger) -> int:
    """Return the place of a total among the sums."""
    return next((place for place, entry in enumerate(ledger.sums) if entry.value == total), _total_place(ledger))


def _total_place(ledger: Ledger) -> int:
    """Return the place of the total among the sums: what is left after payments and retentions is a balance."""
    taxed = False
    for place, entry in enumerate(ledger.sums):
        for charge in ledger.charges:
            if charge.below != place:
                continue
            paid = charge.entry.role == "paid" or (charge.sign < 0 and taxed and charge.entry.role == "" and place > 0)
            if paid and place:
                return place - 1
            taxed = taxed or charge.entry.role == "tax" or (charge.sign > 0 and is_tax(charge))
        above = [charge for charge in ledger.charges if charge.below == place]
        held_back = bool(above) and all(charge.sign < 0 and charge.entry.role == "tax" for charge in above)
        if entry.role == "balance" and place and (ledger.sums[place - 1].role in _TOTALS or held_back):
            return place - 1
    return len(ledger.sums) - 1


def _is_before_payment(ledger: Ledger, place: int) -> bool:
    """Return whether a sum is a total by its label or its tax, and only payments named as such follow it."""
    within = [charge for charge in ledger.charges if charge.below <= place]
    after = [charge.entry.role for charge in ledger.charges if charge.below > place]
    taxed = any(charge.entry.role == "tax" and charge.sign > 0 for charge in within)
    return bool(after) and set(after) == {"paid"} and (taxed or ledger.sums[place].role in _TOTALS)


def _without_strays(charges: Charges, entries: Sequence[Entry], ledger: Ledger) -> Charges:
    """Leave out the charges that the sums up to the total do without, where one without a label takes their place."""
    within = _place_of(charges.total, ledger)
    needed = [charge for charge in ledger.charges if charge.below <= within]
    found = {_kind_of(charge) for charge in needed if not charge.entry.role}
    values = {"discount": charges.discount, "shipping": charges.shipping, "other": charges.other}
    for role in found & values.keys():
        stated = [entry for entry in entries if entry.role == role]
        kept = [charge.entry.value for charge in needed if charge.entry.role == role]
        if len(kept) < len(stated):
            values[role] = sum(kept, Decimal(0)) if kept else None
    return charges._replace(discount=values["discount"], shipping=values["shipping"], other=values["other"])


def _with_unknown(charges: Charges, ledger: Ledger) -> Charges:
    """Add the charges without a known label up to the total, each as what its sign, its rate and its words say."""
    within = _place_of(charges.total, ledger)
    for charge in ledger.charges:
        if charge.below > within or charge.entry.role:
            continue
        value, kind = charge.entry.value, _kind_of(charge)
        if kind == "discount":
            charges = charges._replace(discount=(charges.discount or Decimal(0)) + value)
        elif kind == "shipping" and charges.shipping is None:
            charges = charges._replace(shipping=value)
        elif kind == "tax":
            name = tax_name(normalize(_without_end(_words(charge.entry))))
            tax = Tax(name, charge.entry.rate, value * charge.sign)
            charges = charges._replace(taxes=(*charges.taxes, tax))
        else:
            charges = charges._replace(other=(charges.other or Decimal(0)) + value)
    return charges


def _kind_of(charge: Charge) -> str:
    words = _words(charge.entry)
    if charge.sign < 0:
        return "tax" if WITHHELD.search(normalize(words)) else "discount"
    likeness = {kind: max(closeness(words, names), default=0.0) for kind, names in KINDS.items()} if words else {}
    best, second = sorted(("shipping", "other", "tax"), key=lambda kind: likeness.get(kind, 0.0), reverse=True)[:2]
    # A tax may be on some of the goods only. A rate alone is no proof of one: margins and fees have rates too.
    if charge.entry.rate is not None and _TAX.search(normalize(words)):
        return "tax"
    near = NEAR if best != "tax" else NEAR_TAX
    if likeness and likeness[best] >= near and likeness[best] - likeness[second] >= MARGIN:
        return best if best != "tax" or is_tax(charge) else "other"
    return "other"


def _without_end(words: str) -> str:
    """Return words without the function words at their end: "tax on" of "tax on 312.00"."""
    parts = words.split()
    while len(parts) > 1 and normalize(parts[-1]) in FUNCTION_WORDS:
        parts.pop()
    return " ".join(parts)


def _words(entry: Entry) -> str:
    return " ".join(_NOT_WORDS.sub(" ", entry.words).split())
