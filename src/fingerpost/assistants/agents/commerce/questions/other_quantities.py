"""The price of other numbers of goods than a document has, without its taxes or with them."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, cents
from fingerpost.assistants.agents.commerce.language.catalogue import NAMED_TAX
from fingerpost.assistants.agents.commerce.questions.goods_mentions import GoodsMention
from fingerpost.assistants.agents.commerce.questions.line_taxes import taxes_of_line
from fingerpost.assistants.agents.commerce.questions.question_figures import find_figures
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.recalculation import MOST_BETWEEN, ZERO
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter

_OF_LINES = frozenset(
    {"items", "total", "number", "goods", "discount", "due", "compare", "taxes", NAMED_TAX, "subtotal"}
)
_TAXES = {"taxes", NAMED_TAX}


def other_numbers(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return the price of the numbers of goods that a question names, where one is another than that of the document.

    The taxes of the goods are added where it asks for them, if the document tells them.
    """
    if set(question.asked) - _TAXES - {"items", "subtotal"} or any(map(question.does, ("instead", "share", "count"))):
        return Calculation()
    counts = [(goods.lines[0], _count_before(goods, question)) for goods in question.goods if len(goods.lines) == 1]
    told = [(line, count) for line, count in counts if count is not None and line.unit_price is not None]
    if not told or len(told) < len(question.goods) or all(count == abs(line.quantity or ZERO) for line, count in told):
        return Calculation()
    with_taxes = question.does("with") and bool(_TAXES & set(question.asked))
    if question.does("without") and any(tax.included for tax in document.taxes):
        return Calculation()
    said, values = [], []
    for line, count in told:
        value = cents(count * (line.unit_price or ZERO))
        said.append(writer.times(count, line.unit_price or ZERO))
        if with_taxes and not question.does("without"):
            taxes = taxes_of_line(line, document)
            if not taxes:
                return Calculation()
            added = [(cents(value * (tax.rate or ZERO) / 100), tax.name) for tax in taxes]
            said.append(writer.terms(value, added))
            value += sum((amount for amount, _ in added), ZERO)
        values.append(value)
    return Calculation((*said, *([writer.added(values)] if len(values) > 1 else [])), _OF_LINES)


def _count_before(goods: GoodsMention, question: DocumentQuestion) -> Decimal | None:
    """Return the number just before the name of goods, which is no part of it."""
    inside = _figures_of(goods.lines[0])
    for one in reversed(question.figures):
        between = question.plain[one.end : goods.start].split()
        if not one.percent and one.end <= goods.start and len(between) <= MOST_BETWEEN and one.value not in inside:
            return one.value
    return None


def _figures_of(line: LineItem) -> set[Decimal]:
    return {one.value for one in find_figures(f"{line.description} {line.code}", ())}
