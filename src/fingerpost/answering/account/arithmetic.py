"""What follows from the figures of an account by arithmetic alone, whatever the account calls them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from fingerpost.answering.account.data import AccountData, Quantity
from fingerpost.answering.account.derive import MAX_GROUP, Derived, resources
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT
from fingerpost.answering.account.vocabulary import CHANGE, LEFT, LIMIT, MEAN, OVER, PERIODS, PROJECTED, TIMES, TOTAL, USED

_TIMES_OF = frozenset({"previous", "current"})
_CALENDAR = frozenset({"day", "week", "month", "year", "hour", "previous", "current"})


def combine(data: AccountData, known: Sequence[Derived]) -> list[Derived]:
    """Return differences, shares, sums, products and durations of figures of one kind, without regard to their roles.

    known: what follows with its role, whose rests have their prices too.
    """
    quantities = [one for one in data.quantities[:MAX_GROUP] if one.unit != PERCENT]
    amounts = [one for one in quantities if not one.per or (one.per == "month" and one.unit == MONEY)]
    pairs = [pair for pair in combinations(amounts, 2) if _are_of_one_kind(*pair)]
    found = [_sent(one) for one in amounts]
    understood = {part for one in resources(data) if None not in (one.used, one.limit) for part in one.parts}
    for pair in pairs:
        less, more = sorted(pair, key=lambda each: each.value)
        found += _of_pair(less, more)
        if understood.isdisjoint(pair):
            found += _rest_of_pair(less, more)
    found += _of_rates([one for one in quantities if one.per], amounts, [*known, *found])
    found += _shared_out(amounts)
    return list(dict.fromkeys(found))


def _names(*quantities: Quantity) -> frozenset[str]:
    return frozenset().union(*(one.things | one.labels for one in quantities))


def _sent(one: Quantity) -> Derived:
    return Derived(one.value, one.unit, one.role, one.things, one.labels, "", one.currency, sent=True)


def _are_of_one_kind(one: Quantity, other: Quantity) -> bool:
    """Whether two figures can be compared: two amounts of a currency, or counts that share a name."""
    if one.unit != other.unit or one.things & _CALENDAR != other.things & _CALENDAR:
        return False
    if one.unit == MONEY:
        return not one.currency or not other.currency or one.currency == other.currency
    return bool((_names(one) & _names(other)) - _CALENDAR)


def _of_pair(less: Quantity, more: Quantity) -> Iterator[Derived]:
    things, labels = less.things | more.things, less.labels | more.labels
    currency = less.currency or more.currency
    growth = (less.labels - more.labels, more.labels - less.labels)
    difference = more.value - less.value

    def said(value: float, unit: str, role: str, growth: tuple[frozenset[str], frozenset[str]] | None = None) -> Derived:
        return Derived(value, unit, role, things, labels, "", currency if unit == MONEY else "", growth=growth)

    yield said(difference, less.unit, CHANGE, growth)
    yield said(less.value + more.value, less.unit, TOTAL)
    if not less.value:
        return
    yield said(more.value / less.value, MULTIPLE, TIMES)
    if less.unit == MONEY:
        # 90 euros are two fees of 45.
        yield Derived(more.value / less.value, "", TIMES, less.things, less.labels)
    if not (less.labels | more.labels) & _TIMES_OF and not any(one.startswith("month ") for one in labels):
        # Without a word for which was first, either may be.
        for base in (less, more):
            yield said(difference / base.value * 100, PERCENT, CHANGE, growth)


def _rest_of_pair(less: Quantity, more: Quantity) -> Iterator[Derived]:
    """Yield what is left where one of two figures may be a part of the other, and their shares."""
    if less.role == more.role != "" or not less.value:
        return
    things, labels = less.things | more.things, less.labels | more.labels
    rest = OVER if less.role == LIMIT else LEFT
    share = less.value / more.value * 100
    shares = {USED: 100 / share * 100, OVER: (100 / share - 1) * 100} if rest == OVER else {USED: share, LEFT: 100 - share}
    yield Derived(more.value - less.value, less.unit, rest, things, labels, "", less.currency or more.currency)
    for role, value in shares.items():
        yield Derived(value, PERCENT, role, things, labels)


def _of_rates(
    rates: Sequence[Quantity], amounts: Sequence[Quantity], found: Sequence[Derived]
) -> Iterator[Derived]:
    """Yield what prices and rates come to, alone and with a fixed amount, and how long an amount lasts at a rate."""
    rests = [one for one in found if one.role in (LEFT, OVER) and not one.per]
    for rate in rates:
        labels = rate.labels
        if rate.per in PERIODS:
            for one in (*amounts, *rests):
                if one.unit == rate.unit and rate.value and (rate.unit == MONEY or one.things & rate.things):
                    yield Derived(one.value / rate.value, "", PROJECTED, frozenset({rate.per}), frozenset())
            continue
        for one in (*amounts, *rests):
            if one.unit or rate.per not in one.things | one.labels:
                continue
            cost = rate.value * one.value
            yield Derived(cost, MONEY, "", one.things, one.labels | labels, "", rate.currency)
            for fee in amounts:
                if fee.unit == MONEY:
                    both = one.labels | labels | fee.labels
                    yield Derived(cost + fee.value, MONEY, "", one.things, both, "", rate.currency)


def _shared_out(amounts: Sequence[Quantity]) -> Iterator[Derived]:
    """Yield what one of the things costs that stand in a record with an amount of money."""
    for money in amounts:
        for one in amounts if money.unit == MONEY else ():
            if not one.unit and one.record == money.record and one.value:
                for name in one.things | one.labels:
                    yield Derived(money.value / one.value, MONEY, MEAN, one.things, one.labels, name, money.currency)
