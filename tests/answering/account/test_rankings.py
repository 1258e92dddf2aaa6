"""More and less, most and least, rising and falling are those of the data."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.mentions import RowMentions
from fingerpost.answering.account.rankings import Rankings, superlatives, unsupported
from fingerpost.answering.account.rows import read_tables

MONTHS = "| Month | Hours | Egress GB |\n|---|---|---|\n| 2025-01 | 640 | 120 |\n| 2025-02 | 720 | 150 |\n| 2025-03 | 810 | 135 |"
PEOPLE = "name,role,builds,errors\nAna Voss,owner,40,4\nRafael Lima,developer,80,2\nMei Tanaka,developer,50,0"


def is_wrong(data: str, sentence: str) -> bool:
    mentions = RowMentions(read_tables([data]))
    reading = read_sentence(sentence)
    return bool(Rankings(mentions).refuted(reading, mentions.find(reading.words)))


@pytest.mark.parametrize(
    ("data", "sentence", "wrong"),
    [
        (PEOPLE, "Rafael Lima ran the most builds, 80.", False),
        (PEOPLE, "Mei Tanaka ran the most builds, 50.", True),
        (PEOPLE, "Mei Tanaka es la segunda con más builds, con 50.", False),
        (PEOPLE, "La persona con menos builds es Ana Voss.", False),
        (PEOPLE, "Ana Voss ran more builds than Mei Tanaka.", True),
        (PEOPLE, "Ana Voss ran fewer builds than Mei Tanaka.", False),
        (PEOPLE, "The owner is Mei Tanaka.", True),
        (PEOPLE, "The owner is Ana Voss.", False),
        (PEOPLE, "Mei Tanaka had an error.", True),
        (PEOPLE, "Ana Voss had no errors.", True),
        (MONTHS, "Hours went up every month.", False),
        (MONTHS, "Egress went up every month.", True),
        (MONTHS, "Egress went up from February to March.", True),
        (MONTHS, "Egress went down from February to March.", False),
        (MONTHS, "You will reach 558,000, which is below your 500,000 limit.", True),
        (MONTHS, "You will reach 558,000, which is above your 500,000 limit.", False),
        (MONTHS, "It rose from 75 to 64.", True),
        (MONTHS, "O uso é maior: mais que antes, 600 contra 900.", True),
    ],
)
def test_wrong_orders_are_refuted(data: str, sentence: str, wrong: bool) -> None:
    assert is_wrong(data, sentence) is wrong


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The largest of all.", [(1, 1)]),
        ("The second largest one.", [(1, 2)]),
        ("El dominio más barato.", [(-1, 1)]),
        ("At most three of them.", []),
        ("La mayor parte de ello.", []),
        ("Tienes más de 300.", []),
    ],
)
def test_superlatives(sentence: str, found: list[tuple[int, int]]) -> None:
    assert [(direction, rank) for _, direction, rank in superlatives(read_sentence(sentence))] == found


def test_what_the_data_does_not_name_is_not_the_best() -> None:
    reading = read_sentence("You had 1,320 orders, and sourdough was your best seller.", frozenset({"order"}))
    assert list(unsupported(reading, [])) == [1]
