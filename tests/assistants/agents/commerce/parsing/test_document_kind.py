"""What a document is, and its number, in three languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument, Party
from fingerpost.assistants.agents.commerce.parsing.document_kind import detect_kind, find_number, kind_by_fields
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    ("title", "kind", "number"),
    [
        ("INVOICE No. HP-10452", "invoice", "HP-10452"), ("Factura nº CSN-2024/0312", "invoice", "CSN-2024/0312"),
        ("NOTA FISCAL Nº 1234", "invoice", "1234"), ("Quote Q-77", "quote", "Q-77"), ("Orçamento nº 55", "quote", "55"),
        ("Presupuesto nº 55", "quote", "55"), ("Receipt #901", "receipt", "901"), ("Recibo nº 901", "receipt", "901"),
        ("Payslip no. 7", "receipt", "7"), ("Holerite", "receipt", ""),
        ("Purchase order PO-9", "order", "PO-9"), ("hello there", "document", ""),
        ("Credit note CN-31", "credit_note", "CN-31"), ("Nota de crédito nº 12", "credit_note", "12"),
        ("FATURA-RECIBO N.º FR ATSIRE01FR/47", "invoice", "FR ATSIRE01FR/47"),
        ("INVOICE No. 5512\nPO Box 900, Alpha", "invoice", "5512"),
        ("RECIBO   X   0002-00001846", "receipt", "0002-00001846"), ("Invoice no. .....: 77120", "invoice", "77120"),
        ("FACTURA\nCalle Nogal 77", "invoice", ""),
    ],
)  # fmt: skip
def test_a_title_tells_the_kind_and_the_number(title: str, kind: str, number: str) -> None:
    rows = rows_of(f"{title}\n\nLamp   2   10.00   20.00")
    assert detect_kind(rows) == kind
    assert find_number(rows, kind, set()) == number


def test_a_row_of_the_goods_holds_no_number() -> None:
    rows = rows_of("Invoice no. 17")
    assert find_number(rows, "invoice", {0}) == ""


def test_the_order_of_the_other_side_is_no_title() -> None:
    text = "Ada Lovelace, translations\nYour order AP-7741\nVAT 20% 4.00\nTransfer to ES12 9999"
    assert detect_kind(rows_of(text)) == "invoice"
    assert detect_kind(rows_of(text.replace("Your order", "Order"))) == "order"


def test_the_number_of_a_page_is_no_number_of_the_document() -> None:
    assert find_number(rows_of("TAX INVOICE    Page 1 of 2\nInvoice no. 4471"), "invoice", set()) == "4471"
    assert find_number(rows_of("ORDEN DE COMPRA    Hoja 1/1"), "order", set()) == ""


def test_a_sentence_below_the_top_and_references_of_several_kinds_are_no_title() -> None:
    text = "Zorb, architects\nS/ pedido\nB-553\nFees\nTotal 9.00\nEl recibo se girara a la cuenta que consta en la hoja"
    assert detect_kind(rows_of(text)) == "document"


def test_what_states_taxes_or_an_end_of_the_offer_tells_its_kind_without_a_title() -> None:
    plain = CommercialDocument(seller=Party("Zorb"), total=Decimal(9))
    assert kind_by_fields(plain) == "document"
    assert kind_by_fields(replace(plain, due=date(2025, 1, 2))) == "invoice"
    assert kind_by_fields(replace(plain, valid=date(2025, 1, 2))) == "quote"
    assert kind_by_fields(replace(plain, kind="receipt", valid=date(2025, 1, 2))) == "receipt"


def test_a_number_stands_under_the_heading_of_a_column() -> None:
    rows = rows_of("MINUTA\n\nNúm.           Fecha\n2025-M/037     14/11/2025")
    assert find_number(rows, "document", set()) == "2025-M/037"
    assert find_number(rows_of("MINUTA\n\nNúm.           Fecha\n               2025-M/037"), "document", set()) == ""
