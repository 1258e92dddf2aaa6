"""Answer messages: `ask`, `chat`, and `graph` for the flowchart of the pipeline."""

from __future__ import annotations

import asyncio
import re
import sys
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple
from uuid import uuid4

import typer

from fingerpost.answering.call_thread import CallThread
from fingerpost.answering.progress import Progress
from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookArgument, RoutebookOption
from fingerpost.cli.open_router import open_router
from fingerpost.cli.read_message import Words, read_message
from fingerpost.errors import FingerpostError, MessageError
from fingerpost.routebook.apps import AppTarget
from fingerpost.types import Answer, Attachment, Decision, Message

if TYPE_CHECKING:
    from fingerpost.answering.assistant import Assistant

CORRECTION_COMMAND = "/wrong"
"""The chat command that corrects the route of the last message."""

HELP_COMMAND = "/help"
_COMMAND = re.compile(r"/\w+")
"""The first word of what is meant as a command; a path ("/etc/hosts") is a message."""

CHAT_HELP = f"""{CORRECTION_COMMAND} ROUTE  corrects the route of the last message
{HELP_COMMAND}         lists these commands
An empty line ends the chat."""


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("ask", rich_help_panel="Answer")(ask)
    app.command("chat", rich_help_panel="Answer")(chat)
    app.command("graph", rich_help_panel="Answer")(graph)


def ask(
    routebook: RoutebookOption,
    words: Words = None,
    session: Annotated[str | None, typer.Option(help="Store the conversation under this session name.")] = None,
    user: Annotated[str | None, typer.Option(help="The user who wrote it, for `fingerpost data user`.")] = None,
    room: Annotated[
        str | None, typer.Option(help="The room it was written in: a mini-app runs for a user in a room.")
    ] = None,
    attach: Annotated[list[Path] | None, typer.Option(help="A file to attach to the message. Repeatable.")] = None,
    editor: Annotated[Path | None, typer.Option(help="The file that is open in the editor.")] = None,
    selection: Annotated[str, typer.Option(help="The selected text in that file.")] = "",
    context: Annotated[str, typer.Option(help="Extra context, such as account figures.")] = "",
    declared: Annotated[str | None, typer.Option(help="Set the route directly and bypass every layer.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Answer one message, streaming the text."""
    message = Message(
        read_message(words),
        attachments=[_attachment(file) for file in attach or ()],
        editor=_read(editor).decode("utf-8", "replace") if editor else "",
        selection=selection,
        extra_context=context,
        declared=declared,
    )
    chat_session = ChatSession(session or uuid4().hex, user, room)
    asyncio.run(_ask(_open_assistant(routebook), message, chat_session, as_json=as_json))


def chat(
    routebook: RoutebookOption,
    session: Annotated[str | None, typer.Option(help="Continue the session of this name.")] = None,
    user: Annotated[str | None, typer.Option(help="The user who is chatting, for `fingerpost data user`.")] = None,
    room: Annotated[
        str | None, typer.Option(help="The room of the chat: a mini-app runs for a user in a room.")
    ] = None,
) -> None:
    """Chat: shows the decision on each message, then streams the answer. An empty line ends it."""
    asyncio.run(_chat(_open_assistant(routebook), ChatSession(session or f"chat-{uuid4().hex[:8]}", user, room)))


def graph(
    routebook: RoutebookArgument,
    prepare: Annotated[
        bool, typer.Option("--prepare", help="Only the steps that run before the answer is streamed.")
    ] = False,
) -> None:
    """Print the pipeline of a message as a Mermaid flowchart."""
    from fingerpost.answering.pipeline import ANSWER, PREPARE, mermaid, pipeline_for
    from fingerpost.routing.router import Router
    from fingerpost.settings import Settings

    book = Router.from_routebook(routebook, settings=Settings.from_environment()).routebook
    sys.stdout.write(output.shown(mermaid(pipeline_for(PREPARE if prepare else ANSWER, book), book)))


def _open_assistant(routebook: str) -> Assistant:
    from fingerpost.answering.assistant import Assistant

    with output.status("opening the routebook and its documents"):
        return Assistant.open(open_router(routebook))


class ChatSession(NamedTuple):
    """The session, user and room of a conversation."""

    session: str
    user: str | None
    room: str | None


async def _ask(assistant: Assistant, message: Message, chat_session: ChatSession, *, as_json: bool) -> None:
    request = uuid4().hex
    try:
        if as_json:
            answer = await assistant.ask(message, **chat_session._asdict(), request_id=request)
            decided_by = {"routebook": assistant.routes.router.routebook.name}
            output.print_json(
                {**decided_by, **_answer_fields(answer), "request": request, "session": chat_session.session}
            )
        else:
            await _stream_answer(assistant, message, chat_session, request)
    finally:
        await assistant.close()


async def _chat(assistant: Assistant, chat_session: ChatSession) -> None:
    output.print_line(
        f"Session [bold]{output.escape(chat_session.session)}[/bold] with the routebook "
        f"[bold]{output.escape(assistant.routes.router.routebook.name)}[/bold]. An empty line ends the chat;"
        f" {CORRECTION_COMMAND} ROUTE corrects the route of the last message; {HELP_COMMAND} lists the commands."
    )
    request: str | None = None
    # Not `asyncio.to_thread`: the process would wait for the line that is not typed any more.
    prompt = CallThread(lambda: None)
    try:
        while text := (await prompt.call(_read_line)).strip():
            command = text.split()[0]
            try:
                if command == HELP_COMMAND:
                    output.print_line(output.escape(CHAT_HELP))
                elif command == CORRECTION_COMMAND:
                    await _record_correction(
                        assistant, chat_session, request, text.removeprefix(CORRECTION_COMMAND).strip()
                    )
                elif _COMMAND.fullmatch(command):
                    raise MessageError(f"{command} is no command of the chat, and was not sent:\n{CHAT_HELP}")
                else:
                    request = uuid4().hex
                    await _stream_answer(assistant, Message(text), chat_session, request)
            except FingerpostError as error:
                output.print_line(f"[red]{output.escape(str(error))}[/red]")
    finally:
        prompt.end()
        await assistant.close()


def _read_line() -> str:
    try:
        return input("\n> ")
    except (EOFError, KeyboardInterrupt):
        return ""


async def _record_correction(assistant: Assistant, chat_session: ChatSession, request: str | None, route: str) -> None:
    from fingerpost.learning.feedback import record_feedback

    if request is None:
        raise MessageError(f"{CORRECTION_COMMAND} corrects the last message of this chat, and there is none yet")
    store, book = assistant.sessions.store, assistant.routes.router.routebook
    stored = await store.run_in_thread(record_feedback, store, book, request, route, chat_session.session)
    output.print_line(f"[dim]saved: it {output.escape(str(stored))}[/dim]")


async def _stream_answer(assistant: Assistant, message: Message, chat_session: ChatSession, request_id: str) -> None:
    async with aclosing(assistant.stream(message, **chat_session._asdict(), request_id=request_id)) as events:
        async for event in events:
            if isinstance(event, Decision):
                unsure = "" if event.accepted else ", unsure"
                route = f"{event.route or '(none)'}{f' {event.qualifier}' if event.qualifier else ''}"
                target = event.get(AppTarget)
                route += "" if target is None else f" in {target.app}"
                by = f"(routebook {assistant.routes.router.routebook.name})"
                decided = ", ".join(filter(None, [event.layer, output.confidence_text(event)]))
                output.print_line(f"[dim]{output.escape(f'{route}: {decided}{unsure} {by}')}[/dim]")
            elif isinstance(event, Progress):
                output.print_progress(f"{event.step} …")
            elif isinstance(event, Answer):
                _print_answer_end(event)
            else:
                # Not through the console: an answer may contain what looks like markup.
                sys.stdout.write(output.shown(event))
                sys.stdout.flush()


def _print_answer_end(answer: Answer) -> None:
    sys.stdout.write("\n")
    for part in answer.parts:
        if part.kind == "card":
            output.print_card(str(part.values.get("title", "")), part.text)
    for note in answer.notes:
        output.print_line(f"[yellow]{output.escape(note)}[/yellow]")
    cited = [part for part in answer.citations if f"[{part.values['citation']}]" in answer.text]
    for part in cited or answer.citations[:3]:
        # A quotation ends with its source already.
        if f"— [{part.values['citation']}] " not in answer.text:
            source = "[{citation}] {file} › {heading}".format_map(part.values)
            output.print_line(f"[dim]{output.escape(source)}[/dim]")


def _answer_fields(answer: Answer) -> dict[str, object]:
    return {
        "text": answer.text,
        "code": answer.code,
        "validation_status": answer.status,
        "checked": answer.checked,
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
