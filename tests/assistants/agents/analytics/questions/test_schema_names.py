"""What people call tables and columns, from their names in the schema."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable
from fingerpost.assistants.agents.analytics.column_names import words_of
from fingerpost.assistants.agents.analytics.questions.schema_names import column_names, single_words, table_names


@pytest.mark.parametrize("name", ["orderItems", "order_items", "Order items"])
def test_a_name_is_cut_into_its_words(name: str) -> None:
    assert words_of(name) == ("order", "items")


def test_what_only_says_that_it_is_a_table_is_left_out() -> None:
    assert table_names(AllowedTable("tbl_orders", (), synonyms=("pedidos",))) == [("orders",), ("pedidos",)]


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("dt_nasc", ("data", "nascimento")),
        ("qty", ("quantity",)),
        ("vl_pgto", ("valor", "pagamento")),
        ("dir", ("direccion",)),
    ],
)
def test_short_forms_are_written_out(column: str, said: tuple[str, ...]) -> None:
    assert said in column_names(AllowedColumn(column), AllowedTable("x", ()))


def test_the_name_of_the_table_may_be_left_out_of_its_column() -> None:
    table = AllowedTable("orders", ())
    assert ("weight",) in column_names(AllowedColumn("order_weight"), table)
    assert ("weight",) not in column_names(AllowedColumn("item_weight"), table)


def test_words_of_longer_names_alone_can_stand_for_them() -> None:
    assert list(single_words([("delivery", "date"), ("city",)])) == ["delivery"]
