"""Items of a schema: what words can stand for."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    EMPTY,
    FILLED,
    TABLE,
    VALUE,
    Item,
    schema_items,
)
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def test_tables_columns_values_and_empty_columns_are_items() -> None:
    items = schema_items(SCHOOL).items
    assert Item(TABLE, "pupils") in items
    assert Item(VALUE, "lessons", "state", "cancelled") in items
    assert {Item(EMPTY, "pupils", "left_on"), Item(FILLED, "pupils", "left_on")} <= set(items)
    assert Item(EMPTY, "pupils", "pupil_id") not in items, "a key is never empty"


def test_a_switch_is_on_or_off() -> None:
    values = [item.value for item in schema_items(SCHOOL).items if item.column == "swims" and item.kind == VALUE]
    assert values == ["1", "0"]


def test_an_empty_column_looks_like_its_column() -> None:
    schema = schema_items(SCHOOL)
    sources = {schema.source[schema.items.index(Item(kind, "pupils", "left_on"))] for kind in (COLUMN, EMPTY, FILLED)}
    assert len(sources) == 1


def test_references_are_known() -> None:
    assert schema_items(SCHOOL).references.tolist() == [[0, 0], [1, 0]]
