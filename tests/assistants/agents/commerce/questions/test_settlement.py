"""What is to be paid on a day, by what a document says of paying early and late."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.settlement import SettlementRule

BILL = CommercialDocument(
    kind="invoice", issued=date(2031, 3, 1), due=date(2031, 3, 31), total=Decimal(500), currency="EUR",
    passages="Deduct 4% if paid by 10 March 2031.\nPenalty of 2% and interest of 1.50 per day after the due date.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("how much do we pay on 9 March 2031", "€480.00"),
        ("cuanto pagamos el 9 de marzo de 2031", "480,00 €"),
        ("if we pay on 4 April 2031, how much is it", "€516.00"),
        ("quanto pagamos em 4 de abril de 2031", "516,00 €"),
    ],
)
def test_the_day_decides_what_is_taken_off_or_added(question: str, amount: str) -> None:
    assert amount in answer(BILL, question)


def test_without_a_rule_for_the_day_nothing_is_taken_off_or_added() -> None:
    bare = replace(BILL, passages="Tiles are sold by the box.")
    assert "480" not in answer(bare, "how much do we pay on 9 March 2031")
    assert "516" not in answer(bare, "how much do we pay on 4 April 2031")


def test_a_rate_for_a_month_counts_by_days() -> None:
    assert SettlementRule(Decimal(3), True, 30).of(Decimal(500), 10) == Decimal("5.00")
    assert SettlementRule(Decimal(3), False, 0).of(Decimal(500), 10) == Decimal("3.00")


def test_a_fine_that_is_stated_twice_is_added_once() -> None:
    twice = replace(BILL, passages="After the due date a penalty of 10.00 (2%) is added.")
    assert "€510.00" in answer(twice, "how much do we pay on 4 April 2031")
