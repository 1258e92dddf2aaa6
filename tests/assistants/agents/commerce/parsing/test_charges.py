"""What labelled sums amount to: the total that the others add up to, discounts, and taxes that are inside."""

from __future__ import annotations

from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import Tax
from fingerpost.assistants.agents.commerce.parsing.charges import (
    Charges,
    mark_included_taxes,
    resolve_charges,
    with_stated_rates,
)
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.parsing.labelled_amounts import find_labelled_amounts
from fingerpost.assistants.agents.commerce.questions.answers import answer
from tests.assistants.agents.commerce.rows import rows_of


def settled(text: str, goods: str) -> Charges:
    return mark_included_taxes(
        resolve_charges(find_labelled_amounts(rows_of(text), set()), Decimal(goods)), Decimal(goods)
    )


def test_sums_get_their_names() -> None:
    found = settled("Subtotal: 100.00\nDiscount: 10.00\nShipping: 5.00\nVAT 20%: 18.00\nTotal: 113.00", "100")
    assert (found.subtotal, found.discount, found.shipping, found.total) == tuple(map(Decimal, (100, 10, 5, 113)))
    [tax] = found.taxes
    assert (tax.name, tax.rate, tax.amount, tax.included) == ("VAT", Decimal(20), Decimal(18), False)


def test_of_two_totals_the_one_that_adds_up_is_taken() -> None:
    assert settled("Total: 100.00\nShipping: 5.00\nGrand total: 105.00", "100").total == 105


def test_a_tax_that_the_prices_hold_is_marked() -> None:
    [tax] = settled("Subtotal: 121.00\nIVA 21%: 21.00\nTotal: 121.00", "121").taxes
    assert tax.included
    [tax] = settled("Subtotal: 100.00\nIVA 21%: 21.00\nTotal: 121.00", "100").taxes
    assert not tax.included


def test_without_labels_there_is_nothing() -> None:
    found = resolve_charges(find_labelled_amounts(rows_of("thank you"), set()), None)
    assert (found.subtotal, found.total, found.taxes) == (None, None, ())


def test_a_tax_has_the_one_rate_that_makes_it_of_an_amount_of_the_document() -> None:
    rows = rows_of("Base 10%   198.18      IVA 19.82\nBase 21%    11.98      IVA  2.52")
    taxes = with_stated_rates([Tax("IVA", None, Decimal("19.82")), Tax("IVA", None, Decimal("2.52"))], rows)
    assert [(tax.rate, tax.base) for tax in taxes] == [
        (Decimal(10), Decimal("198.18")),
        (Decimal(21), Decimal("11.98")),
    ]
    unknown = Tax("IVA", None, Decimal("7.77"))
    assert with_stated_rates([unknown], rows) == (unknown,)


def test_what_was_kept_back_lowers_what_a_credit_note_gives_back() -> None:
    text = (
        "CREDIT NOTE CN-5\nDate: 2 June 2025\nFrom: Kestrel Supplies Ltd\nTo: Pat Nolan\n\n"
        "Item              Qty   Price    Amount\nSteel rod         -1    50.00    -50.00\n\n"
        "Net                              -50.00\nVAT 20%                          -10.00\n"
        "Withholding tax 5%                 2.50\nTotal EUR                        -57.50\n"
    )
    document = parse_text(text)
    assert document is not None
    assert [tax.name for tax in document.withheld] == ["Withholding tax"]
    assert "2.50" in answer(document, "How much tax was withheld?")
    assert "-60.00" in answer(document, "What is the total without the withholding?")
    assert "withheld" not in answer(document, "How much VAT is given back?")
