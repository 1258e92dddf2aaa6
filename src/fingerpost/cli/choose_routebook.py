"""The option `--routebook` of all commands, and which routebook is used without it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.errors import SettingsError
from fingerpost.routebook.load import installed_routebooks
from fingerpost.runtime.environment import text_of

VARIABLE = "FINGERPOST_ROUTEBOOK"

COMPLETION = "_FINGERPOST_COMPLETE"
"""The variable by which a shell asks for completions."""

HELP = (
    "A folder, or an installed routebook's name. Without it: FINGERPOST_ROUTEBOOK, "
    "else the routebook.toml in this folder or above."
)


def chosen_routebook() -> str:
    """Return the routebook of a command that names none, by the variable or the folder; raise SettingsError."""
    if COMPLETION in os.environ:
        # A shell that completes a command asks for its defaults; that there is none is no error then.
        return ""
    if named := text_of(os.environ, VARIABLE):
        return named
    if found := _found_above():
        return found
    raise SettingsError(
        "no routebook: there is no routebook.toml in this folder or above. "
        f"Name one with --routebook, or set {VARIABLE}: a folder (`fingerpost new shop` makes one), "
        f"or an installed one: {', '.join(sorted(installed_routebooks())) or 'none'}"
    )


def _found_above() -> str | None:
    try:
        here = Path.cwd()
    except OSError:
        # The folder was deleted.
        return None
    found = find_above(here)
    return None if found is None else str(found)


def find_above(start: Path) -> Path | None:
    """Return the nearest folder with a routebook.toml, from `start` upwards; None if there is none.

    The home folder is the last that is looked at, so that a file of somebody else above it decides nothing.
    """
    try:
        # Resolved, as the current folder is.
        home = Path.home().resolve()
    except (OSError, RuntimeError):
        home = None
    for folder in (start, *start.parents):
        try:
            if (folder / "routebook.toml").is_file():
                return folder
        except OSError:
            # A folder that may not be read, or a link to itself.
            continue
        if folder == home:
            break
    return None


RoutebookOption = Annotated[
    str, typer.Option("--routebook", default_factory=chosen_routebook, show_default=False, help=HELP)
]
"""An option that is always filled: it has no default in a signature, so it comes before those that have."""

RoutebookArgument = Annotated[str, typer.Argument(default_factory=chosen_routebook, show_default=False, help=HELP)]
"""The same as an argument, for commands about the routebook itself."""

OptionalRoutebook = Annotated[str | None, typer.Option("--routebook", help=HELP)]
"""For a command that may do without a routebook."""
