"""What follows from quantities follows by arithmetic."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.derive import days_of, derive, resources
from fingerpost.answering.account.figures import PERCENT
from fingerpost.answering.account.vocabulary import CHANGE, LEFT, MEAN, OVER, PROJECTED, TOTAL, USED


def values(text: str, role: str, unit: str = "", per: str = "") -> set[float]:
    found = derive(read_data([text]))
    return {round(one.value, 2) for one in found if (one.role, one.unit, one.per) == (role, unit, per)}


def test_left_and_shares_of_a_resource() -> None:
    data = "calls used: 9000\ncalls limit: 10000"
    assert values(data, LEFT) == {1000}
    assert values(data, USED, PERCENT) == {90}
    assert values(data, LEFT, PERCENT) == {10}


@pytest.mark.parametrize(
    "data",
    ["usage: 20%\nquota: 5000 calls", "calls left: 4000\ncalls limit: 5000", "calls used: 1000\ncalls left: 4000"],
)
def test_a_resource_is_completed_from_any_two(data: str) -> None:
    (one,) = [one for one in resources(read_data([data])) if one.used is not None]
    assert (one.used, one.limit, one.left, one.share) == (1000, 5000, 4000, 20)


def test_beyond_the_limit_nothing_is_left() -> None:
    data = "calls used: 150\ncalls limit: 100"
    assert values(data, LEFT) == {0}
    assert values(data, OVER) == {50}


def test_sums_means_and_changes() -> None:
    data = "January: 4,000 calls\nFebruary: 5,000 calls\nMarch: 6,000 calls"
    assert 15000 in values(data, TOTAL)
    assert values(data, MEAN) == {5000}
    assert {1000, 2000} <= values(data, CHANGE)
    assert values(data, CHANGE, PERCENT) == {25, 50, 20}, "of the earlier one"


def test_a_change_is_of_what_was_before() -> None:
    data = "Fatura atual de R$ 310,50 (mês passado R$ 270,00)."
    assert values(data, CHANGE, PERCENT) == {15}


def test_a_total_beside_what_is_used_is_the_limit() -> None:
    data = "llamadas consumidas: 15000\nllamadas totales: 20000\nproyectos activos: 8\nproyectos maximos: 10"
    assert values(data, LEFT) == {5000, 2}


def test_days_without_a_year() -> None:
    days = days_of(read_data(["Billing cycle: Nov 1 - Nov 30. Today is Nov 16."]))
    assert (days.elapsed[0], days.left[0], days.cycle[0]) == (16, 14, 30)


def test_rates_and_projections() -> None:
    data = "calls used: 450\ncalls limit: 1500\ndays elapsed: 9\ncycle days: 30"
    assert 50 in values(data, USED, per="day")
    assert 50 in values(data, LEFT, per="day")
    assert 1500 in values(data, PROJECTED)
    days = days_of(read_data([data]))
    assert (days.elapsed, days.left, days.cycle) == ((9,), (21,), (30,))


def test_days_between_dates_count_either_way() -> None:
    days = days_of(read_data(["period: 2025-06-01 to 2025-06-30, today 2025-06-20"]))
    assert (days.elapsed, days.left, days.cycle) == ((20, 19), (10, 11), (30, 29))


def test_two_resources_are_not_mixed() -> None:
    data = "| what | used | limit |\n|---|---|---|\n| calls | 42 | 60 |\n| users | 9 | 10 |"
    assert values(data, LEFT) == {18, 1}
