"""Numbers of documents that no known label announces."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.parsing.document_numbers import find_unlabelled_number
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    "text",
    [
        "Our ref   HP-0094417\nVessel   KB-22",
        "Zorbix HP-0094417   Clerk Mina",
        "Zorbix           Quux\nHP-0094417       12-03-2025",
    ],
)
def test_a_code_is_taken_where_its_words_name_it_or_it_is_alone(text: str) -> None:
    assert find_unlabelled_number(rows_of(text), set()) == "HP-0094417"


@pytest.mark.parametrize(
    "text",
    [
        "Zorbix HP-0094417\nFlim KB-2277",
        "Your order HP-0094417",
        "HP-0094417",
        "Tel (254) 555-0147",
        "Zorbix (254) 555-0147",
        "Dated 12-03-2025",
    ],
)
def test_of_several_codes_or_one_of_somebody_else_none_is_taken(text: str) -> None:
    assert find_unlabelled_number(rows_of(text), set()) == ""


def test_codes_of_the_goods_are_no_number() -> None:
    assert find_unlabelled_number(rows_of("Zorbix\nPen HP-0094417 2.00"), {1}) == ""


def test_the_number_of_a_series_names_itself() -> None:
    text = "VAT 4190267715   Export code 21883306\n\nPF 0092/26        20 January 2026\nEORI GB 686/566"
    assert find_unlabelled_number(rows_of(text), set()) == "PF 0092/26"
