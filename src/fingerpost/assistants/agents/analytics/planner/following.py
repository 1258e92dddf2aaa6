"""A question that goes on from the one before it: `e por estado?`, `and in 2017?`, `só os cancelados`."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.asking import request_of
from fingerpost.assistants.agents.analytics.planner.figures import AGGREGATES, Figures
from fingerpost.assistants.agents.analytics.planner.marking import Ref
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.reading import Read
from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, NotUnderstoodError, Request, Where
from fingerpost.assistants.agents.analytics.planner.shapes import GROUPS

_CHANGES = re.compile(rf"[wl&]*(?P<g>{GROUPS}|P)?[wl]*(?:c?|(?P<a>[saxn])|t?(?P<n>9)(?P<s>[xnt]?))")


def followed(read: Read, before: Request, meanings: Meanings, allowlist: Allowlist) -> Request:
    """Return the request before with what this question changes: conditions, times, groups, the figure."""
    figures = Figures(read, meanings, allowlist)
    change = _CHANGES.fullmatch(read.letters)
    if change is None:
        return _merged(before, request_of(read, meanings, allowlist))
    if not (read.wheres or read.whens or read.having or change["g"] or change["a"] or change["n"]):
        raise NotUnderstoodError("nothing says what is to be changed", tuple(mark.words for mark in read.marks))
    found = _merged(before, replace(figures.base(), groups=_groups(figures, change)))
    if change["a"]:
        found = replace(found, measures=tuple(_put_together(found, AGGREGATES[change["a"]])))
    if change["n"]:
        if not found.groups:
            raise NotUnderstoodError("there is nothing to be ranked", figures.words(0, len(read.marks)))
        limit = int(figures.meaning(change.start("n"), "number").number)
        order = {"x": "desc", "n": "asc"}.get(change["s"] or "", found.order or "desc")
        found = replace(found, limit=limit, order=order)
    return found


def _groups(figures: Figures, change: re.Match[str]) -> tuple[Group, ...]:
    if not change["g"]:
        return ()
    start, end = change.span("g")
    return figures.groups(start, end) if change["g"] != "P" else (figures.group(start),)


def _put_together(request: Request, how: str) -> list[Measure]:
    found = [
        replace(measure, how=how) for measure in request.measures if measure.how in (*AGGREGATES.values(), "named")
    ]
    if not found or any(measure.name and not measure.refs for measure in found):
        raise NotUnderstoodError("this figure cannot be taken so", tuple(m.words for m in request.measures))
    return found


def _merged(before: Request, change: Request) -> Request:
    """Return a request with the parts that another one has put in their place."""
    if change.share or change.over or change.per is not None or change.listed:
        raise NotUnderstoodError("say the whole question again", tuple(m.words for m in change.measures))
    refs = {ref for where in change.wheres for ref in where.refs}
    kept = tuple(where for where in before.wheres if not _replaced(where, refs, change.wheres))
    parts = tuple(where for where in before.numerator if not _replaced(where, refs, change.wheres))
    # `entregues em 2018`, then `e em 2017?`: the other time is of the same date.
    refs_before = {when.ref for when in before.whens}
    date = refs_before.pop() if len(refs_before) == 1 else None
    whens = tuple(replace(when, ref=when.ref or date) for when in change.whens)
    found = replace(before, whens=whens or before.whens, having=change.having or before.having)
    if before.share and len(parts) < len(before.numerator):
        found = replace(found, numerator=(*parts, *change.wheres), wheres=kept)
    else:
        found = replace(found, wheres=(*kept, *change.wheres))
    if change.groups:
        if before.over or before.listed:
            raise NotUnderstoodError("say the whole question again", tuple(group.words for group in change.groups))
        found = replace(found, groups=change.groups)
    if change.measures:
        if before.share or before.over or before.per is not None or before.listed:
            raise NotUnderstoodError("say the whole question again", tuple(m.words for m in change.measures))
        found = replace(found, measures=change.measures, context=change.context)
    if change.order:
        found = replace(found, order=change.order, limit=change.limit or before.limit)
    return replace(found, mentioned=tuple(dict.fromkeys((*change.mentioned, *before.mentioned))))


def _replaced(where: Where, refs: set[Ref], others: tuple[Where, ...]) -> bool:
    return bool(set(where.refs) & refs) or any(other.text and other.text == where.text for other in others)
