"""The rate of tax that the row of a line item states."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.line_tax_rates import stated_taxes

LETTERS = """INVOICE 31
Harbour Looms Ltd                      Date 11/06/2025
To: Quay Inn

Item              Qty    Price    Amount   V
Linen cloth         2    30.00     60.00   H
Oat flour           1    20.00     20.00   Z
Cotton rope         4    10.00     40.00   H

V   Rate     Goods      VAT
Z   0%       20.00     0.00
H   23%     100.00    23.00

Goods 120.00    VAT 23.00    EUR 143.00
"""


def _document(text: str) -> CommercialDocument:
    document = parse_text(text)
    assert document is not None
    return document


def test_a_letter_that_the_document_explains_is_a_rate() -> None:
    taxes = stated_taxes(_document(LETTERS))
    assert [[tax.rate for tax in stated] for _, stated in taxes] == [[Decimal(23)], [], [Decimal(23)]]


def test_a_letter_that_nothing_explains_is_none() -> None:
    assert not stated_taxes(_document(LETTERS.replace("H   23%", "K   23%")))


def test_items_of_a_rate_are_told_by_their_letters() -> None:
    said = answer(_document(LETTERS), "which items are charged at 23%")
    assert "Linen cloth" in said
    assert "Cotton rope" in said
    assert "Oat flour" not in said


TWO = """TAX INVOICE No. INV-2201
Date: 3 March 2025
Seller: Sharma Traders Pvt Ltd
Buyer: Lotus Cafe

Description      HSN    Qty   Rate     Amount    CGST %   SGST %
Steel kettle     7323   4     500.00   2000.00   9        9
Clay cups        6912   10    50.00    500.00    9        9

Subtotal                      2500.00
CGST 9%                        225.00
SGST 9%                        225.00
Total INR                     2950.00
"""
AMOUNTS = """FACTURA F-310
Fecha: 10/02/2025
Emisor: Suministros Vela SL   NIF B12345678
Cliente: Hotel Mar

Descripción          Cant.   Precio    Importe    IVA
Toallas              10      21,00     210,00     21,00
Jabón                100     1,00      100,00     10,00
Vajilla              1       47,62     47,62      10,00

Base imponible 10%                310,00
Base imponible 21%                47,62
IVA 10%                           31,00
IVA 21%                           10,00
Total                      EUR   398,62
"""
WITHHELD = """FACTURA 2025/77
Fecha: 3/3/2025
Emisor: Gestoría Lago SL    CIF B11112222
Cliente: Taller Ríos

Concepto               Cantidad  Precio   Importe   IVA %
Asesoría fiscal        1         300,00   300,00    15
Libros                 2         50,00    100,00    4

Base imponible                            400,00
IVA 15%                                   45,00
IVA 4%                                     4,00
Retención IRPF 15%                       -60,00
Total a pagar EUR                        389,00
"""
TWICE = """RECEIPT 7
Date: 2 June 2025
Shop: Corner Store

Item           Qty   Price   Amount  Tax %
Bread          2     1.50     3.00   5
Wine           1     10.00   10.00   20
Wine           1     10.00   10.00   5

Net                          23.00
VAT 5%                        0.65
VAT 20%                       2.00
Total GBP                    25.65
"""


def test_two_columns_are_two_taxes() -> None:
    assert [[tax.name for tax in stated] for _, stated in stated_taxes(_document(TWO))] == [["CGST", "SGST"]] * 2
    assert "2,360.00" in answer(_document(TWO), "How much is the steel kettle with tax?")


def test_a_rate_of_two_taxes_in_a_column_of_neither_tells_nothing() -> None:
    assert not stated_taxes(_document(TWO.replace("CGST %   SGST %", " Tax %    IGST %")))


def test_a_column_of_amounts_is_none_of_rates() -> None:
    assert not stated_taxes(_document(AMOUNTS))
    assert "44,10" not in answer(_document(AMOUNTS), "¿Cuánto cuestan las toallas con IVA?")


def test_a_column_without_a_sign_has_the_rates_that_come_to_the_taxes() -> None:
    rates = AMOUNTS.replace("210,00     21,00", "210,00     10").replace("     10,00\nVajilla", "     10\nVajilla")
    taxes = stated_taxes(_document(rates.replace("47,62      10,00\n", "47,62      21\n")))
    assert [[tax.rate for tax in stated] for _, stated in taxes] == [[Decimal(10)], [Decimal(10)], [Decimal(21)]]


def test_a_withheld_tax_of_the_same_rate_is_none_of_a_row() -> None:
    assert "45,00" in answer(_document(WITHHELD), "¿Cuánto IVA lleva la asesoría fiscal?")


def test_lines_alike_but_for_their_rate_are_two_lines() -> None:
    said = answer(_document(TWICE), "Which items have VAT of 20%?")
    assert "1 of 3 lines" in said
    assert "Wine" in said
    assert "10.50" not in answer(_document(TWICE), "How much is the wine with VAT?")
