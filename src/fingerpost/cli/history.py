"""Decisions as data: `history` lists and exports them, `feedback`, `label` and `review` put labels to them."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.open_router import open_published, open_store, with_serving
from fingerpost.cli.output_file import check_out
from fingerpost.errors import MessageError, RowsError
from fingerpost.language.text import clean as readable
from fingerpost.routebook.load import load
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.learning.collect import Collected, Labelled
    from fingerpost.learning.review import Doubtful
    from fingerpost.routebook.model import Routebook
    from fingerpost.stores.stored_messages import StoredMessage

SHOWN = 400
"""Characters of a message that a person is shown."""

PATIENCE = 120.0
"""Seconds that the teacher gets for a row."""

Book = Annotated[str, typer.Option(help="An installed routebook's name, or a folder.")]

history = typer.Typer(help="Stored messages and how they were decided.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.add_typer(history, name="history", rich_help_panel="Learn")
    app.command("feedback", rich_help_panel="Learn")(feedback)
    app.command("label", rich_help_panel="Learn")(label)
    app.command("review", rich_help_panel="Learn")(review)


@history.command("list")
def list_messages(
    routebook: Book = "avap",
    session: Annotated[str | None, typer.Option(help="Only this session.")] = None,
    last: Annotated[int, typer.Option(min=1, help="So many, the newest.")] = 20,
) -> None:
    """Show stored messages with their ids, the newest last."""
    name = load(routebook).name
    with open_store() as store:
        said = (message for message in store.stored_messages(name) if session in (None, message.session))
        newest = nlargest(last, said, key=lambda message: message.id)
    if not newest:
        where = f"of {name}" if session is None else f"of session {session} with {name}"
        output.line(
            f"Nothing {output.plain(where)} is stored: messages are that come with a session, or that were asked."
        )
    elif output.terminal():
        for message in reversed(newest):
            # An id that is broken into lines cannot be copied.
            place = f"{_when(message.at)}  {_one_line(message.session, 60)}"
            output.line(f"{output.plain(_one_line(message.request, 256))}  [dim]{output.plain(place)}[/dim]")
            word = f"; a person says {message.corrected}" if message.corrected else ""
            output.line(f"  {output.plain(_decided(message) + word)}")
            output.line(f"  [bold]{output.plain(_one_line(message.text, 60))}[/bold]")
    else:
        rows = [
            [m.request, _when(m.at), m.session, _decided(m), m.corrected or "", _one_line(m.text, 60)]
            for m in reversed(newest)
        ]
        output.table(["request", "when", "session", "decided", "a person says", "message"], rows)


@history.command("export")
def export(
    out: Annotated[Path, typer.Argument(help="The JSONL file to write.")],
    routebook: Book = "avap",
    held_out: Annotated[
        list[Path] | None, typer.Option(help="Rows of an evaluation: what is near to one is left out. Repeatable.")
    ] = None,
    without: Annotated[
        bool, typer.Option("--unlabelled", help="Write the texts that nobody labelled yet instead, for `label`.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Write stored messages with labels as rows to learn from: by people, by corrections, by the teacher."""
    from fingerpost.evaluation.rows import read_messages
    from fingerpost.learning.cleaning import clean
    from fingerpost.learning.collect import collect, unlabelled

    check_out(out, held_out or (), "a held-out file")
    if out.exists():
        # What was labelled by hand may be in it.
        raise RowsError(f"{out}: is there already: name another, or remove it first")
    if without and held_out:
        raise RowsError("--unlabelled leaves nothing out: give --held-out to `fingerpost learn`, with their labels")
    apart = [message.text for file in held_out or () for message in read_messages(file)]
    if without:
        with output.status("reading what is stored"), open_store() as store:
            book = open_published(store, routebook).routebook
            texts = unlabelled(book, store.stored_messages(book.name))
        _write(out, [{"text": text} for text in texts])
        if as_json:
            output.as_json({"texts": len(texts)})
        else:
            count = f"{len(texts)} text{'' if len(texts) == 1 else 's'}"
            output.line(f"{count} in an order of chance: {output.plain(str(out))}")
        return
    with output.status("reading what is stored"), open_store() as store:
        router = open_published(store, routebook)
        found = collect(router.routebook, store.stored_messages(router.routebook.name))
    with output.status("encoding what is new, and comparing"):
        found = clean(found, apart, router.batcher.encoder, router.settings.cache)
    _write(out, [_row(row) for row in found.rows])
    if as_json:
        output.as_json(_counts(found))
        return
    sources = Counter(row.source for row in found.rows)
    said = ", ".join(f"{count} by {_BY[source]}" for source, count in sources.most_common())
    output.line(f"{len(found.rows)} rows{f' ({said})' if said else ''}: {output.plain(str(out))}")
    if found.rows:
        routes = Counter(row.route for row in found.rows)
        output.table(["route", "rows"], [[name, str(count)] for name, count in routes.most_common()])
    _tell_left_out(found.left_out)
    if not apart:
        output.line("Without --held-out, rows of an evaluation may be among them.")


def feedback(
    request: Annotated[
        str, typer.Argument(help="The message: what X-Fingerpost-Request, --json or `history list` say.")
    ],
    route: Annotated[str, typer.Option(help="The route that it should have had.")],
    session: Annotated[str | None, typer.Option(help="Its session, where several have such a request.")] = None,
    routebook: Book = "avap",
) -> None:
    """Say which route a message should have had; the last word counts."""
    from fingerpost.learning.feedback import give_feedback
    from fingerpost.learning.published_routebook import as_served

    with open_store() as store:
        kept = give_feedback(store, as_served(store, load(routebook)), request, route, session)
    output.line(f"Kept: {output.plain(request)} should have been {output.plain(kept)}")


def label(
    rows: Annotated[Path, typer.Argument(help='Messages with "text", one JSON object a line.')],
    out: Annotated[Path, typer.Argument(help="The JSONL file to add labels to; what it holds is not asked again.")],
    routebook: Book = "avap",
    calls: Annotated[int | None, typer.Option(min=1, help="Ask the language model at most so often.")] = None,
) -> None:
    """Ask the language model for the route of each message; goes on where it was ended."""
    from dataclasses import replace

    from fingerpost.evaluation.rows import read_messages
    from fingerpost.learning.labelling import label as ask_all
    from fingerpost.routing.router import Router

    check_out(out, [rows], "the file of messages")
    messages = read_messages(rows)
    settings = Settings.from_environment()
    # A slow machine is no reason to go without a label.
    settings = replace(settings, llm_timeout=max(settings.llm_timeout, PATIENCE))
    router = Router.from_routebook(routebook, settings=settings)
    try:
        with output.progress("asking") as tell:
            done = ask_all(router, messages, out, calls, tell)
    finally:
        router.close()
    output.line(f"{done.labelled} rows labelled with {done.calls} calls: {output.plain(str(out))}")
    _tell_left_out(done.left_out)
    if done.fault is not None:
        output.line(f"[red]{output.plain(done.fault)}[/red]")
        output.line("The teacher went down. What it labelled is kept: run the same command again to go on.")
        raise typer.Exit(1)


def review(
    routebook: Book = "avap",
    last: Annotated[int, typer.Option(min=1, help="Look at so many of the newest messages.")] = 1000,
) -> None:
    """Step through stored messages, the most informative first, and say what each should have been."""
    from fingerpost.learning.review import doubtful

    with open_store() as store:
        router = with_serving(open_published(store, routebook))
        book = router.routebook
        with output.status("asking the student about what is stored"):
            found = doubtful(router, store.stored_messages(book.name), last)
        if not found:
            output.line("Nothing to look at: no message without a person's word is stored.")
            return
        output.line("  ".join(f"[bold]{place}[/bold] {output.plain(name)}" for place, name in enumerate(book.names, 1)))
        done: Counter[str] = Counter()
        for place, one in enumerate(found, 1):
            _show(one, f"{place} of {len(found)}")
            choice = _choice(book, one)
            if choice is None:
                break
            if choice:
                store.correct(one.spoken.request, choice, one.spoken.session, book.name)
            done["skipped" if not choice else "accepted" if choice == one.spoken.route else "corrected"] += 1
    said = ", ".join(f"{done[what]} {what}" for what in ("accepted", "corrected", "skipped"))
    output.line(f"{said}; {len(found) - done.total()} left")


def _show(one: Doubtful, place: str) -> None:
    said = one.spoken
    output.line()
    text = f"{output.plain(_one_line(said.text, SHOWN))}{' …' if said.cut else ''}"
    output.line(f"[dim]{place}[/dim]  [bold]{text}[/bold]")
    if one.before is not None:
        before = f"after [{one.before.route or '?'}] {_one_line(one.before.text, 60)}"
        output.line(f"  [dim]{output.plain(before)}[/dim]")
    student = "" if one.student is None else f"; the student now: {one.student}, {one.confidence:.2f}"
    output.line(f"  {output.plain(_decided(said) + student)}")


def _choice(book: Routebook, one: Doubtful) -> str | None:
    """Return the route that a person names, "" to skip it, None to end."""
    from fingerpost.learning.feedback import route_named

    while True:
        try:
            yes = f"y {one.spoken.route}, " if one.spoken.route in book.names else ""
            answer = input(f"  {yes}number or name of another, s skip, q quit > ").strip()
        except (EOFError, KeyboardInterrupt):
            answer = "q"
        if not sys.stdin.isatty():
            # Nobody has ended the line.
            output.line()
        if answer == "q":
            return None
        if answer == "s":
            return ""
        if answer == "y" and one.spoken.route in book.names:
            return one.spoken.route
        if answer.isdecimal() and 1 <= int(answer) <= len(book.names):
            return book.names[int(answer) - 1]
        try:
            return route_named(book, answer)
        except MessageError as error:
            output.line(f"  [yellow]{output.plain(str(error))}[/yellow]")


_BY = {"person": "people", "correction": "corrections", "teacher": "the teacher"}


def _row(row: Labelled) -> dict[str, Any]:
    """Return a row as it is written: nothing of whose it is."""
    after = {} if row.after is None else {"after": row.after}
    return {
        "text": row.text, "route": row.route, **after, "source": row.source, "cut": row.cut, "at": round(row.at, 3),
    }  # fmt: skip


def _counts(found: Collected) -> dict[str, Any]:
    return {
        "rows": len(found.rows),
        "cut": sum(row.cut for row in found.rows),
        "by_source": dict(Counter(row.source for row in found.rows)),
        "by_route": dict(Counter(row.route for row in found.rows)),
        "left_out": dict(found.left_out.most_common()),
    }


def _tell_left_out(left_out: Mapping[str, int]) -> None:
    if left_out:
        counted = sorted(left_out.items(), key=lambda pair: -pair[1])
        output.table(["left out", "because"], [[str(count), why] for why, count in counted], wide=[1])


def _write(file: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Replace a file in one step: whoever reads it meets the old one or the new one, and a full disk costs nothing."""
    part = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        try:
            with part.open("w", encoding="utf-8", newline="\n") as lines:
                lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
                lines.flush()
                os.fsync(lines.fileno())
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise RowsError(f"{file}: cannot be written: {error.strerror or error}; what it held is still there") from error


def _decided(message: StoredMessage) -> str:
    return f"{message.route or '(none)'} by {message.layer or 'nobody'}, {message.confidence or 0:.2f}"


def _when(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def _one_line(text: str, most: int) -> str:
    text = " ".join(readable(text).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
