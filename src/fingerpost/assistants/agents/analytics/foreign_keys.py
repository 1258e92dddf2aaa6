"""Finds keys and references that a database does not declare, by the names of columns and by their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, fold_name
from fingerpost.assistants.agents.analytics.column_names import KEY_WORDS, closeness, has_key_word, words_of
from fingerpost.assistants.agents.analytics.table_sample import Sample, Sampler

_COUNTED = frozenset(["num", "numero", "number", "no", "nr", "nro", "n"])
_KINDS = ("integer", "text")


def find_keys(samples: Iterable[Sample], views: frozenset[str], sampler: Sampler) -> list[AllowedTable]:
    """Return the tables, with a key where one is not declared but its name and values say so."""
    return [
        sample.table
        if sample.table.name in views or any(column.key for column in sample.table.columns)
        else _with_key(sample, sampler)
        for sample in samples
    ]


def _with_key(sample: Sample, sampler: Sampler) -> AllowedTable:
    table = sample.table
    for column in table.columns:
        seen = sample.values.get(column.name, [])
        named = has_key_word(column.name) and (
            all(word in KEY_WORDS for word in words_of(column.name)) or closeness(column.name, table.name) > 0
        )
        if named and column.kind in _KINDS and seen and sampler.is_unique(table.name, column.name):
            columns = (replace(one, key=True) if one is column else one for one in table.columns)
            return replace(table, columns=tuple(columns))
    return table


def find_references(
    tables: Iterable[AllowedTable], views: frozenset[str], sampler: Sampler
) -> tuple[list[AllowedTable], list[str]]:
    """Return the tables with the references that names and values agree on, and those as `a.b → c.d`."""
    tables = list(tables)
    targets = {table.name: key for table in tables if table.name not in views and (key := _single_key(table))}
    keys = Counter(fold_name(key.name) for key in targets.values())
    finder = _Finder({table.name: table for table in tables}, targets, keys, sampler)
    found, told = [], []
    for table in tables:
        columns = []
        for column in table.columns:
            to = column.references or finder.find(table, column)
            if to and not column.references:
                told.append(f"{table.name}.{column.name} → {'.'.join(to)}")
            columns.append(replace(column, references=to))
        found.append(replace(table, columns=tuple(columns)))
    return found, told


class _Finder:
    """Looks for the table that a column refers to."""

    def __init__(
        self,
        tables: Mapping[str, AllowedTable],
        targets: Mapping[str, AllowedColumn],
        keys: Mapping[str, int],
        sampler: Sampler,
    ) -> None:
        self._targets, self._keys, self._sampler = targets, keys, sampler
        self._declared: dict[str, set[tuple[str, str]]] = {}
        for table in tables.values():
            for column in table.columns:
                if column.references:
                    self._declared.setdefault(fold_name(column.name), set()).add(column.references)

    def find(self, table: AllowedTable, column: AllowedColumn) -> tuple[str, str] | None:
        """Return the table and key that a column refers to."""
        if column.kind not in _KINDS or _is_generic(column.name) or self._sampler.out_of_time:
            return None
        alone = _single_key(table)
        own = closeness(column.name, table.name)
        scores: dict[str, int] = {}
        for other, key in self._targets.items():
            if other == table.name and (alone is column or own < 4):
                continue
            score = self._score(column, other, key)
            # The key of a table is a reference only where another table bears its name.
            if score and key.kind == column.kind and (alone is not column or (score > own and score < 10)):
                scores[other] = score
        for score in sorted(set(scores.values()), reverse=True):
            fits = [other for other in scores if scores[other] == score and self._fits(table, column, other, score)]
            if fits:
                return (fits[0], self._targets[fits[0]].name) if len(fits) == 1 else None
        return None

    def _score(self, column: AllowedColumn, other: str, key: AllowedColumn) -> int:
        """Return how near the names are; 10 is the very name of the key of a single table."""
        if fold_name(column.name) == fold_name(key.name) and not _is_generic(key.name):
            return 10 if self._keys[fold_name(key.name)] == 1 else 6 + closeness(column.name, other)
        if (other, key.name) in self._declared.get(fold_name(column.name), ()):
            return 9
        if _is_count(column.name):
            return 0
        near = closeness(column.name, other)
        # A key that has words of its own says what its references are called too: `room_no`, and `room` elsewhere.
        if not near and not _is_generic(key.name):
            near = min(2, _same_rest(column.name, key.name))
        return near

    def _fits(self, table: AllowedTable, column: AllowedColumn, other: str, score: int) -> bool:
        """Return whether the values of a column are in the key of another table."""
        found = self._sampler.missing(table.name, column.name, other, self._targets[other].name)
        if found is None:
            return score == 10
        values, lacking = found
        if score == 10:
            return lacking * 2 <= values
        # An abbreviation without `id` may be chance, and so may one or two values.
        least = 1 if has_key_word(column.name) or score > 3 else 3
        return lacking == 0 and values >= least


def _single_key(table: AllowedTable) -> AllowedColumn | None:
    keys = [column for column in table.columns if column.key]
    return keys[0] if len(keys) == 1 and keys[0].kind in _KINDS else None


def _is_generic(name: str) -> bool:
    """Return whether a name is only `id`, `code` or the like, which every table may have."""
    return all(word in KEY_WORDS for word in words_of(name))


def _is_count(name: str) -> bool:
    """Return whether a name counts things: `num_alunos`, not `num_aluno`."""
    words = words_of(name)
    return len(words) > 1 and words[0] in _COUNTED and words[-1].endswith("s")


def _same_rest(column: str, key: str) -> int:
    rest = [tuple(word for word in words_of(name) if word not in KEY_WORDS) for name in (column, key)]
    return 2 if rest[0] and rest[0] == rest[1] else 0
