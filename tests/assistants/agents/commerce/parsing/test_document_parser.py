"""Parsing text into a document: layouts, no invented values, and arbitrary text."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fingerpost.assistants.agents.commerce import CommercialDocument, LineItem, find_discrepancies, parse_text
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_table
from fingerpost.assistants.agents.commerce.parsing.layout import MOST_ROWS

NAMES = (
    "Caneta azul",
    "Cadeira giratória",
    "Oak shelf",
    "Tinta acrílica",
    "Cable HDMI",
    "Silla plegable",
    "Mesa",
    "Parafuso longo",
)
LINES = st.lists(
    st.tuples(st.sampled_from(NAMES), st.integers(2, 400), st.decimals(min_value="0.05", max_value=9000, places=2)),
    min_size=1,
    max_size=6,
)
SOUP = ("total", "R$", "1.234,56", "2 x", "Qtd", "\n", "\n", "  ", "|", ";", "\t", "NF", "nº", "12", "CNPJ", "12.345.678/0001-90", "03/04/2024", "IVA", "21%",
        ":", "-", "Descrição", "Valor", "(", ")", "Cliente", "Bill to", "$", ".", ",", "vencimento", "a", "Frete", "''", '"', "@", "=", "#", "x", "un", "%")  # fmt: skip


def _comma(value: Decimal) -> str:
    return f"{value:,.2f}".translate(str.maketrans(",.", ".,"))


def _made(rows: list[tuple[str, int, Decimal]]) -> tuple[list[Decimal], Decimal]:
    totals = [count * price for _, count, price in rows]
    return totals, sum(totals, Decimal(0))


def _same(document: CommercialDocument | None, rows: list[tuple[str, int, Decimal]]) -> None:
    assert document is not None
    totals, whole = _made(rows)
    assert document.total == whole
    assert document.lines == tuple(
        LineItem(name, quantity=Decimal(count), unit=line.unit, unit_price=price, total=total)
        for (name, count, price), total, line in zip(rows, totals, document.lines, strict=True)
    )


@given(LINES)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_a_table_with_a_head_is_read_back_in_any_order_of_columns(rows: list[tuple[str, int, Decimal]]) -> None:
    totals, whole = _made(rows)
    aligned = [f"{'Descrição':<24}{'Qtd':>8}{'Preço':>14}{'Total':>16}"]
    aligned += [
        f"{name:<24}{count:>8}{_comma(price):>14}{_comma(total):>16}"
        for (name, count, price), total in zip(rows, totals, strict=True)
    ]
    _same(parse_text("\n".join(["Nota fiscal 12", "", *aligned, "", f"Total R$ {_comma(whole)}"])), rows)
    barred = ["Total | Unit price | Qty | Description"]
    barred += [
        f"{total:,.2f} | {price:,.2f} | {count} | {name}"
        for (name, count, price), total in zip(rows, totals, strict=True)
    ]
    _same(parse_text("\n".join(["INVOICE 12", *barred, f"Total: ${whole:,.2f}"])), rows)


@given(LINES)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_rows_without_a_head_are_read_back(rows: list[tuple[str, int, Decimal]]) -> None:
    totals, whole = _made(rows)
    spoken = [
        f"{count} x {name} a {_comma(price)} € = {_comma(total)} €"
        for (name, count, price), total in zip(rows, totals, strict=True)
    ]
    _same(parse_text("\n".join(["Factura 12", *spoken, f"Total: {_comma(whole)} €"])), rows)
    below = [
        f"{name}\n   {count} un x {_comma(price)}    {_comma(total)}"
        for (name, count, price), total in zip(rows, totals, strict=True)
    ]
    _same(parse_text("\n".join(["Recibo 12", "", *below, "", f"Total R$ {_comma(whole)}"])), rows)


@given(st.one_of(st.text(max_size=600), st.lists(st.sampled_from(SOUP), max_size=150).map(" ".join)))
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_text_is_a_document_or_none(text: str) -> None:
    document = parse_text(text)
    assert document is None or document.total is not None or document.lines


@given(st.lists(st.lists(st.sampled_from(SOUP) | st.text(max_size=20), max_size=6), max_size=12))
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_table_is_a_document_or_none(table: list[list[str]]) -> None:
    document = parse_table(table, "table")
    assert document is None or document.total is not None or document.lines


@pytest.mark.parametrize(
    "text", ["", " ", "oi", "qual o total de pedidos em R$?", "SELECT total FROM orders", "obrigado!\n\nabs"]
)
def test_what_is_no_document_is_none(text: str) -> None:
    assert parse_text(text) is None


def test_what_a_document_does_not_say_stays_empty() -> None:
    document = parse_text("Invoice 5\n2 x Chair @ $10.00 = $20.00\nTotal: $20.00")
    assert document is not None
    assert (document.due, document.issued, document.valid, document.subtotal, document.discount, document.shipping) == (
        None,
    ) * 6
    assert (document.terms, document.buyer.name, document.seller.name, document.taxes, document.balance) == (
        "",
        "",
        "",
        (),
        None,
    )


@pytest.mark.parametrize(
    ("price", "quantity", "unit_price"),
    [
        ("Café 2x 9,00\nPão 3x 6,00\nTotal 15,00", None, None),
        ("Café 2x 9,00\nPão 3x 6,00\nTotal 36,00", "9.00", "6.00"),
    ],
)
def test_a_single_price_is_of_one_piece_or_of_all_as_the_total_tells(
    price: str, quantity: str | None, unit_price: str | None
) -> None:
    document = parse_text(f"Recibo\n{price}")
    assert document is not None
    wanted = [Decimal(value) if value else None for value in (quantity, unit_price)]
    assert [line.unit_price for line in document.lines] == wanted


def test_a_quantity_of_three_decimals_is_read_by_the_sum_of_its_line() -> None:
    document = parse_text("Nota fiscal 1\nDescrição  Qtd  Preço  Total\nQueijo  2.500  40,00  100,00\nTotal  R$ 100,00")
    assert document is not None
    assert document.lines == (
        LineItem("Queijo", quantity=Decimal("2.500"), unit_price=Decimal("40.00"), total=Decimal("100.00")),
    )


def test_taxes_are_inside_the_prices_added_or_withheld() -> None:
    inside = parse_text("Ticket 1\nTaladro 1 121,00 121,00\nTotal 121,00 €\nIVA 21%: 21,00")
    added = parse_text("Factura 1\nTaladro 1 100,00 100,00\nBase imponible 100,00\nIVA 21%: 21,00\nTotal 121,00 €")
    withheld = parse_text(
        "Factura 1\nDiseño 1 100,00 100,00\nBase imponible 100,00\nIVA 21%: 21,00\nRetención IRPF 15%: 15,00\nTotal 106,00 €"
    )
    assert inside is not None
    assert added is not None
    assert withheld is not None
    assert [tax.included for tax in inside.taxes] == [True]
    assert [tax.included for tax in added.taxes] == [False]
    assert [tax.amount for tax in withheld.taxes] == [Decimal("21.00"), Decimal("-15.00")]


@pytest.mark.parametrize("head", ["Item Qty Price Total\n", ""])
def test_a_document_beyond_all_measure_is_read_in_part_and_says_so(head: str) -> None:
    text = f"Invoice 1\nTotal $18,000.00\n{head}" + "Oak shelf 2 3.00 6.00\n" * MOST_ROWS
    document = parse_text(text)
    assert document is not None
    assert 0 < len(document.lines) < MOST_ROWS
    assert document.cut
    assert str(len(document.lines)) in document.notes[0]
    # A truncated document must not be reported as a wrong sum.
    assert find_discrepancies(document) == ()
    assert find_discrepancies(replace(document, cut=False)) != ()


def test_without_any_sum_a_price_is_of_one_piece() -> None:
    document = parse_text("Pedido de compra 7731\n- 200 un caixa P R$ 1,20\n- 150 un caixa M R$ 1,85\nfrete R$ 60,00")
    assert document is not None
    assert [(line.description, line.unit_price, line.total) for line in document.lines] == [
        ("caixa P", Decimal("1.20"), Decimal("240.00")),
        ("caixa M", Decimal("1.85"), Decimal("277.50")),
    ]


@pytest.mark.parametrize(
    ("text", "lines", "total"),
    [
        (
            "confere: 20 canecas 3,25 = 65,00, 1 caixa 12,00 = 12,00, frete 8,00, total 85,00",
            ["canecas", "caixa"],
            "85.00",
        ),
        (
            "NF 31: 2 impressoras R$ 90,00 = R$ 180,00; 10 fitas R$ 4,00 = R$ 40,00; total R$ 220,00",
            ["impressoras", "fitas"],
            "220.00",
        ),
        ("revísame esta: 5 sillas 12,00 = 60,00 / 2 mesas 31,00 = 62,00 / total 122,00", ["sillas", "mesas"], "122.00"),
        ("Invoice 0093 — 40 pcs USB cable @ $2.10 = $84.00; Shipping $12.00; Total due $96.00", ["USB cable"], "96.00"),
    ],
)
def test_a_document_that_lost_its_line_ends_is_read(text: str, lines: list[str], total: str) -> None:
    document = parse_text(text)
    assert document is not None
    assert ([line.description for line in document.lines], document.total) == (lines, Decimal(total))


def test_dots_may_lead_up_to_an_amount() -> None:
    document = parse_text(
        "Invoice 3\nPen 2 x 5.00 ...........10.00\nInk 1 x 20.00 ..........20.00\nTotal ........30.00"
    )
    assert document is not None
    assert (len(document.lines), document.total) == (2, Decimal(30))
