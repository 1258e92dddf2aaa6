"""Learning: `learn` trains a classifier on traffic; `students` lists, promotes and rolls back versions."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.cli.open_router import open_store
from fingerpost.errors import StudentError
from fingerpost.routebook.load import load
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from fingerpost.learning.promotion_gate import Check
    from fingerpost.routebook.model import Routebook
    from fingerpost.stores.store import Store
    from fingerpost.stores.student_registry import ServingVersion, StudentVersion

MAX_DIGITS = 18
"""Most digits of a number that every database accepts."""

students = typer.Typer(
    help="The versions of a routebook's classifier: list, promote or roll back.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("learn", rich_help_panel="Learn")(run_training)
    app.add_typer(students, name="students", rich_help_panel="Learn")


def run_training(
    routebook: RoutebookOption,
    rows: Annotated[
        list[Path] | None, typer.Option(help="Your own labelled rows, in addition to the store's. Repeatable.")
    ] = None,
    held_out: Annotated[
        list[Path] | None, typer.Option(help="Labelled rows for the comparison, never trained on. Repeatable.")
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Store the new version without promoting it.")] = False,
) -> None:
    """Train a classifier on labelled traffic, and promote it if no figure is significantly worse."""
    from fingerpost.cli.history import source_counts
    from fingerpost.evaluation.metrics import MIN_ROWS
    from fingerpost.evaluation.rows import read_rows
    from fingerpost.learning.published_routebook import served_routebook
    from fingerpost.learning.training_run import gather_rows, run_training

    settings, book = Settings.from_environment(), load(routebook)
    with open_store(settings) as store, output.status("reading the store") as on_status:
        book = served_routebook(store, book)
        held_out_rows = [row for file in held_out or () for row in read_rows(file, book.names, book.out_of_scope)]
        collected = gather_rows(store, book, rows or (), [row.message.text for row in held_out_rows], settings)
        result = run_training(
            store, book, collected.rows, held_out_rows, settings, promote=not keep, progress=on_status
        )
    for why, count in collected.left_out.most_common():
        output.print_line(f"left out: {count} {output.escape(why)}")
    output.print_line(
        f"student {result.number} of {output.escape(book.name)}, trained on {sum(result.trained_on.values())} labels of"
        f" traffic: {source_counts(result.trained_on)}"
    )
    _print_checks(result.comparison.checks)
    if result.comparison.unchecked_routes:
        unchecked = ", ".join(f"{name} ({count})" for name, count in result.comparison.unchecked_routes.items())
        output.print_line(
            f"routes without a check of their own, with fewer than {MIN_ROWS} held-out rows: {output.escape(unchecked)}"
        )
    for reason in result.comparison.reasons:
        output.print_line(f"[red]refused:[/red] {output.escape(reason)}")
    if result.promoted:
        undo = _command_hint("teach students rollback", routebook)
        output.print_line(f"[green]promoted:[/green] student {result.number} serves; {undo} undoes it")
    elif result.comparison.passed:
        output.print_line(
            f"stored, not promoted: {_command_hint(f'teach students promote {result.number}', routebook)} promotes it"
        )
    else:
        anyway = _command_hint(f"teach students promote {result.number} --anyway", routebook)
        output.print_line(f"stored, not promoted; {anyway} promotes it nevertheless")
        raise typer.Exit(1)


def _command_hint(words: str, routebook: str) -> str:
    """Return a command to copy, with its routebook."""
    return output.escape(f"`fingerpost {words} --routebook {shlex.quote(routebook)}`")


def _print_checks(checks: Sequence[Check]) -> None:
    rows = [
        [
            check.what,
            str(check.rows),
            f"{check.champion:.4f}",
            f"{check.challenger:.4f}",
            f"{check.low:+.4f} to {check.high:+.4f}{'  worse' if check.worse else ''}",
        ]
        for check in checks
    ]
    if rows:
        output.print_table(["figure", "rows", "champion", "challenger", "interval of the difference"], rows)


@students.command("list")
def list_students(
    routebook: RoutebookOption,
    as_json: Annotated[bool, typer.Option("--json", help="Print all details as JSON.")] = False,
) -> None:
    """List all versions: training data, measured figures, and which one serves."""
    book, settings = load(routebook), Settings.from_environment()
    with open_store(settings) as store:
        versions, serving = store.students.all(book.name), store.students.serving(book.name)
        shadow = store.students.serving(book.name, "shadow")
        unfit = {
            number: why
            for number in _assigned(serving, shadow)
            if (why := _misfit_reason(store, book, number, settings))
        }
    if as_json:
        output.print_json(
            {
                "serving": None if serving is None else serving._asdict(),
                "unfit": unfit,
                "students": [version._asdict() for version in versions],
            }
        )
        return
    if not versions:
        output.print_line(
            f"{output.escape(book.name)} has only the classifier of its examples: `fingerpost learn` trains another"
        )
        return
    output.print_table(
        ["student", "trained", "labels", "parent", "accuracy", "rows", "gate", "role"],
        [_table_row(version, serving, shadow, unfit) for version in versions],
    )
    for why in unfit.values():
        output.print_line(f"[yellow]{output.escape(why)}[/yellow]")
    if serving is None or serving.student is None or serving.student in unfit:
        output.print_line("The classifier of the routebook's examples serves.")


def _assigned(*roles: ServingVersion | None) -> set[int]:
    return {role.student for role in roles if role is not None and role.student is not None}


def _misfit_reason(store: Store, book: Routebook, number: int, settings: Settings) -> str | None:
    """Return why a version no longer fits the routebook, or None if it does."""
    try:
        _check_fit(store, book, number, settings)
    except StudentError as error:
        return str(error)
    return None


def _check_fit(store: Store, book: Routebook, number: int, settings: Settings) -> None:
    """Raise StudentError if a version does not fit the routebook that is served now."""
    from fingerpost.learning.champion import load_student_version
    from fingerpost.learning.published_routebook import served_routebook
    from fingerpost.models.factory import open_encoder

    load_student_version(store, served_routebook(store, book), number, open_encoder(settings, book.encoder).fingerprint)


def _table_row(
    version: StudentVersion, serving: ServingVersion | None, shadow: ServingVersion | None, unfit: Container[int]
) -> list[str]:
    lineage = version.lineage
    comparison: dict[str, Any] = lineage.get("comparison") or {}
    accuracy = next((c["challenger"] for c in comparison.get("checks", ()) if c["what"] == "accuracy"), None)
    role = ["serves"] if serving is not None and serving.student == version.id else []
    role += ["shadow"] if shadow is not None and shadow.student == version.id else []
    return [
        str(version.id),
        time.strftime("%Y-%m-%d %H:%M", time.localtime(version.at)),
        str(sum(lineage.get("rows", {}).values())),
        str(lineage.get("parent") or "-"),
        "-" if accuracy is None else f"{accuracy:.4f}",
        str(comparison.get("rows", 0)),
        "passed" if comparison.get("passed") else "refused",
        f"{', '.join(role)} (does not fit)" if version.id in unfit else ", ".join(role),
    ]


@students.command("promote")
def promote(
    routebook: RoutebookOption,
    number: Annotated[int, typer.Argument(help="The student's number in `fingerpost teach students list`.")],
    anyway: Annotated[bool, typer.Option("--anyway", help="Promote it even if the gate refused it.")] = False,
) -> None:
    """Promote a version: every server on the same store uses it within seconds."""
    _check_number(str(number))
    book, settings = load(routebook), Settings.from_environment()
    with open_store(settings) as store:
        _check_fit(store, book, number, settings)
        comparison = next(v.lineage for v in store.students.all(book.name) if v.id == number).get("comparison") or {}
        if not comparison.get("passed") and not anyway:
            reasons = "; ".join(comparison.get("reasons", ["it was never compared"]))
            raise StudentError(f"student {number} was refused: {reasons}. Give --anyway to promote it nevertheless")
        before = store.students.serving(book.name)
        now = store.students.set_serving(book.name, number, "by hand")
    output.print_line(f"student {number} of {output.escape(book.name)} serves{' already' if now == before else ''}")


@students.command("rollback")
def rollback(routebook: RoutebookOption) -> None:
    """Return to the previous champion."""
    book = load(routebook)
    with open_store() as store:
        serving = store.students.roll_back(book.name, "by hand")
    who = "the classifier of its examples" if serving.student is None else f"student {serving.student}"
    output.print_line(f"{output.escape(book.name)}: {who} serves again")


@students.command("shadow")
def shadow(
    routebook: RoutebookOption,
    number: Annotated[str, typer.Argument(help="The student to run as shadow, or `off`.")],
) -> None:
    """Run a version as shadow of the champion on live traffic, without effect; its decisions are stored in traces."""
    if number != "off":
        if not (number.isascii() and number.isdigit()):
            raise StudentError(
                f"{number!r}: give the number of a student as `fingerpost teach students list` shows, or `off`"
            )
        _check_number(number)
    book, settings = load(routebook), Settings.from_environment()
    with open_store(settings) as store:
        if number != "off":
            _check_fit(store, book, int(number), settings)
        store.students.set_serving(book.name, None if number == "off" else int(number), "by hand", "shadow")
    output.print_line("no student runs as shadow" if number == "off" else f"student {number} runs as shadow")


@students.command("disagreements")
def disagreements(
    routebook: RoutebookOption,
    last: Annotated[int, typer.Option(min=1, help="Number of the newest to show.")] = 50,
) -> None:
    """List the messages that the shadow decided differently from the champion."""
    from fingerpost.learning.shadow import compare_shadow

    book = load(routebook)
    with open_store() as store:
        collected = compare_shadow(store, book.name)
    output.print_line(f"{collected.compared} messages decided by both, {len(collected.rows)} of them differently")
    if not collected.compared:
        hint = _command_hint("teach students shadow NUMBER", routebook)
        output.print_line(f"{hint} starts a shadow; servers must write traces to the store")
    rows = [
        [
            row.request,
            str(row.student),
            f"{row.route} ({row.layer})",
            f"{row.shadow_route} {row.confidence:.2f}",
            row.text,
        ]
        for row in collected.rows[-last:]
    ]
    if rows:
        output.print_table(["request", "student", "champion", "shadow", "text"], rows, wide=[4])


def _check_number(number: str) -> None:
    """Raise StudentError for a number that a database cannot hold."""
    if len(number) > MAX_DIGITS:
        raise StudentError(
            f"{number[:MAX_DIGITS]}…: no student has this number: `fingerpost teach students list` shows all"
        )
