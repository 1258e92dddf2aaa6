"""The phrases by which people ask for a command, and how much of them a clause says."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap import asked_as
from fingerpost.assistants.avap.asked_as import asked_shares, same_word


@pytest.mark.parametrize(
    ("one", "other"),
    [("recorre", "recorrer"), ("insere", "inserir"), ("insert", "insertar"), ("list", "lists"), ("go", "go")],
)
def test_forms_of_a_word_begin_alike(one: str, other: str) -> None:
    assert same_word(one, other)
    assert same_word(other, one)


@pytest.mark.parametrize(("one", "other"), [("actual", "actualizar"), ("get", "gets"), ("hash", "hashing"), ("", "a")])
def test_other_words_do_not(one: str, other: str) -> None:
    assert not same_word(one, other)


@pytest.mark.parametrize(
    ("clause", "page"),
    [
        ("recorre la lista de edades", "startLoop"),
        ("insere os dois registros", "ormAccessInsert"),
        ("update the record", "ormAccessUpdate"),
        ("run it in parallel", "go"),
    ],
)
def test_the_page_whose_phrase_is_said_comes_first(clause: str, page: str) -> None:
    shares = asked_shares(clause)
    assert max(shares, key=lambda name: shares[name]) == page
    assert all(asked_as.MIN_SAID <= share <= 1 for share in shares.values())


def test_nothing_is_said_of_other_things() -> None:
    assert asked_shares("the weather in Lugo is fine") == {}
    assert asked_shares("") == {}
