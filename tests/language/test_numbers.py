"""Number words have one value each, in three languages, with and without accents."""

from __future__ import annotations

import pytest

from fingerpost.language.numbers import CARDINALS, LANGUAGES, MULTIPLIERS, ORDINALS, number_words
from fingerpost.language.text import fold


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *(("zero", 0), ("one", 1), ("nineteen", 19), ("ninety", 90)),
        *(("cero", 0), ("un", 1), ("una", 1), ("dieciséis", 16), ("veintidós", 22), ("novecientas", 900)),
        *(("um", 1), ("duas", 2), ("três", 3), ("quatorze", 14), ("catorze", 14), ("cem", 100)),
    ],
)
def test_a_word_has_its_value_with_and_without_accents(word: str, value: int) -> None:
    every = range(1000)
    assert number_words(every, accents=True)[word] == value
    assert number_words(every)[fold(word)] == value


def test_every_language_counts_without_a_gap_up_to_twenty() -> None:
    for language in LANGUAGES:
        assert sorted(CARDINALS[language])[:21] == list(range(21))


@pytest.mark.parametrize("table", [CARDINALS, MULTIPLIERS, ORDINALS])
def test_no_word_has_two_values(table: dict[str, dict[int, str]]) -> None:
    found: dict[str, int] = {}
    for rows in table.values():
        for value, words in rows.items():
            for word in words.split():
                assert found.setdefault(fold(word), value) == value, word


def test_the_order_is_by_language_and_then_by_value() -> None:
    assert "|".join(number_words(range(2, 5))) == "two|three|four|dos|tres|cuatro|dois|duas|quatro"
    assert "|".join(number_words((2, 3), accents=True)) == "two|three|dos|tres|dois|duas|três"


def test_one_language_can_be_taken_alone() -> None:
    assert number_words((9, 10), languages=("en",)) == {"nine": 9, "ten": 10}


def test_ranks_count_from_both_ends() -> None:
    ranks = number_words((1, 3, -1), table=ORDINALS)
    assert (ranks["first"], ranks["tercer"], ranks["terceira"], ranks["ultimas"]) == (1, 3, 3, -1)


def test_multipliers_are_powers_of_ten_or_a_dozen() -> None:
    found = number_words((12, 100, 10**3, 10**6, 10**9), table=MULTIPLIERS)
    assert (found["duzias"], found["hundred"], found["mil"], found["milhoes"]) == (12, 100, 1000, 1_000_000)
    assert found["billion"] == found["bilhao"] == 10**9
    assert number_words((10**6,), table=MULTIPLIERS, accents=True).keys() >= {"millón", "milhão"}
