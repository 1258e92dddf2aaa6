"""Stored decisions: `history` lists, exports and sweeps them; `feedback` and `label` add labels."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.cli.open_router import open_published_router, open_store
from fingerpost.cli.output_file import check_output_file
from fingerpost.errors import RowsError
from fingerpost.language.text import clean as readable
from fingerpost.routebook.load import load
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.learning.collect import CollectedRows, LabelledRow
    from fingerpost.stores.clock_guard import ClockReading
    from fingerpost.stores.stored_messages import StoredMessage

MODEL_TIMEOUT = 120.0
"""Timeout in seconds of a model call for one row."""


class LabelSource(StrEnum):
    """Where a label comes from."""

    PERSON = "person"
    CORRECTION = "correction"
    TEACHER = "teacher"
    UNCORRECTED = "uncorrected"


history = typer.Typer(help="Stored messages and how they were decided.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.add_typer(history, name="history", rich_help_panel="Learn")
    app.command("feedback", rich_help_panel="Learn")(feedback)
    app.command("label", rich_help_panel="Learn")(label)


@history.command("list")
def list_messages(
    routebook: RoutebookOption,
    session: Annotated[str | None, typer.Option(help="Only this session.")] = None,
    last: Annotated[int, typer.Option(min=1, help="Number of messages, the newest.")] = 20,
) -> None:
    """List stored messages with their request ids, newest last."""
    name = load(routebook).name
    with open_store() as store:
        messages = (message for message in store.stored_messages(name) if session in (None, message.session))
        newest = nlargest(last, messages, key=lambda message: message.id)
    if not newest:
        where = f"of {name}" if session is None else f"of session {session} with {name}"
        output.print_line(
            f"No messages {output.escape(where)} are stored: only those with a session, or sent to `ask`, are."
        )
    elif output.is_terminal():
        for message in reversed(newest):
            # On its own line: an id that is wrapped cannot be copied.
            place = f"{_format_time(message.at)}  {one_line(message.session, 60)}"
            output.print_line(f"{output.escape(one_line(message.request, 256))}  [dim]{output.escape(place)}[/dim]")
            output.print_line(f"  {output.escape(decision_text(message) + _word_of_a_person(message))}")
            output.print_line(f"  [bold]{output.escape(one_line(message.text, 60))}[/bold]")
    else:
        rows = [
            [m.request, _format_time(m.at), m.session, decision_text(m), m.corrected or "", one_line(m.text, 60)]
            for m in reversed(newest)
        ]
        output.print_table(["request", "when", "session", "decision", "right route, by a person", "message"], rows)


@history.command("export")
def export(
    routebook: RoutebookOption,
    out: Annotated[Path, typer.Argument(help="The JSONL file to write.")],
    held_out: Annotated[
        list[Path] | None, typer.Option(help="Evaluation rows: messages similar to one are left out. Repeatable.")
    ] = None,
    unlabelled: Annotated[
        bool, typer.Option("--unlabelled", help="Write the texts without a label instead, as input for `label`.")
    ] = False,
    source: Annotated[
        list[LabelSource] | None, typer.Option(help="Only labels from this source. Repeatable; default all.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Export stored messages as labelled rows: by people, by corrections, by the language model, and uncorrected ones.

    Uncorrected are confident decisions of the classifier that were answered and not objected to. Such rows are for
    training alone: `eval`, `tune` and `--held-out` refuse them.
    """
    from fingerpost.evaluation.rows import read_messages
    from fingerpost.learning.cleaning import clean
    from fingerpost.learning.collect import collect, unlabelled_texts

    check_output_file(out, held_out or (), "a held-out file")
    if out.exists():
        # It may hold labels made by hand.
        raise RowsError(f"{out}: exists already: name another file, or remove it first")
    if unlabelled and held_out:
        raise RowsError("--unlabelled does not use --held-out: give it to `fingerpost learn`, with the labels")
    if unlabelled and source:
        raise RowsError("--unlabelled writes texts without a label, so --source does not apply to it")
    held_out_texts = [message.text for file in held_out or () for message in read_messages(file)]
    if unlabelled:
        with output.status("reading the store"), open_store() as store:
            book = open_published_router(store, routebook).routebook
            texts = unlabelled_texts(book, store.stored_messages(book.name))
        write_rows(out, [{"text": text} for text in texts])
        if as_json:
            output.print_json({"texts": len(texts)})
        else:
            count = f"{len(texts)} text{'' if len(texts) == 1 else 's'}"
            output.print_line(f"{count} in random order: {output.escape(str(out))}")
        return
    with output.status("reading the store"), open_store() as store:
        router = open_published_router(store, routebook)
        found = collect(router.routebook, store.stored_messages(router.routebook.name))
    with output.status("encoding and comparing the texts"):
        found = clean(found, held_out_texts, router.batcher.encoder, router.settings.cache)
    if source:
        wanted = [row for row in found.rows if row.source in source]
        left_out = found.left_out + Counter({"label from another source": len(found.rows) - len(wanted)})
        found = found._replace(rows=wanted, left_out=left_out)
    write_rows(out, [_row_fields(row) for row in found.rows])
    if as_json:
        output.print_json(_counts(found))
        return
    by_source = source_counts(Counter(row.source for row in found.rows))
    output.print_line(f"{len(found.rows)} rows{f' ({by_source})' if by_source else ''}: {output.escape(str(out))}")
    if found.rows:
        routes = Counter(row.route for row in found.rows)
        output.print_table(["route", "rows"], [[name, str(count)] for name, count in routes.most_common()])
    _print_left_out(found.left_out)
    if not held_out_texts:
        output.print_line("Without --held-out, evaluation rows may be among them.")


@history.command("sweep")
def sweep(
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask; refused if the clock is far from the latest known time.")
    ] = False,
) -> None:
    """Delete what the retention settings no longer allow, by the clock of this machine, which you say is right."""
    total: Counter[str] = Counter()
    with open_store() as store:
        reading = store.clock_reading()
        if not yes:
            typer.confirm(f"{_describe_clock(reading)} Delete what is too old by that clock?", abort=True)
        elif not reading.plausible:
            # A schedule cannot know that the clock is right.
            output.print_line(output.escape(_describe_clock(reading)))
            output.print_line(
                "Nothing was deleted: set the clock right, or, if it is right, run `fingerpost data history sweep`"
                " without --yes and confirm."
            )
            raise typer.Exit(1)
        with output.status("applying the retention settings"):
            while any((done := store.sweep(clock_is_right=True)).values()):
                total.update(done)
    output.print_line(
        f"{total['reduced']} turns reduced to their first characters; deleted: {total['turns']} turns,"
        f" {total['traces']} traces, {total['sessions']} empty sessions"
    )


def feedback(
    routebook: RoutebookOption,
    request: Annotated[
        str,
        typer.Argument(help="The request id from X-Fingerpost-Request, --json or `fingerpost data history list`."),
    ],
    route: Annotated[str, typer.Option(help="The route that it should have had.")],
    session: Annotated[str | None, typer.Option(help="Its session, if several have this request id.")] = None,
) -> None:
    """Record which route a message should have had; later feedback replaces it."""
    from fingerpost.learning.feedback import record_feedback
    from fingerpost.learning.published_routebook import served_routebook

    with open_store() as store:
        stored = record_feedback(store, served_routebook(store, load(routebook)), request, route, session)
    output.print_line(f"Saved: {output.escape(request)} {output.escape(str(stored))}")


def label(
    routebook: RoutebookOption,
    rows: Annotated[Path, typer.Argument(help='Messages with "text", one JSON object a line.')],
    out: Annotated[Path, typer.Argument(help="The JSONL file to append labels to; messages it holds are skipped.")],
    calls: Annotated[int | None, typer.Option(min=1, help="Limit of calls to the language model.")] = None,
) -> None:
    """Label each message with the language model; an interrupted run resumes."""
    from dataclasses import replace

    from fingerpost.evaluation.rows import read_messages
    from fingerpost.learning.labelling import label_messages
    from fingerpost.routing.router import Router

    check_output_file(out, [rows], "the input file of messages")
    messages = read_messages(rows)
    settings = Settings.from_environment()
    # A label is worth waiting for on a slow machine.
    settings = replace(settings, llm_timeout=max(settings.llm_timeout, MODEL_TIMEOUT))
    router = Router.from_routebook(routebook, settings=settings)
    try:
        with output.progress("asking") as on_progress:
            result = label_messages(router, messages, out, calls, on_progress)
    finally:
        router.close()
    output.print_line(f"{result.labelled} rows labelled with {result.calls} calls: {output.escape(str(out))}")
    _print_left_out(result.left_out)
    if result.fault is not None:
        output.print_line(f"[red]{output.escape(result.fault)}[/red]")
        output.print_line(
            "The language model is down. The labels so far are saved: run the same command again to resume."
        )
        raise typer.Exit(1)


def source_counts(sources: Mapping[str, int]) -> str:
    """Return the number of labels by source in words, the most frequent first."""
    counted = sorted(sources.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{count} {_SOURCE_NAMES[source]}" for source, count in counted)


_SOURCE_NAMES = {
    "person": "by people",
    "correction": "by corrections",
    "teacher": "by the language model",
    "uncorrected": "by the classifier and not corrected",
}


def _row_fields(row: LabelledRow) -> dict[str, Any]:
    """Return a row as JSON, without user and session."""
    after = {} if row.after is None else {"after": row.after}
    return {
        "text": row.text, "route": row.route, **after, "source": row.source, "cut": row.cut, "at": round(row.at, 3),
    }  # fmt: skip


def _counts(found: CollectedRows) -> dict[str, Any]:
    return {
        "rows": len(found.rows),
        "cut": sum(row.cut for row in found.rows),
        "by_source": dict(Counter(row.source for row in found.rows)),
        "by_route": dict(Counter(row.route for row in found.rows)),
        "left_out": dict(found.left_out.most_common()),
    }


def _print_left_out(left_out: Mapping[str, int]) -> None:
    if left_out:
        counted = sorted(left_out.items(), key=lambda pair: -pair[1])
        output.print_table(["left out", "reason"], [[str(count), why] for why, count in counted], wide=[1])


def write_rows(file: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the file atomically: a reader sees the old or the new one, and a full disk loses nothing."""
    part = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        try:
            # A lone surrogate, which UTF-8 cannot hold, becomes the escape of it that JSON has.
            with part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as lines:
                lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
                lines.flush()
                os.fsync(lines.fileno())
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise RowsError(
            f"{file}: cannot be written: {error.strerror or error}; the old content is unchanged"
        ) from error


def decision_text(message: StoredMessage) -> str:
    """Return how a stored message was decided."""
    # Without a route, the confidence is that of a guess that was not taken.
    confidence = "" if message.route is None else f", {message.confidence or 0:.2f}"
    return f"{message.route or '(none)'} by {message.layer or 'no layer'}{confidence}"


def _word_of_a_person(message: StoredMessage) -> str:
    if message.corrected is None:
        return ""
    return "; confirmed" if message.corrected == message.route else f"; corrected to {message.corrected}"


def _describe_clock(reading: ClockReading) -> str:
    known = "unknown" if reading.known is None else _format_time(reading.known)
    return f"It is {_format_time(reading.now)} by this machine; the latest time known to be right is {known}."


def _format_time(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def one_line(text: str, most: int) -> str:
    """Return a text in one line, cut to a length."""
    text = " ".join(readable(text).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
