"""Writes calculations as sums that a reader can follow, in the language of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument, cents
from fingerpost.assistants.agents.commerce.language.phrases import PHRASES
from fingerpost.assistants.agents.commerce.questions.formatting import format_amount, format_date, format_number


class Calculation(NamedTuple):
    """Results written as sums, and the fields of the question that they answer."""

    said: tuple[str, ...] = ()
    fields: frozenset[str] = frozenset()


class SumWriter(NamedTuple):
    """Writes amounts, numbers and dates in the language of the answer."""

    document: CommercialDocument
    language: str

    def money(self, value: Decimal) -> str:
        return format_amount(value, self.document, self.language)

    def number(self, value: Decimal) -> str:
        return format_number(value, self.document, self.language)

    def phrase(self, name: str, *values: object) -> str:
        return PHRASES[name][self.language].format(*values)

    def terms(self, start: Decimal, values: Sequence[tuple[Decimal, str]]) -> str:
        """Return a sum of an amount and named ones: `209.00 − 10.00 (shipping) = 199.00`."""
        parts = [f"{'−' if value < 0 else '+'} {self.money(abs(value))} ({name})" for value, name in values]
        result = start + sum((value for value, _ in values), Decimal(0))
        return f"{' '.join([self.money(start), *parts])} = {self.money(result)}"

    def added(self, values: Sequence[Decimal]) -> str:
        return f"{' + '.join(map(self.money, values))} = {self.money(sum(values, Decimal(0)))}"

    def difference(self, one: Decimal, other: Decimal) -> str:
        high, low = max(one, other), min(one, other)
        return f"{self.money(high)} − {self.money(low)} = {self.money(high - low)}"

    def share(self, part: Decimal, whole: Decimal) -> str:
        return f"{self.money(part)} ÷ {self.money(whole)} = {self.number(cents(part / whole * 100))}%"

    def percent(self, base: Decimal, rate: Decimal) -> str:
        return f"{self.money(base)} × {self.number(rate)}% = {self.money(cents(base * rate / 100))}"

    def parts(self, whole: Decimal, count: Decimal) -> str:
        part = whole / count
        # Small parts are worth less than a cent.
        shown = cents(part) if abs(part) >= 1 else part.quantize(Decimal("0.0001"))
        return f"{self.money(whole)} ÷ {self.number(count)} = {self.money(shown)}"

    def times(self, count: Decimal, price: Decimal) -> str:
        return f"{self.number(count)} × {self.money(price)} = {self.money(count * price)}"

    def part_of(self, whole: Decimal, count: Decimal, other: Decimal) -> str:
        """Return what another number costs at the same price: `456.00 ÷ 12 × 10 = 380.00`."""
        result = self.money(cents(whole * other / count))
        return f"{self.money(whole)} ÷ {self.number(count)} × {self.number(other)} = {result}"

    def later(self, day: date, days: int) -> str:
        """Return the day that is some days later, or earlier, than another."""
        until = format_date(day + timedelta(days), self.language)
        sign = "−" if days < 0 else "+"
        return f"{format_date(day, self.language)} {sign} {self.phrase('days', abs(days))} = {until}."

    def between(self, first: date, last: date) -> str:
        days = self.phrase("days", (last - first).days)
        return f"{format_date(last, self.language)} − {format_date(first, self.language)} = {days}."
