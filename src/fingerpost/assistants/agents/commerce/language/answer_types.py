"""Which kind of answer a question word asks for, and whether a text has an answer of that kind in it."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.language.calendar_words import MONTHS, SHORT_WEEKDAYS, WEEKDAYS, month_numbers, weekday_numbers
from fingerpost.language.numbers import number_words

_KINDS = {
    "person": "who|whom|quien|quienes|quem",
    "place": "where|donde|adonde|onde|aonde",
    "day": "when|what (?:day|date|time|hours?)|which (?:day|date)|(?:que|qual|cual) (?:dia|fecha|data|hora|horario)|"
    "cuando|quando",
    "time": "how long|(?:quanto|cuanto) (?:tempo|tiempo)|(?:que|qual|cual) (?:es el |e o |o |el )?(?:plazo|prazo)",
    "reason": "why|por que|porque motivo|por cual|what for|para que sirve",
}
_KIND = re.compile("|".join(rf"(?P<{kind}>(?<![^\W_])(?:{words})(?![^\W_]))" for kind, words in _KINDS.items()))
_NUMBERS = "|".join([r"\d+", *number_words([*range(1, 21), 30, 60, 90])])
PERIOD = re.compile(
    rf"(?<![^\W_])(?:{_NUMBERS})\W{{0,3}}(?:(?:working|business|calendar|habiles|naturales|corridos|uteis)\s)?"
    r"(?:days?|dias?|weeks?|semanas?|months?|mes|meses|years?|anos?|h|hrs?|hours?|horas?)(?![^\W_])"
)
"""A length of time in a normalized text."""
_DAYS = "|".join(sorted({*month_numbers(MONTHS), *weekday_numbers(WEEKDAYS, SHORT_WEEKDAYS)}))
_DAY = re.compile(rf"(?<!\d)\d{{1,2}}(?::\d\d|\s?h|\s?[ap]m)(?![^\W_])|(?<![^\W_])(?:{_DAYS})(?![^\W_])")
_NAME = re.compile(r"[A-ZÀ-Ý]\.?\s[A-ZÀ-Ý]|[^\W_][:,.]?\s[A-ZÀ-Ý][^\W\d_]{2}")


def kind_in(plain: str) -> str:
    """Return the kind of answer that the question words of a normalized text ask for; empty for several or none."""
    kinds = {found.lastgroup or "" for found in _KIND.finditer(plain)}
    return kinds.pop() if len(kinds) == 1 else ""


def has_form(kind: str, text: str) -> bool:
    """Return whether a text has an answer of a kind in it: a day or time, a length of time, a name, or any other."""
    plain = normalize(text)
    if kind == "day":
        return bool(find_dates(text, True) or _DAY.search(plain) or PERIOD.search(plain))
    if kind == "time":
        return bool(PERIOD.search(plain))
    return kind != "person" or bool(_NAME.search(text)) or text.isupper()
