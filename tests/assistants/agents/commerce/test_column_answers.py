"""Cells of a line item under a column that a question names."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.answers import answer
from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.document_parser import parse_text

TEXT = """INVOICE 31
Harbour Looms Ltd                      Date 11/06/2025
To: Quay Inn

Item              Lot      Rolls    Price    Amount
Linen cloth       L4471        2    30.00     60.00
Cotton rope       L4502        1    20.00     20.00
Total EUR 80.00
"""


def _document() -> CommercialDocument:
    document = parse_text(TEXT)
    assert document is not None
    return document


def test_a_column_of_one_line_is_quoted() -> None:
    said = answer(_document(), "which lot is the cotton rope of")
    assert "Lot L4502" in said
    assert "L4471" not in said


def test_the_line_of_the_question_before_is_meant() -> None:
    assert "L4471" in answer(_document(), "how many rolls of linen cloth came and of which lot?")


def test_a_price_is_no_cell_of_another_column() -> None:
    assert "20.00" in answer(_document(), "how much is a roll of cotton rope")
