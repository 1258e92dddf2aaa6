"""Route a file of messages into another: on all cores, with bounded memory, in order, and resumable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fingerpost.batch.checkpoint import Checkpoint, sha256_of
from fingerpost.batch.decide import Batch, batch_settings
from fingerpost.batch.formats import FileFormat
from fingerpost.batch.workers import WorkerPool, available_cores
from fingerpost.errors import BatchError
from fingerpost.routing.router import Router

if TYPE_CHECKING:
    from fingerpost.routing.student.model import Student

CHUNK_ROWS = 512
"""Rows per chunk: about one second of work for a core."""

LABELLED_CHUNK_ROWS = 32
"""Rows per chunk when a language model is asked: rows of one chunk wait for each other."""


class BatchResult(NamedTuple):
    """The counts of a run: rows, rows with an error, accepted rows, and rows that an earlier run had done."""

    rows: int
    errors: int
    accepted: int
    resumed: int


def route_file(
    source: str | Path,
    target: str | Path,
    routebook: str | Path,
    *,
    text_column: str = "text",
    label: bool = False,
    student: Student | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> BatchResult:
    """Route a JSONL or Parquet file; after an interruption, the same call resumes.

    `label` asks the configured language model about messages that the local layers are unsure of. `student` replaces
    the student fitted on the routebook's examples. `workers` defaults to the number of cores. The target is created
    atomically at the end. `progress` is called with the position in the source and its size.
    """
    source, target = Path(source), Path(target)
    file_format = format_of(source, target)
    try:
        file_format.check(source, text_column)
        size, stamp, digest = file_format.size(source), source.stat(), sha256_of(source)
    except OSError as error:
        raise BatchError(f"{source}: cannot be read: {error}") from error
    inputs = {
        "input": digest,
        "routebook, encoder or model": Router.from_routebook(routebook, settings=batch_settings(label)).version,
        "student": None if student is None else student.key,
        "text column": text_column,
        "labelling": label,
    }
    batch = Batch(routebook, text_column=text_column, label=label, student=student)
    with Checkpoint(target, inputs) as checkpoint:
        resumed = checkpoint.progress.rows
        if checkpoint.progress.input < size:
            chunks = file_format.chunks(source, checkpoint.progress.input, LABELLED_CHUNK_ROWS if label else CHUNK_ROWS)
            with WorkerPool(file_format, batch, workers or available_cores()) as pool:
                for chunk, chunk_result in pool.in_order(chunks):
                    checkpoint.add(chunk, chunk_result)
                    if progress:
                        progress(chunk.end, size)
        now = source.stat()
        if (now.st_size, now.st_mtime_ns) != (stamp.st_size, stamp.st_mtime_ns):
            raise BatchError(
                f"{source} was changed while it was routed: remove the folder {checkpoint.folder} to start again"
            )
        checkpoint.finish(file_format, source)
    total = checkpoint.progress
    return BatchResult(total.rows, total.errors, total.accepted, resumed)


def format_of(source: Path, target: Path) -> FileFormat:
    """Return the file format by the suffixes of both files."""
    kinds = {".jsonl": "JSONL", ".ndjson": "JSONL", ".parquet": "Parquet"}
    for file in (source, target):
        if file.suffix.lower() not in kinds:
            raise BatchError(f"{file}: must end in {', '.join(kinds)}, which tells its format")
    kind = kinds[source.suffix.lower()]
    if kind != kinds[target.suffix.lower()]:
        raise BatchError(f"{source} is {kind} and {target} is not: give both the same suffix")
    if kind == "JSONL":
        from fingerpost.batch.jsonl import JsonlFormat

        return JsonlFormat()
    try:
        from fingerpost.batch.parquet import ParquetFormat
    except ModuleNotFoundError as error:
        raise BatchError(f"Parquet needs {error.name}: pip install 'fingerpost[parquet]'") from error
    return ParquetFormat()
