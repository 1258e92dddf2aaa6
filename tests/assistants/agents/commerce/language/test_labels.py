"""Labels of money, dates and parties: found where they stand, the longer of two, in three languages."""

from __future__ import annotations

import re

import pytest

from fingerpost.assistants.agents.commerce.language import labels
from fingerpost.assistants.agents.commerce.language.labels import (
    find_labels,
    non_overlapping,
    normalize,
    tax_name,
    to_halfwidth,
)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("subtotal: 10", "subtotal"), ("shipping: 5", "shipping"), ("frete: 5", "shipping"), ("envio: 5", "shipping"),
        ("discount: 1", "discount"), ("desconto: 1", "discount"), ("descuento: 1", "discount"), ("iva: 21", "tax"),
        ("vat: 20", "tax"), ("net pay 5", "grand"), ("gross pay 9", "subtotal"),
        ("total deductions 4", "tender"), ("total das retencoes 4", "tender"), ("employer: a", "seller"),
        ("funcionario: b", "buyer"), ("amount now due 3", "balance"), ("due date: 1 may", "due"), ("vencimento: 1/5", "due"),
    ],
)  # fmt: skip
def test_a_label_is_known_in_three_languages(text: str, role: str) -> None:
    label = find_labels(text)[0]
    assert (label.role, label.start) == (role, 0)
    assert text.startswith(label.text)


def test_labels_come_in_their_order_and_do_not_overlap() -> None:
    labels = find_labels("subtotal 10  discount 1  total 9")
    assert [label.role for label in labels] == ["subtotal", "discount", "total"]
    assert labels == non_overlapping(labels, 40)


def test_a_word_within_another_is_no_label() -> None:
    assert find_labels("the totality of it") == []


@pytest.mark.parametrize(("text", "name"), [("iva 21%", "IVA"), ("vat", "VAT"), ("icms", "ICMS"), ("i.v.a.", "IVA")])
def test_a_tax_has_its_usual_name(text: str, name: str) -> None:
    assert tax_name(text) == name


def test_a_flat_text_keeps_every_place() -> None:
    text = "Descrição Nº 5 — AÑO"
    assert normalize(text) == "descricao no 5 — ano"
    assert len(normalize(text)) == len(text)


def test_wide_letters_become_plain_ones() -> None:
    assert to_halfwidth("１２３：ａ") == "123:a"


def test_a_row_of_numbers_is_searched_for_no_label(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labels, "_LABELS", {"total": re.compile("7")})
    assert find_labels("7  8,00  7") == []
    assert [label.start for label in find_labels("7 total")] == [0]


def test_every_label_has_a_letter() -> None:
    """Else a row without letters could have one."""
    for pattern in labels._LABELS.values():
        assert not pattern.search("".join(chr(code) for code in range(32, 0x250) if not chr(code).isalpha()))


@pytest.mark.parametrize(("text", "name"), [("i.v.a. 16%", "IVA"), ("i.g.v.  18%", "IGV"), ("irpf 15%", "IRPF")])
def test_a_tax_may_be_written_with_dots(text: str, name: str) -> None:
    [label] = [one for one in find_labels(text) if one.role == "tax"]
    assert tax_name(label.text) == name
