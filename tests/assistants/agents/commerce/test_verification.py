"""Verification of sums: no findings where they hold, and every tampered value is found."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Context, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.agents.commerce import (
    CommercialDocument,
    Discrepancy,
    LineItem,
    Tax,
    find_discrepancies,
    parse_text,
)
from fingerpost.assistants.agents.commerce.verification import goods_value, verify

D = Decimal
RIGHT = CommercialDocument(
    kind="invoice",
    issued=date(2024, 3, 1),
    due=date(2024, 3, 31),
    currency="EUR",
    lines=(
        LineItem("Chair", quantity=D(4), unit_price=D("25.50"), total=D("102.00")),
        LineItem("Table", quantity=D(1), unit_price=D("210.00"), discount=D("10.00"), total=D("200.00")),
        LineItem("Oil", quantity=D("1.245"), unit_price=D("5.99"), total=D("7.46")),
    ),
    subtotal=D("309.46"),
    discount=D("9.46"),
    shipping=D("15.00"),
    taxes=(Tax("Sales tax", D(21), D("63.00")),),
    total=D("378.00"),
)


def test_a_right_document_has_no_findings() -> None:
    assert find_discrepancies(RIGHT) == ()
    assert verify(RIGHT).done == {"line": 3, "subtotal": 1, "total": 1, "tax": 1, "due": 1}


@pytest.mark.parametrize("name", ["subtotal", "discount", "shipping", "total"])
@pytest.mark.parametrize("by", ["0.10", "-1.00", "100"])
def test_a_sum_that_is_tampered_with_is_found(name: str, by: str) -> None:
    assert find_discrepancies(replace(RIGHT, **{name: getattr(RIGHT, name) + D(by)}))


@pytest.mark.parametrize("index", [0, 1, 2])
@pytest.mark.parametrize("name", ["quantity", "unit_price", "total"])
def test_a_line_that_is_tampered_with_is_found(index: int, name: str) -> None:
    line = RIGHT.lines[index]
    lines = [*RIGHT.lines]
    lines[index] = replace(line, **{name: getattr(line, name) + D("0.50")})
    findings = find_discrepancies(replace(RIGHT, lines=tuple(lines)))
    assert line.description in [finding.where for finding in findings if finding.what == "line"]


def test_a_tax_and_a_date_that_are_tampered_with_are_found() -> None:
    taxed = find_discrepancies(replace(RIGHT, taxes=(Tax("Sales tax", D(21), D("73.00")),), total=D("388.00")))
    assert taxed == (Discrepancy("tax", D("63.00"), D("73.00"), "Sales tax"),)
    assert find_discrepancies(replace(RIGHT, due=date(2024, 2, 1))) == (
        Discrepancy("due", date(2024, 3, 1), date(2024, 2, 1)),
    )


def test_the_finding_says_what_was_expected() -> None:
    assert find_discrepancies(replace(RIGHT, total=D("387.00"))) == (Discrepancy("total", D("378.00"), D("387.00")),)


@given(st.integers(-3, 3))
def test_one_cent_a_line_is_borne_with_and_no_more(cents: int) -> None:
    document = CommercialDocument(
        lines=(LineItem("a", total=D("1.00")), LineItem("b", total=D("2.00"))), total=D("3.00") + D(cents) / 100
    )
    assert bool(find_discrepancies(document)) is (abs(cents) > 2)


def test_taxes_within_brazilian_prices_are_no_error() -> None:
    lines = (LineItem("Papel", quantity=D(10), unit_price=D("20.00"), total=D("200.00")),)
    document = CommercialDocument(
        lines=lines,
        subtotal=D(200),
        taxes=(Tax("ICMS", D(18), D("36.00"), included=True), Tax("IPI", D(5), D("10.00"))),
        total=D("210.00"),
    )
    assert find_discrepancies(document) == ()
    assert [finding.what for finding in find_discrepancies(replace(document, total=D("246.00")))] == ["total"]


def test_a_sales_tax_that_was_not_added_is_an_error() -> None:
    document = CommercialDocument(
        lines=(LineItem("Desk", total=D(100)),), subtotal=D(100), taxes=(Tax("Sales tax", D(8), D(8)),), total=D(100)
    )
    assert [finding.what for finding in find_discrepancies(document)] == ["total"]


def test_withheld_taxes_may_be_in_the_total_or_only_in_what_is_paid() -> None:
    document = CommercialDocument(
        subtotal=D(8000), taxes=(Tax("ISS", D(5), D(400), included=True), Tax("IRRF", D("1.5"), D(-120))), total=D(8000)
    )
    assert find_discrepancies(document) == ()
    assert find_discrepancies(replace(document, total=D(7880))) == ()
    assert find_discrepancies(replace(document, total=D(7000)))


def test_a_tax_on_some_of_the_goods_is_no_error() -> None:
    lines = (
        LineItem("Milk", total=D("3.99")),
        LineItem("Towels", total=D("8.49")),
        LineItem("Cheese", total=D("5.25")),
    )
    document = CommercialDocument(
        lines=lines, subtotal=D("17.73"), taxes=(Tax("Tax", D("6.5"), D("0.55")),), total=D("18.28")
    )
    assert find_discrepancies(document) == ()
    assert find_discrepancies(replace(document, taxes=(Tax("Tax", D("6.5"), D("9.99")),), total=D("27.72")))


def test_a_document_with_nothing_to_add_up_is_not_called_right() -> None:
    assert verify(CommercialDocument(total=D(5))).done == {}


def test_figures_of_any_length_are_checked() -> None:
    long = ",".join(["99", *["999"] * 6])
    number = D(long.replace(",", ""))
    (finding,) = find_discrepancies(
        CommercialDocument(lines=(LineItem("Gold", quantity=number, unit_price=number, total=D(1)),))
    )
    assert finding.expected == (number * number).quantize(D("0.01"), context=Context(prec=60))
    document = parse_text(f"Invoice 1\nGold {long} {long} 5% {long}\nSubtotal {long}\nTax 8%: 5.00\nTotal ${long}")
    assert document is not None
    assert document.total == number
    assert {finding.what for finding in find_discrepancies(document)} >= {"tax", "total"}


def test_what_is_longer_than_any_amount_is_none() -> None:
    assert parse_text(f"Invoice 1\nTotal ${'9' * 30}") is None
    assert parse_text(f"Invoice 1\nTotal ${','.join(['999'] * 30)}") is None


def test_goods_are_the_lines_where_the_subtotal_has_a_charge_in_it() -> None:
    line = LineItem("Kiln", total=Decimal("100.00"))
    document = CommercialDocument(lines=(line,), subtotal=Decimal("110.00"), shipping=Decimal("10.00"))
    assert goods_value(document) == Decimal("100.00")
    assert goods_value(replace(document, shipping=None)) == Decimal("110.00")
    assert goods_value(replace(document, lines=())) == Decimal("110.00")
