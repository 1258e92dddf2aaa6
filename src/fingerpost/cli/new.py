"""`new` creates a routebook or a mini-app from a template."""

from __future__ import annotations

import keyword
import re
import shutil
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.cli import output
from fingerpost.cli.new_folder import free_folder, new_folder
from fingerpost.errors import RoutebookError
from fingerpost.routebook.apps import APP_POINTS
from fingerpost.routebook.load import load
from fingerpost.routebook.schema import copy_schema

ROUTEBOOK_TEMPLATE = Path(__file__).with_name("template")
MINIAPP_TEMPLATE = Path(__file__).with_name("template_miniapp")
"""A working package named check_list; the new name replaces that one."""


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("new", rich_help_panel="Make")(new)


def new(
    name: Annotated[str, typer.Argument(help="The folder to create.")],
    miniapp: Annotated[bool, typer.Option("--miniapp", help="Create a mini-app as a Python package.")] = False,
) -> None:
    """Create a working routebook or mini-app to edit."""
    folder = free_folder(name)
    path = str(folder if folder.is_absolute() else f"./{folder}")
    if miniapp:
        module = _module_name(folder)
        with new_folder(folder) as part:
            _write_miniapp(part, module)
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
    with new_folder(folder) as part:
        shutil.copytree(ROUTEBOOK_TEMPLATE, part)
        copy_schema(part)
        load(part)
    output.print_line(
        f"Wrote {output.escape(str(folder))}: routebook.toml (routes, rules), examples.jsonl (example messages)."
    )
    output.print_line("Edit both, then:")
    output.print_line(
        f'  [bold]fingerpost route --routebook {output.escape(path)} "the parcel has still not come"[/bold]'
    )
    output.print_line(f'  [bold]fingerpost ask --routebook {output.escape(path)} "my parcel never came"[/bold]')


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
