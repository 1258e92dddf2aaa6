"""What was recorded: `audit` checks it against the contract, `user` exports and deletes it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.open_router import open_store
from fingerpost.routebook.load import load

if TYPE_CHECKING:
    from fingerpost.stores.store import Store

user = typer.Typer(help="A person's data in the store: give it out, or delete it.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("audit", rich_help_panel="Record")(audit_traces)
    app.add_typer(user, name="user", rich_help_panel="Record")


def audit_traces(
    traces: Annotated[str, typer.Argument(help="A JSONL file of traces, or `store` for those in the database.")],
    routebook: Annotated[str, typer.Option(help="An installed routebook's name, or a folder.")] = "avap",
) -> None:
    """Check recorded traffic against the contract; exit with 1 if it was not kept."""
    from fingerpost.evaluation.audit import audit, read_traces

    book = load(routebook)
    if traces == "store":
        with open_store() as store:
            found = audit(book, _stored(store))
    else:
        found = audit(book, read_traces(Path(traces)))
    output.line(
        f"{_counted(found.traces, 'trace')} of {output.plain(book.name)}, {_counted(len(found.breaches), 'breach')}"
    )
    if found.other_routebooks:
        others = ", ".join(f"{output.plain(name)} ({count})" for name, count in found.other_routebooks.most_common(5))
        output.line(f"Not checked: traces of other routebooks, {others}. Name one with --routebook.")
    elif not found.traces:
        output.line("Nothing was checked: there are no traces here.")
    if found.breaches:
        rows = [[where, breach.rule, breach.what] for where, breach in found.breaches[:100]]
        output.table(["trace", "rule", "what"], rows, wide=[2])
    for line in found.unreadable[:20]:
        output.line(output.plain(f"unreadable: {line}"))
    if found.breaches or found.unreadable or not found.traces:
        raise typer.Exit(1)


@user.command("export")
def export(name: Annotated[str, typer.Argument(help="The user, as the program names them to the store.")]) -> None:
    """Write all stored turns, traces and mini-app sessions of a person, one JSON object a line."""
    with open_store() as store:
        for row in store.export(name):
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


@user.command("forget")
def forget(
    name: Annotated[str, typer.Argument(help="The user, as the program names them to the store.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete all stored turns, traces and mini-app sessions of a person, for good."""
    if not yes:
        typer.confirm(f"Delete all that is stored of {name}?", abort=True)
    with open_store() as store:
        output.line(f"{store.forget(user=name)} rows deleted")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 'es' if what.endswith('ch') else 's'}"


def _stored(store: Store) -> Iterator[tuple[str, Mapping[str, Any]]]:
    last = 0
    while traces := store.traces(after=last):
        for trace in traces:
            yield f"trace {trace['id']}", trace
        last = traces[-1]["id"]
