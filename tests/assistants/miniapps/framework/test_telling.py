"""What every app repeats when it speaks."""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.parts import Item, State, said
from fingerpost.assistants.miniapps.framework.sentences import filled
from fingerpost.assistants.miniapps.framework.telling import date_text, how_many, reducing, telling
from fingerpost.routebook.apps import AppEvent

BEFORE: State = {"names": {1: "vase", 2: "jug"}}
AFTER: State = {"names": {1: "urn", 2: "jug"}}
GONE: State = {"names": {2: "jug"}}
say = telling(
    {
        "renamed": said("{old} is {names} ({why})", "{old} es {names} ({why})", "{old} é {names} ({why})"),
        "counted": lambda before, after, values, language: f"{language} {values['n']}",
    },
    lambda state: [Item(number, name) for number, name in state["names"].items()],
)


def test_a_date_and_a_count_in_words() -> None:
    things = (said("1 box", "1 caja", "1 caixa"), said("{n} boxes", "{n} cajas", "{n} caixas"))
    assert [how_many(count, things, "pt") for count in (0, 1, 2)] == ["0 caixas", "1 caixa", "2 caixas"]
    assert [date_text("2026-05-08", language) for language in ("en", "es")] == ["Fri 8 May", "vie 8 may"]


def test_a_sentence_has_the_names_before_and_after_and_the_values() -> None:
    event = AppEvent("renamed", {"ids": [1], "why": "{old} and new", "names": "not these"})
    assert say(BEFORE, AFTER, event, "en") == "vase is urn ({old} and new)"
    assert say(BEFORE, GONE, event, "es") == "vase es vase ({old} and new)", "what is gone keeps its name"
    assert say(BEFORE, AFTER, AppEvent("counted", {"n": 3}), "pt") == "pt 3"


def test_a_sentence_is_filled_with_texts_in_its_own_language() -> None:
    told = filled(said("{n} in {app}", "{n} en {app}", "{n} em {app}"), n=2, app=said("list", "lista", "listinha"))
    assert told == said("2 in list", "2 en lista", "2 em listinha")


def test_a_kind_that_is_not_known_changes_nothing() -> None:
    apply = reducing({"cleared": lambda state, values: {"names": {}}})
    assert apply(BEFORE, AppEvent("cleared")) == {"names": {}}
    assert apply(BEFORE, AppEvent("other", {"ids": [1]})) is BEFORE
