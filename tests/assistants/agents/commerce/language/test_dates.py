"""Dates in three languages, and which of two numbers is the day."""

from __future__ import annotations

import re
from datetime import date

import pytest

from fingerpost.assistants.agents.commerce.language import dates
from fingerpost.assistants.agents.commerce.language.dates import find_dates, is_day_first


@pytest.mark.parametrize(
    "text",
    ["2024-05-03", "03/05/2024", "3.5.2024", "3 May 2024", "May 3, 2024", "3 de maio de 2024", "3 de mayo de 2024"],
)
def test_a_date_is_read_however_it_is_written(text: str) -> None:
    [day] = find_dates(f"issued {text}.", day_first=True)
    assert day.value == date(2024, 5, 3)
    assert text in f"issued {text}."[day.start : day.end + 1]


def test_the_month_stands_first_where_the_document_says_so() -> None:
    assert [day.value for day in find_dates("03/05/2024", day_first=False)] == [date(2024, 3, 5)]


@pytest.mark.parametrize("text", ["32/13/2024", "2024-02-30", "version 3.11.7", "10.5", ""])
def test_what_no_calendar_has_is_no_date(text: str) -> None:
    assert find_dates(text, day_first=True) == []


def test_a_date_that_reads_one_way_only_decides_for_all() -> None:
    assert is_day_first("from 25/03/2024 to 03/05/2024", "USD", "en")
    assert not is_day_first("from 03/25/2024 to 03/05/2024", "EUR", "es")
    assert not is_day_first("03/05/2024", "USD", "en")
    assert is_day_first("03/05/2024", "BRL", "pt")


def test_a_row_of_numbers_is_searched_for_no_month(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_DAY_FIRST", "_MONTH_FIRST"):
        monkeypatch.setattr(dates, name, re.compile(r"(7) (8) (2024)"))
        monkeypatch.setattr(dates, "_month", lambda _: "8")
    assert find_dates("7 8 2024", day_first=True) == []
    assert len(find_dates("a 7 8 2024", day_first=True)) == 1
