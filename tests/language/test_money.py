"""Amounts of money out of people's words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.language.money import Money, money_at, read_money


def left_of(text: str, spans: Sequence[tuple[object, int, int]]) -> str:
    """Return what is left of a text without its amounts."""
    for _, start, end in reversed(spans):
        text = text[:start] + text[end:]
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "cents", "currency", "left"),
    [
        ("€12.50", 1250, "EUR", ""),
        ("12,50 €", 1250, "EUR", ""),
        ("12,50€", 1250, "EUR", ""),
        ("R$ 1.234,56", 123456, "BRL", ""),
        ("R$1234", 123400, "BRL", ""),
        ("$1,234.56", 123456, "USD", ""),
        ("US$ 20", 2000, "USD", ""),
        ("$20 MXN", 2000, "MXN", ""),
        ("$20 pesos", 2000, "", ""),
        ("MX$ 350", 35000, "MXN", ""),
        ("45 bucks", 4500, "USD", ""),
        ("30 euros", 3000, "EUR", ""),
        ("30euros", 3000, "EUR", ""),
        ("30eur", 3000, "EUR", ""),
        ("EUR 30", 3000, "EUR", ""),
        ("20 reais", 2000, "BRL", ""),
        ("50 conto", 5000, "BRL", ""),
        ("15 mil pesos", 1500000, "", ""),
        ("15 mil pesos chilenos", 1500000, "CLP", ""),
        ("200 pesos mexicanos", 20000, "MXN", ""),
        ("5 lucas", 500000, "", ""),
        ("1k", 100000, "", ""),
        ("1.5k", 150000, "", ""),
        ("2,5 mil reais", 250000, "BRL", ""),
        ("¥3000", 300000, "JPY", ""),
        ("3000 yen", 300000, "JPY", ""),
        ("3.000 ienes", 300000, "JPY", ""),
        ("45", 4500, "", ""),
        ("45.", 4500, "", "."),
        ("0.125", 13, "", ""),
        ("0,124 €", 12, "EUR", ""),
        ("-20", -2000, "", ""),
        ("-€5", -500, "EUR", ""),
        ("€-5", -500, "EUR", ""),
        ("1 234,56 €", 123456, "EUR", ""),
        ("1'234.50 CHF", 123450, "CHF", ""),
        ("S/ 25", 2500, "PEN", ""),
        ("25 soles", 2500, "PEN", ""),
        ("twenty quid", 2000, "GBP", ""),
        ("a hundred euros", 10000, "EUR", ""),
        ("cien euros", 10000, "EUR", ""),
        ("cem reais", 10000, "BRL", ""),
        ("vinte e cinco reais", 2500, "BRL", ""),
        ("dos euros y medio", 250, "EUR", ""),
        ("dois reais e meio", 250, "BRL", ""),
        ("12€50", 1250, "EUR", ""),
        ("12 euros con 50", 1250, "EUR", ""),
        ("5 dollars and 20 cents", 520, "USD", ""),
        ("10 reais e 50 centavos", 1050, "BRL", ""),
        ("50 cents", 50, "", ""),
        ("80 céntimos", 80, "", ""),
        ("40 canadian dollars", 4000, "CAD", ""),
        ("40 dólares canadienses", 4000, "CAD", ""),
        ("Ana paid 45 for dinner", 4500, "", "Ana paid for dinner"),
        ("dinner for 45 euros", 4500, "EUR", "dinner"),
        ("cena de 30€", 3000, "EUR", "cena"),
        ("jantar por 60 reais pago pela Bia", 6000, "BRL", "jantar pago pela Bia"),
        ("taxi, $18", 1800, "USD", "taxi,"),
        ("Luis pagó 12,50 del taxi", 1250, "", "Luis pagó del taxi"),
        ("eu paguei 80 no mercado", 8000, "", "eu paguei no mercado"),
        ("Ana paid twenty for the taxi", 2000, "", "Ana paid for the taxi"),
        ("dinner for 3 people was 90€", 9000, "EUR", "dinner for 3 people was"),
        ("split 90 between 3", 9000, "", "split between 3"),
        ("cena para 4: 80 euros", 8000, "EUR", "cena para 4"),
        ("dinner $85 for 4", 8500, "USD", "dinner for 4"),
        ("cerveza 3,50 x 4", 350, "", "cerveza x 4"),
        ("edit expense 2 to 30 euros", 3000, "EUR", "edit expense 2"),
        ("2 beers 12€", 1200, "EUR", "2 beers"),
        ("hotel 2 noches 150 euros", 15000, "EUR", "hotel 2 noches"),
        ("around 40 euros", 4000, "EUR", ""),
        ("change the taxi to 25", 2500, "", "change the taxi"),
        ("99999999999999", 9999999999999900, "", ""),
        ("2 million pesos", 200000000, "", ""),
    ],
)
def test_one_amount_is_read(text: str, cents: int, currency: str, left: str) -> None:
    assert read_money(text) == [Money(cents, currency)]
    assert left_of(text, money_at(text)) == left


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Ana 20, Bob 30", [(2000, ""), (3000, "")]),
        ("Ana 20€ and Bob €30.50", [(2000, "EUR"), (3050, "EUR")]),
        ("10,20,30", [(1000, ""), (2000, ""), (3000, "")]),
        ("cambia de 20 a 30 euros", [(2000, ""), (3000, "EUR")]),
        ("muda de 10 para 12", [(1000, ""), (1200, "")]),
        ("20 €30", [(2000, ""), (3000, "EUR")]),
        ("£5 + $6 + 7 €", [(500, "GBP"), (600, "USD"), (700, "EUR")]),
        ("Ana 12,50; Rui 7,25", [(1250, ""), (725, "")]),
    ],
)
def test_several_amounts_are_read_in_their_order(text: str, amounts: list[tuple[int, str]]) -> None:
    assert read_money(text) == [Money(*amount) for amount in amounts]


@pytest.mark.parametrize(
    "text",
    ["", "the museum", "4 people", "3 noches", "table B2", "at 20:30", "on 5/3", "2026-05-03", "50%", "day 2", "the 2nd", "two beers", "one of us", "1.2.3", "Real Madrid", "8pm", "entre 4", "€", "5 estrellas", "9" * 80],
)  # fmt: skip
def test_what_is_no_money_is_left_alone(text: str) -> None:
    assert read_money(text) == []


@given(st.integers(0, 10**15), st.sampled_from(["€{}", "{} €", "R$ {}", "{} reais", "${}", "{}"]))
def test_cents_come_back_as_they_were_written(cents: int, shape: str) -> None:
    for whole, point in (
        (f"{cents // 100:,}", "."),
        (f"{cents // 100:,}".replace(",", "."), ","),
        (str(cents // 100), "."),
    ):
        text = shape.format(f"{whole}{point}{cents % 100:02}")
        assert [one.cents for one in read_money(text)] == [cents]
        assert left_of(text, money_at(text)) == ""
