"""Figures of a sentence that follow from each other and from the data."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.arithmetic import in_other_measures, other_readings, reckoned
from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.derive import derive


def reckon(data: str, sentence: str, right: int) -> list[float]:
    claims = read_sentence(sentence).claims
    found = reckoned(claims[right:], claims[:right], derive(read_data([data])), frozenset())
    return [claim.figure.value for claim in found]


@pytest.mark.parametrize(
    ("data", "sentence", "right", "values"),
    [
        ("people: 30\nprice: $12 per person", "30 people at $12 each make $360, or $210 after $150.", 2, [360]),
        ("bounce_rate: 1.6%", "Of 8,250 emails 132 bounced.", 1, [132]),
        ("price_usd: 10", "With a discount of 20% it is $8.", 1, [8]),
        ("price: 19.90 EUR", "Twelve months cost 238.80 EUR.", 0, [238.8, 12]),
        ("people: 30", "30 people at $12 each make $390.", 2, []),
    ],
)
def test_what_follows_from_figures_beside_it(data: str, sentence: str, right: int, values: list[float]) -> None:
    assert reckon(data, sentence, right) == values


def test_hours_are_minutes_where_minutes_are_known() -> None:
    [claim] = read_sentence("45 hours of it.").claims
    first = next(in_other_measures(claim, {"minute"}))
    assert (first.figure.value, first.thing) == (2700, "minute")
    assert all(one.thing == "day" for one in in_other_measures(claim, set()))


def test_the_ends_of_a_change_are_no_changes() -> None:
    reading = read_sentence("Orders rose from 1,200 to 1,320.")
    assert [one.role for claim in reading.claims for one in other_readings(claim, reading)] == ["", ""]
