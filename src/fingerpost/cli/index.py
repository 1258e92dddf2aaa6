"""`index` adds a folder of documents to the search index."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.errors import SearchError
from fingerpost.routebook.load import load
from fingerpost.settings import Settings


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("index", rich_help_panel="Make")(index_folder)


def index_folder(
    routebook: RoutebookOption,
    folder: Annotated[
        Path | None, typer.Argument(help="A folder of documents; by default the routebook's own.")
    ] = None,
) -> None:
    """Index the Markdown, text, HTML and PDF files of a folder: updates changed files and removes deleted ones."""
    from fingerpost.retrieval.factory import index_file, index_name, knowledge_source, open_index, sync_summary
    from fingerpost.retrieval.index import sync
    from fingerpost.routing.router import Router

    settings, book = Settings.from_environment(), load(routebook)
    own = book.folder / "knowledge" if book.folder is not None else None
    source_folder, name = folder or own, index_name(book.name, book.folder)
    if source_folder is None or not source_folder.is_dir():
        raise SearchError(f"{source_folder or routebook}: no such folder: name a folder of documents")
    if settings.search.elasticsearch is None and index_file(settings, name) is None:
        raise SearchError("there is no place for an index: set FINGERPOST_INDEX to a file")
    is_own = own is not None and own.is_dir() and source_folder.samefile(own)
    index = open_index(settings, name)
    try:
        encoder = Router.from_routebook(book, settings=settings).documents.batcher.encoder
        with output.progress("indexing") as progress:
            result = sync(
                index,
                encoder,
                source_folder,
                knowledge_source(name) if is_own else str(source_folder.resolve()),
                progress,
            )
        output.print_line(f"{output.escape(str(source_folder))}: {sync_summary(result)}.")
        if result.skipped:
            output.print_table(["skipped", "reason"], [[file, reason] for file, reason in result.skipped], wide=[0, 1])
        output.print_line(f"{output.escape(index.place)} holds {index.count()} passages.")
    finally:
        index.close()
