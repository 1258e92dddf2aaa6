"""Builds requests for shares: of rows, of each group, of the first groups together, of those a condition holds for."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    Measure,
    NotUnderstoodError,
    Request,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.amounts import counted_rows
from fingerpost.assistants.agents.analytics.questions.question_target import Asked, is_plural
from fingerpost.assistants.agents.analytics.questions.request_draft import Draft, compare_times


def share_of_groups(draft: Draft) -> Request:
    """Return how many a condition on a figure holds for, and what share of all that is."""
    asked, having = draft.asked, draft.having
    counted = [measure for measure in draft.measures if measure.how in ("count", "distinct")]
    subject = Group(counted[0].refs, words=counted[0].words) if counted else asked.subject
    known = {ref for group in draft.groups for ref in group.refs} & {
        *asked.assembly.meanings.distinct,
        *asked.assembly.meanings.labels,
    }
    if subject and len(draft.groups) == 1 and known and {ref[0] for ref in known} == {ref[0] for ref in subject.refs}:
        # `of the customers, by their own number`
        subject, draft.groups = draft.groups[0], []
    others = len(draft.measures) > 1 or draft.groups or len(having) > 1 or asked.rank
    if subject is None or not subject.refs or subject.part or others or len(counted) != len(draft.measures):
        raise NotUnderstoodError("this share of groups is not supported", tuple(entry.words for entry in having))
    return replace(draft.base, measures=(having[0].measure,), inner=(subject,), share=True)


def _rank_by_sum(draft: Draft) -> None:
    """Rank rows by a number of their own that is also asked for: `the biggest room, and how many does it seat`."""
    asked, measures = draft.asked, draft.measures
    if asked.rank and asked.listing and not asked.subject and len(measures) == 1 and measures[0].how == "SUM":
        how = "MAX" if asked.rank == "desc" else "MIN"
        draft.measures = (replace(measures[0], how=how),)
        asked.subject, asked.counting = Group(((measures[0].refs[0][0], ""),), words=measures[0].words), False


def share(draft: Draft) -> Request | None:
    """Return a share: what was said behind "percent" is held of the rows that were said before it."""
    _rank_by_sum(draft)
    if not draft.asked.percent:
        return None
    if draft.asked.compare or draft.asked.assembly.compared:
        compare_times(draft)
    asked, measures, groups = draft.asked, draft.measures, tuple(draft.groups)
    wheres = tuple(where for where in draft.base.wheres if not set(where.refs) & set(asked.assembly.compared))
    others = tuple(where for where in draft.base.wheres if where not in wheres)
    if len(measures) == 2 and all(measure.how == "SUM" for measure in measures):
        return _ratio(draft)
    measure = measures[0] if measures else counted_rows(asked)
    if (first := _share_of_first(draft, measure)) is not None:
        return first
    if asked.together and not wheres:
        raise NotUnderstoodError("nothing says of what the share is", (measure.words,))
    if others and not wheres:
        # The share of all, or of what is compared?
        raise NotUnderstoodError("it is not clear of what the share is", tuple(where.words for where in others))
    if not wheres and groups:
        order, limit = (asked.rank, asked.limit) if asked.rank else ("", None)
        return replace(draft.base, measures=(measure,), groups=groups, share=True, order=order, limit=limit)
    if not wheres:
        raise NotUnderstoodError("nothing says of what the share is", ())
    behind = sorted((where for where in wheres if where.place > asked.percent_at), key=lambda one: one.place)
    # `what share was late? Delivered orders only.`: what follows an "only" or stands before it tells of what.
    behind = ([where for where in behind if not _is_only(asked, where)] or behind)[-1:]
    if not behind:
        raise NotUnderstoodError("it is not clear of what the share is", tuple(where.words for where in wheres))
    kept = (*others, *(where for where in wheres if where not in behind))
    return replace(draft.base, measures=(measure,), groups=groups, share=True, numerator=tuple(behind), wheres=kept)


def _is_only(asked: Asked, where: Where) -> bool:
    """Whether an "only" stands behind the noun of a condition, which then holds for all rows."""
    return any(0 < mark.start - where.place <= 2 for mark in asked.assembly.marks if mark.of("only"))


def _ratio(draft: Draft) -> Request:
    """Return one amount in percent of another: of each group, in order where they are ranked."""
    asked, measures, groups = draft.asked, draft.measures, tuple(draft.groups)
    if asked.subject and (asked.rank or asked.limit or asked.listing):
        if groups:
            raise NotUnderstoodError("it is not clear what is ranked", (asked.subject.words,))
        groups = (asked.subject,)
    order = asked.rank if groups else ""
    limit = (asked.limit or (1 if asked.single and not is_plural(groups[0].words) else None)) if order else None
    return replace(draft.base, measures=measures[:1], per=measures[1], groups=groups, order=order, limit=limit)


def _share_of_first(draft: Draft, measure: Measure) -> Request | None:
    """Return what part the first rows have together: `what share of revenue comes from the ten biggest sellers`."""
    asked, subject = draft.asked, draft.asked.limited or draft.asked.subject
    others = [group for group in draft.groups if subject is None or group.refs != subject.refs]
    if not asked.rank or not asked.limit or subject is None or others or asked.percent_at > asked.rank_at:
        return None
    return replace(draft.base, measures=(measure,), inner=(subject,), share=True, order=asked.rank, limit=asked.limit)
