"""Learning: `learn` makes a better student out of traffic, `students` shows, promotes and rolls back versions."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
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

Book = Annotated[str, typer.Option("--routebook", help="An installed routebook's name, or a folder.")]

LONGEST = 18
"""Digits of a number that every database takes."""

students = typer.Typer(
    help="The versions of a routebook's student: list them, promote one, or roll back.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("learn", rich_help_panel="Learn")(learn)
    app.add_typer(students, name="students", rich_help_panel="Learn")


def learn(
    routebook: Book = "avap",
    rows: Annotated[
        list[Path] | None, typer.Option(help="Labelled rows of your own, beside what the store has.")
    ] = None,
    held_out: Annotated[
        list[Path] | None, typer.Option(help="Labelled rows to compare on, never trained on. Repeat it for more files.")
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the new student without promoting it.")] = False,
) -> None:
    """Train a student on what traffic taught, and promote it where it is nowhere worse beyond noise."""
    from fingerpost.evaluation.metrics import LEAST
    from fingerpost.evaluation.rows import read_rows
    from fingerpost.learning.published_routebook import as_served
    from fingerpost.learning.training_run import gather, learn

    settings, book = Settings.from_environment(), load(routebook)
    with open_store(settings) as store, output.status("reading the store") as tell:
        book = as_served(store, book)
        held = [row for file in held_out or () for row in read_rows(file, book.names, book.out_of_scope)]
        found = gather(store, book, rows or (), [row.message.text for row in held], settings)
        learned = learn(store, book, found.rows, held, settings, promote=not keep, progress=tell)
    for why, count in found.left_out.most_common():
        output.line(f"left out: {count} {output.plain(why)}")
    output.line(
        f"student {learned.number} of {output.plain(book.name)}, fitted on {learned.trained_on} labels of traffic"
    )
    _tell_checks(learned.comparison.checks)
    if learned.comparison.few:
        few = ", ".join(f"{name} ({count})" for name, count in learned.comparison.few.items())
        output.line(f"not checked by themselves, with fewer than {LEAST} held-out rows: {output.plain(few)}")
    for reason in learned.comparison.reasons:
        output.line(f"[red]refused:[/red] {output.plain(reason)}")
    if learned.promoted:
        undo = _command("students rollback", routebook)
        output.line(f"[green]promoted:[/green] student {learned.number} serves; {undo} undoes it")
    elif learned.comparison.passed:
        output.line(f"kept: {_command(f'students promote {learned.number}', routebook)} has it serve")
    else:
        anyway = _command(f"students promote {learned.number} --anyway", routebook)
        output.line(f"kept, and does not serve; {anyway} is for whoever knows better")
        raise typer.Exit(1)


def _command(words: str, routebook: str) -> str:
    """Return a command as it can be copied: without its routebook it would be about another."""
    return output.plain(f"`fingerpost {words} --routebook {shlex.quote(routebook)}`")


def _tell_checks(checks: Sequence[Check]) -> None:
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
        output.table(["figure", "rows", "champion", "challenger", "difference, interval"], rows)


@students.command("list")
def list_students(
    routebook: Book = "avap",
    as_json: Annotated[bool, typer.Option("--json", help="Print all that is known of them as JSON.")] = False,
) -> None:
    """Show all versions: what they were made of, what was measured, and which one serves."""
    book, settings = load(routebook), Settings.from_environment()
    with open_store(settings) as store:
        versions, serving = store.students.all(book.name), store.students.serving(book.name)
        shadow = store.students.serving(book.name, "shadow")
        unfit = {number: why for number in _named(serving, shadow) if (why := _misfit(store, book, number, settings))}
    if as_json:
        output.as_json(
            {
                "serving": None if serving is None else serving._asdict(),
                "unfit": unfit,
                "students": [version._asdict() for version in versions],
            }
        )
        return
    if not versions:
        output.line(
            f"{output.plain(book.name)} has no student but that of its own examples: `fingerpost learn` makes one"
        )
        return
    output.table(
        ["student", "made", "labels", "parent", "accuracy", "rows", "gate", "role"],
        [_row(version, serving, shadow, unfit) for version in versions],
    )
    for why in unfit.values():
        output.line(f"[yellow]{output.plain(why)}[/yellow]")
    if serving is None or serving.student is None or serving.student in unfit:
        output.line("The student of the routebook's own examples serves.")


def _named(*roles: ServingVersion | None) -> set[int]:
    return {role.student for role in roles if role is not None and role.student is not None}


def _misfit(store: Store, book: Routebook, number: int, settings: Settings) -> str | None:
    """Return why a version cannot serve any more, or None if it can."""
    try:
        _check_fit(store, book, number, settings)
    except StudentError as error:
        return str(error)
    return None


def _check_fit(store: Store, book: Routebook, number: int, settings: Settings) -> None:
    """Raise StudentError where a version does not fit what is served now."""
    from fingerpost.learning.champion import open_version
    from fingerpost.learning.published_routebook import as_served
    from fingerpost.models.factory import open_encoder

    open_version(store, as_served(store, book), number, open_encoder(settings).fingerprint)


def _row(
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
    number: Annotated[int, typer.Argument(help="The student, as `students list` numbers it.")],
    routebook: Book = "avap",
    anyway: Annotated[bool, typer.Option("--anyway", help="Also one that the gate refused.")] = False,
) -> None:
    """Have a version serve: every server on the same store takes it over within seconds."""
    _check_number(str(number))
    book, settings = load(routebook), Settings.from_environment()
    with open_store(settings) as store:
        _check_fit(store, book, number, settings)
        comparison = next(v.lineage for v in store.students.all(book.name) if v.id == number).get("comparison") or {}
        if not comparison.get("passed") and not anyway:
            reasons = "; ".join(comparison.get("reasons", ["it was never compared"]))
            raise StudentError(f"student {number} was refused: {reasons}. Give --anyway to have it serve nevertheless")
        before = store.students.serving(book.name)
        now = store.students.set_serving(book.name, number, "by hand")
    output.line(f"student {number} of {output.plain(book.name)} serves{' already' if now == before else ''}")


@students.command("rollback")
def rollback(routebook: Book = "avap") -> None:
    """Have the champion before this one serve again."""
    book = load(routebook)
    with open_store() as store:
        serving = store.students.roll_back(book.name, "by hand")
    who = "the student of its own examples" if serving.student is None else f"student {serving.student}"
    output.line(f"{output.plain(book.name)}: {who} serves again")


@students.command("shadow")
def shadow(
    number: Annotated[str, typer.Argument(help="The student that decides beside the champion, or `off`.")],
    routebook: Book = "avap",
) -> None:
    """Have a version decide beside the champion on live traffic, without effect; traces keep what it would say."""
    if number != "off":
        if not (number.isascii() and number.isdigit()):
            raise StudentError(
                f"{number!r}: give the number of a student as `fingerpost students list` shows, or `off`"
            )
        _check_number(number)
    book, settings = load(routebook), Settings.from_environment()
    with open_store(settings) as store:
        if number != "off":
            _check_fit(store, book, int(number), settings)
        store.students.set_serving(book.name, None if number == "off" else int(number), "by hand", "shadow")
    output.line("nobody decides beside the champion" if number == "off" else f"student {number} decides beside it")


@students.command("disagreements")
def disagreements(
    routebook: Book = "avap",
    last: Annotated[int, typer.Option(min=1, help="How many of the newest to show.")] = 50,
) -> None:
    """List where the shadow would have decided otherwise than the champion did."""
    from fingerpost.learning.shadow import disagreeing

    book = load(routebook)
    with open_store() as store:
        found = disagreeing(store, book.name)
    output.line(f"{found.compared} messages decided by both, {len(found.rows)} of them otherwise")
    if not found.compared:
        have = _command("students shadow NUMBER", routebook)
        output.line(f"{have} has a version decide beside the champion; servers need traces in the store for it")
    rows = [
        [row.request, str(row.student), f"{row.route} ({row.layer})", f"{row.said} {row.confidence:.2f}", row.text]
        for row in found.rows[-last:]
    ]
    if rows:
        output.table(["request", "student", "champion", "shadow", "text"], rows, wide=[4])


def _check_number(number: str) -> None:
    """Refuse what no database could look for."""
    if len(number) > LONGEST:
        raise StudentError(f"{number[:LONGEST]}…: no student has such a number: `fingerpost students list` shows all")
