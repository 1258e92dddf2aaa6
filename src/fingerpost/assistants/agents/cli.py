"""The data of the agents assistant from the command line: an allowlist out of a schema, and a store to try it on."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from fingerpost.errors import SettingsError

PANEL = "Data"

demo_data = typer.Typer(help="Make data to try an assistant on.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("allowlist", rich_help_panel=PANEL)(write)
    app.add_typer(demo_data, name="demo-data", rich_help_panel=PANEL)


def write(
    url: Annotated[str, typer.Argument(help="The database, such as sqlite:///store.sqlite.")],
    out: Annotated[Path, typer.Option(help="Where the allowlist is, or is to be.")] = Path("allowlist.json"),
) -> None:
    """Write which tables and columns may be read, out of a database; what people wrote in the file before is kept."""
    from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist, write_allowlist
    from fingerpost.assistants.agents.analytics.reflect import merge_allowlists, missing_names, reflect

    found = reflect(url)
    lines = []
    if out.exists():
        before = read_allowlist(out)
        lines += [f"{name} is gone from the database, and left out\n" for name in missing_names(before, found)]
        lines += [f"{name} is not allowed; to allow it, name it in {out}\n" for name in missing_names(found, before)]
        found = merge_allowlists(before, found)
        if not found.tables:
            raise SettingsError(f"the database has none of the tables of {out}: name another file with --out")
    write_allowlist(out, found)
    sys.stdout.writelines(lines)
    columns = sum(len(table.columns) for table in found.tables)
    sys.stdout.write(f"{out}: {len(found.tables)} tables, {columns} columns\n")


@demo_data.callback()
def group() -> None:
    """Make data to try an assistant on."""


@demo_data.command("agents")
def make_store(
    path: Annotated[Path, typer.Argument(help="The SQLite file to write.")],
    orders: Annotated[int, typer.Option(help="How many orders.")] = 100_000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same rows.")] = 7,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write an online store of nine tables, made up but plausible."""
    from fingerpost.assistants.agents.demo_data.generator import write_demo_store

    began = monotonic()
    write_demo_store(path, orders, seed, force=force)
    size = path.stat().st_size / 1e6
    sys.stdout.write(f"{path}: {orders:,} orders, {size:.0f} MB, {monotonic() - began:.1f} s\n")
