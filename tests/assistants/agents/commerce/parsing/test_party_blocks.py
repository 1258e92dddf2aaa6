"""Parties that no known label announces."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.parsing.party_blocks import find_other_party
from tests.assistants.agents.commerce.rows import rows_of

HEAD = "Hartwell Supply Ltd\n9 Saddlers Way, Ludlow\n\n"
KNOWN = Party("Hartwell Supply Ltd")


def other(text: str, side: str = "buyer") -> Party:
    return find_other_party(rows_of(HEAD + text), set(), KNOWN, side)


@pytest.mark.parametrize(
    "text",
    [
        "Zorbix:\nBrindle Farm Ltd\n14 Mill Lane\nVAT no. GB 318442706",
        "Zorbix: Brindle Farm Ltd   VAT no. GB 318442706",
        "Zorbix                      Quux\nBrindle Farm Ltd            12/03/2025\nVAT no. GB 318442706",
        "[ Zorbix ]\n  Brindle Farm Ltd\n  VAT no. GB 318442706",
    ],
)
def test_a_name_with_a_tax_number_is_the_other_party(text: str) -> None:
    found = other(text)
    assert (found.name, found.tax_id) == ("Brindle Farm Ltd", "GB 318442706")


def test_a_label_near_in_meaning_is_enough_for_a_name_with_an_address() -> None:
    assert other("Account of customer:\nBrindle Lane Surgery\n14 Brindle Lane").name == "Brindle Lane Surgery"
    assert other("Zorbix:\nBrindle Lane Surgery\n14 Brindle Lane").name == ""


@pytest.mark.parametrize(
    "text",
    [
        "Carrier: Fast Wheels Ltd   VAT no. GB 318442706",
        "Zorbix: Payment by bank transfer",
        "Zorbix: Cold Acre",
        "Seller: Brindle Farm   14 Mill Lane",
    ],
)
def test_what_is_no_buyer_is_left_out(text: str) -> None:
    assert other(text) == Party()


def test_a_label_near_to_both_sides_speaks_against_neither() -> None:
    text = "Quux Castings Ltd\n\nConsignee: Aldgate Pumps Ltd, 2 Foundry Lane, Rotherham"
    assert find_other_party(rows_of(text), set(), Party("Quux Castings Ltd"), "buyer").name == "Aldgate Pumps Ltd"
