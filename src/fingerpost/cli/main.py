"""The command `fingerpost`: gathers the groups and turns errors into one clear line."""

from __future__ import annotations

import io
import sys
from importlib.metadata import entry_points
from typing import Annotated

import typer

from fingerpost import __version__
from fingerpost.cli import ask, audit, evaluate, history, index, learn, new, publish, route, route_batch, serve, tune
from fingerpost.errors import FingerpostError

app = typer.Typer(
    help="Decide what each message to an assistant needs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def version(show: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Decide what each message to an assistant needs."""
    if show:
        sys.stdout.write(f"fingerpost {__version__}\n")
        raise typer.Exit


for group in (
    route,
    route_batch,
    ask,
    serve,
    publish,
    index,
    new,
    evaluate,
    history,
    learn,
    tune,
    audit,
):
    group.register(app)
for point in entry_points(group="fingerpost.commands"):
    # An assistant brings commands of its own.
    point.load()(app)


def main() -> None:
    """Run the command line; a fault that a person can mend is one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A message may hold half a character; that must not end the program.
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except FingerpostError as error:
        sys.stderr.write(f"fingerpost: {error}\n")
        raise SystemExit(2) from None
    except BrokenPipeError:
        # Whoever read the output had enough.
        sys.stderr.close()
        raise SystemExit(0) from None
