"""Builds the request of a question out of everything that was read of it, or refuses what does not fit together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.request import (
    SEVERAL,
    Group,
    Having,
    Measure,
    NotUnderstoodError,
    Request,
)
from fingerpost.assistants.agents.analytics.questions.amounts import (
    amount_of,
    are_events,
    counted_once,
    counted_rows,
    is_amount,
    summed_amount,
    worth_of,
)
from fingerpost.assistants.agents.analytics.questions.named_figures import said_once
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS
from fingerpost.assistants.agents.analytics.questions.question_target import Asked, has_label, is_plural
from fingerpost.assistants.agents.analytics.questions.request_draft import Draft, compare_times, is_rows
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.shares import share, share_of_groups
from fingerpost.assistants.agents.analytics.questions.side_by_side import split_sides, with_sides
from fingerpost.assistants.agents.analytics.questions.tagging import all_known
from fingerpost.assistants.agents.analytics.questions.tokens import tokens


def build_request(asked: Asked) -> Request:
    """Return the whole question as a request; raise where it is not clear what it asks for."""
    assembly = asked.assembly
    split = split_sides(asked)
    base = Request(
        wheres=split.wheres,
        whens=split.whens,
        having=tuple(assembly.having),
        mentioned=tuple(dict.fromkeys(asked.tables)),
    )
    draft = Draft(asked, base, tuple(asked.measures), list(asked.groups))
    _drop_groups_that_place(draft)
    _show_instead(draft)
    found = next((found for step in _STEPS if (found := step(draft)) is not None), None)
    found = found or _list(draft)
    shown = {ref for group in (*found.within, *found.groups) for ref in group.refs}
    if not shown.issuperset(asked.assembly.compared):
        raise NotUnderstoodError("say by which group they are compared", tuple(where.words for where in found.wheres))
    if found.having and not (found.groups or found.inner):
        raise NotUnderstoodError("nothing says whose number is compared", tuple(one.words for one in found.having))
    return with_sides(found, split, asked)


def _drop_groups_that_place(draft: Draft) -> None:
    """Leave out groups that only say whose figure it is."""
    asked, groups = draft.asked, draft.groups
    own = {ref[0] for measure in draft.measures for ref in measure.refs}
    if asked.much and not draft.measures and len(groups) == 1 and is_rows(groups[0]):
        # `the total charged for appointments`: of them, not for each.
        asked.subject, groups = asked.subject or groups[0], []
        asked.tables.append(asked.subject.refs[0][0])
    groups = [g for g in groups if not (is_rows(g) and g.refs[0][0] in own)]
    # `orders placed by customers from SP`: what was said of them tells which, and does not group.
    said = {ref[0] for where in asked.assembly.wheres for ref in where.refs}
    if not asked.rank or asked.subject is not None or len(groups) > 1:
        placing = [group for group in groups if is_rows(group) and group.refs[0][0] in said]
        asked.tables.extend(group.refs[0][0] for group in placing)
        groups = [group for group in groups if group not in placing]
    draft.groups = groups


def _show_instead(draft: Draft) -> None:
    """Show columns in the place of others, where that was asked for."""
    asked = draft.asked
    instead = {old: new for new, old in asked.shown}
    draft.groups = [replace(g, refs=tuple(instead.get(r, r) for r in g.refs)) for g in draft.groups]
    if asked.subject and asked.shown:
        asked.subject = replace(asked.subject, refs=tuple(instead.get(r, r) for r in asked.subject.refs))


def _averaged(draft: Draft) -> Request | None:
    """Average a figure of each group: `how many items has each order on average`."""
    asked, measures, groups = draft.asked, draft.measures, draft.groups
    single = any(is_rows(group) and group.refs[0][0] in asked.assembly.meanings.single for group in groups)
    if len(measures) == 1 and measures[0].how == "AVG" and single and measures[0].refs:
        # `average freight per order`
        asked.averaged, measures = True, (replace(measures[0], how="SUM"),)
    if not asked.averaged:
        return None
    compare_times(draft)
    groups = draft.groups
    # `items per order by year`: of the rows of a table the average is taken, for each of the others.
    inner = groups if len(groups) == 1 else [group for group in groups if is_rows(group)]
    if len(measures) != 1 or measures[0].how not in ("count", "named", "SUM") or len(inner) != 1 or asked.rank:
        raise NotUnderstoodError("it is not clear what is averaged", ())
    outer = tuple(group for group in groups if group not in inner)
    named = tuple(dict.fromkeys(asked.tables))
    return replace(
        draft.base, measures=measures, groups=outer, inner=tuple(inner), over="AVG", having=(), mentioned=named
    )


def _listed_having(draft: Draft) -> Request | None:
    """List what a condition on a figure holds for: `sellers with more than 50 orders`."""
    asked, having = draft.asked, draft.having
    if asked.percent and having:
        return share_of_groups(draft)
    own = {ref[0] for measure in draft.measures for ref in measure.refs}
    apart = (
        asked.subject is not None
        and bool(asked.subject.refs)
        and asked.subject.refs[0] not in {(one, "") for one in own}
    )
    if asked.count_first and asked.counts == 1 and asked.counting and draft.measures and not asked.listing:
        # `how many orders add up to more than 1,000 in payments`: the orders are counted.
        return None
    if asked.rank and draft.measures:
        # `the seller with the lowest average score, of those with 20 orders or more`
        return None
    if not having or (draft.measures and not (apart and (asked.listing or asked.counts))):
        return None
    if not asked.listing and not asked.subject:
        return None
    group = asked.subject
    if group is None:
        raise NotUnderstoodError("nothing says whose number is compared", tuple(entry.words for entry in having))
    if asked.much or asked.worth:
        having = tuple(replace(h, measure=worth_of(asked, h.measure)) for h in having)
    shown = [g for g in draft.groups if g.refs != group.refs]
    # `sellers with more than 20 items, with the revenue of each`
    measures = tuple(dict.fromkeys((*(h.measure for h in having), *_apart(draft.measures, having))))
    return replace(draft.base, groups=(group, *shown), listed=True, measures=measures, having=having)


def _apart(measures: tuple[Measure, ...], having: tuple[Having, ...]) -> list[Measure]:
    """Return the figures that are none of those which are compared."""
    compared = {(one.measure.how, one.measure.refs, one.measure.name) for one in having}
    return [measure for measure in measures if (measure.how, measure.refs, measure.name) not in compared]


def _counted_having(draft: Draft) -> Request | None:
    """Count what a condition on a figure holds for, once it is clear what is counted."""
    asked = draft.asked
    _add_measures(draft)
    if asked.counts > len(draft.measures) and not draft.having and not asked.rank and not asked.listing:
        words = [measure.words for measure in draft.measures]
        words += [where.words for where in draft.base.wheres] + [when.words for when in draft.base.whens]
        raise NotUnderstoodError(SEVERAL, tuple(words))
    if not draft.having or not asked.counting or draft.measures[0].how not in ("count", "distinct"):
        return None
    subject = Group(draft.measures[0].refs, words=draft.measures[0].words)
    return replace(draft.base, measures=tuple(h.measure for h in draft.having), inner=(subject,), over="COUNT")


def _add_measures(draft: Draft) -> None:
    """Add what is counted or summed where it was not named."""
    asked, measures = draft.asked, draft.measures
    if asked.counting and not measures:
        measures = (counted_rows(asked),)
    elif (asked.much or (asked.worth and not asked.listing)) and not measures:
        measures = (summed_amount(asked),)
    elif (asked.much or asked.worth_too) and asked.counting and len(measures) == 1 and measures[0].how == "count":
        # `how many, and what do they come to`
        measures = (*measures, amount_of(asked, measures[0].refs[0][0]))
    elif asked.growth and not measures and asked.subject and is_rows(asked.subject) and not asked.rank:
        # `growth of late orders`
        measures, asked.subject = (counted_rows(asked),), None
    if asked.distinct and measures:
        measures = (counted_once(asked, measures[0]), *measures[1:])
    draft.measures = measures


def _ranked_within(draft: Draft) -> Request | None:
    """Return a ranking that is made anew in each group: `the best two sellers in each state`."""
    asked, groups, measures = draft.asked, draft.groups, draft.measures
    within = tuple(group for group in groups if group in asked.each)
    limited = asked.limited.refs if asked.limited and not asked.listing else ()
    if limited and measures and groups and not any(set(group.refs) & set(limited) for group in groups):
        # `by category, the 3 most expensive products`
        within = tuple(groups)
    ranked = [group for group in groups if group not in within] + ([asked.subject] if asked.subject else [])
    if not (asked.rank and within and ranked):
        return None
    words = tuple(group.words for group in ranked)
    if len(ranked) != 1 or len(measures) != 1 or (asked.subject and not _ranked(asked, measures[0])):
        raise NotUnderstoodError("it is not clear what is ranked within each group", words)
    limit = asked.limit or (1 if asked.single or not is_plural(ranked[0].words) else 0)
    if not limit:
        raise NotUnderstoodError("say how many are wanted of each group", words)
    return replace(draft.base, measures=measures, within=within, groups=tuple(ranked), order=asked.rank, limit=limit)


def _figure_of_highest(draft: Draft) -> Request | None:
    """Return the figure that a superlative asks for: `the weight of the heaviest product`."""
    asked = draft.asked
    _finish_measures(draft)
    _finish_groups(draft)
    compare_times(draft)
    measures, groups = draft.measures, draft.groups
    if asked.single and asked.subject and _figure_alone(asked, measures, asked.subject):
        how = "MAX" if asked.rank == "desc" else "MIN"
        measures = tuple(replace(measure, how=how) for measure in measures)
        return replace(draft.base, measures=measures, groups=tuple(groups))
    ranked = asked.rank and not asked.ordered and asked.subject and measures
    if ranked and groups and not asked.limit and not asked.each:
        words = asked.subject.words if asked.subject else ""
        raise NotUnderstoodError("a ranking within each group is not supported", (words,))
    return None


def _finish_measures(draft: Draft) -> None:
    """Put the figures right: an amount alone is summed, none is said twice, two edges can be a difference."""
    asked, measures = draft.asked, draft.measures
    figure = asked.worth or not asked.listing
    if asked.subject and not measures and figure and not asked.spread and is_amount(asked, asked.subject):
        measures = (Measure("SUM", asked.subject.refs, words=asked.subject.words),)
        asked.subject = None if asked.listing else asked.subject
    measures = said_once(asked, measures)
    if asked.difference:
        hows = {measure.how for measure in measures}
        if hows != {"MAX", "MIN"} or len({measure.refs for measure in measures}) != 1:
            raise NotUnderstoodError("this difference is not supported", tuple(one.words for one in measures))
        measures = (replace(measures[0], how="range"),)
    draft.measures = measures


def _finish_groups(draft: Draft) -> None:
    """Leave out groups of the rows that are counted and those said twice; refuse rankings of nothing."""
    asked, measures = draft.asked, draft.measures
    own = {ref[0] for measure in measures for ref in measure.refs if measure.how == "count"}
    groups = [g for g in draft.groups if not (is_rows(g) and g.refs[0][0] in own)]
    # `different customers, by their id`: what is counted once each is no group of its own.
    once = {ref for measure in measures for ref in measure.refs if measure.how == "distinct" and len(measures) == 1}
    groups = [g for g in groups if not (g.refs and once.issuperset(g.refs))]
    draft.groups = groups = list({(g.refs, g.part): g for g in groups}.values())
    if measures and asked.rank and asked.subject and not _ranked(asked, measures[0]):
        raise NotUnderstoodError("rows cannot be ranked by how many rows they are", (asked.subject.words,))
    if measures and asked.single and not asked.subject and not groups and measures[0].how not in ("MAX", "MIN"):
        raise NotUnderstoodError("nothing says of whom or of what", tuple(one.words for one in measures))


def _figures(draft: Draft) -> Request | None:
    """Return figures, ranked or by group."""
    asked, groups = draft.asked, draft.groups
    if not draft.measures and not asked.listing and not groups and not asked.rank and are_events(asked):
        # `units sold of baby articles`
        draft.measures = (counted_rows(asked),)
    measures, subject = draft.measures, asked.subject
    if not measures:
        return None
    _refuse_unused(draft)
    named = subject is not None and bool(subject.part or (subject.refs and subject.refs[0][1]))
    if asked.listing and subject and (asked.rank or (named and not groups)):
        # `which plan has the fewest members`
        limit = asked.limit or (1 if asked.single and not is_plural(subject.words) else None)
        order = asked.rank or "desc"
        return replace(draft.base, measures=measures, groups=(subject, *groups), order=order, limit=limit)
    if asked.rank and subject and not groups and _ranked(asked, measures[0]):
        limit = asked.limit or (1 if asked.single and not is_plural(subject.words) else None)
        return replace(draft.base, measures=measures, groups=(subject,), order=asked.rank, limit=limit)
    order = asked.rank if groups else ""
    return replace(draft.base, measures=measures, groups=tuple(groups), order=order, limit=asked.limit)


def _refuse_unused(draft: Draft) -> None:
    """Refuse a unit of time or a column that nothing is done with: `how many orders in the quarter?`."""
    asked, subject = draft.asked, draft.asked.subject
    if subject is None or asked.listing or asked.rank or is_rows(subject):
        return
    if not all_known(tokens(subject.words), schema_lexicon(asked.assembly.allowlist, asked.assembly.meanings)):
        # A verb that is only like a name, as `run` is like `runtime`.
        return
    groups = [*draft.groups, *asked.groups]
    used = {ref for measure in draft.measures for ref in measure.refs}
    used |= {ref for where in asked.assembly.wheres for ref in where.refs} | {ref for g in groups for ref in g.refs}
    used |= {ref for when in asked.assembly.whens if when.ref for ref in [when.ref]}
    if not (set(subject.refs) & used or any(g.part and g.part == subject.part for g in groups)):
        raise NotUnderstoodError("say what is wanted of it", (subject.words,))


def _list(draft: Draft) -> Request:
    """Return what the noun of a question alone asks for: how many there are by group, or which they are."""
    asked, groups, subject = draft.asked, tuple(draft.groups), draft.asked.subject
    if subject is None:
        raise NotUnderstoodError("nothing says what is to be counted or listed", ())
    if asked.spread and not groups and subject.refs and subject.refs[0][1]:
        table = asked.assembly.narrowed(subject.refs)[0][0]
        counted = Measure("count", ((table, ""),), words=subject.words)
        return replace(draft.base, measures=(counted,), groups=(subject,))
    if asked.rank and groups and is_rows(subject):
        # `units sold by state, top 5`
        measures = (counted_rows(asked),)
        return replace(draft.base, measures=measures, groups=groups, order=asked.rank, limit=asked.limit)
    if asked.rank and subject.refs and all(asked.assembly.kind(ref) in NUMBERS for ref in subject.refs) and not groups:
        # `the height of the tallest product`
        how = "MAX" if asked.rank == "desc" else "MIN"
        return replace(draft.base, measures=(Measure(how, subject.refs, words=subject.words),))
    if asked.rank:
        raise NotUnderstoodError("nothing says what the ranking goes by", (subject.words,))
    if groups and (
        not asked.listing or (asked.grouped_by and is_rows(subject) and not has_label(asked, subject.refs[0][0]))
    ):
        return replace(draft.base, measures=(counted_rows(asked),), groups=groups)
    if asked.limit:
        raise NotUnderstoodError("nothing says which rows come first", (subject.words,))
    return replace(draft.base, groups=(subject, *groups), listed=True)


def _figure_alone(asked: Asked, measures: tuple[Measure, ...], subject: Group) -> bool:
    """Whether a superlative asks for the figure itself: `the weight of the heaviest product`."""
    if len(measures) != 1 or not subject.refs:
        return False
    table, column = subject.refs[0]
    refs = set(measures[0].refs)
    entry = next((one for one in asked.assembly.meanings.measures if one.name == measures[0].name), None)
    if entry and entry.amount:
        refs |= set(columns_of(entry.amount))
    if not refs or (entry and not entry.amount) or measures[0].how in ("count", "distinct", "first", "last"):
        return False
    if column:
        return (table, column) in refs
    found = asked.assembly.allowlist.table(table)
    keys = [one for one in found.columns if one.key] if found else []
    return table in {ref[0] for ref in refs} and ((asked.much and not asked.listing) or len(keys) != 1)


def _ranked(asked: Asked, measure: Measure) -> bool:
    """Whether the noun can be ranked by a figure: rows are not by how many rows they are."""
    subject = asked.subject.refs[0] if asked.subject and asked.subject.refs else ("", "")
    return not (measure.how == "count" and not subject[1] and subject[0] in {ref[0] for ref in measure.refs})


_STEPS: tuple[Callable[[Draft], Request | None], ...] = (
    _averaged,
    _listed_having,
    _counted_having,
    share,
    _figure_of_highest,
    _ranked_within,
    _figures,
)
"""What a question can ask for, in the order in which it is looked for."""
