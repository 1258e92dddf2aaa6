"""The command `fingerpost`: gathers the groups and turns errors into one clear line."""

from __future__ import annotations

import sys

import typer

from fingerpost.cli import evaluating, making, routing
from fingerpost.errors import FingerpostError

app = typer.Typer(
    help="Decide what each message to an assistant needs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for group in (routing, making, evaluating):
    group.register(app)


def main() -> None:
    """Run the command line; a fault that a person can mend is one line and exit code 2."""
    try:
        app()
    except FingerpostError as error:
        sys.stderr.write(f"fingerpost: {error}\n")
        raise SystemExit(2) from None
    except BrokenPipeError:
        # Whoever read the output had enough.
        sys.stderr.close()
        raise SystemExit(0) from None
