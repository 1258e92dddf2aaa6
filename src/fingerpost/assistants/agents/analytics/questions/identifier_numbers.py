"""Reads "number" where it counts nothing: a telephone has one of its own, and so has whoever is named before it."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.parse_state import with_meanings
from fingerpost.assistants.agents.analytics.questions.question_target import is_plural

_NUMBER = frozenset(("number", "numero"))


def with_own_numbers(marks: Sequence[Mark], allowlist: Allowlist) -> list[Mark]:
    """Return marks without "number" beside a column of text: `phone number`, `número de teléfono`.

    Behind a name alone nothing says which number is meant, `Ray's number`, and several are counted: `number of tags`.
    """
    found: list[Mark] = []
    for at, mark in enumerate(marks):
        if mark.of("count") and mark.tokens[0].text in _NUMBER:
            before = next((one for one in reversed(marks[:at]) if not one.of("small")), None)
            behind = next((one for one in marks[at + 1 :] if not one.of("small")), None)
            alone = len(mark.tokens) == 1
            several = not alone and behind is not None and is_plural(behind.words)
            if not several and _has_number(before if alone else behind, allowlist):
                continue
            if alone and before is not None and before.of("quote", "value") and not before.of("table", "column"):
                found.append(with_meanings(mark))
                continue
        found.append(mark)
    return found


def _has_number(mark: Mark | None, allowlist: Allowlist) -> bool:
    """Whether a mark is a column of text that has a value of its own in each row, as telephones and codes have."""
    column = mark.of("column") if mark is not None and not mark.of("table") else None
    named = [of.column(name) for table, name in column.refs if (of := allowlist.table(table))] if column else []
    return bool(named) and all(one is not None and one.kind == "text" and not one.values for one in named)
