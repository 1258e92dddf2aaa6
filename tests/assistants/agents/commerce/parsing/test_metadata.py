"""Dates by their labels, terms of payment, and the language of a document."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.agents.commerce.parsing.metadata import (
    document_language,
    due_by_days,
    find_access_key,
    find_document_dates,
    find_order_number,
    find_payment_terms,
)
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    "text",
    [
        "Date: 03/05/2024\nDue date: 01/06/2024",
        "Data de emissão: 03/05/2024\nVencimento: 01/06/2024",
        "Fecha: 03/05/2024\nVencimiento: 01/06/2024",
        "Date        Due date\n03/05/2024  01/06/2024",
        "03/05/2024\nDue date: 01/06/2024",
    ],
)
def test_dates_are_told_apart_by_their_labels(text: str) -> None:
    found = find_document_dates(rows_of(text), set())
    assert (found.issued, found.due) == (date(2024, 5, 3), date(2024, 6, 1))


def test_the_last_day_of_a_quote() -> None:
    assert find_document_dates(rows_of("Quote 5\nValid until: 03/05/2024"), set()).valid == date(2024, 5, 3)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Payment terms: net 30", "net 30"),
        ("Forma de pago: transferencia bancaria", "transferencia bancaria"),
        ("Forma de pagamento: boleto", "boleto"),
        ("nothing of the kind", ""),
    ],
)
def test_terms_are_told_in_their_own_words(text: str, terms: str) -> None:
    assert find_payment_terms(rows_of(text), set()) == terms


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Invoice, description, quantity, amount due", "en"),
        ("Factura, descripción, cantidad, importe", "es"),
        ("Nota fiscal, descrição, quantidade, valor", "pt"),
    ],
)
def test_the_language_of_a_document(text: str, language: str) -> None:
    assert document_language(text) == language


def test_an_access_key_is_found_by_its_form_wherever_it_stands() -> None:
    key = "3524 0761 3082 2500 0102 5500 1000 0419 6212 0471 8365"
    assert find_access_key(f"CHAVE DE ACESSO\n{key}", "") == key
    assert find_access_key("Total 5,00", "CAE\t75300000000001") == "75300000000001"
    assert find_access_key("Total 5,00", "") == ""


def test_dates_stand_under_their_headings_whatever_else_the_row_has() -> None:
    text = "Doc. date      No.         Vendor      Batch\n22/09/2025     31-0731     Zorb        23/09/2025 a"
    assert find_document_dates(rows_of(text.replace("Doc. date", "Issue date")), set()).issued == date(2025, 9, 22)


def test_a_sentence_is_no_heading_and_a_limit_no_day_of_issue() -> None:
    sentence = "18/11/2024\nFifteen days from the date of issue. The goods\nwere brought on 14/11/2024"
    assert find_document_dates(rows_of(sentence), set()).issued == date(2024, 11, 18)
    assert find_document_dates(rows_of("Until 05/10/2025 take 5.00 off\n22/09/2025"), set()).issued == date(2025, 9, 22)


def test_nothing_is_due_before_the_day_of_issue() -> None:
    found = find_document_dates(rows_of("Ship in 01/08/2024\n03/05/2024\nDue date: 01/06/2024"), set())
    assert found.issued == date(2024, 5, 3)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("For           Your order\nZorb S.A.     AP-7741, of 3 February", "AP-7741"),
        ("O/C        : 0558-TA      Guide : T001", "0558-TA"),
        ("HOJA DE ENCARGO\nHE-77", "HE-77"),
        ("Your order\n03/02/2025", ""),
        ("Your order is 40 pieces\n12 of them blue", ""),
    ],
)
def test_the_number_of_an_order_stands_beside_or_under_its_name(text: str, number: str) -> None:
    assert find_order_number(rows_of(text), set(), "") == number


def test_the_day_of_an_order_is_not_its_number() -> None:
    assert find_order_number(rows_of("Buyer's order: AP-88213 dt 11-Feb-2026"), set(), "") == "AP-88213"
    assert find_order_number(rows_of("Your order: 11-Feb-2026"), set(), "") == ""


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("Terms 14 days from invoice date, so 2 Sept 2025 please", date(2025, 9, 2)),
        ("Net 14, which is 2 Sept 2025", date(2025, 9, 2)),
        ("Terms 15 days, delivery on 2 Sept 2025", None),
        ("Valid for 14 days, until 2 Sept 2025", None),
    ],
)
def test_a_day_as_many_days_later_as_its_row_says_is_the_last_one(text: str, due: date | None) -> None:
    assert due_by_days(rows_of(text), set(), date(2025, 8, 19)) == due
    assert due_by_days(rows_of(text), set(), None) is None


def test_days_from_a_date_do_not_name_it() -> None:
    rows = rows_of("Sent 19 Aug 2025\nTerms 14 days from invoice date, so 2 Sept 2025 please")
    assert find_document_dates(rows, set()).issued == date(2025, 8, 19)


def test_the_day_beside_a_payment_is_that_of_the_document_where_its_cell_does_not_speak_of_it() -> None:
    rows = rows_of("RECIBO DE PAGO     a 5 de diciembre de 2025\nVuelve: 20 de enero de 2026")
    assert find_document_dates(rows, set()).issued == date(2025, 12, 5)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Notes: OC 4500081236. Unit 118", "4500081236"),
        ("Subject: tax invoice BG-10562 (your order SC-771)", "SC-771"),
        ("for this order 50 were held", ""),
    ],
)
def test_the_number_of_an_order_in_a_sentence_has_a_form_of_its_own(text: str, number: str) -> None:
    assert find_order_number(rows_of(text), set(), "") == number
