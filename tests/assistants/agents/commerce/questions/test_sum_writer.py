"""Sums as a reader can follow them, in the language of the answer."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter

ENGLISH = SumWriter(CommercialDocument(currency="GBP"), "en")
SPANISH = SumWriter(CommercialDocument(currency="EUR"), "es")


def test_amounts_are_written_as_sums() -> None:
    assert (
        ENGLISH.terms(Decimal(10), [(Decimal(-2), "fee"), (Decimal(1), "tip")])
        == "£10.00 − £2.00 (fee) + £1.00 (tip) = £9.00"
    )
    assert ENGLISH.added([Decimal(1), Decimal(2)]) == "£1.00 + £2.00 = £3.00"
    assert ENGLISH.difference(Decimal(1), Decimal(3)) == "£3.00 − £1.00 = £2.00"
    assert SPANISH.share(Decimal(1), Decimal(8)) == "1,00 € ÷ 8,00 € = 12,5%"
    assert SPANISH.percent(Decimal(50), Decimal("2.5")) == "50,00 € × 2,5% = 1,25 €"
    assert SPANISH.times(Decimal(3), Decimal("1.5")) == "3 × 1,50 € = 4,50 €"


def test_a_small_part_keeps_more_places() -> None:
    assert ENGLISH.parts(Decimal(84), Decimal(1000)) == "£84.00 ÷ 1,000 = £0.084"
    assert ENGLISH.parts(Decimal(10), Decimal(3)) == "£10.00 ÷ 3 = £3.33"


def test_days_are_written_as_sums() -> None:
    assert SPANISH.later(date(2025, 1, 1), 30) == "01/01/2025 + 30 días = 31/01/2025."
    assert SPANISH.later(date(2025, 1, 31), -30) == "31/01/2025 − 30 días = 01/01/2025."
    assert SPANISH.between(date(2025, 1, 1), date(2025, 1, 31)) == "31/01/2025 − 01/01/2025 = 30 días."
