"""Rows as Arrow tables: their texts, and what was decided as further columns. Needs the extra `parquet`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from fingerpost.batch.columns import Decided, Unreadable, own_names
from fingerpost.errors import BatchError

_TYPES = (pa.string(), pa.bool_(), pa.float64(), pa.string(), pa.string(), pa.string(), pa.string())


def check_column(schema: Any, column: str) -> None:
    """Refuse a table whose texts nobody could read, before any row is."""
    if schema.names.count(column) != 1:
        there = f"{schema.names.count(column)} columns" if column in schema.names else "no column"
        raise BatchError(f"there is {there} {column!r}: name one with --text-column of {', '.join(schema.names)}")
    kind = schema.field(column).type
    if not _holds_strings(kind):
        raise BatchError(f"column {column!r} holds {kind} and no strings: name another with --text-column")


def texts_of(table: pa.Table | pa.RecordBatch, column: str) -> list[object]:
    """Return the texts of a column; None where there is none, Unreadable where the bytes are no UTF-8."""
    check_column(table.schema, column)
    values = table.column(column)
    if pa.types.is_dictionary(values.type):
        values = values.cast(values.type.value_type)
    try:
        found: list[object] = values.to_pylist()
    except UnicodeDecodeError:
        # A file can hold anything under the name of a string.
        found = [_decoded(value) for value in values.cast(pa.large_binary()).to_pylist()]
    return found


def with_decided(table: pa.Table | pa.RecordBatch, decided: Sequence[Decided]) -> pa.Table:
    """Return the table with what was decided as further columns."""
    columns = list(zip(*decided, strict=True)) if decided else [()] * len(_TYPES)
    arrays = [pa.array(column, kind) for column, kind in zip(columns, _TYPES, strict=True)]
    if isinstance(table, pa.RecordBatch):
        table = pa.Table.from_batches([table])
    return pa.Table.from_arrays([*table.columns, *arrays], schema=schema_with_decided(table.schema))


def schema_with_decided(schema: Any) -> Any:
    """Return a schema with the further columns; a column of the input that has such a name gets another."""
    names = own_names(schema.names)
    fields = [field.with_name(name) for field, name in zip(schema, names, strict=True)]
    added = [pa.field(name, kind) for name, kind in zip(Decided._fields, _TYPES, strict=True)]
    return pa.schema([*fields, *added], metadata=schema.metadata)


def _holds_strings(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view))


def _decoded(value: bytes | None) -> object:
    try:
        return None if value is None else value.decode()
    except UnicodeDecodeError as error:
        return Unreadable(f"the text is not UTF-8: {error.reason} at byte {error.start}")
