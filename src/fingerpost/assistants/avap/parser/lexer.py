"""The lexer of AVAP. It never fails: an unclosed string, template or comment becomes a token of its own kind."""

from __future__ import annotations

import re
from typing import NamedTuple

NAME, NUMBER, STRING, TEMPLATE, BARE, OP = "name", "number", "string", "template", "bare", "op"
NEWLINE, END = "newline", "end of the program"
# Tokens left open at the end of their line, or of the program.
OPEN_STRING, OPEN_TEMPLATE, OPEN_COMMENT = "open string", "open template", "open comment"
# Foreign syntax: a `#` comment, and the code fence of Markdown.
HASH, FENCE = "hash", "fence"

# Quantifiers are possessive and alternatives exclude each other, so the patterns never backtrack.
_NAME = r"\$?[^\W\d][\w\u0300-\u036f]*+"
_SPACE = re.compile(r"(?:[^\S\n]|[\u200b\ufeff])++")
_URL_REST = r"[^\s,\"'`()\[\]]*+"
_TOKEN = re.compile(
    rf"""
    (?P<newline>\n)
  | (?P<comment>//[^\n]*+)
  | (?P<block>/\*)
  | (?P<string>"(?:[^"\\\n]++|\\[^\n])*+"|'(?:[^'\\\n]++|\\[^\n])*+')
  | (?P<openstring>["'][^\n]*+)
  | (?P<fence>```[^\n]*+)
  | (?P<template>`)
  | (?P<bare>(?:[^\W\d]\w*+)?://{_URL_REST})
  | (?P<name>{_NAME})
  | (?P<number>0[xX][0-9a-fA-F]++|(?:\d[\d_]*+(?:\.\d++)?+|\.\d++)(?:[eE][+-]?\d++)?+)
  | (?P<op>===|!==|==|!=|<=|>=|<>|:=|=>|->|\+\+|--|\+=|-=|\*=|/=|%=|&&|\|\||\*\*|<<|>>|\?\?|.)
    """,
    re.VERBOSE,
)
_TEMPLATE = re.compile(r"`(?:[^`\\]++|\\.)*+`", re.DOTALL)
_REST_OF_LINE = re.compile(r"[^\n]*+")
# An unquoted path as a value, as in `registerEndpoint(/users/*, GET, …)`: its `/*` and `//` are no comments.
_PATH = re.compile(rf"/[\w{{:]{_URL_REST}")
# The rest of an address without a scheme, as in `RequestGet(example.com//items, , , r)`.
_GLUED = re.compile(rf"//\w{_URL_REST}")
# One of these follows a template over several lines; anything else means that its closing mark opens another one.
_AFTER_TEMPLATE = re.compile(r"[^\S\n]*+(?:\Z|[\n),\]}+\-*/%.:\[<>=!;]|(?:if|else|in|and|or)\b)")


class AvapToken(NamedTuple):
    """A token: its kind, its text, its line from 1, and whether white space precedes it."""

    kind: str
    text: str
    line: int
    gap: bool


def tokenize(code: str) -> list[AvapToken]:
    """Split a program into tokens; the last one marks its end."""
    return _Lexer(code).tokens


class _Lexer:
    def __init__(self, code: str) -> None:
        self.code, self.at, self.line = code, 0, 1
        self.tokens: list[AvapToken] = []
        self.open = 0  # brackets open on this line
        self.endless = len(code)  # offset from which no template is closed
        while self.at < len(code):
            self._next()
        self._add(END, "", gap=True)

    def _add(self, kind: str, text: str, gap: bool) -> None:
        self.tokens.append(AvapToken(kind, text, self.line, gap))

    def _take(self, kind: str, pattern: re.Pattern[str], gap: bool) -> None:
        found = pattern.match(self.code, self.at)
        text = found.group() if found else self.code[self.at]
        self._add(kind, text, gap)
        self.at += len(text)

    def _next(self) -> None:
        space = _SPACE.match(self.code, self.at)
        if space:
            self.at = space.end()
            if self.at == len(self.code):
                return
        last = self.tokens[-1].kind if self.tokens else NEWLINE
        gap = bool(space) or last == NEWLINE
        if self._starts_path(last):
            self._take(BARE, _PATH, gap)
            return
        if not gap and self.open > 0 and last in {NAME, NUMBER} and _GLUED.match(self.code, self.at):
            self._take(BARE, _GLUED, gap)
            return
        found = _TOKEN.match(self.code, self.at)
        kind = str(found.lastgroup) if found else OP
        text = found.group() if found else self.code[self.at]
        if kind == "template":
            self._template(gap)
        elif kind == "block":
            self._comment(gap)
        elif kind == FENCE and last != NEWLINE:
            self._template(gap)
        elif text == "#" and gap and (last == NEWLINE or self.open <= 0):
            self._take(HASH, _REST_OF_LINE, gap)
        else:
            self.at += len(text)
            if kind == NEWLINE:
                self._add(NEWLINE, "\n", gap)
                self.line, self.open = self.line + 1, 0
            elif kind != "comment":
                self._add(OPEN_STRING if kind == "openstring" else kind, text, gap)
                self.open += (text in "([{") - (text in ")]}")

    def _starts_path(self, last: str) -> bool:
        return (
            self.code[self.at] == "/"
            and last == OP
            and self.tokens[-1].text in {"(", ",", "="}
            and _PATH.match(self.code, self.at) is not None
        )

    def _template(self, gap: bool) -> None:
        """Consume a template string, over several lines if the text after its closing mark confirms that."""
        found = _TEMPLATE.match(self.code, self.at) if self.at < self.endless else None
        if found is None:
            self.endless = min(self.endless, self.at)
        elif "\n" not in found.group() or _AFTER_TEMPLATE.match(self.code, found.end()):
            self._add(TEMPLATE, found.group(), gap)
            self.at = found.end()
            self.line += found.group().count("\n")
            return
        self._take(OPEN_TEMPLATE, _REST_OF_LINE, gap)

    def _comment(self, gap: bool) -> None:
        """Skip a block comment; an unclosed one consumes the rest of the program."""
        close = self.code.find("*/", self.at + 2)
        if close < 0:
            self._add(OPEN_COMMENT, "/*", gap)
            self.line += self.code.count("\n", self.at)
            self.at = len(self.code)
            return
        lines = self.code.count("\n", self.at, close)
        if lines:
            self._add(NEWLINE, "\n", gap)  # the text after the comment is on another line
            self.line, self.open = self.line + lines, 0
        self.at = close + 2
