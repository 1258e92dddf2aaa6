"""What follows from figures follows whatever the account calls them, and nothing else does."""

from __future__ import annotations

import pytest

from fingerpost.answering.account import check as check_module
from fingerpost.answering.account.arithmetic import combine
from fingerpost.answering.account.check import AccountCheck
from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.derive import derive
from fingerpost.answering.account.figures import MONEY, PERCENT
from fingerpost.answering.account.vocabulary import LEFT, PROJECTED, TOTAL, USED

SEATS = '{"seats": {"purchased": 25, "assigned": 18}, "price_per_seat": 12, "currency": "USD", "fee": "$8 monthly"}'
RIGHT = (
    "Seven of your 25 seats are unassigned.",
    "The team fills 72% of the seats.",
    "25 seats come to $300.",
    "With the fee, 25 seats come to $308.",
)
WRONG = (
    "Nine of your 25 seats are unassigned.",
    "The team fills 62% of the seats.",
    "25 seats come to $320.",
    "You have assigned 7 seats.",
)


def values(text: str, role: str, unit: str = "") -> set[float]:
    data = read_data([text])
    return {round(one.value, 2) for one in combine(data, derive(data)) if (one.role, one.unit) == (role, unit)}


def test_of_two_figures_with_one_name_one_may_be_a_part_of_the_other() -> None:
    assert values(SEATS, LEFT) == {7}
    assert values(SEATS, USED, PERCENT) == {72}
    assert values("aulas feitas 6\npasses 20", LEFT) == set()


def test_what_is_compared_over_time_is_no_part_of_the_other() -> None:
    assert values("contador anterior: 1204 m3\ncontador actual: 1237 m3", LEFT) == set()


def test_only_the_greatest_of_several_is_the_whole() -> None:
    assert values("claims: 4 submitted, 1 pending, 3 approved", LEFT) == {1, 3}


def test_a_limit_is_summed_with_nothing() -> None:
    assert values("sms franquia: 30\nsms mandados: 33", TOTAL) == set()
    assert values("sms mandados: 30\nsms recebidos: 33", TOTAL) == {63}


def test_prices_shares_and_durations() -> None:
    assert {300, 216, 308} <= values(SEATS, "", MONEY)
    assert 97.5 in values("ventas: 6500 EUR\ncomisión: 1,5 %", "", MONEY)
    assert 6 in {round(value) for value in values("objetivo: 1680 €\naportación: 280 € al mes", PROJECTED)}


def test_right_statements_are_kept_and_wrong_ones_are_not() -> None:
    assert [AccountCheck([SEATS], "").check(one) for one in RIGHT] == list(RIGHT)
    assert not [one for one in WRONG if AccountCheck([SEATS], "").check(one) == one]


def test_without_this_arithmetic_right_statements_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_module, "combine", lambda *_: [])
    assert [AccountCheck([SEATS], "").check(one) == one for one in RIGHT].count(True) < len(RIGHT) / 2
