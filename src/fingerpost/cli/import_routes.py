"""`import` makes a routebook of the routes and examples of another tool."""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.cli.new_folder import free_folder, new_folder
from fingerpost.routebook.load import load


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("import", rich_help_panel="Make")(import_routes)


def import_routes(
    file: Annotated[Path, typer.Argument(help="YAML or JSON of semantic-router, nlu.yml of Rasa, or a CSV.")],
    to: Annotated[str | None, typer.Option(help="The folder to create; without it, one with the file's name.")] = None,
    text_column: Annotated[str | None, typer.Option(help="The column of the messages in a CSV.")] = None,
    label_column: Annotated[str | None, typer.Option(help="The column of the routes in a CSV.")] = None,
) -> None:
    """Make a routebook of routes and examples from semantic-router, Rasa or a CSV, and say what was not taken over."""
    from fingerpost.routebook.importers.imported import count_of
    from fingerpost.routebook.importers.read import read_import, write_routebook

    folder = free_folder(to or file.stem)
    with output.status("reading"):
        imported = read_import(file, text_column, label_column)
        with new_folder(folder) as part:
            write_routebook(part, imported)
            load(part)
    path = str(folder if folder.is_absolute() else f"./{folder}")
    counts = Counter(route for _, route in imported.examples)
    synonyms = f", {count_of(len(imported.synonyms), 'word')} with synonyms" if imported.synonyms else ""
    output.print_line(
        output.escape(f"Wrote {path}: {len(counts)} routes, {len(imported.examples)} examples{synonyms}.")
    )
    for note in imported.notes:
        output.print_line(output.escape(f"  {note}"))
    if imported.left_out:
        output.print_line("Not taken over:")
    for line in imported.left_out:
        output.print_line(output.escape(f"  {line}"))
    described = all(name in imported.descriptions for name in counts)
    output.print_line("Next:" if described else "Describe the routes in routebook.toml, then:")
    output.print_line(f"  [bold]fingerpost check {output.escape(path)}[/bold]")
    message = shlex.quote(imported.examples[0][0][:60])
    output.print_line(f"  [bold]fingerpost route --routebook {output.escape(f'{path} {message}')}[/bold]")
