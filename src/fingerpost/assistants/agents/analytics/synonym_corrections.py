"""Takes a person's correction of how a question was read, "rent = aluguel_mes", as a synonym of the allowlist."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist, stem
from fingerpost.assistants.agents.analytics.column_names import words_of
from fingerpost.assistants.agents.analytics.questions.words import each, vocabulary
from fingerpost.errors import FingerpostError
from fingerpost.language.text import fold

MOST_WORDS = 4
"""Words of a synonym at most."""
LONGEST = 60
"""Characters of a synonym at most."""
_ASKING = each("count much list percent")
"""Kinds of words that ask for something."""
MOST_NAMED = 6
"""Possible meanings that an error lists."""


_Names = Callable[[str, AllowedTable | AllowedColumn], bool]


class CorrectionError(FingerpostError):
    """A correction names nothing of the allowlist, or several things; the message says what can be written."""


class Target(NamedTuple):
    """What a word means: a table, a column of it, or a value of that."""

    table: str
    column: str = ""
    value: str = ""

    def __str__(self) -> str:
        """Return it as a person writes it in a correction."""
        place = f"{self.table}.{self.column}" if self.column else self.table
        return f"{place} = {self.value}" if self.value else place


def split_correction(line: str) -> tuple[str, str] | None:
    """Return the word and what it is said to mean; None where a line is a question.

    "how many orders with status = sent" asks for something before its sign, and a correction does not.
    """
    word, sign, meant = (part.strip() for part in line.partition("="))
    short = 0 < len(word.split()) <= MOST_WORDS and len(word) <= LONGEST
    signs = set(word) & set("<>!?¿") or meant.startswith("=")
    return (word, meant) if sign and meant and short and not signs and not _asks(word) else None


def find_target(allowlist: Allowlist, meant: str) -> Target:
    """Return the table, column or value that a person named: `orders`, `orders.status`, `status`, `status = sent`."""
    place, sign, value = (part.strip() for part in meant.partition("="))
    spelled = (_names, _names_in_number)
    columns = next(filter(None, (_columns(allowlist, place, names) for names in spelled)), [])
    if sign:
        found = [Target(table.name, column.name, _spelled(column, value)) for table, column in columns if value]
    else:
        tables = ([table for table in allowlist.tables if names(place, table)] for names in spelled)
        found = [Target(table.name) for table in next(filter(None, tables), [])]
        found = found or [Target(table.name, column.name) for table, column in columns]
        found = found or _values(allowlist, place)
    if len(found) == 1:
        return found[0]
    if found:
        raise CorrectionError(f"{meant!r} is one of several: write {_listed(map(str, found), ' or ')}")
    raise CorrectionError(
        f"{meant!r} is no table, column or known value of the allowlist: write `word = table`, `word = table.column` or"
        f" `word = table.column = value`; tables: {_listed((table.name for table in allowlist.tables), ', ')}"
    )


def with_synonym(allowlist: Allowlist, word: str, target: Target) -> Allowlist:
    """Return the allowlist with one more synonym; what was proposed is accepted with that."""
    return replace(
        allowlist,
        tables=tuple(
            _with_synonym(table, word, target) if table.name == target.table else table for table in allowlist.tables
        ),
    )


def proposals(allowlist: Allowlist, word: str) -> list[Target]:
    """Return what a word was proposed as a synonym of."""
    folded = fold(word)
    found = [Target(table.name) for table in allowlist.tables if folded in map(fold, table.proposed)]
    for table in allowlist.tables:
        found += [Target(table.name, column.name) for column in table.columns if folded in map(fold, column.proposed)]
    return found


def _asks(text: str) -> bool:
    """Whether a text holds words that ask for something: `how many`."""
    closed, words = vocabulary(), fold(text).split()
    phrases = (tuple(words[at:end]) for at in range(len(words)) for end in range(at + 1, len(words) + 1))
    return any(kind in _ASKING for phrase in phrases for kind, _ in closed.get(phrase, ()))


def _with_synonym(table: AllowedTable, word: str, target: Target) -> AllowedTable:
    if not target.column:
        return replace(table, synonyms=_added(table.synonyms, word), proposed=_without(table.proposed, word))
    columns = tuple(
        _column_with_synonym(column, word, target) if column.name == target.column else column
        for column in table.columns
    )
    return replace(table, columns=columns)


def _column_with_synonym(column: AllowedColumn, word: str, target: Target) -> AllowedColumn:
    if not target.value:
        return replace(column, synonyms=_added(column.synonyms, word), proposed=_without(column.proposed, word))
    known = dict(column.value_synonyms)
    known[target.value] = _added(known.get(target.value, ()), word)
    return replace(column, value_synonyms=tuple(known.items()))


def _added(words: tuple[str, ...], word: str) -> tuple[str, ...]:
    return words if fold(word) in map(fold, words) else (*words, word)


def _without(words: tuple[str, ...], word: str) -> tuple[str, ...]:
    return tuple(other for other in words if fold(other) != fold(word))


def _columns(allowlist: Allowlist, place: str, names: _Names) -> list[tuple[AllowedTable, AllowedColumn]]:
    owner, dot, name = place.rpartition(".")
    return [
        (table, column)
        for table in allowlist.tables
        for column in table.columns
        if names(name, column) and (not dot or names(owner, table))
    ]


def _names(written: str, entry: AllowedTable | AllowedColumn) -> bool:
    """Whether a person wrote a name or synonym, with or without its capitals, accents and underscores."""
    words = words_of(written)
    return any(
        fold(written) == fold(name) or (words and words == words_of(name)) for name in (entry.name, *entry.synonyms)
    )


def _names_in_number(written: str, entry: AllowedTable | AllowedColumn) -> bool:
    """Whether a person wrote a name or synonym in the singular or in the plural."""
    words = [stem(word) for word in words_of(written)]
    return bool(words) and any(
        words == [stem(word) for word in words_of(name)] for name in (entry.name, *entry.synonyms)
    )


def _values(allowlist: Allowlist, written: str) -> list[Target]:
    return [
        Target(table.name, column.name, value)
        for table in allowlist.tables
        for column in table.columns
        for value in column.values
        if fold(value) == fold(written)
    ]


def _spelled(column: AllowedColumn, written: str) -> str:
    """Return a value as the database spells it; one that is in no list stays as it was written."""
    return next((value for value in column.values if fold(value) == fold(written)), written)


def _listed(names: Iterable[str], between: str) -> str:
    names = list(names)
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return between.join(names[:MOST_NAMED]) + more
