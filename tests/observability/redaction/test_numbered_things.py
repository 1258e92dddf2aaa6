"""The words before a number that say what it numbers."""

from __future__ import annotations

import pytest

from fingerpost.observability.redaction.numbered_things import names_a_thing


@pytest.mark.parametrize(
    "before",
    ["order ", "Order no. ", "pedido nº ", "el pedido es ", "encomenda: ", "#", "factura num. ", "tracking number: ",
     "número de rastreio ", "order_id=", "commit ", "ticket #", "código de barras "],
)  # fmt: skip
def test_a_thing_is_named(before: str) -> None:
    plain = before.replace("º", "o").replace("ú", "u").replace("ó", "o")
    assert names_a_thing(f"{plain}612345678", len(plain))


@pytest.mark.parametrize(
    "before", ["", "call me at ", "mi número es ", "ana ", "order it from ", "reorder ", "pedido? "]
)
def test_nothing_is_named(before: str) -> None:
    assert not names_a_thing(f"{before}612345678", len(before))
