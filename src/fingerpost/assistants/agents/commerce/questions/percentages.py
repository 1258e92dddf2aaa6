"""Percentages of a document's amounts: what a question supposes or asks for, and what the document states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument, cents
from fingerpost.assistants.agents.commerce.language.catalogue import NAMED_TAX, fields, find_fields, find_operations
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import content_words, find_verbatim, same_stem
from fingerpost.assistants.agents.commerce.questions.field_answers import tax_text
from fingerpost.assistants.agents.commerce.questions.operands import (
    BASES,
    PERCENT,
    Operand,
    field_operands,
    named_taxes,
)
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.recalculation import discount_rate
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter
from fingerpost.assistants.agents.commerce.verification import goods_value
from fingerpost.language.function_words import SMALL

_EARLY = re.compile(r"(?<![\d/])(\d(?:[.,]\d)?)\s?%?\s?/\s?\d{1,2},?\s+(?:n|net)(?![^\W\d_])")
"""The discount for early payment in terms such as "2/10 net 30"."""


class Rate(NamedTuple):
    """A percentage, and whether it is taken off (-1), added (1) or neither."""

    percent: Decimal
    sign: int


def asked_rate(question: DocumentQuestion, document: CommercialDocument, stated_too: bool) -> Rate | None:
    """Return the percentage that a question supposes, or the one that the document states for what it names."""
    figure = next((one for one in question.figures if one.percent), None)
    early = _EARLY.search(normalize(document.terms))
    if figure is None and early and question.does("early") and not question.goods:
        return Rate(Decimal(early[1].replace(",", ".")), -1)
    if figure is None:
        return _stated_rate(question, document) if stated_too and question.does("amount") else None
    if "items" in question.asked and not question.does("amount"):
        # "Which item had 5% off" asks for the item.
        return None
    taxes = [tax for one in question.mentions for tax in named_taxes(one, document) if _is_of_taxes(one.name)]
    if any(tax.rate == figure.value for tax in taxes):
        # "The VAT of 21%" only names a tax of the document.
        return None
    if "discount" in question.asked and figure.value == discount_rate(document):
        return None
    return Rate(figure.value, _sign(question.plain))


def with_rate(base: Decimal, rate: Rate, writer: SumWriter) -> list[str]:
    """Return an amount times a percentage as a sum, and what is left or comes to with it."""
    said = [writer.percent(base, rate.percent)]
    part = cents(base * rate.percent / 100)
    if rate.sign:
        result = base + rate.sign * part
        said.append(
            f"{writer.money(base)} {'−' if rate.sign < 0 else '+'} {writer.money(part)} = {writer.money(result)}"
        )
    return said


def share(
    question: DocumentQuestion, operands: Sequence[Operand], document: CommercialDocument, writer: SumWriter
) -> str:
    """Return what share an amount is of the sum that is named; else of the goods for a discount, or of the total."""
    wholes = [one for one in operands if one.kind in BASES - {"balance"}]
    net = [one for one in operands if _is_of_taxes(one.kind) and question.does("without")]
    parts = [one for one in operands if one not in wholes and one not in net]
    goods = goods_value(document)
    if net and parts and goods:
        # "Of the amount without VAT."
        return writer.share(abs(sum((one.amount for one in parts), Decimal(0))), goods)
    rates = {tax for one in question.mentions if _is_of_taxes(one.name) for tax in named_taxes(one, document)}
    rate = rates.pop() if len(rates) == 1 else None
    others = [one for one in parts if not _is_of_taxes(one.kind)]
    if not (wholes or others) and rate is not None and rate.rate is not None:
        return tax_text(rate, document, writer.language)
    given = [one.value for one in question.figures if not one.percent]
    if parts and not wholes and len(given) == 1 and given[0] > max(abs(one.amount) for one in parts):
        # "What percentage of the 13,125".
        return writer.share(abs(sum((one.amount for one in parts), Decimal(0))), given[0])
    if not parts and len(wholes) == 2:
        parts, wholes = [min(wholes, key=lambda one: one.amount)], [max(wholes, key=lambda one: one.amount)]
    if len({one.start for one in parts}) == 2 and not wholes and question.does("share"):
        # "What share of the freight is the insurance": the smaller one of the larger.
        groups = [[one for one in parts if one.start == start] for start in dict.fromkeys(one.start for one in parts)]
        sums = sorted(abs(sum((one.amount for one in group), Decimal(0))) for group in groups)
        return writer.share(sums[0], sums[1]) if sums[1] else ""
    part = abs(sum((one.amount for one in parts), Decimal(0)))
    whole = wholes[0].amount if wholes else document.total
    if not wholes and parts and all(one.kind == "discount" for one in parts):
        whole = goods_value(document) or whole
    return writer.share(part, whole) if part and whole else ""


def _is_of_taxes(name: str) -> bool:
    return name in ("taxes", "withheld", NAMED_TAX)


def _sign(plain: str) -> int:
    names = {one.name for one in find_operations(plain)} | {one.name for one in find_fields(plain)}
    if "off" in names or "discount" in names:
        return -1
    return 1 if "raised" in names or names & {"taxes", NAMED_TAX, "penalty"} else 0


def _stated_rate(question: DocumentQuestion, document: CommercialDocument) -> Rate | None:
    """Return a percentage that the document states for what a question names."""
    held = {one.start for mention in question.mentions for one in field_operands(mention, document, document.language)}
    amounts = [one for one in question.mentions if fields()[one.name].kind == "amount"]
    if any(one.start in held for one in amounts) or find_verbatim(document.said, question.plain).is_amount:
        return None
    lacking = [one.text for one in amounts]
    asked = [word for word in content_words(" ".join([*question.unknown, *lacking])) if word not in SMALL]
    for line in document.said.split("\n"):
        label, _, value = line.partition("\t")
        text = normalize(f"{label} {value}")
        found = list(PERCENT.finditer(text))
        if not found or any(mention.name == NAMED_TAX for mention in find_fields(text)):
            continue
        best: tuple[int, int] = (0, 0)
        for index, one in enumerate(found):
            begin = found[index - 1].end() if index else 0
            before = content_words(text[begin : one.start()])[-3:]
            end = found[index + 1].start() if index + 1 < len(found) else len(text)
            near = [*before, *content_words(text[one.end() : end])[:4]]
            score = sum(any(same_stem(word, other) for other in near) for word in asked)
            best = max(best, (score, -index))
        if best[0]:
            one = found[-best[1]]
            begin = found[-best[1] - 1].end() if best[1] else 0
            return Rate(Decimal(one[1].replace(",", ".")), _sign(text[begin : one.end() + 12]))
    return None
