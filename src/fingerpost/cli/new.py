"""`new` creates a routebook or a mini-app from a template."""

from __future__ import annotations

import json
import keyword
import os
import re
import shlex
import shutil
from collections import Counter
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.cli.labelled_csv import LabelledMessages, read_labelled_csv
from fingerpost.errors import RoutebookError
from fingerpost.routebook.apps import APP_POINTS
from fingerpost.routebook.load import load
from fingerpost.routebook.schema import FIRST_LINE, copy_schema

ROUTEBOOK_TEMPLATE = Path(__file__).with_name("template")
MINIAPP_TEMPLATE = Path(__file__).with_name("template_miniapp")
"""A working package named check_list; the new name replaces that one."""


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("new", rich_help_panel="Make")(new)


def new(
    name: Annotated[str, typer.Argument(help="The folder to create.")],
    miniapp: Annotated[bool, typer.Option("--miniapp", help="Create a mini-app as a Python package.")] = False,
    source: Annotated[
        Path | None, typer.Option("--from", help="A CSV of messages and their labels to make the routebook of.")
    ] = None,
    text_column: Annotated[str | None, typer.Option(help="The column of the messages, with --from.")] = None,
    label_column: Annotated[str | None, typer.Option(help="The column of the labels, with --from.")] = None,
) -> None:
    """Create a working routebook or mini-app to edit."""
    folder = Path(name)
    if not re.fullmatch(r"[\w.-]+", folder.name) or folder.name in (".", ".."):
        raise RoutebookError(name, "name", folder.name, "use letters, digits, - and _")
    if folder.exists():
        raise RoutebookError(folder, "", None, "exists already: choose another name, or delete it first")
    if miniapp and source is not None:
        raise RoutebookError(name, "--from", str(source), "makes a routebook: leave out --miniapp")
    if source is None and (text_column or label_column):
        raise RoutebookError(name, "", None, "--text-column and --label-column go with --from FILE.csv: add it")
    labelled = None if source is None else read_labelled_csv(source, text_column, label_column)
    module = _module_name(folder) if miniapp else ""
    # Written beside it and renamed, so that a full disk leaves nothing half.
    part = folder.with_name(f".{folder.name}-{os.getpid()}")
    try:
        if miniapp:
            _write_miniapp(part, module)
        elif labelled is not None:
            _write_routebook(part, labelled)
        else:
            shutil.copytree(ROUTEBOOK_TEMPLATE, part)
        if not miniapp:
            copy_schema(part)
        part.replace(folder)
    except OSError as error:
        remedy = f"cannot be written: {error.strerror or error}; nothing was left there"
        raise RoutebookError(folder, "", None, remedy) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    path = str(folder if folder.is_absolute() else f"./{folder}")
    if miniapp:
        output.print_line(
            f"Wrote {output.escape(str(folder))}: src/{module}/actions.toml (what can be asked), "
            f"src/{module}/app.py (what it does), tests, pyproject.toml. Then:"
        )
        install = output.escape(f"pip install -e '{path}[test]' && pytest {path}")
        output.print_line(f"  [bold]{install}[/bold]")
        output.print_line(
            f'  [bold]fingerpost ask --routebook miniapps --session s1 "start a {_display_name(module)}"[/bold]'
        )
        return
    load(folder)
    if labelled is not None:
        _print_made(path, labelled)
        return
    output.print_line(
        f"Wrote {output.escape(str(folder))}: routebook.toml (routes, rules), examples.jsonl (example messages)."
    )
    output.print_line("Edit both, then:")
    output.print_line(
        f'  [bold]fingerpost route --routebook {output.escape(path)} "the parcel has still not come"[/bold]'
    )
    output.print_line(f'  [bold]fingerpost ask --routebook {output.escape(path)} "my parcel never came"[/bold]')


def _write_routebook(folder: Path, labelled: LabelledMessages) -> None:
    folder.mkdir(parents=True)
    routes = []
    for name in dict.fromkeys(route for _, route in labelled.examples):
        # A JSON string is a TOML string.
        scope = "out_of_scope = true\n" if name == labelled.out_of_scope else ""
        routes.append(f"[[routes]]\nname = {json.dumps(name, ensure_ascii=False)}\n{scope}")
    (folder / "routebook.toml").write_text(FIRST_LINE + "\n".join(routes), encoding="utf-8")
    rows = (json.dumps({"text": text, "route": route}, ensure_ascii=False) for text, route in labelled.examples)
    (folder / "examples.jsonl").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


def _print_made(path: str, labelled: LabelledMessages) -> None:
    counts = Counter(route for _, route in labelled.examples)
    output.print_line(f"Wrote {output.escape(path)}: {len(counts)} routes, {len(labelled.examples)} examples.")
    for note in labelled.notes:
        output.print_line(output.escape(f"  {note}"))
    output.print_line("Describe the routes in routebook.toml, then:")
    output.print_line(f"  [bold]fingerpost check {output.escape(path)}[/bold]")
    message = shlex.quote(labelled.examples[0][0][:60])
    output.print_line(f"  [bold]fingerpost route --routebook {output.escape(f'{path} {message}')}[/bold]")


def _module_name(folder: Path) -> str:
    """Return the module name of a new mini-app; raises RoutebookError if it is invalid or taken."""
    name = folder.name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        remedy = (
            "a mini-app's name has lower-case letters, digits and _, and starts with a letter, such as packing_list"
        )
        raise RoutebookError(folder, "name", folder.name, remedy)
    if keyword.iskeyword(name):
        raise RoutebookError(folder, "name", folder.name, "is a Python keyword: choose another, such as packing_list")
    if name in entry_points(group=APP_POINTS).names or find_spec(name) is not None:
        raise RoutebookError(
            folder, "name", folder.name, "a module or mini-app of this name is installed: choose another"
        )
    return name


def _write_miniapp(folder: Path, module: str) -> None:
    display_name = _display_name(module)
    names = {
        "check_list": module,
        "check-list": module.replace("_", "-"),
        "check list": display_name,
        "Check list": display_name.capitalize(),
    }
    for file in sorted(MINIAPP_TEMPLATE.rglob("*")):
        # The tests have the suffix .txt, because type checkers would look for the package they import.
        if file.suffix not in {".md", ".py", ".toml", ".txt"}:
            continue
        target = folder / str(file.relative_to(MINIAPP_TEMPLATE)).removesuffix(".txt").replace("check_list", module)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8")
        target.write_text(re.sub("|".join(names), lambda found: names[found[0]], text), encoding="utf-8")


def _display_name(module: str) -> str:
    return module.replace("_", " ")
