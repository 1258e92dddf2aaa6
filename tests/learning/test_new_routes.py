"""Which unfamiliar messages may be a new route, and what it is called."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fingerpost.learning.new_routes import MAX_GROUPS, NewRoute, find_new_routes
from fingerpost.testing import WordEncoder

ENDS = ("today", "soon", "tomorrow", "later", "quickly")
REPAIRS = [f"repair my jacket {end}" for end in ENDS]
LESSONS = [f"clases de guitarra {end}" for end in ("hoy", "mañana", "luego", "siempre", "nunca")]
PARCELS = [f"where is parcel {number}" for number in ("one", "two", "three", "four", "five", "six")]


def encode(texts: list[str]) -> NDArray[Any]:
    return WordEncoder().encode(texts) if texts else np.zeros((0, 1))


def find(
    texts: list[str], familiar: int = 0, taught: tuple[str, ...] = (), names: tuple[str, ...] = ()
) -> list[NewRoute]:
    unfamiliar = np.arange(len(texts)) >= familiar
    return find_new_routes(texts, encode(texts), unfamiliar, encode(list(taught)), names)


def test_messages_alike_are_one_route_named_by_their_words() -> None:
    found = find([*REPAIRS, *LESSONS, "hello", "thanks a lot"])
    assert {tuple(sorted(new.name.split("-"))) for new in found} == {("jacket", "repair"), ("clases", "guitarra")}
    [lessons] = [new for new in found if "guitarra" in new.name]
    assert sorted(lessons.places) == [5, 6, 7, 8, 9]
    assert len(lessons.examples) == 3
    assert set(lessons.examples) < set(LESSONS)


def test_a_name_has_no_accents_no_capitals_and_no_function_words() -> None:
    [new] = find([f"Las LECCIONES de Música {word}" for word in ("hoy", "mañana", "ayer", "siempre", "nunca")])
    assert set(new.name.split("-")) == {"lecciones", "musica"}


def test_two_forms_of_one_word_are_not_both_in_a_name() -> None:
    [new] = find([*(f"the invoice for the invoices of {end}" for end in ENDS)])
    assert new.name in ("invoice", "invoices")


def test_a_name_that_a_route_has_is_not_proposed() -> None:
    [new] = find([*REPAIRS, "hello"])
    [other] = find([*REPAIRS, "hello"], names=(new.name.upper(),))
    assert other.name != new.name


def test_familiar_messages_and_those_like_what_is_taught_are_no_new_route() -> None:
    assert find([*PARCELS], familiar=len(PARCELS)) == []
    assert find([*PARCELS], taught=("where is parcel", "where is parcel seven")) == []
    assert len(find([*PARCELS])) == 1


def test_four_messages_are_too_few() -> None:
    assert find(REPAIRS[:4]) == []


def test_messages_without_a_word_of_their_own_have_no_name_and_are_no_route() -> None:
    assert find([f"is it the {word}" for word in ("this", "that", "those", "these", "1", "2")]) == []


def test_there_are_never_very_many() -> None:
    words = [chr(97 + i) * 4 for i in range(15)]
    texts = [f"{word} {word}ing {word}s {end}" for word in words for end in ENDS]
    assert len(find(texts)) == MAX_GROUPS


def test_nothing_is_no_route() -> None:
    assert find([]) == []
