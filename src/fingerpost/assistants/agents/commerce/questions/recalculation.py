"""Recalculates the sums of a document where a charge or a number of goods would be another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, product
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CENT, CommercialDocument, LineItem, Tax, cents
from fingerpost.assistants.agents.commerce.language.phrases import NAMES
from fingerpost.assistants.agents.commerce.questions.question_figures import QuestionFigure, find_figures
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter
from fingerpost.assistants.agents.commerce.verification import goods_value
from fingerpost.language.text import words

ZERO = Decimal(0)
MOST_PARTS = 12
"""Maximum number of line items and charges among which those of a tax are sought."""
_EVERYTHING = words(
    "total subtotal discount shipping other taxes named_tax withheld goods paid items compare balance terms number "
    "sums tax_base"
)
MOST_BETWEEN = 2
"""Maximum number of words between a number and the goods it counts: "2 bags of sugar"."""
_OF_SOME = ("both", "count", "share", "average", "each", "over", "under", "with")
"""Operations that ask for something else than the total."""


class TaxOnTop(NamedTuple):
    """A tax on top of the prices, and the charges that are taxed too: "discount", "shipping" and "other".

    `goods` are the descriptions of the line items that are taxed; empty where all are.
    """

    tax: Tax
    rate: Decimal
    charges: frozenset[str]
    goods: frozenset[str] = frozenset()


def taxes_on_top(document: CommercialDocument) -> list[TaxOnTop]:
    """Return the taxes that are added by their rate, each with the charges in its base, found by its amount."""
    goods = goods_value(document)
    if goods is None:
        return []
    values = {
        "discount": -abs(document.discount or ZERO), "shipping": document.shipping or ZERO,
        "other": document.other or ZERO,
    }  # fmt: skip
    named = [name for name, value in values.items() if value]
    found = []
    for tax in document.taxes:
        if tax.rate is None or tax.amount is None or tax.included:
            continue
        for chosen in product((True, False), repeat=len(named)):
            inside = [name for name, taken in zip(named, chosen, strict=True) if taken]
            base = goods + sum((values[name] for name in inside), ZERO)
            if abs(cents(base * abs(tax.rate) / 100) - abs(tax.amount)) <= 2 * CENT:
                found.append(TaxOnTop(tax, tax.rate if tax.amount > 0 else -abs(tax.rate), frozenset(inside)))
                break
        else:
            found += _tax_of_some(tax, document, values)
    return found


def all_taxes_told(document: CommercialDocument, taxes: Sequence[TaxOnTop] | None = None) -> bool:
    """Return whether the taxes on top that were found are all taxes that the prices do not include."""
    found = taxes_on_top(document) if taxes is None else taxes
    return len(found) >= sum(not tax.included and tax.rate != 0 and tax.amount != 0 for tax in document.taxes)


def _tax_of_some(tax: Tax, document: CommercialDocument, values: Mapping[str, Decimal]) -> list[TaxOnTop]:
    """Return a tax with the only line items, and charges, of which its rate makes its amount; nothing for several."""
    parts = [(line.description, line.total) for line in document.lines if line.total]
    parts += [(name, value) for name, value in values.items() if value]
    if not tax.rate or tax.amount is None or len(parts) > MOST_PARTS:
        return []
    fitting = [
        [name for name, _ in chosen]
        for count in range(1, len(parts) + 1)
        for chosen in combinations(parts, count)
        if abs(cents(sum((value for _, value in chosen), ZERO) * tax.rate / 100) - tax.amount) < CENT
    ]
    if len(fitting) != 1:
        return []
    inside = frozenset(fitting[0])
    return [TaxOnTop(tax, tax.rate, inside & values.keys(), inside - values.keys())]


def discount_rate(document: CommercialDocument) -> Decimal | None:
    """Return the percentage of its goods that a document takes off, where it is a round one."""
    goods = goods_value(document)
    if not (goods and document.discount):
        return None
    rate = abs(document.discount) / goods * 100
    return round(rate, 1) if abs(rate - round(rate, 1)) < Decimal("0.005") else None


def another_discount(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return the discount and the total where the discount of a document would be another percentage of its goods."""
    goods = goods_value(document)
    figures = [one.value for one in question.figures if one.percent]
    supposed = "discount" in question.asked and (question.does("if") or question.does("instead"))
    if not (supposed and document.discount and goods and figures) or figures[0] == discount_rate(document):
        return Calculation()
    discount = cents(goods * figures[0] / 100)
    said = [writer.percent(goods, figures[0]), writer.terms(goods, [(-discount, NAMES["discount"][writer.language])])]
    changed = replace(document, discount=discount)
    return Calculation((*said, *_new_total(changed, goods, goods, writer, taxes_on_top(document))), _EVERYTHING)


def another_number(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return what another number of some goods would change: the line, the goods and the total."""
    if not any(map(question.does, ("instead", "if", "without"))):
        return Calculation()
    fewer = question.does("without") and not question.does("instead")
    line, count = _fewer(question) if fewer else _supposed(question, document)
    if line is None or line.unit_price is None or line.total is None or not line.quantity or count is None:
        return Calculation()
    changed = cents(count * line.unit_price)
    less = line.quantity - count
    said = [f"{writer.number(line.quantity)} − {writer.number(less)} = {writer.number(count)}"] if fewer else []
    priced = writer.times(count, line.unit_price)
    ratio = line.total / cents(line.quantity * line.unit_price) if line.unit_price else ZERO
    if line.discount or (ratio > 1 and ratio == int(ratio)):
        # A price for a day, or with a discount: each piece is charged its part of the line.
        changed = cents(line.total * count / line.quantity)
        priced = writer.part_of(line.total, line.quantity, count)
    said += [priced]
    said.append(writer.difference(changed, line.total))
    goods = goods_value(document)
    if goods is not None:
        said.append(
            f"{NAMES['subtotal'][writer.language]}: {writer.terms(goods, [(changed - line.total, line.description)])}"
        )
        said += _new_total(
            document, goods, goods + changed - line.total, writer, taxes_on_top(document), line.description
        )
    return Calculation(tuple(said), _EVERYTHING)


def _fewer(question: DocumentQuestion) -> tuple[LineItem | None, Decimal | None]:
    """Return the line item of which a question leaves out some pieces, and how many are left: "without 2 chairs"."""
    taken = pieces_named(question)
    line = question.lines[0] if len(question.lines) == 1 else None
    alone = len(taken) == 1 and line is not None and not any(map(question.does, _OF_SOME))
    if line is None or not alone or line.quantity is None or not 0 < taken[0].value < line.quantity:
        return None, None
    return line, line.quantity - taken[0].value


def pieces_named(question: DocumentQuestion) -> list[QuestionFigure]:
    """Return the figures before the names of goods that a question leaves out or adds: how many of them."""
    operators = question.wording("with", "without")
    inside = {one.value for line in question.lines for one in find_figures(f"{line.description} {line.code}", ())}
    return [
        one
        for one in question.figures
        if not one.percent
        and one.value not in inside
        and any(operator.end <= one.start for operator in operators)
        and any(0 <= _words_between(question, one.end, goods.start) <= MOST_BETWEEN for goods in question.goods)
    ]


def _words_between(question: DocumentQuestion, end: int, start: int) -> int:
    """Return how many words are between two places of a question; negative where the second is first."""
    return len(question.plain[end:start].split()) if end <= start else -1


def _supposed(question: DocumentQuestion, document: CommercialDocument) -> tuple[LineItem | None, Decimal | None]:
    """Return the line item of which a question supposes another number, and that number."""
    figures = [one.value for one in question.figures if not one.percent]
    priced = [line for line in question.lines or document.lines if line.unit_price and line.quantity is not None]
    if not question.lines:
        # "100 hours instead of 120" names the line by its number.
        priced = [line for line in priced if line.quantity in figures]
    for line in priced if len(priced) == 1 else ():
        other = [count for count in figures if count != line.quantity]
        return line, other[0] if other else None
    return None, None


def _new_total(
    document: CommercialDocument,
    goods: Decimal,
    changed: Decimal,
    writer: SumWriter,
    taxes: Sequence[TaxOnTop],
    other: str = "",
) -> list[str]:
    """Return the new total: a discount in percent is of the new goods, and so are the taxes on top.

    `other` is the line item that has changed, for taxes of some goods alone.
    """
    charges = {"shipping": document.shipping or ZERO, "other": document.other or ZERO}
    if document.discount:
        rate = discount_rate(replace(document, subtotal=goods))
        charges["discount"] = -cents(changed * rate / 100) if rate is not None else -abs(document.discount)
    added = [(value, NAMES[name][writer.language]) for name, value in charges.items() if value]
    for one in taxes:
        taxed = goods - sum((line.total or ZERO for line in document.lines if line.description not in one.goods), ZERO)
        changed_base = changed if not one.goods else taxed if other not in one.goods else taxed + changed - goods
        base = changed_base + sum((charges.get(name, ZERO) for name in one.charges), ZERO)
        added.append((cents(base * one.rate / 100), one.tax.name))
    if not added or not all_taxes_told(document, taxes):
        return []
    return [f"{writer.phrase('new_total', NAMES['total'][writer.language])} {writer.terms(changed, added)}"]
