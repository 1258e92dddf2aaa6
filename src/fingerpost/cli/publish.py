"""`publish` brings a routebook to all servers on one store, or takes it back."""

from __future__ import annotations

from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.cli.open_router import open_store
from fingerpost.routebook.load import find_folder, read_folder


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("publish", rich_help_panel="Answer")(publish)


def publish(
    routebook: Annotated[str, typer.Argument(help="An installed routebook's name, or a folder.")],
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Have servers go back to their own folders instead.")
    ] = False,
) -> None:
    """Have all servers on the same store serve this routebook as it is now, within seconds."""
    from fingerpost.routebook.pack import digest_of, pack

    folder = find_folder(routebook)
    name = folder.resolve().name
    if withdraw:
        with open_store() as store:
            number = store.published.withdraw(name)
        if number is None:
            output.line(f"{output.plain(name)}: nothing is published, servers have their own folders already")
        else:
            output.line(f"{output.plain(name)}: version {number} is withdrawn, servers go back to their own folders")
        return
    read_folder(folder)
    content = pack(folder)
    with open_store() as store:
        before = store.published.latest(name)
        number = store.published.add(name, digest_of(content), content)
    if before is not None and before.number == number:
        output.line(f"{output.plain(name)}: this is version {number}, which is published already")
    else:
        output.line(f"{output.plain(name)}: version {number} is published; `--withdraw` takes it back")
