"""A parser for AVAP that reports the faults of a program by line.

    >>> check("getSHA256(x, y)").text
    "Line 1: unknown command 'getSHA256' — did you mean 'encodeSHA256'?"

It checks syntax, not behaviour. What the language leaves open is accepted; accepted code that looks like a mistake
gives a warning.
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
    """The result of parsing: `trace` holds the faults, which make a program invalid; warnings do not."""

    valid: bool
    trace: tuple[ParseFault, ...]
    warnings: tuple[ParseFault, ...]

    @property
    def text(self) -> str:
        """Return the faults as text, one per line."""
        return "\n".join(f"Line {fault.line}: {fault.message}" for fault in self.trace)


def check(code: str) -> ParseReport:
    """Parse a program and return the report; never raises, whatever the text is."""
    program = parse(tokenize(code))
    trace = [*program.faults, *check_blocks(program.events, program.cut_short)]
    return ParseReport(not trace, _sorted(trace), _sorted(program.warnings))


def _sorted(faults: list[ParseFault]) -> tuple[ParseFault, ...]:
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: fault.line))
