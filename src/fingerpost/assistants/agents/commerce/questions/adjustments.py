"""Amounts of a document with and without its charges, each written as a sum."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument, cents
from fingerpost.assistants.agents.commerce.language.catalogue import CatalogueMention, fields
from fingerpost.assistants.agents.commerce.language.phrases import NAMES
from fingerpost.assistants.agents.commerce.questions.formatting import this_document
from fingerpost.assistants.agents.commerce.questions.operands import (
    BASES,
    ZERO,
    Operand,
    find_operands,
    is_paid_off,
    is_part_of,
    lacking_mentions,
    name_of,
)
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.recalculation import (
    MOST_BETWEEN,
    TaxOnTop,
    all_taxes_told,
    discount_rate,
    taxes_on_top,
)
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter
from fingerpost.language.function_words import AND, BE

_NEXT_CLAUSE = re.compile(r"[,;]\W*(?:what|how|quant|cuant|qual|cual)")
_FOLLOWS = re.compile(r"in?clu|exclu|apart")
"""Words that may follow what they take in or leave out: "freight included"."""
_GOES_ON = re.compile(r"\s*\w")
_AFTER = ("after", "depois", "despues", "apos")


class AdjustedAmount(NamedTuple):
    """An amount after charges were taken off or added, the sums that lead to it, and charges that are not stated."""

    value: Decimal | None
    said: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class _Start(NamedTuple):
    """The amount that a question starts from, and whether the charges are part of it where the sums do not tell."""

    value: Decimal | None
    whole: bool
    goods: tuple[Operand, ...] = ()


def adjusted_amount(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> AdjustedAmount:
    """Return the amount that a question starts from, with the charges that it adds and without those it leaves out."""
    operators = operators_of(question)
    operands = find_operands(question, document, writer.language)
    start = starting_amount(question, operands, document, operators)
    missing = _missing(question, operands, document, operators, start, writer)
    if start.value is None:
        return AdjustedAmount(None, (), missing)
    value, said = start.value, []
    without, including = _charges(question, operands, operators, start)
    inside = {one: one.kind == "line" or is_part_of(one, value, document, start.whole) for one in operands}
    inside |= {
        one: one in without
        and not (start.whole and (is_paid_off(one.amount, document) or _is_left_after(one.amount, value, document)))
        for one in operands
        if one.kind == "paid"
    }
    if start.goods:
        # A tax on some of the goods is the share of their price, and other charges are on top.
        if any(one.rate for one in including) and not all_taxes_told(document):
            return AdjustedAmount(
                None, (), (*missing, writer.phrase("untold_taxes", this_document(document, writer.language)))
            )
        including = [one for one in including if _is_of_goods(one, start.goods, document)]
        held = {(one.name, one.amount) for one in start.goods}
        inside |= {one: (one.name, one.amount) in held for one in without if one.kind == "line"}
        taxed = value - sum((one.amount for one in without if one.kind == "line" and inside[one]), ZERO)
        including = [one._replace(amount=cents(taxed * one.rate / 100)) if one.rate else one for one in including]
        inside |= dict.fromkeys(including, False)
        inside |= {one: False for one in without if one.kind != "line"}
    taken = [one for one in without if inside[one]]
    if question.does("both") and taken:
        said.append(f"{writer.money(value)} ({writer.phrase('with', taken[0].name)})")
    if value == document.total and _changes_untold_taxes(taken, document):
        untold = writer.phrase("untold_taxes", this_document(document, writer.language))
        return AdjustedAmount(None, (), (*missing, untold))
    if taken:
        lowered = _without(value, taken, document, writer)
        said += lowered.said
        value = lowered.value
        # What is not bought lowers the taxes too: those of the document are no part of this total.
        including = [one for one in including if not (lowered.taxed and inside[one])]
    if added := [one for one in including if not inside[one]]:
        said.append(writer.terms(value, [(one.amount, one.name) for one in added]))
        value += sum((one.amount for one in added), ZERO)
    elif including:
        before = value - sum((one.amount for one in including), ZERO)
        said.append(writer.terms(before, [(one.amount, one.name) for one in including]))
    if without and not taken:
        said.append(f"{writer.money(value)} ({writer.phrase('without', without[0].name)})")
    return AdjustedAmount(value, tuple(said), missing)


def starting_amount(
    question: DocumentQuestion,
    operands: Sequence[Operand],
    document: CommercialDocument,
    operators: Sequence[CatalogueMention] | None = None,
) -> _Start:
    """Return the amount that a question starts from: the goods or the sum it names, else the total."""
    operators = operators_of(question) if operators is None else operators
    goods = [one for one in operands if one.kind == "line" and not operator_of(one, operators, question)]
    if len(question.lines) == 1 and goods and question.lines[0].unit_price is not None and question.does("each"):
        return _Start(question.lines[0].unit_price, False, tuple(goods))
    prices = [line.unit_price for line in question.lines if line.unit_price is not None]
    if question.does("each") and len(prices) == len(goods) > 1 and len({line.quantity for line in question.lines}) == 1:
        # "How much is it per guest, the menu and the drinks".
        return _Start(sum(prices, ZERO), False, tuple(goods))
    if goods:
        return _Start(sum((one.amount for one in goods), ZERO), False, tuple(goods))
    charges = [document.discount, document.shipping, document.other, *(tax.amount for tax in document.taxes)]
    known = {abs(amount) for amount in charges if amount}
    for one in operands:
        is_sum = one.kind == "label" and abs(one.amount) not in known
        if one.kind in BASES or (is_sum and not operator_of(one, operators, question)):
            return _Start(one.amount, one.kind in ("total", "balance"))
    return _Start(document.total, True)


def operators_of(question: DocumentQuestion) -> list[CatalogueMention]:
    """Return the words that take charges in or leave them out; of several goods, "the sum of" only adds them up."""
    added = {one.start for one in question.wording("sum")} if len(question.goods) > 1 else set[int]()
    found = question.wording("both", "with", "without")
    return [one for one in found if one.name != "with" or one.start not in added]


def operator_of(operand: Operand, operators: Sequence[CatalogueMention], question: DocumentQuestion) -> str:
    """Return whether an amount is named after "with", "without" or "with and without"; else an empty string."""
    if operand.kind in BASES:
        return ""
    front = [one for one in operators if one.end <= operand.start and not _ends_clause(one, question)][-1:]
    before = [one for one in front if not _NEXT_CLAUSE.search(question.plain, one.end, operand.start)]
    behind = next((one for one in operators if one.start > operand.start), None)
    told = behind is not None and not _asks_whether(question)
    if (
        behind is not None
        and told
        and _ends_clause(behind, question)
        and _is_bound(operand, behind, question, not before)
    ):
        return behind.name
    if not before:
        return ""
    # "With 5% discount" supposes another one than that of the document.
    supposed = any(figure.percent and before[-1].end <= figure.start < operand.start for figure in question.figures)
    if supposed:
        return ""
    # After a deposit is what is left of the total.
    return "without" if operand.kind == "paid" and before[-1].text.startswith(_AFTER) else before[-1].name


def _asks_whether(question: DocumentQuestion) -> bool:
    """Return whether a question asks for no amount: "is shipping included"."""
    first = re.search(r"[^\W_]+", question.plain)
    return first is not None and first[0] in BE and not question.does("amount")


def _ends_clause(operator: CatalogueMention, question: DocumentQuestion) -> bool:
    """Return whether a word comes after what it takes in or leaves out: it belongs to nothing behind it."""
    return _FOLLOWS.match(operator.text) is not None and not _GOES_ON.match(question.plain, operator.end)


def _is_bound(operand: Operand, operator: CatalogueMention, question: DocumentQuestion, listed: bool) -> bool:
    """Return whether a word at the end of a clause belongs to an amount before it.

    A comma or the name of another amount ends its reach, except for amounts joined by "and", of which goods are not
    joined to a charge: "the desk and freight included"; `listed` says that they may have commas too.
    """
    places = {goods.start: "goods" for goods in question.goods}
    places |= {one.start: "charge" for one in question.mentions if fields()[one.name].kind == "amount"}
    inside = [place for place in places if operand.start < place < operator.start]
    if len(re.findall(r"\w+", question.plain[max([operand.start, *inside]) : operator.start])) > MOST_BETWEEN:
        return False
    *before_comma, last = re.split(r"[,;]", question.plain[operand.start : operator.start])
    if not inside:
        return not before_comma
    joined = bool(AND & set(last.split())) and (listed or not before_comma)
    is_goods = places.get(operand.start) == "goods"
    return joined and not (is_goods and any(places[place] == "charge" for place in inside))


def _charges(
    question: DocumentQuestion, operands: Sequence[Operand], operators: Sequence[CatalogueMention], start: _Start
) -> tuple[list[Operand], list[Operand]]:
    """Return the amounts that a question leaves out, and those that it takes in."""
    without, including = [], []
    for one in operands:
        operator = operator_of(one, operators, question) if one not in start.goods else ""
        if operator == "with":
            including.append(one)
        elif operator:
            without.append(one)
    return without, including


class _Lowered(NamedTuple):
    """An amount without charges or goods, the sums that lead to it, and whether its taxes are lower too."""

    value: Decimal
    said: list[str]
    taxed: bool


def _without(value: Decimal, taken: Sequence[Operand], document: CommercialDocument, writer: SumWriter) -> _Lowered:
    """Return an amount without some of its parts."""
    without = [(-one.amount, one.name) for one in taken]
    saved = []
    gone = sum((one.amount for one in taken if one.kind == "line"), ZERO)
    rate = discount_rate(document) if gone and value == document.total else None
    less = cents(gone * rate / 100) if rate is not None else ZERO
    if rate is not None and not any(one.kind == "discount" for one in taken):
        saved.append((less, f"{NAMES['discount'][writer.language]} {writer.number(rate)}%"))
    for on_top in taxes_on_top(document) if value == document.total else ():
        # What is not bought is not taxed either.
        taxed = sum((one.amount for one in taken if _is_taxed(one, on_top)), ZERO)
        taxed -= less if "discount" in on_top.charges else ZERO
        if taxed and not any(one.name == on_top.tax.name for one in taken):
            name = f"{on_top.tax.name} {writer.number(abs(on_top.rate))}%"
            saved.append((-cents(taxed * on_top.rate / 100), name))
    parts = [*without, *saved]
    return _Lowered(value + sum((amount for amount, _ in parts), ZERO), [writer.terms(value, parts)], bool(saved))


def _is_left_after(paid: Decimal, value: Decimal, document: CommercialDocument) -> bool:
    """Return whether an amount is what is left of the total after a payment."""
    return document.total is not None and paid != 0 and value == document.total - abs(paid)


def _is_of_goods(one: Operand, goods: Sequence[Operand], document: CommercialDocument) -> bool:
    """Return whether a charge is no tax of other goods than these."""
    on_top = [other for other in taxes_on_top(document) if (other.tax.amount, other.tax.rate) == (one.amount, one.rate)]
    return not on_top or not on_top[0].goods or {other.name for other in goods} <= on_top[0].goods


def _changes_untold_taxes(taken: Sequence[Operand], document: CommercialDocument) -> bool:
    """Return whether what is left out may lower a tax of which the document does not show what it is taken of.

    A tax without a rate is stated for the goods: charges beside them leave it as it is.
    """
    kinds = {one.kind for one in taken}
    if kinds & {"line", "discount"}:
        return not all_taxes_told(document)
    rated = tuple(tax for tax in document.taxes if tax.rate is not None)
    return bool(kinds & {"label", "shipping", "other"}) and not all_taxes_told(replace(document, taxes=rated))


def _is_taxed(one: Operand, on_top: TaxOnTop) -> bool:
    if one.kind == "line":
        return not on_top.goods or one.name in on_top.goods
    return one.kind in on_top.charges


def _missing(
    question: DocumentQuestion,
    operands: Sequence[Operand],
    document: CommercialDocument,
    operators: Sequence[CatalogueMention],
    start: _Start,
    writer: SumWriter,
) -> tuple[str, ...]:
    """Return what is said of charges that a question adds or leaves out and the document does not state."""
    said = []
    for mention in lacking_mentions(question, operands, document):
        place = Operand("", ZERO, mention.start, mention.name)
        operator = operator_of(place, operators, question)
        if operator and not start.goods:
            said.append(
                writer.phrase("none", this_document(document, writer.language), name_of(mention, writer.language))
            )
    return tuple(dict.fromkeys(said))
