"""Finds the figures of a question that play no part in its answer, so that it was read for another question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.questions.question_figures import find_figures
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.recalculation import discount_rate, pieces_named

_PRICED = re.compile(r"([\d.,]+) × \D")
_TAKEN = re.compile(r"[\d.,]+ − ([\d.,]+) = [\d.,]+$")


def unused_figures(question: DocumentQuestion, said: Sequence[str], document: CommercialDocument) -> list[str]:
    """Return the figures and days of a question that neither its answer shows nor the document states."""
    shown = {abs(one.value) for text in said for one in find_figures(text, ())}
    of_lines = set[Decimal]()
    for line in question.lines:
        of_lines |= {abs(one.value) for one in find_figures(f"{line.description} {line.code}", ())}
        of_lines |= {line.quantity} if line.quantity is not None else set()
    shown |= of_lines | {abs(tax.rate) for tax in document.taxes if tax.rate is not None}
    shown |= {discount_rate(document) or Decimal(0)}
    if question.does("count") or "items" in question.asked:
        shown |= {Decimal(len(document.lines)), Decimal(len(question.lines))}
    # "Without 2 chairs" takes away two of them, or all where there are two, whatever else is 2 in the answer.
    counts = [one for one in pieces_named(question) if one.value not in of_lines | _counts_taken(said)]
    numbers = f"{document.number} {document.order_number}"
    unused = [
        one
        for one in question.figures
        if said
        and (abs(one.value) not in shown or one in counts)
        and question.written_as[one.start : one.end] not in numbers
    ]
    if question.does("instead") and len(unused) < len(question.figures):
        # "10% instead of 5%": the other one is what the document has.
        unused = []
    days = {day.isoformat() for day in question.days} - {day for text in said for day in _days(text)} if said else set()
    return [*(question.written_as[one.start : one.end] for one in unused), *sorted(days)]


def _counts_taken(said: Sequence[str]) -> set[Decimal]:
    """Return the numbers of pieces that an answer takes off a line item, or prices: the 2 of "4 − 2 = 2"."""
    taken = [found[1] for text in said if (found := _TAKEN.match(text) or _PRICED.match(text))]
    return {one.value for number in taken for one in find_figures(number, ())}


def _days(text: str) -> set[str]:
    return {day.value.isoformat() for day_first in (True, False) for day in find_dates(text, day_first)}
