"""Reads what leaves a value out though it can rank or join as well: `every state but SP`, `todo menos boleto`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.words import each

_BUT = each("but menos minus")
_ALL = each("all every everything everyone everybody each any anything todo toda todos todas tudo cada")
_LEAST = "menos"


def with_exclusions(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks with each "but" and "menos" that leaves a value out read as "except"."""
    return [
        replace(mark, meanings=(Meaning("except"),)) if _leaves_out(marks, at) else mark
        for at, mark in enumerate(marks)
    ]


def _leaves_out(marks: Sequence[Mark], at: int) -> bool:
    """Whether a word leaves out the value behind it; `com menos boletos` ranks, and `but SP` alone goes on."""
    word = marks[at].words.lower()
    behind = [mark for mark in marks[at + 1 :] if mark.kinds != {"small"}][:2] if word in _BUT else []
    if not behind or behind[0].of("table"):
        return False
    value = behind[1] if len(behind) > 1 and behind[0].of("column") and not _is_value(behind[0]) else behind[0]
    if not _is_value(value):
        return False
    before = [mark for mark in marks[:at] if mark.kinds != {"small"}]
    if any(token.text in _ALL for mark in marks[:at] for token in mark.tokens):
        return True
    meant = value.of("value", "adjective")
    columns = before[-1].of("column") if before else None
    if columns and meant and set(columns.refs) & set(meant.refs):
        # `pedidos por estado menos SP`
        return True
    if word != _LEAST or not before or before[-1].of("sign"):
        return word != "but"
    # `los pagos menos boleto`, but not `los vendedores menos cancelados`.
    return before[-1].of("table") is not None and value.of("value") is not None


def _is_value(mark: Mark) -> bool:
    return mark.of("value", "adjective", "quote") is not None
