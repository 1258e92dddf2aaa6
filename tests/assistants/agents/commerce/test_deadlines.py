"""Limits that a sentence sets, in three languages."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.agents.commerce.deadlines import Deadlines, find_deadlines
from tests.assistants.agents.commerce.rows import rows_of

DAY = date(2025, 4, 10)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The bill is to be paid by 10 April 2025.", Deadlines(due=DAY)),
        ("A pagar, a más tardar, antes del 10 de abril de 2025", Deadlines(due=DAY)),
        ("Pagamento até 10/04/2025, por favor.", Deadlines(due=DAY)),
        ("We keep these prices up to and including\nThursday 10 April 2025.", Deadlines(valid=DAY)),
        ("Mantenemos el precio hasta el 10 de abril de 2025.", Deadlines(valid=DAY)),
        ("Mantemos estes valores até 10 de abril\nde 2025. Depois, não.", Deadlines(valid=DAY)),
    ],
)
def test_a_limit_is_what_its_sentence_says(text: str, found: Deadlines) -> None:
    assert find_deadlines(rows_of(text), set()) == found


@pytest.mark.parametrize(
    "text",
    [
        "A discount of 5% if paid by 10 April 2025.",
        "We deliver until 10 April 2025. Prices are net.",
        "We were paid on 10 April 2025.",
        "To be paid by 10 April 2025.\nOr rather to be paid by 11 April 2025.",
    ],
)
def test_other_days_are_no_limit(text: str) -> None:
    assert find_deadlines(rows_of(text), set()) == Deadlines()


def test_rows_of_the_goods_set_no_limit() -> None:
    assert find_deadlines(rows_of("Paid by 10 April 2025"), {0}) == Deadlines()
