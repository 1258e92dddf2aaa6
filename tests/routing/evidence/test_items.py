"""Things that a message lists with their amounts."""

from __future__ import annotations

import pytest

from fingerpost.routing.evidence import items
from fingerpost.routing.evidence.items import holds_figures, holds_items


@pytest.mark.parametrize(
    "text",
    [
        "lamp 319.00 / chair 189.00",
        "12 copos x 3,20\n6 pratos x 11,90",
        "[bath] 30 towels @ 27.80, 10 mats @ 33.00",
        "mesa R$ 1.250; cadeira R$ 300",
        "pano 4,50 un, balde 19,90 un",
        f"{'long ' * 40}lamp 319.00{' ' * 80}/ {'long ' * 40}chair 189.00",
    ],
)
def test_things_with_their_amounts_are_items(text: str) -> None:
    assert holds_items(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "orders above 100.00, 200.00 and 300.00",
        "pedidos entre 10,00 e 20,00",
        "lamp 319.00",
        "from 2018-05-12 to 14/03/2019, by state",
        "version 3.11 of python, version 3.12 of pip, please",
        "1.50\n2.50\n3.50",
    ],
)
def test_amounts_without_things_are_no_items(text: str) -> None:
    assert not holds_items(text)


def test_what_is_listed_are_things_and_not_amounts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "orders above 100.00, 200.00 and 300.00"
    assert not holds_items(text)
    monkeypatch.setattr(items, "FUNCTION_WORDS", frozenset())
    assert holds_items(text)


@pytest.mark.parametrize("text", ["tea $1" + " " * 19_000 + "x", "1" * 19_000 + "x", "tea $" + "1." * 9000 + "x"])
def test_an_amount_is_looked_for_at_the_end_of_a_part_alone(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    searched: list[int] = []

    class Amount:
        def search(self, part: str) -> None:
            searched.append(len(part))

    monkeypatch.setattr(items, "_AMOUNT", Amount())
    assert not holds_items(text)
    assert searched
    assert max(searched) <= items.LAST


@pytest.mark.parametrize(
    "text",
    [
        "thirty two chairs at forty, twelve tables at ninety five",
        "te leo el remito: veinte sillas a treinta y cinco, cuatro mesas a noventa",
        "recibo 88, trinta canecas a quinze cada",
        "Boleto 104-0, vence 30/09/2017, 1.045,99",
        "quote 1: 50 beds 61.00, quote 2: 50 beds 64.50",
    ],
)
def test_several_figures_are_those_of_a_paper(text: str) -> None:
    assert holds_figures(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "orders between 100 and 200 in 2017 and 2018",
        "quantos pedidos de 2016, 2017 e 2018?",
        "top 10 das 27 cidades do estado",
        "lee la factura de los dos, una vez",
        "two hundred and thirty five orders",
    ],
)
def test_a_question_holds_fewer(text: str) -> None:
    assert not holds_figures(text)
