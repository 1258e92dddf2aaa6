"""Reads what rows are grouped by: "by" with a column, the rows of a table, or a unit of time."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, NotUnderstoodError, Ref
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.named_figures import read_definition
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS
from fingerpost.assistants.agents.analytics.questions.question_target import Asked, is_plural, part_at
from fingerpost.assistants.agents.analytics.questions.values import is_each

_NEAR = 5
"""Words that can stand between "each" and the values that it is said of."""
_DATE_OF = re.compile(r"(data|fecha|date|day|dia|día)\b|.*\bdate$")


def read_groups(asked: Asked) -> None:
    """Take "by" with what follows it: a group, or in a ranking the figure that it goes by."""
    assembly, place = asked.assembly, 0
    for refs in assembly.each:
        asked.groups.append(Group(refs, words=refs[0][1].replace("_", " ")))
        asked.each.append(asked.groups[-1])
    while place < len(assembly.marks):
        mark = assembly.marks[place]
        if asked.rank and mark.of("ordinal2", "ordinal3", "ordinal4"):
            raise NotUnderstoodError("only the first can be asked for", (mark.words,))
        if not mark.of("by", "ranked") or mark.of("table", "column"):
            if part := _adverb(asked, place):
                asked.groups.append(Group(part=part, words=assembly.take(place, place + 1)))
            else:
                place += 1
        elif not (_by_date(asked, place) or _by_column_of_table(asked, place) or _by_worth(asked, place)):
            _by_several(asked, place)


def _by_date(asked: Asked, place: int) -> bool:
    """Take "by" with a date: the month of one, or the date that a time was meant of."""
    assembly, end = asked.assembly, place + 1
    ref = _date_of(asked, end)
    if ref and (part := part_at(asked, end + 1)):
        # `per purchase month`
        asked.groups.append(Group((ref,), part, assembly.marks[end + 1].words))
        assembly.take(place, end + 2)
        return True
    rows = assembly.table(end) and not assembly.events(end)
    if ref and not rows and (assembly.whens or any(group.part for group in asked.groups)):
        # `by the date of payment` says which date is meant; `per order` does not.
        assembly.whens[:] = [replace(when, ref=when.ref or ref) for when in assembly.whens]
        asked.groups = [replace(g, refs=(ref,)) if g.part and not g.refs else g for g in asked.groups]
        assembly.take(place, end + 1)
        return True
    return False


def read_left_dates(asked: Asked) -> None:
    """Take what happened on a date, and stands beside no time: `reviews created, by month`."""
    assembly = asked.assembly
    for place in range(len(assembly.marks) - 1, -1, -1):
        refs = assembly.narrowed(assembly.events(place))
        if (
            len(refs) == 1
            and asked.listing
            and not asked.measures
            and _DATE_OF.match(assembly.marks[place].words.lower())
        ):
            # `their numbers and the date of purchase` is shown.
            asked.groups.append(Group(refs, words=assembly.take(place, place + 1)))
        elif len(refs) == 1 and (assembly.whens or any(group.part for group in asked.groups)):
            assembly.whens[:] = [replace(when, ref=refs[0]) for when in assembly.whens]
            asked.groups = [replace(g, refs=refs) if g.part and not g.refs else g for g in asked.groups]
            assembly.take(place, place + 1)


def _by_column_of_table(asked: Asked, place: int) -> bool:
    """Take `by sellers of each state`, which groups by the column; `per seller in each state` is by both."""
    assembly, end = asked.assembly, place + 1
    table = assembly.table(end)
    refs = [ref for ref in assembly.columns(end + 2) if ref[0] == table]
    if not table or not assembly.is_(end + 1, "by") or not refs or not is_plural(assembly.marks[end].words):
        return False
    asked.tables.append(table)
    asked.groups.append(Group(tuple(refs), words=assembly.marks[end + 2].words))
    assembly.take(place, end + 3)
    return True


def _by_worth(asked: Asked, place: int) -> bool:
    """Take `by value of shipments`, which is what a ranking goes by."""
    assembly = asked.assembly
    table = assembly.table(place + 1)
    if not asked.worth or not asked.rank or not table or not (amount := assembly.amount(table)):
        return False
    asked.measures.append(Measure("SUM", ((table, amount),), words=assembly.take(place, place + 2)))
    return True


def _by_several(asked: Asked, place: int) -> None:
    """Take "by" with one or several groups behind it."""
    assembly, mark, end = asked.assembly, asked.assembly.marks[place], place + 1
    if is_each(mark) and assembly.is_(end, "those"):
        # `in each of these states`
        assembly.take(end, end + 1)
    if asked.measures and read_definition(asked, end):
        # `revenue by item price` says which definition is meant.
        assembly.take(place, end)
        return
    few = is_each(mark) or _behind_few(asked, place)
    while (group := group_at(asked, end)) is not None:
        numbers = assembly.columns(end, *NUMBERS)
        words = assembly.marks[end].words
        if asked.rank and numbers and any(set(numbers) & set(measure.refs) for measure in asked.measures):
            # `by average weight, weight included`: the figure that is ranked by is named again.
            end += 1
            break
        if group.part and (ref := _date_of(asked, end + 1)):
            group, end = Group((ref,), group.part, group.words), end + 1
        if _sums(asked, mark, numbers, words):
            asked.measures.append(Measure("SUM", assembly.narrowed(numbers), words=words))
        else:
            asked.groups.append(group)
            asked.grouped_by = True
            asked.tables.extend([table] if (table := assembly.table(end)) else [])
            asked.each.extend([group] if few else [])
        end += 1
        if assembly.is_(end, "and") and group_at(asked, end + 1) is not None:
            end += 1
        else:
            break
    if end == place + 1 and is_each(mark) and asked.rank and _before_condition(asked, mark):
        raise NotUnderstoodError("this does not say in each what", (mark.words,))
    told = bool(assembly.having or asked.groups or asked.listing or asked.measures)
    if end == place + 1 and mark.words.lower() not in ("by", "por", "per") and not told:
        raise NotUnderstoodError("this does not say by what", (mark.words,))
    assembly.take(place, end)


def _sums(asked: Asked, mark: Mark, numbers: tuple[Ref, ...], words: str) -> bool:
    """Whether a number behind a "by" is what is summed or ranked by, and no group."""
    ordered = asked.ordered and not mark.of("ranked")
    if numbers and ordered and not (asked.listing or asked.measures or asked.counting):
        # `reviews by score, descending`: their scores, or how many have each?
        raise NotUnderstoodError("say what is counted or summed", (words,))
    wanted = asked.rank or asked.much or mark.of("ranked")
    return bool(numbers and wanted) and not (asked.measures or ordered)


def _behind_few(asked: Asked, place: int) -> bool:
    """Whether a noun with a number stands before a "by" in a ranking: `the 3 most expensive products per category`."""
    assembly, at = asked.assembly, place - 1
    while assembly.is_(at, "with", "has") and not assembly.is_(at, "table", "column"):
        at -= 1
    behind = assembly.at(place + 1)
    # In `the top 10 by revenue, with their names` the figure stood behind the "by".
    beside = behind is not None and behind.start - assembly.marks[place].end <= 1
    return bool(asked.rank) and beside and group_at(asked, at) is not None and assembly.is_(at - 1, "number")


def _before_condition(asked: Asked, mark: Mark) -> bool:
    """Whether a condition was read right behind a mark: `in each` was said of its values."""
    return any(0 <= where.place - mark.end <= _NEAR for where in asked.assembly.wheres)


def _date_of(asked: Asked, place: int) -> Ref | None:
    """Return the date that a unit of time is of: `year of purchase`."""
    mark = asked.assembly.at(place)
    event = mark.of("event") if mark else None
    refs = event.refs if event else asked.assembly.columns(place, "date")
    table = asked.assembly.table(place)
    if not refs and (date := dict(asked.assembly.meanings.dates).get(table)):
        return table, date
    refs = asked.assembly.narrowed(refs)
    return refs[0] if len(refs) == 1 else None


def _adverb(asked: Asked, place: int) -> str:
    """Return the unit of `monthly` or `month by month`, which groups without a "by"."""
    mark = asked.assembly.marks[place]
    part = part_at(asked, place)
    several = len(mark.tokens) > 1 or mark.words.lower().endswith(("ly", "al", "ais", "ales", "mente"))
    return part if part and several and not mark.of("when_asked") else ""


def group_at(asked: Asked, place: int) -> Group | None:
    """Return what a mark groups by: a unit of time, the rows of a table, or a column."""
    mark = asked.assembly.at(place)
    if mark is None:
        return None
    if part := part_at(asked, place):
        return Group(part=part, words=mark.words)
    if table := asked.assembly.table(place):
        return Group(((table, ""),), words=mark.words)
    refs = asked.assembly.narrowed(asked.assembly.columns(place))
    return Group(refs, words=mark.words) if refs else None
