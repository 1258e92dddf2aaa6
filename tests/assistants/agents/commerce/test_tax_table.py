"""A table of taxes: rate, base and amount that agree."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.tax_table import find_tax_table
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
