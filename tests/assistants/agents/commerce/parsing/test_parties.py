"""Seller and buyer, by their labels and without, in three languages."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.parsing.parties import find_parties
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


def test_a_salesperson_sells_for_the_firm_on_the_letterhead() -> None:
    text = "FERRO & FORMA LTDA\nCNPJ 18.402.377/0001-32\n\nOrçamento 7\nCliente: Alicerce S.A.\nTotal 5,00\n\nVendedor: Adilson Braga"
    seller, buyer = find_parties(rows_of(text, ","), set(), "quote")
    assert (seller.name, buyer.name) == ("FERRO & FORMA LTDA", "Alicerce S.A.")


@pytest.mark.parametrize("text", ["Customer PO   PO-33871", "Customer copy", "Customer order 4471"])
def test_what_belongs_to_a_customer_is_not_the_customer(text: str) -> None:
    _, buyer = find_parties(rows_of(f"Acme Tools Ltd\nInvoice 7\n{text}\nTotal 5.00"), set(), "invoice")
    assert buyer.name == ""


def test_a_name_in_its_field_beside_a_tax_number_is_read() -> None:
    text = "DESTINATÁRIO / REMETENTE\nNOME: REDE LAVA BEM LTDA      CNPJ: 04.771.930/0001-08\nTotal 5,00"
    _, buyer = find_parties(rows_of(text, ","), set(), "invoice")
    assert (buyer.name, buyer.tax_id) == ("REDE LAVA BEM LTDA", "04.771.930/0001-08")


def test_a_buyer_may_be_known_by_a_tax_number_alone() -> None:
    _, buyer = find_parties(rows_of("Loja Sol Ltda\nTotal 5,00\nCONSUMIDOR CPF 318.460.927-87", ","), set(), "receipt")
    assert buyer.tax_id == "318.460.927-87"


def test_below_a_row_of_headings_stand_the_names() -> None:
    text = "BILL TO           JOB SITE         INVOICE\nHarriet Okafor    77 Sycamore      no. 17\n77 Sycamore Ct"
    assert find_parties(rows_of(text), set(), "invoice")[1].name == "Harriet Okafor"
