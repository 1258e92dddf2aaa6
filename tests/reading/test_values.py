"""Values of words by the type of their parameter, in three languages."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from fingerpost.language.money import Money
from fingerpost.reading.declaration import Parameter
from fingerpost.reading.values import Held, Share, Unclear, value_of

HELD = Held(["Gion", "Nara Park", "Golden Temple", "Silver Temple"], ["Ana", "Big Tom"], [1], 1)
MONDAY = date(2026, 11, 16)


def value(kind: str, text: str, **more: Any) -> Any:
    return value_of(text, Parameter("p", (kind,), **more), HELD, MONDAY)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("item", "nara", ["Nara Park"]), ("item", "the temple", Unclear(("Golden Temple", "Silver Temple"))),
        ("item", "the harbour", None),
        ("person", "tom", ["Big Tom"]), ("person", "yo", ["me"]), ("person", "me", ["me"]), ("person", "a nosotros", ["me"]), ("person", "a gente", ["me"]),
        ("person", "a Bia", ["Bia"]),
        ("person", "everyone except Ana", ["Big Tom"]),
        ("amount", "12,50 €", Money(1250, "EUR")), ("amount", "twenty quid", Money(2000, "GBP")),
        ("amount", "R$ 30", Money(3000, "BRL")), ("amount", "soon", None),
        ("number", "ten", 10), ("number", "doce", 12), ("number", "1.5", 1.5), ("number", "meio", 0.5), ("number", "x", None),
        ("rating", "4/5", 4), ("rating", "cinco estrellas", 5), ("rating", "⭐⭐⭐", 3),
        ("date", "yesterday", "2026-11-15"), ("date", "sexta", "2026-11-20"), ("date", "14 de marzo", "2027-03-14"),
        ("date", "never", None),
        ("share", "half", Share(Fraction(1, 2))), ("share", "dos tercios", Share(Fraction(2, 3))),
        ("share", "40 %", Share(Fraction(2, 5))), ("share", "el doble", Share(Fraction(2), True)),
        ("share", "duas partes", Share(Fraction(2), True)), ("share", "1/0", None),
        ("name", '"The Louvre"', "The Louvre"), ("text", "bring cash", "bring cash"),
    ],
)  # fmt: skip
def test_values(kind: str, text: str, expected: Any) -> None:
    assert value(kind, text) == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("rating", "-3", None), ("rating", "-2 stars", None), ("rating", "3 out of 0", None),
        ("rating", "3 out of 7", None), ("rating", "3 out of 5", 3), ("rating", "9/10", 4.5), ("rating", "7", 7),
        ("amount", "1/2 euro", None), ("amount", "1 / 2 euro", None), ("amount", "½ euro", None),
        ("amount", "2½ euro", Money(250, "EUR")), ("amount", "-5 euros", Money(-500, "EUR")),
        ("amount", "NaN euros", None), ("amount", "9" * 400, None),
        ("number", "-3", -3), ("number", "9" * 400, None), ("share", "-50 %", None), ("share", "-2 parts", None),
        ("item", "the first two", ["Gion", "Nara Park"]), ("item", "the first 2", ["Gion", "Nara Park"]),
        ("item", "the first 99999999999999999999", None), ("item", "the first 5", None),
        ("item", "the first " + "9" * 400, None), ("item", "los primeros 50", None), ("item", "os últimos 50", None),
    ],
)  # fmt: skip
def test_figures_that_cannot_be_are_no_value(kind: str, text: str, expected: Any) -> None:
    assert value(kind, text) == expected


@pytest.mark.parametrize("people", [["", "Ana"], ["\u0301", "Ana"], [" ", "Ana"]])
def test_people_without_a_name_are_nobody(people: list[str]) -> None:
    held = Held([], people)
    assert value_of("Anna", Parameter("p", ("person",)), held, MONDAY) == ["Ana"]
    assert value_of("Maria", Parameter("p", ("person",)), held, MONDAY) == ["Maria"]


def test_a_day_that_the_app_holds_and_that_is_none_is_passed_over() -> None:
    held = Held(["Gion", "Uji"], known=[{"date": "garbage"}, {"date": "2026-12-03"}])
    assert value_of("on the 21st", Parameter("date", ("date",)), held, MONDAY) == "2026-12-21"
    held = Held(["Gion"], known=[{"date": "garbage"}])
    assert value_of("on the 21st", Parameter("date", ("date",)), held, MONDAY) == "2026-11-21"


def test_a_weekday_of_the_past_is_the_last_one() -> None:
    assert value("date", "on friday", past=True) == "2026-11-13"
    assert value("date", "ayer", past=True) == "2026-11-15"


def test_a_choice_is_named_by_any_of_its_words() -> None:
    choices = {"done": ("done", "hecho"), "open": ("open", "aberta")}
    assert value("choice", "Hecho", choices=choices) == "done"
    assert value("choice", "ainda aberta", choices=choices) == "open"
    assert value("choice", "maybe", choices=choices) is None


def test_the_first_type_that_fits_is_taken() -> None:
    either = Parameter("day", ("number", "date"))
    assert value_of("2", either, HELD, MONDAY) == 2
    assert value_of("tomorrow", either, HELD, MONDAY) == "2026-11-17"


@pytest.mark.parametrize("kind", ["amount", "number", "rating", "date", "share", "item", "person"])
def test_hostile_words_are_read_or_not(kind: str) -> None:
    for text in ("9" * 5000, "1/" * 500, "$" * 300, "-1e309", "' OR 1=1 --", "\u202e", "%" * 50, "half " * 500):
        value(kind, text)
