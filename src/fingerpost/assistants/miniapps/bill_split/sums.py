"""Sums that were told: which ones a bill takes, and in which currency they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.currency_names import may_be, written
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


def currency_of(state: State, amount: Amount, before: str | None = None) -> str:
    """Return the currency of an amount: the one that was told, else the one before, else the usual one of the bill.

    "Pesos" on a bill in euros are neither: a currency without a code. On a bill in "$" they are what the sign means.
    """
    code = usual(state) if before is None else before
    name = written(amount.get("written", ""), "")
    fits = not name or may_be(name, code) or state["written"].get(code) == "$"
    return str(amount["currency"] or (code if fits else ""))


def told_of_currency(state: State, amount: Amount, currency: str) -> dict[str, Any]:
    """Return what an event tells of currencies: how one is written, and the first one, which earlier amounts get."""
    told: dict[str, Any] = {"names": amount["currency"]} if is_first(state, amount["currency"]) else {}
    name = written(amount.get("written", ""), amount["currency"])
    return told | ({"written": {currency: name}} if name else {})
