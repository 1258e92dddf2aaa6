"""The page of settings: names, kinds and defaults as the code reads them, meanings from settings.toml beside this."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from scripts.reference import table, written_by

MEANINGS = Path(__file__).with_name("settings.toml")
READ_ELSEWHERE = {"FINGERPOST_ROUTEBOOK"}
"""Read by the command line alone, before the settings are."""
NOT_SETTINGS = {"XDG_CACHE_HOME", "XDG_DATA_HOME"}
"""Read beside the settings, for the defaults of folders."""
ENVIRONMENTS: tuple[dict[str, str], ...] = (
    {},
    {"OLLAMA_URL": "http://127.0.0.1:11434", "OLLAMA_MODEL_NAME": "any", "ELASTICSEARCH_URL": "http://127.0.0.1:9200"},
    {"OPENAI_MODEL_NAME": "any", "OPENAI_API_KEY": "any", "OPENAI_BASE_URL": "http://127.0.0.1:8000/v1"},
    {"RELEVANCE_THRESHOLD": "0.5", "ROUTER_LLM_FIRST": "on"},
)
"""What has to be set for every variable to be read once."""


class Variable(NamedTuple):
    """A variable as the code reads it: which values it takes, and what it is without one."""

    kind: str = "text"
    default: str = ""


def settings_page() -> str:
    """Return the page; KeyError for a variable without a meaning, ValueError for a meaning without a variable."""
    written = tomllib.loads(MEANINGS.read_text(encoding="utf-8"))
    variables = read_variables()
    named = [name for section in written["sections"] for name in section["variables"]]
    check_meanings(named, variables)
    lines = ["# Settings", "", written_by("`settings.py` and the other modules that read the environment"), ""]
    lines += [written["text"].strip(), ""]
    for section in written["sections"]:
        lines += [f"## {section['title']}", ""]
        lines += [section["before"].strip(), ""] if "before" in section else []
        rows = [_row(name, told, variables[name]) for name, told in section["variables"].items()]
        lines += [*table(("variable", "meaning", "default", "value"), rows), ""]
        lines += [section["after"].strip(), ""] if "after" in section else []
    return "\n".join(lines).rstrip() + "\n"


def check_meanings(named: list[str], variables: Mapping[str, Variable]) -> None:
    """Raise ValueError unless every variable that is read has one meaning, and every meaning a variable."""
    wrong = [f"{name}: read, but without a meaning" for name in sorted(set(variables) - set(named))]
    wrong += [f"{name}: nothing reads it" for name in sorted(set(named) - set(variables))]
    wrong += [f"{name}: told twice" for name in sorted(set(named)) if named.count(name) > 1]
    if wrong:
        raise ValueError(f"{MEANINGS.name}: " + "; ".join(wrong))


def _row(name: str, told: str | dict[str, str], variable: Variable) -> tuple[str, str, str, str]:
    meaning, default = (told, "") if isinstance(told, str) else (told["meaning"], told["default"])
    return f"`{name}`", meaning, default or variable.default or "none", variable.kind


def read_variables() -> dict[str, Variable]:
    """Return every variable that the engine and the installed packages read."""
    from fingerpost.settings import Settings, declared_sections

    found: dict[str, Variable] = {name: Variable() for name in READ_ELSEWHERE}
    with _recorded(found):
        for environment in ENVIRONMENTS:
            settings = Settings.from_environment(environment)
            for section in (*declared_sections(), *_server_sections()):
                settings.section(section)
    return {name: variable for name, variable in found.items() if name not in NOT_SETTINGS}


def _server_sections() -> list[Any]:
    from fingerpost.server.limits import Limits

    return [Limits]


@contextmanager
def _recorded(found: dict[str, Variable]) -> Iterator[None]:
    """Note what the functions of `runtime.environment` are asked for, in every module that uses them."""
    from fingerpost.runtime import environment

    with ExitStack() as stack:
        for name, described in _KINDS.items():
            function: Callable[..., Any] = getattr(environment, name)
            for module in [one for key, one in sys.modules.items() if key.startswith("fingerpost.")]:
                if getattr(module, name, None) is function:
                    stack.enter_context(patch.object(module, name, _noting(function, described, found)))
        yield


def _noting(
    function: Callable[..., Any], described: Callable[..., Variable], found: dict[str, Variable]
) -> Callable[..., Any]:
    def read(env: Mapping[str, str], name: str, *arguments: Any, **options: Any) -> Any:
        variable = described(*arguments, **options)
        # Text is how every kind is read; the kind that says more counts.
        if variable != Variable() or name not in found:
            found[name] = variable
        return function(env, name, *arguments, **options)

    return read


def _integer(default: int, *, minimum: int, maximum: int) -> Variable:
    return Variable(f"{minimum} to {maximum}", str(default))


def _number(default: float, *, minimum: float | None = None) -> Variable:
    return Variable("number above 0" if minimum is None else f"number of {minimum:g} or more", f"{default:g}")


def _choice(known: tuple[str, ...]) -> Variable:
    return Variable(", ".join(f"`{one}`" for one in known if one), known[0])


_KINDS: dict[str, Callable[..., Variable]] = {
    "text_of": Variable,
    "url_of": lambda: Variable("http or https address"),
    "folder_of": lambda default: Variable("folder", default),
    "flag_of": lambda default=False: Variable("`on`, `off`", "on" if default else "off"),
    "choice_of": _choice,
    "integer_of": _integer,
    "number_of": _number,
}
"""What each function that reads a variable tells about it."""
