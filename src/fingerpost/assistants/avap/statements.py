"""The statements of a sound AVAP program, for explaining it: commands with arguments, conditions, loops, blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.assistants.avap.parser import COMMANDS
from fingerpost.assistants.avap.parser.lexer import END, NAME, NEWLINE, AvapToken, tokenize
from fingerpost.assistants.avap.parser.statement_extent import statement_extent
from fingerpost.validation.validators import CodeStatement

_KNOWN = frozenset({*COMMANDS, "function", "return"})
_OPENS, _CLOSES = frozenset({"if", "try", "startLoop"}), frozenset({"end", "endLoop"})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_BRACES = frozenset("{}")
_NOTHING = "None"


def statements(code: str) -> list[CodeStatement]:
    """Return the statements of a sound program in their order, each with the line that closes its block."""
    found: list[CodeStatement] = []
    opened: list[int] = []
    for own in _split(tokenize(code)):
        first, statement = own[0], _read(own)
        if (statement.command in _CLOSES or first.text == "}") and opened:
            place = opened.pop()
            found[place] = found[place]._replace(block_end=first.line)
        if first.text == "{" and found:
            opened.append(len(found) - 1)
        elif statement.command in _OPENS:
            opened.append(len(found))
        if statement.command or statement.sets:
            found.append(statement)
    return found


def _split(tokens: Sequence[AvapToken]) -> Iterator[list[AvapToken]]:
    """Yield the tokens of each statement; the braces of a function are statements of their own."""
    at = 0
    while tokens[at].kind != END:
        if tokens[at].kind == NEWLINE or tokens[at].text in _BRACES:
            own, at = list(tokens[at : at + 1]), at + 1
        else:
            extent = statement_extent(tokens, at, _KNOWN)
            own, at = extent.own, max(extent.after, at + 1)
        if own:
            yield own


def _read(own: Sequence[AvapToken]) -> CodeStatement:
    line, sets = own[0].line, ""
    if len(own) > 2 and own[0].kind == NAME and own[1].text == "=":
        sets, own = own[0].text, own[2:]
    name = own[0].text if own[0].text in _KNOWN else ""
    arguments = _arguments(own) if name else []
    statement = CodeStatement(line, name, tuple(arguments), sets, _text(own) if sets else "")
    if name == "startLoop" and len(arguments) == 3:
        return statement._replace(counts=tuple(arguments))
    return statement._replace(condition=_condition(arguments)) if name == "if" and len(arguments) == 3 else statement


def _arguments(own: Sequence[AvapToken]) -> list[str]:
    """Return the arguments of a call as they are written; of a function its name and parameters."""
    if own[0].text == "function":
        return [_text(own[1:2]), *_arguments(own[1:])] if len(own) > 1 else []
    if own[1:2] and own[1].text != "(":
        # `return x` needs no parentheses.
        return [_text(own[1:])]
    found: list[list[AvapToken]] = [[]]
    depth = 0
    for token in own[2:]:
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if depth < 0:
            break
        if token.text == "," and depth == 0:
            found.append([])
        else:
            found[-1].append(token)
    return [_text(argument) for argument in found if argument]


def _condition(arguments: Sequence[str]) -> str:
    """Return the condition of an `if` as it is read: the comparator stands last."""
    left, right, comparator = arguments
    sign = comparator.strip("\"'`")
    return sign if left == right == _NOTHING else f"{left} {sign} {right}"


def _text(tokens: Sequence[AvapToken]) -> str:
    return "".join(f" {token.text}" if token.gap and place else token.text for place, token in enumerate(tokens))
