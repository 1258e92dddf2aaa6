"""The page of commands, from the command line itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import typer
from scripts.reference import table, written_by

# Typer has a copy of click of its own, whose classes have no public names.
Command = Any
Parameter = Any


def commands_page() -> str:
    """Return the page: every command with its help, its arguments and its options."""
    from fingerpost.cli.main import app

    group = typer.main.get_command(app)
    found = list(_commands(group, ["fingerpost"]))
    lines = [
        "# Command line",
        "",
        written_by("the help of the commands"),
        "",
        "Every command has `--help`. A command uses the routebook that `--routebook` names, else the one of"
        " [`FINGERPOST_ROUTEBOOK`](settings.md#the-routebook), else the `routebook.toml` in this folder or above,"
        " and names the one that decided. The exit status is 0, 1 where something was tried and failed, and 2 where it"
        " could not be tried: a wrong option, a folder that is none.",
        "",
        *table(("command", "what it does"), ((_link(path), _first_sentence(command)) for path, command in found)),
        "",
    ]
    for path, command in found:
        lines += [f"## {' '.join(path)}", "", *_described(command), *_usage(path, command), *_parameters(command)]
    return "\n".join(lines).rstrip() + "\n"


def _commands(group: Command, path: list[str]) -> Iterator[tuple[list[str], Command]]:
    """Yield every command that can be run, with the words that it is called by."""
    if not hasattr(group, "commands"):
        yield path, group
        return
    for name, command in sorted(group.commands.items()):
        if not command.hidden:
            yield from _commands(command, [*path, name])


def _link(path: list[str]) -> str:
    return f"[`{' '.join(path)}`](#{'-'.join(path)})"


def _help(command: Command) -> str:
    """Return the help of a command without the marks that only click reads."""
    return inspect.cleandoc(command.help or "").replace("\f", "").strip()


def _first_sentence(command: Command) -> str:
    return re.split(r"(?<=[.!?])\s", _help(command), maxsplit=1)[0]


def _described(command: Command) -> list[str]:
    parts = [text for text in (_help(command), inspect.cleandoc(command.epilog or "")) if text]
    return [line for text in parts for line in (*_fenced(text), "")]


def _fenced(text: str) -> list[str]:
    """Return a help text whose paragraphs that keep their lines, such as examples, are blocks of code."""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("\b\n"):
            lines += ["```console", *inspect.cleandoc(paragraph.removeprefix("\b\n")).splitlines(), "```", ""]
        elif paragraph.startswith("Example: "):
            lines += ["```console", f"$ {paragraph.removeprefix('Example: ')}", "```", ""]
        else:
            lines += [" ".join(paragraph.split()), ""]
    return lines[:-1]


def _usage(path: list[str], command: Command) -> list[str]:
    words = [*path]
    for parameter in command.params:
        if _is_argument(parameter):
            name = (parameter.metavar or parameter.name or "").upper().strip("[]").removesuffix("...")
            shown = f"{name}..." if parameter.nargs == -1 else name
            words.append(shown if parameter.required else f"[{shown}]")
    options = any(not _is_argument(parameter) for parameter in command.params)
    return ["```text", " ".join([*words, *(["[OPTIONS]"] if options else [])]), "```", ""]


def _parameters(command: Command) -> list[str]:
    shown = [parameter for parameter in command.params if not getattr(parameter, "hidden", False)]
    rows = [_row(parameter) for parameter in sorted(shown, key=lambda one: not _is_argument(one))]
    return [*table(("argument or option", "meaning", "default"), rows), ""] if rows else []


def _row(parameter: Parameter) -> tuple[str, str, str]:
    text = " ".join((getattr(parameter, "help", None) or "").split())
    if _is_argument(parameter):
        return f"`{(parameter.metavar or parameter.name or '').upper().strip('[]')}`", text, _default(parameter)
    names = [*parameter.opts, *parameter.secondary_opts]
    value = "" if getattr(parameter, "is_flag", False) else f" {_value(parameter)}"
    return ", ".join(f"`{name}{value}`" for name in names), text, _default(parameter)


def _is_argument(parameter: Parameter) -> bool:
    return bool(parameter.param_type_name == "argument")


def _value(parameter: Parameter) -> str:
    """Return the word for the value of an option: its own, else one for its type."""
    if parameter.metavar:
        return str(parameter.metavar)
    annotation = str(parameter.type_descriptor.annotation)
    return next((word for kind, word in (("int", "N"), ("float", "X"), ("Path", "PATH")) if kind in annotation), "TEXT")


def _default(parameter: Parameter) -> str:
    if parameter.required:
        return "required"
    value = parameter.default
    if value is True:
        return f"`{parameter.opts[0]}`"
    if value is None or callable(value) or value in (False, "", (), []):
        return ""
    return f"`{value}`"
