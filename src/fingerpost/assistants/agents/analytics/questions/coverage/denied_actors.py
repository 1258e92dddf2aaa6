"""Finds denials of who did something: `not collected by Ana` leaves Ana out, and does not say that nothing was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fingerpost.assistants.agents.analytics.planner.request import Where
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.words import each

_BY = each("by por pelo pela pelos pelas")
_NEAR = 3
"""Words that can stand between a denial and the "by" that it reaches to."""


def denied_doers(marks: Sequence[Mark], denials: Sequence[Mark], parts: Sequence[Any]) -> list[str]:
    """Return the denials before a "by" with a value behind it, where that value is not left out."""
    denied = {text for part in parts if isinstance(part, Where) and part.how == "<>" for text in part.values}
    found = [(denial, _doer(marks, denial)) for denial in denials]
    return [f"{denial.words} … {doer.words}" for denial, doer in found if doer and not _is_one(doer, denied)]


def _doer(marks: Sequence[Mark], denial: Mark) -> Mark | None:
    """Return the value behind the "by" that a denial reaches to."""
    behind = [mark for mark in marks if mark.start >= denial.end]
    by = next((at for at, mark in enumerate(behind[: _NEAR + 1]) if _is_by(mark)), 0)
    if not by or any(mark.of("sign", "and", "or") for mark in behind[:by]):
        return None
    doer = next((mark for mark in behind[by + 1 :] if mark.kinds != {"small"}), None)
    return doer if doer and doer.of("value", "quote") and not doer.of("column", "table") else None


def _is_by(mark: Mark) -> bool:
    return len(mark.tokens) == 1 and mark.tokens[0].text in _BY


def _is_one(doer: Mark, denied: set[Any]) -> bool:
    """Whether what a mark can stand for is among the values that are left out."""
    return any(meaning.value in denied for meaning in doer.meanings if meaning.kind in ("value", "quote"))
