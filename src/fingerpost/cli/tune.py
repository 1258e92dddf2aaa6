"""`tune` finds the confidence threshold for a target error rate."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.cli.open_router import published_version, with_served_student
from fingerpost.errors import RoutebookError, RowsError
from fingerpost.routebook.load import find_folder, installed_routebooks, load
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.learning.error_target import CalibratedThreshold
    from fingerpost.learning.scored_rows import ScoredRow


MIN_TARGET_ERROR = 1e-6
"""The smallest target error."""


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command("tune", rich_help_panel="Learn")(tune)


def tune(
    routebook: RoutebookOption,
    target_error: Annotated[
        float, typer.Option(help="The share of accepted messages that may be wrong, such as 0.02.")
    ],
    held_out: Annotated[
        Path, typer.Option(help='Rows with "text" and "expected" that the classifier was not trained on.')
    ],
    route: Annotated[str | None, typer.Option(help="Tune for messages that are sent to this route.")] = None,
    lang: Annotated[str | None, typer.Option(help='Tune for messages in this language (the rows\' "lang").')] = None,
    confidence: Annotated[float, typer.Option(help="The confidence at which the target must hold.")] = 0.95,
    write: Annotated[bool, typer.Option("--write", help="Write the threshold to the routebook's file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Find the threshold that keeps a target error rate without the language model; exits with 1 if there is none."""
    from fingerpost.evaluation.evaluate import without_training_rows
    from fingerpost.evaluation.rows import read_rows
    from fingerpost.learning.error_target import threshold_for_error
    from fingerpost.learning.scored_rows import score_rows
    from fingerpost.learning.threshold_file import threshold_line, write_threshold

    _check_options(target_error, confidence, route, lang)
    book = load(routebook)
    if route is not None and route not in book.names:
        raise RowsError(f"--route {route}: no such route; routes: {', '.join(book.names)}")
    if write:
        _check_write(routebook, lang)
    settings = replace(Settings.from_environment(), slots={})
    router = with_served_student(Router.from_routebook(book, settings=settings, memo=Memo(size=0)))
    rows = read_rows(held_out, book.names, book.out_of_scope)
    fresh = without_training_rows(router, rows)
    with output.progress("routing") as on_progress:
        scored = _rows_in_scope(score_rows(book, router, fresh, on_progress), held_out, route, lang)
    scores, right = [one.score for one in scored], [one.right for one in scored]
    found, half = (
        threshold_for_error(scores, right, target, confidence) for target in (target_error, target_error / 2)
    )
    published = None
    if write and found.threshold is not None:
        write_threshold(find_folder(routebook) / "routebook.toml", found.threshold, route)
        published = published_version(book.name, settings)
    if as_json:
        effect = None if found.threshold is None else threshold_line(found.threshold)
        student = router.warm_student()
        names = {"routebook": book.name, "student": None if student is None else student.key, "file": str(held_out),
                 "route": route, "lang": lang}  # fmt: skip
        output.print_json({**names, "left_out": len(rows) - len(fresh),
                      **_json_fields(found), "half": _json_fields(half),
                      "line": effect, "written": write and effect is not None, "published": published})  # fmt: skip
    else:
        _print_result(found, half, route, lang)
        if found.threshold is not None:
            _print_next_step(book, threshold_line(found.threshold), route, lang, write)
        if published is not None:
            remedy = f"`fingerpost server publish {routebook}` brings this to all"
            output.print_line(
                output.escape(f"Servers serve the published version {published} and not this folder: {remedy}")
            )
    if found.threshold is None:
        raise typer.Exit(1)


def _check_options(target: float, confidence: float, route: str | None, lang: str | None) -> None:
    if not (isfinite(target) and 0 < target < 1):
        raise RowsError(f"--target-error {target} must lie between 0 and 1, both excluded, such as 0.02 for 2 %")
    if target < MIN_TARGET_ERROR:
        raise RowsError(
            f"--target-error {target}: less than {MIN_TARGET_ERROR:g} needs millions of rows: choose a larger target"
        )
    if not (isfinite(confidence) and 0.5 <= confidence < 1):
        raise RowsError(f"--confidence {confidence} must lie between 0.5 and 1, 1 excluded, such as 0.95")
    if route is not None and lang is not None:
        raise RowsError("--route and --lang cannot be given together: tune one, then the other")


def _check_write(routebook: str, lang: str | None) -> None:
    if lang is not None:
        raise RowsError(
            "--write: a routebook has no threshold for one language: leave out --lang, or add the line by hand"
        )
    folder = find_folder(routebook)
    if folder in installed_routebooks().values():
        remedy = "belongs to a package, whose next version would overwrite it: copy the folder and tune the copy"
        raise RoutebookError(folder, "routebook", routebook, remedy)


def _rows_in_scope(scored: list[ScoredRow], file: Path, route: str | None, lang: str | None) -> list[ScoredRow]:
    """Return the rows of the route or language to tune for."""
    if lang is not None:
        known = sorted({one.lang for one in scored if one.lang})
        if lang not in known:
            raise RowsError(f"{file}: no row has lang {lang!r}; there are {', '.join(known) or 'none with a lang'}")
        return [one for one in scored if one.lang == lang]
    if route is not None:
        scored = [one for one in scored if one.route == route]
        if not scored:
            raise RowsError(f"{file}: no row is sent to {route}: there is nothing to tune")
    return scored


def _json_fields(found: CalibratedThreshold) -> dict[str, Any]:
    return {**found._asdict(), "coverage": round(found.coverage, 4), "most_wrong": found.max_wrong}


def _print_result(found: CalibratedThreshold, half: CalibratedThreshold, route: str | None, lang: str | None) -> None:
    of = f" that go to {route}" if route else f" in {lang}" if lang else ""
    if found.threshold is None:
        output.print_line(output.escape(_too_few_rows_text(found, of)))
    else:
        summary = (
            f"Of the next {found.accepted:,} messages{of} accepted at a threshold of {found.threshold:g} without "
            f"asking the model, at most {percent(found.target)} are wrong ({found.max_wrong:,}), at "
            f"{percent(found.confidence)} confidence, as long as messages are like the held-out rows."
        )
        output.print_line(output.escape(summary))
    cells = [
        [percent(one.target), "-" if one.threshold is None else f"{one.threshold:g}",
         f"{one.accepted:,} of {one.rows:,}",
         percent(one.coverage), str(one.wrong), "-" if one.threshold is None else percent(one.error_bound)]
        for one in (found, half)
    ]  # fmt: skip
    headers = [
        "target",
        "threshold",
        "accepted",
        "coverage",
        "wrong",
        f"long-run error at most, {percent(found.confidence)} confidence",
    ]
    output.print_table(headers, cells)
    if found.threshold is not None and half.threshold is not None:
        output.print_line(
            f"Half the target error would cost {100 * (found.coverage - half.coverage):.1f} points of coverage."
        )
    elif found.threshold is not None:
        output.print_line(output.escape(f"Half the target error: {_too_few_rows_text(half, of)}"))


def _too_few_rows_text(found: CalibratedThreshold, of: str) -> str:
    those = f" for messages{of}" if of else ""
    requirement = (
        f"a target of {percent(found.target)} wrong at {percent(found.confidence)} confidence needs at least "
        f"{found.min_accepted:,} accepted rows without an error"
    )
    if found.rows < found.min_accepted:
        return f"Too few rows for this target{those}: {requirement}, and there are {found.rows:,} rows in all."
    if found.rows_needed is None:
        return (
            f"No threshold keeps this target{those}: {requirement}, and even the most confident of these "
            f"{found.rows:,} rows are wrong too often. Choose a higher target, or train the classifier on more rows."
        )
    return (
        f"Too few rows for this target{those}: {requirement}; with the errors among these "
        f"{found.rows:,} rows it would take about {found.rows_needed:,} rows like them."
    )


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:.3g} %"


def _print_next_step(book: Routebook, line: str, route: str | None, lang: str | None, written: bool) -> None:
    file = output.escape(str((book.folder or Path()) / "routebook.toml"))
    table = output.escape("[thresholds]" if route is None else f'[[routes]] with name = "{route}"')
    if written:
        output.print_line(f"Written to {file}, under {table}: [bold]{line}[/bold]")
        return
    output.print_line(f"To apply it, add to {file}, under {table}: [bold]{line}[/bold]")
    if lang is not None:
        output.print_line("A routebook has one threshold for all languages: this one applies to the others as well.")
