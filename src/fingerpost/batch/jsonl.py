"""Rows as JSON, one object a line. A row keeps its own bytes, and what was decided is put behind them."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from fingerpost.batch.columns import Decided, Unreadable, own_names
from fingerpost.batch.decide import Batch
from fingerpost.batch.formats import WEIGHT, Chunk, Done, counted
from fingerpost.errors import BatchError

LONGEST = 16_000_000
"""Bytes of a line; more of one that has no end would not fit into a steady memory."""

LOOKED_AT = 100
"""Rows that are looked at before the first is routed."""

INPUT = "input"
"""Under which name a line that is no JSON object is kept in its row."""


class Jsonl:
    """Lines. A place in the file is a byte; what is kept of the chunks is the finished file."""

    def check(self, source: Path, column: str) -> None:
        """Refuse what cannot be opened, and a column that none of the first rows has."""
        with source.open("rb") as stream:
            read = [row for line in _lines(stream, LOOKED_AT) if isinstance(row := _read(line), dict)]
        if read and not any(column in row for row in read):
            known = ", ".join(sorted({name for row in read for name in row})[:20])
            raise BatchError(f"{source}: has no column {column!r} in its first rows; columns: {known}")

    def size(self, source: Path) -> int:
        """Return its bytes."""
        return source.stat().st_size

    def chunks(self, source: Path, start: int, most: int) -> Iterator[Chunk]:
        """Yield lines as they stand, and a str in the place of one that is too long to be held."""
        with source.open("rb") as stream:
            stream.seek(start)
            while rows := _lines(stream, most):
                yield Chunk(rows, stream.tell())

    def route(self, batch: Batch, rows: Sequence[bytes | str]) -> Done:
        """Read the lines, route what can be, and write a line for each."""
        read = [_read(row) for row in rows]
        texts = [_text(row, batch.text_column) for row in read]
        decided = batch.decide(texts)
        lines = [_written(*line) for line in zip(rows, read, decided, strict=True)]
        return counted(b"\n".join([*lines, b""]), decided)

    def finish(self, kept: Path, ends: Iterable[int], source: Path) -> Path:
        """Return what is kept: it is the file."""
        return kept


def _lines(stream: IO[bytes], most: int) -> list[bytes | str]:
    rows: list[bytes | str] = []
    weight, place = 0, stream.tell()
    while len(rows) < most and weight < WEIGHT:
        line = stream.readline(LONGEST)
        if not line:
            break
        length = len(line)
        if length == LONGEST and not line.endswith(b"\n"):
            while (rest := stream.readline(LONGEST)) and not rest.endswith(b"\n"):
                length += len(rest)
            length += len(rest)
            rows.append(f"a line of {length:,} bytes at byte {place:,} is longer than {LONGEST:,}: it was left out")
        elif line := (line.removeprefix(BOM_UTF8) if place == 0 else line).strip():
            rows.append(line)
            weight += length
        place += length
    return rows


def _read(row: bytes | str) -> dict[str, Any] | Unreadable:
    if isinstance(row, str):
        return Unreadable(row)
    try:
        value = json.loads(row.decode())
    except UnicodeDecodeError as error:
        return Unreadable(f"not UTF-8: {error.reason} at byte {error.start} of the line")
    except ValueError as error:
        return Unreadable(f"not JSON: {error}")
    except RecursionError:
        return Unreadable("not JSON that can be read: nested too deeply")
    return value if isinstance(value, dict) else Unreadable(f"no JSON object but {type(value).__name__}")


def _text(row: dict[str, Any] | Unreadable, column: str) -> object:
    if isinstance(row, Unreadable):
        return row
    return row[column] if column in row else Unreadable(f"there is no {column!r}")


def _written(line: bytes | str, row: dict[str, Any] | Unreadable, decided: Decided) -> bytes:
    added = decided._asdict()
    if isinstance(row, Unreadable) or isinstance(line, str):
        given = {} if isinstance(line, str) else {INPUT: line.decode("utf-8", "backslashreplace")}
        return _dumped({**given, **added})
    if not row or not row.keys().isdisjoint(added):
        own = dict(zip(own_names(list(row)), row.values(), strict=True))
        return _dumped({**own, **added})
    return line[:-1].rstrip() + b", " + _dumped(added)[1:]


def _dumped(row: dict[str, Any]) -> bytes:
    try:
        return json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        # Half a character, which JSON can hold and UTF-8 cannot.
        return json.dumps(row).encode()
