"""What follows from the figures of an account by arithmetic alone, whatever the account calls them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import combinations

from fingerpost.answering.account.data import AccountData, Quantity
from fingerpost.answering.account.derive import MAX_GROUP, Derived, resources
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT
from fingerpost.answering.account.vocabulary import (
    CHANGE,
    LEFT,
    LIMIT,
    MEAN,
    OVER,
    PERIODS,
    PROJECTED,
    TIMES,
    TOTAL,
    USED,
)

WHOLE = 0.01
"""How near to a whole number so many times an amount are."""
MAX_RECORD = 4
"""The most figures of a line or an object that are of one another by their place alone."""
_CALENDAR = frozenset({"day", "week", "month", "year", "hour", "previous", "current"})


def combine(data: AccountData, known: Sequence[Derived]) -> list[Derived]:
    """Return differences, shares, sums, products and durations of figures of one kind, without regard to their roles.

    known: what follows with its role, whose rests have their prices too.
    """
    quantities = [one for one in data.quantities[:MAX_GROUP] if one.unit != PERCENT]
    amounts = [one for one in quantities if not one.per or (one.per == "month" and one.unit == MONEY)]
    crowded = {record for record, size in Counter(one.record for one in amounts).items() if size > MAX_RECORD}
    pairs = [pair for pair in combinations(amounts, 2) if _are_of_one_kind(*pair, crowded)]
    found = [_sent(one) for one in amounts]
    understood = {part for one in resources(data) if None not in (one.used, one.limit) for part in one.parts}
    for pair in pairs:
        less, more = sorted(pair, key=lambda each: each.value)
        found += _of_pair(less, more)
        if understood.isdisjoint(pair) and (more.unit == MONEY or more.value == _greatest(more, amounts)):
            found += _rest_of_pair(less, more)
    shares = [one for one in data.quantities[:MAX_GROUP] if one.unit == PERCENT]
    found += [
        Derived(one.value * share.value / 100, MONEY, "", one.things, one.labels | share.labels, "", one.currency)
        for share in shares
        for one in amounts
        if one.unit == MONEY
    ]
    found += _of_rates([one for one in quantities if one.per], amounts, [*known, *found])
    found += _shared_out(amounts)
    found += _totals(amounts)
    return list(dict.fromkeys(found))


def _names(*quantities: Quantity) -> frozenset[str]:
    return frozenset().union(*(one.things | one.labels for one in quantities))


def _sent(one: Quantity) -> Derived:
    return Derived(one.value, one.unit, one.role, one.things, one.labels, "", one.currency, sent=True)


def _are_of_one_kind(one: Quantity, other: Quantity, crowded: AbstractSet[int]) -> bool:
    """Whether two figures can be compared: two amounts of a currency, or counts that share a name or a small record."""
    if one.unit != other.unit or one.things & _CALENDAR != other.things & _CALENDAR:
        return False
    if one.unit == MONEY:
        return not one.currency or not other.currency or one.currency == other.currency
    beside = one.record == other.record and one.record not in crowded and not (one.things and other.things)
    return beside or bool((_names(one) & _names(other)) - _CALENDAR)


def _greatest(one: Quantity, amounts: Sequence[Quantity]) -> float:
    """Return the greatest of what is called like one: of several, only that may be the whole of the others."""
    names = _names(one) - _CALENDAR
    return max(other.value for other in amounts if other is one or (other.unit == one.unit and names & _names(other)))


def _is_timed(labels: frozenset[str]) -> bool:
    return any(label in ("previous", "current") or label.startswith("month ") for label in labels)


def _of_pair(less: Quantity, more: Quantity) -> Iterator[Derived]:
    things, labels = less.things | more.things, less.labels | more.labels
    currency = less.currency or more.currency
    growth = (less.labels - more.labels, more.labels - less.labels)
    difference = more.value - less.value

    def said(
        value: float, unit: str, role: str, growth: tuple[frozenset[str], frozenset[str]] | None = None
    ) -> Derived:
        return Derived(value, unit, role, things, labels, "", currency if unit == MONEY else "", growth=growth)

    yield said(difference, less.unit, CHANGE, growth)
    if LIMIT not in (less.role, more.role):
        yield said(less.value + more.value, less.unit, TOTAL)
    if not less.value:
        return
    yield said(more.value / less.value, MULTIPLE, TIMES)
    if less.unit == MONEY and abs(more.value / less.value - round(more.value / less.value)) < WHOLE:
        # 90 euros are two fees of 45.
        yield Derived(more.value / less.value, "", TIMES, less.things, less.labels)
    if not _is_timed(labels):
        # Without a word for which was first, either may be.
        for base in (less, more):
            yield said(difference / base.value * 100, PERCENT, CHANGE, growth)


def _rest_of_pair(less: Quantity, more: Quantity) -> Iterator[Derived]:
    """Yield what is left where one of two figures may be a part of the other, and their shares."""
    things, labels = less.things | more.things, less.labels | more.labels
    if less.role == more.role != "" or not less.value or _is_timed(labels):
        return
    rest = OVER if less.role == LIMIT else LEFT
    share = less.value / more.value * 100
    shares = (
        {USED: 100 / share * 100, OVER: (100 / share - 1) * 100} if rest == OVER else {USED: share, LEFT: 100 - share}
    )
    yield Derived(more.value - less.value, less.unit, rest, things, labels, "", less.currency or more.currency)
    for role, value in shares.items():
        yield Derived(value, PERCENT, role, things, labels)


def _of_rates(rates: Sequence[Quantity], amounts: Sequence[Quantity], found: Sequence[Derived]) -> Iterator[Derived]:
    """Yield what prices and rates come to, alone and with a fixed amount, and how long an amount lasts at a rate."""
    rests: list[Quantity | Derived] = [one for one in found if one.role in (LEFT, OVER, CHANGE) and not one.per]
    # "Unit price" is the price of what is counted in units.
    prices = [replace(one, per=name) for one in amounts if one.unit == MONEY for name in one.labels - _CALENDAR]
    for rate in (*rates, *prices):
        if rate.per in PERIODS:
            for one in [*amounts, *rests]:
                if one.unit == rate.unit and rate.value and (rate.unit == MONEY or one.things & rate.things):
                    yield Derived(one.value / rate.value, "", PROJECTED, frozenset({rate.per}), frozenset())
            continue
        for one in [*amounts, *rests]:
            if one.unit or rate.per not in one.things | one.labels or (one.role == CHANGE and rate in prices):
                continue
            cost, labels = rate.value * one.value, (rate.labels | one.labels) - _CALENDAR
            yield Derived(cost, MONEY, "", one.things, labels, "", rate.currency)
            for fee in amounts:
                if fee.unit == MONEY:
                    both = labels | fee.labels
                    yield Derived(cost + fee.value, MONEY, "", one.things, both, "", rate.currency)


def _totals(amounts: Sequence[Quantity]) -> Iterator[Derived]:
    """Yield sums and means of all that have a name in common."""
    for name in _names(*amounts) - _CALENDAR:
        for unit in ("", MONEY):
            some = [
                one for one in amounts if one.unit == unit and one.role != LIMIT and name in one.things | one.labels
            ]
            if len(some) > 2:
                total, named = sum(one.value for one in some), frozenset({name})
                yield Derived(total, unit, TOTAL, named, frozenset(), "", some[0].currency)
                yield Derived(total / len(some), unit, MEAN, named, frozenset(), "", some[0].currency)


def _shared_out(amounts: Sequence[Quantity]) -> Iterator[Derived]:
    """Yield what one of the things costs that stand in a record with an amount of money."""
    for money in amounts:
        for one in amounts if money.unit == MONEY else ():
            if not one.unit and one.record == money.record and one.value:
                for name in one.things | one.labels:
                    yield Derived(money.value / one.value, MONEY, MEAN, one.things, one.labels, name, money.currency)
