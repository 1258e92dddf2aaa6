"""Ratings out of people's words."""

from __future__ import annotations

import pytest

from fingerpost.language.ratings import read_rating


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("four stars", 4),
        ("4 stars", 4),
        ("4 star", 4),
        ("4-star", 4),
        ("4*", 4),
        ("4/5", 4),
        ("4 / 5", 4),
        ("4 out of 5", 4),
        ("four out of five", 4),
        ("4 de 5", 4),
        ("4 sobre 5", 4),
        ("4 em 5", 4),
        ("cinco estrellas", 5),
        ("cinco estrelas", 5),
        ("5 estrellitas", 5),
        ("nota 4", 4),
        ("nota: 4", 4),
        ("nota cinco", 5),
        ("⭐⭐⭐", 3),
        ("⭐️⭐️⭐️⭐️", 4),
        ("★★★☆☆", 3),
        ("4⭐", 4),
        ("4 ⭐️", 4),
        ("3.5 stars", 3.5),
        ("3,5 estrelas", 3.5),
        ("three and a half stars", 3.5),
        ("tres estrellas y media", 3.5),
        ("4 estrelas e meia", 4.5),
        ("tres y media estrellas", 3.5),
        ("half a star", 0.5),
        ("media estrella", 0.5),
        ("10/10", 5),
        ("8/10", 4),
        ("7 out of 10", 3.5),
        ("90/100", 4.5),
        ("6/5", 6),
        ("0 stars", 0),
        ("cero estrellas", 0),
        ("-1 stars", -1),
        ("7 stars", 7),
        ("4", 4),
        ("a 4", 4),
        ("un cuatro", 4),
        ("rate the Prado 4", 4),
        ("rate Prado a 4", 4),
        ("rate number 2 a 4", 4),
        ("rate the last one five stars", 5),
        ("give it a solid 4", 4),
        ("dale 5 estrellas al Retiro", 5),
        ("ponle un 3 al segundo", 3),
        ("dou nota 5 para o museu", 5),
        ("o Castelo merece 4 estrelas", 4),
        ("Prado: 4/5", 4),
        ("Pier 39 four stars", 4),
        ("4 puntos", 4),
        ("puntuación de 4", 4),
        ("rate the 2nd one 3", 3),
        ("califica el segundo con 4", 4),
        ("Castelo nota 9 de 10", 4.5),
        ("give it 100", 100),
        ("one star", 1),
        ("una estrella", 1),
        ("uma estrela só", 1),
    ],
)
def test_ratings_are_read(text: str, rating: float) -> None:
    read = read_rating(text)
    assert read == rating
    assert isinstance(read, int) == (rating == int(rating))


@pytest.mark.parametrize(
    "text", ["", "rate the last one", "Pier 39", "number 2", "day 2", "the stars were out", "la primera", "at 10:30", "un museo", "best one", "☆☆", "B2"]
)  # fmt: skip
def test_what_is_no_rating(text: str) -> None:
    assert read_rating(text) is None
