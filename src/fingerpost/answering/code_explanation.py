"""What a program does, line by line: its commands in the words of their pages, with the arguments in the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from fingerpost.answering.phrases import PHRASES, QUOTED_LANGUAGE
from fingerpost.language.detect import language_of
from fingerpost.retrieval.passages import HEADING_SEPARATOR
from fingerpost.types import Passage
from fingerpost.validation.validators import CodeStatement

MAX_EXPLAINED = 40
"""Lines of code that are explained."""
MAX_MEANING = 80
"""Characters of what a page says of an argument; of a longer text the first sentence."""

_ITEM = re.compile(r"^[-*] `(\w+)`[,:]? *(.+)$", re.MULTILINE)
_SENTENCE_END = re.compile(r"[.;:](?:\s|$)")


class CommandPage(NamedTuple):
    """What the page of a command says: its title, what each argument is, in their order, and its language."""

    title: str
    arguments: Mapping[str, str]
    language: str


def command_page(name: str, passages: Sequence[Passage]) -> CommandPage:
    """Return what the page of a command says of it and of the arguments in its signature."""
    text = "\n".join(passage.text for passage in passages)
    title = passages[0].heading.partition(HEADING_SEPARATOR)[0].removeprefix(f"{name}:").strip()
    signature = re.search(rf"\b{re.escape(name)}\(([^()]*)\)", text)
    said = {item[1]: _short(item[2]) for item in reversed(list(_ITEM.finditer(text)))}
    named = [one.strip() for one in signature[1].split(",")] if signature else []
    return CommandPage(title, {one: said.get(one, "") for one in named if one.isidentifier()}, language_of(text))


def explained(statements: Sequence[CodeStatement], pages: Mapping[str, CommandPage], language: str) -> Iterator[str]:
    """Yield a line of a list for each statement; statements in a row that call the same command are one."""
    line, span = PHRASES["line"][language], PHRASES["lines"][language]
    known: set[tuple[str, str]] = set()
    for run in _runs([s for s in statements if s.sets or s.command in pages])[:MAX_EXPLAINED]:
        first, last = run[0].line, run[-1].line
        where = line.format(number=first) if first == last else span.format(first=first, last=last)
        does = "; ".join(_explained_run(run, pages.get(run[0].command), known, language))
        yield f"- {where}: {does}"


def in_another_language(pages: Mapping[str, CommandPage], language: str) -> str:
    """Return the mark for readers of a language whose explanation is in another one; "" where it is in theirs."""
    marks = [QUOTED_LANGUAGE[language].get(page.language, "") for page in pages.values()]
    return next((mark for mark in marks if mark), "")


def _runs(statements: Sequence[CodeStatement]) -> list[list[CodeStatement]]:
    runs: list[list[CodeStatement]] = []
    for statement in statements:
        before = runs[-1][-1] if runs else None
        plain = not (statement.sets or statement.block_end or statement.arguments == ())
        if (
            plain
            and before
            and (before.command, before.line, before.sets) == (statement.command, statement.line - 1, "")
        ):
            runs[-1].append(statement)
        else:
            runs.append([statement])
    return runs


def _explained_run(
    run: Sequence[CodeStatement], page: CommandPage | None, known: set[tuple[str, str]], language: str
) -> Iterator[str]:
    first = run[0]
    if first.sets:
        assigned = PHRASES["assigns"][language].format(name=first.sets)
        yield assigned if page else f"{assigned}: {_as_code(first.value)}"
    if page is not None:
        yield f"`{first.command}`: {page.title}"
    if first.condition:
        yield PHRASES["condition"][language].format(condition=first.condition)
    if first.counts:
        counter, start, end = first.counts
        yield PHRASES["counted"][language].format(counter=counter, first=start, last=end) + _rounds(
            start, end, language
        )
    if first.block_end > first.line:
        yield PHRASES["block"][language].format(last=first.block_end)
    if page is not None and not first.condition:
        yield from _explained_arguments(run, page, known)


def _explained_arguments(run: Sequence[CodeStatement], page: CommandPage, known: set[tuple[str, str]]) -> Iterator[str]:
    """Yield each argument with its values in the code, and what the page says of it where that was not yet said."""
    names = list(page.arguments)
    values = list(zip_longest(*(statement.arguments for statement in run)))
    for name, given in zip(names, values, strict=False):
        # The last argument of a signature may stand for several.
        more = values[len(names) :] if name == names[-1] else []
        written = ", ".join(_as_code(value) for row in [given, *more] for value in row if value is not None)
        meaning = page.arguments[name]
        new = bool(meaning) and (run[0].command, name) not in known
        known.add((run[0].command, name))
        yield f"`{name}` = {written}{f' ({meaning})' if new else ''}"


def _rounds(start: str, end: str, language: str) -> str:
    """Return how often a loop runs where both bounds are numbers."""
    if not (start.isdecimal() and end.isdecimal()) or int(end) < int(start):
        return ""
    return PHRASES["rounds"][language].format(count=int(end) - int(start) + 1)


def _as_code(text: str) -> str:
    """Return a text as code in a line of Markdown; templates have backquotes themselves."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _short(text: str) -> str:
    text = text.strip()
    if len(text) > MAX_MEANING:
        text = _SENTENCE_END.split(text, maxsplit=1)[0]
    return text.rstrip(".")
