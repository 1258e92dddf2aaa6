"""The catalogue of fields and operations: each has words of three languages and a name, and the longest words count."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.language.catalogue import (
    fields,
    find_fields,
    find_operations,
    is_catalogue_word,
    label_pattern,
)
from fingerpost.assistants.agents.commerce.language.phrases import NAMES


def test_every_amount_and_every_labelled_field_has_a_name_to_be_told_by() -> None:
    nameless = {name for name, one in fields().items() if one.labelled or one.kind in ("amount", "date")} - set(NAMES)
    assert nameless == {"named_tax"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("data de entrega", ["delivery"]),
        ("numero do pedido", ["order_number"]),
        ("when do we have to pay", ["due"]),
        ("net amount and freight", ["subtotal", "shipping"]),
        ("iva y la retencion", ["named_tax", "withheld"]),
        ("the weather", []),
    ],
)
def test_the_longest_name_counts(text: str, names: list[str]) -> None:
    assert [one.name for one in find_fields(text)] == names


def test_words_of_an_operation_are_not_those_of_a_longer_one() -> None:
    assert {one.name for one in find_operations("o mais caro")} == {"most", "difference"}
    assert "with" in {one.name for one in find_operations("mais frete")}


def test_weak_words_are_told_from_strong_ones() -> None:
    assert find_fields("the date")[0].is_weak
    assert not find_fields("issue date")[0].is_weak


def test_labels_have_words_that_questions_have_not() -> None:
    assert label_pattern("change").search("change")
    assert not find_fields("change")
    assert is_catalogue_word("frete")
    assert not is_catalogue_word("helicoptero")
