"""Reads follow-ups that also need the request before the last one: `both together`, `compare the two`, `in percent`."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from fingerpost.assistants.agents.analytics.planner.request import Group, NotUnderstoodError, Request, Side, When, Where
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly
from fingerpost.assistants.agents.analytics.questions.question_target import Asked
from fingerpost.assistants.agents.analytics.questions.side_by_side import time_in_figures
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.function_words import DEFINITE_ARTICLES

_BOTH, _TWO = each("both ambos ambas"), each("two dois duas dos")
_WHICH = each("which qual cual")
"""Who asks which of the two wants one of them."""
_NOUNS = ("table", "column", "measure", "value", "adjective", "unit", "number")


def take_both(question: str, assembly: Assembly) -> bool:
    """Take words for the two that were spoken of, with the noun behind them: `both`, `os dois anos`."""
    pieces, marks = tokens(question), assembly.marks
    several = sum(mark.of("number", "value", "adjective") is not None for mark in marks) > 1
    for place, mark in enumerate(marks):
        said = [token.text for token in mark.tokens]
        article = pieces[mark.start - 1].text in DEFINITE_ARTICLES if mark.start else False
        two = _TWO.intersection(said) and ((article and mark.of("number")) or mark.of("foreign"))
        behind = assembly.at(place + 1)
        named = behind is not None and behind.of(*_NOUNS) is not None and not behind.of("together")
        if not (_BOTH.intersection(said) or two) or (named and mark.of("number")) or _WHICH.intersection(said):
            continue
        end = place + 1
        while assembly.is_(end, "together", "part_year", "part_month"):
            end += 1
        start = place - (assembly.is_(place - 1, "sum") and not assembly.is_(place - 1, *_NOUNS))
        assembly.take(start, end)
        return True
    if several:
        # `1 and 2 stars together`: values that are alternatives are together.
        marks[:] = [mark for mark in marks if not mark.of("together")]
    return False


def names_another(assembly: Assembly) -> bool:
    """Whether a comparison names one of the two itself: `compare it with Rio, both side by side`."""
    compared = any(mark.of("compare") for mark in assembly.marks)
    return compared and any(mark.of("value", "adjective", "when") for mark in assembly.marks)


def joined(request: Request, earlier: Request | None) -> tuple[Request, Group]:
    """Return a request with what it asked for last beside what that took the place of, and what tells the two apart.

    A request that holds several times or values already is left as it is.
    """
    lists = [where for where in request.wheres if where.how == "=" and len(where.values) > 1]
    stretches = [when for when in request.whens if len(when.spans) > 1]
    if len(lists) + len(stretches) == 1:
        return request, _apart(lists[0] if lists else stretches[0])
    if earlier is None or lists or stretches:
        raise NotUnderstoodError("nothing says which two are meant")
    old = [where for where in earlier.wheres if where not in request.wheres]
    new = [where for where in request.wheres if where not in earlier.wheres]
    if len(old) == len(new) == 1 and earlier.whens == request.whens:
        where = _of_both(old[0], new[0])
        return replace(request, wheres=tuple(where if one == new[0] else one for one in request.wheres)), _apart(where)
    if old or new or len(earlier.whens) != 1 or len(request.whens) != 1 or earlier.whens == request.whens:
        raise NotUnderstoodError("nothing says which two are meant")
    when = _of_two_times(earlier.whens[0], request.whens[0])
    return replace(request, whens=(when,)), _apart(when)


def _of_both(old: Where, new: Where) -> Where:
    if old.refs != new.refs or not old.how == new.how == "=":
        raise NotUnderstoodError("nothing says which two are meant", (old.words, new.words))
    return replace(new, values=tuple(dict.fromkeys((*old.values, *new.values))), words=f"{old.words}, {new.words}")


def _of_two_times(old: When, new: When) -> When:
    spans = sorted((*old.spans, *new.spans))
    if not (old.spans and new.spans) or old.ref != new.ref or not all(all(span) for span in spans):
        raise NotUnderstoodError("nothing says which two are meant", (old.words, new.words))
    if any(one[1] > other[0] for one, other in pairwise(spans)):
        raise NotUnderstoodError("these times overlap", (old.words, new.words))
    return When(spans=tuple(spans), ref=new.ref, words=f"{old.words}, {new.words}")


def _apart(part: Where | When) -> Group:
    """Return the group that tells several values, or several times, apart."""
    if isinstance(part, Where):
        return Group(part.refs, words=part.refs[0][1].replace("_", " "))
    years = {span[0][:4] for span in part.spans}
    return Group(part="year" if len(years) == len(part.spans) else "month")


def put_apart(request: Request, group: Group) -> Request:
    """Return a request by this group too, unless it is by it already or by a part of time inside it.

    Where groups are put together again, the same is asked for each of the two.
    """
    if request.over:
        if not group.part:
            raise NotUnderstoodError("say the whole question again", (group.words,))
        return replace(request, whens=(), sides=_sides(request.whens[0]))
    same = any((one.refs, bool(one.part)) == (group.refs, bool(group.part)) for one in request.groups)
    return request if same else replace(request, groups=(*request.groups, group))


def _sides(when: When) -> tuple[Side, ...]:
    times = [replace(when, spans=(span,)) for span in when.spans]
    return tuple(Side(whens=(replace(time, words=time_in_figures(time)),)) for time in times)


def share_of_before(request: Request, earlier: Request | None, asked: Asked) -> Request | None:
    """Return what was narrowed down last as a share of what it was among: `as a percentage` after `how many late?`."""
    if earlier is None or asked.groups or asked.measures or request.groups or request.share:
        return None
    added = tuple(where for where in request.wheres if where not in earlier.wheres)
    same = replace(request, wheres=earlier.wheres, mentioned=()) == replace(earlier, mentioned=())
    kept = set(earlier.wheres) <= set(request.wheres)
    if not (added and same and kept) or len(request.measures) != 1 or request.having:
        return None
    return replace(request, wheres=earlier.wheres, numerator=added, share=True) if _counts(request) else None


def _counts(request: Request) -> bool:
    return request.measures[0].how == "count" and not request.over


def growth_since(request: Request, earlier: Request | None) -> Request | None:
    """Return what a figure grew by between the two times that were asked for: `and how much growth is that?`."""
    if earlier is None or request.groups or request.share or len(request.measures) != 1:
        return None
    if replace(request, whens=(), mentioned=()) != replace(earlier, whens=(), mentioned=()):
        return None
    try:
        both, _ = joined(request, earlier)
    except NotUnderstoodError:
        return None
    (when,) = both.whens
    sides = _sides(when)
    return replace(request, whens=(), sides=sides, change="growth") if len(sides) == 2 else None
