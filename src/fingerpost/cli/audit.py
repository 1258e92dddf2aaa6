"""Recorded traffic: `audit` checks it against the contract, `user` exports and deletes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.cli.open_router import open_store
from fingerpost.routebook.load import load

if TYPE_CHECKING:
    from fingerpost.audit.traces import AuditResult
    from fingerpost.stores.store import Store

user = typer.Typer(help="A user's data in the store: export or delete it.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("audit", rich_help_panel="Record")(audit_traces)
    app.add_typer(user, name="user", rich_help_panel="Record")


def audit_traces(
    routebook: RoutebookOption,
    traces: Annotated[str, typer.Argument(help="A JSONL file of traces, or `store` for those in the database.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
) -> None:
    """Check recorded traffic against the routing contract, by a reading of its own; exits with 1 on a breach.

    Where this reading and the router differ and neither is certain, the case is listed for a person, and is no breach.
    """
    from fingerpost.audit.traces import audit, read_traces

    book = load(routebook)
    if traces == "store":
        with open_store() as store:
            result = audit(book, _stored_traces(store))
    else:
        result = audit(book, read_traces(Path(traces)))
    if as_json:
        sys.stdout.write(output.json_text(_audit_json(book.name, result)) + "\n")
    else:
        _print_audit(book.name, result)
    if result.breaches or result.unreadable or not result.traces:
        raise typer.Exit(1)


def _audit_json(name: str, result: AuditResult) -> dict[str, Any]:
    return {
        "routebook": name,
        "traces": result.traces,
        "other_routebooks": dict(result.other_routebooks),
        "breaches": [{"trace": where, "rule": one.rule, "what": one.what} for where, one in result.breaches],
        "doubts": [
            {"trace": where, "rule": one.rule, "what": one.what, "text": result.texts.get(where, "")}
            for where, one in result.doubts
        ],
        "unreadable": result.unreadable,
    }


def _print_audit(name: str, result: AuditResult) -> None:
    found = [_pluralized(len(result.breaches), "breach")]
    found += [_pluralized(len(result.doubts), "doubt")] if result.doubts else []
    output.print_line(f"{_pluralized(result.traces, 'trace')} of {output.escape(name)}, {', '.join(found)}")
    if result.other_routebooks:
        others = ", ".join(f"{output.escape(name)} ({count})" for name, count in result.other_routebooks.most_common(5))
        output.print_line(f"Not checked: traces of other routebooks, {others}. Choose one with --routebook.")
    elif not result.traces:
        output.print_line("Nothing was checked: there are no traces.")
    if result.breaches:
        rows = [[where, breach.rule, breach.what] for where, breach in result.breaches[:100]]
        output.print_table(["trace", "rule", "breach"], rows, wide=[2])
    if result.doubts:
        output.print_line("In doubt, for a person to look at:")
        listed = [[where, one.rule, one.what, result.texts.get(where, "")] for where, one in result.doubts[:100]]
        output.print_table(["trace", "rule", "doubt", "text"], listed, wide=[2, 3])
    for line in result.unreadable[:20]:
        output.print_line(output.escape(f"unreadable: {line}"))


@user.command("export")
def export(name: Annotated[str, typer.Argument(help="The user's name in the store.")]) -> None:
    """Print all stored turns, traces and mini-app sessions of a user, one JSON object per line."""
    count = 0
    with open_store() as store:
        for count, row in enumerate(store.export(name), 1):  # noqa: B007 - the last one is their number
            sys.stdout.write(output.json_text(row) + "\n")
    if not count:
        sys.stderr.write(_nothing_stored(name))


@user.command("forget")
def forget(
    name: Annotated[str, typer.Argument(help="The user's name in the store.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete all stored turns, traces and mini-app sessions of a user permanently."""
    with open_store() as store:
        if next(iter(store.export(name)), None) is None:
            sys.stderr.write(_nothing_stored(name))
            # With --yes all the same: an empty session, which is not exported, may have their name.
            if not yes:
                return
        elif not yes:
            typer.confirm(f"Delete all stored data of {output.shown(name)}?", abort=True)
        output.print_line(f"{store.forget(user=name)} rows deleted")


def _nothing_stored(name: str) -> str:
    return f"Nothing is stored about {output.shown(name)}: is the name spelled as in `--user`?\n"


def _pluralized(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 'es' if what.endswith('ch') else 's'}"


def _stored_traces(store: Store) -> Iterator[tuple[str, Mapping[str, Any]]]:
    last = 0
    while traces := store.traces(after=last):
        for trace in traces:
            yield f"trace {trace['id']}", trace
        last = traces[-1]["id"]
