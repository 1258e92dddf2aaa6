"""The closed words of three languages that questions about data are built from, read from `words.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from fingerpost.assistants.agents.analytics.questions.verbs import forms
from fingerpost.language.calendar_words import MONTHS, SHORT_MONTHS, month_numbers, weekday_numbers
from fingerpost.language.function_words import AND, DEFINITE_ARTICLES, OF, TO_THE
from fingerpost.language.numbers import number_words


def each(text: str) -> frozenset[str]:
    """Return the words of a text that lists them."""
    return frozenset(text.split())


BETWEEN = DEFINITE_ARTICLES | OF | TO_THE | AND
"""Words that stand inside a name without changing it: `data de entrega` is `data da entrega`."""

AUXILIARY = each("""
    foi foram era eram ser sido sao estao esta was were be been is are has have had fue fueron han ha son se ja already
    ya um uma an un una que that seu sua su his her their your our nosso nossa
""")
"""The same inside names of conditions and figures: `não foram entregues`."""

UNTRAINED = each("growth points same_time together edge rest backward apart")
"""Kinds of words that the semantic parser was not trained with."""

ONE = frozenset(number_words([1]))
"""Articles that are a number behind a comparison: `mais de um pedido`."""


_CONTRACTED = {"a": ("al", "ao", "aos"), "de": ("del", "do", "da", "dos", "das")}
"""What the last word of a phrase becomes before an article."""


def _numbered() -> Iterator[tuple[str, str, int]]:
    """Yield months, weekdays and numbers as (word, kind, value); "one" is an article too and stands in `ONE`."""
    months = month_numbers(MONTHS)
    yield from ((word, "month", value) for word, value in months.items())
    short = month_numbers(SHORT_MONTHS).items()
    yield from ((word, "short_month", value) for word, value in short if word not in months)
    # In SQL the week begins on Sunday.
    yield from ((word, "weekday", (value + 1) % 7) for word, value in weekday_numbers().items())
    # In Portuguese "dos" is "of the".
    numbers = number_words([*range(2, 11), 0]).items()
    yield from ((word, "number", value) for word, value in numbers if word != "dos")


@cache
def _content() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


@cache
def with_verbs() -> dict[tuple[str, ...], list[tuple[str, int]]]:
    """Return the vocabulary with every form of the verbs; a form that is a word of its own keeps its meaning.

    The networks of `semantic_parser` have learned the kinds of the vocabulary alone.
    """
    found = {key: list(kinds) for key, kinds in vocabulary().items()}
    for kind, text in _content()["verbs"].items():
        for verb in text.split(";"):
            for form in forms(" ".join(verb.split())):
                found.setdefault(tuple(form.split()), [(kind, 0)])
    for key, kinds in list(found.items()):
        # `anterior a` is `anterior al` before a man's noun.
        for joined in _CONTRACTED.get(key[-1], ()) if len(key) > 1 else ():
            found.setdefault((*key[:-1], joined), kinds)
    return found


@cache
def verb_comparisons() -> frozenset[tuple[str, ...]]:
    """Return the phrases that are no word of their own and compare only where a number follows: `llegar a 100`."""
    found = (key for key, kinds in with_verbs().items() if {kind for kind, _ in kinds} & {"gt", "ge", "lt", "le"})
    return frozenset(key for key in found if key not in vocabulary())


@cache
def vocabulary() -> dict[tuple[str, ...], list[tuple[str, int]]]:
    """Return every phrase as its words, with the kinds it can be of and, for months and numbers, which one."""
    content = _content()
    found: dict[tuple[str, ...], list[tuple[str, int]]] = {}

    def add(phrase: str, kind: str, value: int = 0) -> None:
        words = tuple(phrase.replace("-", " ").split())
        if words and (kind, value) not in found.setdefault(words, []):
            found[words].append((kind, value))

    for word in content["words"].split():
        add(word, "small")
    for kind, text in content["phrases"].items():
        for phrase in text.split(";"):
            add(phrase, kind)
    for word, kind, value in _numbered():
        add(word, kind, value)
    found.pop((), None)
    return found
