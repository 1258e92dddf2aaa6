"""People who join while an event is made, and shares with the ids of those who were named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.shares import EVERYBODY, Shares, only, split, weights_of
from fingerpost.assistants.miniapps.bill_split.state import LONGEST_NAME, MOST_CENTS, MOST_PEOPLE, ids_of, person
from fingerpost.assistants.miniapps.bill_split.who import ME
from fingerpost.assistants.miniapps.framework.parts import Refusal, State, said

SPEAKER = said("me", "yo", "eu")
"""What the speaker is called until a name is told."""


class RefusedError(Exception):
    """Something cannot be done; carries why."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep what is said to the person."""
        super().__init__()
        self.refusal = refusal


class Joining:
    """The people of a bill while an event is made: who is new gets the next id."""

    def __init__(self, state: State, called: str) -> None:
        """Begin with those who are there; `called`: the speaker's name if one is needed."""
        self.state, self.called = state, called
        self.fresh: list[Mapping[str, Any]] = []
        self.next: int = state["next"]
        self.speaker: int | None = state["speaker"]

    def id_of(self, name: str) -> int:
        """Return the id of a person, who joins if need be."""
        if name == ME and self.speaker is not None:
            return self.speaker
        wanted = self.called if name == ME else " ".join(name.split())[:LONGEST_NAME]
        known = person({"people": [*self.state["people"], *self.fresh]}, wanted)
        number = self._joins(wanted) if known is None else known
        if name == ME:
            self.speaker = number
        return number

    def _joins(self, name: str) -> int:
        if len(self.state["people"]) + len(self.fresh) >= MOST_PEOPLE:
            raise RefusedError(refusals.too_many_people())
        self.fresh.append({"id": self.number(), "name": name})
        return int(self.fresh[-1]["id"])

    def number(self) -> int:
        """Return the next id."""
        self.next += 1
        return self.next - 1

    def all_ids(self) -> list[int]:
        """Return the ids of everybody, the new ones last."""
        return [*ids_of(self.state), *(one["id"] for one in self.fresh)]

    def values(self) -> dict[str, Any]:
        """Return what an event has to tell of people."""
        told: dict[str, Any] = {"people": self.fresh} if self.fresh else {}
        return told | ({"speaker": self.speaker} if self.speaker != self.state["speaker"] else {})


def check_amount(cents: int | None) -> None:
    """Refuse an amount that cannot be; None has not been said yet."""
    if cents is not None and cents <= 0:
        raise RefusedError(refusals.not_above_zero())
    if cents is not None and cents > MOST_CENTS:
        raise RefusedError(refusals.absurd())


def shares_of(joining: Joining, told: Mapping[str, Any], cents: int, before: Shares, payer: int) -> Shares:
    """Return shares with the ids of the people who were named; `before`: how it was shared until now."""
    if "amounts" in told:
        return _by_amount(joining, told["amounts"], cents, told.get("rest"))
    if "ratio" in told:
        return _by_ratio(joining, told)
    if "with" in told and "amounts" in before:
        raise RefusedError(refusals.by_amount_already())
    if "along" in told:
        return only(list(dict.fromkeys([payer, *_ids(joining, told["along"])])))
    if "only" in told:
        return only(_ids(joining, told["only"]))
    base = before if "weights" in before and "all" not in told else EVERYBODY
    weights: dict[int, int] = dict(base["weights"])
    weights |= {joining.id_of(name): weight for name, weight in told.get("heavy", ())}
    weights |= dict.fromkeys(_ids(joining, told.get("but", ())), 0)
    weighed = weights_of(base, joining.all_ids())
    weights |= {who: 1 for who in _ids(joining, told.get("with", ())) if not weighed.get(who)}
    bearing = sum(bool(weights.get(who, base["others"])) for who in joining.all_ids())
    if told.get("rest") not in (None, bearing):
        raise RefusedError(refusals.other_rest(int(told["rest"]), bearing))
    # Who bears what all the others bear needs no mention.
    return {
        "others": base["others"],
        "weights": [[who, weight] for who, weight in weights.items() if weight != base["others"]],
    }


def _by_amount(
    joining: Joining, told: Sequence[tuple[str, int]], cents: int, rest: Sequence[str] | None = None
) -> Shares:
    """Return shares in cents; the rest, where there is one, is for some others, or for all of them."""
    amounts: dict[int, int] = {}
    for name, part in told:
        check_amount(part)
        who = joining.id_of(name)
        amounts[who] = amounts.get(who, 0) + part
    left = cents - sum(amounts.values())
    if rest is not None and left > 0:
        others = _ids(joining, rest) or [who for who in joining.all_ids() if who not in amounts]
        for who, part in zip(others, split(left, [1] * len(others)) if others else (), strict=True):
            amounts[who] = amounts.get(who, 0) + part
    if sum(amounts.values()) != cents:
        raise RefusedError(refusals.does_not_add_up(cents, sum(amounts.values())))
    return {"amounts": [[who, part] for who, part in amounts.items() if part]}


def _by_ratio(joining: Joining, told: Mapping[str, Any]) -> Shares:
    people = _ids(joining, told["names"]) or joining.all_ids()
    ratio = list(told["ratio"])
    if told.get("rest") is not None:
        # "Ana 50% and the rest splits it": by percent what is left of a hundred, else one share each.
        others = _ids(joining, told["rest"]) or [who for who in joining.all_ids() if who not in people]
        left = max(0, 100 - sum(ratio)) if told.get("percent") else len(others)
        ratio = [part * max(1, len(others)) for part in ratio] if told.get("percent") else ratio
        ratio += [left if told.get("percent") else 1] * len(others)
        people += others
    if len(people) != len(ratio) or sum(ratio) == 0:
        raise RefusedError(refusals.wrong_ratio(len(told["ratio"]), len(people)))
    return {"others": 0, "weights": [[who, part] for who, part in zip(people, ratio, strict=True)]}


def _ids(joining: Joining, names: Sequence[str]) -> list[int]:
    return list(dict.fromkeys(joining.id_of(name) for name in names))
