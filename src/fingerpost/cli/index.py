"""Documents: `index` brings a folder of them into the index that answers are searched in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.errors import SearchError
from fingerpost.routebook.load import load
from fingerpost.settings import Settings


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("index", rich_help_panel="Make")(index_folder)


def index_folder(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder of documents; the routebook's own if none is given.")
    ] = None,
    routebook: Annotated[str, typer.Option(help="An installed routebook's name, or a folder.")] = "avap",
) -> None:
    """Index the Markdown, text, HTML and PDF files of a folder: what changed is read, what is gone is removed."""
    from fingerpost.retrieval.factory import index_file, index_name, knowledge_source, open_index, sync_summary
    from fingerpost.retrieval.index import sync
    from fingerpost.routing.router import Router

    settings, book = Settings.from_environment(), load(routebook)
    own = book.folder / "knowledge" if book.folder is not None else None
    place, name = folder or own, index_name(book.name, book.folder)
    if place is None or not place.is_dir():
        raise SearchError(f"{place or routebook}: no such folder: name one that holds documents")
    if settings.search.elasticsearch is None and index_file(settings, name) is None:
        raise SearchError("there is nowhere to keep an index: let FINGERPOST_INDEX name a file")
    mine = own is not None and own.is_dir() and place.samefile(own)
    index = open_index(settings, name)
    try:
        encoder = Router.from_routebook(book, settings=settings).batcher.encoder
        with output.progress("indexing") as progress:
            done = sync(index, encoder, place, knowledge_source(name) if mine else str(place.resolve()), progress)
        output.line(f"{output.plain(str(place))}: {sync_summary(done)}.")
        if done.skipped:
            output.table(["skipped", "because it"], [[file, reason] for file, reason in done.skipped], wide=[0, 1])
        output.line(f"{output.plain(index.place)} holds {index.count()} passages.")
    finally:
        index.close()
