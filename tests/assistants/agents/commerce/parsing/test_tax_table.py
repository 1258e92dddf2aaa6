"""A table of taxes: rate, base and amount that agree."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.tax_table import find_tax_table
from tests.assistants.agents.commerce.rows import rows_of


def test_rate_base_and_amount_make_a_tax() -> None:
    rows = rows_of("Rate   Base   VAT\n20%   100.00   20.00")
    found = find_tax_table(rows)
    [tax] = found.taxes
    assert (tax.name, tax.rate, tax.base, tax.amount) == ("VAT", Decimal(20), Decimal(100), Decimal(20))
    assert len(found.rows) == len(rows)
    assert not any(row.amounts for row in found.rows)


def test_numbers_that_do_not_agree_are_no_tax() -> None:
    rows = rows_of("Rate   Base   VAT\n20%   100.00   35.00")
    assert find_tax_table(rows).taxes == ()
    assert find_tax_table(rows).rows == rows


def test_what_is_not_taxed_is_told_too_and_the_totals_beside_the_table_stay() -> None:
    rows = rows_of(
        "V  Rate    Net     VAT\nZ   0%    50.00   0.00     ------------\nS  20%   100.00  20.00     NOW OWING   170.00"
    )
    found = find_tax_table(rows)
    assert [(tax.rate, tax.base, tax.amount) for tax in found.taxes] == [
        (Decimal(0), Decimal(50), Decimal(0)),
        (Decimal(20), Decimal(100), Decimal(20)),
    ]
    assert [amount.value for row in found.rows for amount in row.amounts] == [Decimal(170)]


def test_a_table_of_prices_with_the_tax_in_them() -> None:
    [tax] = find_tax_table(rows_of("    Rate   Gross   VAT\nB   23%   12.99   2.43")).taxes
    assert (tax.amount, tax.base, tax.included) == (Decimal("2.43"), Decimal("10.56"), True)


@pytest.mark.parametrize(
    "table",
    [
        "Base   % IVA   Cuota IVA\n330.30   4.00   13.21\n392.00   21.00   82.32",
        "Rate   Net      VAT     Gross\n4.00   330.30   13.21   343.51\n21.00   392.00   82.32   474.32",
    ],
)
def test_under_a_heading_of_rates_their_sign_may_be_missing(table: str) -> None:
    found = find_tax_table(rows_of(table)).taxes
    assert [(str(tax.rate), str(tax.base), str(tax.amount)) for tax in found] == [
        ("4.00", "330.30", "13.21"),
        ("21.00", "392.00", "82.32"),
    ]


@pytest.mark.parametrize(
    "table",
    [
        "Base   % IVA   Cuota IVA\n330.30   4.00   13.50\n330.30   4.00   13.60",
        "Base   % IVA   Cuota IVA\n330.30   4.00   13.21",
        "Base   Net   VAT\n330.30   4.00   13.21\n392.00   21.00   82.32",
        "Base   % IVA   IVA   % R.E.\n330.30   4.00   13.21   1.40",
    ],
)
def test_without_proof_or_heading_numbers_are_no_taxes(table: str) -> None:
    assert not find_tax_table(rows_of(table)).taxes


def test_a_name_in_the_row_is_that_of_its_tax() -> None:
    found = find_tax_table(rows_of("Tax   Base   Rate   Amount\nISH local   5,328.00   5.00%   266.40")).taxes
    assert [tax.name for tax in found] == ["ISH"]
