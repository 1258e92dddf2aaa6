"""What is to be paid on a day: less for paying early, more for paying late, by what a document says of both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument, cents
from fingerpost.assistants.agents.commerce.language.amounts import NumberFormat
from fingerpost.assistants.agents.commerce.language.catalogue import find_operations, label_pattern
from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.language.phrases import NAMES
from fingerpost.assistants.agents.commerce.parsing.metadata import stated_days
from fingerpost.assistants.agents.commerce.questions.date_calculations import days_to_pay
from fingerpost.assistants.agents.commerce.questions.formatting import format_date
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter

ZERO = Decimal(0)
MONTH = 30
LEAST = 4
"""What paying early takes off is less than this part of the total."""
_EACH = re.compile(r"\W{0,3}\s?(?:ao|al|por|per|a|an|each|every|cada|/|p/)\s?(?:cada )?(day|dia|month|mes)(?![^\W_])")
_EVERYTHING = frozenset(
    {"total", "subtotal", "discount", "taxes", "named_tax", "withheld", "paid", "penalty", "balance", "due", "terms"}
)


class SettlementRule(NamedTuple):
    """A figure that a document takes off, or adds: of money or in percent, once or for each `days` days."""

    value: Decimal
    percent: bool
    days: int

    def of(self, total: Decimal, days: int) -> Decimal:
        """Return what it comes to after some days."""
        whole = total * self.value / 100 if self.percent else self.value
        return cents(whole * days / self.days) if self.days else cents(whole)


class _Early(NamedTuple):
    """What paying up to a day takes off."""

    until: date
    rule: SettlementRule


def paid_on(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return what is to be paid on the day of a question; empty where the document has no rule for that day."""
    total = document.balance if document.balance is not None else document.total
    asks = (question.does("amount") or question.does("pay")) and not question.goods
    if len(question.days) != 1 or not asks or total is None:
        return Calculation()
    day, due = question.days[0], _due(document)
    early = sorted((one for one in _early(document, total) if day <= one.until), key=lambda one: one.until)
    if early and (due is None or day <= due):
        off = early[0].rule.of(total, 0)
        limit = writer.phrase("kept", format_date(day, writer.language))
        said = [writer.percent(total, early[0].rule.value)] if early[0].rule.percent else []
        taken = writer.terms(total, [(-off, NAMES["discount"][writer.language])])
        return Calculation((*said, taken, limit), _EVERYTHING)
    rules = _late(document, total)
    if due is None or day <= due or not rules:
        return Calculation()
    days = (day - due).days
    said = [writer.between(due, day)]
    added = []
    for rule in rules:
        amount = rule.of(total, days)
        shown = f"{writer.number(rule.value)}%" if rule.percent else writer.money(rule.value)
        if rule.days:
            shown += f" × {writer.phrase('days', days)}" + (f" ÷ {rule.days}" if rule.days > 1 else "")
        added.append((amount, shown))
    return Calculation((*said, writer.terms(total, added)), _EVERYTHING)


def _due(document: CommercialDocument) -> date | None:
    days = days_to_pay(document)
    if document.due is None and document.issued is not None and days is not None:
        return document.issued + timedelta(days)
    return document.due


def _early(document: CommercialDocument, total: Decimal) -> Iterator[_Early]:
    """Yield what the passages take off for paying up to a day, or within some days."""
    for passage in document.passages.split("\n"):
        plain = normalize(passage)
        rules = _rules(passage, document)
        days = [one.value for one in find_dates(passage, document.currency != "USD")]
        within = stated_days(passage)
        if len(days) != 1 and within is not None and document.issued is not None:
            days = [document.issued + timedelta(within)]
        takes_off = {one.name for one in find_operations(plain)} & {"off", "without"}
        if takes_off and len(rules) == len(days) == 1 and not rules[0].days and rules[0].of(total, 0) < total / LEAST:
            yield _Early(days[0], rules[0])


def _late(document: CommercialDocument, total: Decimal) -> list[SettlementRule]:
    """Return what the passages add for paying late; nothing where two of them say something else."""
    named = label_pattern("penalty")
    found = [_rules(passage, document) for passage in document.passages.split("\n") if named.search(normalize(passage))]
    rules = list(dict.fromkeys(rule for one in found for rule in one))
    # "A fine of 37.49 (2%)" gives one figure twice.
    shares = {rule.of(total, rule.days) for rule in rules if rule.percent}
    rules = [rule for rule in rules if rule.percent or rule.of(total, rule.days) not in shares]
    # One fine, and one rate for the time.
    return rules if len({rule.days for rule in rules}) == len(rules) else []


def _rules(passage: str, document: CommercialDocument) -> list[SettlementRule]:
    """Return the figures of a passage, with the time that each is for."""
    plain = normalize(passage)
    masked = passage
    for day in reversed(find_dates(passage, True)):
        masked = masked[: day.start] + "\x01" * (day.end - day.start) + masked[day.end :]
    rules = []
    for one in NumberFormat("," if document.comma else ".").find(masked):
        if not (one.is_money or one.percent):
            continue
        each = _EACH.match(plain, one.end)
        rules.append(
            SettlementRule(abs(one.value), one.percent, (1 if each[1] in ("day", "dia") else MONTH) if each else 0)
        )
    return rules
