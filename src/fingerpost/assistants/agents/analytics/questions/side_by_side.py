"""Finds what a question puts side by side: two times, two values of a column, conditions that exclude each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import combinations

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.query_composition import UNITS
from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    NotUnderstoodError,
    Request,
    Side,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.question_target import Asked
from fingerpost.assistants.agents.analytics.questions.tokens import month_span


@dataclass(frozen=True, slots=True)
class Split:
    """The conditions of a question: those of all its rows, and those of each side; `change` as in a request."""

    wheres: tuple[Where, ...]
    whens: tuple[When, ...]
    sides: tuple[Side, ...] = ()
    change: str = ""
    by: str = ""
    """The unit of time against whose value before each is put."""


def split_sides(asked: Asked) -> Split:
    """Return the conditions with what is put side by side apart, and leave the rest of the question as it was."""
    wheres, whens = tuple(asked.assembly.wheres), tuple(asked.assembly.whens)
    change = "difference" if asked.points or (asked.difference and not _is_range(asked)) else ""
    change = change or ("growth" if asked.growth else "")
    # `2017 against 2018`
    asked.compare = asked.compare or any(when.ends and len(when.spans) > 1 for when in whens)
    if not change and not asked.compare:
        return Split(wheres, whens)
    if asked.growth and (by := _unit_before(asked, whens)):
        return _stepped(asked, wheres, whens, by)
    if times := _times(asked, whens, change):
        sides, rest = times
        found = Split(wheres, rest, tuple(Side(whens=(when,)) for when in sides), change)
        if asked.subject and asked.subject.part:
            # `by the year of purchase` says which date is meant.
            asked.subject = None
        _show_each(asked, wheres)
    else:
        held, others = _opposed(asked, wheres, change)
        if not held:
            if asked.growth:
                raise NotUnderstoodError("nothing says from when to when", tuple(asked.growth.split()))
            return Split(wheres, whens)
        found = Split(others, whens, tuple(Side((where,)) for where in held), change)
    if change == "growth" and asked.rank and not asked.percent:
        raise NotUnderstoodError("say whether the growth in percent is meant, or the difference", (asked.growth,))
    asked.compare = asked.difference = False
    if asked.growth and not asked.points:
        asked.percent = asked.much = False
    return found


def with_sides(found: Request, split: Split, asked: Asked) -> Request:
    """Return a request with what it puts side by side."""
    if split.by:
        timed = Group(part=split.by, words=asked.growth)
        return replace(found, change="growth", groups=found.groups or (timed,), order="", limit=None)
    return replace(found, sides=split.sides, change=split.change) if split.sides else found


def _is_range(asked: Asked) -> bool:
    """Whether a difference is that of the highest and the lowest."""
    return {measure.how for measure in asked.measures} == {"MAX", "MIN"}


def _unit_before(asked: Asked, whens: Sequence[When]) -> str:
    """Return the unit of time of "against the month before", or of growth that is asked for by month."""
    named = [when.unit for when in whens if (when.back, when.length) == (1, 1)]
    parts = [group.part for group in asked.groups if group.part]
    subject = asked.subject.part if asked.subject else ""
    others = [when for when in whens if (when.back, when.length) != (1, 1)]
    if named:
        return named[0] if len(named) == 1 and parts in ([], named) else ""
    several = sum(len(when.ends or when.spans) for when in others) > 1
    timed = parts or ([subject] if subject and not several else [])
    return timed[0] if len(timed) == 1 and len(others) <= 1 and timed[0] in UNITS else ""


def _stepped(asked: Asked, wheres: tuple[Where, ...], whens: Sequence[When], by: str) -> Split:
    """Return a question about growth against the unit of time before."""
    if by not in UNITS or asked.points:
        raise NotUnderstoodError("growth is told by month, quarter or year", tuple(asked.growth.split()))
    asked.compare = asked.percent = asked.much = False
    if asked.subject and asked.subject.part:
        asked.subject = None
    rest = tuple(when for when in whens if (when.back, when.length) != (1, 1))
    return Split(wheres, rest, by=by)


def _times(asked: Asked, whens: Sequence[When], change: str) -> tuple[tuple[When, ...], tuple[When, ...]] | None:
    """Return the times that are put side by side, and the others; whole years or months alone are groups."""
    spanned = [when for when in whens if when.spans]
    single = [replace(when, spans=(span,), ends=()) for when in spanned for span in when.spans]
    if len(single) == 1 and change and spanned[0].ends:
        single = [replace(spanned[0], spans=(span,), ends=()) for span in spanned[0].ends]
    if len(single) < 2:
        return None
    if any(not start or not end for when in single for start, end in when.spans):
        raise NotUnderstoodError("say when each time begins and ends", tuple(when.words for when in single))
    if asked.same_time:
        single = _of_same_part(single)
    elif not change and all(_is_unit(when) for when in single):
        return None
    rest = [when for when in whens if not when.spans]
    if rest:
        single, rest = [_months_of(when, rest) for when in single], []
    single.sort(key=lambda when: when.spans, reverse=change == "difference")
    return tuple(replace(when, words=time_in_figures(when)) for when in single), tuple(rest)


def _is_unit(when: When) -> bool:
    """Whether a time is a whole year or a whole month."""
    year, month = int(when.spans[0][0][:4]), int(when.spans[0][0][5:7])
    return when.spans[0] in (month_span(year, month), month_span(year, 1, 12))


def _of_same_part(times: list[When]) -> list[When]:
    """Return a stretch, and the same of another year that was named: `against the same period of 2017`."""
    years = [when for when in times if when.spans[0] == month_span(int(when.spans[0][0][:4]), 1, 12)]
    others = [when for when in times if when not in years]
    if len(years) != 1 or len(others) != 1:
        raise NotUnderstoodError("say both times with their years", tuple(when.words for when in times))
    start, end = others[0].spans[0]
    by = int(years[0].spans[0][0][:4]) - int(start[:4])
    moved = tuple(f"{int(day[:4]) + by:04d}{day[4:]}" for day in (start, end))
    return [others[0], replace(years[0], spans=((moved[0], moved[1]),))]


def _months_of(year: When, others: Sequence[When]) -> When:
    """Return months without a year as those of each year that is compared."""
    first, months = int(year.spans[0][0][:4]), others[0].numbers
    plain = len(others) == 1 and others[0].part == "month" and not (others[0].unit or others[0].day or others[0].bound)
    follow = bool(months) and tuple(range(months[0], months[-1] + 1)) == months
    if not plain or not follow or year.spans[0] != month_span(first, 1, 12):
        raise NotUnderstoodError("say both times with their years", tuple(when.words for when in others))
    return replace(year, spans=(month_span(first, months[0], len(months)),))


def time_in_figures(when: When) -> str:
    """Return a stretch of time in figures: its year, its month, or its first and last days."""
    start, end = when.spans[0]
    year, month = int(start[:4]), int(start[5:7])
    if when.spans[0] == month_span(year, 1, 12):
        return start[:4]
    last = (date.fromisoformat(end) - timedelta(days=1)).isoformat()
    if (start[8:], end[8:]) == ("01", "01"):
        return start[:7] if when.spans[0] == month_span(year, month) else f"{start[:7]} – {last[:7]}"
    return start if start == last else f"{start} – {last}"


def _opposed(asked: Asked, wheres: tuple[Where, ...], change: str) -> tuple[tuple[Where, ...], tuple[Where, ...]]:
    """Return the conditions of which each holds for other rows, and those that hold for all."""
    pairs = [(one, other) for one, other in combinations(wheres, 2) if _exclude(one, other)]
    if len(pairs) == 1:
        held = tuple(sorted(pairs[0], key=lambda where: where.place))
        return held, tuple(where for where in wheres if where not in pairs[0])
    several = [where for where in wheres if where.how == "=" and len(where.values) > 1 and _listed(asked, where)]
    if pairs or len(several) != 1:
        return (), wheres
    if not change:
        _show_each(asked, wheres)
        return (), wheres
    apart = tuple(replace(several[0], values=(value,), words=str(value)) for value in several[0].values)
    return apart, tuple(where for where in wheres if where is not several[0])


def _show_each(asked: Asked, wheres: Sequence[Where]) -> None:
    """Show each of several values of a column that were named in a comparison."""
    several = [where for where in wheres if where.how == "=" and len(where.values) > 1 and _listed(asked, where)]
    for where in several:
        if where.refs[0] not in asked.assembly.compared:
            asked.assembly.compared.append(where.refs[0])


def _listed(asked: Asked, where: Where) -> bool:
    """Whether the values of a condition are those of a column that lists them, not spellings of one."""
    column = asked.assembly.column(where.refs[0])
    return len(where.refs) == 1 and column is not None and set(where.values) <= {*column.values}


def _exclude(one: Where, other: Where) -> bool:
    """Whether two conditions hold for different rows: two values of a column, a value and all others, late and not."""
    if one.how in ("known", "not known") and other.how in ("known", "not known"):
        same = set(columns_of(one.text)) == set(columns_of(other.text))
        return same and (one.text != other.text or one.how != other.how)
    if not one.refs or one.refs != other.refs or not {one.how, other.how} <= {"=", "<>"}:
        return False
    if one.how == other.how == "=":
        return set(one.values).isdisjoint(other.values)
    return one.how != other.how and set(one.values) == set(other.values)
