"""Tax numbers that stand beside no name go to the parties without one."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.parsing.party_tax_ids import with_tax_ids
from tests.assistants.agents.commerce.rows import rows_of

ROWS = rows_of("RFC: EPN060714KD2\nRFC receptor: CHU980302R56")


def test_the_first_number_is_the_sellers() -> None:
    seller, buyer = with_tax_ids(ROWS, set(), Party("A"), Party("B"))
    assert (seller.tax_id, buyer.tax_id) == ("EPN060714KD2", "CHU980302R56")


def test_a_number_that_is_known_is_not_given_again() -> None:
    seller, buyer = with_tax_ids(ROWS, {0}, Party("A", "CHU980302R56"), Party("B"))
    assert (seller.tax_id, buyer.tax_id) == ("CHU980302R56", "")
