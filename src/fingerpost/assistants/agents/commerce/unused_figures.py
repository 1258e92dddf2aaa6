"""Finds the figures of a question that play no part in its answer, so that it was read for another question."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from fingerpost.assistants.agents.commerce.dates import find_dates
from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.question_figures import find_figures
from fingerpost.assistants.agents.commerce.questions import DocumentQuestion
from fingerpost.assistants.agents.commerce.recalculation import discount_rate


def unused_figures(question: DocumentQuestion, said: Sequence[str], document: CommercialDocument) -> list[str]:
    """Return the figures and days of a question that neither its answer shows nor the document states."""
    shown = {abs(one.value) for text in said for one in find_figures(text, ())}
    for line in question.lines:
        shown |= {abs(one.value) for one in find_figures(f"{line.description} {line.code}", ())}
    # "Ten instead of twelve": twelve only names the line.
    shown |= {line.quantity for line in document.lines if line.quantity is not None}
    shown |= {abs(tax.rate) for tax in document.taxes if tax.rate is not None}
    shown |= {Decimal(len(document.lines)), Decimal(len(question.lines)), discount_rate(document) or Decimal(0)}
    numbers = f"{document.number} {document.order_number}"
    unused = [
        one
        for one in question.figures
        if said and abs(one.value) not in shown and question.written_as[one.start : one.end] not in numbers
    ]
    if question.does("instead") and len(unused) < len(question.figures):
        # "10% instead of 5%": the other one is what the document has.
        unused = []
    days = {day.isoformat() for day in question.days} - {day for text in said for day in _days(text)} if said else set()
    return [*(question.written_as[one.start : one.end] for one in unused), *sorted(days)]


def _days(text: str) -> set[str]:
    return {day.value.isoformat() for day_first in (True, False) for day in find_dates(text, day_first)}
