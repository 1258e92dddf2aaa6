"""`publish` sends a routebook to all servers on one store, or withdraws it."""

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
        bool, typer.Option("--withdraw", help="Withdraw it: servers return to their own folders.")
    ] = False,
) -> None:
    """Publish this routebook to all servers on the same store, within seconds."""
    from fingerpost.routebook.pack import digest_of, pack

    folder = find_folder(routebook)
    name = folder.resolve().name
    if withdraw:
        with open_store() as store:
            number = store.published.withdraw(name)
        if number is None:
            output.print_line(f"{output.escape(name)}: nothing is published, servers use their own folders")
        else:
            output.print_line(
                f"{output.escape(name)}: version {number} is withdrawn, servers return to their own folders"
            )
        return
    read_folder(folder)
    content = pack(folder)
    with open_store() as store:
        before = store.published.latest(name)
        number = store.published.add(name, digest_of(content), content)
    if before is not None and before.number == number:
        output.print_line(f"{output.escape(name)}: version {number} with the same content is already published")
    else:
        output.print_line(f"{output.escape(name)}: version {number} is published; `--withdraw` withdraws it")
