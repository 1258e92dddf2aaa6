"""Routing by the million: `route-batch`."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.cli.open_router import champion


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("route-batch", rich_help_panel="Route")(route_batch)


def route_batch(
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="Messages, as .jsonl or .parquet.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUTPUT", help="The same rows with what was decided, of the same ending.")
    ],
    routebook: Annotated[str, typer.Option(help="An installed routebook's name, or a folder.")] = "avap",
    text_column: Annotated[str, typer.Option(help="Which column holds the message.")] = "text",
    label: Annotated[
        bool, typer.Option("--label", help="Ask the language model about what the local layers are unsure of.")
    ] = False,
) -> None:
    """Route a file of any size on all cores; given again after an interruption, it goes on."""
    from fingerpost.batch import route_file

    began = perf_counter()
    # Asked for once: a promotion meanwhile must not have half of the rows decided by another.
    student = champion(routebook)
    with output.progress("routing") as tell:
        try:
            routed = route_file(
                source, target, routebook, text_column=text_column, label=label, student=student, progress=tell
            )
        except KeyboardInterrupt:
            sys.stderr.write("stopped; what is done is kept: give the same command again to go on\n")
            raise typer.Exit(130) from None
    took = perf_counter() - began
    resumed = f", {routed.resumed:,} of them by the run before" if routed.resumed else ""
    unsure = routed.rows - routed.errors - routed.accepted
    rate = (routed.rows - routed.resumed) / took
    output.line(
        f"[bold]{routed.rows:,} rows[/bold]{resumed}: {routed.accepted:,} accepted, {unsure:,} not sure, "
        f"{routed.errors:,} with an error; {took:,.0f} s, {rate:,.0f} a second"
    )
    if routed.rows and routed.errors == routed.rows:
        output.line("[red]no row could be routed: see the column error[/red]")
        raise typer.Exit(1)
