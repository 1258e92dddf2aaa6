"""The heads of columns, in three languages, by cells and by words."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.parsing.table_header import header_columns, role_of
from tests.assistants.agents.commerce.rows import rows_of


@pytest.mark.parametrize(
    ("head", "role"),
    [
        ("description", "description"), ("descricao", "description"), ("descripcion", "description"),
        ("qty", "quantity"), ("quantidade", "quantity"), ("cantidad", "quantity"),
        ("unit price", "unit_price"), ("preco unitario", "unit_price"), ("precio unitario", "unit_price"),
        ("weather", ""), ("", ""), ("unit gbp", "unit_price"), ("line gbp", "total"), ("unit", "unit"),
    ],
)  # fmt: skip
def test_a_head_names_what_its_column_holds(head: str, role: str) -> None:
    assert role_of(head) == role


@pytest.mark.parametrize(
    "head",
    [
        "Description | Qty | Unit price | Total",
        "Descrição | Quantidade | Preço unitário | Total",
        "Descripción | Cantidad | Precio unitario | Total",
        "Description      Qty    Unit price    Total",
    ],
)
def test_a_row_of_heads_is_read_in_its_order(head: str) -> None:
    [row] = rows_of(head)
    assert [column.role for column in header_columns(row)] == ["description", "quantity", "unit_price", "total"]


@pytest.mark.parametrize("text", ["Lamp | 2 | 10.00 | 20.00", "Invoice 12, 3 May 2024", "thanks for your order", ""])
def test_what_is_no_head_has_no_columns(text: str) -> None:
    [row] = rows_of(text)
    assert header_columns(row) == ()
