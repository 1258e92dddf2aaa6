"""Calculates over the days of a document: how many are between two, how late one is, and which is days later."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import find_verbatim
from fingerpost.assistants.agents.commerce.parsing.metadata import days_valid, stated_days
from fingerpost.assistants.agents.commerce.questions.formatting import format_date
from fingerpost.assistants.agents.commerce.questions.operands import labelled_values
from fingerpost.assistants.agents.commerce.questions.passage_selection import best_passage
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter

_PAYING = re.compile(r"\W*(?:pag|pay|venc|due|cond|prazo|plazo|terms|credit)")
_OF_DATES = frozenset({"due", "issued", "valid", "terms", "delivery", "balance", "total"})


def days_asked(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter, today: date) -> Calculation:
    """Return the days between two dates of a document or of the question, or how far one is from its limit."""
    if question.days and (question.does("late") or question.does("days") or _has_limit(question)):
        return _from_limit(question, document, writer)
    if not question.does("days") or question.does("amount"):
        return Calculation()
    named = _named_days(question, document)
    if "delivery" in question.asked and not named:
        return Calculation()
    if len(named) > 1:
        return Calculation((writer.between(min(named), max(named)),), _OF_DATES)
    if not named and not _is_about_days(question, document):
        # "How long does the printing take" asks for no day of the document.
        return Calculation()
    last = named[0] if named and named[0] != document.issued else _limit(question, document)
    first = today if question.does("today") or document.issued is None else document.issued
    return Calculation((writer.between(first, last),), _OF_DATES) if last is not None else Calculation()


def _is_about_days(question: DocumentQuestion, document: CommercialDocument) -> bool:
    """Return whether a question for a number of days names a day or the payment, or nothing that a passage answers."""
    if question.does("pay") or question.does("today") or set(question.asked) & _OF_DATES:
        return True
    return not question.goods and not best_passage(question.written_as, document).is_sure


def _has_limit(question: DocumentQuestion) -> bool:
    return bool({"due", "valid"} & set(question.asked))


def _from_limit(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return how many days before or after its limit a day of the question is; between two days, if it names two."""
    named = [day for day in _named_days(question, document) if day not in question.days]
    limit = named[0] if named else _limit(question, document)
    if len(question.days) > 1:
        return Calculation((writer.between(min(question.days), max(question.days)),), _OF_DATES)
    if limit is None:
        return Calculation()
    day = question.days[0]
    name = "valid" if limit == document.valid and limit != document.due else "due"
    said = [] if named and named[0] == document.issued else [writer.phrase(name, format_date(limit, writer.language))]
    shown = writer.between(min(day, limit), max(day, limit))
    kept = writer.phrase("kept" if day <= limit else "passed", format_date(day, writer.language))
    return Calculation((*said, shown, *([kept] if said else [])), _OF_DATES)


def _limit(question: DocumentQuestion, document: CommercialDocument) -> date | None:
    """Return the last day of a quote where a question is about it, else the day of payment."""
    if document.valid is not None and (document.due is None or "valid" in question.asked):
        return document.valid
    days = days_to_pay(document)
    if document.due is None and document.issued is not None and days is not None:
        return document.issued + timedelta(days)
    return document.due


def _named_days(question: DocumentQuestion, document: CommercialDocument) -> list[date]:
    """Return the days of the document that a question names, and its own."""
    found: list[date] = []
    for mention in question.mentions:
        value = getattr(document, mention.name) if mention.name in ("due", "issued", "valid") else None
        if mention.name == "delivery":
            value = next((day for match in labelled_values("delivery", document) for day in _days(match.value)), None)
        found += [value] if value is not None else []
    if question.unknown:
        found += _days(find_verbatim(document.said, "when " + " ".join(question.unknown)).value)[:1]
    return list(dict.fromkeys([*found, *question.days]))


def _days(value: str) -> Sequence[date]:
    return [day.value for day in find_dates(value, day_first=True)]


def days_to_pay(document: CommercialDocument) -> int | None:
    """Return within how many days a document is to be paid, by its terms."""
    if (days := stated_days(document.terms)) is not None:
        return days
    paying = (line for line in document.said.split("\n") if _PAYING.match(normalize(line)))
    return next((days for line in paying if (days := stated_days(line)) is not None), None)


def due_by_terms(document: CommercialDocument, writer: SumWriter) -> str:
    """Return the day of payment as a sum where the document only states a number of days; empty where it does not."""
    days = days_to_pay(document)
    return writer.later(document.issued, days) if document.issued is not None and days is not None else ""


def valid_by_days(document: CommercialDocument, writer: SumWriter) -> str:
    """Return the last day of a quote as a sum where the document states its number of days; else an empty string."""
    days = days_valid(document.said)
    if document.issued is None or days is None or document.valid != document.issued + timedelta(days):
        return ""
    return writer.later(document.issued, days)
