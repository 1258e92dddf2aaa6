"""Names within what somebody tells, and chatter that names nothing."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.assistants.miniapps.trip_planner.app import APP
from fingerpost.assistants.miniapps.trip_planner.telling import names_told


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("my aunt swears we love Tim Wendelboe", ["Tim Wendelboe"]),
        ("first up Frogner Park", ["Frogner Park"]),
        ("dinner at Maaemo", ["Maaemo"]),
        ("cenar en Casa Lucio", ["Casa Lucio"]),
        ("comer no Ramiro", ["Ramiro"]),
        ("Mathallen for hot soup", ["Mathallen"]),
        ("Museo de arte moderno", ["Museo de arte moderno"]),
        ("Old Man of Storr", ["Old Man of Storr"]),
        ("praia do Rosa", ["praia do Rosa"]),
        ("so add that", []),
        ("lunch", []),
    ],
)
def test_the_name_is_what_has_the_capitals(text: str, names: list[str]) -> None:
    assert names_told(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we gotta see the Folk Museum and Akershus", ["Folk Museum", "Akershus"]),
        ("my boss recommended Kon-Tiki, so add that", ["Kon-Tiki"]),
        ("Aker Brygge would be nice too, if we have time", ["Aker Brygge"]),
        ("how about Grünerløkka?", ["Grünerløkka"]),
        ("nos recomendaron el Museo Fram y la isla Bygdøy", ["Museo Fram", "isla Bygdøy"]),
        ("también quiero ir al Castillo de Akershus, pero el día 3", ["Castillo de Akershus"]),
        ("queria conhecer o Museu Fram, por gentileza", ["Museu Fram"]),
        ("Mercado 20 de Noviembre y Plaza 9 de Julio", ["Mercado 20 de Noviembre", "Plaza 9 de Julio"]),
        ("da pino", ["da pino"]),
        ("marco polo", ["marco polo"]),
        ("in-n-out / the getty", ["in-n-out", "getty"]),
    ],
)
async def test_names_are_found_in_what_is_told(text: str, names: list[str]) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip to Oslo", opens="trip_planner")
    await talk.say(text)
    assert [one["name"] for one in talk.state["venues"]] == names


@pytest.mark.parametrize(
    "text",
    ["who asked you lol", "que pesado eres jaja", "kkkk q viagem top", "what a day haha", "let's leave Noma out",
     "whoops", "what about lunch?", "ay no", "putz", "we won't make it to Noma"],
)  # fmt: skip
async def test_chatter_becomes_no_venue(text: str) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip to Oslo", opens="trip_planner")
    await talk.say("add Opera House and Vigeland")
    await talk.say(text)
    assert [one["name"] for one in talk.state["venues"]] == ["Opera House", "Vigeland"]


@pytest.mark.parametrize(
    "text",
    ["nah undo that", "ugh no go back", "lol that was wrong, put it back", "nooo deshaz eso", "ay no, regrésalo",
     "mejor no lo borres, recupéralo", "eita, volta atrás", "putz, volta tudo", "não era pra apagar, desfaz",
     "whoops, bring em back"],
)  # fmt: skip
async def test_an_undo_in_many_words(text: str) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip to Oslo", opens="trip_planner")
    await talk.say("add Opera House and Vigeland")
    await talk.say("remove Vigeland")
    await talk.say(text)
    assert [one["name"] for one in talk.state["venues"]] == ["Opera House", "Vigeland"]
