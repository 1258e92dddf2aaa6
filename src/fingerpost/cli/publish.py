"""`publish` sends a routebook to all servers on one store, withdraws it, or brings it back into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.cli.open_router import open_store
from fingerpost.errors import RoutebookError
from fingerpost.routebook.load import find_folder, read_folder


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("publish", rich_help_panel="Answer")(publish)


def publish(
    routebook: Annotated[str, typer.Argument(help="An installed routebook's name, or a folder.")],
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Withdraw it: servers return to their own folders.")
    ] = False,
    fetch: Annotated[
        bool, typer.Option("--fetch", help="Write the published version into the folder; publishes nothing.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="With --fetch: overwrite edits of the folder that were never published.")
    ] = False,
) -> None:
    """Publish this routebook to all servers on the same store, within seconds."""
    from fingerpost.routebook.pack import digest_of, pack

    folder = find_folder(routebook)
    name = folder.resolve().name
    if fetch:
        _fetch(folder, name, overwrite=overwrite)
        return
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


def _fetch(folder: Path, name: str, *, overwrite: bool) -> None:
    """Write the files of the published version that differ into the folder, and name them.

    A folder that was never published, nor served while something was tried, has edits that are nowhere else.
    """
    from fingerpost.routebook.pack import digest_of, pack, unpacked

    with open_store() as store:
        latest = store.published.latest(name)
        content = None if latest is None else store.published.read(name, latest.number)
        known = {version.digest for version in store.published.versions(name)}
        known |= {trial.base_digest for trial in store.trials.all(name)}
    if latest is None or content is None:
        raise typer.BadParameter(f"{name}: nothing is published, servers use their own folders")
    packed = pack(folder)
    published, own = unpacked(content), unpacked(packed)
    changed = [file for file, text in published.items() if own.get(file) != text]
    edited = [file for file in changed if file in own]
    if edited and digest_of(packed) not in known and not overwrite:
        remedy = f"was edited, and version {latest.number} would overwrite it: commit or copy it, then add --overwrite"
        others = f" (also {', '.join(edited[1:])})" if edited[1:] else ""
        raise RoutebookError(folder / edited[0], "", None, f"{remedy}{others}")
    for file in changed:
        try:
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes(published[file])
        except OSError as error:
            remedy = f"cannot be written ({error.strerror or error}): fetch again where it can"
            raise RoutebookError(folder / file, "", None, remedy) from error
    told = f"written: {', '.join(changed)}" if changed else "the folder has it already"
    output.print_line(f"{output.escape(name)}: version {latest.number}; {output.escape(told)}")
    if beside := sorted(own.keys() - published.keys()):
        output.print_line(f"only in the folder, delete them where they are not wanted: {', '.join(beside)}")
