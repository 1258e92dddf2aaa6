"""What sides, growth and ranks within groups need of a request, and which of them do not go together."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.query_composition import UNITS
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request, When
from fingerpost.assistants.agents.analytics.planner.schema_binding import Settler

_NOT_TOGETHER = "these cannot be asked together: ask one at a time"


def refuse_mixed(request: Request) -> None:
    """Raise NotUnderstoodError where a request asks for two things that no statement says."""
    words = tuple(measure.words for measure in request.measures)
    several = len(request.measures) != 1
    if request.change and (several or request.listed or request.having or request.within):
        raise NotUnderstoodError(_NOT_TOGETHER, words)
    if request.change == "difference" and request.groups:
        # The groups of the first side alone would be left out.
        raise NotUnderstoodError("differences are told of the whole, not by group", words)
    if request.change and not request.sides and not _is_timed(request):
        raise NotUnderstoodError("nothing says against what it grew", words)
    if request.change and request.sides and len(request.sides) != 2:
        raise NotUnderstoodError("two are compared at a time", tuple(side.words for side in request.sides))
    if request.sides and (request.listed or request.having or request.within or (request.share and request.inner)):
        raise NotUnderstoodError(_NOT_TOGETHER, words)
    if request.sides and not request.change and request.limit:
        raise NotUnderstoodError(_NOT_TOGETHER, words)
    if request.within and (several or not request.groups or request.share or request.over or request.listed):
        raise NotUnderstoodError(_NOT_TOGETHER, words)
    if request.within and (request.per is not None or request.having):
        raise NotUnderstoodError(_NOT_TOGETHER, words)
    if request.share and request.inner and (several or request.groups or request.numerator or request.over):
        raise NotUnderstoodError(_NOT_TOGETHER, words)


def _is_timed(request: Request) -> bool:
    """Whether a figure is by one unit of time whose values follow one another."""
    grouped = len(request.groups) == 1 and request.groups[0].part in UNITS
    return grouped and not request.share and request.order == "" and request.limit is None


def before_first(request: Request, settler: Settler, base: str) -> tuple[tuple[When, ...], str]:
    """Return the times of a request from a year earlier on, and the first one that is shown; empty where all are."""
    if not request.whens:
        return (), ""
    when, group = request.whens[0], request.groups[0]
    words = tuple(one.words for one in request.whens)
    own = when.ref if when.ref and when.ref[1] else settler.date(base)
    placed = settler.choose(group.refs, base) if group.refs else own
    if len(request.whens) > 1 or len(when.spans) != 1 or placed != settler.placed(when, base):
        raise NotUnderstoodError("say the first and the last time with their years", words)
    start, end = when.spans[0]
    if not start:
        return request.whens, ""
    month = int(start[5:7])
    first = {"year": start[:4], "month": start[:7], "quarter": f"{start[:4]}-Q{(month + 2) // 3}"}[group.part]
    begins = {"year": start[5:] == "01-01", "month": start[8:] == "01", "quarter": start[8:] == "01" and month % 3 == 1}
    if not begins[group.part]:
        raise NotUnderstoodError("the time does not begin with the first of its parts", words)
    earlier = f"{int(start[:4]) - 1:04d}{start[4:]}"
    return (replace(when, spans=((earlier, end),)),), first
