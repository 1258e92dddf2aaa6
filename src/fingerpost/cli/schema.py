"""`schema` prints the JSON Schema of `routebook.toml`."""

from __future__ import annotations

import sys

import typer

from fingerpost.routebook.schema import SCHEMA


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("schema", rich_help_panel="Make")(schema)


def schema() -> None:
    """Print the JSON Schema of routebook.toml, for editors; `new` and `import` put a copy beside it."""
    sys.stdout.write(SCHEMA.read_text(encoding="utf-8"))
