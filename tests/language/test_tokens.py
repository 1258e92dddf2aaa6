"""Words with their places, and phrases made of them."""

from __future__ import annotations

from fingerpost.language.tokens import Phrases, at, folded_words, glued, listed, phrases, words_of


def test_words_digits_and_signs_stand_where_they_are() -> None:
    words = words_of("¿Día 2, señor?")
    assert [word.text for word in words] == ["¿", "Día", "2", ",", "señor", "?"]
    assert [word.folded for word in words][1] == "dia"
    assert all("¿Día 2, señor?"[word.start : word.end] == word.text for word in words)
    assert words[2].is_digits
    assert words[1].is_capital
    assert glued(words, 3)
    assert not glued(words, 2)


def test_at_is_empty_outside_the_text() -> None:
    words = words_of("one two")
    assert (at(words, -1), at(words, 0), at(words, 2)) == ("", "one", "")


def test_the_longest_phrase_is_found() -> None:
    known = phrases("all|all of them\ntodo el mundo")
    words = words_of("All of them, todo el mundo")
    assert known.at(words, 0) == 3
    assert known.at(words, 4) == 3
    assert known.at(words, 1) == 0
    assert Phrases([]).at(words, 0) == 0


def test_lists_are_folded() -> None:
    assert listed("Mañana sí") == {"manana", "si"}
    assert folded_words("Café, 2!") == ("cafe", "2")
