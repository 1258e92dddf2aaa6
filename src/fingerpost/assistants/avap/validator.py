"""The validator of AVAP code: in process, or through the parser service of the settings."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fingerpost.assistants.avap.compose import compose
from fingerpost.assistants.avap.parser import COMMANDS, VERSION, check
from fingerpost.assistants.avap.parser.expressions import LITERALS
from fingerpost.assistants.avap.parser.signatures import BUILTINS
from fingerpost.assistants.avap.parser.suggest import CallableNames
from fingerpost.assistants.avap.repair import repair
from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.assistants.avap.statements import statements
from fingerpost.settings import Settings
from fingerpost.validation.validators import (
    CheckPolicy,
    CodeFault,
    CodeStatement,
    RequestPart,
    ValidationResult,
    Validator,
    ValidatorUnreachableError,
)

if TYPE_CHECKING:
    from fingerpost.assistants.avap.service import ParserClient

MAX_INLINE_LENGTH = 20_000
"""Maximum number of characters checked on the event loop; longer code is checked in a thread."""

# Unclosed strings end with their line, and the quantifiers are possessive, so the pattern never backtracks. A comment
# over several lines begins a line and is closed soon: a `/*` in a sentence must not hide the code after it.
_STRING_OR_COMMENT = re.compile(
    r"""(["'`])(?:(?!\1)[^\\\n]|\\[^\n]?)*+(?:\1|$) | //[^\n]*
      | ^[^\S\n]*/\*(?s:.{0,2000}?)\*/ | /\*[^\n]*?(?:\*/|$)""",
    re.MULTILINE | re.VERBOSE,
)
_CALL = re.compile(r"([^\W\d]\w*(?:\.\w+)*)(\s*)\(")
_PLURAL = re.compile(r"\w+\(e?s\)$")
_ASSIGNMENT = re.compile(r"\$?[^\W\d]\w*(?:\[[^\]]*\]|\.\w+)*\s*:?=(?!=)\s*\S")
_STATEMENT = re.compile(r"function\s+\w+\s*\([^{]*\{|return\b\s*\(")
# A bracket alone, or the head of a function without its body, which may be a title.
_PART = re.compile(r"\}\s*$|function\s+\w+\s*\(")
# Each begins where a word begins, and runs are possessive: a long word is read once, not from each of its letters.
_TWO_WORDS = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+\s++[^\W\d_]{2}")
_THREE_WORDS = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+\s++[^\W\d_]{2,}+\s++[^\W\d_]{2}")
_BRACKET_OR_STRING = re.compile(r"[()\[\]{}\"]")
_SEPARATORS = re.compile(r"[ \t,;{})]*+")
# What models write of other languages between lines of AVAP. A sign of code tells `for i in x:` from `for example:`.
_FOREIGN = re.compile(
    r"""(?:def|func|fn|class)\s+\w+\s*[(:{]
      | (?:for|while|foreach|if|elif|switch)\b(?=.*(?:[()\[\]=<>"\d]|\b(?:in|not|True|False|None)\b)).*[:{]$
      | (?:const|let|var|val|int|float|string|bool|auto)\s+\w+\s*:?=
      | (?:else|try|finally|except|catch|do)\s*[:{]$
      | import\s+[\w.]+$ | from\s+[\w.]+\s+import\b""",
    re.VERBOSE,
)
# `if the value is 0:` and `while it is not empty:` are text; Python has no two names in a row.
_OPERATORS = "for|while|foreach|if|elif|switch|in|is|not|and|or|await|async|lambda|else"
_HEAD_OF_TEXT = re.compile(
    rf"""(?=.*:$)(?: .*?\b(?!(?:{_OPERATORS})\b)[^\W\d]\w*+\s++(?!(?:{_OPERATORS})\b)[^\W\d]
      | (?!.*\b(?:True|False|None)\b)(?:[^\W\d_]++\s++){{4}}[^\W\d_]++[^()\[\]=<>"\d:]*+:$)""",
    re.VERBOSE,
)
_WORDS = BUILTINS | LITERALS | {"function", "return"}
_PERCENTAGE = re.compile(r"=\s*[\d.,]+\s*%$")


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
        self.embedded: Validator | None = AvapValidator(policy=self.policy) if client is not None else None

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

    def code_lines(self, text: str) -> list[bool | None]:
        """Return for each line of a text without code blocks whether it is code, valid or not, rather than prose.

        None stands for a line that is code beside code, but makes no program of AVAP by itself.
        """
        lines, masked = text.split("\n"), _STRING_OR_COMMENT.sub(_mask, text).split("\n")
        found = [_is_code(line.strip()) for line in masked]
        if not any(found):
            return found
        # A comment belongs to the code around it.
        return [
            True if line.strip() and not rest.strip() else is_code
            for is_code, line, rest in zip(found, lines, masked, strict=True)
        ]

    def is_own(self, code: str) -> bool:
        """Return whether code calls a command of AVAP, or has no line of another language."""
        called = {call[1] for call in _CALL.finditer(_STRING_OR_COMMENT.sub(_mask, code))}
        return not called.isdisjoint(COMMANDS) or (bool(called) and None not in self.code_lines(code))

    def repair(self, code: str) -> str:
        """Return a faulty program with few small edits that make it sound; "" where these do not."""
        return repair(code)

    def unknown_names(self, names: Iterable[str]) -> dict[str, str]:
        """Return the names that no command has, each with the nearest command, or ""."""
        known = CallableNames(())
        return {
            name: known.same_but_case(name) or known.nearest(name) or ""
            for name in names
            if name not in COMMANDS and name not in _WORDS
        }

    def compose(self, parts: Sequence[RequestPart]) -> str:
        """Return a sound program for a request, made of checked pieces; "" where the request names too little."""
        return compose(parts)

    def statements(self, code: str) -> list[CodeStatement]:
        """Return the statements of a sound program in their order."""
        return statements(code)

    async def close(self) -> None:
        """Close the client."""
        if self._client is not None:
            await self._client.close()


def _check(code: str) -> ValidationResult:
    found = check(code)
    return ValidationResult(found.valid, tuple(CodeFault(fault.line, fault.message) for fault in found.trace), VERSION)


def _mask(found: re.Match[str]) -> str:
    """Replace a string by an empty one and a comment by its line breaks: their content is not code."""
    return '""' if found[1] else "\n" * found[0].count("\n")


def _is_code(line: str) -> bool | None:
    """Return whether a line is a call without text after it, an unclosed call of a command, or an assignment.

    None for parts of statements and for other languages: code, but no program of AVAP.
    """
    if _STATEMENT.match(line):
        return True
    if _PART.match(line):
        return None
    if _FOREIGN.match(line):
        return False if _HEAD_OF_TEXT.match(line) else None
    return _is_assignment(line) if _ASSIGNMENT.match(line) else _is_call(line)


def _is_assignment(line: str) -> bool | None:
    """Return whether what looks like an assignment is one; None where it may be the notation of an explanation."""
    # `x = 5 means that x is five.` is a sentence, though SQL may stand without quotes.
    words = _TWO_WORDS if line.endswith((".", ":", "!", "?")) else _THREE_WORDS
    if words.search(line) or _PERCENTAGE.search(line):
        return check(line).valid
    # `a = 1 -> a = 2` explains; what opens a bracket or a string is meant as code.
    return True if _BRACKET_OR_STRING.search(line) or check(line).valid else None


def _is_call(line: str) -> bool:
    """Return whether a line is one call or several, with nothing but separators between and after them."""
    place = 0
    while place < len(line):
        call = _CALL.match(line, place)
        if call is None or (call[2] and call[1] not in COMMANDS) or _PLURAL.fullmatch(line, place):
            return False
        end = _call_end(line, call.end() - 1)
        if end == 0:
            return call[1] in COMMANDS
        # `addVar(x, 1) sets x` is a sentence; `addVar(x, 1) # sets x` has a comment of another language.
        separators = _SEPARATORS.match(line, end)
        place = separators.end() if separators else end
        if line.startswith("#", place):
            return True
    return bool(line)


def _call_end(line: str, opened: int) -> int:
    """Return the place after the parenthesis that closes one; 0 where none does."""
    depth = 0
    for place in range(opened, len(line)):
        depth += (line[place] == "(") - (line[place] == ")")
        if depth == 0:
            return place + 1
    return 0
