"""Finds the figures of a question that play no part in its answer, so that it was read for another question."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.question_figures import find_figures
from fingerpost.assistants.agents.commerce.questions import DocumentQuestion
from fingerpost.assistants.agents.commerce.recalculation import discount_rate


def unused_figures(question: DocumentQuestion, said: Sequence[str], document: CommercialDocument) -> list[str]:
    """Return the figures of a question, as written, that neither its answer shows nor the document states."""
    shown = {abs(one.value) for text in said for one in find_figures(text, ())}
    for line in question.lines:
        shown |= {abs(one.value) for one in find_figures(f"{line.description} {line.code}", ())}
    # "Ten instead of twelve": twelve only names the line.
    shown |= {line.quantity for line in document.lines if line.quantity is not None}
    shown |= {abs(tax.rate) for tax in document.taxes if tax.rate is not None}
    shown |= {Decimal(len(document.lines)), Decimal(len(question.lines)), discount_rate(document) or Decimal(0)}
    unused = [one for one in question.figures if said and abs(one.value) not in shown]
    return [question.written_as[one.start : one.end] for one in unused]
