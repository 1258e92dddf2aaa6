"""Whether a "no" denies what follows it, as in Spanish and English, or is the Portuguese "in the"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.detect import sure_language

_SAID = ("table", "value", "adjective", "condition", "measure", "event", "column")
_COMPARED = ("gt", "ge", "lt", "le", "eq", "between")
_BEHIND_NOT = each("""
    de del en con por para a al se me le les son es era eran fue fueron sea sean sido esta estan ha han hubo tiene
    tienen tuvo tuvieron in from by with of
""")
"""Words before which "no" is never the Portuguese "in the", which ends a preposition already."""
_NOT_OF_ONE = re.compile(r".+(?:[ns]|[ai]da)$")
"""Plurals, feminine participles and verbs of several: the Portuguese "in the" is masculine and singular."""


def denies(marks: Sequence[Mark], at: int, question: str) -> bool | None:
    """Whether the "no" at a place denies what follows it; None where it may be either."""
    behind = marks[at + 1] if at + 1 < len(marks) else None
    if behind is None or not behind.tokens:
        return False
    language, word = sure_language(question), behind.tokens[0].text
    agrees = not _NOT_OF_ONE.fullmatch(word)
    if word in _BEHIND_NOT or behind.of(*_COMPARED) or (behind.of("adjective", "condition") and not behind.of("value")):
        return True
    name = behind.tokens[0].raw[:1].isupper()
    if not behind.of(*_SAID):
        # A verb that says nothing else, as in `no viven en Zaragoza`, is denied with what follows it.
        return language == "es" and not name and bool(behind.tokens[0].text.isalpha())
    if name and language != "en":
        # `no Rio de Janeiro`; in a Spanish question it may be either.
        return None if language == "es" else False
    if language == "pt":
        return False if agrees else None if behind.of("table") else True
    return None if language is None and agrees and not behind.of("table") else True


def is_not_of(marks: Sequence[Mark], at: int) -> bool:
    """Whether `no de` is "not of" and not "number of": without a sign for that, and before what can be denied."""
    mark, behind = marks[at], marks[at + 1] if at + 1 < len(marks) else None
    if behind is None or not mark.of("count") or len(mark.tokens) < 2 or mark.tokens[0].raw.lower() != "no":
        return False
    return behind.of("value", "adjective", "condition", "quote") is not None and behind.of("table") is None
