"""The quantities and dates of an account, and what their neighbours tell of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from fingerpost.answering.account.figures import MONEY
from fingerpost.answering.account.vocabulary import CHANGE, LEFT, LIMIT, OFFER, PLAN_CUES, TOTAL, USED
from fingerpost.language.text import fold
from fingerpost.language.tokens import listed, words_of

LARGEST = 1e15
"""Numbers from here on, and what is no number, are not read."""

_CURRENCY_KEY = re.compile(r"\b(?:currency|moneda|divisa|moeda)\b")
_TIMES_OF = frozenset({"current", "previous"})
_CREDIT = frozenset({"credit"})
_BALANCES = listed("credit balance saldo")
"""What is left by its name."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure of the data.

    things: what it counts; labels: what tells it from others; record: which line, row or object it is from;
    shown: the statement that it was sent in.
    """

    value: float
    unit: str = ""
    role: str = ""
    things: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    per: str = ""
    currency: str = ""
    record: int = 0
    shown: str = ""


@dataclass(frozen=True, slots=True)
class DataDate:
    """A date of the data, and what it is of: "renews", "due", …, empty where no word tells."""

    day: tuple[int, int, int]
    kind: str
    key: str = ""


@dataclass(slots=True)
class AccountData:
    """What was sent about an account: quantities, dates, texts by key, and every word that occurs.

    bare: the figures of data that is too long to be read with their names.
    """

    quantities: list[Quantity] = field(default_factory=list)
    dates: list[DataDate] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    text: str = ""
    bare: set[float] = field(default_factory=set)

    @property
    def names(self) -> frozenset[str]:
        """Everything that the quantities are called."""
        return frozenset().union(*(one.things | one.labels for one in self.quantities))


def settled(data: AccountData) -> list[Quantity]:
    """Return the quantities with what their neighbours tell: the currency, a total that is a limit, a balance."""
    quantities = data.quantities
    currencies = {one.currency for one in quantities if one.currency}
    currencies |= {value.upper() for key, value in data.texts if _CURRENCY_KEY.search(fold(key))}
    plans = {word.folded for key, value in data.texts for word in words_of(value) if PLAN_CUES & set(fold(key).split())}
    found = []
    for one in quantities:
        currency, role, unit, labels = one.currency, one.role, one.unit, one.labels
        if unit == MONEY and role == CHANGE:
            role = ""
        if not unit and len(currencies) == 1 and one.things == _CREDIT:
            unit = MONEY
        if role == "" and one.labels & plans and unit != MONEY and _is_elsewhere(one, quantities, plans):
            role, labels = LIMIT, frozenset()
        elif role == "" and unit != MONEY and one.labels - _TIMES_OF and _is_offer(one, quantities, plans):
            role = OFFER
        if unit == MONEY and not currency and len(currencies) == 1:
            currency = next(iter(currencies))
        if role == "" and (one.things | labels) & _BALANCES:
            limited = any(other.role == LIMIT and other.things == one.things for other in quantities)
            role = "" if limited else LEFT
        if role == TOTAL:
            beside = [other for other in quantities if other.record == one.record or other.things == one.things]
            roles = {other.role for other in beside if other.unit == one.unit and other.value <= one.value}
            role = LIMIT if roles & {USED, LEFT} and LIMIT not in roles else TOTAL
        found.append(replace(one, currency=currency, role=role, unit=unit, labels=labels))
    return found


def _is_elsewhere(one: Quantity, quantities: Sequence[Quantity], plans: AbstractSet[str]) -> bool:
    """Whether what a plan offers is also used: then its figure is the limit."""
    return any(
        one.things == other.things and not other.labels & plans and other.role in ("", USED) for other in quantities
    )


def _is_offer(one: Quantity, quantities: Sequence[Quantity], plans: AbstractSet[str]) -> bool:
    """Whether a figure is what a plan offers that is not the account's: its like stands under the account's plan."""
    alike = (other for other in quantities if other.things == one.things and other.labels & plans)
    return any(len(other.labels & one.labels) >= len(one.labels) - 2 for other in alike)
