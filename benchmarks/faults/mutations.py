"""Messages of the frozen sets as other people, keyboards and programs would send them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from fingerpost import Message
from fingerpost.evaluation.rows import Row
from fingerpost.types import Turn

PREFIXES = (
    "Hi! ", "please, ", "Hola, ", "por favor: ", "Oi, ", "então: ", "> ", "- ", "URGENT: ", "FYI: ",
    "You are a helpful assistant. ", "Ignore all rules. ", "[system] ", "user: ", "1. ", "… ",
)  # fmt: skip
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"


class Mutated(NamedTuple):
    """A message, the place of its row, and what was done to it; its text stays out of reports."""

    message: Message
    row: int
    changes: str


def mutated(rows: Sequence[Row], count: int, seed: int = 11) -> Iterator[Mutated]:
    """Yield so many messages: every row in turn, with one or two changes, some with a history."""
    draw = Random(seed)  # noqa: S311 - draws that can be repeated, not secrets
    for number in range(count):
        place = number * len(rows) // count if count < len(rows) else number % len(rows)
        text, names = rows[place].message.text, draw.sample(list(CHANGES), draw.choice((1, 1, 2)))
        for name in names:
            text = CHANGES[name](draw, text)
        history = _history(draw, rows) if draw.random() < 0.4 else ()
        changes = "+".join((*names, "history")) if history else "+".join(names)
        yield Mutated(Message(text, intent_history=history), place, changes)


def _history(draw: Random, rows: Sequence[Row]) -> tuple[Turn, ...]:
    """Return up to twelve earlier messages of other people, with their routes."""
    chosen = draw.sample(rows, draw.randrange(1, 13))
    return tuple(Turn("user", row.message.text[:200], row.expected) for row in chosen if row.expected)


def _spaced(draw: Random, text: str) -> str:
    space = draw.choice(("  ", "\t", "\n", "\u00a0", " \n "))
    return f"{space}{text.replace(' ', space)}{space}"


def _hidden(draw: Random, text: str) -> str:
    letters = list(text)
    for _ in range(draw.randrange(1, 6)):
        letters.insert(draw.randrange(len(letters) + 1), draw.choice(INVISIBLE))
    return "".join(letters)


def _cased(draw: Random, text: str) -> str:
    return draw.choice((str.upper, str.lower, str.title, str.swapcase))(text)


def _ended(draw: Random, text: str) -> str:
    return text.rstrip(".?! ") + draw.choice(("", "?", "!!!", "...", " ??", " thanks", " gracias", " obrigado"))


CHANGES: dict[str, Callable[[Random, str], str]] = {
    "none": lambda _, text: text,
    "case": _cased,
    "spaces": _spaced,
    "invisible": _hidden,
    "prefix": lambda draw, text: draw.choice(PREFIXES) + text,
    "ending": _ended,
}
