"""The message of `route` and `ask`: the words of the command line, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from fingerpost.errors import MessageError

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="TEXT", help="The message; without it, or with -, it is read from standard input."),
]


def read_message(words: Sequence[str] | None) -> str:
    """Return the message; raise MessageError if it is empty. Words without quotes are one message."""
    text = " ".join(words or ["-"])
    if text == "-":
        if sys.stdin.isatty():
            sys.stderr.write("Write the message, then Ctrl-D on a line of its own.\n")
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    if not text.strip():
        raise MessageError('the message is empty: write one, as in "where is my parcel?"')
    return text
