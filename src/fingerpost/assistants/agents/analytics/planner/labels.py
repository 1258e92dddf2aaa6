"""Shows the name of a row beside its key, where the schema leaves no doubt which column holds it."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.request import Group, Ref, Request
from fingerpost.assistants.agents.analytics.questions.lexicon import stem
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.text import fold

_NAMES = frozenset(stem(word) for word in each("name title label nome titulo rotulo nombre etiqueta"))


def with_labels(request: Request, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return a request whose groups by rows show the name of each row as well; its key still tells namesakes apart."""
    figures = {replace(measure, words="") for measure in request.measures}
    figures |= {replace(having.measure, words="") for having in request.having}
    if (len(figures) != 1 and not request.listed) or request.share or request.over or request.per is not None:
        # Where figures of several tables are put side by side by their groups, a name that is missing would part them.
        return request
    groups: list[Group] = []
    for group in request.groups:
        table = _rows_of(group, allowlist, ranked=request.limit is not None)
        labels = _labels(table) if table and table.name not in dict(meanings.labels) else ()
        keys = [(table.name, column.name) for column in table.columns if column.key] if table else []
        groups += [
            Group((label,), words=group.words)
            for label in labels
            # A key that is also the name is shown once.
            if keys != [label] and not any(label in other.refs for other in request.groups)
        ]
        groups.append(group)
    return replace(request, groups=tuple(groups))


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
