"""JSON Lines: one object per line. A row keeps its bytes, and the decision is appended to the object."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from fingerpost.batch.columns import DecisionColumns, UnreadableText, renamed_input_columns
from fingerpost.batch.decide import Batch
from fingerpost.batch.formats import MAX_CHUNK_BYTES, Chunk, RoutedChunk, routed_chunk
from fingerpost.errors import BatchError

MAX_LINE_BYTES = 16_000_000
"""Longest line in bytes: it bounds the memory."""

SAMPLED_ROWS = 100
"""Rows that are checked for the text column before the run starts."""

RAW_LINE_COLUMN = "input"
"""The column that holds a line that is not a JSON object."""


class JsonlFormat:
    """The JSONL format. Positions are byte offsets; the rows file is the finished file."""

    def check(self, source: Path, column: str) -> None:
        """Raise BatchError if none of the first rows has the text column."""
        with source.open("rb") as stream:
            parsed = [row for line in _read_lines(stream, SAMPLED_ROWS) if isinstance(row := _parse_line(line), dict)]
        if parsed and not any(column in row for row in parsed):
            known = ", ".join(sorted({name for row in parsed for name in row})[:20])
            raise BatchError(f"{source}: has no column {column!r} in its first rows; columns: {known}")

    def size(self, source: Path) -> int:
        """Return the file's size in bytes."""
        return source.stat().st_size

    def chunks(self, source: Path, start: int, max_rows: int) -> Iterator[Chunk]:
        """Yield raw lines as bytes, and an error message as str in place of a line that is too long."""
        with source.open("rb") as stream:
            stream.seek(start)
            while rows := _read_lines(stream, max_rows):
                yield Chunk(rows, stream.tell())

    def route(self, batch: Batch, rows: Sequence[bytes | str]) -> RoutedChunk:
        """Parse and route the lines, and write one output line for each."""
        parsed = [_parse_line(row) for row in rows]
        texts = [_text_of(row, batch.text_column) for row in parsed]
        decisions = batch.decide(texts)
        lines = [_output_line(*line) for line in zip(rows, parsed, decisions, strict=True)]
        return routed_chunk(b"\n".join([*lines, b""]), decisions)

    def finish(self, rows_file: Path, ends: Iterable[int], source: Path) -> Path:
        """Return the rows file, which is complete as it is."""
        return rows_file


def _read_lines(stream: IO[bytes], max_rows: int) -> list[bytes | str]:
    rows: list[bytes | str] = []
    size, offset = 0, stream.tell()
    while len(rows) < max_rows and size < MAX_CHUNK_BYTES:
        line = stream.readline(MAX_LINE_BYTES)
        if not line:
            break
        length = len(line)
        if length == MAX_LINE_BYTES and not line.endswith(b"\n"):
            while (rest := stream.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
                length += len(rest)
            length += len(rest)
            rows.append(
                f"a line of {length:,} bytes at byte {offset:,} is longer than {MAX_LINE_BYTES:,}: it was left out"
            )
        elif line := (line.removeprefix(BOM_UTF8) if offset == 0 else line).strip():
            rows.append(line)
            size += length
        offset += length
    return rows


def _parse_line(row: bytes | str) -> dict[str, Any] | UnreadableText:
    if isinstance(row, str):
        return UnreadableText(row)
    try:
        value = json.loads(row.decode())
    except UnicodeDecodeError as error:
        return UnreadableText(f"not UTF-8: {error.reason} at byte {error.start} of the line")
    except ValueError as error:
        return UnreadableText(f"not JSON: {error}")
    except RecursionError:
        return UnreadableText("JSON that cannot be parsed: nested too deeply")
    return value if isinstance(value, dict) else UnreadableText(f"not a JSON object but {type(value).__name__}")


def _text_of(row: dict[str, Any] | UnreadableText, column: str) -> object:
    if isinstance(row, UnreadableText):
        return row
    return row[column] if column in row else UnreadableText(f"there is no {column!r}")


def _output_line(line: bytes | str, row: dict[str, Any] | UnreadableText, decision: DecisionColumns) -> bytes:
    added = decision._asdict()
    if isinstance(row, UnreadableText) or isinstance(line, str):
        given = {} if isinstance(line, str) else {RAW_LINE_COLUMN: line.decode("utf-8", "backslashreplace")}
        return _to_json({**given, **added})
    if not row or not row.keys().isdisjoint(added):
        own = dict(zip(renamed_input_columns(list(row)), row.values(), strict=True))
        return _to_json({**own, **added})
    return line[:-1].rstrip() + b", " + _to_json(added)[1:]


def _to_json(row: dict[str, Any]) -> bytes:
    try:
        return json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        # A lone surrogate, which JSON can hold and UTF-8 cannot.
        return json.dumps(row).encode()
