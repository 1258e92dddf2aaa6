"""What follows from the quantities of an account: what is left, shares, rates, sums, changes, projections."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations

from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT
from fingerpost.answering.account.quantities import AccountData, Quantity
from fingerpost.answering.account.vocabulary import (
    CHANGE,
    COUNT,
    LEFT,
    LIMIT,
    MEAN,
    OVER,
    PROJECTED,
    TIMES,
    TOTAL,
    USED,
)

MAX_GROUP, MAX_SUBSETS = 24, 6
"""The most quantities that are compared with each other, and of which every sum is tried."""

Names = frozenset[str]
_DAY: Names = frozenset({"day"})
PART = "part"
"""Among the labels of a resource: it is one of several under one limit."""
_ERROR: Names = frozenset({"error"})


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that is used up: what is known of it, None for what is not, and the quantities that say so."""

    things: Names
    labels: Names
    used: float | None
    limit: float | None
    left: float | None
    share: float | None
    unit: str = ""
    currency: str = ""
    parts: tuple[Quantity, ...] = ()


@dataclass(frozen=True, slots=True)
class Derived:
    """A value that may be said, with what it is: of which resource or quantities, and in which role.

    growth: of a change, the labels of what is less and of what is more.
    """

    value: float
    unit: str
    role: str
    things: Names
    labels: Names
    per: str = ""
    currency: str = ""
    sent: bool = False
    growth: tuple[Names, Names] | None = None


@dataclass(frozen=True, slots=True)
class Days:
    """The days of the current period that are possible: elapsed, left and all; dates may count both ends."""

    elapsed: tuple[float, ...]
    left: tuple[float, ...]
    cycle: tuple[float, ...]


def derive(data: AccountData) -> list[Derived]:
    """Return everything that follows from the data."""
    found = [_as_sent(one) for one in data.quantities]
    known, days = resources(data), days_of(data)
    for resource in known:
        found += _of_resource(resource)
        found += _of_time(resource, days)
    for value, role in ((days.elapsed, USED), (days.left, LEFT), (days.cycle, LIMIT)):
        found += [Derived(one, "", role, _DAY, frozenset()) for one in value]
    for group in _groups(data.quantities):
        found += _of_group(group)
    found += _of_one_statement(data.quantities)
    found += _of_money(data.quantities)
    found += _of_prices(data.quantities, known)
    found += _of_errors(data.quantities)
    found += [Derived(value, "", "", frozenset(), frozenset(), sent=True) for value in data.bare]
    found += _given_rates(data.quantities, known, days)
    return list(dict.fromkeys(found))


def _as_sent(one: Quantity) -> Derived:
    return Derived(one.value, one.unit, one.role, one.things, one.labels, one.per, one.currency, sent=True)


def resources(data: AccountData) -> list[Resource]:
    """Return what is used up, each with its limit where one is given."""
    counted = [one for one in data.quantities if not one.things & {"day", "week", "month", "year"} and not one.per]
    limits = [one for one in counted if one.role == LIMIT and one.unit != PERCENT]
    found: list[Resource] = []
    paired: set[int] = set()
    for limit in limits:
        parts = _parts_of(limit, counted, limits)
        paired |= {id(one) for one in parts}
        labelled = [one for one in parts if one.labels and one.unit != PERCENT and one.role != LEFT]
        timed = any(
            label in ("previous", "current") or label.startswith("month ") for one in parts for label in one.labels
        )
        summed = len(labelled) > 1 and not timed and all(one.labels for one in parts)
        own = [_resource(part, limit) for part in parts]
        found += [replace(one, labels=one.labels | {PART}) for one in own] if summed else own
        if summed:
            whole = sum(one.value for one in labelled)
            labels = limit.labels | frozenset.intersection(*(one.labels for one in labelled))
            found.append(replace(_complete(labelled[0], limit, whole), labels=labels, parts=(limit,)))
        if not parts:
            found.append(
                Resource(
                    limit.things, limit.labels, None, limit.value, None, None, limit.unit, limit.currency, (limit,)
                )
            )
    for one in counted:
        if id(one) not in paired and one.role in (USED, LEFT):
            found += _without_limit(one, counted)
    return found


def _parts_of(limit: Quantity, counted: Sequence[Quantity], limits: Sequence[Quantity]) -> list[Quantity]:
    """Return the quantities that a limit is the limit of: those of its record, else those of its name."""
    roles = (USED, LEFT, "", TOTAL)
    parts = [one for one in counted if one.role in roles and one.unit in (limit.unit, PERCENT) and one.things != _ERROR]
    near = [one for one in parts if one.record == limit.record and _same_name(one, limit)]
    told = [one for one in near if one.role in (USED, LEFT)]
    if told:
        return told
    exact = [one for one in parts if one.things == limit.things and _same_labels(one, limit)]
    loose = near or [one for one in parts if _same_name(one, limit)]
    shares = [one for one in parts if one.unit == PERCENT] if len(limits) == 1 else []
    found = exact or [one for one in loose if one.things or one.role] or shares
    return [one for one in found if one.unit == limit.unit] or found


def _same_name(one: Quantity, other: Quantity) -> bool:
    things = one.things == other.things or not one.things or not other.things or bool(one.things & other.things)
    return things and (one.record == other.record or _same_labels(one, other) or not other.labels)


def _same_labels(one: Quantity, other: Quantity) -> bool:
    return one.labels <= other.labels or other.labels <= one.labels


def _resource(part: Quantity, limit: Quantity) -> Resource:
    used = limit.value * part.value / 100 if part.unit == PERCENT else part.value
    return _complete(part, limit, limit.value - used if part.role == LEFT else used)


def _complete(part: Quantity, limit: Quantity, used: float) -> Resource:
    """Return the resource of which so much is used, with what is left and the share."""
    things = part.things | limit.things if part.unit != PERCENT else limit.things
    share = used / limit.value * 100 if limit.value else None
    labels, left = part.labels | limit.labels, limit.value - used
    return Resource(things, labels, used, limit.value, left, share, limit.unit, limit.currency, (part, limit))


def _without_limit(one: Quantity, counted: Sequence[Quantity]) -> list[Resource]:
    """Return the resource of a quantity that has no limit: used and left make one, and so do used and its share."""
    if one.unit == PERCENT:
        share = one.value if one.role == USED else 100 - one.value
        return [Resource(one.things, one.labels, None, None, None, share, parts=(one,))]
    for other in counted:
        if other is one or not _same_name(other, one):
            continue
        if one.role == USED and other.role == LEFT and other.unit == one.unit:
            whole = replace(one, value=one.value + other.value)
            return [replace(_complete(one, whole, one.value), parts=(one, other))]
        if one.role == USED and other.unit == PERCENT and other.role == USED and other.value:
            whole = replace(one, value=one.value / other.value * 100)
            return [replace(_complete(one, whole, one.value), parts=(one, other))]
    left = one.value if one.role == LEFT else None
    used = None if left is not None else one.value
    return [Resource(one.things, one.labels, used, None, left, None, one.unit, one.currency, (one,))]


def _of_resource(one: Resource) -> Iterator[Derived]:
    def said(value: float, unit: str, role: str) -> Derived:
        return Derived(value, unit, role, one.things, one.labels, "", one.currency if unit == MONEY else "")

    if one.share is not None:
        yield said(one.share, PERCENT, USED)
        yield said(100 - one.share if one.share <= 100 else 0.0, PERCENT, LEFT)
        if one.share > 100:
            yield said(one.share - 100, PERCENT, OVER)
    if one.used is None or one.limit is None or one.left is None:
        return
    yield said(one.used, one.unit, USED)
    yield said(one.limit, one.unit, LIMIT)
    yield said(max(one.left, 0.0), one.unit, LEFT)
    yield said(abs(one.left), one.unit, OVER if one.left < 0 else CHANGE)
    if one.used:
        yield said(one.limit / one.used, MULTIPLE, TIMES)


def days_of(data: AccountData) -> Days:
    """Return the days of the period: as they were sent, or between its dates."""
    elapsed, left, cycle = (
        [one.value for one in data.quantities if one.things == _DAY and one.role == role]
        for role in (USED, LEFT, LIMIT)
    )
    # Days without a year are of one year.
    dated = {one.kind: date(one.day[0] or 2001, *one.day[1:]) for one in reversed(data.dates) if _is_day(one.day)}
    if len({bool(one.day[0]) for one in data.dates if one.kind}) > 1:
        dated = {}
    start, today = dated.get("starts"), dated.get("today")
    end = dated.get("ends") or dated.get("renews")
    closed = 1 if "ends" in dated else 0
    if start and today and not elapsed:
        elapsed = [(today - start).days + 1.0, float((today - start).days)]
    if end and today and not left:
        left = [float((end - today).days), (end - today).days + closed * 1.0]
    if start and end and not cycle:
        cycle = [(end - start).days + closed * 1.0, float((end - start).days)]
    if cycle and elapsed and not left:
        left = [cycle[0] - elapsed[0]]
    elif cycle and left and not elapsed:
        elapsed = [cycle[0] - left[0]]
    elif elapsed and left and not cycle:
        cycle = [elapsed[0] + left[0]]
    return Days(*(tuple(dict.fromkeys(one for one in values if one > 0)) for values in (elapsed, left, cycle)))


def _is_day(day: tuple[int, int, int]) -> bool:
    return bool(day[1] and day[2]) and day[2] <= monthrange(day[0] or 2001, day[1])[1]


def _of_time(one: Resource, days: Days) -> Iterator[Derived]:
    """Yield the rates of a resource, where they lead, and how long it lasts."""
    if one.used is None:
        return
    for elapsed in days.elapsed:
        rate = one.used / elapsed
        yield from _rate(one, rate, USED)
        if one.left is not None and one.left > 0 and rate:
            yield Derived(one.left / rate, "", PROJECTED, _DAY, frozenset())
            yield Derived(one.used / rate + one.left / rate, "", PROJECTED, _DAY, frozenset())
        for cycle in days.cycle:
            yield Derived(rate * cycle, one.unit, PROJECTED, one.things, one.labels)
            if one.limit:
                yield Derived(rate * cycle / one.limit * 100, PERCENT, PROJECTED, one.things, one.labels)
                yield Derived(abs(rate * cycle - one.limit), one.unit, OVER, one.things, one.labels)
    for left in days.left:
        if one.left is not None and one.left > 0:
            yield from _rate(one, one.left / left, LEFT)
    for cycle in days.cycle:
        if one.limit is not None:
            yield from _rate(one, one.limit / cycle, LIMIT)


def _rate(one: Resource, rate: float, role: str) -> Iterator[Derived]:
    for per, length in (("day", 1.0), ("week", 7.0), ("hour", 1 / 24)):
        yield Derived(rate * length, one.unit, role, one.things, one.labels, per, one.currency)


def _given_rates(quantities: Sequence[Quantity], known: Sequence[Resource], days: Days) -> Iterator[Derived]:
    """Yield what rates that were sent lead to."""
    for rate in quantities:
        if rate.per != "day" or not rate.value:
            continue
        for length in (7.0, 30.0, *days.cycle, *days.left):
            yield Derived(rate.value * length, rate.unit, PROJECTED, rate.things, rate.labels)
        for one in known:
            if one.left is None or not (one.things & rate.things or not rate.things):
                continue
            yield Derived(max(one.left, 0.0) / rate.value, "", PROJECTED, _DAY, frozenset())
            if one.used is not None:
                for left in days.left:
                    yield Derived(one.used + rate.value * left, one.unit, PROJECTED, one.things, one.labels)


def _groups(quantities: Sequence[Quantity]) -> list[list[Quantity]]:
    """Return quantities that can be added and compared: of one thing and unit, told apart by their labels."""
    found: dict[tuple[str, Names, str, str], list[Quantity]] = {}
    for one in quantities[: MAX_GROUP * 4]:
        if one.role not in (LIMIT, LEFT) and one.unit != PERCENT and one.things != _DAY:
            is_bill = one.unit == MONEY and one.things <= {"invoice"}
            things = frozenset({MONEY}) if is_bill else one.things or frozenset({one.unit})
            role = "" if one.role in (USED, TOTAL) else one.role
            found.setdefault((one.unit, things, one.per, role), []).append(one)
    return [group[:MAX_GROUP] for group in found.values() if len(group) > 1 and len({q.labels for q in group}) > 1]


def _of_group(group: Sequence[Quantity]) -> Iterator[Derived]:
    first = group[0]
    total = sum(one.value for one in group)
    shared = frozenset.intersection(*(one.labels for one in group))

    def said(value: float, unit: str, role: str, labels: Names) -> Derived:
        return Derived(value, unit, role, first.things, labels, "", first.currency if unit == MONEY else "")

    # What all share tells the sum of all from no other.
    yield replace(said(total, first.unit, TOTAL, frozenset()), things=first.things | shared)
    yield said(total / len(group), first.unit, MEAN, shared)
    for name in shared | (first.things if first.unit == MONEY else frozenset()):
        yield Derived(float(len(group)), "", COUNT, frozenset({name}), frozenset())
    if any(label.startswith("month ") for label in first.labels):
        yield Derived(float(len(group)), "", COUNT, frozenset({"month"}), frozenset())
        yield replace(said(total / len(group), first.unit, MEAN, shared), per="month")
    for one, other in combinations(group, 2):
        labels = one.labels | other.labels
        less, more = sorted((one, other), key=lambda each: each.value)
        growth = (less.labels - more.labels, more.labels - less.labels)
        yield replace(said(more.value - less.value, first.unit, CHANGE, labels), growth=growth)
        early, late = _in_order(one, other)
        for base in (early, late) if _order(one) == _order(other) else (early,):
            if base.value:
                share = (more.value - less.value) / base.value * 100
                yield replace(said(share, PERCENT, CHANGE, labels), growth=growth)
        if min(one.value, other.value) > 0:
            ratio = max(one.value, other.value) / min(one.value, other.value)
            yield said(ratio, MULTIPLE, TIMES, labels)
            yield said(100 / ratio, PERCENT, "", labels)
    if total:
        for one in group:
            yield said(one.value / total * 100, PERCENT, "", one.labels)
    if len(group) <= MAX_SUBSETS:
        for size in range(2, len(group) + 1):
            for some in combinations(group, size):
                labels = frozenset().union(*(one.labels for one in some))
                yield said(sum(one.value for one in some), first.unit, TOTAL, labels)


def _of_one_statement(quantities: Sequence[Quantity]) -> Iterator[Derived]:
    """Yield the sum of what one statement gives several of: "deposits: 800 on Monday and 500 on Friday"."""
    alike: dict[tuple[int, str, str, Names, Names], list[Quantity]] = {}
    for one in quantities:
        alike.setdefault((one.record, one.unit, one.role, one.things, one.labels), []).append(one)
    for (_, unit, role, things, labels), group in alike.items():
        if len(group) > 1 and unit != PERCENT and role not in (LIMIT, LEFT) and things != _DAY:
            yield Derived(sum(one.value for one in group), unit, TOTAL, things, labels, "", group[0].currency)


def _of_prices(quantities: Sequence[Quantity], known: Sequence[Resource]) -> Iterator[Derived]:
    """Yield what each of the things used has cost, and what those come to that have a price."""
    for money in quantities:
        if money.unit != MONEY:
            continue
        for one in known:
            thing = next(iter(one.things), "")
            if one.unit or not one.used or not thing:
                continue
            if money.per == thing:
                for amount in (one.used, abs(one.left or 0.0)):
                    yield Derived(money.value * amount, MONEY, "", one.things, one.labels, "", money.currency)
            elif not money.per:
                yield Derived(money.value / one.used, MONEY, MEAN, one.things, one.labels, thing, money.currency)


def _of_errors(quantities: Sequence[Quantity]) -> Iterator[Derived]:
    """Yield which share of what was done failed."""
    for failed in quantities:
        for done in quantities if failed.things == _ERROR else ():
            if done.things != _ERROR and done.role in (USED, "") and not done.unit and done.value >= failed.value > 0:
                labels = failed.labels | done.labels
                yield Derived(failed.value / done.value * 100, PERCENT, "", failed.things | done.things, labels)


def _order(one: Quantity) -> int:
    """Return when a quantity is of, as far as its labels tell."""
    if one.labels & {"previous", "current"}:
        return 100 if "current" in one.labels else -1
    months = [int(label[6:]) for label in one.labels if label.startswith("month ")]
    months += [int(label[1:]) for label in one.labels if label[:1] == "q" and label[1:].isdecimal()]
    return months[0] if months else 0


def _in_order(one: Quantity, other: Quantity) -> tuple[Quantity, Quantity]:
    return (one, other) if _order(one) <= _order(other) else (other, one)


def _of_money(quantities: Sequence[Quantity]) -> Iterator[Derived]:
    """Yield prices of a year and of a month, and for each user."""
    users = [one.value for one in quantities if "user" in one.things and one.role != LIMIT and one.value]
    for one in quantities:
        if one.unit != MONEY:
            continue
        for value, per in ((one.value * 12, "year"), (one.value / 12, "month")):
            if one.per != per:
                yield Derived(value, MONEY, PROJECTED, one.things, one.labels, per, one.currency)
        for count in users:
            yield Derived(one.value / count, MONEY, MEAN, one.things, one.labels, "user", one.currency)
