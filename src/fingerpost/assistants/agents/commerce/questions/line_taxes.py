"""Tells which line items have which tax, where the sums of the document show it, and works out the tax of one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from itertools import combinations

from fingerpost.assistants.agents.commerce.document import CENT, CommercialDocument, LineItem, Tax, cents
from fingerpost.assistants.agents.commerce.language.catalogue import NAMED_TAX
from fingerpost.assistants.agents.commerce.parsing.labelled_values import asks_for_amount
from fingerpost.assistants.agents.commerce.questions.field_answers import line_text
from fingerpost.assistants.agents.commerce.questions.line_tax_rates import stated_taxes
from fingerpost.assistants.agents.commerce.questions.operands import named_taxes
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.recalculation import MOST_PARTS, ZERO, all_taxes_told, taxes_on_top
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter

_WHICH = re.compile(
    r"(?<![^\W_])(?:which|what|any|anything|que|quais|qual|algum|alguma|algo|cuales|cual|algun|alguna)(?![^\W_])"
)
_NO = re.compile(r"(?<![^\W_])(?:no|without|sin|sem|nao|exempt|zero|cero)(?![^\W_])")
_OF_LINES = frozenset({"items", "taxes", NAMED_TAX, "total", "goods", "number", "count", "compare"})


def tax_of_lines(document: CommercialDocument) -> Mapping[LineItem, Tax | None]:
    """Return the tax of each line item, None where it has none; empty where the sums do not tell."""
    rated = [tax for tax in document.taxes if tax.rate and (tax.amount or ZERO) > 0]
    if not all_taxes_told(document) or not rated:
        return {}
    found: dict[LineItem, Tax | None] = {}
    on_top = {one.tax: one.goods for one in taxes_on_top(document) if one.tax in rated}
    of_all = [tax for tax in rated if not tax.included and not on_top.get(tax, frozenset())]
    for tax in rated:
        lines = _lines_of_base(tax, document) if tax.included else on_top.get(tax, frozenset())
        if tax.included and not lines:
            return {}
        # A tax of all goods beside those of some tells none apart.
        one_of_all = not lines and len(of_all) < len(rated)
        for line in document.lines:
            if not lines or line.description in lines:
                if line in found and not (one_of_all or found[line] in of_all):
                    return {}
                if line not in found or not one_of_all:
                    found[line] = tax
    return {line: found.get(line) for line in document.lines}


def _lines_of_base(tax: Tax, document: CommercialDocument) -> frozenset[str]:
    """Return the only line items, with a discount or without, that make the base of a tax which the prices include."""
    parts = [(line.description, line.total) for line in document.lines if line.total]
    if tax.base is None or tax.amount is None or len(parts) > MOST_PARTS:
        return frozenset()
    whole = tax.base + tax.amount
    wanted = {whole, whole + abs(document.discount or ZERO)}
    fitting = [
        frozenset(name for name, _ in chosen)
        for count in range(1, len(parts) + 1)
        for chosen in combinations(parts, count)
        if any(abs(sum((value for _, value in chosen), ZERO) - one) <= CENT for one in wanted)
    ]
    return fitting[0] if len(fitting) == 1 else frozenset()


def lines_at_rate(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return the line items that have the rate of tax which a question names, or no tax."""
    named = {"taxes", NAMED_TAX} & set(question.asked)
    held = {tax.rate for tax in document.taxes} if named else set[Decimal | None]()
    # "The VAT of 4" is one of 4%.
    rates = [one.value for one in question.figures if one.percent or one.value in held]
    if question.goods or asks_for_amount(question.plain) or not _WHICH.search(question.plain) or not (named or rates):
        return Calculation()
    of_lines = stated_taxes(document) or [
        (line, [tax] if tax is not None else []) for line, tax in tax_of_lines(document).items()
    ]
    free = named and not rates and _NO.search(question.plain)
    chosen = [
        line
        for line, taxes in of_lines
        if (not taxes if free else bool(rates) and rates[0] in ({tax.rate for tax in taxes} or {ZERO}))
    ]
    if not chosen:
        return Calculation()
    totals = [line.total for line in chosen if line.total is not None]
    said = [f"- {line_text(line, document, writer.language)}" for line in chosen]
    said += [writer.added(totals)] if 1 < len(totals) == len(chosen) else []
    return Calculation((writer.phrase("chosen", len(chosen), len(of_lines)), *said), _OF_LINES)


def taxes_of_line(line: LineItem, document: CommercialDocument) -> list[Tax]:
    """Return the taxes on top of the price of a line item; nothing where the sums of the document do not tell them."""
    if (stated := stated_taxes(document)) and not any(tax.included for tax in document.taxes):
        return next((taxes for other, taxes in stated if other.row == line.row), [])
    on_top = taxes_on_top(document)
    found = [one for one in on_top if one.rate > 0 and (not one.goods or line.description in one.goods)]
    # What is told of one line item holds whatever the taxes of the others are.
    sure = all_taxes_told(document, on_top) or all(one.goods for one in found)
    return [one.tax for one in found] if sure else []


def tax_of_goods(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return the tax of the one line item that a question names, and its price with it, for a piece and for all."""
    line = question.lines[0] if len(question.lines) == 1 else None
    mentions = [one for one in question.mentions if one.name in ("taxes", NAMED_TAX)]
    others = set(question.asked) - {"taxes", NAMED_TAX, "items", "balance"}
    supposed = {one.value for one in question.figures} - {tax.rate for tax in document.taxes}
    if line is None or not mentions or others or supposed or line.total is None:
        return Calculation()
    if any(map(question.does, ("without", "share", "if", "instead"))):
        return Calculation()
    asked = named_taxes(mentions[0], document)
    taxes = [(tax.name, tax.rate) for tax in taxes_of_line(line, document) if tax in asked and tax.rate]
    if not taxes:
        return Calculation()
    bases = [line.unit_price] if line.unit_price is not None and line.quantity != 1 else list[Decimal]()
    said = [
        writer.terms(base, [(cents(base * rate / 100), name) for name, rate in taxes]) for base in (*bases, line.total)
    ]
    return Calculation((line_text(line, document, writer.language), *said), _OF_LINES | {"balance"})
