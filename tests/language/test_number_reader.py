"""Whole numbers out of people's words."""

from __future__ import annotations

import pytest

from fingerpost.language.number_reader import read_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        ("three", 3),
        ("tres", 3),
        ("três", 3),
        ("TRES", 3),
        ("a couple", 2),
        ("a couple of friends", 2),
        ("un par", 2),
        ("un par de amigos", 2),
        ("um par", 2),
        ("a dozen", 12),
        ("dozen", 12),
        ("half a dozen", 6),
        ("media docena", 6),
        ("meia dúzia", 6),
        ("uma duzia", 12),
        ("two dozen eggs", 24),
        ("we are 4", 4),
        ("somos cuatro", 4),
        ("somos quatro pessoas", 4),
        ("there were five of us", 5),
        ("twenty-five", 25),
        ("veinticinco", 25),
        ("treinta y dos", 32),
        ("trinta e dois", 32),
        ("one hundred and twenty", 120),
        ("ciento veinte", 120),
        ("cento e vinte", 120),
        ("dos mil quinientos", 2500),
        ("mil", 1000),
        ("1,000", 1000),
        ("1.000", 1000),
        ("x3", 3),
        ("3x", 3),
        ("#7", 7),
        ("number 7", 7),
        ("número 7", 7),
        ("-2", -2),
        ("0", 0),
        ("ten", 10),
        ("the 4 of us", 4),
        ("one", 1),
        ("just one please", 1),
        ("uno", 1),
        ("um", 1),
        ("una noche", 1),
        ("once personas", 11),
        ("once", 11),
        ("dos personas", 2),
        ("50%", 50),
        ("３", 3),
        ("٣", 3),
        ("3️⃣", 3),
        ("weight 2 for Ana", 2),
        ("Ana con peso 2", 2),
    ],
)
def test_numbers_are_read(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "none of it",
        "the last one",
        "that one",
        "un museo",
        "uma praia",
        "Mosteiro dos Jerónimos",
        "o melhor dos museus",
        "once more please",
        "we were there once",
        "3.5",
        "at 10:30",
        "room B2",
        "the 3rd",
        "2º",
        "8pm",
        "on 4/5",
        "7-Eleven",
        "algo doce para mim",
        "9" * 60,
    ],
)
def test_what_is_no_whole_number(text: str) -> None:
    assert read_number(text) is None
