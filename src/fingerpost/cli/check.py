"""`check` says what is wrong or weak in a routebook, with the examples that show it and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookArgument
from fingerpost.routebook.check import check_examples_file
from fingerpost.routebook.load import EXAMPLES, example_lines, load
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.routebook.model import Routebook

SHOWN = 5
"""Most findings of a kind that are printed."""


class Finding(NamedTuple):
    """One finding as it is printed; `examples` have a place (file and line), a route and a text."""

    kind: str
    wrong: bool
    what: str
    where: str
    remedy: str
    examples: tuple[dict[str, str], ...] = ()


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("check", rich_help_panel="Make")(check)


def check(
    routebook: RoutebookArgument,
    as_json: Annotated[bool, typer.Option("--json", help="Print all findings as JSON.")] = False,
) -> None:
    """Say what is wrong or weak in a routebook; exits with 1 if something is wrong, with 0 for advice alone.

    A routebook that cannot be loaded exits with 2.
    """
    book = load(routebook)
    check_examples_file(book)
    with output.status("reading the examples and documents"):
        findings = [*_examples(book), *_documents(book)]
    wrong = sum(finding.wrong for finding in findings)
    if as_json:
        output.print_json(
            {"routebook": book.name, "wrong": wrong, "findings": [finding._asdict() for finding in findings]}
        )
    else:
        _print(book, findings, wrong)
    if wrong:
        raise typer.Exit(1)


def _print(book: Routebook, findings: Sequence[Finding], wrong: int) -> None:
    size = f"{len(book.routes)} routes and {len(book.examples)} examples"
    advice = len(findings) - wrong
    told = [f"[red]{wrong} wrong[/red]"] if wrong else []
    told += [f"{advice} to look at"] if advice else []
    output.print_line(f"[bold]{output.escape(book.name)}[/bold], {size}: {', '.join(told) or 'nothing to mend'}.")
    shown: Counter[str] = Counter()
    for finding in findings:
        shown[finding.kind] += 1
        if shown[finding.kind] > SHOWN:
            continue
        mark = "[red]wrong[/red]" if finding.wrong else "advice"
        output.print_line()
        where = f" ({finding.where})" if finding.where else ""
        output.print_line(f"{mark}: {output.escape(finding.what + where)}")
        for example in finding.examples:
            output.print_line(output.escape(f"    {example['place']}  {example['route']}: {example['text']}"))
        output.print_line(f"  [dim]→[/dim] {output.escape(finding.remedy)}")
    left = {kind: count - SHOWN for kind, count in shown.items() if count > SHOWN}
    if left:
        output.print_line()
        more = ", ".join(f"{count} of {kind}" for kind, count in left.items())
        output.print_line(f"And {more}: --json has all.")


def _documents(book: Routebook) -> Iterator[Finding]:
    from fingerpost.retrieval.check_documents import check_documents

    for advice in check_documents(book, Settings.from_environment()):
        yield Finding("document", False, advice.what, advice.where, advice.remedy)


def _examples(book: Routebook) -> Iterator[Finding]:
    from fingerpost.evaluation.advice import advise
    from fingerpost.routing.router import Router

    router = Router.from_routebook(book, settings=Settings.from_environment())
    lines = example_lines(book.folder) if book.folder is not None else []

    def shown(index: int) -> dict[str, str]:
        example = book.examples[index]
        place = f"{EXAMPLES}:{lines[index]}" if len(lines) == len(book.examples) else EXAMPLES
        return {"place": place, "route": example.route, "text": " ".join(example.text.split())[:200]}

    for advice in advise(book, router.batcher.encoder, router.settings.cache):
        examples = tuple(shown(index) for index in advice.examples)
        yield Finding(advice.kind, advice.wrong, advice.what, "" if examples else EXAMPLES, advice.remedy, examples)
