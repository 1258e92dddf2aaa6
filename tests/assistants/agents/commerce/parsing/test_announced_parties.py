"""Parties behind labels that no list knows."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.parsing.announced_parties import announced_parties
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from tests.assistants.agents.commerce.rows import rows_of

NOBODY = frozenset[str]()


def test_the_author_says_we_and_calls_the_other_side_you() -> None:
    rows = rows_of("You are: Zorb Aerial Pty Ltd, Hangar 7\nWe are: Quux Quarries Pty Ltd, Gully Road")
    found = {
        one.role: rows[one.row].text[one.end :].split(",")[0] for one in announced_parties(rows, set(), "buyer", NOBODY)
    }
    assert found == {"buyer": "Quux Quarries Pty Ltd", "seller": "Zorb Aerial Pty Ltd"}


def test_two_firms_behind_unknown_labels_are_told_by_their_order() -> None:
    rows = rows_of("Zorbing house: Quux Licensing B.V.\nFlimmed with: Zorb Systems GmbH")
    assert [one.role for one in announced_parties(rows, set(), "buyer", NOBODY)] == ["buyer", "seller"]
    assert [one.role for one in announced_parties(rows, set(), "seller", NOBODY)] == ["seller", "buyer"]


def test_one_firm_behind_an_unknown_label_may_be_anybody_unless_the_other_side_is_known() -> None:
    rows = rows_of("Flimmed with: Zorb Systems GmbH")
    assert announced_parties(rows, set(), "seller", NOBODY) == []
    assert [one.role for one in announced_parties(rows, set(), "seller", frozenset({"seller"}))] == ["buyer"]


def test_a_carrier_and_a_person_without_a_firm_are_not_announced() -> None:
    rows = rows_of("Carrier: Zorb Transport Ltd\nGate: Terry Voss\nYard: Quux Works Ltd")
    assert len(announced_parties(rows, set(), "seller", frozenset({"seller"}))) == 1


def test_the_tax_numbers_behind_the_names_are_theirs() -> None:
    text = """PURCHASE ORDER CF-60318
Zorbing house: Cobalt Fern Licensing B.V., Kanaalkade 81, Utrecht - VAT NL861740295B01
Flimmed with: Larkmoor Systems GmbH, Speicherweg 5, Bremen - VAT DE318842706

Description     Qty   Price    Total
Gold support      2   100.00   200.00
Total                          200.00"""
    document = parse_text(text)
    assert document is not None
    assert (document.buyer.name, document.buyer.tax_id) == ("Cobalt Fern Licensing B.V.", "NL861740295B01")
    assert (document.seller.name, document.seller.tax_id) == ("Larkmoor Systems GmbH", "DE318842706")
