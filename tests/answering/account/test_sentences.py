"""Sentences from the data say what follows from it, in the person's language, and pass the check themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.sentence_check import AccountCheck
from fingerpost.answering.account.sentences import data_sentences

FILE = Path(__file__).parents[2] / "data" / "answers" / "account-figures.jsonl"
ALL_DATA = sorted({json.loads(line)["data"] for line in FILE.read_text(encoding="utf-8").splitlines()})


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["You have used 9,000 of 10,000 calls (90%), which leaves 1,000.", "You have 4 users.", "Your plan is Pro.", "It renews on July 1, 2025."]),
        ("es", ["Has usado 9.000 de 10.000 llamadas (90 %), lo que deja 1.000.", "Tienes 4 usuarios.", "Tu plan es Pro.", "Se renueva el 1 de julio de 2025."]),
        ("pt", ["Você usou 9.000 de 10.000 chamadas (90%), o que deixa 1.000.", "Você tem 4 usuários.", "Seu plano é Pro.", "Renova em 1 de julho de 2025."]),
    ],
)  # fmt: skip
def test_data_becomes_sentences(language: str, sentences: list[str]) -> None:
    data = read_data(["plan: Pro\ncalls_used: 9000\ncalls_limit: 10000\nrenews: 2025-07-01\nusers: 4"])
    assert data_sentences(data, language) == sentences


def test_rates_are_told_where_days_are_known() -> None:
    said = data_sentences(read_data(["calls used: 450\ncalls limit: 1500\ndays elapsed: 9\ncycle days: 30"]), "en")
    assert said[1].startswith("That is about 50 calls a day so far; at this pace the limit is reached in about 21 days")
    assert said[2] == "That leaves about 50 calls a day for the 21 days that remain."


def test_beyond_the_limit_and_without_one() -> None:
    assert data_sentences(read_data(["calls used: 150\ncalls limit: 100"]), "en") == [
        "You have used 150 calls, 50 more than the limit of 100 calls (150%)."
    ]
    assert data_sentences(read_data(["You have a project usage percentage of 20%."]), "pt") == [
        "Você usou 20% e restam 80%."
    ]


@pytest.mark.parametrize("data", ALL_DATA)
@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_every_sentence_from_data_passes_the_check(data: str, language: str) -> None:
    sentences = data_sentences(read_data([data]), language)
    assert sentences
    assert [AccountCheck([data], "").check(sentence) for sentence in sentences] == sentences
