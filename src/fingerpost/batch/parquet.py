"""Parquet. The rows file holds Arrow streams, because a Parquet file cannot be read before it is complete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from fingerpost.batch.arrow import add_decision_columns, check_text_column, read_texts, schema_with_decisions
from fingerpost.batch.decide import Batch
from fingerpost.batch.formats import MAX_CHUNK_BYTES, Chunk, RoutedChunk, routed_chunk
from fingerpost.errors import BatchError

ROW_GROUP_ROWS, ROW_GROUP_BYTES = 65_536, 64_000_000
"""Limits of a row group of the finished file, whichever is reached first."""


class ParquetFormat:
    """The Parquet format. Positions are row numbers."""

    def check(self, source: Path, column: str) -> None:
        """Raise BatchError for a file that is not Parquet or has no such string column."""
        with _open(source) as file:
            try:
                check_text_column(file.schema_arrow, column)
            except BatchError as error:
                raise BatchError(f"{source}: {error}") from error

    def size(self, source: Path) -> int:
        """Return the number of rows."""
        with _open(source) as file:
            return int(file.metadata.num_rows)

    def chunks(self, source: Path, start: int, max_rows: int) -> Iterator[Chunk]:
        """Yield rows as Arrow streams; row groups before `start` are not read."""
        with _open(source) as file:
            groups = [file.metadata.row_group(i) for i in range(file.metadata.num_row_groups)]
            before, first = 0, 0
            while first < len(groups) and before + groups[first].num_rows <= start:
                before += groups[first].num_rows
                first += 1
            widest = max((group.total_byte_size / group.num_rows for group in groups if group.num_rows), default=1.0)
            max_rows = max(1, min(max_rows, int(MAX_CHUNK_BYTES / max(widest, 1.0))))
            position = before
            try:
                for rows in file.iter_batches(max_rows, row_groups=range(first, len(groups)), use_threads=False):
                    position += len(rows)
                    if position > start:
                        # Rows before `start` are already routed.
                        yield Chunk(_to_arrow_stream(rows.slice(max(0, len(rows) - (position - start)))), position)
            except (pa.ArrowException, OSError) as error:
                raise BatchError(f"{source}: rows after {position:,} cannot be read: {error}") from error

    def route(self, batch: Batch, rows: bytes) -> RoutedChunk:
        """Route the rows of an Arrow stream and return another."""
        table = pa.ipc.open_stream(rows).read_all()
        decisions = batch.decide(read_texts(table, batch.text_column))
        return routed_chunk(_to_arrow_stream(add_decision_columns(table, decisions), "zstd"), decisions)

    def finish(self, rows_file: Path, ends: Iterable[int], source: Path) -> Path:
        """Write the Parquet file beside the rows file, in row groups of a useful size."""
        target = rows_file.with_name("finished.parquet")
        with _open(source) as file:
            schema = schema_with_decisions(file.schema_arrow)
        with rows_file.open("rb") as stream, pq.ParquetWriter(target, schema) as writer:
            # A partial file left by a full disk is overwritten by the next run.
            group: list[Any] = []
            begin = 0
            for end in ends:
                group.append(pa.ipc.open_stream(stream.read(end - begin)).read_all())
                begin = end
                if (
                    sum(len(table) for table in group) >= ROW_GROUP_ROWS
                    or sum(t.nbytes for t in group) >= ROW_GROUP_BYTES
                ):
                    _write_row_group(writer, group)
                    group = []
            if group:
                _write_row_group(writer, group)
        return target


def _open(source: Path) -> Any:
    try:
        # Buffered, because a row group may be larger than the memory.
        return pq.ParquetFile(source, buffer_size=1 << 20, pre_buffer=False)
    except pa.ArrowException as error:
        raise BatchError(f"{source}: cannot be read as Parquet: {error}") from error


def _to_arrow_stream(rows: Any, compression: str | None = None) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
        writer.write(rows)
    return bytes(sink.getvalue())


def _write_row_group(writer: Any, group: list[Any]) -> None:
    # Each chunk has its own dictionaries.
    table = pa.concat_tables(group).unify_dictionaries()
    writer.write_table(table, row_group_size=len(table) or None)
