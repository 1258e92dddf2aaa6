"""A parser for AVAP: whether a program is sound, and what is wrong with it, line by line.

    >>> check("getSHA256(x, y)").text
    "Line 1: unknown command 'getSHA256' — did you mean 'encodeSHA256'?"

It looks at the form of a program, not at what it does. What the language leaves in doubt is accepted; what is accepted
and yet looks like a slip is a warning.
"""

from __future__ import annotations

from typing import NamedTuple

from fingerpost.assistants.avap.parser.blocks import ParseFault, check_blocks
from fingerpost.assistants.avap.parser.grammar import parse
from fingerpost.assistants.avap.parser.lexer import tokenize
from fingerpost.assistants.avap.parser.signatures import COMMANDS

VERSION = "1.0.0"

__all__ = ["COMMANDS", "VERSION", "ParseFault", "ParseReport", "check"]


class ParseReport(NamedTuple):
    """What the parser found: faults make a program invalid, warnings do not."""

    valid: bool
    trace: tuple[ParseFault, ...]
    warnings: tuple[ParseFault, ...]

    @property
    def text(self) -> str:
        """Return the faults in words, each on a line of its own."""
        return "\n".join(f"Line {fault.line}: {fault.message}" for fault in self.trace)


def check(code: str) -> ParseReport:
    """Check a program; whatever the text is, this raises nothing."""
    program = parse(tokenize(code))
    trace = [*program.faults, *check_blocks(program.events, program.cut_short)]
    return ParseReport(not trace, _sorted(trace), _sorted(program.warnings))


def _sorted(faults: list[ParseFault]) -> tuple[ParseFault, ...]:
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: fault.line))
