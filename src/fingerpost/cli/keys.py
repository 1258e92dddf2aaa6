"""`keys` makes, lists and revokes the API keys of clients."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.errors import SettingsError
from fingerpost.server.key_file import add_key, revoke_key
from fingerpost.server.keys import MAX_QUOTA, ROLES, ClientKey, read_keys
from fingerpost.settings import Settings

keys = typer.Typer(help="API keys of clients, each with a name, a role and a quota.", no_args_is_help=True)

FileOption = Annotated[Path | None, typer.Option("--file", help="The file of the keys. [FINGERPOST_KEYS]")]
NameArgument = Annotated[str, typer.Argument(help="The name of the client.")]


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.add_typer(keys, name="keys", rich_help_panel="Answer")


@keys.command("new")
def new(
    name: NameArgument,
    role: Annotated[
        str,
        typer.Option(
            help="use: route, ask, feedback on own sessions; review: also feedback on all, metrics; administer: all."
        ),
    ] = "use",
    quota: Annotated[int, typer.Option(min=0, max=MAX_QUOTA, help="Requests a minute; 0 for no limit.")] = 0,
    user: Annotated[str | None, typer.Option(help="The only user that the key may speak for.")] = None,
    file: FileOption = None,
) -> None:
    """Make a key, write its hash to the file, and print the key this once; servers take it within a second."""
    if role not in ROLES:
        raise SettingsError(f"--role {role!r}: give one of {', '.join(ROLES)}")
    output.print_line(output.escape(add_key(_file(file), ClientKey(name, ROLES[role], quota, user))))


@keys.command("list")
def list_keys(
    file: FileOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """List the keys: name, role, requests a minute, and the user where a key speaks for one alone."""
    for client in read_keys(_file(file)).values():
        values = {**client._asdict(), "role": client.role.title}
        if as_json:
            sys.stdout.write(output.json_text(values) + "\n")
        else:
            quota = f"{client.quota:,} a minute" if client.quota else "no limit"
            speaks = f", for {client.user} alone" if client.user is not None else ""
            output.print_line(output.escape(f"{client.name}: {client.role.title}, {quota}{speaks}"))


@keys.command("revoke")
def revoke(name: NameArgument, file: FileOption = None) -> None:
    """Remove a key: servers refuse it within a second; answers that have begun are finished."""
    revoke_key(_file(file), name)
    output.print_line(f"{output.escape(name)} is revoked")


def _file(given: Path | None) -> Path:
    if given is not None:
        return given
    named = Settings.from_environment().serving.access.keys
    if named is None or named.startswith("{"):
        raise SettingsError("no file of keys is named: set FINGERPOST_KEYS to one, such as keys.toml, or give --file")
    return Path(named)
