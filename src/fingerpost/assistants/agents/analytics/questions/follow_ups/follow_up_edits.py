"""Takes out of a follow-up what edits the last question by itself: filters that go, groups that go, a lone number."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    Having,
    NotUnderstoodError,
    Request,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_numbers import (
    bare_comparison,
    lone_number,
    other_number,
    resized,
)
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_times import without_time
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS, Assembly, with_meanings
from fingerpost.assistants.agents.analytics.questions.question_target import AGGREGATES

_EDITING = ("instead", "adding", "those", "flip", "ordered", "on_file")
"""Words that say that the last question is edited, once they were heard."""
_ALL = ("all", "todos", "todas", "any")
_OF_THOSE = ("of ", "dess", "dest", "del", "de es", "de el")
_FIRST = ("first", "primer", "primeir")


@dataclass(frozen=True, slots=True)
class Said:
    """What the marks of a follow-up say of the request before, beside its conditions and what it asks for."""

    limit: int = 0
    """How many rows are wanted, where a number stands alone."""
    aggregates: tuple[str, ...] = ()
    """The aggregates that the same figure is wanted by."""
    order: str = ""
    flip: bool = False
    first: bool = False
    """Whether the first of the order that there is are wanted."""
    adding: bool = False
    only: bool = False
    """Whether it begins with an "only"."""
    among: bool = False
    """Whether it asks for a part of those before: `how many of those`."""
    named: bool = False
    """Whether the names of rows are wanted."""
    shown_too: bool = False
    """Whether a column is shown beside them."""
    union: bool = False
    """Whether values come to those that there are."""
    compared: Having | None = None
    whole: Group | None = None
    """The column whose condition goes, and that rows are grouped by."""


def read_edits(edit: Edit) -> Said:
    """Take everything out of the marks that edits the request before by itself."""
    assembly, before = edit.assembly, edit.found
    union = _adds_values(assembly, before)
    edit.drop()
    edit.replace_nouns()
    edit.found = _ungrouped(assembly, edit.found)
    _replaced_aggregate(assembly)
    _own_rows(assembly, before)
    first, order = _keeps_order(assembly), _read_order(assembly)
    if (changed := resized(assembly, edit.found)) is not None:
        edit.found = changed
    limit = lone_number(assembly, before)
    aggregates = _lone_aggregates(assembly)
    adding, flip = (any(mark.of(kind) for mark in assembly.marks) for kind in ("adding", "flip"))
    _count_of_those(assembly)
    among = _takes_part_of_those(assembly)
    assembly.marks[:] = [mark for mark in assembly.marks if not mark.of(*_EDITING)]
    shown_too = _take_shown(assembly, edit.found)
    named = any(mark.of("echo") for mark in assembly.marks)
    only = bool(assembly.marks) and assembly.marks[0].of("only") is not None
    compared = bare_comparison(assembly, edit.found)
    edit.found = other_number(assembly, edit.found, adding=adding)
    _refuse_added_to(assembly)
    whole = edit.whole_column()
    return Said(limit, aggregates, order, flip, first, adding, only, among, named, shown_too, union, compared, whole)


class Edit:
    """The request before, while a follow-up takes parts of it away."""

    def __init__(self, before: Request, assembly: Assembly) -> None:
        """Begin with the request before and the marks of the follow-up."""
        self.found, self.assembly = before, assembly

    def drop(self) -> None:
        """Take "drop the year filter" and "leave out São Paulo" out of the marks."""
        marks = self.assembly.marks
        for place in range(len(marks) - 1, -1, -1):
            timed = any(mark.of("when") for mark in marks[place + 1 : place + 2]) and marks[place].of(
                "without", "except"
            )
            if not (marks[place].of("drop") or timed):
                continue
            compared = next((at for at in range(place + 1, len(marks)) if marks[at].of("gt", "ge", "lt", "le")), 0)
            if compared:
                # `hide states with fewer than 100 reviews` keeps the others.
                kind = marks[place].meanings[0]._replace(kind="not")
                marks[place:compared] = [replace(marks[place], meanings=(kind,))]
                continue
            behind = list(range(place + 1, min(place + 4, len(marks))))
            filtered = any(marks[at].of("filter") for at in behind)
            said = [at for at in behind if not marks[at].of("filter")]
            if said and (gone := self._filter_of(said[0])):
                del marks[place : max(behind) + 1 if filtered else said[0] + 1]
                self.found = gone
            elif filtered and not said:
                self.found = replace(self.found, wheres=(), whens=(), having=())
                del marks[place : max(behind) + 1]
            elif filtered:
                raise NotUnderstoodError("there is no such filter", tuple(marks[at].words for at in said))
            elif said and isinstance(made := marks[said[0]].made, When):
                self.found = without_time(self.found, made, f"{marks[place].words} {marks[said[0]].words}")
                del marks[place : said[0] + 1]
            else:
                # `leave out São Paulo`: the value is denied.
                marks[place] = replace(marks[place], meanings=(marks[place].meanings[0]._replace(kind="except"),))

    def replace_nouns(self) -> None:
        """Take "instead of people" and "not units" out: what is named there is what goes."""
        marks = self.assembly.marks
        for place in range(len(marks) - 2, -1, -1):
            if place + 1 >= len(marks):
                continue
            named = marks[place + 1].of("table", "column", "measure", "number", "worth", *AGGREGATES) is not None
            first = self.found.measures[0] if self.found.measures else None
            gone = marks[place + 1].of("table", "measure")
            denied = marks[place].of("not") and gone and first and (gone.value == first.name or gone.refs == first.refs)
            if marks[place].of("instead_of") and marks[place + 1].of("count"):
                # `instead of the number of items`
                end = place + 3 if place + 2 < len(marks) and marks[place + 2].of("table") else place + 2
                del marks[place:end]
            elif named and (marks[place].of("instead_of") or denied or self._other_aggregate(place)):
                del marks[place : place + 2]

    def _other_aggregate(self, place: int) -> bool:
        """Whether an aggregate is denied beside another that is wanted: `the average, not the total`."""
        marks = self.assembly.marks
        others = any(_is_aggregate(mark) for at, mark in enumerate(marks) if at != place + 1)
        return others and marks[place].of("not") is not None and _is_aggregate(marks[place + 1])

    def _filter_of(self, place: int) -> Request | None:
        """Return the request without the condition on what a mark names; None where it has none."""
        before, mark = self.found, self.assembly.marks[place]
        if mark.of("year_word", "part_year", "part_month", "part_day", "part_quarter") and before.whens:
            return replace(before, whens=())
        made = mark.made
        if isinstance(made, When) and any(when.spans == made.spans for when in before.whens):
            return replace(before, whens=())
        if (value := mark.of("value", "adjective")) and (kept := self._without_value(value)) is not None:
            return replace(before, wheres=kept)
        columns = set(self.assembly.columns(place))
        kept = tuple(where for where in before.wheres if not set(where.refs) & columns)
        return replace(before, wheres=kept) if columns and len(kept) < len(before.wheres) else None

    def _without_value(self, value: Meaning) -> tuple[Where, ...] | None:
        """Return the conditions without a value that one of them asks for; None where none does."""
        for at, where in enumerate(self.found.wheres):
            if where.how == "=" and set(where.refs) & set(value.refs) and value.value in where.values:
                left = tuple(one for one in where.values if one != value.value)
                changed = (replace(where, values=left),) if left else ()
                return (*self.found.wheres[:at], *changed, *self.found.wheres[at + 1 :])
        return None

    def whole_column(self) -> Group | None:
        """Take "show me all states": the condition on the column goes, and rows are grouped by it."""
        marks = self.assembly.marks
        for place in range(1, len(marks)):
            refs = self.assembly.narrowed(self.assembly.columns(place, "text"))
            if refs and marks[place - 1].of("whatever") and not marks[place].of("table"):
                kept = tuple(where for where in self.found.wheres if not set(where.refs) & set(refs))
                self.found = replace(self.found, wheres=kept)
                group: Group | None = Group(refs, words=marks[place].words)
                if not marks[place - 1].words.lower().startswith(_ALL):
                    # `whatever the category`: the column plays no part any more.
                    groups = tuple(one for one in self.found.groups if not set(one.refs) & set(refs))
                    self.found = replace(self.found, groups=groups, limit=self.found.limit if groups else None)
                    self.found = replace(self.found, order=self.found.order if groups else "")
                    group = None
                del marks[place - 1 : place + 1]
                return group
        return None


def _adds_values(assembly: Assembly, before: Request) -> bool:
    """Take "include" beside a value of a column that has values already; whether there is one."""
    columns = {ref for where in before.wheres if where.how == "=" for ref in where.refs}
    for place, mark in enumerate(assembly.marks):
        value = mark.of("value", "adjective")
        # `include Paraná`, `Paraná too`
        said = next((at for at in (place - 1, place + 1) if assembly.is_(at, "includes", "adding")), -1)
        if said >= 0 and value and set(value.refs) & columns:
            if said > place and assembly.is_(said, "adding"):
                raise NotUnderstoodError("say whether it alone is meant, or both", (mark.words,))
            assembly.take(said, said + 1)
            return True
    return False


def _is_aggregate(mark: Mark) -> bool:
    """Whether a mark is an average, a sum, a maximum or a minimum, and nothing that ranks."""
    said = mark.of("avg", "sum") or mark.words.lower().startswith(("máx", "max", "mín", "min"))
    return bool(said) and not mark.of("table", "column", "most", "least", "measure")


def _lone_aggregates(assembly: Assembly) -> tuple[str, ...]:
    """Take the aggregates of a follow-up that names no figure: `and the average?`, `the lowest and the highest too`."""
    marks = assembly.marks
    places = [
        at
        for at, mark in enumerate(marks)
        if _is_aggregate(mark) and not mark.of("table", "column", "most", "least", "measure")
    ]
    numbers = any(
        assembly.columns(at, *NUMBERS) or (assembly.named(at) and not assembly.table(at)) for at in range(len(marks))
    )
    several = len(places) > 1 and not any(mark.of("by", "column", "measure", "top") for mark in marks)
    if not (len(places) == 1 or several) or numbers or any(mark.of("count", "number") for mark in marks):
        return ()
    if any(mark.of("worth") for mark in marks) and any(mark.of("table") for mark in marks):
        # `the average value of those payments` names its figure.
        return ()
    if any(mark.of("much") for mark in marks) and not marks[places[0]].of("sum"):
        return ()
    if not all(marks[at].of(*AGGREGATES) for at in places):
        return ()
    taken = [marks.pop(at) for at in reversed(places)][::-1]
    return tuple(next(how for kind, how in AGGREGATES.items() if mark.of(kind)) for mark in taken)


def _ungrouped(assembly: Assembly, before: Request) -> Request:
    """Take "without splitting by state" and "a single number": groups of the request before go."""
    marks, found = assembly.marks, before
    for place in range(len(marks) - 1, -1, -1):
        if not marks[place].of("ungroup"):
            continue
        if not before.groups:
            raise NotUnderstoodError("there is nothing that is grouped", (marks[place].words,))
        behind = assembly.at(place + 1)
        refs, part = set(assembly.columns(place + 1)), _part(behind)
        kept = tuple(one for one in found.groups if not (set(one.refs) & refs if refs else one.part == part))
        if (refs or part) and len(kept) == len(found.groups):
            raise NotUnderstoodError("it is not grouped so", (behind.words if behind else "",))
        kept = kept if refs or part else ()
        assembly.take(place, place + (2 if refs or part else 1))
        found = replace(found, groups=kept, order=found.order if kept else "", limit=found.limit if kept else None)
        found = replace(found, having=found.having if kept else ())
    return found


def _part(mark: Mark | None) -> str:
    """Return the unit of time that a mark names."""
    found = next((kind for kind in sorted(mark.kinds) if kind.startswith("part_")), "") if mark else ""
    return found.removeprefix("part_")


def _own_rows(assembly: Assembly, before: Request) -> None:
    """Take "per payment" behind the average of payments: a figure of each row is what is averaged."""
    tables = _measured(assembly, before)
    for place in range(len(assembly.marks) - 2, 0, -1):
        if (
            assembly.is_(place, "by")
            and assembly.is_(place - 1, "avg", "max", "min")
            and assembly.table(place + 1) in tables
        ):
            assembly.take(place, place + 2)


def _measured(assembly: Assembly, before: Request) -> set[str]:
    """Return the tables whose rows the figures of a request are of."""
    found = {ref[0] for measure in before.measures for ref in measure.refs}
    names = {measure.name for measure in before.measures if measure.name}
    for entry in assembly.meanings.measures:
        if entry.name in names and (entry.amount or entry.select):
            found |= {table for table, _ in columns_of(entry.amount or entry.select)}
    return found


def _replaced_aggregate(assembly: Assembly) -> None:
    """Take the first of two aggregates where one is changed for the other: `swap the total for the average`."""
    marks = assembly.marks
    places = [at for at, mark in enumerate(marks) if _is_aggregate(mark)]
    if len(places) == 2 and any(mark.of("instead") for mark in marks[: places[0]]):
        assembly.take(places[0], places[0] + 1)


def _keeps_order(assembly: Assembly) -> bool:
    """Whether a follow-up asks for the first of the order that there is: `the first three`."""
    said = [mark for mark in assembly.marks if mark.of("top", "max", "min", "most", "least", "desc", "asc", "bottom")]
    return bool(said) and all(
        mark.of("top")
        and mark.words.lower()
        .removeprefix("os ")
        .removeprefix("as ")
        .removeprefix("los ")
        .removeprefix("las ")
        .removeprefix("the ")
        .startswith(_FIRST)
        for mark in said
    )


def _read_order(assembly: Assembly) -> str:
    """Take "the most expensive first": return asc or desc, empty where no order is said."""
    marks = assembly.marks
    for place in range(1, len(marks)):
        named = assembly.named(place - 1)
        order = named.order if named else ""
        order = order or ("desc" if marks[place - 1].of("max", "most") else "")
        order = order or ("asc" if marks[place - 1].of("min", "least") else "")
        if order and marks[place].of("ordinal1", "first"):
            assembly.take(place - 1, place + 1)
            return order
    return ""


def _take_shown(assembly: Assembly, before: Request) -> bool:
    """Take the "with" of `list them with their state`, which is shown, and is no condition; whether there is one.

    So is what each of the rows has one of that the request before ranks: `the top ten, with category`.
    """
    marks = assembly.marks
    rows = (
        {group.refs[0][0] for group in before.groups if group.refs and not group.refs[0][1]} if before.order else set()
    )
    for place in range(len(marks) - 1):
        tables = {table for table, _ in assembly.columns(place + 1, "text")}
        if (
            marks[place].of("with")
            and (tables & rows or (tables and any(mark.of("list") for mark in marks)))
            and not marks[place + 1].of("value", "table")
        ):
            del marks[place]
            return True
    return False


def _refuse_added_to(assembly: Assembly) -> None:
    """Refuse "adding the freight": whether it is added to the figure or shown beside it is not said."""
    first = assembly.marks[0] if assembly.marks else None
    if first and first.of("sum") and first.words.lower().endswith(("ando", "ing")):
        raise NotUnderstoodError("say the whole figure", (first.words,))


def _takes_part_of_those(assembly: Assembly) -> bool:
    """Whether a part of those before is asked for; what then stands beside a value only says whose it is."""
    marks = assembly.marks
    if not any(mark.of("those") and mark.words.lower().startswith(_OF_THOSE) for mark in marks):
        return False
    counted = next((at for at, mark in enumerate(marks) if mark.of("count")), -1)
    whose = [
        at
        for at in range(len(marks))
        if counted >= 0
        and assembly.table(at)
        and any(assembly.is_(near, "value") for near in (at - 1, at + 1))
        and not assembly.is_(at - 1, "those", "count")
    ]
    for at in reversed(whose):
        assembly.tables.append(assembly.table(at))
        del marks[at]
    return True


def _count_of_those(assembly: Assembly) -> None:
    """Read what stands behind "20 of those" as rows alone, also where it is a figure's name: `20 de esos pagos`."""
    marks = assembly.marks
    for place in range(2, len(marks)):
        rows = marks[place].of("table")
        if rows and marks[place - 1].of("those") and marks[place - 2].of("number"):
            marks[place] = with_meanings(marks[place], rows)
