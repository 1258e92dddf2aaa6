"""Edits the last question by a short one: `and in Rio?`, `only the delivered ones`, `by month`, `top 3`."""

from __future__ import annotations

import datetime
from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, columns_of
from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    Measure,
    NotUnderstoodError,
    Ref,
    Request,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.amounts import amount_of
from fingerpost.assistants.agents.analytics.questions.asked import AGGREGATES, Asked
from fingerpost.assistants.agents.analytics.questions.asking import read_asked
from fingerpost.assistants.agents.analytics.questions.assembly import NUMBERS, Assembly
from fingerpost.assistants.agents.analytics.questions.conditions import read_conditions
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.reader import known_marks
from fingerpost.assistants.agents.analytics.questions.tokens import month_span

_EDITING = ("instead", "adding", "those", "flip", "ordered")
"""Words that say that the last question is edited, once they were heard."""


def follow(question: str, before: Request, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return the request before with what this question changes; raise where it is not clear what that is."""
    marks = known_marks(question, allowlist, meanings)
    used = frozenset(_columns(before))
    tables = [*before.mentioned, *(ref[0] for ref in used)]
    assembly = Assembly(marks, allowlist, meanings, tables=list(dict.fromkeys(tables)), used_before=used)
    edit = _Edit(before, assembly)
    edit.drop()
    edit.replace_nouns()
    limit = _lone_number(assembly, before)
    aggregate = _lone_aggregate(assembly)
    adding, flip = (any(mark.of(kind) for mark in assembly.marks) for kind in ("adding", "flip"))
    assembly.marks[:] = [
        mark for mark in assembly.marks if not mark.of("instead", "adding", "those", "flip", "ordered")
    ]
    whole = edit.whole_column()
    read_conditions(assembly)
    asked = read_asked(assembly)
    found = edit.found
    found = _with_conditions(found, assembly)
    found = _with_measure(found, asked, aggregate, adding)
    found = _with_groups(found, asked, whole, adding)
    found = _with_order(found, asked, flip)
    if limit:
        found = replace(found, limit=limit, order=found.order or "desc")
    if asked.listing and not found.listed and not found.groups and not asked.rank:
        raise NotUnderstoodError("say the whole question again", (question,))
    if asked.percent:
        if assembly.wheres or not found.groups or found.share or len(found.measures) != 1:
            raise NotUnderstoodError("say the whole question again", (question,))
        found = replace(found, share=True)
    if found == before:
        raise NotUnderstoodError("nothing says what is to be changed", (question,))
    return found


class _Edit:
    """What is taken away from the request before."""

    def __init__(self, before: Request, assembly: Assembly) -> None:
        self.found, self.assembly = before, assembly

    def drop(self) -> None:
        """Take "drop the year filter" and "leave out São Paulo" out of the marks."""
        marks = self.assembly.marks
        for place in range(len(marks) - 1, -1, -1):
            if not marks[place].of("drop"):
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
            elif said and marks[said[0]].made is not None and isinstance(marks[said[0]].made, When):
                raise NotUnderstoodError("a time cannot be left out", (marks[said[0]].words,))
            else:
                # `leave out São Paulo`: the value is denied.
                marks[place] = replace(marks[place], meanings=(marks[place].meanings[0]._replace(kind="except"),))

    def replace_nouns(self) -> None:
        """Take "instead of people" and "not units" out: what is named there is what goes."""
        marks = self.assembly.marks
        for place in range(len(marks) - 2, -1, -1):
            if place + 1 >= len(marks):
                continue
            named = marks[place + 1].of("table", "column", "measure", "number", *AGGREGATES) is not None
            first = self.found.measures[0] if self.found.measures else None
            gone = marks[place + 1].of("table", "measure")
            denied = marks[place].of("not") and gone and first and (gone.value == first.name or gone.refs == first.refs)
            if marks[place].of("instead_of") and marks[place + 1].of("count"):
                # `instead of the number of items`
                end = place + 3 if place + 2 < len(marks) and marks[place + 2].of("table") else place + 2
                del marks[place:end]
            elif named and (marks[place].of("instead_of") or denied):
                del marks[place : place + 2]

    def _filter_of(self, place: int) -> Request | None:
        """Return the request without the condition on what a mark names; None where it has none."""
        before, mark = self.found, self.assembly.marks[place]
        if mark.of("year_word", "part_year", "part_month", "part_day", "part_quarter") and before.whens:
            return replace(before, whens=())
        made = mark.made
        if isinstance(made, When) and any(when.spans == made.spans for when in before.whens):
            return replace(before, whens=())
        columns = set(self.assembly.columns(place))
        kept = tuple(where for where in before.wheres if not set(where.refs) & columns)
        return replace(before, wheres=kept) if columns and len(kept) < len(before.wheres) else None

    def whole_column(self) -> Group | None:
        """Take "show me all states": the condition on the column goes, and rows are grouped by it."""
        marks = self.assembly.marks
        for place in range(1, len(marks)):
            refs = self.assembly.narrowed(self.assembly.columns(place, "text"))
            if refs and marks[place - 1].of("whatever"):
                kept = tuple(where for where in self.found.wheres if not set(where.refs) & set(refs))
                self.found = replace(self.found, wheres=kept)
                group = Group(refs, words=marks[place].words)
                del marks[place - 1 : place + 1]
                return group
        return None


def _columns(request: Request) -> list[Ref]:
    found = [ref for where in request.wheres for ref in where.refs]
    found += [ref for group in (*request.groups, *request.inner) for ref in group.refs]
    found += [ref for measure in request.measures for ref in measure.refs]
    return [ref for ref in found if ref[1]]


def _lone_number(assembly: Assembly, before: Request) -> int:
    """Take a number that names nothing as how many rows are wanted: `make it eight`."""
    marks = assembly.marks
    places = [at for at, mark in enumerate(marks) if mark.of("number") and mark.made is None]
    compared = any(mark.of("gt", "ge", "lt", "le", "eq", "between", "top", "bottom", "max", "min") for mark in marks)
    if len(places) != 1 or not before.groups or compared:
        return 0
    beside = (places[0] - 1, places[0] + 1)
    if any(assembly.is_(at, "table", "column", "unit", "measure") for at in beside):
        return 0
    found = marks.pop(places[0]).of("number")
    if places[0] < len(marks) and marks[places[0]].of("first", "ordinal1"):
        marks.pop(places[0])
    return int(found.number) if found else 0


def _is_aggregate(mark: Mark) -> bool:
    """Whether a mark is an average, a sum, a maximum or a minimum, and nothing that ranks."""
    said = mark.of("avg", "sum") or mark.words.lower().startswith(("máx", "max", "mín", "min"))
    return bool(said) and not mark.of("table", "column", "most", "least", "measure")


def _lone_aggregate(assembly: Assembly) -> str:
    """Take the aggregate of a follow-up that names no figure: `and the average?`, `the average per payment`."""
    marks = assembly.marks
    places = [
        at
        for at, mark in enumerate(marks)
        if _is_aggregate(mark) and not mark.of("table", "column", "most", "least", "measure")
    ]
    numbers = any(
        assembly.columns(at, *NUMBERS) or (assembly.named(at) and not assembly.table(at)) for at in range(len(marks))
    )
    if len(places) != 1 or numbers or any(mark.of("count", "much", "number") for mark in marks):
        return ""
    if not marks[places[0]].of(*AGGREGATES):
        return ""
    mark = marks.pop(places[0])
    return next(how for kind, how in AGGREGATES.items() if mark.of(kind))


def _with_conditions(found: Request, assembly: Assembly) -> Request:
    wheres = list(found.wheres)
    for where in assembly.wheres:
        wheres = [old for old in wheres if not _replaces(where, old)]
        wheres.append(where)
    whens = found.whens
    if assembly.whens:
        dates = {when.ref for when in found.whens if when.ref}
        date = dates.pop() if len(dates) == 1 else None
        whens = tuple(replace(_counted_from(when, found.whens), ref=when.ref or date) for when in assembly.whens)
        whens = tuple(_within(when, found.whens) for when in whens)
    having = tuple(assembly.having) or found.having
    return replace(found, wheres=tuple(wheres), whens=whens, having=having)


def _replaces(new: Where, old: Where) -> bool:
    """Whether a condition takes the place of another: one on the same column, unless one of them denies."""
    if (new.how == "<>") != (old.how == "<>"):
        return False
    columns, others = ({*where.refs, *(columns_of(where.text) if where.text else ())} for where in (new, old))
    return bool(columns & others)


def _counted_from(when: When, before: tuple[When, ...]) -> When:
    """Return a relative time counted from the one that was spoken of: `and the year before?`."""
    if not when.unit or when.length < 0 or len(before) != 1 or len(before[0].spans) != 1:
        return when
    start, end = before[0].spans[0]
    if not start or not end or abs(when.back) != 1:
        return when
    months = {"month": 1, "quarter": 3, "year": 12}.get(when.unit)
    if months is None:
        return when
    by = -months * when.back
    return When(spans=((_moved(start, by), _moved(end, by)),), words=when.words)


def _within(when: When, before: tuple[When, ...]) -> When:
    """Return months without a year as those of the year that was spoken of."""
    if when.part != "month" or len(before) != 1 or len(before[0].spans) != 1 or not all(before[0].spans[0]):
        return when
    start, end = before[0].spans[0]
    if start[:4] != _moved(end, -1)[:4]:
        return when
    year = int(start[:4])
    spans = tuple(month_span(year, number) for number in when.numbers)
    joined = [spans[0]]
    for span in spans[1:]:
        joined[-1:] = [(joined[-1][0], span[1])] if joined[-1][1] == span[0] else [joined[-1], span]
    return When(spans=tuple(joined), ref=when.ref, words=when.words)


def _moved(day: str, months: int) -> str:
    """Return a day so many months later."""
    date = datetime.date.fromisoformat(day)
    later = date.year * 12 + date.month - 1 + months
    return f"{later // 12:04d}-{later % 12 + 1:02d}-{day[8:]}"


def _with_measure(found: Request, asked: Asked, aggregate: str, adding: bool) -> Request:
    measures = tuple(asked.measures)
    if aggregate and not measures:
        measures = tuple(_taken(measure, aggregate, asked.assembly.meanings) for measure in found.measures)
    elif asked.much and not measures and found.measures and all(one.how == "count" for one in found.measures):
        measures = (amount_of(asked, found.measures[0].refs[0][0]),)
    if not measures:
        return found
    if asked.single and found.groups and len(measures) == 1 and measures[0].how in ("named", "MAX", "MIN"):
        # `the three fastest`: the order changes, the figure stays.
        return found
    entries = {one.name: one for one in asked.assembly.meanings.measures}
    if asked.counting and any(measure.name and entries[measure.name].weak for measure in measures):
        raise NotUnderstoodError("say the whole question again", tuple(measure.words for measure in measures))
    if found.share or found.over or found.per is not None or (found.listed and not found.having):
        raise NotUnderstoodError("say the whole question again", tuple(measure.words for measure in measures))
    return replace(found, measures=(*found.measures, *measures) if adding else measures, listed=False)


def _taken(measure: Measure, how: str, meanings: Meanings) -> Measure:
    """Return a figure taken another way; what is counted, or is a figure by itself, cannot be."""
    entry = next((one for one in meanings.measures if one.name == measure.name), None)
    if measure.how in ("count", "distinct", "first", "last") or (entry and not entry.amount):
        raise NotUnderstoodError("this figure cannot be taken so", (measure.words,))
    return replace(measure, how=how)


def _with_groups(found: Request, asked: Asked, whole: Group | None, adding: bool) -> Request:
    groups = list(asked.groups)
    if whole:
        groups.append(whole)
    subject = asked.subject
    if subject and subject.part:
        raise NotUnderstoodError("say what is wanted of it", (subject.words,))
    if subject and subject.refs and subject.refs[0][1]:
        groups.append(subject)
    elif subject and subject.refs and subject.refs[0][0] not in {ref[0] for one in found.measures for ref in one.refs}:
        conditions = asked.assembly.wheres or asked.assembly.whens
        if not conditions and not any(subject.refs[0][0] == ref[0] for group in found.groups for ref in group.refs):
            raise NotUnderstoodError("say the whole question again", (subject.words,))
        found = replace(found, mentioned=tuple(dict.fromkeys((*found.mentioned, subject.refs[0][0]))))
    if not groups:
        return found
    if found.over or found.listed:
        raise NotUnderstoodError("say the whole question again", tuple(group.words for group in groups))
    return replace(found, groups=(*found.groups, *groups) if adding else tuple(groups))


def _with_order(found: Request, asked: Asked, flip: bool) -> Request:
    if flip:
        found = replace(found, order={"asc": "desc", "desc": "asc"}[found.order or "desc"])
    if asked.rank:
        found = replace(found, order=asked.rank)
    if asked.limit:
        if not found.groups:
            raise NotUnderstoodError("there is nothing to be ranked", ())
        found = replace(found, limit=asked.limit, order=found.order or "desc")
    return found
