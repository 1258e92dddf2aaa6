"""Limits that a sentence sets, in three languages."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.agents.commerce.parsing import deadlines
from fingerpost.assistants.agents.commerce.parsing.deadlines import Deadlines, find_deadlines
from tests.assistants.agents.commerce.rows import rows_of

DAY = date(2025, 4, 10)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The bill is to be paid by 10 April 2025.", Deadlines(due=DAY)),
        ("A pagar, a más tardar, antes del 10 de abril de 2025", Deadlines(due=DAY)),
        ("Pagamento até 10/04/2025, por favor.", Deadlines(due=DAY)),
        ("Please pay by 10 April 2025.", Deadlines(due=DAY)),
        ("Invoice no. 4 must be paid no later than 10 April 2025", Deadlines(due=DAY)),
        ("By 10 April 2025 please settle the sum.", Deadlines(due=DAY)),
        ("Payable until 10 April 2025, not in cash", Deadlines(due=DAY)),
        ("O valor deve ser pago até 10/04/2025.", Deadlines(due=DAY)),
        ("Debe abonarse antes del 10/04/2025.", Deadlines(due=DAY)),
        ("Payment must be made by 10 April 2025.", Deadlines(due=DAY)),
        ("El pago debe realizarse antes del 10/04/2025.", Deadlines(due=DAY)),
        ("O pagamento deve ser efetuado até 10/04/2025.", Deadlines(due=DAY)),
        ("Rogamos el pago antes del 10/04/2025.", Deadlines(due=DAY)),
        ("The offer is valid until 10 April 2025.", Deadlines(valid=DAY)),
        ("Hasta el 10/04/2025 mantenemos el presupuesto.", Deadlines(valid=DAY)),
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
        "This statement includes all payments received until 10 April 2025.",
        "Payments made by 10 April 2025 are shown above.",
        "Your subscription is paid up to 10 April 2025.",
        "Cuota abonada hasta el 10/04/2025.",
        "Abonos realizados antes del 10/04/2025 no incluidos.",
        "Valor pago até 10/04/2025.",
        "We do not accept settlement before 10 April 2025.",
        "You don't have to pay by 10 April 2025.",
        "Payroll office closed until 10 April 2025",
        "Warranty valid until 10 April 2025.",
        "The posters are kept in store until 10 April 2025.",
        "Conditions: goods remain in our warehouse until 10 April 2025.",
        "To be paid by 10 April 2025.\nOr rather to be paid by 11 April 2025.",
    ],
)
def test_other_days_are_no_limit(text: str) -> None:
    assert find_deadlines(rows_of(text), set()) == Deadlines()


def test_rows_of_the_goods_set_no_limit() -> None:
    assert find_deadlines(rows_of("Paid by 10 April 2025"), {0}) == Deadlines()


def test_no_limit_is_before_the_day_of_issue() -> None:
    rows = rows_of("To be paid by 10 April 2025. Prices hold until 10 April 2025.")
    assert find_deadlines(rows, set(), date(2025, 4, 10)) == Deadlines(DAY, DAY)
    assert find_deadlines(rows, set(), date(2025, 4, 11)) == Deadlines()


def test_of_many_dates_in_one_sentence_only_what_is_near_is_read() -> None:
    text = "\n".join(f"pay until {place % 28 + 1} January 2024 and more" for place in range(3_000))
    limits = list(deadlines._limits(rows_of(text), set()))
    assert len(limits) == 3_000
    assert max(len(limit.before) + len(limit.after) for limit in limits) <= 2 * deadlines.LONGEST_SIDE


def test_terms_with_a_day_say_until_when_to_pay() -> None:
    assert find_deadlines(rows_of("Terms: 30 days net - to reach us by 10 April 2025"), set()).due == DAY


def test_until_when_an_offer_may_be_accepted_is_until_when_it_holds() -> None:
    assert find_deadlines(rows_of("Aceite até 10/04/2025; depois refazemos."), set()) == Deadlines(valid=DAY)
    assert find_deadlines(rows_of("I can hold these figures until 10 April 2025."), set()) == Deadlines(valid=DAY)


def test_an_offer_that_is_open_or_holds_to_a_day() -> None:
    for text in ("Offer open to 28 February 2026. Documents: one.", "Vale até 28 de fevereiro de 2026."):
        assert find_deadlines(rows_of(text), set()).valid == date(2026, 2, 28)
