"""Quantities learn from their neighbours."""

from __future__ import annotations

from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.figures import MONEY
from fingerpost.answering.account.vocabulary import LEFT, LIMIT, OFFER

PLANS = '{"current_plan": "Team", "plans": {"Solo": {"seats": 1}, "Team": {"seats": 10}}, "usage": {"seats": 8}}'


def test_what_the_plan_of_the_account_offers_is_its_limit() -> None:
    assert {one.value: one.role for one in read_data([PLANS]).quantities if one.value != 8} == {1: OFFER, 10: LIMIT}


def test_credits_beside_a_currency_are_money() -> None:
    [one] = read_data(['{"credits": 20, "currency": "USD"}']).quantities
    assert (one.unit, one.currency) == (MONEY, "USD")


def test_a_balance_is_what_is_left() -> None:
    assert [one.role for one in read_data(["balance: 84 EUR"]).quantities] == [LEFT]
