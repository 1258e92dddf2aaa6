"""The price of goods after their discount, for all pieces and for one, with their tax where a question asks for it."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CENT, CommercialDocument, LineItem, cents
from fingerpost.assistants.agents.commerce.language.catalogue import NAMED_TAX, CatalogueMention
from fingerpost.assistants.agents.commerce.questions.field_answers import line_text
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.recalculation import all_taxes_told, discount_rate, taxes_on_top
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter

_ANSWERED = frozenset({"items", "total", "goods", "discount", "taxes", "named_tax", "compare", "subtotal"})
_TAXES = frozenset({"taxes", NAMED_TAX})


def after_discount(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return what the goods that a question names cost after the discount of the document, as a sum."""
    line = question.lines[0] if len(question.lines) == 1 else None
    if line is None or not line.quantity or not line.total or question.does("if") or not _is_after(question):
        return Calculation()
    said = [line_text(line, document, writer.language)]
    price = _net_of_own(line)
    if price is None:
        rate = discount_rate(document)
        if rate is None:
            return Calculation()
        off = cents(line.total * rate / 100)
        said += [writer.percent(line.total, rate), writer.difference(line.total, off)]
        price = line.total - off
    given = {one.value for one in question.figures if one.percent}
    gross = line.quantity * line.unit_price if line.unit_price is not None else line.total
    if given - {round((gross - price) / gross * 100, 1)}:
        # A percentage that is not that of the document is supposed.
        return Calculation()
    if line.quantity != 1:
        said.append(f"{writer.phrase('a_unit')} {writer.parts(price, line.quantity)}")
    if _operator_before(question, _TAXES) == "with":
        rates = [one for one in taxes_on_top(document) if not one.goods or line.description in one.goods]
        if len(rates) != 1 or not all_taxes_told(document):
            return Calculation()
        for base in dict.fromkeys((price, cents(price / line.quantity))):
            tax = cents(base * rates[0].rate / 100)
            said.append(writer.terms(base, [(tax, rates[0].tax.name)]))
    return Calculation(tuple(said), _ANSWERED)


def _net_of_own(line: LineItem) -> Decimal | None:
    """Return the total of a line after a discount of its own; None where it has none."""
    if line.total is None or line.quantity is None:
        return None
    gross = line.quantity * line.unit_price if line.unit_price is not None else line.total
    if line.total < gross - CENT:
        return line.total
    return line.total - line.discount if line.discount else None


def _is_after(question: DocumentQuestion) -> bool:
    """Return whether a question asks for a price after a discount, and not for the discount or the price before it."""
    named = any(one.name == "discount" for one in question.mentions) or question.does("off")
    return named and _operator_before(question, frozenset({"discount"})) == "with"


def _operator_before(question: DocumentQuestion, names: frozenset[str]) -> str:
    """Return "with" or "without", whichever is the last before the words for some fields; else an empty string."""
    words = [one for one in question.mentions if one.name in names]
    if not words and "discount" in names:
        words = question.wording("off")
    if not words:
        return ""
    before: list[CatalogueMention] = [
        one for one in question.wording("with", "without") if one.end <= words[0].start and one.start < words[0].start
    ]
    return before[-1].name if before else ""
