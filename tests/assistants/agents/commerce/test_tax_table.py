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
