"""Validators by language: who says whether a piece of code is sound. Others come in by entry point.

A package adds one under `fingerpost.validators`: a function that takes the Settings and returns a Validator.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version as metadata_version
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from fingerpost.errors import FingerpostError, SettingsError
from fingerpost.settings import Settings

ENTRY_POINTS = "fingerpost.validators"


@dataclass(frozen=True, slots=True)
class CheckPolicy:
    """How a validator is asked.

    `timeout`: seconds for one check; 0 means that nothing is checked. `threshold`: failures in a row after which a remote
    validator is left alone for `cooldown` seconds. `version`: the expected version. `address`: where a remote one is, and
    `remedy`: what to do when it cannot be reached, for people.
    """

    timeout: float = 2.0
    threshold: int = 3
    cooldown: float = 30.0
    version: str | None = None
    address: str | None = None
    remedy: str = "start it"


class CodeFault(NamedTuple):
    """What is wrong in one line."""

    line: int
    message: str


class ValidationResult(NamedTuple):
    """What a validator found, and the version of it that did."""

    valid: bool
    trace: tuple[CodeFault, ...]
    version: str

    @property
    def text(self) -> str:
        """Return the trace as people and models read it."""
        return "\n".join(f"Line {fault.line}: {fault.message}" for fault in self.trace)


class ValidatorUnreachableError(FingerpostError):
    """The validator did not answer, so nothing is known of the code."""


class Validator(Protocol):
    """Checks code of one language. `remote` ones are asked through a breaker."""

    language: str
    remote: bool
    policy: CheckPolicy

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Return what was found, or raise ValidatorUnreachableError."""

    def looks_like_code(self, text: str) -> bool:
        """Whether a text without fences is a program and no prose."""

    async def close(self) -> None:
        """Let connections go."""


class _Local:
    """What validators that run in this process share."""

    remote = False
    policy = CheckPolicy()

    def looks_like_code(self, text: str) -> bool:
        """Only fences count."""
        del text
        return False

    async def close(self) -> None:
        """There is nothing to close."""


class PythonValidator(_Local):
    """Python, by its own parser: nothing is run."""

    language = "python"

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Compile to a tree."""
        import sys

        del timeout
        version = ".".join(map(str, sys.version_info[:3]))
        try:
            with warnings.catch_warnings():
                # A doubtful escape is no fault.
                warnings.simplefilter("ignore")
                ast.parse(code)
        except SyntaxError as error:
            return ValidationResult(False, (CodeFault(error.lineno or 1, error.msg),), version)
        except (ValueError, RecursionError, MemoryError) as error:
            return ValidationResult(False, (CodeFault(1, f"cannot be read: {error}"),), version)
        return ValidationResult(True, (), version)


class SqlValidator(_Local):
    """SQL, by sqlglot's parser: nothing is run."""

    language = "sql"

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Parse all statements."""
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
    """Return the validator of a language, or say which there are."""
    if language == "python":
        return PythonValidator()
    if language == "sql":
        if find_spec("sqlglot") is None:
            raise SettingsError("SQL is checked with sqlglot, which is not installed: pip install 'fingerpost[sql]'")
        return SqlValidator()
    known = _installed()
    if language not in known:
        names = ", ".join(sorted({"python", "sql", *known}))
        raise SettingsError(f"code_language = {language!r}: there is no validator for it; there are {names}")
    validator: Validator = known[language].load()(settings)
    return validator


@cache
def _installed() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}
