"""Shows the name of a row beside its key, where the schema leaves no doubt which column holds it."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import Group, Ref, Request
from fingerpost.assistants.agents.analytics.questions.lexicon import stem
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.text import fold

_NAMES = frozenset(stem(word) for word in each("name title label nome titulo rotulo nombre etiqueta"))


MOST_COLUMNS = 12
"""Columns of a row that are shown where no name tells it apart."""


def with_labels(request: Request, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return a request whose rows are shown by their names as well; its key still tells namesakes apart.

    Rows that have no name are listed with all that they hold, and what they refer to by its name.
    """
    figures = {replace(measure, words="") for measure in request.measures}
    figures |= {replace(having.measure, words="") for having in request.having}
    if (len(figures) != 1 and not request.listed) or request.share or request.over or request.per is not None:
        # Where figures of several tables are put side by side by their groups, a name that is missing would part them.
        return request
    groups: list[Group] = []
    for group in request.groups:
        groups += [one for one in _named(group, request, allowlist, meanings) if one.refs not in map(_refs, groups)]
    return replace(request, groups=tuple(groups))


def _refs(group: Group) -> tuple[Ref, ...]:
    return group.refs


def _named(group: Group, request: Request, allowlist: Allowlist, meanings: Meanings) -> list[Group]:
    """Return a group with what names its rows."""
    table = _rows_of(group, allowlist, ranked=request.limit is not None)
    if table is None:
        return [group, *_referred(group, request, allowlist)] if request.listed else [group]
    if table.name in dict(meanings.labels):
        return [group]
    labels = _labels(table)
    keys = [(table.name, column.name) for column in table.columns if column.key]
    if keys and (not labels or keys == list(labels)) and request.listed and not (request.having or meanings.labels):
        return [group, *_row(table, keys, request, allowlist)]
    # A key that is also the name is shown once, and so is a name that is asked for.
    asked = {ref for other in request.groups for ref in other.refs}
    return [*(Group((label,), words=group.words) for label in labels if keys != [label] and label not in asked), group]


def _row(table: AllowedTable, keys: list[Ref], request: Request, allowlist: Allowlist) -> list[Group]:
    """Return all that a row holds but its key, with the names of what it refers to."""
    own = [Group(((table.name, column.name),), beside=True) for column in table.columns]
    held = [group for group in own if group.refs[0] not in keys][:MOST_COLUMNS]
    return [one for group in held for one in (group, *_referred(group, request, allowlist))]


def _referred(group: Group, request: Request, allowlist: Allowlist) -> list[Group]:
    """Return the names of the rows that a column refers to, where no other column refers to their table."""
    if len(group.refs) != 1 or group.part:
        return []
    table = allowlist.table(group.refs[0][0])
    column = table.column(group.refs[0][1]) if table and group.refs[0][1] else None
    if table is None or column is None or column.references is None:
        return []
    name = column.references[0]
    other = allowlist.table(name)
    several = sum(one.references is not None and one.references[0] == name for one in table.columns) > 1
    if other is None or several or name == table.name or name in request.mentioned:
        return []
    return [Group((label,), beside=True) for label in _labels(other)]


def _rows_of(group: Group, allowlist: Allowlist, *, ranked: bool) -> AllowedTable | None:
    """Return the table whose rows a group is by: its own name was said, or in a ranking a column that refers to it."""
    if group.part or len(group.refs) != 1:
        return None
    name, column = group.refs[0]
    table = allowlist.table(name)
    found = table.column(column) if table and column else None
    if found and found.references and ranked:
        return allowlist.table(found.references[0])
    return table if not column or (found and found.key) else None


def _labels(table: AllowedTable) -> tuple[Ref, ...]:
    """Return the columns that name a row to people: those that the allowlist says, or one that is clearly meant."""
    if table.label:
        return tuple((table.name, column) for column in table.label)
    found = _label(table)
    return (found,) if found else ()


def _label(table: AllowedTable) -> Ref | None:
    """Return the one column of text that is called as its table is, or that is its `name`, `title` or `label`."""
    called = {_key(name) for name in (table.name, *table.synonyms)}
    free = [column for column in table.columns if column.kind == "text" and not (column.key or column.references)]
    alike = [column for column in free if called & {_key(name) for name in (column.name, *column.synonyms)}]
    named = [column for column in free if _is_name(column.name, called)]
    found = alike or named
    return (table.name, found[0].name) if len(found) == 1 else None


def _is_name(column: str, called: set[tuple[str, ...]]) -> bool:
    """Whether a column is called `title`, or `class_title` in the table of classes."""
    words = _key(column)
    rest = tuple(word for word in words if word not in _NAMES)
    # `coaches` keeps more of its plural than the stem of `coach_name`.
    own = not rest or any(" ".join(name) in (end := " ".join(rest), f"{end}e") for name in called)
    return len(words) - len(rest) == 1 and own


def _key(name: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in fold(name).replace("_", " ").split())
