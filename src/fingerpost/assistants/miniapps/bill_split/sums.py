"""Sums that were told: which ones a bill takes, and in which currency they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.currency_names import written
from fingerpost.assistants.miniapps.bill_split.joining import RefusedError
from fingerpost.assistants.miniapps.bill_split.state import MOST_CENTS, is_first, usual
from fingerpost.assistants.miniapps.framework.parts import State

Amount = Mapping[str, Any]
"""What was read: `cents`, `currency` ("" where none was told) and how that was `written`."""


def checked(amount: Amount) -> int:
    """Return the cents of an amount; refuse one that cannot be."""
    cents = int(amount["cents"])
    if cents <= 0:
        raise RefusedError(refusals.not_above_zero())
    if cents > MOST_CENTS:
        raise RefusedError(refusals.absurd())
    return cents


def currency_of(state: State, amount: Amount) -> str:
    """Return the currency of an amount: the one that was told, else the usual one of the bill."""
    return str(amount["currency"] or usual(state))


def told_of_currency(state: State, amount: Amount) -> dict[str, Any]:
    """Return what an event tells of currencies: how one is written, and the first one, which earlier amounts get."""
    told: dict[str, Any] = {"names": amount["currency"]} if is_first(state, amount["currency"]) else {}
    name = written(amount.get("written", ""), amount["currency"])
    return told | ({"written": {currency_of(state, amount): name}} if name else {})
