"""Names of parties, apart from tax numbers and addresses."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.parsing.party_names import find_tax_id, name_words, split_name_address


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("CNPJ: 12.345.678/0001-90", "12.345.678/0001-90"), ("NIF 50123498J", "50123498J"),
        ("CIF: B12345678", "B12345678"), ("VAT no. GB123456789", "GB123456789"), ("phone 555 0100", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_tax_number_is_found_after_its_label(text: str, number: str) -> None:
    assert find_tax_id(text) == number


def test_a_name_ends_before_a_tax_number() -> None:
    assert name_words("Sierra Norte, S.L. CIF: B12345678").rstrip(" ,.") == "Sierra Norte, S.L".rstrip(" ,.")


def test_an_address_follows_a_name_and_a_legal_form_does_not() -> None:
    assert split_name_address("Harbor Supply, 118 Wharf Street") == ("Harbor Supply", "118 Wharf Street")
    assert split_name_address("Sierra Norte, S.L.") == ("Sierra Norte, S.L.", "")


def test_a_tax_number_may_be_written_in_groups_of_letters_and_digits() -> None:
    assert find_tax_id("R.F.C. CTE 140912 8K3 Calz. Lerdo 1440") == "CTE 140912 8K3"
