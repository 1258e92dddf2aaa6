"""Explains lines of other languages: which construct they are, and the equivalent in AVAP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.assistants.avap.parser.lexer import BARE, NAME, NUMBER, OP, STRING, TEMPLATE, AvapToken
from fingerpost.assistants.avap.parser.signatures import COMMANDS, signature


class ForeignSyntax(NamedTuple):
    """A construct of another language: its message, and the block that it opens, parts or closes."""

    message: str
    opens: str = ""
    parts: str = ""
    closes: str = ""


class _Statement(NamedTuple):
    """A statement that is not AVAP, and whether a `{` follows it."""

    tokens: Sequence[AvapToken]
    brace: bool

    def word(self, at: int = 0) -> str:
        """Return the name at an index; empty for other tokens."""
        return self.tokens[at].text if at < len(self.tokens) and self.tokens[at].kind == NAME else ""

    def is_op(self, at: int, *signs: str) -> bool:
        """Return whether one of these operators is at an index."""
        return at < len(self.tokens) and self.tokens[at].kind == OP and self.tokens[at].text in signs

    def find(self, *signs: str) -> int:
        """Return the first index of one of these operators; -1 where there is none."""
        return next((at for at in range(len(self.tokens)) if self.is_op(at, *signs)), -1)

    def value(self, at: int) -> str:
        """Return the simple value at an index; empty for other tokens."""
        token = self.tokens[at] if 0 <= at < len(self.tokens) else None
        return token.text if token and token.kind in {NAME, NUMBER, STRING, TEMPLATE} and len(token.text) < 30 else ""

    @property
    def colon(self) -> bool:
        return self.is_op(len(self.tokens) - 1, ":")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PROSE = ForeignSyntax("plain text is no AVAP: write it as a comment, // …")
_ELSE_IF = ForeignSyntax("AVAP has no 'else if': nest if(variable, value, \"=\") … end() inside else()", "if", "else")
_ERROR = "AVAP error syntax required: try() … exception(e) … end()"
_PRINT = ForeignSyntax("AVAP prints nothing: write addResult(variable)")
_SHELL = ForeignSyntax("a shell command is no AVAP")
_CLOSER = "AVAP closes an if or a try with end(), a loop with endLoop()"
BRACE = "a '{' opens a function and nothing else"
_ARROW = ForeignSyntax("AVAP has no arrow functions: write function name(a){ … }")
_TABLE = (
    ("import from include require using use package namespace",
     ForeignSyntax("AVAP has no imports: every command is there from the start")),
    ("class struct interface enum type public private protected static abstract trait impl module",
     ForeignSyntax("AVAP has no classes or types: write function name(a){ … }", opens="function")),
    ("switch case match default when",
     ForeignSyntax('AVAP has no switch: nest if(variable, value, "=") … else() … end()')),
    ("except catch rescue", ForeignSyntax(_ERROR, parts="exception")),
    ("finally", ForeignSyntax(_ERROR)),
    ("raise throw panic", ForeignSyntax("AVAP raises no errors: set _status = 400 and addResult(message)")),
    ("break continue pass goto next",
     ForeignSyntax('AVAP has no jumps: put what follows into if(variable, value, "=") … end()')),
    ("curl sudo npm npx pip cd ls apt git docker wget mkdir chmod bash sh python node yarn export", _SHELL),
    ("print echo puts printf println", _PRINT),
    ("async await defer",
     ForeignSyntax("AVAP concurrency syntax required: id = go(function, arguments), r = gather(id)")),
    ("elif elsif elseif", _ELSE_IF),
    ("done", ForeignSyntax(_CLOSER, closes="endLoop")),
    ("fi", ForeignSyntax(_CLOSER, closes="end")),
    ("with", ForeignSyntax("AVAP has no 'with': connect with avapConnector(token) or query with ormDirect(sql, T)")),
    ("global nonlocal", ForeignSyntax("AVAP declares no globals: read one inside a function as $name")),
    ("del assert yield lambda new delete begin then", ForeignSyntax("this word is no command of AVAP")),
)  # fmt: skip
_BY_WORD = {word: foreign for words, foreign in _TABLE for word in words.split()}
_CALLED = _words(
    "curl export print echo puts printf println next delete use match default type"
)  # calls to guess at, with (
_LOOPS = _words("for while foreach do until repeat loop")
_FUNCTIONS = _words("def func fn fun sub proc procedure")
_DECLARED = _words(
    "const let var val final auto int float double string String bool boolean char long dim local my mut"
)
_SQL = _words("select insert update delete create drop alter truncate")
METHODS = _words("append push add log println print printf")  # of other languages, even on a variable of the program
_PRINTED = _words("log println print printf out write info error warn")
_FOLDED = frozenset(name.lower() for name in COMMANDS)
_STEPS = {"+=": "+", "-=": "-", "*=": "*", "/=": "/", "%=": "%", "++": "+", "--": "-"}
_COMPARED = {"===": "==", "!==": "!=", "<>": "!="}
_SIGNS = frozenset({"==", "!=", "<", ">", "<=", ">=", "in", *_COMPARED})
_LOOP = "AVAP loop syntax required: startLoop({}, {}, {}) … endLoop()"


def explain_foreign(tokens: Sequence[AvapToken], brace: bool) -> ForeignSyntax | None:
    """Return the foreign construct of a statement that is not AVAP; None where it is unknown."""
    line = _Statement(tokens, brace)
    readers = (_by_sign, _with_brace, _block, _by_word, _by_table, _method, _by_operator, _without_parentheses)
    return next((found for found in (reader(line) for reader in readers) if found), None)


def _by_sign(line: _Statement) -> ForeignSyntax | None:
    if line.is_op(0, "<"):
        return ForeignSyntax('HTML or PHP is no AVAP: put text into a string, "<p>…</p>"')
    if line.is_op(0, "@"):
        return ForeignSyntax("AVAP has no decorators: write " + signature("registerEndpoint"))
    if line.is_op(0, "$", ".") and len(line.tokens) > 1 and line.tokens[1].kind in {NAME, BARE}:
        return _SHELL
    return PROSE if line.is_op(0, "-", "*", "•", ">") and len(line.tokens) > 1 else None


def _block(line: _Statement) -> ForeignSyntax | None:
    """Explain an if, else or try in foreign syntax, but not an AVAP one with a fault inside."""
    word, last = line.word(), len(line.tokens) - 1
    if word not in {"if", "else", "try"} or (
        line.is_op(1, "(") and not line.brace and not line.colon and (word != "if" or line.is_op(last, ")"))
    ):
        return None
    if word == "if":
        return ForeignSyntax(f"AVAP if syntax required: {_condition(line)} … end()", opens="if")
    if word == "try":
        return ForeignSyntax(_ERROR, opens="try")
    return (
        _ELSE_IF if line.word(1) == "if" else ForeignSyntax("AVAP else syntax required: else() … end()", parts="else")
    )


def _with_brace(line: _Statement) -> ForeignSyntax | None:
    """Explain an AVAP block statement followed by a `{`."""
    word = line.word()
    if not line.brace or word not in {"startLoop", "exception", "if"} or (word == "if" and line.find(",") < 0):
        return None
    opens, parts = ("", word) if word == "exception" else (word, "")
    return ForeignSyntax(f"{BRACE}: write {signature(word)} without it", opens, parts)


def _condition(line: _Statement) -> str:
    """Return the AVAP form of `if x > 1`, or the general form where the line cannot be parsed."""
    at = 2 if line.is_op(1, "(") else 1
    sign = line.tokens[at + 1].text if at + 1 < len(line.tokens) else ""
    if line.word(at) and sign in _SIGNS and line.value(at + 2):
        return f'if({line.word(at)}, {line.value(at + 2)}, "{_COMPARED.get(sign, sign)}")'
    return "if(variable, value, comparator)"


def _by_word(line: _Statement) -> ForeignSyntax | None:
    word, after = line.word(), line.word(1)
    if word in _LOOPS:
        return ForeignSyntax(_loop(line), opens="startLoop")
    if word in _FUNCTIONS or (word == "async" and after in {"def", "function"}):
        return ForeignSyntax(f"AVAP function syntax required: {_function(line)}", opens="function")
    if after and (word in _DECLARED or (word and line.is_op(2, "=", ":="))):
        return _declaration(line, 1)
    if (word in _SQL or (word.isupper() and word.lower() in _SQL)) and (after or line.value(1) or line.is_op(1, "*")):
        return ForeignSyntax('SQL alone is no statement: write ormDirect("SELECT …", T)')
    return None


def _by_table(line: _Statement) -> ForeignSyntax | None:
    word = line.word()
    return None if word in _CALLED and line.is_op(1, "(") and not line.brace else _BY_WORD.get(word)


def _loop(line: _Statement) -> str:
    """Return the AVAP form of a loop, with the counter and bounds of the line where they can be parsed."""
    counter = _counter(line)
    if counter:
        at = next((at for at in range(len(line.tokens)) if line.word(at) == "range" and line.is_op(at + 1, "(")), -1)
        low, high, stops = _range(line, at + 2) if at >= 0 else _steps(line)
        if low and high:
            ends = f"; the last number counts too: {stops} stops one before {high}" if stops else ""
            return _LOOP.format(counter, low, high) + ends
    return _LOOP.format(counter or "i", 0, 3)


def _counter(line: _Statement) -> str:
    if line.word() not in {"for", "foreach"}:
        return ""
    for at in range(1, min(len(line.tokens) - 1, 5)):
        if line.word(at) not in _DECLARED and line.tokens[at + 1].text in {"in", "of", "=", ":=", ",", ":"}:
            return line.word(at)
    return ""


def _range(line: _Statement, at: int) -> tuple[str, str, str]:
    """Return the bounds of `range(3)` or `range(1, 3)`, and the text of an exclusive upper bound."""
    one, other = line.value(at), line.value(at + 2)
    if line.is_op(at + 1, ")"):
        return "0", one, f"range({one})"
    if line.is_op(at + 1, ",") and line.is_op(at + 3, ",", ")"):
        return one, other, f"range({one}, {other})"
    return "", "", ""


def _steps(line: _Statement) -> tuple[str, str, str]:
    """Return the bounds of `i = 0; i < 3; i++`, and the text of an exclusive upper bound."""
    start, stop = line.find("=", ":="), line.find("<", "<=", "!=")
    if not 0 < start < stop:
        return "", "", ""
    high, sign = line.value(stop + 1), line.tokens[stop].text
    return line.value(start + 1), high, "" if sign == "<=" else f"{sign} {high}"


def _function(line: _Statement) -> str:
    """Return the AVAP head of a function of another language."""
    at = next((at for at in range(1, len(line.tokens)) if line.is_op(at, "(") and line.word(at - 1)), 0)
    if not at:
        return "function name(a){ … }"
    name = line.word(at - 1)
    parameters: list[str] = []
    while line.is_op(at, "(", ",") and line.word(at + 1):
        parameters.append(line.word(at + 1))
        at = next((later for later in range(at + 2, len(line.tokens)) if line.is_op(later, ",", ")")), len(line.tokens))
    return f"function {name}({', '.join(parameters)}){{ … }}"


def _declaration(line: _Statement, at: int) -> ForeignSyntax:
    """Explain a declaration such as `const x = 1`, with the index of its name."""
    name, value = line.word(at), line.value(at + 2) or "value"
    return ForeignSyntax(
        f"AVAP declares variables without a keyword: write {name} = {value} or addVar({name}, {value})"
    )


def _method(line: _Statement) -> ForeignSyntax | None:
    if not line.is_op(1, ".") or not line.word(2) or line.is_op(3, "=", "["):
        return None
    called = f"{line.tokens[0].text[:30]}.{line.word(2)[:30]}"
    if line.word(2).lower() in _PRINTED:
        return ForeignSyntax(f"'{called}' belongs to another language: {_PRINT.message}")
    if line.word(2) in {"append", "push", "add"}:
        return ForeignSyntax(f"'{called}' belongs to another language: write {signature('variableToList')}")
    return ForeignSyntax(f"'{called}' is no command: AVAP has commands, not methods")


def _by_operator(line: _Statement) -> ForeignSyntax | None:
    name = line.word()
    if not name or len(line.tokens) < 2 or line.tokens[1].kind != OP:
        return None
    sign = line.tokens[1].text
    if sign in _STEPS:
        by = line.value(2) or "value" if sign.endswith("=") else "1"
        return ForeignSyntax(f"AVAP has no '{sign}': write {name} = {name} {_STEPS[sign]} {by}")
    if sign == ":=":
        return _declaration(line, 0)
    if sign == "(" and line.brace and name.lower() not in _FOLDED:
        return ForeignSyntax(f"AVAP function syntax required: function {name}(a){{ … }}", opens="function")
    if sign == "," and line.find("=") > 0:
        return ForeignSyntax("one variable is assigned on a line: write a = 1 and b = 2 on two lines")
    told = {":": ForeignSyntax(f"'{name}:' is no AVAP: assign with {name} = value"), "=>": _ARROW}
    return told.get(sign)


def _without_parentheses(line: _Statement) -> ForeignSyntax | None:
    """Explain a command without parentheses."""
    word = line.word()
    if word not in COMMANDS or line.is_op(1, "("):
        return None
    message = f"'{word}' needs its parentheses: write {signature(word)}"
    if word in {"end", "endLoop"}:
        return ForeignSyntax(message, closes=word)
    if word == "exception":
        return ForeignSyntax(message, parts=word)
    return ForeignSyntax(message, opens=word if word == "startLoop" else "")
