"""Names, dates and identifiers that nobody sent are noticed."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.derive import derive
from fingerpost.answering.account.names import known_words, plans_of, unknown_dates, unknown_identifiers, unknown_names

DATA = read_data(["plan: Pro\nproject Atlas: 300 calls\nrenews: 2025-07-01\ndue: 2025-08-15\nid: INV-77 at 14:30"])


def names(sentence: str, question: str = "") -> list[tuple[str, str]]:
    reading = read_sentence(sentence, DATA.names)
    found = unknown_names(reading, known_words(DATA, question), plans_of(DATA))
    return [(reading.words[one.first].text, one.instead) for one in found]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Your Enterprise plan renews soon.", [("Enterprise", "Pro")]),
        ("Tu plan es el Platino.", [("Platino", "Pro")]),
        ("Your enterprise plan renews soon.", [("enterprise", "Pro")]),
        ("Consider upgrading to the Enterprise plan.", [("Enterprise", "")]),
        ("O projeto Orion fez 200 chamadas.", [("Orion", "")]),
        ("Globex Corp made 300 calls.", [("Globex", ""), ("Corp", "")]),
        ("Your Pro plan and project Atlas are fine.", []),
        ("You made 300 API calls in GB on Monday.", []),
        ("Open the Settings page.", []),
    ],
)
def test_names_must_occur_in_the_data(sentence: str, found: list[tuple[str, str]]) -> None:
    assert names(sentence) == found


def test_names_of_the_question_and_in_another_language_are_known() -> None:
    assert names("O projeto Orion fez 200 chamadas.", question="e o projeto Orion?") == []
    basic = read_data(["plan: Basic"])
    reading = read_sentence("Tu plan Básico.", basic.names)
    assert unknown_names(reading, known_words(basic, ""), plans_of(basic)) == []


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("It renews on July 1, 2025.", []),
        ("Se renueva el 1 de julio.", []),
        ("It renews on August 15, 2025.", [(2025, 7, 1)]),
        ("It is due on 2 September 2025.", [(2025, 8, 15)]),
        ("There was a call on 3 March 2024.", [None]),
        ("In June you made 300 calls.", []),
        ("In March you made 300 calls.", [None]),
    ],
)
def test_dates_must_be_those_of_their_kind(sentence: str, found: list[tuple[int, int, int] | None]) -> None:
    reading = read_sentence(sentence, DATA.names)
    assert [day for _, day in unknown_dates(reading, DATA, derive(DATA), day_first=False)] == found


def test_the_day_on_which_something_runs_out_is_known() -> None:
    data = read_data(["calls used: 100\ncalls limit: 200\ndays elapsed: 10\ntoday: 2025-06-11"])
    known = derive(data)
    right, wrong = (read_sentence(f"It runs out on June {day}, 2025.", data.names) for day in (21, 28))
    assert not list(unknown_dates(right, data, known, day_first=False))
    assert list(unknown_dates(wrong, data, known, day_first=False))


@pytest.mark.parametrize(
    ("sentence", "unknown"),
    [
        ("Invoice INV-77 came at 14:30.", False),
        ("Invoice INV-78 came.", True),
        ("It came at 15:30.", True),
        ("Write to a@b.com.", True),
        ("You owe EUR49.", False),
    ],
)
def test_identifiers_must_occur_in_the_data(sentence: str, unknown: bool) -> None:
    assert unknown_identifiers(sentence, DATA, "") is unknown
