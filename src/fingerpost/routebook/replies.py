"""The fixed replies of routes, their placeholders, and the named values that fill these.

    reply = ["Order {order} is on its way.", "Which order is it?"]

A named group in a pattern of a rule, such as `(?P<order>\\d+)`, gives the value of `{order}`; `{route}` and `{user}`
come from the engine. The first text whose values are all there is the reply.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fingerpost.errors import RoutebookError
from fingerpost.language.detect import detected_language
from fingerpost.language.text import fold, normalised
from fingerpost.routebook.model import Routebook, Rule
from fingerpost.routebook.table_reader import LANGUAGES
from fingerpost.types import Resolved, Route

BUILT_IN = ("route", "user")
"""The placeholders that no rule has to fill: the route's name for people, and the user that the caller named."""

MAX_VALUE = 80
"""The most characters of a value that are put into a reply."""

_BRACES = re.compile(r"\{\{|\}\}|\{([^\W\d]\w*)\}|[{}]")
"""A doubled brace, a placeholder, or a brace that is neither."""
_MARKUP = str.maketrans("", "", "<>[]`*\\")
"""Characters that begin links, tags, code or emphasis: a value is read as plain text wherever it is shown."""


def text_in(texts: Any, language: str | None) -> Any:
    """Return what is given for a language, else for the first declared one; texts without languages as they are."""
    if not isinstance(texts, Mapping):
        return texts
    return texts[language] if language in texts else next(iter(texts.values()))


def title_of(route: Route, language: str | None) -> str:
    """Return the name of a route for people, in one line without spaces around it, or its name where it has none."""
    return " ".join(str(text_in(route.title, language) or route.name).split())


def answer_language(text: str, book: Routebook) -> str:
    """Return the language of a text; where it cannot be told, the first that replies or titles declare, else "en"."""
    declared = (texts for route in book.routes for texts in (route.reply, route.title) if isinstance(texts, Mapping))
    return detected_language(text) or next((language for texts in declared for language in texts), "en")


def placeholders(text: str) -> list[str]:
    """Return the names of the placeholders in a text."""
    return [found[1] for found in _BRACES.finditer(text) if found[1]]


def reply_for(route: Route, language: str | None, values: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the reply with its values, or an empty text and the names of the values that the last text lacks."""
    texts, missing = _variants(text_in(route.reply, language)), list[str]()
    for text in texts:
        missing = [name for name in dict.fromkeys(placeholders(text)) if not values.get(name)]
        if not missing:
            return _BRACES.sub(lambda found: values[found[1]] if found[1] else found[0][0], text), []
    return "", missing


def named_values(rules: Sequence[Rule], resolved: Resolved) -> dict[str, str]:
    """Return what the named groups of the rules' patterns find in a message, whichever rule or layer decided.

    Of two groups of one name, the first that matches counts. A value is as the person wrote it where that can be told,
    in one line, without markup and cut to `MAX_VALUE` characters.
    """
    values: dict[str, str] = {}
    for pattern in (pattern for rule in rules for pattern in rule.patterns if pattern.groupindex):
        found = pattern.search(resolved.folded)
        plain = None if found else pattern.search(fold(normalised(resolved.text)))
        for name in pattern.groupindex:
            if found and found[name] and not values.get(name):
                values[name] = plain_value(_as_written(resolved, *found.span(name)))
            elif plain and plain[name] and not values.get(name):
                values[name] = plain_value(plain[name])
    return values


def plain_value(value: str) -> str:
    """Return a value as plain text: one line, without markup, cut to `MAX_VALUE` characters."""
    value = " ".join(value.translate(_MARKUP).split())
    return value if len(value) <= MAX_VALUE else value[: MAX_VALUE - 1] + "…"


def _as_written(resolved: Resolved, start: int, end: int) -> str:
    """Return a part of the folded text with its capitals and accents, if it stands at the same place of the text."""
    written, folded = resolved.text[start:end], resolved.folded[start:end]
    return written if fold(written) == folded else folded


def _variants(texts: str | Sequence[str]) -> Sequence[str]:
    return (texts,) if isinstance(texts, str) else texts


def check_replies(book: Routebook, file: Path | str) -> None:
    """Check the titles and replies of all routes, and that each placeholder can be filled."""
    known = {*BUILT_IN, *(name for rule in book.rules for pattern in rule.patterns for name in pattern.groupindex)}
    for i, route in enumerate(book.routes):
        for where, title in _by_language(file, f"routes[{i}].title", route.title):
            if not isinstance(title, str) or not title.strip() or len(title.splitlines()) > 1:
                remedy = "must be a string of one line that is not empty, or a table of these by language"
                raise RoutebookError(file, where, title, remedy)
        _check_same_title(book, i, file)
        for where, texts in _by_language(file, f"routes[{i}].reply", route.reply):
            _check_texts(file, where, texts)
            for text in _variants(texts):
                _check_placeholders(file, where, text, known)


def _check_same_title(book: Routebook, i: int, file: Path | str) -> None:
    """Raise where a route has the title of an earlier one: a person who is asked which is meant could not choose."""
    route = book.routes[i]
    if not route.title or not book.ask_back:
        return
    for language in LANGUAGES:
        title = title_of(route, language)
        for other in book.routes[:i]:
            if other.title and _read_title(title_of(other, language)) == _read_title(title):
                remedy = (
                    f'is the title of {other.name} too, in the language "{language}": give one of them another title'
                )
                raise RoutebookError(file, f"routes[{i}].title", title, remedy)


def _read_title(title: str) -> str:
    return fold(title).strip(" .,;:!?")


def _by_language(file: Path | str, where: str, texts: Any) -> list[tuple[str, Any]]:
    if not isinstance(texts, Mapping):
        return [(where, texts)] if texts != "" else []
    for language in texts:
        if language not in LANGUAGES:
            raise RoutebookError(
                file, f"{where}.{language}", texts[language], f"unknown; known: {', '.join(LANGUAGES)}"
            )
    return [(f"{where}.{language}", text) for language, text in texts.items()]


def _check_texts(file: Path | str, where: str, texts: Any) -> None:
    each = [texts] if isinstance(texts, str) else texts
    if isinstance(each, list | tuple) and each and all(isinstance(text, str) and text.strip() for text in each):
        return
    remedy = "must be a string that is not empty, a list of such strings, or a table of either by language"
    raise RoutebookError(file, where, texts, remedy)


def _check_placeholders(file: Path | str, where: str, text: str, known: set[str]) -> None:
    for found in _BRACES.finditer(text):
        if found[0] in ("{", "}"):
            remedy = "a brace stands alone: write {name} for a value, and {{ or }} for a brace"
            raise RoutebookError(file, f"{where}{_line(file, text[found.start() :])}", text, remedy)
        if found[1] and found[1] not in known:
            remedy = (
                f"nothing gives {found[0]} a value: add (?P<{found[1]}>…) to a pattern of a rule, or use one of"
                f" {', '.join(f'{{{name}}}' for name in sorted(known))}"
            )
            raise RoutebookError(file, f"{where}{_line(file, found[0])}", text, remedy)


def _line(file: Path | str, part: str) -> str:
    """Return " (line N)" for the first line of a file with the beginning of a text; empty where it is in none."""
    if not isinstance(file, Path) or not file.is_file():
        return ""
    sought = part.splitlines()[0]
    lines = enumerate(file.read_text(encoding="utf-8-sig").splitlines(), 1)
    return next((f" (line {number})" for number, line in lines if sought in line), "")
