"""The rows of a document that have the other words of a question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.parsing.matching_rows import rows_with
from fingerpost.assistants.agents.commerce.questions.answers import answer

ROWS = "Motorista | Rui Faria | tlm 912 000 111\nViatura | 47-QX-18\nRua do Cais 5\nAdega do Cais\nCais 7"
TEXT = """INVOICE 31
Harbour Looms Ltd                      Date 11/06/2025
To: Quay Inn

Linen cloth      2      30.00      60.00
Total EUR 60.00

Loom hall  4                 Shed code  B7
Sort code 20-45-77           Account no. 63310928
"""


def test_the_fewest_rows_that_have_the_words_are_found() -> None:
    assert rows_with(["motorista", "viatura"], (), ROWS) == [
        "Motorista | Rui Faria | tlm 912 000 111", "Viatura | 47-QX-18",
    ]  # fmt: skip


def test_words_that_are_told_or_in_many_rows_find_none() -> None:
    assert rows_with(["cais"], (), ROWS) == []
    assert rows_with(["viatura"], ["A viatura é 47-QX-18."], ROWS) == []


@pytest.mark.parametrize("question", ["sort code and account number?", "account number + sort code please"])
def test_an_answer_in_part_is_completed_with_the_row_of_the_rest(question: str) -> None:
    document = parse_text(TEXT) or CommercialDocument()
    said = answer(document, question)
    assert "20-45-77" in said
    assert "63310928" in said


def test_a_thing_that_no_row_has_is_still_lacking() -> None:
    document = replace(parse_text(TEXT) or CommercialDocument(), said="", passages="")
    assert "B7" not in answer(document, "which colour is the roof of the loom hall?")
