"""Answers from the command line: `ask`, `chat` and the picture of the way there."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple
from uuid import uuid4

import typer

from fingerpost.cli import output
from fingerpost.cli.open_router import open_router
from fingerpost.errors import FingerpostError, MessageError
from fingerpost.routebook.apps import AppTarget
from fingerpost.types import Answer, Attachment, Decision, Message

if TYPE_CHECKING:
    from fingerpost.answering.assistant import Assistant

WRONG = "/wrong"
"""What a person writes in a chat to say where the last message should have gone."""

Book = Annotated[str, typer.Option(help="An installed routebook's name, or a folder.")]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("ask", rich_help_panel="Answer")(ask)
    app.command("chat", rich_help_panel="Answer")(chat)
    app.command("graph", rich_help_panel="Answer")(graph)


def ask(
    text: Annotated[str, typer.Argument(help="The message, or - to read it from standard input.")] = "-",
    routebook: Book = "avap",
    session: Annotated[str | None, typer.Option(help="Remember the talk under this name.")] = None,
    user: Annotated[str | None, typer.Option(help="Whose message it is, for `fingerpost user`.")] = None,
    room: Annotated[
        str | None, typer.Option(help="Where it was written: a mini-app runs for a user in a room.")
    ] = None,
    attach: Annotated[list[Path] | None, typer.Option(help="A file that goes with the message. Repeatable.")] = None,
    editor: Annotated[Path | None, typer.Option(help="The file that is open in the editor.")] = None,
    selection: Annotated[str, typer.Option(help="What is selected in it.")] = "",
    context: Annotated[str, typer.Option(help="Extra context, such as account figures.")] = "",
    declared: Annotated[str | None, typer.Option(help="Declare the route: bypasses every layer.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Answer one message, as it is written."""
    if text == "-":
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    if not text.strip():
        raise MessageError("the message is empty: say what you want to know")
    message = Message(
        text,
        attachments=[_attachment(file) for file in attach or ()],
        editor=_read(editor).decode("utf-8", "replace") if editor else "",
        selection=selection,
        extra_context=context,
        declared=declared,
    )
    talk = Talk(session or uuid4().hex, user, room)
    asyncio.run(_ask(_open(routebook), message, talk, as_json=as_json))


def chat(
    routebook: Book = "avap",
    session: Annotated[str | None, typer.Option(help="Go on with a talk of this name.")] = None,
    user: Annotated[str | None, typer.Option(help="Who is talking, for `fingerpost user`.")] = None,
    room: Annotated[str | None, typer.Option(help="Where it is written: a mini-app runs for a user in a room.")] = None,
) -> None:
    """Talk: every message shows its decision, then the answer as it is written. An empty line ends it."""
    asyncio.run(_chat(_open(routebook), Talk(session or f"chat-{uuid4().hex[:8]}", user, room)))


def graph(
    routebook: Annotated[str, typer.Argument(help="An installed routebook's name, or a folder.")] = "avap",
    prepare: Annotated[bool, typer.Option("--prepare", help="The half that a stream runs first.")] = False,
) -> None:
    """Print the way of a message as a Mermaid flowchart."""
    from fingerpost.answering.pipeline import ANSWER, PREPARE, mermaid, pipeline_for
    from fingerpost.routing.router import Router
    from fingerpost.settings import Settings

    book = Router.from_routebook(routebook, settings=Settings.from_environment()).routebook
    sys.stdout.write(mermaid(pipeline_for(PREPARE if prepare else ANSWER, book), book))


def _open(routebook: str) -> Assistant:
    from fingerpost.answering.assistant import Assistant

    with output.status("opening the routebook and its documents"):
        return Assistant.open(open_router(routebook))


class Talk(NamedTuple):
    """Who talks to whom, and where."""

    session: str
    user: str | None
    room: str | None


async def _ask(assistant: Assistant, message: Message, talk: Talk, *, as_json: bool) -> None:
    request = uuid4().hex
    try:
        if as_json:
            answer = await assistant.ask(message, **talk._asdict(), request_id=request)
            output.as_json({**_plain(answer), "request": request, "session": talk.session})
        else:
            await _say(assistant, message, talk, request)
    finally:
        await assistant.close()


async def _chat(assistant: Assistant, talk: Talk) -> None:
    output.line(
        f"Session [bold]{output.plain(talk.session)}[/bold]. An empty line ends the talk; {WRONG} ROUTE tells where the"
        " last message should have gone."
    )
    request: str | None = None
    try:
        while text := (await asyncio.to_thread(_line)).strip():
            try:
                if text.split()[0] == WRONG:
                    await _correct(assistant, talk, request, text.removeprefix(WRONG).strip())
                else:
                    request = uuid4().hex
                    await _say(assistant, Message(text), talk, request)
            except FingerpostError as error:
                output.line(f"[red]{output.plain(str(error))}[/red]")
    finally:
        await assistant.close()


def _line() -> str:
    try:
        return input("\n> ")
    except (EOFError, KeyboardInterrupt):
        return ""


async def _correct(assistant: Assistant, talk: Talk, request: str | None, route: str) -> None:
    from fingerpost.learning.feedback import record_feedback

    if request is None:
        raise MessageError(f"{WRONG} is about the last message of this talk, and there is none yet")
    store, book = assistant.sessions.store, assistant.routes.router.routebook
    kept = await store.run_in_thread(record_feedback, store, book, request, route, talk.session)
    output.line(f"[dim]kept: it should have been {output.plain(kept)}[/dim]")


async def _say(assistant: Assistant, message: Message, talk: Talk, request: str) -> None:
    async with aclosing(assistant.stream(message, **talk._asdict(), request_id=request)) as events:
        async for event in events:
            if isinstance(event, Decision):
                sure = "" if event.accepted else ", not sure"
                route = f"{event.route or '(none)'}{f' {event.qualifier}' if event.qualifier else ''}"
                target = event.get(AppTarget)
                route += "" if target is None else f" in {target.app}"
                output.line(f"[dim]{output.plain(f'{route}: {event.layer}, {event.confidence:.2f}{sure}')}[/dim]")
            elif isinstance(event, Answer):
                _end(event)
            else:
                # As it comes, and not through the console: an answer may hold what looks like mark-up.
                sys.stdout.write(event)
                sys.stdout.flush()


def _end(answer: Answer) -> None:
    sys.stdout.write("\n")
    for part in answer.parts:
        if part.kind == "card":
            output.card(str(part.values.get("title", "")), part.text)
    for note in answer.notes:
        output.line(f"[yellow]{output.plain(note)}[/yellow]")
    named = [part for part in answer.citations if f"[{part.values['citation']}]" in answer.text]
    for part in named or answer.citations[:3]:
        output.line(f"[dim]{output.plain('[{citation}] {file} › {heading}'.format_map(part.values))}[/dim]")


def _plain(answer: Answer) -> dict[str, object]:
    return {
        "text": answer.text,
        "code": answer.code,
        "validation_status": answer.status,
        "trace": answer.trace,
        "notes": list(answer.notes),
        "citations": [{"text": part.text, **part.values} for part in answer.citations],
        "parts": [
            {"kind": part.kind, "text": part.text, **part.values}
            for part in answer.parts
            if part.kind not in ("text", "code", "citation")
        ],
        "decision": output.decision_fields(answer.decision),
    }


def _attachment(file: Path) -> Attachment:
    import mimetypes

    return Attachment(file.name, mimetypes.guess_type(file.name)[0] or "application/octet-stream", _read(file))


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise MessageError(f"{file}: cannot be read: {error.strerror or error}") from error
