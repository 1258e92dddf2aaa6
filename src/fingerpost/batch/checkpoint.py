"""A run that is not finished: what was routed so far, and an index of it, in a folder beside the file to be.

Each chunk is written first and entered in the index after; both are sealed. What was cut off by a kill or a full disk
is therefore seen, and done again.
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

from fingerpost.batch.formats import Chunk, Done, Form
from fingerpost.errors import BatchError
from fingerpost.observability.events import log_event

FORMAT = 1


class Entry(NamedTuple):
    """What is done with a chunk: how far in the input and in what is kept, all counts so far, the seal of its bytes."""

    input: int
    kept: int
    rows: int
    errors: int
    accepted: int
    crc: int


NOTHING = Entry(0, 0, 0, 0, 0, 0)


class Unfinished:
    """The folder of one run; use it as a context. Nobody else can be at it meanwhile."""

    def __init__(self, target: Path, about: dict[str, Any]) -> None:
        """`about` tells what the rows depend on: a run goes on only where all of it is the same."""
        self.target, self.about = target, {"format": FORMAT, **about}
        self.folder = target.with_name(f"{target.name}.unfinished")
        self.kept = self.folder / "rows"
        self.index = self.folder / "index"
        self.so_far = NOTHING

    def __enter__(self) -> Unfinished:
        """Begin, or read what is done and drop what is damaged."""
        if self.target.exists():
            raise BatchError(f"{self.target} exists already: remove it, or name another file")
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise BatchError(f"{self.target}: cannot be written: {error}: name a file in a folder of yours") from error
        self._lock = self._locked()
        try:
            self._check_head()
            with self._saying_what_is_done():
                self._open()
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let others at it; what is done stays."""
        self._rows.close()
        self._index.close()
        self._lock.close()

    def add(self, chunk: Chunk, done: Done) -> None:
        """Keep a chunk that follows on the last one."""
        last = self.so_far
        entry = Entry(
            chunk.end,
            last.kept + len(done.written),
            last.rows + done.rows,
            last.errors + done.errors,
            last.accepted + done.accepted,
            crc32(done.written),
        )
        with self._saying_what_is_done():
            _append(self._rows, done.written)
            try:
                _append(self._index, _sealed(entry))
            except OSError:
                self._rows.truncate(last.kept)
                raise
        self.so_far = entry

    def finish(self, form: Form, source: Path) -> None:
        """Put the finished file in its place, in one step, and remove the rest."""
        self._rows.close()
        with self._saying_what_is_done(), self.index.open("rb") as lines:
            finished = form.finish(self.kept, (entry.kept for entry in map(_unsealed, lines) if entry), source)
            with finished.open("rb+") as file:
                os.fsync(file.fileno())
            finished.replace(self.target)
        self._index.close()
        self._lock.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def _saying_what_is_done(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BatchError(
                f"{self.target}: cannot be written: {error}. {self.so_far.rows:,} rows are done and kept in "
                f"{self.folder}: make room, and give the same command again to go on"
            ) from error

    def _locked(self) -> sqlite3.Connection:
        # SQLite's lock ends with its process, however that ends.
        try:
            lock = sqlite3.connect(self.folder / "lock", timeout=0, isolation_level=None)
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
            what = (
                "another run is writing it: wait for it" if busy else f"{self.folder} cannot be used: {error}: mend it"
            )
            raise BatchError(f"{self.target}: {what}, or name another file") from error
        return lock

    def _check_head(self) -> None:
        head = self.folder / "head.json"
        again = f"remove the folder {self.folder} to begin anew"
        if not head.exists():
            with self._saying_what_is_done():
                fresh = head.with_suffix(".new")
                fresh.write_text(json.dumps(self.about, indent=1), encoding="utf-8")
                fresh.replace(head)
            return
        try:
            before = json.loads(head.read_text(encoding="utf-8"))
            changed = [name for name in self.about if before.get(name) != self.about[name]]
        except (ValueError, AttributeError, OSError) as error:
            raise BatchError(f"{head}: cannot be read: {error}: {again}") from error
        if changed:
            said = ", ".join(f"the {name}" for name in changed)
            raise BatchError(
                f"{self.target} was begun and not finished, and since then changed: {said}. "
                f"Change it back to go on, or {again}"
            )

    def _open(self) -> None:
        # Unbuffered: what the disk did not take is known at once, and is not written later.
        self._index, self._rows = self.index.open("ab", buffering=0), self.kept.open("ab", buffering=0)
        with self.index.open("rb") as lines, self.kept.open("rb") as rows:
            self.so_far, end, whole = _sound(lines, rows)
        if not whole:
            count = self.so_far.rows
            log_event(
                f"{self.folder}: what was kept is damaged behind row {count:,}: it is routed again from there",
                logging.WARNING,
                rows=count,
            )
        for file, length in ((self._index, end), (self._rows, self.so_far.kept)):
            file.truncate(length)
            file.seek(length)


def _sound(lines: IO[bytes], rows: IO[bytes]) -> tuple[Entry, int, bool]:
    """Return the last entry before one that is not as it was written, where it ends, and whether all are sound."""
    last, end = NOTHING, 0
    for line in lines:
        if not line.endswith(b"\n"):
            # Cut off in the middle by whatever ended the run.
            break
        entry = _unsealed(line)
        if entry is None or crc32(rows.read(entry.kept - last.kept)) != entry.crc:
            return last, end, False
        last, end = entry, end + len(line)
    return last, end, True


def _sealed(entry: Entry) -> bytes:
    written = json.dumps(entry).encode()
    return b"%08x %s\n" % (crc32(written), written)


def _unsealed(line: bytes) -> Entry | None:
    seal, _, written = line.rstrip(b"\n").partition(b" ")
    if seal != b"%08x" % crc32(written):
        return None
    return Entry(*json.loads(written))


def _append(file: Any, data: bytes) -> None:
    """Write all of it or nothing."""
    begin, left = file.tell(), memoryview(data)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError:
        with suppress(OSError):
            file.truncate(begin)
        raise


def digest_of(source: Path) -> str:
    """Return the digest of a file: a thousandth of the time that routing it takes."""
    from hashlib import file_digest

    with closing(source.open("rb")) as stream:
        return file_digest(stream, "sha256").hexdigest()
