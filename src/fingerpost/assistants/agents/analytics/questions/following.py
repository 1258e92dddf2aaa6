"""Edits the last question by a short one: `and in Rio?`, `only the delivered ones`, `by month`, `top 3`."""

from __future__ import annotations

import datetime
from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, Named, columns_of
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
from fingerpost.assistants.agents.analytics.questions.asked import Asked
from fingerpost.assistants.agents.analytics.questions.asking import read_asked
from fingerpost.assistants.agents.analytics.questions.assembly import NUMBERS, Assembly, with_meanings
from fingerpost.assistants.agents.analytics.questions.conditions import read_conditions
from fingerpost.assistants.agents.analytics.questions.editing import (
    Edit,
    bare_comparison,
    keeps_order,
    lone_aggregate,
    lone_number,
    own_rows,
    read_order,
    replaced_aggregate,
    ungrouped,
)
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
    edit = Edit(before, assembly)
    edit.drop()
    edit.replace_nouns()
    edit.found = ungrouped(assembly, edit.found)
    replaced_aggregate(assembly)
    own_rows(assembly, before)
    first, order = keeps_order(assembly), read_order(assembly)
    limit = lone_number(assembly, before)
    aggregate = lone_aggregate(assembly)
    adding, flip = (any(mark.of(kind) for mark in assembly.marks) for kind in ("adding", "flip"))
    _count_of_those(assembly)
    assembly.marks[:] = [
        mark for mark in assembly.marks if not mark.of("instead", "adding", "those", "flip", "ordered", "on_file")
    ]
    named = any(mark.of("echo") for mark in assembly.marks)
    only = bool(assembly.marks) and assembly.marks[0].of("only") is not None
    compared = bare_comparison(assembly, edit.found)
    whole = edit.whole_column()
    read_conditions(assembly)
    asked = read_asked(assembly)
    _sum_of_column(asked)
    _of_rows_named(asked)
    found = edit.found
    if asked.percent and (assembly.wheres or asked.subject):
        return _share_of(found, asked)
    found = _with_conditions(found, assembly)
    if (listed := _listed(found, asked) if named else None) is not None:
        return listed
    if compared:
        found = replace(found, having=(*assembly.having, compared))
    if edit.found == before and (counted := _rows_instead(found, asked)) is not None:
        asked.measures.append(counted)
    found = _with_measure(found, asked, aggregate, adding, only)
    found = _with_groups(found, asked, whole, adding)
    found = _with_order(found, asked, flip, first)
    if order:
        found = replace(found, order=order)
    if limit:
        found = replace(found, limit=limit, order=found.order or "desc")
    figures = aggregate or asked.measures
    if asked.listing and not found.listed and not found.groups and not asked.rank and not figures:
        raise NotUnderstoodError("say the whole question again", (question,))
    if found.having and not (found.groups or found.over or found.inner):
        raise NotUnderstoodError("nothing says of what each is compared", tuple(one.words for one in found.having))
    if asked.percent:
        if asked.groups or not found.groups or found.share or len(found.measures) != 1:
            raise NotUnderstoodError("say the whole question again", (question,))
        found = replace(found, share=True)
    if found == before:
        raise NotUnderstoodError("nothing says what is to be changed", (question,))
    return found


def _count_of_those(assembly: Assembly) -> None:
    """Read what stands behind "20 of those" as rows alone, also where it is a figure's name: `20 de esos pagos`."""
    marks = assembly.marks
    for place in range(2, len(marks)):
        rows = marks[place].of("table")
        if rows and marks[place - 1].of("those") and marks[place - 2].of("number"):
            marks[place] = with_meanings(marks[place], rows)


def _share_of(found: Request, asked: Asked) -> Request:
    """Return the rows that were counted as a share of more of them: `what percentage of the delivered ones is that?`."""
    assembly, counted = asked.assembly, found.measures
    words = tuple(where.words for where in assembly.wheres) or (asked.subject.words if asked.subject else "",)
    if len(counted) != 1 or counted[0].how != "count" or found.share or found.having or assembly.whens:
        raise NotUnderstoodError("say the whole question again", words)
    if asked.subject and asked.subject.refs != counted[0].refs and not _whose(asked.subject, list(found.groups)):
        raise NotUnderstoodError("say the whole question again", words)
    if any(group.refs not in [one.refs for one in found.groups] for group in asked.groups):
        raise NotUnderstoodError("say the whole question again", words)
    whole = [(where.refs, where.values, where.text) for where in assembly.wheres]
    said = [where for where in found.wheres if (where.refs, where.values, where.text) not in whole]
    # What is said of other tables holds for the whole too: late orders from Bahia are a share of those from Bahia.
    own = tuple(where for where in said if _tables(where) == {counted[0].refs[0][0]})
    others = tuple(where for where in said if where not in own)
    if not own:
        raise NotUnderstoodError("it is not clear of what the share is", words)
    wheres = (*others, *assembly.wheres)
    return replace(found, share=True, numerator=own, wheres=wheres, order="", limit=None)


def _tables(where: Where) -> set[str]:
    return {table for table, _ in (*where.refs, *(columns_of(where.text) if where.text else ()))}


def _listed(found: Request, asked: Asked) -> Request | None:
    """Return a list of the rows that were counted: `list their ids`."""
    if not asked.listing or asked.measures or len(found.measures) != 1:
        return None
    counted, subject = found.measures[0], asked.subject
    if counted.how != "count" or (subject and subject.refs != counted.refs):
        return None
    groups = (Group(counted.refs, words=counted.words), *asked.groups)
    return replace(found, measures=(), groups=groups, listed=True, order="", limit=None, having=())


def _sum_of_column(asked: Asked) -> None:
    """Sum a column of numbers that is asked for with "how much": `what do they come to in price`."""
    subject, assembly = asked.subject, asked.assembly
    numbers = subject is not None and subject.refs and all(assembly.kind(ref) in NUMBERS for ref in subject.refs)
    if subject and numbers and asked.much and not asked.measures:
        asked.measures.append(Measure("SUM", subject.refs, words=subject.words))
        asked.subject = None


def _of_rows_named(asked: Asked) -> None:
    """Take the definition of a figure that the rows named beside it have: `item revenue`."""
    nouns = [*asked.groups, *([asked.subject] if asked.subject else [])]
    for at, measure in enumerate(asked.measures):
        entry = next((one for one in asked.assembly.meanings.measures if one.name == measure.name), None)
        said = [one for one in nouns if entry and one.refs and not one.refs[0][1] and one.refs[0][0] in entry.beside]
        columns = columns_of(entry.instead) if entry and entry.instead else ()
        if said and len(columns) == 1 and columns[0][0] == said[0].refs[0][0]:
            asked.measures[at] = Measure("SUM", tuple(columns), words=f"{said[0].words} {measure.words}")
            asked.groups = [group for group in asked.groups if group != said[0]]
            asked.subject = None if asked.subject == said[0] else asked.subject


def _columns(request: Request) -> list[Ref]:
    found = [ref for where in request.wheres for ref in where.refs]
    found += [ref for group in (*request.groups, *request.inner) for ref in group.refs]
    found += [ref for measure in request.measures for ref in measure.refs]
    return [ref for ref in found if ref[1]]


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


def _with_measure(found: Request, asked: Asked, aggregate: str, adding: bool, only: bool) -> Request:
    measures = tuple(asked.measures)
    entries = {one.name: one for one in asked.assembly.meanings.measures}
    if only and not asked.counting and not asked.much:
        # `only what was bought in 2018` says which rows count, and no other figure.
        measures = tuple(measure for measure in measures if not (measure.name and entries[measure.name].weak))
    if asked.counting and not measures and found.listed:
        table, column = found.groups[0].refs[0]
        measure = Measure("distinct" if column else "count", ((table, column),), words=found.groups[0].words)
        return replace(found, measures=(measure,), groups=(), listed=False, order="", limit=None)
    if aggregate == "SUM" and not measures and not asked.groups and _can_be_summed(found, entries):
        # `the total`: of everything, and not of each group.
        return replace(found, groups=(), having=(), order="", limit=None)
    if aggregate and not measures:
        measures = tuple(_taken(measure, aggregate, asked.assembly.meanings) for measure in found.measures)
    elif asked.much and not measures and found.measures and all(one.how == "count" for one in found.measures):
        measures = (amount_of(asked, found.measures[0].refs[0][0]),)
    if not measures:
        return found
    if asked.single and found.groups and len(measures) == 1 and measures[0].how in ("named", "MAX", "MIN"):
        # `the three fastest`: the order changes, the figure stays.
        return found
    if asked.counting and any(measure.name and entries[measure.name].weak for measure in measures):
        raise NotUnderstoodError("say the whole question again", tuple(measure.words for measure in measures))
    if found.share or found.over or found.per is not None or (found.listed and not found.having):
        raise NotUnderstoodError("say the whole question again", tuple(measure.words for measure in measures))
    return replace(found, measures=(*found.measures, *measures) if adding else measures, listed=False)


def _rows_instead(found: Request, asked: Asked) -> Measure | None:
    """Count the rows that a figure was of, where they alone are named: `and in units sold?`."""
    subject, assembly = asked.subject, asked.assembly
    if not subject or not subject.refs or subject.refs[0][1] or asked.measures or asked.rank:
        return None
    if assembly.wheres or assembly.whens:
        return None
    measured = [ref[0] for measure in found.measures if measure.how in ("SUM", "AVG") for ref in measure.refs]
    return Measure("count", subject.refs, words=subject.words) if subject.refs[0][0] in measured else None


def _can_be_summed(found: Request, entries: dict[str, Named]) -> bool:
    """Whether the figure of a whole is the sum of the figures of its groups."""
    return all(one.how in ("count", "SUM") or (one.name and entries[one.name].sums) for one in found.measures)


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
    if subject and subject.part and any(subject.part == group.part for group in found.groups) and asked.limit:
        # `the best three months` of what is by month.
        subject = None
    if subject and subject.part:
        raise NotUnderstoodError("say what is wanted of it", (subject.words,))
    if subject and _whose(subject, groups):
        subject = None
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


def _whose(subject: Group, groups: list[Group]) -> bool:
    """Whether a noun only says whose the column is that rows are grouped by: `by state of the customer`."""
    table, column = subject.refs[0] if subject.refs else ("", "")
    return not column and any(table == ref[0] for group in groups for ref in group.refs if ref[1])


def _with_order(found: Request, asked: Asked, flip: bool, first: bool) -> Request:
    if flip:
        found = replace(found, order={"asc": "desc", "desc": "asc"}[found.order or "desc"])
    if asked.rank:
        found = replace(found, order=(first and found.order) or asked.rank)
    if asked.limit:
        if not found.groups:
            raise NotUnderstoodError("there is nothing to be ranked", ())
        found = replace(found, limit=asked.limit, order=found.order or "desc")
    return found
