"""Two documents beside each other: totals, changed lines, and what only one has."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.questions.comparison import compare_documents

FIRST = CommercialDocument(
    kind="quote", number="Q1", currency="USD", total=Decimal(25),
    lines=(LineItem("Desk lamp", quantity=Decimal(2), total=Decimal(20)), LineItem("Paper shade", total=Decimal(5))),
)  # fmt: skip
SECOND = CommercialDocument(
    kind="quote", number="Q2", currency="USD", total=Decimal(37),
    lines=(LineItem("Desk lamp", quantity=Decimal(3), total=Decimal(30)), LineItem("Bulb", total=Decimal(7))),
)  # fmt: skip


def test_totals_and_lines_are_set_against_each_other() -> None:
    said = compare_documents(FIRST, SECOND, "en")
    for part in ("Q1", "Q2", "$25.00", "$37.00", "Desk lamp", "Paper shade", "Bulb"):
        assert part in said, said


def test_equal_documents_have_no_changed_line() -> None:
    said = compare_documents(FIRST, FIRST, "en")
    assert "Paper shade" not in said
