"""Where a statement ends: at the end of its line, or where its brackets are closed on a later one."""

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
_JOINING = frozenset({",", "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "=", ":", "&", "|"})
_JOINING_WORDS = frozenset({"and", "or", "in", "not"})
_BEFORE_DICT = frozenset({"return", "in", "and", "or", "not", "else", "if"})
_BREAKS = frozenset({NEWLINE, END, HASH, FENCE, OPEN_COMMENT})
_OBJECT = "AVAP has no object over several lines: fill it with AddvariableToJSON(key, value, target)"
SWALLOWED = "the rest of the statement is lost in a comment"


class StatementExtent(NamedTuple):
    """The tokens of a statement without its line ends, its brackets by place, what is wrong, and what comes after."""

    own: list[AvapToken]
    match: dict[int, int]
    wrong: str
    after: int


def statement_extent(tokens: Sequence[AvapToken], at: int, callable_names: Container[str]) -> StatementExtent:
    """Take the statement that begins here; the names tell a forgotten bracket from a call inside it."""
    scan = _Scan(tokens, at, callable_names)
    while scan.step():
        pass
    if scan.stack and not scan.wrong:
        swallowed = tokens[scan.at].kind == OPEN_COMMENT
        scan.wrong = SWALLOWED if swallowed else _never_closed(scan.own[scan.stack[-1]].text)
    return StatementExtent(scan.own, scan.match, scan.wrong, scan.at)


class _Scan:
    def __init__(self, tokens: Sequence[AvapToken], at: int, callable_names: Container[str]) -> None:
        self.tokens, self.at, self.callable_names = tokens, at, callable_names
        self.own: list[AvapToken] = []
        self.match: dict[int, int] = {}
        self.stack: list[int] = []  # the opening brackets, by their place
        self.open = dict.fromkeys("([{", 0)
        self.wrong = ""

    def step(self) -> bool:
        """Take a token; False where the statement ends before or with it."""
        token = self.tokens[self.at]
        if token.kind in _BREAKS:
            return token.kind == NEWLINE and bool(self.stack) and self.goes_on()
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

    def goes_on(self) -> bool:
        """Whether the next line goes on with an open bracket; if so, step there, else stay."""
        at = self.text_after(self.at)
        last, token = self.own[-1], self.tokens[at]
        body = last.text == "{" and len(self.own) > 1 and self.own[-2].text in {"=>", ")"}
        if token.kind in _BREAKS or body:  # the body of a nameless function is statements, not values
            return False
        if token.kind == OP and token.text in _PAIRS:
            goes_on = self.open[_PAIRS[token.text]] > 0
        else:
            joined = (
                last.kind == OP and (last.text in _JOINING or last.text in _CLOSING)
            ) or last.text in _JOINING_WORDS
            joined = joined or (token.kind == OP and token.text in _JOINING) or token.text in {"and", "or"}
            goes_on = joined and not self.begins_statement(at)
        if goes_on:
            self.at = at
        return goes_on

    def text_after(self, at: int) -> int:
        while self.tokens[at].kind == NEWLINE:
            at += 1
        return at

    def begins_statement(self, at: int) -> bool:
        """Whether a line inside an open bracket begins a statement, and so shows that the bracket was forgotten."""
        token, after = self.tokens[at], self.tokens[at + 1]
        if token.kind != NAME:
            return False
        if (after.text == "=" and after.kind == OP) or token.text in {"function", "return"}:
            return True
        return after.text == "(" and token.text in self.callable_names and not self.is_inner_call(at)

    def is_inner_call(self, at: int) -> bool:
        """Whether the call that fills this line is followed by what goes on with the bracket around it."""
        depth = 0
        while self.tokens[at].kind not in _BREAKS:
            sign = self.tokens[at].text if self.tokens[at].kind == OP else ""
            at += 1
            depth += (sign in _CLOSING) - (sign in _PAIRS)
            if sign in _PAIRS and depth <= 0:
                break
        follows = self.tokens[self.text_after(at)]
        closes = follows.text in _PAIRS and self.open[_PAIRS[follows.text]] > 0
        return depth == 0 and follows.kind == OP and (follows.text in _JOINING or closes)

    def is_block(self) -> bool:
        """Whether a `{` outside all brackets opens a block rather than a dictionary."""
        last = self.own[-1]
        if last.kind == NAME:
            return last.text not in _BEFORE_DICT or (len(self.own) == 1 and last.text != "return")
        return last.kind == OP and last.text in {")", "=>", ":"}


def _never_closed(opening: str) -> str:
    return f"'{opening}' is never closed: '{_CLOSING[opening]}' is missing"
