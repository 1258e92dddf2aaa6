"""To whom the money of a question goes names nothing that is sold."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, Party
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.payee import without_payee
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion, parse_question

DOCUMENT = CommercialDocument(lines=(LineItem("Potter's wheel", total=Decimal(40)),))


def _read(question: str) -> DocumentQuestion:
    return without_payee(parse_question(question, DOCUMENT))


@pytest.mark.parametrize(
    "question",
    ["how much do we pay to the potter", "cuánto hay que pagar al alfarero", "quanto pagamos à oleira",
     "quanto vamos pagar pra oleira"],
)  # fmt: skip
def test_who_is_paid_is_left_out(question: str) -> None:
    read = _read(question)
    assert not read.unknown
    assert not read.goods


def test_what_is_paid_for_and_when_stays() -> None:
    assert _read("how much do we pay for the wheel").goods
    assert _read("cuánto pagamos al reservar").unknown
    assert _read("what is the wheel to the potter").goods


@pytest.mark.parametrize("question", ["how much is the bill of Harbour?", "cuánto es la factura de harbour looms"])
def test_the_name_of_a_party_names_no_goods(question: str) -> None:
    document = CommercialDocument(currency="EUR", total=Decimal("66.00"), seller=Party("Harbour Looms Ltd"))
    assert "66" in answer(document, question)
