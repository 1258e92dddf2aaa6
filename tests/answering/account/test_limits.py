"""What is said of limits without a figure is checked against those that are known."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.derive import resources
from fingerpost.answering.account.limits import refuted

OVER = "minutes_included: 3000\nminutes_used: 3450"
TABLE = "| Resource | Used | Limit |\n|---|---|---|\n| Databases | 7 | 8 |\n| Backups | 21 | 30 |\n| Users | 2 | 6 |"


@pytest.mark.parametrize(
    ("data", "sentence", "wrong"),
    [
        (OVER, "You are still below your included minutes, with 3,450 used.", True),
        (OVER, "You are already above your included minutes, with 3,450 used.", False),
        (OVER, "You have used 3,450 of 3,000 minutes.", False),
        (OVER, "You have used 3,450 of 2,000 minutes.", True),
        (TABLE, "The resource with the lowest usage are the backups.", True),
        (TABLE, "The resource with the lowest usage are the users.", False),
        (TABLE, "The databases have the highest usage.", False),
    ],
)
def test_limits(data: str, sentence: str, wrong: bool) -> None:
    assert bool(list(refuted(read_sentence(sentence), resources(read_data([data]))))) is wrong
