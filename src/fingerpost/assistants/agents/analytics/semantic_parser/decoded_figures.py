"""What a question asks for as the network sees it: a list, a figure by groups, or what comes first by one."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.request import (
    Gap,
    Group,
    Having,
    Measure,
    NotUnderstoodError,
    Request,
)
from fingerpost.assistants.agents.analytics.semantic_parser.decoded_conditions import group_number, share_conditions
from fingerpost.assistants.agents.analytics.semantic_parser.decoder_state import Decoder, ref_of
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import COLUMN, NUMBERS, TABLE, Item


def asked(decoder: Decoder, request: Request) -> Request:
    """Add what is asked for to the conditions: a list, a figure, or what comes first by one."""
    aggregate, order = decoder.head("aggregate"), decoder.head("order")
    one = 1 if decoder.head("limit") == "one" else request.limit
    if aggregate == "share":
        measure = _measure(decoder, aggregate)
        shared = replace(request, measures=(measure,), share=True, numerator=share_conditions(decoder), limit=None)
        return replace(shared, groups=_groups(decoder, measure, request))
    if aggregate == "none":
        groups = _shown(decoder, request)
        if order == "none":
            return _chosen(decoder, replace(request, groups=groups, listed=True, limit=None))
        return _first(decoder, replace(request, groups=groups, order=order, limit=one or 1))
    measure = _measure(decoder, aggregate)
    found = _chosen(decoder, replace(request, measures=(measure,), groups=_groups(decoder, measure, request)))
    if order == "none" or not found.groups:
        return replace(found, limit=None)
    return replace(found, order=order, limit=one)


def _chosen(decoder: Decoder, request: Request) -> Request:
    """Keep only the groups whose count or sum is compared with a number."""
    places = decoder.likely("having", TABLE, COLUMN)
    if not places:
        return request
    decoder.use(places[0], "having")
    item = decoder.schema.items[places[0]]
    measure = Measure("SUM" if item.column else "count", (ref_of(item),), words=_said(item))
    how, value = group_number(decoder)
    having = Having(measure, how, (value,), words=f"{_said(item)} {how} {value:g}")
    if request.groups or not request.measures:
        return replace(request, having=(having,), measures=request.measures or (measure,))
    counted = request.measures[0]
    if counted.how != "count" or counted.refs == measure.refs:
        raise NotUnderstoodError("nothing says of what a number must hold", (having.words,))
    # `how many owners have at least 2 pets`: the owners are counted of whom it holds.
    inner = Group(counted.refs, words=counted.words)
    return replace(request, having=(having,), measures=(measure,), over="COUNT", inner=(inner,))


def _first(decoder: Decoder, request: Request) -> Request:
    """Sort rows by a column, or by the time between two dates."""
    items = decoder.schema.items
    how = "MAX" if request.order == "desc" else "MIN"
    if gap := _gap(decoder):
        table, measure = gap.start[0], Measure(how, gap=gap, words=_said_gap(gap))
    else:
        ranked = decoder.best("rank", decoder.places(COLUMN, of=(*NUMBERS, "date")))
        table, measure = items[ranked].table, Measure(how, (ref_of(items[ranked]),), words=_said(items[ranked]))
    groups = request.groups
    if not any(group.refs[0][0] == table for group in groups):
        groups = (Group(((table, ""),), words=table.replace("_", " ")), *groups)
    return replace(request, measures=(measure,), groups=groups)


def _shown(decoder: Decoder, request: Request) -> tuple[Group, ...]:
    """Return what is listed; columns are listed with the rows that they belong to, or once each where that is asked."""
    items = decoder.schema.items
    places = decoder.likely("select", TABLE, COLUMN)
    empty = {ref for where in request.wheres if where.how == "null" for ref in where.refs}
    places = [at for at in places if ref_of(items[at]) not in empty]
    places = places or [decoder.best("select", decoder.places(TABLE, COLUMN))]
    for at in places:
        decoder.use(at, "select")
    tables = [items[at].table for at in places if items[at].kind == TABLE]
    columns = [items[at] for at in places if items[at].kind == COLUMN]
    groups = [Group(((table, ""),), words=table) for table in tables]
    if decoder.head("distinct") == "no":
        # Rows that share a value are rows of their own.
        bare = [item.table for item in columns if item.table not in tables]
        groups += [Group(((table, ""),), words=table) for table in dict.fromkeys(bare) if not tables]
    return (*groups, *(Group((ref_of(item),), words=_said(item)) for item in columns))


def _groups(decoder: Decoder, measure: Measure, request: Request) -> tuple[Group, ...]:
    """Return what the figure is grouped by; the rows that it is of are no group beside others."""
    items = decoder.schema.items
    places = decoder.likely("group", TABLE, COLUMN)
    if len(places) > 1 and measure.refs:
        places = [at for at in places if ref_of(items[at]) != (measure.refs[0][0], "")]
    for at in places:
        decoder.use(at, "group")
    found = [Group((ref_of(items[at]),), words=_said(items[at])) for at in places]
    part = decoder.head("part")
    if part != "none":
        # Months of one year are told with it.
        part = "month" if part == "month_of_year" and request.whens else part
        at = decoder.best("group_time", decoder.places(COLUMN, of=("date",)))
        found.append(Group((ref_of(items[at]),), part=part, words=_said(items[at])))
    return tuple(found)


def _measure(decoder: Decoder, aggregate: str) -> Measure:
    """Return the figure that is asked for; a share is one of rows, or of what a column comes to."""
    items = decoder.schema.items
    if aggregate == "count":
        counted = (at for at in decoder.places(TABLE, COLUMN) if decoder.kind(at) not in ("number", "boolean", "date"))
        item = items[decoder.best("aggregate", counted)]
        return Measure("distinct" if item.column else "count", (ref_of(item),), words=_said(item))
    if aggregate == "share":
        shared = (at for at in decoder.places(TABLE, COLUMN) if decoder.kind(at) in ("", *NUMBERS))
        item = items[decoder.best("aggregate", shared)]
        return Measure("SUM" if item.column else "count", (ref_of(item),), words=_said(item))
    if gap := _gap(decoder):
        return Measure(aggregate.upper(), gap=gap, words=_said_gap(gap))
    of = (*NUMBERS, "date") if aggregate in ("max", "min") else NUMBERS
    item = items[decoder.best("aggregate", decoder.places(COLUMN, of=of))]
    return Measure(aggregate.upper(), (ref_of(item),), words=_said(item))


def _gap(decoder: Decoder) -> Gap | None:
    """Return the two dates whose distance is meant, if it is."""
    if not decoder.likely("start", COLUMN) and not decoder.likely("end", COLUMN):
        return None
    items, dates = decoder.schema.items, decoder.places(COLUMN, of=("date",))
    start = decoder.best("start", dates)
    end = decoder.best("end", [at for at in dates if at != start and items[at].table == items[start].table])
    return Gap(ref_of(items[start]), ref_of(items[end]))


def _said(item: Item) -> str:
    """Return a column or a table as a person reads it."""
    return (item.column or item.table).replace("_", " ")


def _said_gap(gap: Gap) -> str:
    return " → ".join(column.replace("_", " ") for _, column in (gap.start, gap.end))
