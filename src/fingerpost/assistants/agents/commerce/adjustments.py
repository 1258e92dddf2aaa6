"""Amounts of a document with and without its charges, each written as a sum."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.amounts import NumberFormat
from fingerpost.assistants.agents.commerce.document import CENT, CommercialDocument, LineItem, Tax, cents
from fingerpost.assistants.agents.commerce.formatting import format_amount, format_date, format_number, this_document
from fingerpost.assistants.agents.commerce.labels import TAX_WORDS, normalize, tax_name
from fingerpost.assistants.agents.commerce.phrases import NAMES, PHRASES
from fingerpost.assistants.agents.commerce.verbatim import find_verbatim, same_stem
from fingerpost.assistants.agents.commerce.verification import sum_of_lines

ZERO = Decimal(0)
_CHARGES = {
    "withheld": r"ret(?:enc|id[oa]|enid|uv|ien|ev|em)\w*|withh\w+",
    "shipping": r"frete|flete|shipping|freight|envio|portes|postage|delivery|entrega|transporte",
    "discount": r"descont[oa]s?|desc|discounts?|descuentos?|dto|abatimento|rebate|rebaja",
    "other": r"outras despesas|seguro|handling|insurance|otros gastos|service charge|taxa de servico|propina|tip",
    "taxes": r"impost\w*|tax(?:es)?|impuestos?|tribut\w*",
    "named": TAX_WORDS,
}
CHARGE = re.compile(
    "(?<![^\\W_])(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _CHARGES.items()) + ")(?![^\\W_])"
)
_OPERATOR = re.compile(
    r"(?<![^\W_])(?:(?P<both>(?:com|with|con) (?:e|and|y|ou|or|o) (?:sem|without|sin))|"
    r"(?P<without>sem|without|sin|nem|ex|no hay|si no hay|there (?:is|was|were) no|nao (?:ha|houver|tiver|tivesse)|"
    r"ni|nor|exclu\w+|excl|except|excet[uo]\w*|excepto|salvo|tira\w*|quita\w*|menos|minus|"
    r"before|antes|descontand[oa]|descontad[oa]|deduct\w*|deduz\w*|less|net of|fora|remov\w+|retirand[oa]|ignor\w+)|"
    r"(?P<with>com|with|con|inclu\w+|plus|somand[oa]|sumand[oa]|adding|mais|mas|after|depois d\w+|"
    r"despues d\w+))(?![^\W_])"
)
_ONE = re.compile(r"(?<![^\W_])(?:um|uma|un|una|one|each|cada|single)(?![^\W_])")
PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,3})?) ?(?:%|(?:por ?cento|per ?cent|por ?ciento|pct)(?![^\W_]))")
SUBTOTAL = re.compile(
    r"(?<![^\W_])(?:sub ?-?total|net|neto|base|produtos|products|goods|items?|itens|mercadorias?|merchandise|productos|"
    r"articulos|servicos|servicios|services)(?![^\W_])"
)


class _Charge(NamedTuple):
    """A charge with its name and its amount, which is negative where it lowers what is to be paid."""

    name: str
    amount: Decimal
    in_total: bool = True
    rate: Decimal | None = None


class SumWriter(NamedTuple):
    """Writes amounts, numbers and dates in the language of the answer."""

    document: CommercialDocument
    language: str

    def money(self, value: Decimal) -> str:
        return format_amount(value, self.document, self.language)

    def number(self, value: Decimal) -> str:
        return format_number(value, self.document, self.language)

    def signed(self, value: Decimal, name: str) -> str:
        return f"{'−' if value < 0 else '+'} {self.money(abs(value))} ({name})"

    def later(self, day: date, days: int) -> str:
        unit = PHRASES["days"][self.language]
        until = format_date(day + timedelta(days), self.language)
        return f"{format_date(day, self.language)} + {unit.format(days)} = {until}."


def adjusted_amount(
    plain: str,
    document: CommercialDocument,
    lines: Sequence[LineItem],
    left_out: Sequence[LineItem],
    writer: SumWriter,
) -> tuple[Decimal | None, list[str], list[str]]:
    """Return the amount that a question starts from, the sums with and without charges, and charges it has not."""
    base, whole = base_amount(plain, document, lines)
    without, including, both, missing = _mentions(plain, document, [*lines, *left_out], writer)
    if lines and base is not None:
        # A tax on some of the goods is the share of their price.
        including = [
            one._replace(amount=cents(base * one.rate / 100), in_total=True) if one.rate else one for one in including
        ]
    without += [_Charge(line.description, line.total, whole) for line in left_out if line.total is not None]
    if base is None or not (without or including):
        return base, [], missing
    said = []
    taken = [one for one in without if one.in_total == whole]
    if both and taken:
        said.append(writer.money(base) + f" ({PHRASES['with'][writer.language].format(taken[0].name)})")
    result = base
    if taken:
        result = base - sum((one.amount for one in taken), ZERO)
        said.append(f"{_terms(base, [(-one.amount, one.name) for one in taken], writer)} = {writer.money(result)}")
    added = [one for one in including if one.in_total != whole]
    if added:
        start, result = result, result + sum((one.amount for one in added), ZERO)
        said.append(f"{_terms(start, [(one.amount, one.name) for one in added], writer)} = {writer.money(result)}")
    elif including:
        start = result - sum((one.amount for one in including), ZERO)
        said.append(f"{_terms(start, [(one.amount, one.name) for one in including], writer)} = {writer.money(result)}")
    if without and not taken:
        said.append(f"{writer.money(base)} ({PHRASES['without'][writer.language].format(without[0].name)})")
    return result, said, missing


def _terms(start: Decimal, values: Sequence[tuple[Decimal, str]], writer: SumWriter) -> str:
    return " ".join([writer.money(start), *(writer.signed(value, name) for value, name in values)])


def base_amount(plain: str, document: CommercialDocument, lines: Sequence[LineItem]) -> tuple[Decimal | None, bool]:
    """Return the amount that a question starts from, and whether the charges of the document are part of it."""
    if len(lines) == 1 and lines[0].unit_price is not None and _ONE.search(plain):
        return lines[0].unit_price, False
    named = [line.total for line in lines if line.total is not None]
    if named:
        return sum(named, ZERO), False
    if SUBTOTAL.search(CHARGE.sub(" ", plain)):
        goods = document.subtotal if document.subtotal is not None else sum_of_lines(document.lines)
        if goods is not None:
            return goods, False
    return document.total, True


def _mentions(
    plain: str, document: CommercialDocument, lines: Sequence[LineItem], writer: SumWriter
) -> tuple[list[_Charge], list[_Charge], bool, list[str]]:
    """Return the charges that a question leaves out and takes in, whether it asks for both, and those not stated."""
    without: list[_Charge] = []
    including: list[_Charge] = []
    missing: list[str] = []
    operators = list(_OPERATOR.finditer(plain))
    both = False
    for mention in CHARGE.finditer(plain):
        before = [one for one in operators if one.end() <= mention.start()]
        if not before or PERCENT.search(plain, before[-1].end(), mention.start()):
            continue
        kind = str(mention.lastgroup)
        found = find_charges(kind, mention[0], document, writer.language)
        if not found and before[-1].lastgroup == "with" and lines:
            continue
        if not found:
            name = tax_name(mention[0]) if kind == "named" else NAMES[kind][writer.language]
            missing.append(PHRASES["none"][writer.language].format(this_document(document, writer.language), name))
        elif before[-1].lastgroup == "with":
            including += [one for one in found if one not in including]
        else:
            both = both or before[-1].lastgroup == "both"
            without += [one for one in found if one not in without]
    return without, including, both, missing


def find_charges(kind: str, word: str, document: CommercialDocument, language: str) -> list[_Charge]:
    if kind in ("shipping", "other", "discount"):
        value: Decimal | None = getattr(document, kind)
        name = PHRASES["charge"][language] if kind == "other" else NAMES[kind][language]
        if not value:
            # Some documents list it among the goods.
            kept = re.compile(rf"\W*(?:{_CHARGES[kind]})(?![^\W_])")
            rows = [line for line in document.lines if kept.match(normalize(line.description))]
            listed = [_Charge(line.description, line.total) for line in rows if line.total is not None]
            return listed or _labelled_charge(word, document)
        signed = -abs(value) if kind == "discount" else value
        return [_Charge(name, signed, _is_in_total(signed, document))]
    if kind == "withheld":
        taxes: Sequence[Tax] = document.withheld
    elif kind == "taxes":
        taxes = [tax for tax in document.taxes if (tax.amount or ZERO) > 0]
    else:
        same = {"IVA", "VAT"} if tax_name(word) in ("IVA", "VAT") else {tax_name(word)}
        taxes = [tax for tax in document.taxes if tax.name in same]
    return [
        _Charge(tax.name, tax.amount, tax.included or _is_in_total(tax.amount, document), tax.rate)
        for tax in taxes
        if tax.amount is not None
    ]


def _labelled_charge(word: str, document: CommercialDocument) -> list[_Charge]:
    """Return a charge that only the words of the document name."""
    found = find_verbatim(document.said, f"how much {word}")
    amounts = NumberFormat("," if document.comma else ".").find(found.value) if found.is_amount else []
    return [_Charge(found.label, amounts[0].value)] if amounts else []


def _is_in_total(value: Decimal, document: CommercialDocument) -> bool:
    """Return whether a charge is part of the total, by the sums of the document; assume so where they do not tell."""
    base = document.subtotal if document.subtotal is not None else sum_of_lines(document.lines)
    if base is None or document.total is None:
        return True
    added = sum((tax.amount or ZERO for tax in document.taxes if not tax.included), ZERO)
    whole = base - (document.discount or ZERO) + (document.shipping or ZERO) + (document.other or ZERO) + added
    withheld = sum((tax.amount or ZERO for tax in document.withheld), ZERO)
    lacking = {value, withheld} if value < 0 else {value}
    return not any(one and abs(whole - one - document.total) <= 2 * CENT for one in lacking)


def _words(line: LineItem) -> list[str]:
    return re.findall(r"[^\W_]{2,}", normalize(line.description))


def is_left_out(line: LineItem, plain: str) -> bool:
    """Return whether a question names goods after "without"."""
    for found in re.finditer(r"[^\W_]{3,}", plain):
        if any(same_stem(found[0], word) for word in _words(line)):
            before = [one for one in _OPERATOR.finditer(plain) if one.end() <= found.start()]
            return bool(before) and before[-1].lastgroup in ("without", "both")
    return False
