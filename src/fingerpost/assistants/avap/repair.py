"""Repairs faulty AVAP programs by edits of one line each, which are tried against the parser.

Edits are ordered: what a person most likely left out or misspelled comes first. The first edit that makes the program
sound is taken; where none does, the first that leaves fewer faults, and the rest is tried again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from fingerpost.assistants.avap.parser import COMMANDS, ParseFault, check
from fingerpost.assistants.avap.parser.signatures import TARGET, argument_limits
from fingerpost.assistants.avap.parser.suggest import CallableNames

MAX_EDITS, MAX_TRIES, MAX_READ = 3, 150, 400_000
"""Edits of one program, edits that are tried for each, and characters that the parser reads for each."""

Lines = list[str]

_DEFINED = re.compile(r"\bfunction\s+(\w+)")
_CALL = re.compile(r"(?<![\w.$])([^\W\d]\w*)\s*\(")
_COMMENT = re.compile(r"\s*//[^\"'`]*$")
_OPENER = re.compile(r"\s*(?:(if|try|startLoop)\s*\(|(function)\s+\w+\s*\([^{]*\{\s*$)")
_CLOSERS = {"if": "end()", "try": "end()", "startLoop": "endLoop()", "function": "}"}
_PLACEHOLDERS = {TARGET: "result", "comparator": '"=="'}
_CLOSER_LINE = re.compile(r"\s*(?:end\(\)|endLoop\(\)|else\(\)|\})\s*$")
_NEXT_STATEMENT = re.compile(r"(?<=\))\s*;?\s*(?=[^\W\d]\w*\s*[(=])")

# What people write in the manner of other languages, and the line of AVAP that it stands for.
_HABITS = tuple(
    (re.compile(rf"^(\s*){pattern}\s*;?\s*$"), rf"\1{line}")
    for pattern, line in (
        (r"return\s*\(?\s*(\w+)\s*\)?", r"addResult(\2)"),
        (r"(?:end|end\s?if|endif\(\)|fi|end\s?try)", "end()"),
        (r"(?:endLoop|end\s?(?:for|loop|while)|done)", "endLoop()"),
        (r"\}?\s*else\s*[:{]?", "else()"),
        (r"try\s*[:{]?", "try()"),
        (r"\}?\s*(?:except|catch)\b\s*(?:\w+\s+as\s+)?\(?\s*(\w*)\s*\)?\s*[:{]?", r"exception(\2)"),
        (r"if\s*\(?\s*(\w+)\s*(==|!=|<=|>=|<|>)\s*([\w.]+|\"[^\"]*\"|'[^']*')\s*\)?\s*[:{]?", r'if(\2, \4, "\3")'),
        (r"for\s+(\w+)\s+in\s+range\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*:?", r"startLoop(\2, \3, \4 - 1)"),
        (r"for\s+(\w+)\s+in\s+range\(\s*(\w+)\s*\)\s*:?", r"startLoop(\2, 0, \3 - 1)"),
        (r"(?:console\.log|fmt\.Print\w*|System\.out\.print\w*|print\w*|echo)\s*\(?\s*(\w+)\s*\)?", r"addResult(\2)"),
        (r"(?:def|func|fn)\s+(\w+\s*\([\w\s,]*\))\s*[:{]?", r"function \2{"),
        (r"(function\s+\w+\s*\([\w\s,]*\))\s*:?", r"\2{"),
        (r"(?:const|let|var|int|float|string|bool)\s+(\w+\s*=(?!=)\s*.+?)", r"\2"),
        (r"(\w+)\s*(\+|-|\*|/)=\s*(.+?)", r"\2 = \2 \3 \4"),
        (r"(\w+)\+\+", r"\2 = \2 + 1"),
        (r"#+\s*(.*?)", r"// \2"),
    )
)
_PROSE = re.compile(r"\s*\w+[\w,.'-]*\s+\w[^(){}=]*")
_ONE_LESS = re.compile(r"\b(\d{1,9}) - 1\)$")
_SIGNS = (("===", "=="), ("!==", "!="), ("&&", "and"), ("||", "or"), (":=", "="), ("“", '"'), ("”", '"'), ("’", "'"))
_PAIRS = {"(": ")", "[": "]", "{": "}"}


def repair(code: str) -> str:
    """Return a faulty program with at most MAX_EDITS edits that make it sound; "" where these do not."""
    lines, faults = code.splitlines(), check(code).trace
    for _ in range(MAX_EDITS):
        if not faults:
            break
        lines, faults = _best_edit(lines, faults)
    return "" if faults else "\n".join(lines)


def _best_edit(lines: Lines, faults: tuple[ParseFault, ...]) -> tuple[Lines, tuple[ParseFault, ...]]:
    """Return the program after the first edit that makes it sound, else after the first that leaves fewer faults."""
    best, length = (lines, faults), sum(map(len, lines)) + 1
    for edited in islice(_edits(lines, faults), min(MAX_TRIES, MAX_READ // length)):
        left = check("\n".join(edited)).trace
        if not left:
            return edited, left
        if len(left) < len(best[1]):
            best = edited, left
    return best


def _edits(lines: Lines, faults: tuple[ParseFault, ...]) -> Iterator[Lines]:
    names = CallableNames(_DEFINED.findall("\n".join(lines)))
    for fault in faults:
        at = min(fault.line, len(lines)) - 1
        for line in _rewritten(lines[at], names):
            edited = [*lines[:at], *line, *lines[at + 1 :]]
            yield edited
            if not _OPENER.match(lines[at]) and _OPENER.match(line[0]):
                # The head of a block in the manner of another language, whose end is missing for that reason.
                yield from islice(_closed_blocks(edited, at), 2)
        yield from _closed_blocks(lines, at)
        if _CLOSER_LINE.match(lines[at]):
            yield [*lines[:at], *lines[at + 1 :]]
    # A quote or a bracket may have been opened some lines before the one that fails.
    first = min(faults[0].line, len(lines)) - 1
    for at in range(first - 1, max(-1, first - 4), -1):
        for closed in _closed_brackets(lines[at]):
            yield [*lines[:at], closed, *lines[at + 1 :]]


def _rewritten(line: str, names: CallableNames) -> Iterator[Lines]:
    """Yield what a line may have been meant to be."""
    yield from ([renamed] for renamed in _renamed(line, names))
    meant = [pattern.sub(form, line) for pattern, form in _HABITS if pattern.match(line)]
    yield from ([_ONE_LESS.sub(lambda bound: f"{int(bound[1]) - 1})", each)] for each in meant)
    signs = line
    for sign, own in _SIGNS:
        signs = signs.replace(sign, own)
    yield [signs]
    yield [line.rstrip().rstrip(";").rstrip()]
    indent = line[: len(line) - len(line.lstrip())]
    yield [indent + part.strip() for part in _NEXT_STATEMENT.split(line)]
    if _CLOSER_LINE.match(line):
        yield from ([indent + closer] for closer in dict.fromkeys(_CLOSERS.values()))
    yield from ([closed] for closed in _closed_brackets(line))
    yield from ([filled] for filled in _with_right_arguments(line))
    if _PROSE.fullmatch(line):
        yield [f"{indent}// {line.strip()}"]


def _renamed(line: str, names: CallableNames) -> Iterator[str]:
    for call in _CALL.finditer(line):
        name = call[1]
        meant = names.same_but_case(name) or names.nearest(name)
        if name not in names and meant and meant != name:
            renamed = line[: call.start(1)] + meant + line[call.end(1) :]
            yield renamed
            yield from _with_right_arguments(renamed)


def _closed_brackets(line: str) -> Iterator[str]:
    """Yield a line with a quote, a parenthesis or both closed, or without a surplus parenthesis."""
    comment = _COMMENT.search(line)
    text, rest = (line[: comment.start()], comment[0]) if comment else (line.rstrip(), "")
    for quote in ('"', "'", "`"):
        if text.count(quote) % 2:
            opened = text.rfind(quote)
            # Inside the call, before its next argument, or at the end.
            ends = [place for place, sign in enumerate(text) if sign in ",)]" and place > opened]
            yield from (f"{text[:place]}{quote}{text[place:]}{rest}" for place in reversed(ends))
            yield from (f"{text}{quote}{after}{rest}" for after in (")", ""))
            # The first of two may be the missing one.
            begins = [call.end() for call in re.finditer(r"[(,]\s*", text[:opened])]
            yield from (f"{text[:place]}{quote}{text[place:]}{rest}" for place in reversed(begins))
    for opening, closing in _PAIRS.items():
        if text.count(opening) > text.count(closing):
            yield f"{text}{closing}{rest}"
            yield from (f"{text[:place]}{closing}{text[place:]}{rest}" for place in _places(text, ",)"))
        elif text.count(opening) < text.count(closing):
            yield from (text[:place] + text[place + 1 :] + rest for place in reversed(_places(text, closing)))
            if closing == ")" and (head := re.match(r"\s*[^\W\d]\w*", text)):
                yield f"{text[: head.end()]}({text[head.end() :].lstrip()}{rest}"


def _places(text: str, signs: str) -> list[int]:
    return [place for place, sign in enumerate(text) if sign in signs]


def _with_right_arguments(line: str) -> Iterator[str]:
    """Yield a line whose commands have as many arguments as they take: surplus ones go, placeholders come."""
    for call in _CALL.finditer(line):
        name, end = call[1], _closing(line, call.end() - 1)
        if name not in COMMANDS or end < 0:
            continue
        given, roles = _split(line[call.end() : end]), COMMANDS[name]
        low, high = argument_limits(name)
        takes_target = bool(roles) and roles[-1] == TARGET and bool(given) and given[-1].isidentifier()
        if high is not None and len(given) > high:
            surplus = len(given) - high
            choices = [given[:high]]
            if takes_target:
                choices.insert(0, [*given[: high - 1], given[-1]])
            choices.append(given[surplus:])
        elif len(given) < low:
            fill = [_PLACEHOLDERS.get(role, role.replace(" ", "_")) for role in roles]
            choices = [[*given, *fill[len(given) : low]]]
            if takes_target:
                choices.insert(0, [*given[:-1], *fill[len(given) - 1 : low - 1], given[-1]])
        else:
            continue
        yield from (f"{line[: call.end()]}{', '.join(chosen)}{line[end:]}" for chosen in choices)


def _closing(line: str, opened: int) -> int:
    """Return the place of the parenthesis that closes one, outside of strings; -1 for none."""
    depth, place = 0, opened
    while 0 <= place < len(line):
        if line[place] in "\"'`":
            place = _string_end(line, place)
            if place < 0:
                break
        depth += (line[place] in "([{") - (line[place] in ")]}")
        if depth == 0:
            return place
        place += 1
    return -1


def _string_end(line: str, opened: int) -> int:
    """Return the place of the quote that closes a string; -1 for none."""
    end = line.find(line[opened], opened + 1)
    while end > 0 and line[end - 1] == "\\":
        end = line.find(line[opened], end + 1)
    return end


def _split(arguments: str) -> Lines:
    """Return the arguments of a call, cut at the commas outside of strings and brackets."""
    found, start, place = list[str](), 0, 0
    while place < len(arguments):
        if arguments[place] == ",":
            found.append(arguments[start:place].strip())
            start = place + 1
        elif arguments[place] in "([{\"'`":
            end = _closing(arguments, place) if arguments[place] in "([{" else _string_end(arguments, place)
            place = end if end > 0 else len(arguments)
        place += 1
    last = arguments[start:].strip()
    return [*found, last] if last or found else []


def _closed_blocks(lines: Lines, opened: int) -> Iterator[Lines]:
    """Yield the program with the block that a line opens closed: where its indentation ends, at the end, or between."""
    head = _OPENER.match(lines[opened])
    if head is None:
        return
    word, margin = head[1] or head[2], _margin(lines[opened])
    closers = [" " * margin + _CLOSERS[word]]
    if word == "try" and not any("exception(" in line for line in lines[opened:]):
        closers.insert(0, " " * margin + "exception(error)")
    # Not right after the line that opens it: a block holds something.
    places = [
        at
        for at in range(opened + 2, len(lines))
        if lines[at].strip() and _margin(lines[at]) <= margin and not _continues_block(lines[at])
    ]
    if opened + 1 < len(lines) and _margin(lines[opened + 1]) <= margin:
        # Without indentation it is most likely to end before the answer.
        places = [at for at in places if lines[at].lstrip().startswith("addResult(")][-1:]
    for place in dict.fromkeys([*places[:1], len(lines), *places[1:], *range(len(lines) - 1, opened, -1)]):
        before = place
        while before > opened + 1 and not lines[before - 1].strip():
            before -= 1
        yield [*lines[:before], *closers, *lines[before:]]


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _continues_block(line: str) -> bool:
    return line.lstrip().startswith(("else(", "exception(")) or "= exception(" in line
