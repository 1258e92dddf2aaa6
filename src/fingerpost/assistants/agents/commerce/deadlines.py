"""Finds the dates that a sentence sets as a limit: until when to pay, and until when an offer holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.dates import find_dates
from fingerpost.assistants.agents.commerce.labels import normalize
from fingerpost.assistants.agents.commerce.layout import LayoutRow

_UNTIL = re.compile(
    r"(?<![^\W_])(?:until|till|through|by|before|no later than|up to(?: and including)?|hasta(?: el)?(?: dia)?|"
    r"ate(?: o)?(?: dia)?|antes del?|a mas tardar(?: el)?)\s+(?:(?:\w+day|lunes|martes|miercoles|jueves|viernes|"
    r"\w+-feira),?\s+)?$"
)
_PAY = re.compile(r"(?<![^\W_])(?:pay|paid|paga|pago|abon|liquid|settle|transf)")
_LESS = re.compile(r"deduc|discount|descont|descuent|dto\b|bonif|prompt|pronto pag|rebate|less\b")
_OFFER = re.compile(
    r"(?<![^\W_])(?:price|precio|preco|valor|offer|ofert|quot|orcament|presupuest|propost|propuest|rate|tarif|condi|"
    r"manten|mantem|hold|held|keep|kept|stand|firm|valid|vigen)"
)
_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})[.;!?](?=\s|$)|(?<=\d)\.(?=\s+[^\W\d_]|$)")


class Deadlines(NamedTuple):
    """The last day to pay, and the last day that an offer holds; None where no sentence says so, or two differ."""

    due: date | None = None
    valid: date | None = None


def find_deadlines(rows: Sequence[LayoutRow], used: set[int]) -> Deadlines:
    """Return the limits that the sentences of a document set."""
    due: set[date] = set()
    valid: set[date] = set()
    for sentence, day in _limits(rows, used):
        if _LESS.search(sentence):
            # Paying earlier than one has to.
            continue
        if _PAY.search(sentence):
            due.add(day)
        elif _OFFER.search(sentence):
            valid.add(day)
    return Deadlines(next(iter(due)) if len(due) == 1 else None, next(iter(valid)) if len(valid) == 1 else None)


def _limits(rows: Sequence[LayoutRow], used: set[int]) -> Iterator[tuple[str, date]]:
    """Yield the days behind "until" and the like, each with its sentence, which may go over several rows."""
    for text, day_first in _paragraphs(rows, used):
        plain = normalize(text)
        for day in find_dates(text, day_first):
            if _UNTIL.search(plain[: day.start]):
                begin = max((end.end() for end in _SENTENCE.finditer(plain, 0, day.start)), default=0)
                end = _SENTENCE.search(plain, day.end)
                yield plain[begin : end.start() if end else len(plain)], day.value


def _paragraphs(rows: Sequence[LayoutRow], used: set[int]) -> Iterator[tuple[str, bool]]:
    texts: list[str] = []
    for number, row in enumerate(rows):
        # A gap separates columns, not words of a sentence.
        if texts and (number in used or len(row.filled) != 1):
            yield " ".join(texts), row.day_first
            texts = []
        if number not in used and len(row.filled) == 1:
            texts.append(row.text.strip())
        elif number not in used:
            yield from ((cell.text, row.day_first) for cell in row.filled)
    if texts:
        yield " ".join(texts), rows[-1].day_first
