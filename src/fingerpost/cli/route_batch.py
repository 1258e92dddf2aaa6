"""`route-batch` routes a file of messages."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.cli.open_router import served_student
from fingerpost.routing.router import Router


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("route-batch", rich_help_panel="Route")(route_batch)


def route_batch(
    routebook: RoutebookOption,
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="Messages, as .jsonl or .parquet.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUTPUT", help="The same rows with the decisions, as the same format.")
    ],
    text_column: Annotated[str, typer.Option(help="The column of the message text.")] = "text",
    label: Annotated[
        bool, typer.Option("--label", help="Ask the language model if the local layers are unsure.")
    ] = False,
) -> None:
    """Route a file of any size on all cores; the same command resumes after an interruption."""
    from fingerpost.batch import route_file

    started = perf_counter()
    # Loaded once, so that a promotion during the run does not change the decisions.
    student = served_student(routebook)
    with output.progress("routing") as on_progress:
        try:
            routed = route_file(
                source, target, routebook, text_column=text_column, label=label, student=student, progress=on_progress
            )
        except KeyboardInterrupt:
            sys.stderr.write("stopped; finished rows are saved: run the same command again to resume\n")
            raise typer.Exit(130) from None
    seconds, name = perf_counter() - started, Router.from_routebook(routebook).routebook.name
    resumed = f", {routed.resumed:,} of them by an earlier run" if routed.resumed else ""
    unsure = routed.rows - routed.errors - routed.accepted
    rate = (routed.rows - routed.resumed) / seconds
    output.print_line(
        f"[bold]{routed.rows:,} rows[/bold]{resumed}: {routed.accepted:,} accepted, {unsure:,} unsure, "
        f"{routed.errors:,} with an error; {seconds:,.0f} s, {rate:,.0f} rows per second "
        f"(routebook {output.escape(name)})"
    )
    if routed.rows and routed.errors == routed.rows:
        output.print_line("[red]no row could be routed: see the column `error`[/red]")
        raise typer.Exit(1)
