"""Parses expressions, which are Python-like, and the arguments of calls, which also allow bare words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from fingerpost.assistants.avap.parser.blocks import ParseFault
from fingerpost.assistants.avap.parser.lexer import BARE, NAME, NUMBER, OP, STRING, TEMPLATE, AvapToken
from fingerpost.assistants.avap.parser.signatures import (
    BUILTINS,
    COMMANDS,
    COMPARATORS,
    SQL,
    STRUCTURE,
    arity_fault,
    signature,
)
from fingerpost.assistants.avap.parser.suggest import CallableNames

_MAX_DEPTH = 100  # maximum nesting of brackets, which bounds the recursion
LITERALS = frozenset({"True", "False", "None"})
_UNARY = frozenset({"-", "+", "~", "--", "++"})
_ARITHMETIC = frozenset({"+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", "--", "++"})
_BINARY = _ARITHMETIC | {"==", "!=", "<", ">", "<=", ">="}
_DANGLING = frozenset({"+", "-", "/", "==", "!=", "<=", ">="})
_WORDS = frozenset({"and", "or", "in", "is", "not"})
_KEYWORDS = _WORDS | {"if", "else"}
SQL_WORDS = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "WITH"})
_VALUES = frozenset({NUMBER, STRING, TEMPLATE, BARE})
_TEXTS = frozenset({STRING, TEMPLATE})
# Operators of other languages, with the equivalent in AVAP.
_FOREIGN_OPERATORS = {
    "&&": "write 'and' for '&&'",
    "||": "write 'or' for '||'",
    "!": "write 'not' for '!'",
    "===": "write '==' for '==='",
    "!==": "write '!=' for '!=='",
    "<>": "write '!=' for '<>'",
    "?": "write 'a if condition else b' for 'condition ? a : b'",
    "=>": "AVAP has no arrow functions: write function name(a){ … }",
    "->": "AVAP has no '->'",
    ":=": "write '=' for ':='",
    "=": "'=' assigns: compare with '=='",
    "“": 'write straight quotes: "text"',
    "”": 'write straight quotes: "text"',
}
_FOREIGN_WORDS = {
    "lambda": "AVAP has no lambda: write function name(a){ … }",
    "function": "AVAP has no nameless functions: write function name(a){ … } on a line of its own",
    "def": "AVAP function syntax required: function name(a){ … }",
    "new": "AVAP has no objects to make with 'new'",
    "await": "AVAP has no await: id = go(function, arguments), then r = gather(id)",
    "async": "AVAP has no async: id = go(function, arguments), then r = gather(id)",
    "yield": "AVAP has no yield",
    "typeof": "AVAP has no typeof",
}
# Libraries of other languages.
_MODULES = frozenset(
    {"fmt", "console", "Math", "JSON", "Object", "Array", "Number", "String", "Date", "Promise", "document", "window",
     "process", "System", "Integer", "os", "sys", "math", "json", "requests", "random", "datetime", "hashlib", "re",
     "time", "uuid", "strings", "strconv", "http", "https", "axios", "urllib", "np", "pd", "app", "flask", "request",
     "response", "res", "req", "fs", "path", "crypto", "base64", "logging", "log", "cursor", "session", "self", "this"}
)  # fmt: skip


class StatementError(Exception):
    """The statement cannot be parsed; `sure` where it cannot be bare words either."""

    def __init__(self, message: str, sure: bool = False) -> None:
        """Create the error with its message."""
        super().__init__(message)
        self.message, self.sure = message, sure


class ExpressionParser:
    """Parses expressions from tokens with matched brackets; collects the faults that do not end a statement."""

    def __init__(self, names: CallableNames, variables: frozenset[str], arities: Mapping[str, Collection[int]]) -> None:
        """Create a parser with the callable names, the variables, and the arities of the functions."""
        self.names, self.variables, self.arities = names, variables, arities
        self.tokens: list[AvapToken] = []
        self.match: dict[int, int] = {}  # index of the closing bracket by that of the opening one
        self.faults: list[ParseFault] = []
        self.warnings: list[ParseFault] = []

    def is_op(self, at: int, stop: int, *texts: str) -> bool:
        """Return whether one of these operators is at an index."""
        return at < stop and self.tokens[at].kind == OP and self.tokens[at].text in texts

    def expression(self, at: int, stop: int, depth: int = 0) -> int:
        """Parse an expression, and return the index after it."""
        waiting = 0  # ternaries that still need their else
        while True:
            at = self._operand(at, stop, depth)
            if at >= stop:
                break
            token = self.tokens[at]
            word = token.text if token.kind == NAME else ""
            if token.kind == OP and token.text in _BINARY:
                at += 1
            elif word in _WORDS and (word, self._word(at + 1, stop)) in {("not", "in"), ("is", "not")}:
                at += 2
            elif word in _WORDS and word != "not":
                at += 1
            elif word == "if":
                waiting, at = waiting + 1, at + 1
            elif word == "else" and waiting:
                waiting, at = waiting - 1, at + 1
            else:
                break
        if waiting:
            raise StatementError("the ternary has no else: write 'a if condition else b'")
        return at

    def full_expression(self, at: int, stop: int, depth: int = 0) -> None:
        """Parse an expression that must extend to `stop`."""
        end = self.expression(at, stop, depth)
        if end < stop:
            raise self.unexpected(end)

    def unexpected(self, at: int) -> StatementError:
        """Return the error of a token that cannot follow."""
        token = self.tokens[at]
        if token.kind == OP and token.text in _FOREIGN_OPERATORS:
            return StatementError(_FOREIGN_OPERATORS[token.text], token.text in {"=>", "“", "”"})
        return StatementError(
            f"'{_short(token)}' is unexpected here: an operator or a comma is missing, or the text has no quotes"
        )

    def _word(self, at: int, stop: int) -> str:
        return self.tokens[at].text if at < stop and self.tokens[at].kind == NAME else ""

    def _operand(self, at: int, stop: int, depth: int) -> int:
        while self.is_op(at, stop, *_UNARY) or self._word(at, stop) == "not":
            at += 1
        if at >= stop:
            raise StatementError(f"a value is missing after '{_short(self.tokens[at - 1])}'")
        token = self.tokens[at]
        if token.kind == NAME:
            end = self._name(at, stop, depth)
        elif token.kind in _VALUES:
            end = at + 1
            while token.kind == STRING and end < stop and self._continues_string(end, token):
                end += 1
            if token.kind == NUMBER and end < stop and self.tokens[end].kind == NAME and not self.tokens[end].gap:
                raise StatementError(f"'{_short(token)}{_short(self.tokens[end])}' is neither a number nor a name")
        elif token.kind == OP and token.text in "([{":
            end = self._bracket(at, depth)
        else:
            raise self.unexpected(at)
        return self._suffixes(at, end, stop, depth)

    def _continues_string(self, at: int, before: AvapToken) -> bool:
        """Return whether this string continues the one before: `'it''s'` doubles a quote, as in SQL."""
        token = self.tokens[at]
        return token.kind == STRING and not token.gap and token.text[0] == before.text[0]

    def _name(self, at: int, stop: int, depth: int) -> int:
        self._refuse_foreign(at, stop)
        after = at + 1
        if after < stop and self.tokens[after].kind in _TEXTS and not self.tokens[after].gap:
            word = self.tokens[at].text
            if word.lower() in {"f", "fr", "rf"}:
                raise StatementError("AVAP has no f-strings: write `text ${name}` in backquotes", sure=True)
            if word.lower() in {"r", "b", "u"}:
                self.warnings.append(ParseFault(self.tokens[at].line, f"the '{word}' before the string means nothing"))
                return at + 2
        if not self.is_op(after, stop, "("):
            return after
        if self.tokens[after].gap and not self._is_known(self.tokens[at].text):
            raise StatementError(
                self.unknown_message(self.tokens[at].text)
            )  # as an argument, "total (net)" counts as bare words
        self.call(at, depth, value=True)
        return self.match[after] + 1

    def _refuse_foreign(self, at: int, stop: int) -> None:
        """Refuse `lambda`, `new` and similar words, and calls into libraries of other languages."""
        word, after = self.tokens[at].text, at + 1
        if word in _FOREIGN_WORDS and (self._word(after, stop) or self.is_op(after, stop, "(", ":")):
            # Two bare words such as "new order" may be an argument.
            called = self.is_op(at + 2, stop, "(", ".", ":", ",") and not self.tokens[at + 2].gap
            sure = called or self.is_op(after, stop, "(", ":")
            raise StatementError(_FOREIGN_WORDS[word], sure)
        if word in _MODULES and word not in self.variables and self.is_op(after, stop, "."):
            method = self._word(at + 2, stop)
            if self.is_op(at + 3, stop, "("):
                raise StatementError(f"'{word}.{method}' belongs to another language: AVAP has no libraries", sure=True)

    def _bracket(self, at: int, depth: int) -> int:
        close = self.match[at]
        _check_depth(depth)
        if self.tokens[at].text == "(":
            if close == at + 1:
                raise StatementError("the parentheses are empty: a value is missing")
            end = self.expression(at + 1, close, depth + 1)
            if self.is_op(end, close, ","):
                raise StatementError("a pair of parentheses holds one value")
            if end < close:
                raise self.unexpected(end)
        else:
            self._refuse_comprehension(at, close)
            if self.tokens[at].text == "[":
                for start, stop in self.split(at):
                    self.argument(start, stop, depth + 1)
        return close + 1

    def _refuse_comprehension(self, at: int, close: int) -> None:
        for here in self._outside_brackets(at + 1, close):
            if (
                self._word(here, close) == "for"
                and here > at + 1
                and any(self._word(later, close) == "in" for later in range(here + 2, min(here + 6, close)))
            ):
                raise StatementError(
                    "AVAP has no comprehensions: fill the list in startLoop(i, 0, 3) … endLoop()", sure=True
                )

    def _suffixes(self, start: int, at: int, stop: int, depth: int) -> int:
        """Parse the suffixes of a value: `.name`, `[index]`, and method calls."""
        while at < stop:
            if self.is_op(at, stop, "."):
                if not self._word(at + 1, stop):
                    raise StatementError("a name is missing after '.'")
                at += 2
            elif self.is_op(at, stop, "["):
                self._index(at, depth)
                at = self.match[at] + 1
            elif self.is_op(at, stop, "(") and at > start + 1 and not self.tokens[at].gap:
                self._method_arguments(at, depth)
                at = self.match[at] + 1
            else:
                break
        return at

    def _method_arguments(self, at: int, depth: int) -> None:
        _check_depth(depth)
        for start, stop in self.split(at):
            self.argument(start, stop, depth + 1)

    def _index(self, at: int, depth: int) -> None:
        _check_depth(depth)
        parts = list(self.split(at, ":"))
        if not parts:
            raise StatementError("the index is missing between '[' and ']'")
        for start, stop in parts:
            if start < stop:
                self.full_expression(start, stop, depth + 1)

    def _outside_brackets(self, at: int, stop: int) -> Iterator[int]:
        """Yield the indexes of the tokens outside nested brackets."""
        while at < stop:
            yield at
            at = self.match.get(at, at) + 1

    def split(self, opening: int, sign: str = ",") -> Iterator[tuple[int, int]]:
        """Yield the start and stop of each argument between brackets; empty brackets have none."""
        close = self.match[opening]
        start = opening + 1
        if start == close:
            return
        for at in self._outside_brackets(start, close):
            if self.is_op(at, close, sign):
                yield start, at
                start = at + 1
        yield start, close

    def argument(self, start: int, stop: int, depth: int = 0, role: str = "") -> None:
        """Parse an argument: empty, an expression, or bare words such as a URL, a date format or SQL."""
        if start == stop or (role in SQL and self.tokens[start].kind not in _TEXTS):
            return
        mark = len(self.faults)
        try:
            self.full_expression(start, stop, depth)
        except StatementError as refused:
            if refused.sure:
                raise
            del self.faults[mark:]
            self._bare_words(start, stop)

    def _bare_words(self, start: int, stop: int) -> None:
        tokens = self.tokens
        first, last = tokens[start], tokens[stop - 1]
        if first.kind in _TEXTS and stop - start > 1:
            second = tokens[start + 1]
            if second.kind in _VALUES or (second.kind == NAME and second.text not in _KEYWORDS):
                raise StatementError(f"a comma or an operator is missing before '{_short(second)}'")
        if last.kind == OP and last.gap and last.text in _DANGLING and stop - start > 1:
            raise StatementError(f"a value is missing after '{last.text}'")
        asked = False
        for at in self._outside_brackets(start, stop):
            token = tokens[at]
            if token.kind != OP:
                continue
            if token.text in {"=>", "“", "”"} or (token.text == ":" and token.gap and asked):
                raise StatementError(_FOREIGN_OPERATORS["?" if token.text == ":" else token.text])
            asked = asked or (token.text == "?" and token.gap)

    def call(self, at: int, depth: int, value: bool) -> None:
        """Parse the call at an index, as a value or as a statement."""
        name, line = self.tokens[at].text, self.tokens[at].line
        _check_depth(depth)
        arguments = list(self.split(at + 1))
        if name == "ormDirect" and len(arguments) > 2 and self._word(*arguments[0]).upper() in SQL_WORDS:
            self.warnings.append(ParseFault(line, "SQL with commas in it stands in quotes"))
            return
        wrong = self._call_fault(name, arguments, value)
        if wrong:
            self.faults.append(ParseFault(line, wrong))
        if name == "randomString" and len(arguments) == 2 and not value:
            self.warnings.append(ParseFault(line, f"'randomString' takes three arguments: write {signature(name)}"))
        roles = COMMANDS.get(name, ())
        for place, (start, stop) in enumerate(arguments):
            self.argument(start, stop, depth + 1, roles[place] if place < len(roles) else "")

    def _call_fault(self, name: str, arguments: list[tuple[int, int]], value: bool) -> str:
        """Return the fault of a call (name, number of arguments, comparator of an if); empty where it is valid."""
        count = len(arguments)
        if name in self.names.defined:
            takes = " or ".join(map(str, sorted(self.arities[name])))
            fits = count in self.arities[name]
            return "" if fits else f"the function '{name}' takes {takes} arguments, not {count or 'none'}"
        if name in BUILTINS:
            fits = count == 1 or (name == "int" and count == 2)
            return "" if fits else f"'{name}' takes one argument, not {count or 'none'}"
        if name not in COMMANDS:
            return self.unknown_message(name)
        if value and name in STRUCTURE:
            raise StatementError(f"'{name}' is a statement and has no value: write it on a line of its own")
        return arity_fault(name, count, value) or (self._comparator_fault(arguments) if name == "if" else "")

    def _is_known(self, name: str) -> bool:
        return name in self.names or name in BUILTINS

    def unknown_message(self, name: str) -> str:
        """Return the message for an unknown command, with a suggestion."""
        cased = self.names.same_but_case(name)
        if cased:
            return f"unknown command '{name}': names are case-sensitive: write {cased}"
        near = self.names.nearest(name)
        return f"unknown command '{name}' — did you mean '{near}'?" if near else f"unknown command '{name}'"

    def _comparator_fault(self, arguments: list[tuple[int, int]]) -> str:
        first, second, last = ("".join(token.text for token in self.tokens[start:stop]) for start, stop in arguments)
        sign = last[1:-1].strip() if last[:1] in {'"', "'", "`"} else last
        if sign in COMPARATORS or (first == second == "None" and sign):
            return ""
        what = f"'{sign[:30]}' is no comparator" if sign else "the comparator is missing"
        return f"{what}: write if(variable, value, comparator) with one of {' '.join(COMPARATORS)}"


def _check_depth(depth: int) -> None:
    if depth >= _MAX_DEPTH:
        raise StatementError("the brackets are nested too deeply", sure=True)


def _short(token: AvapToken) -> str:
    """Return the text of a token, shortened for a message."""
    text = token.text if len(token.text) <= 30 else token.text[:29] + "…"
    return text.replace("\n", " ") or token.kind
