"""The payments of a document: rows with a day and an amount that add up to its total."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, Instalment
from fingerpost.assistants.agents.commerce.parsing.instalments import find_instalments
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.session_codec import from_text, to_text
from tests.assistants.agents.commerce.rows import rows_of

PAID = "001  Venc. 17/08/2024  Valor 30.00\n002  Venc. 16/09/2024  Valor 20.00\nTotal 50.00"
BOTH = (Instalment(date(2024, 8, 17), Decimal("30.00")), Instalment(date(2024, 9, 16), Decimal("20.00")))


def test_rows_that_add_up_to_the_total_are_its_payments() -> None:
    assert find_instalments(rows_of(PAID), set(), (Decimal(50), None)) == BOTH
    assert find_instalments(rows_of(PAID), set(), (Decimal(51), None)) == ()
    assert find_instalments(rows_of(PAID), {0}, (Decimal(50), None)) == ()


def test_they_are_stored_and_told() -> None:
    document = CommercialDocument(kind="invoice", due=BOTH[0].due, total=Decimal(50), instalments=BOTH)
    assert from_text(to_text(document)) == document
    said = answer(document, "quantas parcelas são?")
    assert said == "2 parcelas: 1) 17/08/2024: 30,00; 2) 16/09/2024: 20,00."
    assert "16/09/2024" in answer(document, "quando vence a segunda?")
    assert "no instalments" in answer(CommercialDocument(kind="invoice"), "how many instalments?")


def test_the_one_that_a_question_ranks_is_told_alone() -> None:
    document = CommercialDocument(kind="invoice", total=Decimal(50), instalments=BOTH)
    said = answer(document, "quando vence a última parcela e de quanto é?")
    assert "16/09/2024: 20,00" in said
    assert "17/08/2024" not in said
    assert "17/08/2024" in answer(document, "quantas parcelas são e quando vence a segunda?")
