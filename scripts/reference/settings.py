"""The page of settings: names, kinds and defaults as the code reads them, meanings from settings.toml beside this."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scripts.reference import table, written_by

from fingerpost.runtime.environment import (
    Variable,
    choice_of,
    flag_of,
    integer_of,
    number_of,
    optional_of,
    text_of,
    url_of,
)

MEANINGS = Path(__file__).with_name("settings.toml")
NOT_FOR_USERS = {"FINGERPOST_DATA"}
"""Read by the benchmarks alone."""


class Described(NamedTuple):
    """What the page tells of a variable: which values it takes, and what it is without one."""

    kind: str = "text"
    default: str = ""


def settings_page() -> str:
    """Return the page; KeyError for a variable without a meaning, ValueError for a meaning without a variable."""
    written = tomllib.loads(MEANINGS.read_text(encoding="utf-8"))
    variables = read_variables()
    named = [name for section in written["sections"] for name in section["variables"]]
    check_meanings(named, variables)
    lines = [
        "# Settings",
        "",
        written_by("`settings.py` and the settings of the packages"),
        "",
    ]
    lines += [written["text"].strip(), ""]
    for section in written["sections"]:
        lines += [f"## {section['title']}", ""]
        lines += [section["before"].strip(), ""] if "before" in section else []
        rows = [_row(name, told, variables[name]) for name, told in section["variables"].items()]
        lines += [*table(("variable", "meaning", "default", "value"), rows), ""]
        lines += [section["after"].strip(), ""] if "after" in section else []
    return "\n".join(lines).rstrip() + "\n"


def check_meanings(named: list[str], variables: Mapping[str, Described]) -> None:
    """Raise ValueError unless every variable that is read has one meaning, and every meaning a variable."""
    wrong = [f"{name}: read, but without a meaning" for name in sorted(set(variables) - set(named))]
    wrong += [f"{name}: nothing reads it" for name in sorted(set(named) - set(variables))]
    wrong += [f"{name}: told twice" for name in sorted(set(named)) if named.count(name) > 1]
    if wrong:
        raise ValueError(f"{MEANINGS.name}: " + "; ".join(wrong))


def _row(name: str, told: str | dict[str, str], variable: Described) -> tuple[str, str, str, str]:
    meaning, default = (told, "") if isinstance(told, str) else (told["meaning"], told["default"])
    return f"`{name}`", meaning, default or variable.default or "none", variable.kind


def read_variables() -> dict[str, Described]:
    """Return every variable that the engine and the installed packages declare."""
    from fingerpost.runtime.environment import variables_of
    from fingerpost.settings import DECLARED, declared_sections

    own = [variable for section in declared_sections() for variable in variables_of(section)]
    return {variable.name: described(variable) for variable in (*DECLARED, *own) if variable.name not in NOT_FOR_USERS}


def described(variable: Variable) -> Described:
    """Return the values and the default of a variable, by the function that reads it."""
    reader, arguments = variable.reader, variable.arguments
    if reader is optional_of:
        reader, *rest = arguments
        return _kind(reader, rest, variable.options)._replace(default="")
    return _kind(reader, arguments, variable.options)


def _kind(reader: Callable[..., Any], arguments: Sequence[Any], options: Mapping[str, Any]) -> Described:
    # Those that read a variable of their own kind take text.
    return _KINDS[reader](*arguments, **options) if reader in _KINDS else Described()


def _integer(default: int, *, minimum: int, maximum: int) -> Described:
    return Described(f"{minimum} to {maximum}", str(default))


def _number(default: float, *, minimum: float | None = None) -> Described:
    return Described("number above 0" if minimum is None else f"number of {minimum:g} or more", f"{default:g}")


def _choice(known: tuple[str, ...]) -> Described:
    return Described(", ".join(f"`{one}`" for one in known if one), known[0])


_KINDS: dict[Callable[..., Any], Callable[..., Described]] = {
    text_of: lambda default="": Described(default=default),
    url_of: lambda: Described("http or https address"),
    flag_of: lambda default=False: Described("`on`, `off`", "on" if default else "off"),
    choice_of: _choice,
    integer_of: _integer,
    number_of: _number,
}
"""What each function that reads a variable tells about it."""
