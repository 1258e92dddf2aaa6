"""The marks of a question while it is read: looked at from a place to either side, and put together."""

from __future__ import annotations

from dataclasses import dataclass

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, Named
from fingerpost.assistants.agents.analytics.planner.request import Ref
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.words import each

_CARRYING = each("table column measure value adjective condition unit event number")
"""What a word carries that is small in another language: `sale`."""


@dataclass(slots=True)
class Reading:
    """The marks that are left to read, and the schema that they are about."""

    marks: list[Mark]
    allowlist: Allowlist
    meanings: Meanings

    def column(self, ref: Ref) -> AllowedColumn | None:
        """Return a column of the schema."""
        table = self.allowlist.table(ref[0])
        return table.column(ref[1]) if table else None

    def kind_of(self, ref: Ref) -> str:
        """Return the kind of a column."""
        column = self.column(ref)
        return column.kind if column else ""

    def is_number(self, mark: Mark | None) -> bool:
        """Whether a mark names a column, or an amount, that holds numbers."""
        if mark is None:
            return False
        if column := mark.of("column"):
            return all(self.kind_of(ref) in ("number", "integer") for ref in column.refs)
        return mark.of("gap") is not None or self.amount(mark) != ""

    def named(self, mark: Mark) -> Named | None:
        """Return the measure of the file that a mark names."""
        found = mark.of("measure")
        return next((named for named in self.meanings.measures if found and named.name == found.value), None)

    def amount(self, mark: Mark) -> str:
        """Return the name of the amount of the file that a mark speaks of."""
        named = self.named(mark)
        return named.name if named and named.amount and not named.order else ""

    def at(self, place: int) -> Mark | None:
        """Return the mark at a place."""
        return self.marks[place] if 0 <= place < len(self.marks) else None

    def beside(self, place: int, step: int, *passed: str) -> int:
        """Return the next place in a direction whose mark carries something."""
        place += step
        while 0 <= place < len(self.marks):
            kinds = self.marks[place].kinds
            if not kinds & {"small", "in_or_not", *passed} or kinds & _CARRYING.difference(passed):
                break
            place += step
        return place

    def put(self, start: int, end: int, kind: str, made: object) -> None:
        """Replace marks by one that was made of them."""
        inside = self.marks[start:end]
        words = " ".join(mark.words for mark in inside)
        tokens = tuple(token for mark in inside for token in mark.tokens)
        self.marks[start:end] = [Mark(words, inside[0].start, inside[-1].end, (Meaning(kind),), tokens, made)]

    def said(self, start: int, end: int) -> str:
        """Return the words from one place to before another."""
        return " ".join(mark.words for mark in self.marks[start:end])
