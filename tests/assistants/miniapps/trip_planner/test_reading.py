"""What only a trip has: destinations, districts, categories, new names, notes."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.miniapps.framework.parts import Item, Reading
from fingerpost.assistants.miniapps.trip_planner.going import destination_of
from fingerpost.assistants.miniapps.trip_planner.reading import (
    read_category,
    read_district,
    read_new,
    read_noted,
    read_stars,
)

ITEMS = [Item(1, "Gion"), Item(2, "Museo del Prado"), Item(3, "Casa a Mar")]


def reading(text: str) -> Reading:
    return Reading(text, "", text, {}, ITEMS, [2], 1, date(2026, 5, 1), "en")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("help me plan a trip to Lisbon", "Lisbon"),
        ("let's plan our weekend in Oporto", "Oporto"),
        ("plan a trip to New York for next week", "New York"),
        ("can you help plan a 5 day trip to Rio de Janeiro with my kids?", "Rio de Janeiro"),
        ("planear un viaje a Kioto", "Kioto"),
        ("organiza un viaje a la Patagonia en enero", "Patagonia"),
        ("quiero planear el finde en San Sebastián", "San Sebastián"),
        ("bora planejar a viagem pra Bahia", "Bahia"),
        ("quero planejar uma viagem para São Paulo em julho", "São Paulo"),
        ("vamos montar um roteiro pro Chile", "Chile"),
    ],
)
def test_where_a_trip_goes(text: str, place: str) -> None:
    assert destination_of(text, "en") == {"destination": place}


@pytest.mark.parametrize(
    "text", ["plan a trip", "start the trip planner", "quiero planear un viaje", "", "trip to " + "x " * 90]
)
def test_a_trip_without_a_destination(text: str) -> None:
    assert destination_of(text, "en") == {}


@pytest.mark.parametrize(
    ("text", "district", "left"),
    [
        ("Kiyomizu in the Higashiyama district", "Higashiyama", "Kiyomizu"),
        ("Bodega Santa Cruz en el barrio de Santa Cruz", "Santa Cruz", "Bodega Santa Cruz"),
        ("Igreja do Bonfim no bairro do Bonfim", "Bonfim", "Igreja do Bonfim"),
        ("Kiyomizu in Higashiyama", "Higashiyama", "Kiyomizu"),
        ("lunch in the park", None, "lunch in the park"),
        ('"House in Wonderland"', None, '"House in Wonderland"'),
        ("Gion", None, "Gion"),
    ],
)
def test_districts(text: str, district: str | None, left: str) -> None:
    told = reading(text)
    assert read_district(told) == district
    assert told.text.strip() == left


@pytest.mark.parametrize(
    ("text", "category"),
    [("Ichiran as a restaurant", "restaurant"), ("Eslava como restaurante", "restaurante"), ("Gion (temple)", "temple"),
     ("Gion as well", None), ("Gion as soon as possible", None), ("Gion", None)],
)  # fmt: skip
def test_categories(text: str, category: str | None) -> None:
    assert read_category(reading(text)) == category


@pytest.mark.parametrize(
    ("text", "value", "left"),
    [("Gion to Gion Corner", "Gion Corner", "Gion"), ("el Museo del Prado a Prado", "Prado", "Museo del Prado"),
     ("Casa a Mar a Casa al Mar", "Casa al Mar", "Casa a Mar"), ("Gion", None, "Gion")],
)  # fmt: skip
def test_new_names(text: str, value: str | None, left: str) -> None:
    told = reading(text)
    assert read_new(told) == value
    assert told.text == left


@pytest.mark.parametrize(
    ("text", "ids", "note"),
    [
        ("for Gion: go early", [1], "go early"),
        ("to the Prado that it is free at six", [2], "it is free at six"),
        ('on Gion "bring: cash"', [1], '"bring: cash"'),
        ("Gion go early", [1], " go early"),
        ("bring cash to Gion", [1], "bring cash"),
        ("it closes at ten", [2], "closes at ten"),
        ("go early", None, "go early"),
    ],
)
def test_notes(text: str, ids: list[int] | None, note: str) -> None:
    told = reading(text)
    assert read_noted(told) == ids
    assert told.text == note


@pytest.mark.parametrize(
    ("text", "stars"),
    [("Gion 4 stars", 4), ("Gion 4/5", 4), ("Gion on 4/5", None), ("Pier 39", None), ("the first two", None)],
)
def test_only_what_is_said_as_a_rating_is_one(text: str, stars: int | None) -> None:
    assert read_stars(reading(text)) == stars
