"""The store as a whole: `fingerpost data store check`, `backup` and `restore`, all while it is in use."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.errors import StoreError
from fingerpost.settings import Settings
from fingerpost.stores.factory import database_exists

store = typer.Typer(help="The store as a whole: check it, back it up, restore it.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.add_typer(store, name="store", rich_help_panel="Record")


@store.command("check")
def check() -> None:
    """Read every row of the store, search it for damage, and try a write; exit with 2 where something is wrong."""
    from fingerpost.stores.store_check import check_store

    with output.status("reading the store"):
        report = check_store(_existing_store())
    if report.rows:
        _print_rows(report.rows)
    if report.fault:
        raise StoreError(report.fault)
    output.print_line(f"{output.escape(report.place)} is sound and takes writes.")


@store.command("backup")
def backup(file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")]) -> None:
    """Write a consistent copy of the store, of SQLite or PostgreSQL, to one SQLite file; servers go on meanwhile.

    It holds what people wrote: keep it as you keep the store. `fingerpost data user forget` does not reach it.
    """
    from fingerpost.stores import backups

    with output.status("copying the store"):
        rows = backups.backup(_existing_store(), file)
    _print_rows(rows)
    output.print_line(f"Saved and checked: {output.escape(str(file))}")


@store.command("restore")
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `fingerpost data store backup` wrote, from either engine.")],
    replace: Annotated[bool, typer.Option("--replace", help="Delete everything that the store holds now.")] = False,
) -> None:
    """Put the rows of a backup into the store of DATABASE_URL, all or none; refused if it has rows already."""
    from fingerpost.stores import backups

    with output.status("restoring the store"):
        rows = backups.restore(Settings.from_environment().database, file, replace=replace)
    _print_rows(rows)
    output.print_line(f"Restored: {output.escape(str(file))}")


def _existing_store() -> str:
    """Return the URL of the store; raises StoreError where there is none, instead of making an empty one."""
    url = Settings.from_environment().database
    if not database_exists(url):
        raise StoreError("there is no store yet: set DATABASE_URL to the store that is meant, or write to it first")
    return url


def _print_rows(rows: Mapping[str, int]) -> None:
    output.print_table(["table", "rows"], [[table, str(count)] for table, count in sorted(rows.items())])
