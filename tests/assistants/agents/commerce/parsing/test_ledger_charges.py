"""Names of charges that only their sign, their rate and their words tell."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fingerpost.assistants.agents.commerce.parsing.charges import Charges, resolve_charges
from fingerpost.assistants.agents.commerce.parsing.labelled_amounts import find_labelled_amounts
from fingerpost.assistants.agents.commerce.parsing.ledger import find_entries
from fingerpost.assistants.agents.commerce.parsing.ledger_charges import with_entries
from tests.assistants.agents.commerce.rows import rows_of


def charges_of(text: str, goods: str) -> Charges:
    rows = rows_of(text)
    sums = find_labelled_amounts(rows, set())
    entries = find_entries(rows, set(), sums)
    return with_entries(resolve_charges(sums, Decimal(goods)), entries, Decimal(goods))


@pytest.mark.parametrize(
    ("label", "field"),
    [
        ("Barge to the anchorage", "shipping"),
        ("Camión hasta la obra", "shipping"),
        ("Transporte dos vidros", "shipping"),
        ("Zorbix", "other"),
        ("Installation on site", "other"),
    ],
)
def test_what_is_added_is_shipping_only_where_its_words_are_near(label: str, field: str) -> None:
    found = charges_of(f"Zorb 100.00\n{label} 12.50\nBlem 112.50", "100.00")
    assert (found.subtotal, found.total, getattr(found, field)) == (Decimal(100), Decimal("112.50"), Decimal("12.50"))


def test_what_is_taken_off_is_a_discount_and_a_share_of_the_sum_a_tax() -> None:
    found = charges_of("Zorb 100.00\nQuux 10.00\nTributo 21% 18.90\nFlim 108.90", "100.00")
    assert (found.discount, found.total) == (Decimal(10), Decimal("108.90"))
    [tax] = found.taxes
    assert (tax.name, tax.rate, tax.amount) == ("Tributo", Decimal(21), Decimal("18.90"))


@pytest.mark.parametrize("label", ["Beneficio industrial", "Gastos generales", "Overhead", "Margem"])
def test_a_share_of_the_sum_is_a_tax_only_where_its_words_say_so(label: str) -> None:
    found = charges_of(f"Zorb 1900.00\n{label} 6% 114.00\nBlem 2014.00", "1900.00")
    assert (found.other, found.taxes, found.total) == (Decimal(114), (), Decimal(2014))


def test_what_is_paid_after_the_taxes_is_no_discount() -> None:
    found = charges_of("Zorb 100.00\nVAT 20% 20.00\nBlem 120.00\nQuux 50.00\nFlim 70.00", "100.00")
    assert (found.total, found.balance, found.discount) == (Decimal(120), Decimal(70), None)


@pytest.mark.parametrize(
    ("total", "rest"), [("Gross", "Amount due"), ("Total due", "Balance to pay"), ("Blem", "Total")]
)
def test_what_a_named_payment_leaves_of_the_taxed_sum_is_the_balance(total: str, rest: str) -> None:
    found = charges_of(f"Net 1,100.00\nVAT 20% 220.00\n{total} 1,320.00\nLess deposit 500.00\n{rest} 820.00", "1100.00")
    assert (found.subtotal, found.total, found.balance) == (Decimal(1100), Decimal(1320), Decimal(820))


def test_a_payment_before_the_taxes_leaves_the_total_as_it_is() -> None:
    found = charges_of("Subtotal 100.00\nDeposit -20.00\nTotal 80.00", "100.00")
    assert (found.subtotal, found.total) == (Decimal(100), Decimal(80))


def test_a_stated_total_is_kept_where_it_does_not_add_up() -> None:
    found = charges_of("Zorb 100.00\nQuux 10.00\nBlem 110.00\nTotal 999.00", "100.00")
    assert found.total == 999


def test_a_total_may_stand_before_its_parts() -> None:
    assert charges_of("Zorb 121.00\nVAT 21%: 21.00   Subtotal: 100.00", "100.00").total == 121


def test_an_amount_that_explains_nothing_is_unread() -> None:
    assert charges_of("Zorb 17.00\nQuux 12.50\nTotal 110.00", "100.00").unread
    assert not charges_of("Zorb 100.00\nQuux 10.00\nTotal 110.00", "100.00").unread


def test_a_voucher_that_is_paid_with_gives_way_to_what_the_total_was_lowered_by() -> None:
    found = charges_of("10% OFF MUSSELS -1.45\nTO PAY 80.33\nVOUCHER 20.00\nCARD 60.33", "81.78")
    assert (found.discount, found.total) == (Decimal("1.45"), Decimal("80.33"))


def test_a_tax_on_some_of_the_goods_is_a_tax_with_its_name() -> None:
    found = charges_of("Zorb 1990.00\nOhio tax 7.25% on 312.00    22.62\nPLEASE PAY 2012.62", "1990.00")
    [tax] = found.taxes
    assert (tax.name, tax.rate, tax.amount) == ("Ohio tax", Decimal("7.25"), Decimal("22.62"))
