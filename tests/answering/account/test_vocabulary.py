"""The words of accounts are read in three languages, with and without accents."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.vocabulary import (
    LEFT,
    LIMIT,
    OVER,
    THINGS,
    USED,
    date_kind,
    direction_of,
    is_label,
    is_money_key,
    name_of,
    role_of,
    written,
)
from fingerpost.language.text import fold


@pytest.mark.parametrize(
    "words", ["calls llamadas chamadas requests peticiones requisições", "seats asientos assentos"]
)
def test_one_thing_has_one_name_in_all_languages(words: str) -> None:
    assert len({name_of(fold(word)) for word in words.split()}) == 1


def test_every_thing_is_written_so_that_it_is_read_again() -> None:
    for thing in THINGS:
        assert {name_of(fold(written(thing, language))) for language in ("en", "es", "pt")} == {thing}


@pytest.mark.parametrize(
    ("role", "words"),
    [
        (USED, "used usado gastou consumido llevas"),
        (LIMIT, "limit cuota limite allowance incluidas"),
        (LEFT, "left quedan restam disponibles livres"),
        (OVER, "exceeded superado ultrapassou"),
        ("", "plan factura hello"),
    ],
)
def test_words_tell_what_a_figure_is(role: str, words: str) -> None:
    assert {role_of(word) for word in words.split()} == {role}


def test_other_words_tell_direction_labels_money_and_dates() -> None:
    assert (direction_of("subio"), direction_of("fell"), direction_of("plan")) == (1, -1, 0)
    assert is_label("atlas")
    assert not is_label("used")
    assert is_money_key("fatura")
    assert not is_money_key("facturas")
    assert (date_kind("se renueva el"), date_kind("vencimento em"), date_kind("plan")) == ("renews", "due", "")
