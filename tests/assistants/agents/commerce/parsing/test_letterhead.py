"""Who issues a document, where only its place says so."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.parsing.letterhead import find_letterhead
from tests.assistants.agents.commerce.rows import rows_of

GOODS = "\n\nPen  2 x 5.00  10.00\nInk  1 x 20.00  20.00\nTotal 30.00\n"


def seller_of(head: str, foot: str = "") -> str:
    document = parse_text(head + GOODS + foot)
    return document.seller.name if document else ""


@pytest.mark.parametrize(
    "head",
    [
        "CEDAR HOLLOW\nthe house of fish\n12 Mill Lane\nInvoice 44",
        "CEDAR HOLLOW\nCedar Street, 210\nVAT no. GB 318442706\nInvoice 44",
        "[ WHO SELLS ]\nCEDAR HOLLOW\nInvoice 44",
        "CEDAR HOLLOW          TAX INVOICE\nNo. 44",
        "CEDAR HOLLOW\nStore 0043 El Mirador Plaza\nReceipt 44",
        "Original\nCEDAR HOLLOW\nInvoice 44",
    ],
)
def test_a_tagline_a_street_and_a_heading_are_no_seller(head: str) -> None:
    assert seller_of(head) == "CEDAR HOLLOW"


def test_the_writer_of_a_message_signs_it() -> None:
    head = "From: Orla <o@cedar.example>\nTo: Declan Moyle\nDate: 3 Sep 2024\nSubject: quote Q24-1187\n\nDeclan,"
    assert seller_of(head, "\nOrla\nCedar Hollow Ltd, Old Mill, Kilmacreddan, Co. Clare") == "Cedar Hollow Ltd"


def test_a_payment_names_no_seller() -> None:
    assert seller_of("CEDAR HOLLOW\nReceipt 44", "\nSTORE CREDIT 20.00") == "CEDAR HOLLOW"


def test_whoever_a_letter_is_addressed_to_buys() -> None:
    document = parse_text("CEDAR HOLLOW\nQuote 44\n\nÀ\nFundação Casa do Barão\na/c Dona Leocádia" + GOODS)
    assert document is not None
    assert document.buyer.name == "Fundação Casa do Barão"


def test_a_name_below_its_label_is_not_the_heading_beside_it() -> None:
    document = parse_text("Supplier        Agency / Code\nCEDAR HOLLOW LTD     0713/04\nInvoice 44" + GOODS)
    assert document is not None
    assert document.seller.name == "CEDAR HOLLOW LTD"


def test_who_signs_a_message_is_the_firm_that_it_speaks_of() -> None:
    text = (
        "From: Ana\nTo: Rui\nDate: 3 May 2025\n\nHi Rui,\nZorb Lift Service can do this for 40.00.\n\n"
        "The car must be out of service for a day.\n\nBest,\nAna\nZorb Lift Service, licence EL-20877"
    )
    assert find_letterhead(rows_of(text), set(), set(), set()).name == "Zorb Lift Service"
