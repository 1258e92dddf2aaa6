"""A file of messages of any size, routed into another: on all cores, at a steady memory, in order, and resumable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fingerpost.batch.checkpoint import Unfinished, digest_of
from fingerpost.batch.decide import Batch, settings_of
from fingerpost.batch.formats import Form
from fingerpost.batch.workers import Workers, cores
from fingerpost.errors import BatchError
from fingerpost.routing.router import Router

if TYPE_CHECKING:
    from fingerpost.routing.student.model import Student

ROWS = 512
"""Rows of a chunk: about a second of a core."""

ASKED = 32
"""Rows of a chunk where a language model is asked: those that it is asked about wait for each other."""


class Routed(NamedTuple):
    """What became of a file: its rows, how many have an error, are accepted, and were done by a run before."""

    rows: int
    errors: int
    accepted: int
    before: int


def route_file(
    source: str | Path,
    target: str | Path,
    routebook: str | Path = "avap",
    *,
    text_column: str = "text",
    label: bool = False,
    student: Student | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Routed:
    """Route JSONL or Parquet, by the names of the files; called again after whatever ended it, go on.

    `label` asks the language model of the settings about what the local layers are unsure of. `student` decides in the
    place of that of the routebook's examples, in every worker. `workers` are as many as there are cores. The target
    appears in one step at the end. `progress` is told the place in the source and its size.
    """
    source, target = Path(source), Path(target)
    form = form_of(source, target)
    try:
        form.check(source, text_column)
        size, stamp, digest = form.size(source), source.stat(), digest_of(source)
    except OSError as error:
        raise BatchError(f"{source}: cannot be read: {error}") from error
    about = {
        "input": digest,
        "routebook, encoder or model": Router.from_routebook(routebook, settings=settings_of(label)).version,
        "student": None if student is None else student.key,
        "text column": text_column,
        "labelling": label,
    }
    batch = Batch(routebook, text_column=text_column, label=label, student=student)
    with Unfinished(target, about) as unfinished:
        before = unfinished.so_far.rows
        if unfinished.so_far.input < size:
            chunks = form.chunks(source, unfinished.so_far.input, ASKED if label else ROWS)
            with Workers(form, batch, workers or cores()) as pool:
                for chunk, done in pool.in_order(chunks):
                    unfinished.add(chunk, done)
                    if progress:
                        progress(chunk.end, size)
        now = source.stat()
        if (now.st_size, now.st_mtime_ns) != (stamp.st_size, stamp.st_mtime_ns):
            raise BatchError(
                f"{source} was changed while it was routed: remove the folder {unfinished.folder} to begin anew"
            )
        unfinished.finish(form, source)
    all_done = unfinished.so_far
    return Routed(all_done.rows, all_done.errors, all_done.accepted, before)


def form_of(source: Path, target: Path) -> Form:
    """Return the form by the names of both files."""
    kinds = {".jsonl": "JSONL", ".ndjson": "JSONL", ".parquet": "Parquet"}
    for file in (source, target):
        if file.suffix.lower() not in kinds:
            raise BatchError(f"{file}: must end in {', '.join(kinds)}: by its name it is known what it holds")
    kind = kinds[source.suffix.lower()]
    if kind != kinds[target.suffix.lower()]:
        raise BatchError(f"{source} is {kind} and {target} is not: give both the same ending")
    if kind == "JSONL":
        from fingerpost.batch.jsonl import Jsonl

        return Jsonl()
    try:
        from fingerpost.batch.parquet import Parquet
    except ModuleNotFoundError as error:
        raise BatchError(f"Parquet needs {error.name}: pip install 'fingerpost[parquet]'") from error
    return Parquet()
