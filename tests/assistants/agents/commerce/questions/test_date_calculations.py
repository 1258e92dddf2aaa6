"""Days between two dates, how late a payment is, and within how many days one is to be made."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.date_calculations import days_asked, days_to_pay
from fingerpost.assistants.agents.commerce.questions.question_parser import parse_question
from fingerpost.assistants.agents.commerce.questions.sum_writer import SumWriter

INVOICE = CommercialDocument(
    issued=date(2025, 3, 1), due=date(2025, 3, 31), said="Event date\t10/04/2025\nDelivery date\t05/03/2025"
)
QUOTE = CommercialDocument(kind="quote", issued=date(2025, 3, 1), valid=date(2025, 3, 16))


def _said(question: str, document: CommercialDocument = INVOICE) -> str:
    asked = days_asked(parse_question(question, document), document, SumWriter(document, "pt"), date(2025, 3, 21))
    return " ".join(asked.said)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("quantos dias entre a emissão e o vencimento?", "31/03/2025 − 01/03/2025 = 30 dias."),
        ("how many days are left?", "31/03/2025 − 21/03/2025 = 10 dias."),
        ("how many days between the issue date and delivery date?", "05/03/2025 − 01/03/2025 = 4 dias."),
        ("how many days until the event?", "10/04/2025 − 01/03/2025 = 40 dias."),
        ("si pago el 10/04/2025, ¿cuántos días de retraso?", "Vence em 31/03/2025. 10/04/2025 − 31/03/2025 = 10 dias."),
        ("está em dia até 30/03/2025?", "30/03/2025 está dentro do prazo."),
        ("when is it due?", ""),
    ],
)
def test_days_are_counted(question: str, wanted: str) -> None:
    said = _said(question)
    assert wanted in said
    assert bool(wanted) is bool(said)


def test_a_quote_is_past_its_last_day() -> None:
    assert "Validade: até 16/03/2025." in _said("ainda vale no dia 20/03/2025?", QUOTE)
    assert "20/03/2025 já passou do prazo." in _said("ainda vale no dia 20/03/2025?", QUOTE)


def test_days_to_pay_are_those_of_the_terms_or_of_a_line_about_paying() -> None:
    assert days_to_pay(replace(INVOICE, terms="Net 45")) == 45
    assert days_to_pay(replace(INVOICE, said="Pagamento\t28 dias")) == 28
    assert days_to_pay(replace(INVOICE, said="Entrega\t28 dias")) is None


@pytest.mark.parametrize("question", ["how long does the weaving take?", "cuanto tarda el tejido"])
def test_the_days_to_pay_are_no_time_for_something_else(question: str) -> None:
    passage = "Weaving (tejido) takes 9 working days from approval."
    document = CommercialDocument(issued=date(2026, 1, 1), due=date(2026, 1, 31), passages=passage)
    said = answer(document, question)
    assert "30" not in said
    assert "9 working days" in said
