"""Labels by people: `suggest` picks messages that are worth one, `review` asks for the routes."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from enum import Enum
from getpass import getuser
from pathlib import Path
from secrets import token_hex
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.cli.history import decision_text, one_line, write_rows
from fingerpost.cli.open_router import open_existing_store, open_published_router, open_store, with_served_student
from fingerpost.cli.output_file import check_output_file
from fingerpost.errors import MessageError, RowsError

if TYPE_CHECKING:
    from fingerpost.learning.review import ReviewItem
    from fingerpost.learning.review_queue import ReviewQueue
    from fingerpost.learning.suggest import Suggestion, Suggestions
    from fingerpost.routebook.model import Routebook
    from fingerpost.stores.reviews import Reviewer
    from fingerpost.stores.store import Store

MAX_CHARACTERS = 400
"""Most characters of a message that are printed."""


class ReviewCommand(Enum):
    """What a person enters instead of a route."""

    SKIP = "s"
    UNDO = "u"
    QUIT = "q"


COMMANDS = {command.value: command for command in ReviewCommand}


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("suggest", rich_help_panel="Learn")(suggest)
    app.command("review", rich_help_panel="Learn")(review)


def suggest(
    routebook: RoutebookOption,
    messages: Annotated[
        Path | None, typer.Argument(help="Messages: .txt with one a line, .csv or .jsonl. [default: the stored ones]")
    ] = None,
    n: Annotated[int, typer.Option("--n", min=1, help="Number of messages to pick.")] = 20,
    labelled: Annotated[
        list[Path] | None, typer.Option(help="Rows labelled already, as `review` writes them. Repeatable.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--output", help="The JSONL file to write them to, for `review`.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Pick the messages whose labels would teach the classifier most, and propose new routes."""
    from fingerpost.evaluation.rows import read_labelled
    from fingerpost.learning.message_file import read_texts
    from fingerpost.learning.review import unreviewed_texts
    from fingerpost.learning.suggest import Unlabelled
    from fingerpost.learning.suggest import suggest as pick

    if out is not None:
        check_output_file(out, [*([messages] if messages else []), *(labelled or ())], "an input file")
        if out.exists():
            raise RowsError(f"{out}: exists already: name another file, or remove it first")
    given = None if messages is None else [Unlabelled(text) for text in read_texts(messages)]
    known = [row.text for file in labelled or () for row in read_labelled(file)]
    with open_store() if given is None else open_existing_store() as store:
        router = with_served_student(open_published_router(store, routebook))
        student = router.warm_student()
        if student is None:
            raise RowsError(
                f"{router.routebook.name}: has no examples, so nothing tells which messages are worth a label: add a"
                " few to each route"
            )
        with output.status("encoding and comparing the messages"):
            if given is None and store is not None:
                given, reviewed = unreviewed_texts(router, store.stored_messages(router.routebook.name))
                known += reviewed
            found = pick(router, student, given or (), n, known)
    rows = [_suggestion_fields(one) for one in found.messages]
    if out is not None:
        write_rows(out, rows)
    if as_json:
        output.print_json(
            {"considered": found.considered, "messages": rows, "new_routes": [
                {"name": new.name, "messages": len(new.places), "examples": new.examples} for new in found.new_routes
            ]}
        )  # fmt: skip
    else:
        _print_suggestions(found, out, routebook)


def _suggestion_fields(one: Suggestion) -> dict[str, Any]:
    stored = {} if one.message.request is None else {"request": one.message.request, "session": one.message.session}
    return {
        "text": one.message.text, "guess": one.guess, "runner_up": one.runner_up,
        "confidence": round(one.confidence, 4), "why": one.why, **stored,
    }  # fmt: skip


def _print_suggestions(found: Suggestions, out: Path | None, routebook: str) -> None:
    if not found.messages:
        output.print_line(
            "Nothing to suggest: every message is labelled, like a labelled one, small talk, or decided by a rule."
        )
        return
    output.print_table(
        ["message", "best guess", "runner-up", "why"],
        [
            [one_line(one.message.text, MAX_CHARACTERS), f"{one.guess} {one.confidence:.2f}", one.runner_up, one.why]
            for one in found.messages
        ],
        wide=[0, 3],
    )
    if found.new_routes:
        output.print_line("Possible new routes:")
        output.print_table(
            ["name", "messages", "such as"],
            [
                [new.name, str(len(new.places)), " · ".join(one_line(text, 60) for text in new.examples)]
                for new in found.new_routes
            ],
            wide=[2],
        )
    picked = f"{len(found.messages)} of {found.considered:,} messages without a label"
    label = (
        "" if out is None else f": label them with `fingerpost review {quote(str(out))} --routebook {quote(routebook)}`"
    )
    output.print_line(output.escape(picked + label))


def review(
    routebook: RoutebookOption,
    suggestions: Annotated[
        Path | None, typer.Argument(help="Messages as `suggest --output` writes them. [default: the stored ones]")
    ] = None,
    last: Annotated[int, typer.Option(min=1, help="Number of the newest stored messages to consider.")] = 1000,
    out: Annotated[
        Path | None,
        typer.Option(help="The JSONL file to append labels to. [default: SUGGESTIONS with `-labelled` in its name]"),
    ] = None,
) -> None:
    """Ask a person for the routes of messages: those in a file, or stored ones, most informative first."""
    if suggestions is not None:
        _review_file(suggestions, routebook, out or suggestions.with_name(f"{suggestions.stem}-labelled.jsonl"))
        return
    if out is not None:
        raise RowsError("--out is for the labels of a file of messages: labels of stored messages go to the store")
    from fingerpost.learning.review_queue import ReviewQueue
    from fingerpost.stores.reviews import Reviewer

    with open_store() as store:
        router = with_served_student(open_published_router(store, routebook))
        # Other terminals, and the reviewers of servers on this store, get other messages meanwhile.
        queue, reviewer = ReviewQueue(lambda: router, store, last), Reviewer(_user_name(), f"terminal {token_hex(4)}")
        with output.status("ranking the stored messages"):
            left = queue.progress(reviewer).left
        if not left:
            output.print_line("Nothing to review: no message without feedback is stored.")
            return
        _print_routes(router.routebook)
        try:
            result = _review_queue(queue, reviewer)
        finally:
            left = queue.progress(reviewer).left
            queue.release(reviewer)
    _print_result(result, left + result["skipped"])


def _review_queue(queue: ReviewQueue, reviewer: Reviewer) -> Counter[str]:
    """Ask for the routes of one message after the other, and return the number of answers by kind."""
    from fingerpost.learning.review_queue import none_of_these

    given: list[str] = []
    while found := queue.claim(reviewer):
        [item] = found
        left = queue.progress(reviewer).left
        _print_item(item, f"{len(given) + 1} of {len(given) + left}")
        choice = _ask_route(queue.book, item.message.route, undo=bool(given))
        if choice is ReviewCommand.QUIT:
            break
        if choice is ReviewCommand.UNDO:
            queue.undo(reviewer)
            given.pop()
            continue
        if choice == none_of_these(queue.book):
            queue.label_none(reviewer, item.message.id)
        elif isinstance(choice, str):
            queue.label(reviewer, item.message.id, choice)
        else:
            queue.skip(reviewer, item.message.id)
        given.append(_outcome(choice, item.message.route))
    return Counter(given)


def _user_name() -> str:
    """Return the name of the person at the terminal; "" where the system has none."""
    try:
        return getuser()
    except (OSError, KeyError, ImportError):
        return ""


def _review_file(file: Path, routebook: str, out: Path) -> None:
    """Ask for the routes of a file's messages; labels of stored ones go to the store, others to the output file."""
    from fingerpost.evaluation.rows import read_entries, read_labelled
    from fingerpost.learning.collect import normalized

    check_output_file(out, [file], "the file of messages")
    rows = list(read_entries(file))
    for where, row in rows:
        _check_strings(where, row, ("guess", "runner_up", "why", "request", "session"))
    done = {normalized(row.text) for row in read_labelled(out)} if out.exists() and out.stat().st_size else set()
    with open_existing_store() as store:
        book = open_published_router(store, routebook).routebook
        stored = _corrections(store, book, [row for _, row in rows])
        left = [
            row for _, row in rows
            if normalized(row["text"]) not in done and stored.get((row.get("session"), row.get("request"))) is None
        ]  # fmt: skip
        if not left:
            output.print_line(f"Nothing to review: all {len(rows)} messages are labelled.")
            return
        _print_routes(book)
        result: Counter[str] = Counter()
        for place, row in enumerate(left, 1):
            _print_row(row, f"{place} of {len(left)}")
            choice = _ask_route(book, row.get("guess"))
            if choice is ReviewCommand.QUIT:
                break
            if isinstance(choice, str) and store is not None and (row.get("session"), row.get("request")) in stored:
                store.correct(row["request"], choice, row["session"], book.name)
            elif isinstance(choice, str):
                _append_label(out, row["text"], choice)
            result[_outcome(choice, row.get("guess"))] += 1
    _print_result(result, len(left) - result["accepted"] - result["corrected"])
    if out.exists():
        learn = f"fingerpost learn --rows {quote(str(out))} --routebook {quote(routebook)}"
        told = f"Labels: {out}; add them to the routebook's examples.jsonl, or train with `{learn}`"
        output.print_line(output.escape(told))


def _check_strings(where: str, row: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        if not isinstance(row.get(name), str | None):
            raise RowsError(
                f"{where}: {name} = {row[name]!r} must be a string, as `fingerpost teach suggest` writes it"
            )


def _corrections(
    store: Store | None, book: Routebook, rows: list[dict[str, Any]]
) -> dict[tuple[str | None, str | None], str | None]:
    """Return the corrections, or None, of those messages that are stored, by session and request."""
    wanted = {(row.get("session"), row.get("request")) for row in rows if row.get("request") is not None}
    if not wanted or store is None:
        return {}
    return {
        (message.session, message.request): message.corrected
        for message in store.stored_messages(book.name)
        if (message.session, message.request) in wanted
    }


def _append_label(file: Path, text: str, route: str) -> None:
    row = {"text": text, "route": route, "source": "person"}
    try:
        with file.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as lines:
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as error:
        raise RowsError(f"{file}: cannot be written: {error.strerror or error}; earlier labels are saved") from error


def _print_routes(book: Routebook) -> None:
    output.print_line(
        "  ".join(f"[bold]{place}[/bold] {output.escape(name)}" for place, name in enumerate(book.names, 1))
    )


def _outcome(choice: str | ReviewCommand, guess: str | None) -> str:
    return "skipped" if isinstance(choice, ReviewCommand) else "accepted" if choice == guess else "corrected"


def _print_result(result: Counter[str], unlabelled: int) -> None:
    summary = ", ".join(f"{result[what]} {what}" for what in ("accepted", "corrected", "skipped"))
    output.print_line(f"{summary}; {unlabelled - result['skipped']} left")


def _print_row(row: Mapping[str, Any], place: str) -> None:
    output.print_line()
    output.print_line(f"[dim]{place}[/dim]  [bold]{output.escape(one_line(row['text'], MAX_CHARACTERS))}[/bold]")
    if row.get("guess"):
        why = f"; {row['why']}" if row.get("why") else ""
        output.print_line(f"  {output.escape(one_line(str(row['guess']) + why, MAX_CHARACTERS))}")


def _print_item(one: ReviewItem, place: str) -> None:
    message = one.message
    output.print_line()
    text = f"{output.escape(one_line(message.text, MAX_CHARACTERS))}{' …' if message.cut else ''}"
    output.print_line(f"[dim]{place}[/dim]  [bold]{text}[/bold]")
    if one.refers_to is not None:
        before = f"after [{one.refers_to.route or '?'}] {one_line(one.refers_to.text, 60)}"
        output.print_line(f"  [dim]{output.escape(before)}[/dim]")
    student = "; the classifier now: {}, {:.2f}".format(*one.guesses[0]) if one.guesses else ""
    output.print_line(f"  {output.escape(decision_text(message) + student)}")
    output.print_line(f"  [dim]{output.escape(one.why)}[/dim]")


def _ask_route(book: Routebook, guess: str | None, *, undo: bool = False) -> str | ReviewCommand:
    """Return the route that the person enters, or what to do instead."""
    from fingerpost.learning.feedback import find_route
    from fingerpost.learning.review_queue import none_of_these

    while True:
        try:
            yes = f"y {output.shown(guess)}, " if guess in book.names else ""
            back = "u undo, " if undo else ""
            answer = input(f"  {yes}number or name of another, n none of these, s skip, {back}q quit > ").strip()
        except (EOFError, KeyboardInterrupt):
            answer = "q"
        if not sys.stdin.isatty():
            # Piped input does not echo a newline.
            output.print_line()
        if not answer:
            continue
        if answer == "n":
            return none_of_these(book)
        if answer in COMMANDS and (undo or answer != "u"):
            return COMMANDS[answer]
        if answer == "y" and guess in book.names:
            return guess
        if answer.isdecimal() and 1 <= int(answer) <= len(book.names):
            return book.names[int(answer) - 1]
        try:
            return find_route(book, answer)
        except MessageError as error:
            output.print_line(f"  [yellow]{output.escape(str(error))}[/yellow]")
