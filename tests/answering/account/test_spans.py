"""Days between today and the dates of an account."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.mentions import RowMentions
from fingerpost.answering.account.rows import read_tables
from fingerpost.answering.account.spans import follows, misplaced_dates

DOMAINS = '{"today": "2025-10-01", "domains": [{"name": "a.io", "expires": "2025-10-15"}, {"name": "b.com", "expires": "2025-11-10"}]}'


@pytest.mark.parametrize(
    ("data", "sentence", "right"),
    [
        (DOMAINS, "a.io expires in 14 days.", True),
        (DOMAINS, "b.com expires in 14 days.", False),
        ("renews: 2025-09-15\ntoday: 2025-09-01", "It renews in 14 days.", True),
        ("renews: 2025-09-15\ntoday: 2025-09-01", "It renews in 24 days.", False),
        ("renews: 2025-09-15", "It renews in 14 days.", False),
        ("calls_7d: 300", "In seven days there were some.", True),
    ],
)
def test_days_until_a_date(data: str, sentence: str, right: bool) -> None:
    tables = read_tables([data])
    reading = read_sentence(sentence)
    found = RowMentions(tables).find(reading.words)
    assert follows(reading.claims[0], reading, read_data([data]), tables, found) is right


@pytest.mark.parametrize(("day", "wrong"), [("October 15, 2025", []), ("November 10, 2025", [0])])
def test_the_date_of_another_row_is_noticed(day: str, wrong: list[int]) -> None:
    tables = read_tables([DOMAINS])
    sentence = f"a.io expires on {day}"
    reading = read_sentence(sentence)
    assert list(dict.fromkeys(misplaced_dates(reading, tables, RowMentions(tables).find(reading.words)))) == wrong
