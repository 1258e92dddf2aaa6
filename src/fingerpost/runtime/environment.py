"""Environment variables parsed into typed values; a wrong value raises SettingsError with the variable's name.

The fields of a settings class are declared with `setting`: its default, its bounds and its variable in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fingerpost.errors import SettingsError

_VARIABLE = "variable"


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable: the function that reads it, and what that is given beside the name."""

    name: str
    reader: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def read(self, env: Mapping[str, str]) -> Any:
        """Return its value; raises SettingsError for an unusable one."""
        return self.reader(env, self.name, *self.arguments, **self.options)


def setting(name: str, reader: Callable[..., Any], *arguments: Any, secret: bool = False, **options: Any) -> Any:
    """Return the field of a dataclass that a variable sets; its default is what an empty environment gives."""
    variable = Variable(name, reader, arguments, options)
    return field(default=variable.read({}), repr=not secret, metadata={_VARIABLE: variable})


def variables_of(kind: type) -> list[Variable]:
    """Return the variables that set fields of a dataclass."""
    return [each.metadata[_VARIABLE] for each in fields(kind) if _VARIABLE in each.metadata]


def read_fields(kind: type, env: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of those fields of a dataclass that variables set."""
    return {each.name: each.metadata[_VARIABLE].read(env) for each in fields(kind) if _VARIABLE in each.metadata}


def text_of(env: Mapping[str, str], name: str, default: str = "") -> str:
    """Return a variable without surrounding whitespace; the default where it is not set."""
    return env.get(name, "").strip() or default


def optional_of(env: Mapping[str, str], name: str, reader: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """Return what a reader returns; None where the variable is not set."""
    return reader(env, name, *arguments, **options) if text_of(env, name) else None


def path_of(env: Mapping[str, str], name: str) -> Path | None:
    """Return the path of a file; None where it is not set."""
    value = text_of(env, name)
    return Path(value) if value else None


def folder_of(env: Mapping[str, str], name: str, default: str) -> Path | None:
    """Return the folder `fingerpost` below the one a variable names; None where there is no home directory."""
    base = env.get(name)
    try:
        return (Path(base) if base else Path(default).expanduser()) / "fingerpost"
    except RuntimeError:
        return None


def choice_of(env: Mapping[str, str], name: str, known: tuple[str, ...]) -> str:
    """Return one of the known values; the first where it is not set."""
    value = text_of(env, name) or known[0]
    if value not in known:
        raise SettingsError(f"{name} = {value!r}: give one of {', '.join(filter(None, known))}")
    return value


def number_of(env: Mapping[str, str], name: str, default: float, *, minimum: float | None = None) -> float:
    """Return a number greater than zero, or of at least `minimum`."""
    value = text_of(env, name)
    if not value:
        return default
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not (number > 0 if minimum is None else minimum <= number) or not number < 1e9:
        wanted = "greater than zero" if minimum is None else f"of {minimum:g} or more"
        raise SettingsError(f"{name} = {value!r}: give a number {wanted}, or leave it out for {default:g}")
    return number


def integer_of(env: Mapping[str, str], name: str, default: int, *, minimum: int, maximum: int) -> int:
    """Return a whole number from `minimum` to `maximum`."""
    value = text_of(env, name)
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or not minimum <= int(value) <= maximum:
        raise SettingsError(f"{name} = {value!r}: give a whole number from {minimum} to {maximum}, or leave it out")
    return int(value)


def flag_of(env: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """Return a switch: True for on, 1, true and yes, False for off, 0, false and no."""
    value = text_of(env, name).lower()
    if not value:
        return default
    if value in ("off", "0", "false", "no"):
        return False
    if value in ("on", "1", "true", "yes"):
        return True
    raise SettingsError(f"{name} = {value!r}: give `on` or `off`")


def url_of(env: Mapping[str, str], name: str) -> str:
    """Return the http or https address of a server, without a slash at its end."""
    value = text_of(env, name)
    try:
        parts = urlsplit(value)
        valid = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        valid = False
    if not valid:
        # The part before the @ is not shown: it may contain a password.
        shown = value.rpartition("@")[2] if "@" in value else value
        raise SettingsError(f"{name} = {shown!r} is no address: give one such as http://127.0.0.1:11434")
    return value.rstrip("/")
