"""What was asked, in parts that name no table yet where several could be meant; `schema_binding.py` decides those."""

from __future__ import annotations

from dataclasses import dataclass, field

from fingerpost.errors import FingerpostError

Ref = tuple[str, str]
"""A table and one of its columns."""

UNPLACED = "some words could not be placed"
SHAPE = "the question has no shape that is known"
TWO_WAYS = "this can be read in two ways: say it in other words"
SEVERAL = "these are several questions: ask one at a time, or by group"


class NotUnderstoodError(FingerpostError):
    """A question that cannot be turned into SQL with certainty; says which words, and what can be asked."""

    guess: Request | None = None
    """What the question may mean, though that is not sure."""

    def __init__(self, why: str, words: tuple[str, ...] = (), *, told: str = "") -> None:
        """Keep the reason and the words apart, so that a screen can point at them; `told` is the whole message."""
        self.why, self.words = why, words
        super().__init__(told or why)


class GuessDeniedError(NotUnderstoodError):
    """Somebody said no to what their question may have meant; the message asks for other words."""


@dataclass(frozen=True, slots=True)
class When:
    """A time: stretches from a day to before another ("" is open), a part that recurs, or one counted from the newest.

    `part` with `numbers` recurs (weekdays 0 and 6). `unit` with `back` and `length` counts whole units back from the
    newest date in the data: 1 month back is the month before its month; 0 is that month itself. A length of 30 days
    reaches up to the newest date. Months (`part` is month, in `numbers`), or a `day` of one, are the latest that the
    data have, or those of the year that is `back` years before the newest where `unit` is year; `bound` is since,
    after, until or before where they are the edge of a time.
    """

    spans: tuple[tuple[str, str], ...] = ()
    part: str = ""
    numbers: tuple[int, ...] = ()
    unit: str = ""
    back: int = 0
    length: int = 0
    day: int = 0
    bound: str = ""
    ends: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """The times that it was said as: `from 2017 to 2018` is a stretch, `2017 against 2018` puts them side by side."""
    ref: Ref | None = None
    """The date that is meant, where the words beside it say so; a table's own where it names no column."""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """The time from one date to another of the same table; a table's own date where no column is named."""

    start: Ref
    end: Ref


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure: rows counted, values counted once each, a column put together, a figure with a name, an edge of time.

    `how` is count, distinct, SUM, AVG, MIN, MAX, range (from the lowest to the highest), named, first or last.
    `refs`: the table that is counted (with no column), or the columns that can be meant; `name`: of a measure or an
    amount of the file; `gap`: two dates whose distance is meant, in days, or in hours.
    """

    how: str
    refs: tuple[Ref, ...] = ()
    name: str = ""
    gap: Gap | None = None
    hours: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Having:
    """A condition on a figure of each group."""

    measure: Measure
    how: str
    values: tuple[float, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Where:
    """A condition on one of some columns, or on what a row of a table has.

    `how` is a comparison (=, <>, <, <=, >, >=, between), like (a text that is in no list), null, not null, known or not
    known (`text` is the SQL of a condition with a name), or exists or not exists (of rows of the table that `refs`
    names). Several `values` are alternatives.
    """

    how: str
    refs: tuple[Ref, ...] = ()
    values: tuple[str | float, ...] = ()
    text: str = ""
    amount: str = ""
    """The name of an amount that is compared instead of a column."""
    gap: Gap | None = None
    """Or the time between two dates."""
    other: Ref | None = None
    """Or another column of the same row."""
    words: str = ""
    place: int = field(default=0, compare=False)
    """Where in the question it stands."""


@dataclass(frozen=True, slots=True)
class Group:
    """What rows are put together by: a column, a table's rows, or a part of their date.

    `beside`: it only says more of rows that other groups tell apart, and may be missing.
    """

    refs: tuple[Ref, ...] = ()
    part: str = ""
    words: str = ""
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One of the times or groups of rows that are put side by side: what holds for its rows alone."""

    wheres: tuple[Where, ...] = ()
    whens: tuple[When, ...] = ()

    @property
    def words(self) -> str:
        """Return what it is called: the value it is of, or its words in the question."""
        for where in self.wheres:
            if where.how == "=" and len(where.values) == 1 and isinstance(where.values[0], str):
                return where.values[0]
        return " ".join((*(where.words for where in self.wheres), *(when.words for when in self.whens)))


@dataclass(frozen=True, slots=True)
class Request:
    """A whole question.

    `order` is asc or desc where it ranks, by the first of `measures`. `over` puts the groups of `inner` together
    again: COUNT (how many sellers have more than 50 orders) or AVG (items per order). `share`: the part of the
    rows that the conditions of `numerator` hold for, each group's part of the whole, the part of the first `limit` of
    the `inner` groups together, or of the `inner` groups that `having` holds for. `listed`: only the groups.
    """

    measures: tuple[Measure, ...] = ()
    groups: tuple[Group, ...] = ()
    wheres: tuple[Where, ...] = ()
    whens: tuple[When, ...] = ()
    having: tuple[Having, ...] = ()
    order: str = ""
    limit: int | None = None
    over: str = ""
    inner: tuple[Group, ...] = ()
    share: bool = False
    numerator: tuple[Where, ...] = ()
    listed: bool = False
    per: Measure | None = None
    """What the figure is a percentage of."""
    sides: tuple[Side, ...] = ()
    """What is put side by side: the same question is asked for the rows of each."""
    change: str = ""
    """How two sides are put against each other: growth (in percent, from the first), difference (the first less the
    second) or ratio; each is a row where nothing is said. Growth without sides is that against the time before."""
    within: tuple[Group, ...] = ()
    """In which groups the ranking is made anew: the first `limit` of each."""
    mentioned: tuple[str, ...] = ()
    """Tables that were named, in this order."""
