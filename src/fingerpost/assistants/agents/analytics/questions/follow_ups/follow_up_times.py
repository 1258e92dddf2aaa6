"""Reads the times of a follow-up by the time just spoken of: counted from it, inside it, or left out of it."""

from __future__ import annotations

import datetime
from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request, When
from fingerpost.assistants.agents.analytics.questions.tokens import month_span

_MONTHS = {"month": 1, "quarter": 3, "year": 12}


def counted_from(when: When, before: tuple[When, ...]) -> When:
    """Return a relative time counted from the one that was spoken of: `and the year before?`."""
    if not when.unit or when.length < 0 or len(before) != 1 or len(before[0].spans) != 1:
        return when
    start, end = before[0].spans[0]
    if not start or not end or abs(when.back) != 1:
        return when
    first, last = datetime.date.fromisoformat(start), datetime.date.fromisoformat(end)
    by = -_MONTHS.get(when.unit, 0) * when.back
    if not by:
        days = -{"day": 1, "week": 7}[when.unit] * when.back
        if (last - first).days > abs(days):
            raise NotUnderstoodError("say which is meant", (when.words,))
        moved = (one + datetime.timedelta(days=days) for one in (first, last))
        start, end = (one.isoformat() for one in moved)
        return When(spans=((start, end),), words=when.words)
    if _moved(start, abs(by)) < end:
        # The month before a whole year can be two.
        raise NotUnderstoodError("say which is meant", (when.words,))
    return When(spans=((_moved(start, by), _moved(end, by)),), words=when.words)


def within(when: When, before: tuple[When, ...]) -> When:
    """Return months without a year as those of the year that was spoken of."""
    if when.part == "month" and not when.unit and not when.day and [len(one.spans) for one in before] > [1]:
        raise NotUnderstoodError("say of which year", (when.words,))
    if when.part != "month" or len(before) != 1 or len(before[0].spans) != 1 or not all(before[0].spans[0]):
        return when
    start, end = before[0].spans[0]
    if start[:4] != _moved(end, -1)[:4]:
        return when
    year = int(start[:4])
    if when.bound and len(when.numbers) == 1:
        return _bounded_within(when, before[0])
    spans = tuple(month_span(year, number) for number in when.numbers)
    joined = [spans[0]]
    for span in spans[1:]:
        joined[-1:] = [(joined[-1][0], span[1])] if joined[-1][1] == span[0] else [joined[-1], span]
    return When(spans=tuple(joined), ref=when.ref, words=when.words)


def _bounded_within(when: When, before: When) -> When:
    """Return what begins or ends with a month, inside the time that was spoken of: `from June on` after 2017."""
    start, end = before.spans[0]
    first, behind = month_span(int(start[:4]), when.numbers[0])
    if not start <= first < end:
        raise NotUnderstoodError("say of which year", (when.words,))
    edge = behind if when.bound in ("after", "until") else first
    span = (edge, end) if when.bound in ("since", "after") else (start, edge)
    return When(spans=(span,), ref=when.ref, words=f"{when.words}, {before.words}")


def _moved(day: str, months: int) -> str:
    """Return a day so many months later."""
    date = datetime.date.fromisoformat(day)
    later = date.year * 12 + date.month - 1 + months
    return f"{later // 12:04d}-{later % 12 + 1:02d}-{day[8:]}"


def without_time(before: Request, left_out: When, words: str) -> Request:
    """Return the request without the rows of a time: `leave out 2016`, `quita diciembre`."""
    left_out = within(left_out, before.whens)
    old = before.whens[0] if before.whens else When(spans=(("", ""),))
    if len(left_out.spans) != 1 or not all(left_out.spans[0]) or len(before.whens) > 1 or not old.spans:
        raise NotUnderstoodError("a time cannot be left out", (words,))
    ((start, end),) = left_out.spans
    kept: list[tuple[str, str]] = []
    for first, last in old.spans:
        if first < start:
            kept.append((first, min(last or start, start)))
        if not last or last > end:
            kept.append((max(first, end), last))
    if not kept or tuple(kept) == old.spans:
        raise NotUnderstoodError("there is nothing of this time", (words,))
    told = ", ".join(one for one in (old.words, words) if one)
    return replace(before, whens=(When(spans=tuple(kept), ref=old.ref or left_out.ref, words=told),))
