"""The order of the commands: a dozen on the first screen, the others in groups; an example in every help.

Modules register their commands by one name each. Those below go into a group; the name that they had before stays,
hidden, so that scripts go on, and a person at a terminal is told the new one.
"""

from __future__ import annotations

import copy
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import typer

EXAMPLES = Path(__file__).with_name("examples.toml")

COMMANDS, GROUPS, ASSISTANTS = "Commands", "Groups", "Assistants"
"""The panels of the first screen."""


class CommandGroup(NamedTuple):
    """A group of commands: what it is for, its panel, and the commands in it."""

    help: str
    panel: str
    commands: tuple[str, ...]


ARRANGED = {
    "build": CommandGroup("What a routebook is served with: documents, classifier, schema, pipeline.", GROUPS,
                   ("index", "train", "schema", "graph")),
    "measure": CommandGroup("Compare routers, find thresholds, ask golden questions, audit traces.", GROUPS,
                     ("diff", "tune", "rag", "audit")),
    "teach": CommandGroup("Labels and classifiers: corrections, a model's labels, suggestions, versions.", GROUPS,
                   ("feedback", "label", "suggest", "students")),
    "data": CommandGroup("Files of messages, stored messages, users, and the store.", GROUPS,
                  ("route-batch", "history", "user", "store")),
    "server": CommandGroup("Keys of clients, publishing to running servers, MCP.", GROUPS, ("keys", "publish", "mcp")),
    "agents": CommandGroup("Questions to a database, and data to try them on.", ASSISTANTS,
                    ("allowlist", "analytics", "demo-data")),
    "avap": CommandGroup("", ASSISTANTS, ("tour",)),
}  # fmt: skip
"""The groups; one that a package registers itself keeps its help and gets the commands named here."""

FIRST = ("new", "import", "check", "route", "ask", "chat", "serve", "console", "eval", "review", "learn", "doctor")
"""The order of the first screen."""

BOTH = {"mcp"}
"""Commands that are called by their own name as well: configurations of other programs name them."""


def arrange(app: typer.Typer) -> None:
    """Put the commands of an app into their groups and panels, and an example under every help."""
    for name, group in ARRANGED.items():
        inner = next((found for found in app.registered_groups if found.name == name), None)
        if inner is None:
            app.add_typer(typer.Typer(no_args_is_help=True), name=name, help=group.help)
            inner = app.registered_groups[-1]
        inner.rich_help_panel = group.panel
        _move(app, inner.typer_instance, group.commands)
    registered: list[Any] = [*app.registered_commands, *app.registered_groups]
    for info in registered:
        if not info.hidden and info.name not in ARRANGED:
            info.rich_help_panel = COMMANDS
    app.registered_commands.sort(key=lambda info: _place(FIRST, info.name))
    app.registered_groups.sort(key=lambda info: _place(tuple(ARRANGED), info.name))
    _add_examples(app, tomllib.loads(EXAMPLES.read_text(encoding="utf-8")), "fingerpost")


def _place(names: tuple[str, ...], name: str | None) -> int:
    return names.index(name) if name in names else len(names)


def _move(app: typer.Typer, group: Any, names: tuple[str, ...]) -> None:
    for listed, target in (
        (app.registered_commands, group.registered_commands),
        (app.registered_groups, group.registered_groups),
    ):
        for info in [found for found in listed if found.name in names]:
            moved: Any = copy.copy(info)
            moved.rich_help_panel, info.hidden = None, True
            target.append(moved)
        target.sort(key=lambda info: _place(names, info.name))


def _add_examples(app: typer.Typer, examples: dict[str, Any], path: str) -> None:
    """Write the example of each command under its help; a group has that of its first command with one."""
    for info in app.registered_commands:
        if example := examples.get(str(info.name)):
            info.epilog = f"Example: {example}"
    for group in app.registered_groups:
        name, inner = str(group.name), group.typer_instance
        own = examples.get(name, {})
        if inner is not None and isinstance(own, dict):
            # Those that were moved here have their example by the name they had.
            _add_examples(inner, {**examples, **own}, f"{path} {name}")
            first = next((info.epilog for info in inner.registered_commands if info.epilog), None)
            group.epilog = first or f"Example: {path} {name} --help"


def tell_moved(name: str | None) -> None:
    """Tell a person at a terminal that a command has a group now; scripts see nothing of it."""
    group = next((group for group, its in ARRANGED.items() if name in its.commands), None)
    if group is not None and name not in BOTH and sys.stderr.isatty():
        sys.stderr.write(f"`fingerpost {name}` is now `fingerpost {group} {name}`; the old name still works.\n")
