"""Payments between people: from what was told to an event or a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER, Joining, RefusedError, check_amount
from fingerpost.assistants.miniapps.bill_split.settlement import Transfer
from fingerpost.assistants.miniapps.bill_split.state import (
    balances,
    currencies,
    debts,
    is_first,
    name_of,
    person,
    usual,
)
from fingerpost.assistants.miniapps.bill_split.who import ME
from fingerpost.assistants.miniapps.framework.parts import Refusal, State, Values
from fingerpost.routebook.apps import AppEvent


def settle_up(state: State, values: Values) -> AppEvent | Refusal:
    """Note payments: what was told, or all that is owed between those who were named."""
    told = values["told"]
    joining = Joining(state, SPEAKER[values["told"].get("language", "en")])
    money = told["money"]
    if told.get("more"):
        return _settle_each(state, values)
    if money is None:
        _check(state, [name for name in (told["giver"], told["taker"]) if name])
    giver, taker = (_end(joining, told[end]) for end in ("giver", "taker"))
    if money is not None and giver is not None and taker is not None:
        return _pay(state, joining, giver, taker, money)
    owed = [(currency, one) for currency, one in debts(state) if _is_between(told, one.giver, one.taker, giver, taker)]
    if not owed and giver is not None and taker is not None:
        owed = _at_most(state, giver, taker)
    pairs = {(one.giver, one.taker) for _, one in owed}
    # "They gave it to me": several may be meant.
    several = not (told["giver"] or told["among"]) and len(pairs) > 1
    if several or (money is not None and len(pairs) != 1):
        return refusals.whom()
    if money is not None:
        return _pay(state, joining, *pairs.pop(), money)
    if not owed:
        return refusals.nothing_owed(*(name_of(state, end) if end is not None else "" for end in (giver, taker)))
    payments = [
        {"id": joining.number(), "giver": one.giver, "taker": one.taker, "cents": one.cents, "currency": currency}
        for currency, one in owed
    ]
    return AppEvent("paid", {"payments": payments})


def _check(state: State, names: Sequence[str]) -> None:
    for name in names:
        if (state["speaker"] if name == ME else person(state, name)) is None:
            raise RefusedError(refusals.not_you() if name == ME else refusals.nobody_called(name))


def _settle_each(state: State, values: Values) -> AppEvent | Refusal:
    """Note what each of several people paid; an amount for all of them together is not clear."""
    told = values["told"]
    if told["money"] is not None:
        return refusals.each_alone()
    payments: list[Mapping[str, Any]] = []
    refused: Refusal | None = None
    number = state["next"]
    for name in (told["giver"], *told["more"]):
        event = settle_up(state, {"told": {**told, "giver": name, "more": []}})
        if isinstance(event, Refusal):
            # Of several who paid, one may have owed nothing.
            refused = refused or event
            continue
        for one in event.values["payments"]:
            payments.append({**one, "id": number})
            number += 1
    return refused if refused is not None and not payments else AppEvent("paid", {"payments": payments})


def _at_most(state: State, giver: int, taker: int) -> list[tuple[str, Transfer]]:
    """Return what one who owes can give to one who is owed, where the fewest transfers do not pair them."""
    found = []
    for currency in currencies(state):
        open_ones = balances(state, currency)
        cents = min(-open_ones[giver], open_ones[taker])
        if cents > 0:
            found.append((currency, Transfer(giver, taker, cents)))
    return found


def _end(joining: Joining, name: str) -> int | None:
    return joining.id_of(name) if name else None


def _is_between(told: Mapping[str, Any], gives: int, takes: int, giver: int | None, taker: int | None) -> bool:
    if told["among"]:
        return told["among"] == "all" or {gives, takes} == {giver, taker}
    return giver in (None, gives) and taker in (None, takes)


def _pay(state: State, joining: Joining, giver: int, taker: int, money: Mapping[str, Any]) -> AppEvent | Refusal:
    check_amount(money["cents"])
    if giver == taker:
        return refusals.to_oneself()
    currency = money["currency"] or _owed_in(state, giver, taker)
    payment = {"id": joining.number(), "giver": giver, "taker": taker, "cents": money["cents"], "currency": currency}
    written = {"written": {currency: money["written"]}} if currency and money["written"] else {}
    names = {"names": currency} if currency and is_first(state, currency) else {}
    return AppEvent("paid", {"payments": [payment], **joining.values(), **written, **names})


def _owed_in(state: State, giver: int, taker: int) -> str:
    """Return the currency that one owes another in, else the one in which one owes at all, else the usual one."""
    for currency, one in debts(state):
        if (one.giver, one.taker) == (giver, taker):
            return currency
    owing = [
        currency
        for currency in {one["currency"]: 0 for one in state["expenses"]}
        if balances(state, currency).get(giver, 0) < 0
    ]
    return owing[0] if owing else usual(state)
