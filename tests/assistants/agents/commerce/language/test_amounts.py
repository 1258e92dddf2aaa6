"""Numbers and dates: all formats, detected per document."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.agents.commerce.language.amounts import NumberFormat, detect_currency, detect_number_format
from fingerpost.assistants.agents.commerce.language.dates import find_dates, is_day_first

COMMA, POINT = NumberFormat(","), NumberFormat(".")
MONEY = st.decimals(min_value=0, max_value=10**9, places=2, allow_nan=False, allow_infinity=False)


def _brazil(value: Decimal) -> str:
    return f"{value:,.2f}".translate(str.maketrans(",.", ".,"))


@given(MONEY)
def test_what_a_country_writes_is_read_back(value: Decimal) -> None:
    brazil, states = _brazil(value), f"{value:,.2f}"
    assert [amount.value for amount in COMMA.find(f"Total R$ {brazil}")] == [value]
    assert [amount.value for amount in POINT.find(f"Total ${states}")] == [value]
    assert [amount.value for amount in NumberFormat(",", spaced=True).find(f"{brazil.replace('.', ' ')} €")] == [value]
    assert [amount.value for amount in COMMA.find(brazil.replace(".", "\u202f"))] == [value]


@given(st.lists(MONEY, min_size=1, max_size=8))
def test_the_numbers_of_a_document_tell_its_decimal_sign(values: list[Decimal]) -> None:
    assert detect_number_format("\n".join(map(_brazil, values)), "", "en").decimal == ","
    assert detect_number_format("\n".join(f"{value:,.2f}" for value in values), "", "pt").decimal == "."


@pytest.mark.parametrize(
    ("text", "currency", "language", "value"),
    [
        ("1.500", "EUR", "es", "1500"), ("1.500", "USD", "en", "1.500"), ("1,500", "USD", "en", "1500"),
        ("1,500", "BRL", "pt", "1.500"), ("$4.990", "CLP", "es", "4990"), ("1.500", "", "en", "1.500"), ("1.500", "", "pt", "1500"),
        ("12.50", "BRL", "pt", "12.50"), ("0.125", "BRL", "pt", "0.125"), ("1.234.567", "USD", "en", "1234567"),
    ],
)  # fmt: skip
def test_a_number_that_may_be_two_is_read_by_currency_and_language(
    text: str, currency: str, language: str, value: str
) -> None:
    (amount,) = detect_number_format(text, currency, language).find(text)
    assert amount.value == Decimal(value)


def test_the_rest_of_the_document_outvotes_its_currency() -> None:
    assert detect_number_format("Total: R$ 1,234.56\nItem 1.500", "BRL", "pt").find("1.500")[0].value == Decimal(
        "1.500"
    )


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2 x Caneta R$ 3,00 = R$ 6,00", ["2", "3.00", "6.00"]), ("3,5 kg", ["3.5"]), ("2un", ["2"]), ("2x10,00", ["2", "10.00"]),
        ("(10,00)", ["-10.00"]), ("-10,00", ["-10.00"]), ("R$ -10,00", ["-10.00"]), ("10,00-", ["-10.00"]), ("- R$ 10,00", ["10.00"]),
        ("Total (3 itens): 50,00", ["3", "50.00"]), ("A4 ABC-123 2024/001 10:30 #77 v2.0.1 3-pack 2xl", []), ("12% 5,5 %", ["12", "5.5"]),
        ("1'234,50", ["1234.50"]), ("1,23,456.00", ["123456.00"]),
    ],
)  # fmt: skip
def test_what_is_a_number_and_what_is_not(text: str, values: list[str]) -> None:
    assert [amount.value for amount in COMMA.find(text)] == list(map(Decimal, values))


def test_a_space_parts_thousands_only_where_the_document_shows_it() -> None:
    text = "Cajas 40 62,50 2 500,00\nTotal: 2 500,00"
    assert detect_number_format(text, "EUR", "es").spaced
    assert not detect_number_format("Cajas 2 150,00 300,00", "EUR", "es").spaced


@pytest.mark.parametrize(
    ("text", "language", "currency"),
    [
        ("Total R$ 5,00", "pt", "BRL"), ("Total $5.00", "en", "USD"), ("Total 5,00 €", "es", "EUR"), ("£5.00", "en", "GBP"),
        ("RFC ABC010101AB1 Total $5.00", "es", "MXN"), ("CUIT 30-11111111-1 $ 5,00", "es", "ARS"), ("RUT 7-7 $5.000", "es", "CLP"),
        ("NIT 900 $5.000", "es", "COP"), ("S/ 5.00", "es", "PEN"), ("CNPJ 1 total 5,00", "pt", "BRL"), ("total 5,00", "pt", ""), ("total 5.00", "en", ""),
        ("Total $5.000", "es", ""), ("IVA 21% Total $5.000", "es", "ARS"), ("IVA 21% Total 5,00", "es", ""),
    ],
)  # fmt: skip
def test_the_currency(text: str, language: str, currency: str) -> None:
    assert detect_currency(text, language) == currency


@pytest.mark.parametrize(
    "text",
    [
        "2024-04-03", "3 de abril de 2024", "03/04/2024", "3.4.2024", "03-04-24", "April 3, 2024", "Apr. 3rd 2024", "3rd April 2024",
        "3-Apr-2024", "03/abr/2024", "3 abr. 2024", "abril 3 de 2024", "2024/04/03",
    ],
)  # fmt: skip
def test_every_way_to_write_the_third_of_april(text: str) -> None:
    assert [day.value for day in find_dates(f"Data: {text} fim", day_first=True)] == [date(2024, 4, 3)]


@pytest.mark.parametrize(
    ("text", "currency", "language", "first"),
    [
        ("03/04/2024", "USD", "en", False), ("03/04/2024", "", "en", False), ("03/04/2024", "GBP", "en", True), ("03/04/2024", "EUR", "en", True),
        ("03/04/2024", "BRL", "pt", True), ("03/04/2024", "USD", "es", True), ("03/04/2024 25/04/2024", "USD", "en", True), ("03/04/2024 04/25/2024", "BRL", "pt", False),
    ],
)  # fmt: skip
def test_whether_the_day_comes_first(text: str, currency: str, language: str, first: bool) -> None:
    assert is_day_first(text, currency, language) is first


@given(st.text(max_size=200), st.booleans())
def test_spans_of_numbers_and_dates_are_correct_for_any_text(text: str, day_first: bool) -> None:
    for day in find_dates(text, day_first):
        assert 0 <= day.start < day.end <= len(text)
    for amount in COMMA.find(text):
        assert 0 <= amount.start < amount.end <= len(text)
        assert amount.text in text[amount.start : amount.end]


def test_a_letter_that_only_looks_like_one_of_a_month_is_no_month() -> None:
    assert find_dates("3 auguſt 2024", day_first=True) == []


def test_a_letter_may_mark_an_amount_at_the_end_of_a_row() -> None:
    assert [str(one.value) for one in NumberFormat(".").find("1 @ 25.00   25.00N")] == ["1", "25.00", "25.00"]
    assert [str(one.value) for one in NumberFormat(".").find("25.00Nm torque")] == []


def test_on_is_no_sol() -> None:
    assert detect_currency("IVA 21% s/ 390,00   81,90\nIVA 4% s/ 100,00   4,00\nTotal 475,90 €", "es") == "EUR"
    assert detect_currency("TOTAL S/ 390.00", "es") == "PEN"


def test_a_whole_number_with_a_space_is_one_number_only_in_a_cell_of_its_own() -> None:
    spaced = NumberFormat(",", spaced=True)
    assert [amount.value for amount in spaced.find(" 12 000 ")] == [Decimal(12000)]
    assert [amount.value for amount in spaced.find("38  12 000")] == [Decimal(38), Decimal(12), Decimal(0)]
    assert len(NumberFormat(",").find("12 000")) == 2


def test_dollars_named_as_such_and_dotted_names_of_tax_numbers_tell_the_currency() -> None:
    assert detect_currency("Valores en dólares de EE. UU.\nTotal $25,00", "es") == "USD"
    assert detect_currency("C.U.I.T. 30-70181896-9\nTotal $ 900.116,50", "es") == "ARS"
