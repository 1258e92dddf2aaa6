"""Calculates over the values of a document what a question asks for: with or without a charge, a share, a difference.

Each result is written as a sum, so that a reader can follow it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.catalogue import fields
from fingerpost.assistants.agents.commerce.questions.adjustments import (
    adjusted_amount,
    operator_of,
    operators_of,
    starting_amount,
)
from fingerpost.assistants.agents.commerce.questions.date_calculations import days_asked
from fingerpost.assistants.agents.commerce.questions.field_answers import line_text
from fingerpost.assistants.agents.commerce.questions.line_calculations import (
    average,
    chosen_lines,
    counted,
    discounted,
    extremes,
    for_a_piece,
    for_another_number,
    limit_of,
    over_limit,
    pieces,
)
from fingerpost.assistants.agents.commerce.questions.line_taxes import lines_at_rate, tax_of_goods
from fingerpost.assistants.agents.commerce.questions.net_prices import after_discount
from fingerpost.assistants.agents.commerce.questions.operands import ZERO, Operand, find_operands
from fingerpost.assistants.agents.commerce.questions.other_quantities import other_numbers
from fingerpost.assistants.agents.commerce.questions.percentages import asked_rate, share, with_rate
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.recalculation import another_discount, another_number
from fingerpost.assistants.agents.commerce.questions.settlement import paid_on
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter
from fingerpost.language.function_words import OR

_EQUAL_PARTS = re.compile(
    r"(?<![\d.,])(\d{1,3})\s?(?:x(?![^\W_])|(?:equal|iguales?|iguais|monthly|mensais)?\s?(?:vezes|veces|parcelas|"
    r"prestac\w+|cuotas|pagos|plazos|instal\w+|payments|people|pessoas|personas|partners|soci[oa]s|ways|partes|parts|"
    r"of us|amig[oa]s|friends|meses|months))|"
    r"(?:divid\w*|split|repart\w*|rach\w*|parcel\w*)\D{0,40}?(?:por|by|between|among|entre|em|en|into|in)\s+(\d{1,3})"
)
_AMOUNTS = frozenset(
    {"total", "subtotal", "discount", "shipping", "other", "taxes", "named_tax", "withheld", "goods", "paid", "penalty"}
)


_OR = rf"(?<![^\W_])(?:{'|'.join(sorted(OR - {'o', 'u'}))})(?![^\W_])"
_COMPARING = ("most", "least", "dearer")


def calculate(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter, today: date) -> Calculation:
    """Return what a question asks to be calculated; empty where it asks for a value as it is stated."""
    supposed = another_discount(question, document, writer)
    supposed = supposed if supposed.said else another_number(question, document, writer)
    if supposed.said or question.does("instead"):
        return supposed
    for done in (
        paid_on(question, document, writer),
        after_discount(question, document, writer),
        days_asked(question, document, writer, today),
        other_numbers(question, document, writer),
        lines_at_rate(question, document, writer),
        tax_of_goods(question, document, writer),
        over_limit(question, document, writer),
        counted(question, document, writer),
        pieces(question, document, writer),
        average(question, document, writer),
        discounted(question, document, writer),
    ):
        if done.said:
            return done
    operands = find_operands(question, document, writer.language)
    for done in (
        for_a_piece(question, writer),
        _against_limit(question, operands, document, writer),
        _difference(question, operands, document, writer),
        extremes(question, document, writer),
    ):
        if done.said:
            return done
    if question.does("sum") and (done := _listed_sum(question, operands, writer)).said:
        return done
    if "sums" in question.asked or (_asks_day(question) and not question.does("amount")):
        return Calculation()
    return _amounts(question, operands, document, writer)


def _asks_day(question: DocumentQuestion) -> bool:
    return any(fields()[name].kind == "date" for name in question.asked)


def _amounts(
    question: DocumentQuestion, operands: Sequence[Operand], document: CommercialDocument, writer: SumWriter
) -> Calculation:
    """Return an amount with or without charges, with a percentage, as a share, or in equal parts."""
    figured = any(one.percent for one in question.figures)
    adjusted = adjusted_amount(question, document, writer)
    parts = _EQUAL_PARTS.search(question.plain)
    rate = asked_rate(question, document, stated_too=not (adjusted.said or parts))
    if rate is not None and adjusted.value is not None:
        said = (*adjusted.said, *with_rate(adjusted.value, rate, writer))
        return Calculation(said, _AMOUNTS | {"terms", "due", "items"})
    if not figured and question.does("share") and (shown := share(question, operands, document, writer)):
        return Calculation((shown,), _AMOUNTS | {"items", "balance"})
    if parts and adjusted.value is not None and (count := Decimal(parts[1] or parts[2])):
        return Calculation(
            (*adjusted.missing, *adjusted.said, writer.parts(adjusted.value, count)), _AMOUNTS | {"terms", "balance"}
        )
    if adjusted.said or adjusted.missing:
        return Calculation((*adjusted.missing, *adjusted.said), _AMOUNTS | {"balance"})
    other = for_another_number(question, writer)
    return other if other.said else _sum(question, operands, document, writer)


def _against_limit(
    question: DocumentQuestion, operands: Sequence[Operand], document: CommercialDocument, writer: SumWriter
) -> Calculation:
    """Return how far an amount is from a limit that a question gives: "is it over 5,000"."""
    if any(one.percent for one in question.figures) and operands and (question.does("over") or question.does("under")):
        return Calculation(tuple(filter(None, [share(question, operands, document, writer)])), _AMOUNTS | {"compare"})
    limit = limit_of(question)
    start = starting_amount(question, operands, document).value
    named = [one for one in operands if one.kind != "line"]
    value = abs(named[0].amount) if len(named) == 1 else start
    if limit is None or value is None:
        return Calculation()
    yes = value > limit.value if question.does("over") else value < limit.value
    shown = f"{writer.money(value)} {'>' if value > limit.value else '<' if value < limit.value else '='} "
    said = f"{writer.phrase('yes' if yes else 'no')} {shown}{writer.money(limit.value)}"
    return Calculation((said, writer.difference(value, limit.value)), _AMOUNTS | {"sums", "compare", "balance"})


def _difference(
    question: DocumentQuestion, operands: Sequence[Operand], document: CommercialDocument, writer: SumWriter
) -> Calculation:
    """Return the difference of two amounts that a question names; of goods also that of their prices."""
    groups = _groups(_named_together(operands, question))
    compares = question.does("difference") or (len(question.goods) == 2 and any(map(question.does, _COMPARING)))
    if not compares or len(groups) != 2:
        return Calculation()
    one, other = (abs(sum((operand.amount for operand in group), ZERO)) for group in groups)
    said = [writer.difference(one, other)]
    if len(question.goods) == 2 and any(map(question.does, _COMPARING)):
        said = [*(line_text(line, document, writer.language) for line in question.lines), *said]
    lines = [goods.lines[0] for goods in question.goods if len(goods.lines) == 1]
    prices = [
        price
        for line in lines
        if (price := line.unit_price if line.unit_price is not None or line.quantity else line.total) is not None
    ]
    if len(prices) == 2 and any(line.quantity != 1 for line in lines):
        said.append(f"{writer.phrase('a_unit')} {writer.difference(prices[0], prices[1])}")
    return Calculation(tuple(said), _AMOUNTS | {"compare", "items", "sums"})


def _listed_sum(question: DocumentQuestion, operands: Sequence[Operand], writer: SumWriter) -> Calculation:
    """Return the sum of amounts that are listed after "adding" or "the sum of"."""
    first = question.wording("sum")[0]
    listed = [one for one in operands if one.start > first.start and one.kind != "goods"]
    # "What was withheld, adding this tax and that one" names them twice.
    operands = [one for one in operands if one in listed or not any(one.name == other.name for other in listed)]
    if len(listed) < 2 or len(listed) < len(operands) or question.does("without"):
        return Calculation()
    return Calculation((writer.added([abs(one.amount) for one in listed]),), _AMOUNTS | {"items", "balance"})


def _sum(
    question: DocumentQuestion, operands: Sequence[Operand], document: CommercialDocument, writer: SumWriter
) -> Calculation:
    """Return the sum of several goods, or of several amounts where a question asks for it."""
    goods = [one for one in operands if one.kind == "line"]
    either = re.search(_OR, question.plain) is not None and not question.does("sum")
    together = _named_together(operands, question)
    chosen = together if question.does("sum") else [] if either else goods
    counts = [line.quantity for line in question.lines if line.quantity is not None]
    if question.does("count") and any(one.heading for one in question.goods):
        # How many of what is under a heading: of its line items only where these are asked for.
        return chosen_lines(question.lines, document, writer) if "items" in question.asked else Calculation()
    if question.does("count") and len(counts) == len(question.lines) > 1:
        text = f"{' + '.join(map(writer.number, counts))} = {writer.number(sum(counts, ZERO))}"
        return Calculation((text,), frozenset({"count"}))
    if len(chosen) < 2 or (len(goods) > 1 and len(goods) < len(question.lines)):
        return Calculation()
    if question.unknown and not question.operations:
        # "Which cloth are the trousers of" asks for no sum of cloth and trousers.
        return Calculation()
    covered = _AMOUNTS | {"items", "balance"} if question.does("sum") else frozenset[str]()
    return Calculation((writer.added([abs(one.amount) for one in chosen]),), covered)


def _named_together(operands: Sequence[Operand], question: DocumentQuestion) -> list[Operand]:
    """Return the amounts that a question does not leave out."""
    operators = operators_of(question)
    return [one for one in operands if operator_of(one, operators, question) != "without"]


def _groups(operands: Sequence[Operand]) -> list[list[Operand]]:
    """Return the amounts by the words that name them: several taxes or goods may have the same."""
    starts = list(dict.fromkeys(one.start for one in operands))
    return [[one for one in operands if one.start == start] for start in starts]
