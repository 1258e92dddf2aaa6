"""Roles of columns: label, date and amount."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable
from fingerpost.assistants.agents.analytics.table_roles import find_amount, find_date, find_label
from fingerpost.assistants.agents.analytics.table_sample import Sample


def label(table: str, **columns: list[str]) -> tuple[str, ...]:
    """Return the label of a table of text columns."""
    made = AllowedTable(table, tuple(AllowedColumn(name) for name in columns))
    rows = max(map(len, columns.values()))
    return find_label(Sample(made, dict(columns), rows, whole=True))


def test_labels() -> None:
    """A name, with the surname; the name of something else is none; a unique code; nothing."""
    assert label("propietarios", nombre=["Rosa", "Ana"], apellidos=["Cano", "Vega"]) == ("nombre", "apellidos")
    assert label("people", last_name=["Shaw"], first_name=["Tom"]) == ("first_name", "last_name")
    assert label("products", product_name=["Desk", "Desk"], brand=["A", "B"]) == ("product_name",)
    assert label("orders", customer_name=["Tom", "Tom"], status=["a", "a"]) == ()
    assert label("spaces", kind=["desk", "desk"], code=["A-1", "A-2"]) == ("code",)
    assert label("categorias", categoria=["a", "b"], grupo=["x", "x"]) == ("categoria",)
    assert label("users", email=["a@b.c", "d@b.c"]) == ()
    assert label("orders", order_id=["0f3b" * 8, "1f3b" * 8]) == ()
    assert label("notes", descripcion=["x" * 150, "y" * 150]) == ()


@pytest.mark.parametrize(
    ("table", "columns", "date"),
    [
        ("citas", "fecha", "fecha"),
        ("alunos", "dt_nasc dt_cadastro", "dt_cadastro"),
        ("mascotas", "fecha_nac", ""),
        ("invoices", "issued_on due_on paid_on", "issued_on"),
        ("members", "joined_on left_on", "joined_on"),
        ("tickets", "opened_on closed_on", "opened_on"),
        ("matriculas", "dt_inicio dt_fim", "dt_inicio"),
        ("vacunas", "f_aplic prox_dosis", "f_aplic"),
        ("ventas", "created_at fecha_venta updated_at", "fecha_venta"),
        ("mensalid", "dt_venc dt_pgto", ""),
        ("orders", "updated_at", ""),
        ("orders", "", ""),
    ],
)
def test_dates(table: str, columns: str, date: str) -> None:
    """When a row happened, not when somebody was born, nor what is due, over or next."""
    made = AllowedTable(table, tuple(AllowedColumn(name, "date") for name in columns.split()))
    assert find_date(made) == date


@pytest.mark.parametrize(
    ("columns", "amount"),
    [
        ("imp_total cant", "imp_total"),
        ("amt_net vat_amt", "amt_net"),
        ("unit_price total", "total"),
        ("precio", "precio"),
        ("monthly_fee incl_hrs", "monthly_fee"),
        ("price cost", ""),
        ("peso_kg discount_pct", ""),
        ("valor desconto", "valor"),
        ("stock", ""),
    ],
)
def test_amounts(columns: str, amount: str) -> None:
    """A total before a price, no taxes, and none where it is unclear."""
    made = AllowedTable("t", tuple(AllowedColumn(name, "number") for name in columns.split()))
    assert find_amount(made) == amount


def test_keys_and_counts_are_no_amounts() -> None:
    """`valor_id` refers to something, and `total_visits` counts."""
    made = AllowedTable("t", (AllowedColumn("valor_id", "integer"), AllowedColumn("total_visits", "integer")))
    assert find_amount(made) == ""
