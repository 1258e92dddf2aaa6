"""The avap assistant: its routebook, its documents, and the parser of the AVAP language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fingerpost.assistants.avap.parser import ParseReport


def check(code: str) -> ParseReport:
    """Return whether an AVAP program is sound, and where it is not; nothing is run."""
    # The package is also imported to find the routebook, which needs no parser.
    from fingerpost.assistants.avap.parser import check

    return check(code)
