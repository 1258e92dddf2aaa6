"""The validator of AVAP code: in process, or through the parser service of the settings."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from fingerpost.assistants.avap.parser import COMMANDS, VERSION, check
from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.settings import Settings
from fingerpost.validation.validators import (
    CheckPolicy,
    CodeFault,
    ValidationResult,
    Validator,
    ValidatorUnreachableError,
)

if TYPE_CHECKING:
    from fingerpost.assistants.avap.service import ParserClient

MAX_INLINE_LENGTH = 20_000
"""Maximum number of characters checked on the event loop; longer code is checked in a thread."""

# Unclosed strings end with their line, and the quantifiers are possessive, so the pattern never backtracks.
_STRING_OR_COMMENT = re.compile(
    r"""(["'`])(?:(?!\1)[^\\\n]|\\[^\n]?)*+(?:\1|$) | //[^\n]* | /\*(?s:.*?)(?:\*/|\Z)""", re.MULTILINE | re.VERBOSE
)
_CALL = re.compile(r"([^\W\d]\w*)\s*\(")
_STATEMENT = re.compile(r"\$?[^\W\d]\w*\s*=(?!=)|function\s+\w+\s*\(|return\b\s*\(|\}\s*$")


def open_validator(settings: Settings) -> Validator:
    """Create the validator from the settings; the entry point names this function."""
    policy = settings.section(ParserSettings).policy
    if policy.address is None:
        return AvapValidator(policy=policy)
    # Imported lazily: only the remote parser needs gRPC.
    from fingerpost.assistants.avap.service import ParserClient

    return AvapValidator(ParserClient(policy.address), policy)


class AvapValidator:
    """Validates AVAP code with the parser; nothing is run."""

    language = "avap"

    def __init__(self, client: ParserClient | None = None, policy: CheckPolicy | None = None) -> None:
        """Create a validator that asks a parser service; without a client it checks in process."""
        self._client, self.remote = client, client is not None
        self.policy = policy or CheckPolicy()

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Return the result of the parser, or raise ValidatorUnreachableError."""
        if self._client is not None:
            return await self._client.check(code, timeout)
        if len(code) <= MAX_INLINE_LENGTH:
            return _check(code)
        try:
            async with asyncio.timeout(timeout):
                return await asyncio.to_thread(_check, code)
        except TimeoutError:
            raise ValidatorUnreachableError(f"{len(code)} characters could not be checked in {timeout:g} s") from None

    def looks_like_code(self, text: str) -> bool:
        """Return whether a text without code fences is a program, valid or not, rather than prose."""
        lines = [line.strip() for line in _STRING_OR_COMMENT.sub(_mask, text).splitlines() if line.strip()]
        if not lines:
            return False
        return 2 * sum(map(_is_code, lines)) > len(lines) or check(text).valid

    async def close(self) -> None:
        """Close the client."""
        if self._client is not None:
            await self._client.close()


def _check(code: str) -> ValidationResult:
    found = check(code)
    return ValidationResult(found.valid, tuple(CodeFault(fault.line, fault.message) for fault in found.trace), VERSION)


def _mask(found: re.Match[str]) -> str:
    """Replace a string by an empty one and a comment by nothing: their content is not code."""
    return '""' if found[1] else ""


def _is_code(line: str) -> bool:
    """Return whether a line is a call without text after it, an unclosed call of a command, or an assignment."""
    if _STATEMENT.match(line):
        return True
    call = _CALL.match(line)
    if call is None:
        return False
    depth = 0
    for place, sign in enumerate(line):
        depth += (sign == "(") - (sign == ")")
        if sign == ")" and depth == 0:
            # `addVar(x, 1) sets x` is a sentence.
            return not line[place + 1 :].strip(" \t;{")
    return call[1] in COMMANDS
