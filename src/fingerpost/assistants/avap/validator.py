"""The validator of AVAP code: in this process, or through the service that the settings name."""

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

INLINE = 20_000
"""Characters that are checked at once; more is checked in a thread, so that other requests go on."""

# What is open at the end of its line is taken to there: no text makes a pattern go back.
_MASKED = re.compile(
    r"""(["'`])(?:(?!\1)[^\\\n]|\\[^\n]?)*+(?:\1|$) | //[^\n]* | /\*(?s:.*?)(?:\*/|\Z)""", re.MULTILINE | re.VERBOSE
)
_CALL = re.compile(r"([^\W\d]\w*)\s*\(")
_OTHER = re.compile(r"\$?[^\W\d]\w*\s*=(?!=)|function\s+\w+\s*\(|return\b\s*\(|\}\s*$")


def open_validator(settings: Settings) -> Validator:
    """Return the validator that the settings ask for; this is what the entry point names."""
    policy = settings.section(ParserSettings).policy
    if policy.address is None:
        return AvapValidator(policy=policy)
    # Only who asks a service needs gRPC.
    from fingerpost.assistants.avap.service import ParserClient

    return AvapValidator(ParserClient(policy.address), policy)


class AvapValidator:
    """AVAP, by its parser: nothing is run."""

    language = "avap"

    def __init__(self, client: ParserClient | None = None, policy: CheckPolicy | None = None) -> None:
        """Create a validator that asks a parser service; without a client it checks in process."""
        self._client, self.remote = client, client is not None
        self.policy = policy or CheckPolicy()

    async def check(self, code: str, timeout: float) -> ValidationResult:
        """Return what the parser found, or raise ValidatorUnreachableError."""
        if self._client is not None:
            return await self._client.check(code, timeout)
        if len(code) <= INLINE:
            return _check(code)
        try:
            async with asyncio.timeout(timeout):
                return await asyncio.to_thread(_check, code)
        except TimeoutError:
            raise ValidatorUnreachableError(f"{len(code)} characters could not be checked in {timeout:g} s") from None

    def looks_like_code(self, text: str) -> bool:
        """Whether a text without fences is a program, sound or broken, and no prose."""
        lines = [line.strip() for line in _MASKED.sub(_mask, text).splitlines() if line.strip()]
        if not lines:
            return False
        return 2 * sum(map(_is_code, lines)) > len(lines) or check(text).valid

    async def close(self) -> None:
        """Let the connection go."""
        if self._client is not None:
            await self._client.close()


def _check(code: str) -> ValidationResult:
    found = check(code)
    return ValidationResult(found.valid, tuple(CodeFault(fault.line, fault.message) for fault in found.trace), VERSION)


def _mask(found: re.Match[str]) -> str:
    """Leave nothing of a comment, and of a string that there is one: what is in them is no code."""
    return '""' if found[1] else ""


def _is_code(line: str) -> bool:
    """Whether a line is a call and nothing behind it, a call of a command that was never closed, or an assignment."""
    if _OTHER.match(line):
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
