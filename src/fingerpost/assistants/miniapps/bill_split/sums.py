"""Sums that were told: which ones a bill takes, and in which currency they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fingerpost.assistants.miniapps.bill_split import refusals
from fingerpost.assistants.miniapps.bill_split.refusals import RefusedError
from fingerpost.assistants.miniapps.bill_split.state import MOST_CENTS, is_first, usual
from fingerpost.assistants.miniapps.framework.parts import State

Amount = Mapping[str, Any]
"""What was read: `cents`, and `currency` ("" where none was told)."""


def checked(amount: Amount) -> int:
    """Return the cents of an amount; refuse one that cannot be."""
    cents = int(amount["cents"])
    if not 0 < cents <= MOST_CENTS:
        raise RefusedError(refusals.ABSURD if cents > 0 else refusals.NOT_ABOVE_ZERO)
    return cents


def money_of(state: State, amount: Amount, before: str | None = None) -> dict[str, Any]:
    """Return the cents and the currency of an amount: the one told, else the one before, else that of the bill."""
    currency = amount["currency"] or (usual(state) if before is None else before)
    return {"cents": checked(amount), "currency": currency}


def told_of_currency(state: State, amount: Amount) -> dict[str, Any]:
    """Return what an event tells of currencies: the first one, which earlier amounts get."""
    return {"names": amount["currency"]} if is_first(state, amount["currency"]) else {}
