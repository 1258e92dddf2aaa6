"""What a question asks for, while it is read: the form of the answer, its figures, its groups, and its noun."""

from __future__ import annotations

from dataclasses import dataclass, field

from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, Ref
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly

AGGREGATES = {"avg": "AVG", "sum": "SUM", "max": "MAX", "min": "MIN"}
_PARTS = ("month", "year", "quarter", "weekday", "week", "hour", "month_of_year", "day")


@dataclass
class Asked:
    """What is asked for: filled step by step from the marks that the conditions have left."""

    assembly: Assembly
    counting: bool = False
    """Whether "how many" was asked."""
    counts: int = 0
    """How often it was asked."""
    count_first: bool = False
    """Whether it was asked before any noun, so that nothing else is listed."""
    much: bool = False
    """Whether "how much" was asked."""
    worth: bool = False
    """Whether what rows come to was spoken of."""
    worth_too: bool = False
    """Whether that was behind an "and", as a figure of its own."""
    listing: bool = False
    """Whether rows or names are to be listed."""
    percent: bool = False
    percent_at: int = 0
    distinct: bool = False
    averaged: bool = False
    """Whether a figure of each group is to be averaged."""
    difference: bool = False
    spread: bool = False
    compare: bool = False
    growth: str = ""
    """The words that ask what something grew by."""
    points: bool = False
    """Whether a change is wanted in percentage points."""
    same_time: bool = False
    """Whether the same part of another year is meant."""
    rank_at: int = 0
    """Where the ranking stands."""
    each: list[Group] = field(default_factory=list)
    """Groups that were asked for one by one: `in each state`."""
    echo: bool = False
    """Whether the names of rows were asked for, which are shown anyway."""
    rank: str = ""
    """asc or desc."""
    ordered: bool = False
    """Whether an order was said, and no ranking."""
    single: bool = False
    """Whether the ranking asks for the first alone."""
    limit: int | None = None
    limited: Group | None = None
    """The noun that the limit stands before."""
    together: bool = False
    """Whether the first rows are taken as one."""
    measures: list[Measure] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    grouped_by: bool = False
    """Whether groups were asked for with a "by"."""
    subject: Group | None = None
    """The noun that the question is about."""
    guessed: bool = False
    """Whether that noun is only a part of a column's name."""
    shown: list[tuple[Ref, Ref]] = field(default_factory=list)
    """Columns that are shown in the place of others."""

    @property
    def tables(self) -> list[str]:
        """Return the tables that were named; what is added here is kept."""
        return self.assembly.tables

    def add_count(self, table: str, words: str) -> None:
        """Count the rows of a table."""
        self.measures.append(Measure("count", ((table, ""),), words=words))
        self.tables.append(table)


def part_at(asked: Asked, place: int) -> str:
    """Return the unit of time that a mark names, empty where it names none."""
    mark = asked.assembly.at(place)
    return next((part for part in _PARTS if mark and mark.of(f"part_{part}") and not mark.of("table", "column")), "")


def other_noun(asked: Asked, place: int) -> bool:
    """Whether a noun is left elsewhere than at this place."""
    return any(
        asked.assembly.is_(other, "table", "column") or part_at(asked, other)
        for other in range(len(asked.assembly.marks))
        if other != place
    )


def has_label(asked: Asked, table: str) -> bool:
    """Whether the rows of a table have a name that people know them by."""
    found = asked.assembly.allowlist.table(table)
    return found is not None and bool(found.label)


def is_plural(words: str) -> bool:
    """Whether a noun stands in the plural."""
    return any(word.endswith("s") and not word.endswith(("ss", "us", "mês")) for word in words.lower().split())
