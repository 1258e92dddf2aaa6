"""Sentences in three languages: values, counts and names stand where they belong."""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.parts import said
from fingerpost.assistants.miniapps.framework.sentences import counted, filled, joined, more, refused


def test_a_value_stands_in_each_language() -> None:
    sentence = said("{n} in {where}", "{n} en {where}", "{n} em {where}")
    told = filled(sentence, n=3, where=said("the list", "la lista", "a lista"))
    assert told == {"en": "3 in the list", "es": "3 en la lista", "pt": "3 em a lista"}
    assert refused(sentence, n=1, where="x").said["pt"] == "1 em x"


def test_one_and_several_have_their_own_words() -> None:
    person, people = said("person", "persona", "pessoa"), said("people", "personas", "pessoas")
    assert counted(1, person, people)["es"] == "1 persona"
    assert counted(0, person, people)["en"] == "0 people"


def test_names_are_joined_as_a_sentence_has_them() -> None:
    assert [joined(list(names), "en") for names in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
    assert joined(list("abcdefg"), "es") == "a, b, c, d, e y 2 más"
    assert more(2, "pt") == "mais 2"
