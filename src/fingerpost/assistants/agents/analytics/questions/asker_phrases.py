"""Leaves out who asks a question: `the boss wants to know how many`, `desde ventas preguntan cuántos`."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.words import each

_ASKING = each("""
    asks ask asked asking wonders wondering wants pergunta perguntam perguntou perguntaram quer querem pregunta
    preguntan pregunto preguntaron quiere quieren
""")
_LINKING = each("saber to know")
_ASKED = ("which", "count", "much")
_SAID = ("number", "when", "date", "value", "adjective", "quote", "condition", "month", "gt", "ge", "lt", "le", "by")


def without_asker(marks: Sequence[Mark]) -> list[Mark]:
    """Return a question without who asks it, where nothing that limits it is said before that."""
    for at, mark in enumerate(marks):
        if mark.of(*_ASKED) and (not mark.of("small") or at):
            lead = [one for one in marks[:at] if not one.of("sign")]
            words = [token.text for one in lead for token in one.tokens]
            while words and words[-1] in _LINKING:
                words.pop()
            asks = len(words) > 1 and words[-1] in _ASKING
            return list(marks if not asks or any(one.of(*_SAID) for one in lead) else marks[at:])
    return list(marks)
