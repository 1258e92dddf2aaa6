"""The command `fingerpost`: registers the command groups and prints errors as one line."""

from __future__ import annotations

import io
import sys
from importlib.metadata import entry_points
from typing import Annotated

import typer

from fingerpost import __version__
from fingerpost.cli import (
    ask,
    audit,
    check,
    console,
    doctor,
    evaluate,
    history,
    import_routes,
    index,
    keys,
    learn,
    mcp_server,
    new,
    output,
    publish,
    review,
    route,
    route_batch,
    schema,
    serve,
    store,
    train,
    tune,
)
from fingerpost.cli.env_file import take_env_file
from fingerpost.cli.groups import arrange, tell_moved
from fingerpost.errors import FingerpostError

app = typer.Typer(
    help="Route each message to an assistant to the component that can answer it.",
    no_args_is_help=True,
    epilog='Begin with: fingerpost new shop, then fingerpost route --routebook ./shop "where is my parcel?"',
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def prepare(
    context: typer.Context, show: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Route each message to an assistant to the component that can answer it."""
    if show:
        sys.stdout.write(f"fingerpost {__version__}\n")
        raise typer.Exit
    # Before the command reads its options: a file may name the routebook.
    take_env_file()
    tell_moved(context.invoked_subcommand)


for group in (
    route,
    route_batch,
    ask,
    serve,
    console,
    mcp_server,
    keys,
    publish,
    index,
    new,
    import_routes,
    train,
    check,
    schema,
    doctor,
    evaluate,
    history,
    review,
    learn,
    tune,
    audit,
    store,
):
    group.register(app)
for point in entry_points(group="fingerpost.commands"):
    # Assistants can add their own commands.
    point.load()(app)
arrange(app)


def main() -> None:
    """Run the command line; an expected error is printed as one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A lone surrogate in a message must not crash the program.
            stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="fingerpost")
    except FingerpostError as error:
        sys.stderr.write(f"fingerpost: {output.shown(str(error))}\n")
        raise SystemExit(2) from None
    except BrokenPipeError:
        # The reader closed the pipe, such as `head`.
        sys.stderr.close()
        raise SystemExit(0) from None
