"""Rates of taxes apart from their amounts."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.document import Tax
from fingerpost.assistants.agents.commerce.parsing.tax_rates import with_named_rates
from tests.assistants.agents.commerce.rows import rows_of

IPI, ICMS = Tax("IPI", None, Decimal("130.00")), Tax("ICMS", None, Decimal("333.60"))


@pytest.mark.parametrize(
    "text",
    [
        "(rates: ICMS 12% and IPI 5% for all goods)",
        "Code   Name   Total    ICMS%    IPI%\nA      Pen    20.00    12.00    5.00\nB      Ink    20.00    12.00    0.00",
        "Code   Name   Total    % ICMS   % IPI\nA      Pen    20.00    12.00    5.00",
    ],
)
def test_a_rate_behind_the_name_or_in_its_column_is_that_of_the_tax(text: str) -> None:
    assert [tax.rate for tax in with_named_rates([IPI, ICMS], rows_of(text))] == [5, 12]


@pytest.mark.parametrize(
    "text",
    [
        "IPI 5% or IPI 10%",
        "IPI on 5% of the goods",
        "Name   Total    IPI%\nPen    20.00    5.00\nInk    20.00    10.00",
        "Name   IPI%   Total\nPen           20.00",
    ],
)
def test_two_rates_or_none_tell_nothing(text: str) -> None:
    assert with_named_rates([IPI], rows_of(text)) == (IPI,)


def test_a_stated_rate_stays() -> None:
    tax = Tax("IPI", Decimal(10), Decimal("130.00"))
    assert with_named_rates([tax], rows_of("IPI 5%")) == (tax,)
