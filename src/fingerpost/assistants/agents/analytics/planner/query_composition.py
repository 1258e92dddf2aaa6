"""Puts finished selections beside or over one another: sides, growth, ranks within groups, the share of the first."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from fingerpost.assistants.agents.analytics.planner.dialect import number, text

UNITS = {"year": 1, "month": 12, "quarter": 4}
"""Parts of a date whose values follow one another, and how many a year has."""


def percent(top: exp.Expr, bottom: exp.Expr) -> exp.Expr:
    """Return a percentage; of nothing there is none, which PostgreSQL would call an error."""
    return _divided(exp.Mul(this=exp.Literal.number("100.0"), expression=exp.paren(top)), bottom)


def _divided(top: exp.Expr, bottom: exp.Expr) -> exp.Expr:
    return exp.Div(this=top, expression=exp.Nullif(this=bottom, expression=number(0)), typed=True)


def stacked(selects: Sequence[exp.Select], labels: Sequence[str]) -> exp.Select:
    """Return the rows of each selection under its label, one selection after the other."""
    parts: list[exp.Select] = []
    for at, (select, label) in enumerate(zip(selects, labels, strict=True)):
        part = select.copy()
        own = [exp.alias_(number(at), "place"), exp.alias_(text(label), "side")]
        part.set("expressions", [*own, *part.expressions])
        parts.append(part)
    names = ["side", *(output.alias_or_name for output in selects[0].expressions)]
    union: exp.Expr = parts[0]
    for part in parts[1:]:
        union = exp.Union(this=union, expression=part, distinct=False)
    found = exp.select(*(exp.column(name, table="compared") for name in names))
    found = found.from_(exp.Subquery(this=union, alias=exp.TableAlias(this=exp.to_identifier("compared"))), copy=False)
    return found.order_by(exp.column("place", table="compared"), copy=False)


def opposed(selects: Sequence[exp.Select], groups: Sequence[str], change: str, *, counted: bool) -> exp.Select:
    """Return the figures of two selections beside each other, and what the one is against the other.

    A group that the second lacks has none of what is `counted` there.
    """
    first, second = (exp.column("value", table=name) for name in ("part1", "part2"))
    second_value: exp.Expr = exp.Coalesce(this=second, expressions=[number(0)]) if counted and groups else second
    less = exp.Sub(this=second_value.copy(), expression=first.copy())
    against = {
        "growth": percent(less, first.copy()),
        "difference": exp.Sub(this=first.copy(), expression=second_value.copy()),
        "ratio": _divided(exp.Mul(this=exp.Literal.number("1.0"), expression=first.copy()), second_value.copy()),
    }[change]
    outputs = [exp.alias_(exp.column(name, table="part1"), name) for name in groups]
    outputs += [exp.alias_(first.copy(), "first"), exp.alias_(second_value.copy(), "second")]
    found = exp.select(*outputs, exp.alias_(against, "value"))
    found.from_(selects[0].subquery("part1", copy=False), copy=False)
    same = [
        exp.NullSafeEQ(this=exp.column(name, table="part1"), expression=exp.column(name, table="part2"))
        for name in groups
    ]
    other = selects[1].subquery("part2", copy=False)
    if same:
        return found.join(other, on=exp.and_(*same), join_type="left", copy=False)
    return found.join(other, join_type="cross", copy=False)


def stepped(select: exp.Select, part: str, since: str) -> exp.Select:
    """Return figures by time with what each grew by, in percent, against the time just before; from `since` on."""
    time, value = exp.column("group1", table="timed"), exp.column("value", table="timed")
    place = _place(time, part)
    follows = exp.EQ(this=_before(place, time), expression=exp.Sub(this=place.copy(), expression=number(1)))
    grown = percent(exp.Sub(this=value.copy(), expression=_before(value, time)), _before(value, time))
    case = exp.Case().when(follows, grown)
    inner = exp.select(
        exp.alias_(time.copy(), "group1"), exp.alias_(value.copy(), "figure"), exp.alias_(case, "value")
    ).from_(select.subquery("timed", copy=False), copy=False)
    names = ("group1", "figure", "value")
    found = exp.select(*(exp.column(name, table="grown") for name in names))
    found.from_(inner.subquery("grown", copy=False), copy=False)
    if since:
        found.where(exp.GTE(this=exp.column("group1", table="grown"), expression=text(since)), copy=False)
    return found.order_by(exp.column("group1"), copy=False)


def _place(time: exp.Expr, part: str) -> exp.Expr:
    """Return a number that is one more for the next time."""
    year = exp.cast(exp.Substring(this=time.copy(), start=number(1), length=number(4)), "int")
    if part == "year":
        return year
    start = {"month": 6, "quarter": 7}[part]
    own = exp.cast(exp.Substring(this=time.copy(), start=number(start), length=number(2)), "int")
    return exp.paren(exp.Add(this=exp.Mul(this=year, expression=number(UNITS[part])), expression=own))


def _before(value: exp.Expr, time: exp.Expr) -> exp.Expr:
    """Return what a value is in the row of the time before."""
    order = exp.Order(expressions=[exp.Ordered(this=time.copy())])
    return exp.Window(this=exp.Lag(this=value.copy()), order=order)


def ranked_within(select: exp.Select, within: int, groups: int, limit: int, *, largest: bool) -> exp.Select:
    """Return the first rows of each of the leading groups; rows that share a place all have it."""
    names = [f"group{at + 1}" for at in range(within + groups)]
    value = exp.column("value", table="grouped")
    inner = exp.select(*(exp.alias_(exp.column(name, table="grouped"), name) for name in names))
    others = [output.alias_or_name for output in select.expressions if output.alias_or_name not in names]
    inner.select(*(exp.alias_(exp.column(name, table="grouped"), name) for name in others), copy=False)
    rank = exp.Window(
        this=exp.Rank(),
        partition_by=[exp.column(name, table="grouped") for name in names[:within]],
        order=exp.Order(expressions=[exp.Ordered(this=value.copy(), desc=largest)]),
    )
    inner.select(exp.alias_(rank, "place"), copy=False)
    inner.from_(select.subquery("grouped", copy=False), copy=False)
    # Nothing has no place, which databases would give the first or the last.
    inner.where(exp.not_(exp.Is(this=value.copy(), expression=exp.Null())), copy=False)
    found = exp.select(*(exp.column(name, table="ranked") for name in (*names, *others)))
    found.from_(inner.subquery("ranked", copy=False), copy=False)
    found.where(exp.LTE(this=exp.column("place", table="ranked"), expression=number(limit)), copy=False)
    order = [exp.Ordered(this=exp.column(name)) for name in names[:within]]
    order += [exp.Ordered(this=exp.column("value"), desc=largest)]
    return found.order_by(*order, *(exp.column(name) for name in names[within:]), copy=False)


def share_of_first(select: exp.Select, limit: int, *, largest: bool) -> exp.Select:
    """Return what part of a whole its first groups have together."""
    value = exp.column("value", table="grouped")
    rank = exp.Window(
        this=exp.RowNumber(),
        order=exp.Order(
            expressions=[
                # A group without a value comes last in every database.
                exp.Ordered(this=exp.Coalesce(this=value.copy(), expressions=[number(0)]), desc=largest),
            ]
        ),
    )
    inner = exp.select(exp.alias_(value.copy(), "value"), exp.alias_(rank, "place"))
    inner.from_(select.subquery("grouped", copy=False), copy=False)
    own = exp.column("value", table="ranked")
    first = exp.Case().when(exp.LTE(this=exp.column("place", table="ranked"), expression=number(limit)), own.copy())
    part = percent(exp.Sum(this=first.else_(number(0))), exp.Sum(this=own.copy()))
    return exp.select(exp.alias_(part, "value")).from_(inner.subquery("ranked", copy=False), copy=False)


def part_of(held: exp.Select, every: exp.Select) -> exp.Select:
    """Return how many a condition holds for, and what part of all of them that is."""
    held_value, every_value = (exp.column("value", table=name) for name in ("part1", "part2"))
    found = exp.select(
        exp.alias_(held_value.copy(), "held"), exp.alias_(percent(held_value.copy(), every_value.copy()), "value")
    )
    found.from_(held.subquery("part1", copy=False), copy=False)
    return found.join(every.subquery("part2", copy=False), join_type="cross", copy=False)
