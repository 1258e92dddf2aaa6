"""Annotated examples: the values of a message marked in its text.

In "add [Fushimi Inari](place) and [Gion](place)" `[words](parameter)` marks the words of a value;
`{parameter=choice}` at the end of a request is a choice that is meant without being named, and `||` parts the requests
of one message.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SPAN = re.compile(r"\[([^\[\]]+)\]\((\w+)\)")
_CHOICE = re.compile(r"\s*\{(\w+)=(\w+)\}")
_BRACKETS = re.compile(r"[\[\]{}]")
_SPACES = re.compile(r"\s+")
NEXT_REQUEST = "||"


class ValueSpan(NamedTuple):
    """Where the words of a parameter's value stand in a text."""

    start: int
    end: int
    parameter: str


class AnnotatedRequest(NamedTuple):
    """One request of an example: where its words are, and its values."""

    start: int
    end: int
    spans: tuple[ValueSpan, ...]
    choices: tuple[tuple[str, str], ...] = ()


class AnnotatedText(NamedTuple):
    """The plain text of an example, and its requests in their order."""

    text: str
    requests: tuple[AnnotatedRequest, ...]


def parse(annotated: str) -> AnnotatedText:
    """Return the text and the values of an annotated example; raise ValueError where a bracket does not close."""
    text = ""
    requests = []
    for part in annotated.split(NEXT_REQUEST):
        choices = tuple((found[1], found[2]) for found in _CHOICE.finditer(part))
        plain = _SPACES.sub(" ", _CHOICE.sub("", part)).strip()
        text = f"{text.rstrip()} " if text else ""
        start, done = len(text), 0
        spans = []
        for found in _SPAN.finditer(plain):
            text += _unmarked(plain[done : found.start()], annotated)
            spans.append(ValueSpan(len(text), len(text) + len(found[1]), found[2]))
            text += found[1]
            done = found.end()
        text += _unmarked(plain[done:], annotated)
        requests.append(AnnotatedRequest(start, len(text), tuple(spans), choices))
    return AnnotatedText(text, tuple(requests))


def _unmarked(text: str, annotated: str) -> str:
    if _BRACKETS.search(text):
        raise ValueError(
            f"{annotated!r}: a bracket is left over: mark values as [words](parameter), choices as {{parameter=choice}}"
        )
    return text
