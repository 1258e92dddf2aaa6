"""Output of the commands: tables and colour on a terminal, plain lines in a pipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from fingerpost.types import Decision

MIN_WRAPPED_WIDTH = 20
"""Smallest width of a column whose text wraps."""


_DIRECTIONS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}
_IN_JSON = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}


def shown(text: str) -> str:
    """Return a text that a terminal can be given: without marks of direction, and with control characters written out.

    The marks would turn round what is printed after them; control characters may erase it, or worse.
    """
    return text if text.isprintable() else text.replace("\r\n", "\n").translate(_DIRECTIONS | _CONTROLS)


def is_terminal() -> bool:
    """Whether the output is a terminal."""
    return sys.stdout.isatty()


def print_line(text: str = "") -> None:
    """Print one line; markup such as `[bold]` is used on a terminal only."""
    text = shown(text)
    if is_terminal():
        _console().print(text)
    else:
        from rich.text import Text

        sys.stdout.write(Text.from_markup(text).plain + "\n")


def print_progress(text: str) -> None:
    """Print one line of what is being done on standard error, if it is a terminal."""
    if sys.stderr.isatty():
        from rich.console import Console

        Console(stderr=True, highlight=False).print(shown(text), style="dim", markup=False)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    sys.stdout.write(json_text(value, indent=1) + "\n")


def json_text(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON that a terminal can be given: control characters are escaped, all else is as it is."""
    return json.dumps(value, ensure_ascii=False, indent=indent).translate(_IN_JSON)


def print_table(headers: Sequence[str], rows: Sequence[Sequence[str]], *, wide: Sequence[int] = ()) -> None:
    """Print a table; columns in `wide` may wrap, the others do not.

    On a terminal too narrow for that, each row is printed as one line per column, so that no figure is cut.
    """
    rows = [[shown(cell) for cell in row] for row in rows]
    if not is_terminal():
        for row in (headers, *rows):
            sys.stdout.write("\t".join(" ".join(cell.split()) for cell in row) + "\n")
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    if _min_width(headers, rows, wide) > _console().width:
        _print_records(headers, rows)
        return
    rich_table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for i, header in enumerate(headers):
        rich_table.add_column(header, no_wrap=i not in wide, overflow="fold" if i in wide else "ellipsis")
    for row in rows:
        rich_table.add_row(*(escape(cell) for cell in row))
    _console().print(rich_table)


def _min_width(headers: Sequence[str], rows: Sequence[Sequence[str]], wide: Sequence[int]) -> int:
    from rich.cells import cell_len

    widest = [max(map(cell_len, column)) for column in zip(headers, *rows, strict=True)]
    min_widths = [min(width, MIN_WRAPPED_WIDTH) if i in wide else width for i, width in enumerate(widest)]
    # Columns are separated by three characters.
    return sum(min_widths) + 3 * (len(min_widths) - 1)


def _print_records(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.table import Table

    for row in rows:
        rich_table = Table.grid(padding=(0, 2))
        rich_table.add_column(no_wrap=True, style="dim")
        rich_table.add_column(overflow="fold")
        for header, cell in zip(headers, row, strict=True):
            if cell:
                rich_table.add_row(header, escape(cell))
        _console().print(rich_table)
        _console().print()


def print_card(title: str, text: str) -> None:
    """Print a card: in a frame on a terminal, as plain lines in a pipe."""
    title, text = shown(title), shown(text)
    if not is_terminal():
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
    _console().print(Panel(Text(text), title=escape(title) or None, title_align="left", box=ROUNDED, expand=False))


def escape(text: str) -> str:
    """Return a text escaped for use in markup."""
    from rich import markup

    return markup.escape(text)


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error, if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress_bar:
        task = progress_bar.add_task(label, total=None)
        yield lambda done, total: progress_bar.update(task, completed=done, total=total)


@contextmanager
def status(label: str) -> Iterator[Callable[[str], None]]:
    """Show a status text on standard error, if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    from rich.console import Console

    with Console(stderr=True).status(label) as spinner:
        yield lambda text: spinner.update(escape(shown(text)))


def _console() -> Any:
    from rich.console import Console

    return Console(highlight=False)


WORTH_TELLING = 0.5
"""The confidence from which the classifier's guess is told of a message that is out of scope."""


def confidence_text(decision: Decision) -> str:
    """Return the confidence of a decision, with the route that it belongs to where that is not the one given."""
    guess = decision.route
    if decision.layer == "fallback" and decision.scope is not None and decision.scope < 0:
        # Out of scope: the classifier's guess was not taken.
        guess = decision.runner_up if decision.confidence >= WORTH_TELLING else None
    if guess is None:
        return ""
    return f"{decision.confidence:.2f}" if guess == decision.route else f"best guess {guess} {decision.confidence:.2f}"


def decision_fields(decision: Decision) -> dict[str, Any]:
    """Return a decision as JSON fields; `agent` is another name of the route."""
    fields = asdict(replace(decision, resolved=None, extras=()))
    del fields["resolved"]
    return {
        **fields,
        "agent": decision.route,
        "resolved_text": decision.resolved.complete or None if decision.resolved else None,
        "trail": [step._asdict() for step in decision.trail],
        "facts": [fact._asdict() for fact in decision.facts],
        "extras": decision.extra_values(),
    }
