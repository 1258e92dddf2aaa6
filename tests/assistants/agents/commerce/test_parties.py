"""Seller and buyer, by their labels and without, in three languages."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.parties import find_parties
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    ("seller", "buyer"), [("Seller", "Bill to"), ("Emitente", "Destinatário"), ("Vendedor", "Cliente")]
)
def test_both_sides_are_found_by_their_labels(seller: str, buyer: str) -> None:
    rows = rows_of(f"Invoice 1\n{seller}: Harbor Supply Ltd\n{buyer}: Ana Torres")
    one, other = find_parties(rows, set(), "invoice")
    assert (one.name, other.name) == ("Harbor Supply Ltd", "Ana Torres")


def test_what_stands_below_a_label_belongs_to_it() -> None:
    rows = rows_of("Factura 1\n\nCliente:\nAna Torres\nNIF: 50123498J\nCalle Mayor 5, Madrid\n\nTotal: 10.00")
    _, buyer = find_parties(rows, set(), "invoice")
    assert (buyer.name, buyer.tax_id) == ("Ana Torres", "50123498J")
    assert "Calle Mayor 5" in buyer.address


def test_a_document_that_names_nobody_has_no_parties() -> None:
    assert find_parties(rows_of("Total: 10.00"), set(), "receipt") == (Party(), Party())
