"""The marks of a question while it is read: each is taken into a part of the query, or is left over and named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, Allowlist
from fingerpost.assistants.agents.analytics.planner.join_graph import Graph, graph
from fingerpost.assistants.agents.analytics.planner.measures import Meanings, Named
from fingerpost.assistants.agents.analytics.planner.request import (
    Having,
    NotUnderstoodError,
    Ref,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning

NUMBERS = ("integer", "number")


@dataclass
class Assembly:
    """What was read so far, and the marks that are left."""

    marks: list[Mark]
    allowlist: Allowlist
    meanings: Meanings
    wheres: list[Where] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    having: list[Having] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    """Tables that were named, in this order."""
    used_before: frozenset[Ref] = frozenset()
    """Columns of the question that this one goes on from: the same are meant again."""
    compared: list[Ref] = field(default_factory=list)
    """Columns whose values were put side by side, so that each is wanted for itself."""

    each: list[tuple[Ref, ...]] = field(default_factory=list)
    """Columns of which several values were named, each to be answered for itself."""

    @property
    def graph(self) -> Graph:
        """Return the references of the schema."""
        return graph(self.allowlist)

    def at(self, place: int) -> Mark | None:
        """Return the mark at a place, None beyond either end."""
        return self.marks[place] if 0 <= place < len(self.marks) else None

    def is_(self, place: int, *kinds: str) -> bool:
        """Whether the mark at a place can be one of these kinds."""
        mark = self.at(place)
        return mark is not None and mark.of(*kinds) is not None

    def take(self, start: int, end: int) -> str:
        """Remove marks that were read, and return their words."""
        words = " ".join(mark.words for mark in self.marks[start:end])
        del self.marks[start:end]
        return words

    def column(self, ref: Ref) -> AllowedColumn | None:
        """Return a column of the schema."""
        table = self.allowlist.table(ref[0])
        return table.column(ref[1]) if table else None

    def kind(self, ref: Ref) -> str:
        """Return the kind of a column."""
        found = self.column(ref)
        return found.kind if found else ""

    def columns(self, place: int, *kinds: str) -> tuple[Ref, ...]:
        """Return the columns that a mark can name, of some kinds only."""
        mark = self.at(place)
        found = mark.of("column") if mark else None
        refs = found.refs if found else ()
        if kinds and set(kinds) <= set(NUMBERS):
            # A key is a name, and no number to be summed or compared.
            refs = tuple(ref for ref in refs if not self._is_code(ref))
        return tuple(ref for ref in refs if not kinds or self.kind(ref) in kinds)

    def _is_code(self, ref: Ref) -> bool:
        column = self.column(ref)
        coded = ".".join(ref) in self.meanings.codes
        return coded or (column is not None and (column.key or column.references is not None))

    def events(self, place: int) -> tuple[Ref, ...]:
        """Return the dates of what a mark says happened: `bought`, `delivery`."""
        mark = self.at(place)
        found = mark.of("event") if mark else None
        return found.refs if found else ()

    def table(self, place: int) -> str:
        """Return the table that a mark names."""
        mark = self.at(place)
        found = mark.of("table") if mark else None
        return found.refs[0][0] if found else ""

    def named(self, place: int) -> Named | None:
        """Return the measure of the file that a mark names."""
        mark = self.at(place)
        found = mark.of("measure") if mark else None
        return next((entry for entry in self.meanings.measures if found and entry.name == found.value), None)

    def spoken(self) -> list[str]:
        """Return all tables that the question speaks of, by name, column or value."""
        found = [*self.tables, *(self.table(place) for place in range(len(self.marks)))]
        for where in self.wheres:
            found += [ref[0] for ref in where.refs if len(where.refs) == 1]
        for mark in self.marks:
            column = mark.of("column")
            if column and len(column.refs) == 1:
                found.append(column.refs[0][0])
        return list(dict.fromkeys(table for table in found if table))

    def narrowed(self, refs: Iterable[Ref]) -> tuple[Ref, ...]:
        """Return the columns of tables that the question names, if some are; else those nearest to them."""
        refs = tuple(refs)
        if len(refs) < 2:
            return refs
        if again := tuple(ref for ref in refs if ref in self.used_before):
            return again
        named = [*self.tables, *(self.table(place) for place in range(len(self.marks)))]
        if kept := tuple(ref for ref in refs if ref[0] in named):
            return kept
        for table in self.meanings.prefer:
            if kept := tuple(ref for ref in refs if ref[0] == table):
                return kept
        spoken = self.spoken()
        near = [(self._distance(ref[0], spoken), ref) for ref in refs]
        best = min(distance for distance, _ in near)
        return tuple(ref for distance, ref in near if distance == best)

    def amount(self, table: str) -> str:
        """Return the column that says what a row of a table comes to; empty where none is known."""
        found = self.allowlist.table(table)
        return dict(self.meanings.worth).get(table) or (found.amount if found else "")

    def below(self, table: str, other: str) -> bool:
        """Whether rows of a table belong to those of another."""
        return bool(other) and self.graph.up(table, other) is not None

    def _distance(self, table: str, others: list[str]) -> int:
        found = [99]
        for other in others:
            try:
                way = self.graph.up(other, table)
            except NotUnderstoodError:
                continue
            if way is not None:
                found.append(len(way))
        return min(found)


def with_meanings(mark: Mark, *meanings: Meaning) -> Mark:
    """Return a mark with these meanings alone."""
    return replace(mark, meanings=meanings)
