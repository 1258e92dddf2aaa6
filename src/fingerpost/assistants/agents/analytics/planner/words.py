"""The closed words of three languages that questions about data are built from, read from `words.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path


def each(text: str) -> frozenset[str]:
    """Return the words of a text that lists them."""
    return frozenset(text.split())


BETWEEN = each("de da do das dos del la el los las of the o a os as al ao e and y")
"""Words that stand inside a name without changing it: `data de entrega` is `data da entrega`."""

AUXILIARY = each("""
    foi foram era eram ser sido sao estao esta was were be been is are has have had fue fueron han ha son se ja already
    ya um uma an un una que that seu sua su his her their your our nosso nossa
""")
"""The same inside names of conditions and figures: `não foram entregues`."""

ONE = each("um uma one un una uno")
"""Articles that are a number behind a comparison: `mais de um pedido`."""

_FIRST = {"month": 1, "short_month": 1, "weekday": 0, "number": 2, "zero": 0}


@cache
def vocabulary() -> dict[tuple[str, ...], list[tuple[str, int]]]:
    """Return every phrase as its words, with the kinds it can be of and, for months and numbers, which one."""
    content = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
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
    for kind, text in content["numbered"].items():
        for value, words in enumerate(text.split(";"), _FIRST[kind]):
            for word in words.split():
                add(word, "number" if kind == "zero" else kind, value)
    found.pop((), None)
    return found
