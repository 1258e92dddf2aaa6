"""Shows rows as people know them: the name beside the key, and of rows that are listed their other columns."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.column_names import has_key_word, is_personal_name
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.request import Group, Ref, Request
from fingerpost.assistants.agents.analytics.questions.lexicon import stem
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.text import fold

_MORE_NAMES, _MOST_COLUMNS, _MOST_PARENTS = 2, 8, 3
"""Columns that name a row beside its label, all that are shown beside its key, and tables whose names are shown."""
_NAMES = frozenset(stem(word) for word in each("name title label nome titulo rotulo nombre etiqueta"))


def with_labels(request: Request, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return a request whose groups by rows show what names each row as well; its key still tells namesakes apart.

    Of rows that are listed the other columns are shown too.
    """
    figures = {replace(measure, words="") for measure in request.measures}
    figures |= {replace(having.measure, words="") for having in request.having}
    if (len(figures) != 1 and not request.listed) or request.share or request.over or request.per is not None:
        # Where figures of several tables are put side by side by their groups, a name that is missing would part them.
        return request
    asked = {ref for group in request.groups for ref in group.refs}
    groups: list[Group] = []
    for group in request.groups:
        table = _rows_of(group, allowlist, ranked=request.limit is not None)
        if table is None or table.name in dict(meanings.labels):
            groups.append(group)
            continue
        before, behind = _shown_beside(table, listed=request.listed and not request.having)
        groups += [Group((ref,), words=group.words) for ref in before if ref not in asked]
        groups.append(group)
        groups += [Group((ref,), words=group.words) for ref in behind if ref not in asked]
    return replace(request, groups=tuple(groups))


def _shown_beside(table: AllowedTable, *, listed: bool) -> tuple[list[Ref], list[Ref]]:
    """Return the columns that are shown before and behind what tells rows of a table apart.

    They are the same whatever the conditions are, so that two readings which ask the same show the same.
    """
    keys = [column.name for column in table.columns if column.key]
    labels = [ref for ref in _labels(table) if ref[1] not in keys]
    if len(keys) != 1:
        # The first label tells them apart.
        return labels[1:] if labels == list(_labels(table)) else labels, []
    named = [(table.name, column.name) for column in table.columns if _tells_apart(column)]
    behind = [ref for ref in named if ref not in labels][:_MORE_NAMES]
    if listed:
        first = (column for column in table.columns if column.name in (table.date, table.amount))
        more = [(table.name, column.name) for column in (*first, *table.columns) if _is_shown(column)]
        behind = [ref for ref in dict.fromkeys((*behind, *more)) if ref not in labels]
    elif not all(has_key_word(column) for _, column in _labels(table) or ((table.name, ""),)):
        # A figure is told of a name; a code alone says little.
        behind = []
    return labels, behind[: _MOST_COLUMNS - len(labels)]


def parents_named(base: str, allowlist: Allowlist) -> list[tuple[Ref, ...]]:
    """Return the columns that name what each row of a table refers to, for each table that it refers to once."""
    table = allowlist.table(base)
    parents = [column.references[0] for column in table.columns if column.references] if table else []
    tables = [allowlist.table(name) for name in parents if parents.count(name) == 1 and name != base]
    return [labels for parent in tables if parent and (labels := _labels(parent))][:_MOST_PARENTS]


def _tells_apart(column: AllowedColumn) -> bool:
    """Whether a column has texts that are hardly ever those of another row."""
    plain = column.kind == "text" and not (column.key or column.references or column.values)
    return plain and not is_personal_name(column.name)


def _is_shown(column: AllowedColumn) -> bool:
    """Whether a column tells people something of a row: not its key, a number of another row, or something personal."""
    number = column.references is not None and column.kind != "text"
    return not (column.key or number or is_personal_name(column.name))


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
