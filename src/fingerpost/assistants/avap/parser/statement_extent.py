"""Finds the extent of a statement: to the end of its line, or to the line where its brackets are closed."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from fingerpost.assistants.avap.parser.lexer import (
    END,
    FENCE,
    HASH,
    NAME,
    NEWLINE,
    OP,
    OPEN_COMMENT,
    OPEN_STRING,
    OPEN_TEMPLATE,
    AvapToken,
)

_PAIRS = {")": "(", "]": "[", "}": "{"}
_CLOSING = {opening: closing for closing, opening in _PAIRS.items()}
_CONTINUATION_SIGNS = frozenset({",", "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "=", ":", "&", "|"})
_CONTINUATION_WORDS = frozenset({"and", "or", "in", "not"})
_BEFORE_DICT = frozenset({"return", "in", "and", "or", "not", "else", "if"})
_BREAKS = frozenset({NEWLINE, END, HASH, FENCE, OPEN_COMMENT})
_OBJECT = "AVAP has no object over several lines: fill it with AddvariableToJSON(key, value, target)"
SWALLOWED = "the rest of the statement is lost in a comment"


class StatementExtent(NamedTuple):
    """The tokens of a statement without line ends, its matching brackets, its fault, and the index after it."""

    own: list[AvapToken]
    match: dict[int, int]
    wrong: str
    after: int


def statement_extent(tokens: Sequence[AvapToken], at: int, callable_names: Container[str]) -> StatementExtent:
    """Return the extent of the statement at an index; known callables distinguish an unclosed bracket from a call."""
    scan = _StatementScanner(tokens, at, callable_names)
    while scan.step():
        pass
    if scan.stack and not scan.wrong:
        swallowed = tokens[scan.at].kind == OPEN_COMMENT
        scan.wrong = SWALLOWED if swallowed else _never_closed(scan.own[scan.stack[-1]].text)
    return StatementExtent(scan.own, scan.match, scan.wrong, scan.at)


class _StatementScanner:
    def __init__(self, tokens: Sequence[AvapToken], at: int, callable_names: Container[str]) -> None:
        self.tokens, self.at, self.callable_names = tokens, at, callable_names
        self.own: list[AvapToken] = []
        self.match: dict[int, int] = {}
        self.stack: list[int] = []  # indexes of the open brackets
        self.open = dict.fromkeys("([{", 0)
        self.wrong = ""

    def step(self) -> bool:
        """Consume a token; return False where the statement ends before or with it."""
        token = self.tokens[self.at]
        if token.kind in _BREAKS:
            return token.kind == NEWLINE and bool(self.stack) and self.continues()
        if token.kind == OP and token.text in _CLOSING:
            if token.text == "{" and not self.stack and self.is_block():
                return False
            self.stack.append(len(self.own))
            self.open[token.text] += 1
        elif token.kind == OP and token.text in _PAIRS:
            if token.text == "}" and not self.open["{"]:
                return False  # it closes a function around the statement
            self.close(token.text)
        elif token.kind == OPEN_STRING:
            self.wrong = self.wrong or f"the quote {token.text[0]} is never closed"
        elif token.kind == OPEN_TEMPLATE:
            self.wrong = self.wrong or "the template string is never closed: its second backquote is missing"
        self.own.append(token)
        self.at += 1
        return token.kind not in {OPEN_STRING, OPEN_TEMPLATE}

    def close(self, closing: str) -> None:
        opening = _PAIRS[closing]
        if not self.open[opening]:
            self.wrong = self.wrong or f"'{closing}' closes nothing: its '{opening}' is missing"
        while self.open[opening]:
            at = self.stack.pop()
            text = self.own[at].text
            self.open[text] -= 1
            if text == opening:
                self.match[at] = len(self.own)
                if opening == "{" and self.own[at].line != self.tokens[self.at].line:
                    self.wrong = self.wrong or _OBJECT
                break
            self.wrong = self.wrong or _never_closed(text)

    def continues(self) -> bool:
        """Return whether the next line continues an open bracket, and advance to it if so."""
        at = self.skip_newlines(self.at)
        last, token = self.own[-1], self.tokens[at]
        body = last.text == "{" and len(self.own) > 1 and self.own[-2].text in {"=>", ")"}
        if token.kind in _BREAKS or body:  # the body of an anonymous function holds statements, not values
            return False
        if token.kind == OP and token.text in _PAIRS:
            continues = self.open[_PAIRS[token.text]] > 0
        else:
            joined = (
                last.kind == OP and (last.text in _CONTINUATION_SIGNS or last.text in _CLOSING)
            ) or last.text in _CONTINUATION_WORDS
            joined = joined or (token.kind == OP and token.text in _CONTINUATION_SIGNS) or token.text in {"and", "or"}
            continues = joined and not self.begins_statement(at)
        if continues:
            self.at = at
        return continues

    def skip_newlines(self, at: int) -> int:
        while self.tokens[at].kind == NEWLINE:
            at += 1
        return at

    def begins_statement(self, at: int) -> bool:
        """Return whether a line inside an open bracket begins a statement, so that the bracket was left unclosed."""
        token, after = self.tokens[at], self.tokens[at + 1]
        if token.kind != NAME:
            return False
        if (after.text == "=" and after.kind == OP) or token.text in {"function", "return"}:
            return True
        return after.text == "(" and token.text in self.callable_names and not self.is_inner_call(at)

    def is_inner_call(self, at: int) -> bool:
        """Return whether the text after the call on this line continues the surrounding bracket."""
        depth = 0
        while self.tokens[at].kind not in _BREAKS:
            sign = self.tokens[at].text if self.tokens[at].kind == OP else ""
            at += 1
            depth += (sign in _CLOSING) - (sign in _PAIRS)
            if sign in _PAIRS and depth <= 0:
                break
        follows = self.tokens[self.skip_newlines(at)]
        closes = follows.text in _PAIRS and self.open[_PAIRS[follows.text]] > 0
        return depth == 0 and follows.kind == OP and (follows.text in _CONTINUATION_SIGNS or closes)

    def is_block(self) -> bool:
        """Return whether a `{` outside all brackets opens a block rather than a dictionary."""
        last = self.own[-1]
        if last.kind == NAME:
            return last.text not in _BEFORE_DICT or (len(self.own) == 1 and last.text != "return")
        return last.kind == OP and last.text in {")", "=>", ":"}


def _never_closed(opening: str) -> str:
    return f"'{opening}' is never closed: '{_CLOSING[opening]}' is missing"
