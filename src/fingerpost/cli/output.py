"""What people see: tables and colour on a terminal, plain lines in a pipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from fingerpost.types import Decision

WRAPPED = 20
"""Columns below which text that wraps is no longer readable."""


def terminal() -> bool:
    """Whether a person is looking at the output."""
    return sys.stdout.isatty()


def line(text: str = "") -> None:
    """Write one line; `[bold]` and other markup count on a terminal only."""
    if terminal():
        _console().print(text)
    else:
        from rich.text import Text

        sys.stdout.write(Text.from_markup(text).plain + "\n")


def as_json(value: Any) -> None:
    """Write a value as JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], *, wide: Sequence[int] = ()) -> None:
    """Write a table; columns in `wide` may wrap, the others keep their words whole.

    On a terminal too narrow for that, each row is written as lines of its own: no figure is ever cut.
    """
    if not terminal():
        for row in (headers, *rows):
            sys.stdout.write("\t".join(" ".join(cell.split()) for cell in row) + "\n")
        return
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    if _least_width(headers, rows, wide) > _console().width:
        _records(headers, rows)
        return
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False)
    for i, header in enumerate(headers):
        drawn.add_column(header, no_wrap=i not in wide, overflow="fold" if i in wide else "ellipsis")
    for row in rows:
        drawn.add_row(*(escape(cell) for cell in row))
    _console().print(drawn)


def _least_width(headers: Sequence[str], rows: Sequence[Sequence[str]], wide: Sequence[int]) -> int:
    from rich.cells import cell_len

    widest = [max(map(cell_len, column)) for column in zip(headers, *rows, strict=True)]
    least = [min(width, WRAPPED) if i in wide else width for i, width in enumerate(widest)]
    # Two columns stand three apart.
    return sum(least) + 3 * (len(least) - 1)


def _records(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    for row in rows:
        drawn = Table.grid(padding=(0, 2))
        drawn.add_column(no_wrap=True, style="dim")
        drawn.add_column(overflow="fold")
        for header, cell in zip(headers, row, strict=True):
            if cell:
                drawn.add_row(header, escape(cell))
        _console().print(drawn)
        _console().print()


def card(title: str, text: str) -> None:
    """Write a card: in a frame on a terminal, as its lines in a pipe."""
    if not terminal():
        sys.stdout.write(f"{text}\n")
        return
    from rich.box import ROUNDED
    from rich.panel import Panel
    from rich.text import Text

    first, _, rest = text.partition("\n")
    if first == title and rest:
        text = rest
    elif first == title:
        title = ""
    _console().print(Panel(Text(text), title=plain(title) or None, title_align="left", box=ROUNDED, expand=False))


def plain(text: str) -> str:
    """Return a person's text safe to stand in markup."""
    from rich.markup import escape

    return escape(text)


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a long job is, on a terminal's error stream only."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def status(label: str) -> Iterator[Callable[[str], None]]:
    """Show what a long job is doing, on a terminal's error stream only."""
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    from rich.console import Console

    with Console(stderr=True).status(label) as spinner:
        yield lambda text: spinner.update(plain(text))


def _console() -> Any:
    from rich.console import Console

    return Console(highlight=False)


def decision_fields(decision: Decision) -> dict[str, Any]:
    """Return a decision as JSON has it; `agent` is the route, for those who know it by that name."""
    fields = asdict(replace(decision, resolved=None))
    del fields["resolved"]
    return {
        **fields,
        "agent": decision.route,
        "resolved_text": decision.resolved.complete or None if decision.resolved else None,
        "trail": [step._asdict() for step in decision.trail],
        "facts": [fact._asdict() for fact in decision.facts],
    }
