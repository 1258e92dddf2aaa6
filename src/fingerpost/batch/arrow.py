"""Arrow tables: read the texts of a column and add the decision columns. Needs the extra `parquet`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from fingerpost.batch.columns import DecisionColumns, UnreadableText, renamed_input_columns
from fingerpost.errors import BatchError

_TYPES = (pa.string(), pa.bool_(), pa.float64(), pa.string(), pa.string(), pa.string(), pa.string())


def check_text_column(schema: Any, column: str) -> None:
    """Raise BatchError unless the schema has exactly one string column of this name."""
    if schema.names.count(column) != 1:
        count = f"{schema.names.count(column)} columns" if column in schema.names else "no column"
        raise BatchError(f"there is {count} {column!r}: choose one with --text-column from {', '.join(schema.names)}")
    kind = schema.field(column).type
    if not _holds_strings(kind):
        raise BatchError(f"column {column!r} holds {kind}, not strings: choose another with --text-column")


def read_texts(table: pa.Table | pa.RecordBatch, column: str) -> list[object]:
    """Return the texts of a column: None for NULL, UnreadableText for bytes that are not UTF-8."""
    check_text_column(table.schema, column)
    values = table.column(column)
    if pa.types.is_dictionary(values.type):
        values = values.cast(values.type.value_type)
    try:
        found: list[object] = values.to_pylist()
    except UnicodeDecodeError:
        # Parquet does not validate that a string column holds UTF-8.
        found = [_decoded(value) for value in values.cast(pa.large_binary()).to_pylist()]
    return found


def add_decision_columns(table: pa.Table | pa.RecordBatch, decisions: Sequence[DecisionColumns]) -> pa.Table:
    """Return the table with the decision columns appended."""
    columns = list(zip(*decisions, strict=True)) if decisions else [()] * len(_TYPES)
    arrays = [pa.array(column, kind) for column, kind in zip(columns, _TYPES, strict=True)]
    if isinstance(table, pa.RecordBatch):
        table = pa.Table.from_batches([table])
    return pa.Table.from_arrays([*table.columns, *arrays], schema=schema_with_decisions(table.schema))


def schema_with_decisions(schema: Any) -> Any:
    """Return the schema with the decision columns appended; input columns of the same names are renamed."""
    names = renamed_input_columns(schema.names)
    fields = [field.with_name(name) for field, name in zip(schema, names, strict=True)]
    added = [pa.field(name, kind) for name, kind in zip(DecisionColumns._fields, _TYPES, strict=True)]
    return pa.schema([*fields, *added], metadata=schema.metadata)


def _holds_strings(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view))


def _decoded(value: bytes | None) -> object:
    try:
        return None if value is None else value.decode()
    except UnicodeDecodeError as error:
        return UnreadableText(f"the text is not UTF-8: {error.reason} at byte {error.start}")
