"""What is said of venues without a verb, corrections, several things at once, and questions that are asked back."""

from __future__ import annotations

from typing import Any

import pytest

from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.assistants.miniapps.trip_planner.app import APP

OPENS = {
    "en": "plan a trip to Kyoto",
    "es": "quiero planear un viaje a Kioto",
    "pt": "bora planejar uma viagem pra Quioto",
}
ADDS = {
    "en": "add Nara Park, Gion and Golden Temple",
    "es": "añade Nara Park, Gion y Golden Temple",
    "pt": "adiciona Nara Park, Gion e Golden Temple",
}


async def trip(language: str, *messages: str) -> Talk:
    talk = Talk(APP)
    await talk.say(OPENS[language], opens="trip_planner")
    for message in (ADDS[language], *messages):
        await talk.say(message)
    return talk


def held(talk: Talk, what: str) -> list[Any]:
    return [one[what] for one in talk.state["venues"]]


@pytest.mark.parametrize(
    ("language", "messages", "days"),
    [
        ("en", ["the first two on day 1"], [1, 1, None]),
        ("en", ["those two to day 3"], [None, 3, 3]),
        ("en", ["day 1 for the temple, day 2 for the other two"], [2, 2, 1]),
        ("en", ["move gion to day 3 and the temple to day 4"], [None, 3, 4]),
        ("en", ["gion on day 2", "no wait, day 3"], [None, 3, None]),
        ("en", ["gion on day 2", "not day 2, day 3"], [None, 3, None]),
        ("en", ["gion and nara both on saturday.. i mean day 1"], [1, 1, None]),
        ("es", ["el templo el dia 1"], [None, None, 1]),
        ("es", ["gion el dia 1", "los otros dos el dia 2"], [2, 1, 2]),
        ("es", ["los dos primeros el dia 1 y golden el 2"], [1, 1, 2]),
        ("es", ["gion el dia 3", "mejor el dia 2"], [None, 2, None]),
        ("pt", ["os dois últimos no dia 2"], [None, 2, 2]),
        ("pt", ["gion no dia 2, o nara tb"], [2, 2, None]),
        ("pt", ["gion no dia 2", "nao, dia 3"], [None, 3, None]),
    ],
)
async def test_days(language: str, messages: list[str], days: list[int | None]) -> None:
    talk = await trip(language, *messages)
    assert held(talk, "day")[:3] == days


@pytest.mark.parametrize(
    ("language", "messages", "stars"),
    [
        ("en", ["gion 5, temple 3"], [None, 5, 3]),
        ("en", ["rate gion 5 and nara 4"], [4, 5, None]),
        ("en", ["rate gion 5", "make that 4 stars not 5"], [None, 4, None]),
        ("en", ["rate gion 5", "hmm 3 actually"], [None, 3, None]),
        ("en", ["rate gion 9", "ok 5 then"], [None, 5, None]),
        ("en", ["4 for gion"], [None, 4, None]),
        ("es", ["ponle un 4 a gion", "perdón, era un 5"], [None, 5, None]),
        ("es", ["gion 5 estrellas, nara 3"], [3, 5, None]),
        ("es", ["califica gion con 8", "bueno, 4"], [None, 4, None]),
        ("pt", ["gion 4 estrelas e nara 5", "ops, inverti, gion é 5 e nara 4"], [4, 5, None]),
        ("pt", ["dá nota 4 pro gion em vez de 3"], [None, 4, None]),
    ],
)
async def test_ratings(language: str, messages: list[str], stars: list[int | None]) -> None:
    talk = await trip(language, *messages)
    assert held(talk, "rating") == stars


async def test_several_values_of_one_place() -> None:
    talk = await trip("en", "give the first one five stars, day 1")
    assert (held(talk, "rating")[0], held(talk, "day")[0]) == (5, 1)


async def test_each_name_has_its_own_district_and_day() -> None:
    talk = await trip("en", "add MoMA in Midtown, Katz's Deli in Lower East Side and Chelsea Market in Chelsea")
    assert held(talk, "district")[3:] == ["Midtown", "Lower East Side", "Chelsea"]
    reply = await talk.say("also Bryant Park, thats midtown too")
    assert "Bryant Park (Midtown)" in reply.text
    await talk.say("add Uji on day 1 and Himeji on day 2")
    assert held(talk, "day")[-2:] == [1, 2]
    assert "Midtown: 2 places" in (await talk.say("what do we have in midtown", "N")).text
    await talk.say("undo")
    assert held(talk, "name")[-1] == "Bryant Park"


async def test_a_new_name_that_holds_a_known_one_is_new() -> None:
    talk = await trip("en", "Gion Corner Theatre on day 2")
    assert held(talk, "name")[-1] == "Gion Corner Theatre"
    assert held(talk, "day") == [None, None, None, 2]


@pytest.mark.parametrize(
    ("language", "message", "note"),
    [
        ("en", "gion: go at dusk", "go at dusk"),
        ("es", "Gion: llevar agua", "llevar agua"),
        ("pt", "gion - ir cedo", "ir cedo"),
    ],
)
async def test_a_note_behind_a_name(language: str, message: str, note: str) -> None:
    assert held(await trip(language, message), "notes")[1] == [note]


@pytest.mark.parametrize(
    ("language", "messages"),
    [
        ("en", ["add Silver Temple", "remove the temple", "the golden one"]),
        ("es", ["añade Silver Temple", "quita el temple", "el golden"]),
        ("pt", ["adiciona Silver Temple", "tira o temple", "o golden"]),
    ],
)
async def test_which_one_is_asked_and_answered(language: str, messages: list[str]) -> None:
    talk = await trip(language, *messages[:-1])
    assert talk.kinds[-1] == "_asked"
    assert len(held(talk, "name")) == 4
    await talk.say(messages[-1])
    assert held(talk, "name") == ["Nara Park", "Gion", "Silver Temple"]


@pytest.mark.parametrize("language", ["en", "es", "pt"])
@pytest.mark.parametrize(
    "text", ["yes", "no", "ok", "thanks", "what", "2", "lol", "sí", "dale", "gracias", "qué", "sim", "não", "valeu", "the first two",
             "both", "esos dos", "os outros", "we loved gion", "mejor", "hmm"],
)  # fmt: skip
async def test_a_bare_word_adds_nothing(language: str, text: str) -> None:
    talk = await trip(language)
    before = talk.state
    await talk.say(text)
    assert talk.state == before


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "remove that bakery"), ("es", "quita la bodega esa"), ("pt", "tira aquela padaria"), ("es", "pasa lo de la montaña al día 5"),
     ("en", "can somebody get rid of Gettó Gulyás already, it was mid"), ("en", "remove both the prison and gion")],
)  # fmt: skip
async def test_what_is_not_there_is_not_the_last_one(language: str, text: str) -> None:
    talk = await trip(language)
    before = talk.state
    await talk.say(text)
    assert talk.state == before


@pytest.mark.parametrize(
    ("messages", "destination"),
    [
        (["I want to plan a trip", "we're going to Lisbon"], "Lisbon"),
        (["plan a trip to Lisbon", "sorry change of plans, it's Madrid not Lisbon"], "Madrid"),
        (["quiero planear un viaje a barcelona", "al final no vamos a barcelona, vamos a Valencia"], "Valencia"),
        (["quero planejar uma viagem", "a gente vai pra Salvador"], "Salvador"),
        (["vamos planejar uma viagem para Paris", "mudança de planos: o destino agora é Londres"], "Londres"),
        (["Sage can you start a trip plan for Rome?"], "Rome"),
        (["plan a trip for Easter"], ""),
        (["plan a trip to Lisbon", "we're going to Belém on day 2"], "Lisbon"),
    ],
)
async def test_where_the_trip_goes(messages: list[str], destination: str) -> None:
    talk = Talk(APP)
    await talk.say(messages[0], opens="trip_planner")
    for message in messages[1:]:
        await talk.say(message)
    assert talk.state["destination"] == destination


@pytest.mark.parametrize(
    ("language", "text", "shows", "hides"),
    [
        ("en", "what is unrated?", ["Nara Park", "Golden Temple"], ["Gion ("]),
        ("es", "¿qué nos falta calificar?", ["Nara Park", "Golden Temple"], ["Gion ("]),
        ("pt", "quais estão sem nota?", ["Nara Park", "Golden Temple"], ["Gion ("]),
        ("en", "show me only the temples", ["Golden Temple"], ["Nara Park", "Gion ("]),
        ("es", "muéstrame los bares", ["Gion"], ["Nara Park", "Golden Temple"]),
        ("pt", "só os parques", ["Nara Park"], ["Golden Temple", "Gion ("]),
        ("en", "show it by category", ["bar:", "no category:"], []),
        ("es", "por categoría", ["bar:", "sin categoría:"], []),
        ("pt", "por categoria", ["bar:", "sem categoria:"], []),
        ("en", "what is left on day 2?", ["Golden Temple"], ["Nara Park", "Gion ("]),
        ("en", "tell me about golden", ["Golden Temple day 2"], ["Nara Park"]),
    ],
)
async def test_views(language: str, text: str, shows: list[str], hides: list[str]) -> None:
    talk = await trip(language, "set the category of Gion to bar", "rate Gion 4", "Golden Temple on day 2")
    # What was said in English before does not matter for what is shown.
    await talk.say({"en": "show the list", "es": "muestra la lista", "pt": "mostra a lista"}[language], "N")
    seen = shown(await talk.say(text, "N"))
    assert [part for part in shows if part not in seen] == []
    assert [part for part in hides if part in seen] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "wipe the list, yes I'm sure"),
        ("es", "vacía la lista entera, sí, segurísimo"),
        ("pt", "apaga tudo, tenho certeza"),
    ],
)
async def test_who_is_sure_is_not_asked(language: str, text: str) -> None:
    talk = await trip(language, text)
    assert held(talk, "name") == []
    assert len((await talk.say("undo")).parts[0].values["items"]) == 3


@pytest.mark.parametrize("text", ["no wait put it back", "vuelve a ponerlo", "bota de volta"])
async def test_what_was_removed_comes_back(text: str) -> None:
    talk = await trip("en", "remove gion", text)
    assert held(talk, "name") == ["Nara Park", "Gion", "Golden Temple"]
