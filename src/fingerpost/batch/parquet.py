"""Rows as Parquet. What is kept of a chunk is an Arrow stream: a Parquet file can be read only once it has its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from fingerpost.batch.arrow import check_column, schema_with_decided, texts_of, with_decided
from fingerpost.batch.decide import Batch
from fingerpost.batch.formats import WEIGHT, Chunk, Done, counted
from fingerpost.errors import BatchError

GROUP_ROWS, GROUP_BYTES = 65_536, 64_000_000
"""Where a row group of the finished file ends, whichever comes first."""


class Parquet:
    """A place in the file is a number of rows."""

    def check(self, source: Path, column: str) -> None:
        """Refuse what is no Parquet file, or has no such column of strings."""
        with _opened(source) as file:
            try:
                check_column(file.schema_arrow, column)
            except BatchError as error:
                raise BatchError(f"{source}: {error}") from error

    def size(self, source: Path) -> int:
        """Return its rows."""
        with _opened(source) as file:
            return int(file.metadata.num_rows)

    def chunks(self, source: Path, start: int, most: int) -> Iterator[Chunk]:
        """Yield rows as an Arrow stream; row groups before the place are not read."""
        with _opened(source) as file:
            groups = [file.metadata.row_group(i) for i in range(file.metadata.num_row_groups)]
            before, first = 0, 0
            while first < len(groups) and before + groups[first].num_rows <= start:
                before += groups[first].num_rows
                first += 1
            widest = max((group.total_byte_size / group.num_rows for group in groups if group.num_rows), default=1.0)
            most = max(1, min(most, int(WEIGHT / max(widest, 1.0))))
            place = before
            try:
                for rows in file.iter_batches(most, row_groups=range(first, len(groups)), use_threads=False):
                    place += len(rows)
                    if place > start:
                        # The last ones: those before them are done.
                        yield Chunk(_packed(rows.slice(max(0, len(rows) - (place - start)))), place)
            except (pa.ArrowException, OSError) as error:
                raise BatchError(f"{source}: rows behind {place:,} cannot be read: {error}") from error

    def route(self, batch: Batch, rows: bytes) -> Done:
        """Route the rows of an Arrow stream, and return another."""
        table = pa.ipc.open_stream(rows).read_all()
        decided = batch.decide(texts_of(table, batch.text_column))
        return counted(_packed(with_decided(table, decided), "zstd"), decided)

    def finish(self, kept: Path, ends: Iterable[int], source: Path) -> Path:
        """Write the file beside what is kept, in row groups of a good size."""
        target = kept.with_name("finished.parquet")
        with _opened(source) as file:
            schema = schema_with_decided(file.schema_arrow)
        with kept.open("rb") as stream, pq.ParquetWriter(target, schema) as writer:
            # What a full disk leaves of it is written over by the next run.
            group: list[Any] = []
            begin = 0
            for end in ends:
                group.append(pa.ipc.open_stream(stream.read(end - begin)).read_all())
                begin = end
                if sum(len(table) for table in group) >= GROUP_ROWS or sum(t.nbytes for t in group) >= GROUP_BYTES:
                    _write(writer, group)
                    group = []
            if group:
                _write(writer, group)
        return target


def _opened(source: Path) -> Any:
    try:
        # Buffered: a row group may be larger than the memory.
        return pq.ParquetFile(source, buffer_size=1 << 20, pre_buffer=False)
    except pa.ArrowException as error:
        raise BatchError(f"{source}: cannot be read as Parquet: {error}") from error


def _packed(rows: Any, compression: str | None = None) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
        writer.write(rows)
    return bytes(sink.getvalue())


def _write(writer: Any, group: list[Any]) -> None:
    # Each chunk has dictionaries of its own.
    table = pa.concat_tables(group).unify_dictionaries()
    writer.write_table(table, row_group_size=len(table) or None)
