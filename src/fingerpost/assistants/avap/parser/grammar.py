"""The grammar: a recursive-descent parser over the tokens of a program, statement by statement.

A faulty statement is reported once, and parsing continues with the next one. Block events of a faulty line are
still recorded, so that one fault causes no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.assistants.avap.parser.blocks import CLOSE, OPEN, PART, RETURN, BlockEvent, ParseFault
from fingerpost.assistants.avap.parser.expressions import LITERALS, SQL_WORDS, ExpressionParser, StatementError
from fingerpost.assistants.avap.parser.foreign_syntax import BRACE, METHODS, PROSE, ForeignSyntax, explain_foreign
from fingerpost.assistants.avap.parser.lexer import (
    END,
    FENCE,
    HASH,
    NAME,
    NEWLINE,
    NUMBER,
    OP,
    OPEN_COMMENT,
    OPEN_STRING,
    OPEN_TEMPLATE,
    STRING,
    TEMPLATE,
    AvapToken,
)
from fingerpost.assistants.avap.parser.signatures import BUILTINS, COMMANDS, TARGET, signature
from fingerpost.assistants.avap.parser.statement_extent import SWALLOWED, statement_extent
from fingerpost.assistants.avap.parser.suggest import CallableNames

_DEFINING = frozenset({"function", "def", "func", "fn", "fun", "sub"})
_MAX_INSPECTED = 60  # maximum number of tokens inspected of a foreign line


class ParsedProgram(NamedTuple):
    """A parsed program; `cut_short` is true where an unclosed comment consumed the rest."""

    faults: list[ParseFault]
    warnings: list[ParseFault]
    events: list[BlockEvent]
    cut_short: bool


def parse(tokens: Sequence[AvapToken]) -> ParsedProgram:
    """Parse the tokens of a program."""
    parser = _Parser(tokens)
    while tokens[parser.at].kind != END:
        parser.step()
    return ParsedProgram(parser.values.faults, parser.values.warnings, parser.events, parser.cut_short)


def _find_definitions(tokens: Sequence[AvapToken]) -> tuple[dict[str, set[int]], frozenset[str]]:
    """Return the defined functions with their arities, and the names that are assigned anywhere."""
    functions: dict[str, set[int]] = {}
    variables: set[str] = set()
    for at in range(len(tokens) - 2):
        token, after = tokens[at], tokens[at + 1]
        if token.kind != NAME:
            continue
        before = tokens[at - 1].text if at else ""
        if after.text == "=" or (before in {"(", ","} and after.text in {",", ")"}):
            variables.add(token.text)
        if before in _DEFINING and after.text == "(" and after.kind == OP:
            functions.setdefault(token.text, set()).add(_parameter_count(tokens, at + 2))
    return functions, frozenset(variables)


def _parameter_count(tokens: Sequence[AvapToken], at: int) -> int:
    """Return the number of parameters of a function head."""
    count = 0
    while tokens[at].kind != END and tokens[at].text not in {"(", ")", "{"}:
        if tokens[at].kind != NEWLINE:
            count += tokens[at].text == "," or not count
        at += 1
    return count


class _Parser:
    def __init__(self, tokens: Sequence[AvapToken]) -> None:
        self.tokens, self.at = tokens, 0
        functions, variables = _find_definitions(tokens)
        self.names = CallableNames(functions)
        self.values = ExpressionParser(self.names, variables, functions)
        self.events: list[BlockEvent] = []
        self.cut_short = False
        self.inline = 0  # line of a function head, on which several statements may follow
        self.reported_line = 0  # line whose fault is already reported
        self.fenced = False
        self.callbacks = 0  # open calls with a function as an argument, closed by `})`

    def fault(self, line: int, message: str) -> None:
        faults = self.values.faults
        if line != self.reported_line and not (faults and faults[-1].line == line):
            self.values.faults.append(ParseFault(line, message))
            self.reported_line = line

    def warn(self, line: int, message: str) -> None:
        self.values.warnings.append(ParseFault(line, message))

    def event(self, kind: str, name: str, line: int, certain: bool = True, brace: bool = False) -> None:
        self.events.append(BlockEvent(kind, name, line, certain, brace))

    def step(self) -> None:
        """Parse the next statement or the next sign between statements."""
        token = self.tokens[self.at]
        if token.kind == NEWLINE:
            self.at += 1
        elif token.kind == OPEN_COMMENT:
            self.fault(token.line, "the comment /* opened here is never closed: */ is missing")
            self.cut_short, self.at = True, self.at + 1
        elif token.kind == FENCE:
            if not self.fenced:
                self.fault(token.line, "a Markdown fence is no AVAP: hand over the code alone")
            self.fenced, self.at = not self.fenced, self.at + 1
        elif token.kind == HASH:
            self.fault(token.line, "AVAP comments begin with //, not with #")
            self.at += 1
        elif token.kind == OP and token.text == "}":
            self.event(CLOSE, "}", token.line)
            self.inline, self.at = token.line, self.at + 1
            if self.callbacks and self.tokens[self.at].text == ")":
                self.callbacks, self.at = self.callbacks - 1, self.at + 1
        elif token.kind == OP and token.text == ";":
            self._semicolon(token.line)
            self.at += 1
        elif token.kind == OP and token.text == "{":
            self.fault(token.line, f"{BRACE}: function name(a){{ … }}")
            self._open_brace("{", token)
        else:
            self._statement()

    def _semicolon(self, line: int) -> None:
        if line == self.inline:
            self.warn(line, "AVAP needs no ';': one statement a line")
        else:
            self.fault(line, "AVAP has no ';': one statement a line, closed by its end")
        self.inline = line

    def _open_brace(self, name: str, token: AvapToken) -> None:
        self.event(OPEN, name, token.line, certain=False, brace=True)
        self.inline, self.at = token.line, self.at + 1

    def _statement(self) -> None:
        start = self.tokens[self.at]
        own, match, wrong, self.at = statement_extent(self.tokens, self.at, self.names)
        self.values.tokens, self.values.match = own, match
        brace = self.tokens[self.at].kind == OP and self.tokens[self.at].text == "{"
        if wrong:
            foreign = explain_foreign(own[:_MAX_INSPECTED], brace) if own[0].text not in COMMANDS else None
            if wrong != SWALLOWED:
                self.fault(start.line, foreign.message if foreign else wrong)
            self._recover(own, foreign, brace)
            return
        at = begins = 0
        try:
            while at < len(own):
                begins = at
                at = self._parse_statement(at, brace) if at == 0 or self._separated(at) else at + 1
        except StatementError as refused:
            self.fault(start.line, refused.message)
            if own[begins].text == "function":
                self._recover(own[begins:], None, brace)

    def _separated(self, at: int) -> bool:
        """Return whether another statement begins here, rather than a separator between two."""
        token = self.values.tokens[at]
        if token.text == ";":
            self._semicolon(token.line)
            return False
        if token.line not in {self.inline, self.reported_line}:
            if not self._begins(self.values.tokens, at):
                raise self.values.unexpected(at)
            self.fault(token.line, f"one statement a line: '{token.text}' belongs on the next")
        return True

    def _begins(self, own: list[AvapToken], at: int) -> bool:
        """Return whether a statement begins in the middle of a line."""
        if own[at].kind != NAME:
            return False
        after = own[at + 1].text if at + 1 < len(own) else ""
        return after == "=" or own[at].text in {"return", "function"} or (after == "(" and own[at].text in self.names)

    # One statement.

    def _parse_statement(self, at: int, brace: bool) -> int:
        """Parse the statement at an index, and return the index after it."""
        own = self.values.tokens
        token = own[at]
        after = own[at + 1] if at + 1 < len(own) else None
        sign = after.text if after and after.kind == OP else ""
        if token.kind == NAME:
            target = at + 2 if sign == "=" else self._element_assignment(at) if sign in {"[", "."} else 0
            if target:
                return self._assignment(at, target)
            if token.text == "function":
                return self._function(at, brace)
            if token.text == "return":
                return self._return(at)
            if sign == "(" and (token.text in self.names or token.text in BUILTINS):
                return self._call(at, brace)
            if sign == "." and self._is_method(at):
                self.warn(token.line, f"AVAP knows no methods: what '{token.text}' holds must bring this one")
                return self.values.expression(at, len(own))
        self._unknown_statement(own[at:], brace)
        return len(own)

    def _element_assignment(self, at: int) -> int:
        """Return the index of the value of `list[0] = 1` or `item.key = 1`; 0 if this is no assignment."""
        own, values = self.values.tokens, self.values
        end = at + 1
        while end < len(own):
            if values.is_op(end, len(own), "["):
                end = values.match[end] + 1
            elif values.is_op(end, len(own), ".") and end + 1 < len(own) and own[end + 1].kind == NAME:
                end += 2
            else:
                break
        if not values.is_op(end, len(own), "="):
            return 0
        self.warn(own[at].line, "AVAP assigns whole variables: name = value")
        return end + 1

    def _is_method(self, at: int) -> bool:
        """Return whether a method is called on a variable of the program, such as a connector."""
        own, values = self.values.tokens, self.values
        called = values.is_op(at + 1, len(own), ".") and values.is_op(at + 3, len(own), "(")
        return called and own[at].text in values.variables and own[at + 2].text not in METHODS

    def _assignment(self, at: int, start: int) -> int:
        own, values = self.values.tokens, self.values
        token = own[at]
        if token.text in LITERALS:
            raise StatementError(f"'{token.text}' is a literal: nothing can be assigned to it")
        if start == len(own):
            raise StatementError(f"a value is missing after '{token.text} ='")
        if token.text.startswith("$"):
            self.warn(token.line, f"'{token.text}' reads a global: assign with {token.text[1:]} = value")
        first = own[start]
        if first.text == "exception" and values.is_op(start + 1, len(own), "("):
            self.event(PART, "exception", token.line)
        bare = (first.text in SQL_WORDS and start + 1 < len(own) and own[start + 1].kind == NAME) or (
            first.text == "%" and first.kind == OP and not own[min(start + 1, len(own) - 1)].gap
        )
        if bare or (first.text in SQL_WORDS and values.is_op(start + 1, len(own), "*")):
            self.warn(token.line, "text stands in quotes on a right-hand side")
            return len(own)
        return values.expression(start, len(own))

    def _return(self, at: int) -> int:
        own, values = self.values.tokens, self.values
        self.event(RETURN, "return", own[at].line)
        if at + 1 == len(own) or own[at + 1].text == ";":
            return at + 1
        if values.is_op(at + 1, len(own), "(") and values.match[at + 1] == at + 2:
            return at + 3
        return values.expression(at + 1, len(own))

    def _function(self, at: int, brace: bool) -> int:
        own, values = self.values.tokens, self.values
        named = at + 1 < len(own) and own[at + 1].kind == NAME
        if not named or not values.is_op(at + 2, len(own), "("):
            raise StatementError("AVAP function syntax required: function name(a, b){ … }")
        close = values.match[at + 2]
        for start, stop in values.split(at + 2):
            if start == stop or own[start].kind != NAME:
                raise StatementError(f"the function '{own[at + 1].text}' has a parameter without a name")
            if values.is_op(start + 1, stop, "="):
                self.fault(own[start].line, "AVAP parameters have no default values: pass the value where it is called")
            elif stop - start > 1:
                raise StatementError(
                    f"the parameters of '{own[at + 1].text}' are names alone: function {own[at + 1].text}(a, b){{ … }}"
                )
        if own[at + 1].text in COMMANDS:
            self.warn(own[at].line, f"the function '{own[at + 1].text}' hides a command")
        if close + 1 < len(own):
            raise StatementError(f"'{{' is missing after the head of the function '{own[at + 1].text}'")
        if not brace:
            self._brace_on_next_line(own[at + 1].text, own[at].line)
        self.event(OPEN, "function", own[at].line, brace=True)
        self.inline, self.at = self.tokens[self.at].line, self.at + 1
        return close + 1

    def _brace_on_next_line(self, name: str, line: int) -> None:
        """Advance to a `{` on its own line below the function head."""
        at = self.at
        while self.tokens[at].kind == NEWLINE:
            at += 1
        if self.tokens[at].kind != OP or self.tokens[at].text != "{":
            raise StatementError(f"'{{' is missing after the head of the function '{name}'")
        self.warn(line, "the '{' belongs on the line of the function")
        self.at = at

    def _call(self, at: int, brace: bool) -> int:
        own, values = self.values.tokens, self.values
        name, line = own[at].text, own[at].line
        end = values.match[at + 1] + 1
        follows = own[end] if end < len(own) else None
        if (brace and end == len(own)) or (follows and follows.text == ":"):
            self._unknown_statement(own[at:], brace)
            return len(own)
        self._block_event(name, line, certain=True)
        known = len(values.faults)
        values.call(at, 0, value=False)
        if len(values.faults) > known:
            self.reported_line = line
        elif follows and follows.kind == OP and follows.text not in {";", "}"}:
            raise StatementError(f"the value of '{name}' is lost: assign it, or hand it over with addResult(variable)")
        elif name in BUILTINS:
            self.warn(line, f"the value of '{name}' is lost: assign it")
        else:
            self._check_target(name, at)
        return end

    def _check_target(self, name: str, at: int) -> None:
        """Refuse a target argument that is not a variable."""
        for role, (start, stop) in zip(COMMANDS.get(name, ()), self.values.split(at + 1), strict=False):
            if role in {TARGET, "counter"} and stop - start == 1 and self.values.tokens[start].kind == NUMBER:
                number = self.values.tokens[start].text[:30]
                raise StatementError(f"{number} is no variable to receive the result: write {signature(name)}")

    def _block_event(self, name: str, line: int, certain: bool) -> None:
        """Record the block event of a command."""
        if name in {"if", "startLoop", "try"}:
            self.event(OPEN, name, line, certain)
        elif name in {"else", "exception"}:
            self.event(PART, name, line, certain)
        elif name in {"end", "endLoop"}:
            self.event(CLOSE, name, line, certain)

    def _recover(self, own: Sequence[AvapToken], foreign: ForeignSyntax | None, brace: bool) -> None:
        """Record the intended block event of a faulty line, and advance past it."""
        line, word = own[0].line, own[0].text
        if foreign:
            callback = own[-1].kind == OP and own[-1].text == "{"
            self.callbacks += callback
            if callback:
                self.event(OPEN, "function", line, certain=False, brace=True)
            else:
                self._foreign_blocks(foreign, line, brace)
            return
        if word == "function":
            opened = brace or any(token.text == "{" and token.kind == OP for token in own)
            self.event(OPEN, "function", line, certain=False, brace=opened)
        elif word == "return":
            self.event(RETURN, "return", line)
        elif len(own) > 2 and own[1].text == "=" and own[2].text == "exception":
            self.event(PART, "exception", line)
        else:
            self._block_event(word, line, certain=len(own) > 1 and own[1].text == "(")
            if brace:
                self.event(OPEN, "{", line, certain=False, brace=True)
        if line == self.inline and own[-1].kind in {OPEN_STRING, OPEN_TEMPLATE} and own[-1].text.rstrip().endswith("}"):
            self.event(
                CLOSE, "}", line, certain=False
            )  # the unclosed quote contains the closing brace of a one-line function
        if brace:
            self.inline, self.at = line, self.at + 1

    def _foreign_blocks(self, foreign: ForeignSyntax, line: int, brace: bool) -> None:
        if foreign.closes or foreign.parts:
            self._block_event(foreign.closes or foreign.parts, line, certain=False)
        if brace:
            self._open_brace(foreign.opens or "{", self.tokens[self.at])
        elif foreign.opens:
            self.event(OPEN, foreign.opens, line, certain=False)

    def _unknown_statement(self, own: Sequence[AvapToken], brace: bool) -> None:
        """Report a statement that is not AVAP."""
        line, word = own[0].line, own[0].text
        foreign = explain_foreign(own[:_MAX_INSPECTED], brace)
        if foreign is None and own[0].kind == NAME and len(own) > 1 and own[1].text == "(":
            meant = self.names.same_but_case(word) or self.names.nearest(word) or ""
            self.fault(line, self.values.unknown_message(word))
            if brace:
                self._open_brace(meant if meant in {"if", "startLoop", "try"} else "{", self.tokens[self.at])
            else:
                self._block_event(meant, line, certain=False)
            return
        self.fault(line, foreign.message if foreign else _no_effect_message(own))
        closer = self.names.nearest(word) if foreign is None and len(own) == 1 and word.isalpha() else None
        self._foreign_blocks(
            foreign or ForeignSyntax("", closes=closer if closer in {"end", "endLoop"} else ""), line, brace
        )


def _no_effect_message(own: Sequence[AvapToken]) -> str:
    """Return the fault of a line without effect: prose, a value, or a stray sign."""
    if own[0].kind == NAME and len(own) > 1 and (own[1].kind == NAME or own[1].text in {",", "."}):
        return PROSE.message
    if len(own) == 1 and own[0].kind == NAME:
        word = own[0].text[:30]
        return f"'{word}' alone does nothing: write {word} = value or addResult({word})"
    if own[0].kind in {NAME, NUMBER, STRING, TEMPLATE}:
        return "a value alone does nothing: assign it, or hand it over with addResult(variable)"
    return f"'{own[0].text[:30]}' begins no statement of AVAP"
