"""Names that go on otherwise than in the data are put right, and others are left alone."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.check import AccountCheck
from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.misnamed import ends_of_names, names_that_go_on

PLANS = [
    "plan: Business Mail 25\nstorage_gb: 500",
    '{"paquete": "Reseller M", "titular": "Hugo Matos Lima", "disco_gb": 200}',
    "Cartão CineClube Prata, com 40 pontos. Cliente desde março de 2019.",
]


def said(sentence: str, question: str = "") -> str:
    return AccountCheck(PLANS, question).check(sentence)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("You're on Business Mail 50, with 500 GB.", "You're on Business Mail 25, with 500 GB."),
        ("Usted tiene el paquete Reseller L, con 200 GB.", "Usted tiene el paquete Reseller M, con 200 GB."),
        ("O seu cartão é o CineClube Ouro.", "O seu cartão é o CineClube Prata."),
        ("O titular é Hugo Matos Reis.", "O titular é Hugo Matos Lima."),
    ],
)
def test_a_name_that_goes_on_otherwise_is_put_right(wrong: str, right: str) -> None:
    assert said(wrong) == right
    assert said(right) == right


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        # It goes on with several.
        ("Sites: Harbour Blue (12 visits), Harbour Green (20 visits), Red (3 visits)", "Harbour Red has 3 visits."),
        # A title names no one thing.
        ("Monthly Fee: 12 EUR\nCost: 12 EUR", "The Monthly Cost is 12 EUR."),
        # A sign parts names.
        ("Prata, Ouro: CineClube (40 points)", "CineClube: 40 points."),
    ],
)
def test_what_may_be_said_of_others_is_left_alone(data: str, sentence: str) -> None:
    assert AccountCheck([data], "").check(sentence) == sentence


@pytest.mark.parametrize("sentence", ["Your July invoice is late.", "In May 2024 it was late.", "Plan Pro is dearer."])
def test_words_that_only_open_a_sentence_and_dates_are_no_names(sentence: str) -> None:
    known = names_that_go_on(["Your June invoice, of May 2025, is of Plan Free."], "")
    assert list(ends_of_names(read_sentence(sentence), known)) == []


def test_a_name_may_go_on_as_it_is_asked_for() -> None:
    asked = "Is Reseller L better?"
    assert said("You have the package Reseller M, not Reseller L.", asked) == (
        "You have the package Reseller M, not Reseller L."
    )
    assert "Reseller L" not in said("You have the package Reseller L.")
