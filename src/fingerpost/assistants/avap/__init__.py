"""The avap assistant: its routebook, its knowledge base, and a parser for the AVAP language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fingerpost.assistants.avap.parser import ParseReport


def check(code: str) -> ParseReport:
    """Parse an AVAP program and return its faults and warnings; nothing is run."""
    # Imported lazily: loading the routebook imports this package and needs no parser.
    from fingerpost.assistants.avap.parser import check

    return check(code)
