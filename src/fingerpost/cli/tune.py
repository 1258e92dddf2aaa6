"""Thresholds from a promise: `tune`."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.open_router import published_version, with_serving
from fingerpost.errors import RoutebookError, RowsError
from fingerpost.routebook.load import find_folder, installed_routebooks, load
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.learning.error_target import CalibratedThreshold
    from fingerpost.learning.scored_rows import ScoredRow


LEAST = 1e-6
"""The smallest share of errors that can be asked for."""


def register(app: typer.Typer) -> None:
    """Add this group's command."""
    app.command("tune", rich_help_panel="Learn")(tune)


def tune(
    target_error: Annotated[float, typer.Option(help="The share that may be wrong, such as 0.02.")],
    held_out: Annotated[Path, typer.Option(help='Rows with "text" and "expected" that the student has not seen.')],
    routebook: Annotated[str, typer.Option(help="An installed routebook's name, or a folder.")] = "avap",
    route: Annotated[str | None, typer.Option(help="Promise it of what goes to this route.")] = None,
    lang: Annotated[
        str | None, typer.Option(help='Promise it of messages in this language (the rows\' "lang").')
    ] = None,
    confidence: Annotated[float, typer.Option(help="How often such a promise must hold.")] = 0.95,
    write: Annotated[bool, typer.Option("--write", help="Put the bar into the routebook's file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Find the bar that keeps a target error rate without asking the model; exits with 1 where none can be promised."""
    from fingerpost.evaluation.evaluate import without_training_rows
    from fingerpost.evaluation.rows import read_rows
    from fingerpost.learning.error_target import threshold_for_error
    from fingerpost.learning.scored_rows import score_rows
    from fingerpost.learning.threshold_file import threshold_line, write_threshold

    _check(target_error, confidence, route, lang)
    book = load(routebook)
    if route is not None and route not in book.names:
        raise RowsError(f"--route {route}: no such route; routes: {', '.join(book.names)}")
    if write:
        _check_write(routebook, lang)
    settings = replace(Settings.from_environment(), slots={})
    router = with_serving(Router.from_routebook(book, settings=settings, memo=Memo(size=0)))
    rows = read_rows(held_out, book.names, book.out_of_scope)
    fresh = without_training_rows(router, rows)
    with output.progress("routing") as tell:
        scored = _about(score_rows(book, router, fresh, tell), held_out, route, lang)
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
        output.as_json({**names, "left_out": len(rows) - len(fresh), **_fields(found), "half": _fields(half),
                      "line": effect, "written": write and effect is not None, "published": published})  # fmt: skip
    else:
        _tell(found, half, route, lang)
        if found.threshold is not None:
            _tell_effect(book, threshold_line(found.threshold), route, lang, write)
        if published is not None:
            remedy = f"`fingerpost publish {routebook}` brings this to all"
            output.line(output.plain(f"Servers serve the published version {published} and not this folder: {remedy}"))
    if found.threshold is None:
        raise typer.Exit(1)


def _check(target: float, confidence: float, route: str | None, lang: str | None) -> None:
    if not (isfinite(target) and 0 < target < 1):
        raise RowsError(f"--target-error {target} must lie between 0 and 1, both excluded, such as 0.02 for 2 %")
    if target < LEAST:
        raise RowsError(f"--target-error {target}: less than {LEAST:g} takes millions of rows to promise: state more")
    if not (isfinite(confidence) and 0.5 <= confidence < 1):
        raise RowsError(f"--confidence {confidence} must lie between 0.5 and 1, 1 excluded, such as 0.95")
    if route is not None and lang is not None:
        raise RowsError("--route and --lang cannot be given together: promise one, then the other")


def _check_write(routebook: str, lang: str | None) -> None:
    if lang is not None:
        raise RowsError("--write: a routebook has no bar for a language alone: leave out --lang, or put the line in")
    folder = find_folder(routebook)
    if folder in installed_routebooks().values():
        remedy = "comes with a package, whose next version would undo it: copy the folder and tune the copy"
        raise RoutebookError(folder, "routebook", routebook, remedy)


def _about(scored: list[ScoredRow], file: Path, route: str | None, lang: str | None) -> list[ScoredRow]:
    """Return the rows that a promise is about."""
    if lang is not None:
        known = sorted({one.lang for one in scored if one.lang})
        if lang not in known:
            raise RowsError(f"{file}: no row has lang {lang!r}; there are {', '.join(known) or 'none with a lang'}")
        return [one for one in scored if one.lang == lang]
    if route is not None:
        scored = [one for one in scored if one.route == route]
        if not scored:
            raise RowsError(f"{file}: no row goes to {route}: nothing can be said of it")
    return scored


def _fields(found: CalibratedThreshold) -> dict[str, Any]:
    return {**found._asdict(), "coverage": round(found.coverage, 4), "most_wrong": found.max_wrong}


def _tell(found: CalibratedThreshold, half: CalibratedThreshold, route: str | None, lang: str | None) -> None:
    of = f" that go to {route}" if route else f" in {lang}" if lang else ""
    if found.threshold is None:
        output.line(output.plain(_refusal(found, of)))
    else:
        said = (
            f"Of the next {found.accepted:,} messages{of} accepted at a bar of {found.threshold:g} without asking the model, "
            f"at most {percent(found.target)} are wrong ({found.max_wrong:,}): a promise like this holds in "
            f"{percent(found.confidence)} of cases, as long as messages stay like the held-out rows."
        )
        output.line(output.plain(said))
    cells = [
        [percent(one.target), "-" if one.threshold is None else f"{one.threshold:g}", f"{one.accepted:,} of {one.rows:,}",
         percent(one.coverage), str(one.wrong), "-" if one.threshold is None else percent(one.error_bound)]
        for one in (found, half)
    ]  # fmt: skip
    headers = [
        "target",
        "bar",
        "accepted",
        "coverage",
        "wrong",
        f"in the long run, {percent(found.confidence)} sure, at most",
    ]
    output.table(headers, cells)
    if found.threshold is not None and half.threshold is not None:
        output.line(f"Half the error would cost {100 * (found.coverage - half.coverage):.1f} points of coverage.")
    elif found.threshold is not None:
        output.line(output.plain(f"Half the error: {_refusal(half, of)}"))


def _refusal(found: CalibratedThreshold, of: str) -> str:
    least = (
        f"it takes at least {found.min_accepted:,} accepted rows without an error to promise {percent(found.target)} wrong at "
        f"{percent(found.confidence)} confidence"
    )
    if found.rows_needed is None:
        return (
            f"This cannot be promised of messages{of}: {least}, and even the surest of these {found.rows:,} rows are "
            "wrong too often for more rows to help. State a higher target, or teach the student more."
        )
    return (
        f"Too few rows to promise this of messages{of}: {least}; with errors as seen among these {found.rows:,} rows "
        f"it would take about {found.rows_needed:,} rows like them."
    )


def percent(share: float) -> str:
    """Return a share as people write it."""
    return f"{100 * share:.3g} %"


def _tell_effect(book: Routebook, line: str, route: str | None, lang: str | None, written: bool) -> None:
    file = output.plain(str((book.folder or Path()) / "routebook.toml"))
    table = output.plain("[thresholds]" if route is None else f'[[routes]] with name = "{route}"')
    if written:
        output.line(f"Written to {file}, under {table}: [bold]{line}[/bold]")
        return
    output.line(f"To put it into effect, in {file}, under {table}: [bold]{line}[/bold]")
    if lang is not None:
        output.line("A routebook has one bar for all languages: this one counts for the others as well.")
