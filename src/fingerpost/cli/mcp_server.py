"""`mcp` offers route, ask and search over the Model Context Protocol, on standard input and output."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import typer

from fingerpost import __version__
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.cli.open_router import open_router
from fingerpost.errors import FingerpostError, MessageError, SettingsError
from fingerpost.types import Answer, Decision

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from fingerpost.answering.assistant import Assistant
    from fingerpost.retrieval.searched_index import Hit

SEARCHED = 10
"""Most passages that a search returns."""


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("mcp")(serve_mcp)


def serve_mcp(routebook: RoutebookOption) -> None:
    """Offer route, ask and search over MCP, on standard input and output; a program such as an editor starts it."""
    try:
        import mcp.server  # noqa: F401 - is it there?
    except ImportError as error:
        raise SettingsError("MCP needs a package: pip install 'fingerpost[mcp]'") from error
    from fingerpost.answering.assistant import Assistant

    create_server(Assistant.open(open_router(routebook))).run("stdio")


def create_server(assistant: Assistant) -> MCPServer[None]:
    """Return an MCP server with the tools of an assistant, which it closes when it ends."""
    from mcp.server import MCPServer

    @asynccontextmanager
    async def closing(_: MCPServer[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await assistant.close()

    book = assistant.routes.router.routebook
    described = "; ".join(f"{route.name}: {route.description}" for route in book.routes if route.description)
    server = MCPServer[None](
        "fingerpost",
        version=__version__,
        instructions=f"Routes of the routebook {book.name}: {described or ', '.join(book.names)}",
        lifespan=closing,
        log_level="WARNING",
    )

    async def route(message: str, session: str | None = None) -> dict[str, Any]:
        """Decide which route a message belongs to, without answering it.

        `session` names a stored conversation whose earlier messages count. `accepted` is false for a best guess.
        """
        with _told_errors():
            return _decision(await assistant.route(message, session=session or uuid4().hex))

    async def ask(message: str, session: str | None = None) -> dict[str, Any]:
        """Answer a message by its route: from documents, by a function, a fixed reply or a language model.

        `session` names a conversation, which is stored and continued.
        """
        with _told_errors():
            return _answer(await assistant.ask(message, session=session or uuid4().hex))

    async def search(query: str, limit: int = 5) -> list[dict[str, Any]]:
        """Search the documents of the routebook and return the best passages, at most ten."""
        with _told_errors():
            hits = await _search(assistant, query)
        return [
            {"file": hit.passage.file, "heading": hit.passage.heading, "text": hit.passage.text, "score": hit.score}
            for hit in hits[: min(max(limit, 1), SEARCHED)]
        ]

    for tool in (route, ask, search):
        server.add_tool(tool)
    return server


async def _search(assistant: Assistant, query: str) -> list[Hit]:
    retriever = assistant.components.retriever
    if retriever is None:
        raise MessageError("the routebook has no documents: none of its routes has retrieval = true")
    if not query.strip():
        raise MessageError("the query is empty: give some words")
    return await retriever.search(query, timeout=assistant.components.settings.answer_timeout)


@contextmanager
def _told_errors() -> Iterator[None]:
    """Raise an error of Fingerpost as one whose text the caller is given; of all others the SDK tells nothing."""
    from mcp.server.mcpserver.exceptions import ToolError

    try:
        yield
    except FingerpostError as error:
        raise ToolError(str(error)) from error


def _decision(decision: Decision) -> dict[str, Any]:
    names = ("route", "accepted", "confidence", "layer", "reason", "runner_up", "qualifier", "signals")
    return {name: getattr(decision, name) for name in names}


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "text": answer.text,
        "code": answer.code,
        "notes": list(answer.notes),
        "citations": [{"text": part.text, **part.values} for part in answer.citations],
        "decision": _decision(answer.decision),
    }
