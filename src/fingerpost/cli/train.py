"""`train` fits a student on labelled rows."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.errors import RowsError
from fingerpost.models.factory import embedded_encoder
from fingerpost.routebook.load import is_student
from fingerpost.routebook.model import ACCEPT_ERROR
from fingerpost.settings import Settings


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("train", rich_help_panel="Make")(train)


def train(
    rows: Annotated[Path, typer.Argument(help='Rows with "text" and "label"; the label "oos" means no route.')],
    out: Annotated[Path, typer.Option(help="The folder to write the classifier to.")],
    accept_error: Annotated[float, typer.Option(help="Share of accepted messages that may be wrong.")] = ACCEPT_ERROR,
) -> None:
    """Train a classifier on labelled rows."""
    from fingerpost.evaluation.rows import UNCORRECTED, read_labelled_with_source
    from fingerpost.routebook.model import OUT_OF_SCOPE
    from fingerpost.routing.student import serialization
    from fingerpost.routing.student.training import fit

    if not 0 < accept_error < 1:
        raise RowsError(f"--accept-error {accept_error} must lie between 0 and 1")
    if out.exists() and not is_student(out) and (not out.is_dir() or any(out.iterdir())):
        raise RowsError(f"--out {out}: holds something other than a classifier: choose a new folder")
    # Rows that a classifier labelled itself come last: they teach, and set no threshold.
    labelled = sorted(read_labelled_with_source(rows), key=lambda row: row[1] == UNCORRECTED)
    examples, settings = [example for example, _ in labelled], Settings.from_environment()
    trusted = sum(source != UNCORRECTED for _, source in labelled)
    if not trusted:
        raise RowsError(f"{rows}: a classifier gave all these labels itself: add rows that people labelled")
    started = perf_counter()
    with output.status("reading rows") as on_status:
        student = fit(
            examples,
            embedded_encoder(settings),
            out_of_scope=OUT_OF_SCOPE,
            accept_error=accept_error,
            cache=settings.cache,
            trusted=trusted if trusted < len(examples) else None,
            progress=on_status,
        )
    replaces = is_student(out)
    serialization.save(student, out)
    examples_jsonl = "".join(json.dumps({"text": e.text, "route": e.route, "after": e.after}) + "\n" for e in examples)
    try:
        (out / "examples.jsonl").write_text(examples_jsonl, encoding="utf-8")
    except OSError as error:
        raise RowsError(f"{out}: the examples cannot be written beside the classifier: {error}") from error
    notes = student.notes
    output.print_line(
        f"{len(examples)} rows, {len(student.routes)} routes, {perf_counter() - started:.0f} s: "
        f"{output.escape(str(out))}{', in place of the classifier that was there' if replaces else ''}"
    )
    if notes.get("accuracy") is None:
        output.print_line("Too few rows for cross-validation: nothing was estimated, and the threshold is 0.85.")
    else:
        output.print_line(
            f"Cross-validation: accuracy {notes['accuracy']:.3f}; at the threshold of {student.threshold:.2f}, "
            f"{notes['coverage']:.0%} accepted with {notes['accepted_error'] or 0:.1%} wrong."
        )
