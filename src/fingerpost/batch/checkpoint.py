"""The checkpoint of a batch run: the rows routed so far and an index of them, in a folder beside the target file.

A chunk is written first and indexed afterwards, both with a checksum. Data that a kill or a full disk cut off is
therefore detected and routed again.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple
from zlib import crc32

from fingerpost.batch.formats import Chunk, FileFormat, RoutedChunk
from fingerpost.errors import BatchError
from fingerpost.observability.events import log_event

FORMAT_VERSION = 1


class CheckpointEntry(NamedTuple):
    """The state after a chunk: offsets in the input and in the rows file, totals so far, and the chunk's checksum."""

    input: int
    output: int
    rows: int
    errors: int
    accepted: int
    crc: int


NO_PROGRESS = CheckpointEntry(0, 0, 0, 0, 0, 0)


class Checkpoint:
    """The checkpoint folder of one run, locked while it is open as a context manager."""

    def __init__(self, target: Path, inputs: dict[str, Any]) -> None:
        """Describe in `inputs` what the rows depend on: a run resumes only if none of it has changed."""
        self.target, self.inputs = target, {"format": FORMAT_VERSION, **inputs}
        self.folder = target.with_name(f"{target.name}.unfinished")
        self.rows_file = self.folder / "rows"
        self.index_file = self.folder / "index"
        self.progress = NO_PROGRESS

    def __enter__(self) -> Checkpoint:
        """Start a run, or load the progress of an interrupted one and drop damaged data."""
        if self.target.exists():
            raise BatchError(f"{self.target} exists already: remove it, or name another file")
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise BatchError(f"{self.target}: cannot be written: {error}: name a file in a folder of yours") from error
        self._lock = self._acquire_lock()
        try:
            self._check_inputs()
            with self._reporting_write_errors():
                self._open()
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the lock; the progress stays on disk."""
        self._rows.close()
        self._index.close()
        self._lock.close()

    def add(self, chunk: Chunk, chunk_result: RoutedChunk) -> None:
        """Append the chunk that follows the last one."""
        last = self.progress
        entry = CheckpointEntry(
            chunk.end,
            last.output + len(chunk_result.written),
            last.rows + chunk_result.rows,
            last.errors + chunk_result.errors,
            last.accepted + chunk_result.accepted,
            crc32(chunk_result.written),
        )
        with self._reporting_write_errors():
            _append(self._rows, chunk_result.written)
            try:
                _append(self._index, _encode_entry(entry))
            except OSError:
                self._rows.truncate(last.output)
                raise
        self.progress = entry

    def finish(self, file_format: FileFormat, source: Path) -> None:
        """Move the finished file into place atomically and remove the checkpoint folder."""
        self._rows.close()
        with self._reporting_write_errors(), self.index_file.open("rb") as lines:
            finished = file_format.finish(
                self.rows_file, (entry.output for entry in map(_decode_entry, lines) if entry), source
            )
            with finished.open("rb+") as file:
                os.fsync(file.fileno())
            finished.replace(self.target)
        self._index.close()
        self._lock.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def _reporting_write_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BatchError(
                f"{self.target}: cannot be written: {error}. {self.progress.rows:,} rows are done and saved in "
                f"{self.folder}: free some space and run the same command again to resume"
            ) from error

    def _acquire_lock(self) -> sqlite3.Connection:
        # SQLite's lock is released however the process ends.
        try:
            lock = sqlite3.connect(self.folder / "lock", timeout=0, isolation_level=None)
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
            what = (
                "another run is writing it: wait for it"
                if busy
                else f"{self.folder} cannot be used: {error}: repair it"
            )
            raise BatchError(f"{self.target}: {what}, or name another file") from error
        return lock

    def _check_inputs(self) -> None:
        head = self.folder / "head.json"
        restart = f"remove the folder {self.folder} to start again"
        if not head.exists():
            with self._reporting_write_errors():
                fresh = head.with_suffix(".new")
                fresh.write_text(json.dumps(self.inputs, indent=1), encoding="utf-8")
                fresh.replace(head)
            return
        try:
            before = json.loads(head.read_text(encoding="utf-8"))
            changed = [name for name in self.inputs if before.get(name) != self.inputs[name]]
        except (ValueError, AttributeError, OSError) as error:
            raise BatchError(f"{head}: cannot be read: {error}: {restart}") from error
        if changed:
            names = ", ".join(f"the {name}" for name in changed)
            raise BatchError(
                f"{self.target} has an unfinished run, and since then changed: {names}. "
                f"Change it back to resume, or {restart}"
            )

    def _open(self) -> None:
        # Unbuffered, so that a failed write is known at once and nothing is flushed later.
        self._index, self._rows = self.index_file.open("ab", buffering=0), self.rows_file.open("ab", buffering=0)
        with self.index_file.open("rb") as lines, self.rows_file.open("rb") as rows:
            self.progress, end, intact = _last_valid_entry(lines, rows)
        if not intact:
            count = self.progress.rows
            log_event(
                f"{self.folder}: the saved rows are damaged after row {count:,}: routing resumes from there",
                logging.WARNING,
                rows=count,
            )
        for file, length in ((self._index, end), (self._rows, self.progress.output)):
            file.truncate(length)
            file.seek(length)


def _last_valid_entry(lines: IO[bytes], rows: IO[bytes]) -> tuple[CheckpointEntry, int, bool]:
    """Return the last entry before the first damaged one, the offset of its end, and whether all entries are intact."""
    last, end = NO_PROGRESS, 0
    for line in lines:
        if not line.endswith(b"\n"):
            # The run was interrupted while writing this line.
            break
        entry = _decode_entry(line)
        if entry is None or crc32(rows.read(entry.output - last.output)) != entry.crc:
            return last, end, False
        last, end = entry, end + len(line)
    return last, end, True


def _encode_entry(entry: CheckpointEntry) -> bytes:
    encoded = json.dumps(entry).encode()
    return b"%08x %s\n" % (crc32(encoded), encoded)


def _decode_entry(line: bytes) -> CheckpointEntry | None:
    checksum, _, encoded = line.rstrip(b"\n").partition(b" ")
    if checksum != b"%08x" % crc32(encoded):
        return None
    return CheckpointEntry(*json.loads(encoded))


def _append(file: Any, data: bytes) -> None:
    """Write all of the data, or none of it."""
    begin, left = file.tell(), memoryview(data)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError:
        with suppress(OSError):
            file.truncate(begin)
        raise


def sha256_of(source: Path) -> str:
    """Return the SHA-256 digest of a file."""
    from hashlib import file_digest

    with closing(source.open("rb")) as stream:
        return file_digest(stream, "sha256").hexdigest()
