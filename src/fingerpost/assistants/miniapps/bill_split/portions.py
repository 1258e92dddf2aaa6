"""Who bears what part of an expense: from what was told of some people to the shares of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.joining import present
from fingerpost.assistants.miniapps.bill_split.refusals import RefusedError
from fingerpost.assistants.miniapps.bill_split.shares import Shares, borne, only, split
from fingerpost.assistants.miniapps.bill_split.state import Expense, ids_of
from fingerpost.assistants.miniapps.bill_split.sums import checked
from fingerpost.assistants.miniapps.framework.amounts import in_each_language
from fingerpost.assistants.miniapps.framework.parts import State, Values

MOST_PARTS, FINEST = 1_000, 1_000_000
"""The most parts that a person may bear, and the largest denominator."""

_WHOLE = Fraction(1)


class Told(NamedTuple):
    """What was told of people by their ids: sums in cents, fractions of the whole, and parts beside the 1 of others."""

    sums: dict[int, int]
    fractions: dict[int, Fraction]
    parts: dict[int, Fraction]

    def named(self) -> set[int]:
        """Return everybody of whom something was told."""
        return {*self.sums, *self.fractions, *self.parts}


def told_parts(state: State, one: Expense, pairs: Sequence[Values]) -> Told:
    """Return what people bear of an expense by what was told: `people` with a `share` or a `sum`; the last one counts.

    Of several people each one bears what was told.
    """
    told = Told({}, {}, {})
    for pair in pairs:
        for who in present(state, pair["people"]):
            for kind in told:
                kind.pop(who, None)
            _tell(told, who, one, pair)
    return told


def _tell(told: Told, who: int, one: Expense, pair: Values) -> None:
    if "sum" in pair:
        amount = pair["sum"]
        if one["currency"] and amount["currency"] not in ("", one["currency"]):
            raise RefusedError(refusals.OTHER_CURRENCY, what=one["what"], currency=one["currency"])
        if amount["cents"]:
            told.sums[who] = checked(amount)
        else:
            told.parts[who] = Fraction(0)
    elif "share" in pair:
        share = _fraction(pair["share"])
        # Nothing of the whole is no part at all, and leaves the parts of others as they are.
        kind = told.parts if pair["share"]["is_parts"] or not share else told.fractions
        kind[who] = share
    else:
        raise RefusedError(refusals.NO_SHARE)


def _fraction(share: Mapping[str, Any]) -> Fraction:
    above, below = share["parts"]
    if not 0 < below <= FINEST or not 0 <= above <= MOST_PARTS * below:
        raise RefusedError(refusals.NO_SHARE)
    return Fraction(above, below)


def divided(state: State, one: Expense, told: Told) -> Shares:
    """Return the shares of an expense; those who bore a part of it and were not named share the rest equally."""
    bearing = list(borne(one["cents"], one["shares"], ids_of(state)))
    if not told.sums and not told.fractions:
        return _by_parts(one["shares"] if "weights" in one["shares"] else only(bearing), told.parts)
    rest = {who: _WHOLE for who in bearing if who not in told.named()}
    rest |= {who: part for who, part in told.parts.items() if part}
    return _by_sums(one["cents"], told, rest) if told.sums else _by_fractions(told.fractions, rest)


def _by_parts(before: Shares, parts: Mapping[int, Fraction]) -> Shares:
    others: int = before["others"]
    weights = {who: Fraction(weight) for who, weight in before["weights"]}
    unit = others or min((weight for who, weight in weights.items() if weight and who not in parts), default=_WHOLE)
    weights |= {who: unit * part for who, part in parts.items()}
    return _weighed(weights, others)


def _by_fractions(fractions: Mapping[int, Fraction], rest: Mapping[int, Fraction]) -> Shares:
    whole = sum(fractions.values(), Fraction(0))
    left = 1 - whole
    if left < 0 or (left and not rest):
        raise RefusedError(refusals.NO_WHOLE, percent=f"{float(100 * whole):.6g}")
    of_rest = left / sum(rest.values(), Fraction(0)) if rest else left
    return _weighed({**fractions, **{who: of_rest * part for who, part in rest.items()}}, 0)


def _by_sums(cents: int, told: Told, rest: Mapping[int, Fraction]) -> Shares:
    amounts = told.sums | {who: int(cents * part + Fraction(1, 2)) for who, part in told.fractions.items()}
    left = cents - sum(amounts.values())
    if left < 0 or (left and not rest):
        sums = {"told": cents - left, "whole": cents, "gap": abs(left)}
        sentence = refusals.TOO_MUCH if left < 0 else refusals.TOO_LITTLE
        raise RefusedError(sentence, **{name: in_each_language(sum_of) for name, sum_of in sums.items()})
    if left:
        scale = lcm(*(part.denominator for part in rest.values()))
        amounts |= dict(zip(rest, split(left, [int(part * scale) for part in rest.values()]), strict=True))
    return {"amounts": [[who, part] for who, part in amounts.items() if part]}


def _weighed(weights: Mapping[int, Fraction], others: int) -> Shares:
    """Return shares with the smallest whole weights; who bears what the others bear needs no mention."""
    scale = lcm(*(weight.denominator for weight in weights.values()))
    whole = {who: int(weight * scale) for who, weight in weights.items()}
    unit = gcd(others * scale, *whole.values()) or 1
    of_others = others * scale // unit
    listed = [[who, weight // unit] for who, weight in whole.items() if weight // unit != of_others]
    return {"others": of_others, "weights": listed}
