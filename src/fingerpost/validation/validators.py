"""Code validators by programming language; further languages are added by entry point.

A package registers one under `fingerpost.validators`: a function that takes the Settings and returns a Validator.
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version as metadata_version
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol, runtime_checkable

from fingerpost.errors import PartError, SettingsError
from fingerpost.settings import Settings

ENTRY_POINTS = "fingerpost.validators"


@dataclass(frozen=True, slots=True)
class CheckPolicy:
    """How a validator is asked.

    `timeout`: seconds for one check, 0 switches checking off; `first`: those until a response begins. `threshold`:
    failures in a row after which a remote validator is not asked for `cooldown` seconds. `version`: the expected
    version. `address`: that of a remote validator, and `remedy`: what to do where it cannot be reached.
    """

    timeout: float = 2.0
    first: float = math.inf
    threshold: int = 3
    cooldown: float = 30.0
    version: str | None = None
    address: str | None = None
    remedy: str = "start it"


class CodeFault(NamedTuple):
    """An error in one line of code."""

    line: int
    message: str


class ValidationResult(NamedTuple):
    """The verdict of a validator, the errors it found (`trace`), and its version."""

    valid: bool
    trace: tuple[CodeFault, ...]
    version: str

    @property
    def text(self) -> str:
        """Return the errors as one text, for people and for the model's retry prompt."""
        return "\n".join(f"Line {fault.line}: {fault.message}" for fault in self.trace)


class ValidatorUnreachableError(PartError):
    """The validator did not answer, so it is unknown whether the code is valid."""


class Validator(Protocol):
    """Checks code of one language; `remote` validators are called through a circuit breaker.

    A remote one may have an attribute `embedded`: a validator in this process that checks while the remote one fails.
    """

    language: str
    remote: bool
    policy: CheckPolicy

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Return the validation result, or raise ValidatorUnreachableError."""

    def code_lines(self, text: str) -> Sequence[bool | None]:
        """Return for each line of a text without code blocks whether it is code, valid or not, rather than prose.

        None stands for a line that is code beside code and makes no program by itself, such as `}`: alone, the caller
        is told of it.
        """

    async def close(self) -> None:
        """Close the connections."""


class RequestPart(NamedTuple):
    """A part of a request for code, and the pages of the documentation nearest to it, with their cosines."""

    text: str
    pages: Sequence[tuple[str, float]]


@runtime_checkable
class LanguageTools(Protocol):
    """What a validator may offer besides its verdict; one that knows its language well has these methods, too."""

    def is_own(self, code: str) -> bool:
        """Return whether a text is meant to be in this language, sound or not, rather than in another."""

    def repair(self, code: str) -> str:
        """Return a faulty program with few small edits that make it sound; "" where these do not."""

    def unknown_names(self, names: Iterable[str]) -> Mapping[str, str]:
        """Return the names that are no commands of the language, each with the nearest that is one, or ""."""

    def compose(self, parts: Sequence[RequestPart]) -> str:
        """Return a sound program for a request, made of checked pieces; "" where the request names too little."""


class CodeStatement(NamedTuple):
    """A statement of a sound program, by what can be said of it in any language.

    line: where it begins. command: what it calls, "" for nothing known, with its `arguments` as they are written.
    sets: the variable that an assignment gives a `value`. condition: on which its block runs. counts: counter, first
    and last value of a loop. block_end: the line that closes its block, 0 for none.
    """

    line: int
    command: str = ""
    arguments: tuple[str, ...] = ()
    sets: str = ""
    value: str = ""
    condition: str = ""
    counts: tuple[str, ...] = ()
    block_end: int = 0


@runtime_checkable
class StatementReader(Protocol):
    """What a validator may offer for explaining code: its statements."""

    def statements(self, code: str) -> Sequence[CodeStatement]:
        """Return the statements of a sound program in their order."""


class _LocalValidator:
    """Base of the validators that run in this process."""

    remote = False
    policy = CheckPolicy()

    def code_lines(self, text: str) -> list[bool]:
        """Return False for each line: words of prose may be valid here, so only code blocks count."""
        return [False] * (text.count("\n") + 1)

    async def close(self) -> None:
        """Do nothing: there is no connection."""


class PythonValidator(_LocalValidator):
    """Parses Python with the standard library's `ast`; no code is run."""

    language = "python"

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Return the first syntax error, if any."""
        import sys

        del timeout
        version = ".".join(map(str, sys.version_info[:3]))
        try:
            with warnings.catch_warnings():
                # An invalid escape sequence is a warning, not a syntax error.
                warnings.simplefilter("ignore")
                ast.parse(code)
        except SyntaxError as error:
            return ValidationResult(False, (CodeFault(error.lineno or 1, error.msg),), version)
        except (ValueError, RecursionError, MemoryError) as error:
            return ValidationResult(False, (CodeFault(1, f"cannot be read: {error}"),), version)
        return ValidationResult(True, (), version)


class SqlValidator(_LocalValidator):
    """Parses SQL with sqlglot; no statement is run."""

    language = "sql"

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Return the syntax errors of all statements."""
        import sqlglot

        del timeout
        version = metadata_version("sqlglot")
        try:
            statements = [tree for tree in sqlglot.parse(code) if tree is not None]
        except sqlglot.errors.ParseError as error:
            faults = [CodeFault(int(e.get("line") or 1), str(e.get("description") or error)) for e in error.errors]
            return ValidationResult(False, tuple(faults) or (CodeFault(1, str(error)),), version)
        except (sqlglot.errors.SqlglotError, RecursionError) as error:
            return ValidationResult(False, (CodeFault(1, str(error) or "nested too deeply"),), version)
        unknown = next((tree for tree in statements if type(tree).__name__ in ("Command", "Alias", "Column")), None)
        if unknown is not None or not statements:
            return ValidationResult(
                False, (CodeFault(1, "no SQL statement: begin with SELECT, INSERT, UPDATE, …"),), version
            )
        return ValidationResult(True, (), version)


def open_validator(language: str, settings: Settings) -> Validator:
    """Return the validator of a language; raises SettingsError, which lists the known ones, for any other."""
    if language == "python":
        return PythonValidator()
    if language == "sql":
        if find_spec("sqlglot") is None:
            raise SettingsError("SQL is checked with sqlglot, which is not installed: pip install 'fingerpost[sql]'")
        return SqlValidator()
    known = _entry_points()
    if language not in known:
        names = ", ".join(sorted({"python", "sql", *known}))
        raise SettingsError(
            f"code_language = {language!r}: there is no validator for it: give one of {names}, or install"
            " a package that adds one"
        )
    validator: Validator = known[language].load()(settings)
    return validator


@cache
def _entry_points() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}
