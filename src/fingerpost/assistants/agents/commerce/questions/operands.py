"""The amounts of a document that a question names: its fields, its goods, and values that only its labels name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CENT, CommercialDocument, Tax, cents
from fingerpost.assistants.agents.commerce.language.amounts import NumberFormat
from fingerpost.assistants.agents.commerce.language.catalogue import NAMED_TAX, CatalogueMention, fields, label_pattern
from fingerpost.assistants.agents.commerce.language.labels import normalize, tax_name
from fingerpost.assistants.agents.commerce.language.phrases import NAMES, PHRASES
from fingerpost.assistants.agents.commerce.language.semantic_similarity import nearest_of
from fingerpost.assistants.agents.commerce.parsing.labelled_values import VerbatimMatch, find_verbatim, same_stem
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion, fields_in
from fingerpost.assistants.agents.commerce.verification import goods_value, sum_of_lines
from fingerpost.language.function_words import SMALL

ZERO = Decimal(0)
PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,3})?) ?(?:%|(?:por ?cento|per ?cent|por ?ciento|pct)(?![^\W_]))")
BASES = frozenset({"total", "subtotal", "goods", "balance"})
"""Fields that are sums of others: a charge is taken off them or added, never the other way round."""
MOST_CHARGES = 8


class Operand(NamedTuple):
    """An amount that a question names, with its place in the question; negative where it lowers what is to be paid.

    `kind` is a field, "goods" or "label"; `rate` the percentage of a tax; `included`: the prices contain it.
    """

    name: str
    amount: Decimal
    start: int
    kind: str
    rate: Decimal | None = None
    included: bool = False


def find_operands(question: DocumentQuestion, document: CommercialDocument, language: str) -> list[Operand]:
    """Return the amounts that a question names, in the order in which it names them."""
    found: list[Operand] = []
    for mention in question.mentions:
        if fields()[mention.name].kind == "amount":
            found += [one for one in field_operands(mention, document, language) if one not in found]
    for goods in question.goods:
        found += [
            Operand(line.description, line.total, goods.start, "line") for line in goods.lines if line.total is not None
        ]
    if question.unknown and (match := find_verbatim(document.said, "how much " + " ".join(question.unknown))).is_amount:
        label = normalize(match.label).split()
        named_by = [word for word in question.unknown if any(same_stem(word, other) for other in label)]
        start = question.plain.find([*named_by, question.unknown[0]][0])
        # "The trade discount" may be the label of the discount.
        known = {abs(one.amount) for one in found}
        found += [
            Operand(match.label, amount, start, "label")
            for amount in _amounts(match.value, document)[:1]
            if abs(amount) not in known
        ]
    elif named := [word for word in question.things if not question.goods and _is_operand(word, question)]:
        found += _labelled_by_meaning(named, question.plain, document)
    return sorted(found, key=lambda one: one.start)


def _is_operand(word: str, question: DocumentQuestion) -> bool:
    """Return whether a word is what a question adds, leaves out or asks the share of."""
    before = question.plain[: question.plain.find(word)]
    ends = [one.end for one in question.wording("with", "without") if one.end <= len(before)]
    return question.does("share") or any(set(re.findall(r"\w+", before[end:])) <= SMALL for end in ends)


def _labelled_by_meaning(things: Sequence[str], plain: str, document: CommercialDocument) -> Iterator[Operand]:
    """Yield the amounts whose label means what a question calls them in other words, or in another language."""
    pairs = [
        VerbatimMatch(label, value) for label, _, value in (row.partition("\t") for row in document.said.split("\n"))
    ]
    named = {
        one: [one.label.lower(), *re.findall(r"[^\W\d_]{4,}", one.label.lower())] for one in pairs if one.is_amount
    }
    for thing in things:
        for match in nearest_of(thing, named)[:1]:
            for amount in _amounts(match.value, document)[:1]:
                yield Operand(match.label, amount, plain.find(thing), "label")


def lacking_mentions(
    question: DocumentQuestion, operands: Sequence[Operand], document: CommercialDocument
) -> list[CatalogueMention]:
    """Return the amounts that a question names and the document does not have."""
    places = {one.start for one in operands}
    return [one for one in question.mentions if fields()[one.name].kind == "amount" and one.start not in places]


def name_of(mention: CatalogueMention, language: str) -> str:
    """Return the name of the field of a mention in a language."""
    return tax_name(mention.text) if mention.name == NAMED_TAX else NAMES[mention.name][language]


def field_operands(mention: CatalogueMention, document: CommercialDocument, language: str) -> list[Operand]:
    """Return the amounts of a field, several for several taxes."""
    name, start = mention.name, mention.start
    if name in BASES:
        value = _base(name, document)
        return [Operand(NAMES[name][language], value, start, name)] if value is not None else []
    if name in ("shipping", "other", "discount"):
        stated: Decimal | None = getattr(document, name)
        if stated:
            said = PHRASES["charge"][language] if name == "other" else NAMES[name][language]
            return [Operand(said, -abs(stated) if name == "discount" else stated, start, name)]
        return _listed(mention, document) or _labelled(mention, document)
    if fields()[name].labelled:
        return _labelled(mention, document)
    return [
        Operand(tax.name, tax.amount, start, name, tax.rate, tax.included)
        for tax in named_taxes(mention, document)
        if tax.amount is not None
    ]


def named_taxes(mention: CatalogueMention, document: CommercialDocument) -> list[Tax]:
    """Return the taxes of a document that a mention is about."""
    if mention.name == "withheld":
        return list(document.withheld)
    if mention.name == NAMED_TAX:
        name = tax_name(mention.text)
        # IVA and VAT are the same tax in different languages.
        same = {"IVA", "VAT"} if name in ("IVA", "VAT") else {name}
        found = [tax for tax in document.taxes if tax.name in same]
        # GST may be in parts: CGST and SGST.
        return found or [tax for tax in document.taxes if len(name) > 2 and tax.name.endswith(name)]
    return [tax for tax in document.taxes if (tax.amount or ZERO) >= 0]


def _base(name: str, document: CommercialDocument) -> Decimal | None:
    goods = sum_of_lines(document.lines)
    if name == "subtotal":
        return document.subtotal if document.subtotal is not None else goods
    if name == "goods":
        return goods
    return document.balance if name == "balance" and document.balance is not None else document.total


def _listed(mention: CatalogueMention, document: CommercialDocument) -> list[Operand]:
    """Return a charge that some documents list among the goods."""
    pattern = label_pattern(mention.name)
    return [
        Operand(line.description, line.total, mention.start, mention.name)
        for line in document.lines
        if line.total is not None and pattern.match(normalize(line.description).lstrip(" -*("))
    ]


def _labelled(mention: CatalogueMention, document: CommercialDocument) -> list[Operand]:
    """Return an amount that only the labels of the document name, or that is a percentage of its total."""
    for match in labelled_values(mention.name, document):
        for amount in _amounts(match.value, document):
            return [Operand(match.label, abs(amount), mention.start, mention.name)]
        if document.total is not None and (rate := PERCENT.search(f"{match.label} {match.value}")):
            amount = cents(document.total * Decimal(rate[1].replace(",", ".")) / 100)
            return [Operand(rate[0], amount, mention.start, mention.name)]
    return []


def labelled_values(name: str, document: CommercialDocument) -> Iterator[VerbatimMatch]:
    """Yield the values that the labels or sentences of a document give for a field of the catalogue."""
    pattern = label_pattern(name)
    pairs = [line.partition("\t") for line in document.said.split("\n")]
    for label, _, value in sorted(pairs, key=lambda pair: not pair[0]):
        plain = normalize(label or value)
        # "Data de entrega" is a label of the day, not of the charge.
        if value and pattern.search(plain) and (name in (named := fields_in(plain)) or not named):
            yield VerbatimMatch(label, value)
    if fields()[name].labelled:
        # "Contact: Jane Doe, tel. 555 1234" gives two things with one label.
        for label, _, value in pairs:
            found = pattern.search(normalize(value)) if label and not pattern.search(normalize(label)) else None
            if found and not _is_name(label, normalize(value)[found.end() :]):
                yield VerbatimMatch(label, value)
    if name == "paid" and PERCENT.search(document.terms):
        # "50% with the order, the rest on delivery."
        yield VerbatimMatch("", document.terms)


def _is_name(label: str, after: str) -> bool:
    """Return whether a word in a value is part of a name: "Address: 12 Bank Street", "Customer: Bank of Azul"."""
    kinds = fields_in(normalize(label))
    is_party = any(fields()[name].kind == "party" for name in kinds)
    return "address" in kinds or (is_party and re.search(r"[\d@]", after) is None)


def _amounts(value: str, document: CommercialDocument) -> list[Decimal]:
    found = _form(document).find(value)
    return [one.value for one in found if one.is_money or not (one.percent or one.unit)]


def is_part_of(charge: Operand, base: Decimal, document: CommercialDocument, otherwise: bool) -> bool:
    """Return whether a charge is part of an amount, by the charges that make it up; else `otherwise`."""
    goods = goods_value(document)
    if charge.included or any(
        (line.description, line.total) == (charge.name, charge.amount) for line in document.lines
    ):
        return True
    if goods is None:
        return otherwise
    parts = [("discount", -abs(document.discount))] if document.discount else []
    parts += [(name, value) for name in ("shipping", "other") if (value := getattr(document, name))]
    parts += [(tax.name, tax.amount) for tax in document.taxes if tax.amount and not tax.included]
    row = _row_of(charge, parts)
    if row is None:
        return otherwise
    held = {
        row in chosen
        for count in range(min(len(parts), MOST_CHARGES) + 1)
        for chosen in combinations(parts[:MOST_CHARGES], count)
        if abs(goods + sum((amount for _, amount in chosen), ZERO) - base) <= 2 * CENT
    }
    return held.pop() if len(held) == 1 else otherwise


def is_paid_off(paid: Decimal, document: CommercialDocument) -> bool:
    """Return whether the total of a document may be already without what was paid in advance.

    It is not where goods and charges come to it, or where they are unknown and no amount with the payment is stated.
    """
    total = document.total or ZERO
    bases = {one for one in (sum_of_lines(document.lines), document.subtotal) if one is not None}
    if not bases:
        return any(abs(one.value - total - paid) <= CENT for one in _form(document).find(document.said))
    charges = -abs(document.discount or ZERO) + (document.shipping or ZERO) + (document.other or ZERO)
    taxes = [tax.amount for tax in document.taxes if tax.amount and not tax.included]
    held = [amount for amount in taxes if amount < 0]
    whole = charges + sum(taxes, ZERO)
    return not any(
        abs(base + added - total) <= 5 * CENT for base in bases for added in (whole, whole - sum(held, ZERO))
    )


def _form(document: CommercialDocument) -> NumberFormat:
    return NumberFormat("," if document.comma else ".")


def _row_of(charge: Operand, parts: Sequence[tuple[str, Decimal]]) -> tuple[str, Decimal] | None:
    """Return the part of a document that a charge is, by its name, or that a row with a label of its own belongs to."""
    named = [one for one in parts if one in ((charge.kind, charge.amount), (charge.name, charge.amount))]
    if named or charge.kind not in ("label", "other"):
        return named[0] if named else None
    alike = [one for one in parts if one[1] == charge.amount]
    # The other charges may be several rows together.
    others = [one for one in parts if one[0] == "other" and one[1] > charge.amount]
    return alike[0] if len(alike) == 1 else others[0] if others and not alike else None
