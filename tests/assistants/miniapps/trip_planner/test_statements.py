"""What is told of venues that are there, in any wording: who is named gets what stands beside the name."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.assistants.miniapps.trip_planner.app import APP
from fingerpost.assistants.miniapps.trip_planner.state import same
from tests.conftest import examples

OPENING = {
    "en": "plan a trip to Oslo",
    "es": "quiero planear un viaje a Oslo",
    "pt": "quero planejar uma viagem pra Oslo",
}


async def told(*messages: str, language: str = "en") -> Talk:
    """Open a trip and say some things in it."""
    talk = Talk(APP)
    await talk.say(OPENING[language], opens="trip_planner")
    for message in messages:
        await talk.say(message)
    return talk


def column(talk: Talk, key: str) -> dict[str, Any]:
    """Return one detail of all venues that have it."""
    return {one["name"]: one[key] for one in talk.state["venues"] if one[key] not in (None, "", False, [])}


def names(talk: Talk) -> list[str]:
    return [one["name"] for one in talk.state["venues"]]


ADDED = "add Opera House, Munch Museum, Vigeland and Syverkiosken"


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [
        ("en", "the opera and munch can go on day 1, vigeland on day 2", {"Opera House": 1, "Munch Museum": 1, "Vigeland": 2}),
        ("en", "vigeland day 2 the rest day 3", {"Vigeland": 2, "Opera House": 3, "Munch Museum": 3, "Syverkiosken": 3}),
        ("en", "opera house on the first day and the museum on the second", {"Opera House": 1, "Munch Museum": 2}),
        ("en", "that is a lot for one day lol, munch to day 2", {"Munch Museum": 2}),
        ("en", "everything on day 1 except vigeland which is day 2",
         {"Opera House": 1, "Munch Museum": 1, "Vigeland": 2, "Syverkiosken": 1}),
        ("es", "la opera ponla el primer dia y vigeland el tercero", {"Opera House": 1, "Vigeland": 3}),
        ("es", "las dos primeras el día 1, las otras dos el día 2",
         {"Opera House": 1, "Munch Museum": 1, "Vigeland": 2, "Syverkiosken": 2}),
        ("es", "pon todo el dia 1 menos munch, que va el dia 3",
         {"Opera House": 1, "Munch Museum": 3, "Vigeland": 1, "Syverkiosken": 1}),
        ("pt", "munch e vigeland ficam pro segundo dia", {"Munch Museum": 2, "Vigeland": 2}),
        ("pt", "a opera no dia 1, vigeland também", {"Opera House": 1, "Vigeland": 1}),
    ],
)  # fmt: skip
async def test_days_belong_to_who_stands_beside_them(language: str, text: str, days: dict[str, int]) -> None:
    talk = await told(ADDED, text, language=language)
    assert column(talk, "day") == days
    assert len(names(talk)) == 4


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("remove everything on day 2", ["Opera House", "Vigeland"]),
        ("get rid of whatever's on day 2", ["Opera House", "Vigeland"]),
        ("quita todo lo del día 2", ["Opera House", "Vigeland"]),
        ("saca los del dia 2", ["Opera House", "Vigeland"]),
        ("tira os que estão no dia 2", ["Opera House", "Vigeland"]),
        ("drop everything in Bjorvika", ["Vigeland", "Syverkiosken"]),
        ("borra lo de bjorvika", ["Vigeland", "Syverkiosken"]),
        ("take the Bjorvika ones off", ["Vigeland", "Syverkiosken"]),
        ("remove what we've already visited", ["Munch Museum", "Vigeland", "Syverkiosken"]),
        ("borra lo que ya vimos", ["Munch Museum", "Vigeland", "Syverkiosken"]),
        ("apaga os já visitados", ["Munch Museum", "Vigeland", "Syverkiosken"]),
        ("drop everything on day 2 except munch", ["Opera House", "Munch Museum", "Vigeland"]),
    ],
)
async def test_a_set_is_meant_by_its_day_its_district_or_its_visits(text: str, left: list[str]) -> None:
    talk = await told(ADDED, "munch and syverkiosken day 2", "opera and munch are in Bjorvika", "we saw the opera")
    await talk.say(text)
    assert names(talk) == left
    await talk.say("ugh no, bring those back")
    assert len(names(talk)) == 4


async def test_an_empty_set_is_not_all_of_them() -> None:
    talk = await told(ADDED, "opera day 1")
    reply = await talk.say("remove everything on day 5")
    assert len(names(talk)) == 4
    assert reply.text


@pytest.mark.parametrize(
    ("language", "text", "visited", "ratings"),
    [
        ("en", "just got back from vigeland, a bit cold but lovely. 4 stars", ["Vigeland"], {"Vigeland": 4}),
        ("en", "been to munch and the opera today!", ["Munch Museum", "Opera House"], {}),
        ("en", "vigeland last night, easily a 5", ["Vigeland"], {"Vigeland": 5}),
        ("en", "opera was a 5/5, vigeland 4, munch meh 2", [], {"Opera House": 5, "Vigeland": 4, "Munch Museum": 2}),
        ("es", "ya subimos a vigeland, nos encantó, 5", ["Vigeland"], {"Vigeland": 5}),
        ("es", "la ópera la vimos ayer y estuvo genial, 4 estrellas", ["Opera House"], {"Opera House": 4}),
        ("pt", "já fomos na opera, achei caro, nota 3", ["Opera House"], {"Opera House": 3}),
        ("pt", "o museu a gente já viu, lindo, 5 estrelas", ["Munch Museum"], {"Munch Museum": 5}),
    ],
)
async def test_visits_and_stars_are_told_in_passing(
    language: str, text: str, visited: list[str], ratings: dict[str, int]
) -> None:
    talk = await told(ADDED, text, language=language)
    assert sorted(column(talk, "visited")) == sorted(visited)
    assert column(talk, "rating") == ratings
    assert len(names(talk)) == 4


@pytest.mark.parametrize(
    ("text", "visited"),
    [
        ("except vigeland, we only drove by", ["Opera House", "Munch Museum"]),
        ("we didn't make it to vigeland in the end", ["Opera House", "Munch Museum"]),
        ("well, not munch yet", ["Opera House", "Vigeland"]),
        ("vigeland todavía no", ["Opera House", "Munch Museum"]),
        ("vigeland ainda não", ["Opera House", "Munch Museum"]),
    ],
)
async def test_a_visit_is_taken_back(text: str, visited: list[str]) -> None:
    talk = await told(ADDED, "we've been to the opera, munch and vigeland", text)
    assert list(column(talk, "visited")) == visited


@pytest.mark.parametrize(
    "text",
    ["same day as the opera for vigeland", "vigeland goes with the opera", "vigeland el mismo dia que la opera",
     "põe vigeland no mesmo dia da opera"],
)  # fmt: skip
async def test_the_same_day_as_another(text: str) -> None:
    talk = await told(ADDED, "opera on day 3", text)
    assert column(talk, "day") == {"Opera House": 3, "Vigeland": 3}


async def test_the_same_day_as_one_that_has_none_is_asked_for() -> None:
    talk = await told(ADDED)
    assert "which day" in (await talk.say("vigeland on the same day as the opera")).text
    assert names(talk) == ["Opera House", "Munch Museum", "Vigeland", "Syverkiosken"]


@pytest.mark.parametrize("text", ["same for vigeland", "lo mismo para vigeland", "o mesmo pra vigeland"])
async def test_the_same_is_done_to_another(text: str) -> None:
    assert column(await told(ADDED, "opera on day 3", text), "day") == {"Opera House": 3, "Vigeland": 3}
    assert column(await told(ADDED, "opera 4 stars", text), "rating") == {"Opera House": 4, "Vigeland": 4}


@pytest.mark.parametrize(
    "text",
    ["swap the opera and vigeland", "oops, it's the other way around", "intercambia la opera y vigeland", "al revés",
     "troca a opera com vigeland", "ao contrário"],
)  # fmt: skip
async def test_two_change_their_days(text: str) -> None:
    talk = await told(ADDED, "opera day 1, vigeland day 2", text)
    assert column(talk, "day") == {"Opera House": 2, "Vigeland": 1}


@pytest.mark.parametrize(
    ("text", "districts"),
    [
        ("opera and munch are both in Bjorvika btw", {"Opera House": "Bjorvika", "Munch Museum": "Bjorvika"}),
        ("the opera is in Bjorvika and vigeland in Frogner", {"Opera House": "Bjorvika", "Vigeland": "Frogner"}),
        ("la opera está en Bjorvika y vigeland en La Colina", {"Opera House": "Bjorvika", "Vigeland": "La Colina"}),
        ("a opera fica em Bjorvika e vigeland no Frogner", {"Opera House": "Bjorvika", "Vigeland": "Frogner"}),
    ],
)
async def test_districts_belong_to_who_stands_beside_them(text: str, districts: dict[str, str]) -> None:
    assert column(await told(ADDED, text), "district") == districts


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("add the fjord cruise and the ski jump, both in Holmen", {"fjord cruise": "Holmen", "ski jump": "Holmen"}),
        ("pon el faro y la playa, los dos en Holmen", {"faro": "Holmen", "playa": "Holmen"}),
        ("and the old mill, that one is in Holmen", {"old mill": "Holmen"}),
        ("y el faro, ese está en Holmen", {"faro": "Holmen"}),
        ("bota o farol, que fica em Holmen", {"farol": "Holmen"}),
    ],
)
async def test_what_is_said_further_is_said_of_what_was_added(text: str, wanted: dict[str, str]) -> None:
    talk = await told("add Opera House", text)
    assert [same(name) for name in names(talk)] == ["opera house", *wanted]
    assert {same(name): district for name, district in column(talk, "district").items()} == wanted


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("leave a reminder for vigeland: bring gloves", "bring gloves"),
        ("ponle a vigeland una nota: llevar guantes", "llevar guantes"),
        ("coloca no vigeland um lembrete: levar luvas", "levar luvas"),
        ("vigeland is slippery in winter, write that down", "vigeland is slippery in winter"),
        ("vigeland resbala en invierno, apúntalo", "vigeland resbala en invierno"),
    ],
)
async def test_a_note_in_any_order(text: str, note: str) -> None:
    talk = await told(ADDED, text)
    assert column(talk, "notes") == {"Vigeland": [note]}
    assert len(names(talk)) == 4


@pytest.mark.parametrize("text", ["no, it's at 9", "no, es at 9", "não, é at 9", "no it's at 9"])
async def test_a_note_is_corrected(text: str) -> None:
    talk = await told(ADDED, "note for the opera: tour is at 8", text)
    assert column(talk, "notes") == {"Opera House": ["at 9"]}


@pytest.mark.parametrize("text", ["put munch back", "no wait, keep munch", "devuelve munch", "traz munch de volta"])
async def test_what_was_removed_comes_back_by_its_name(text: str) -> None:
    talk = await told(ADDED, "scrap munch")
    assert len(names(talk)) == 3
    await talk.say(text)
    assert names(talk) == ["Opera House", "Munch Museum", "Vigeland", "Syverkiosken"]


@pytest.mark.parametrize(
    "text",
    ["don't remove the opera", "should we drop the opera?", "remove the museum and the prison", "is the opera far?",
     "no quites la ópera", "não tira a opera"],
)  # fmt: skip
async def test_what_is_denied_asked_or_unknown_changes_nothing(text: str) -> None:
    talk = await told(ADDED)
    before = talk.state
    await talk.say(text)
    assert talk.state == before


async def test_a_number_counts_a_kind() -> None:
    talk = await told("add Munch Museum, Vigeland Park, Ski Museum and Frogner", "the two museums on day 2")
    assert column(talk, "day") == {"Munch Museum": 2, "Ski Museum": 2}
    await talk.say("the two beaches on day 3")
    assert column(talk, "day") == {"Munch Museum": 2, "Ski Museum": 2}


async def test_a_name_that_may_be_either_is_asked_for() -> None:
    talk = await told("add Munch Museum and Ski Museum")
    assert "?" in (await talk.say("we saw the museum, 4 stars")).text
    assert column(talk, "visited") == {}


PLACES = st.lists(
    st.sampled_from(["Ekeberg", "Grefsen", "Tjuvholmen", "Damstredet", "Mathallen", "Kampen"]),
    min_size=2, max_size=6, unique=True,
)  # fmt: skip
DAYS = st.integers(1, 30)


@given(places=PLACES, day=DAYS, other=DAYS, data=st.data())
@settings(max_examples=examples(25), deadline=None)
async def test_only_who_is_named_is_moved(places: list[str], day: int, other: int, data: st.DataObject) -> None:
    one, two = data.draw(st.permutations(places))[:2]
    form = data.draw(
        st.sampled_from(
            ["{a} on day {n} and {b} on day {m}", "{a} el día {n}, {b} el día {m}", "{a} no dia {n} e {b} no dia {m}"]
        )
    )
    talk = await told("add " + ", ".join(places), form.format(a=one.lower(), b=two.lower(), n=day, m=other))
    assert column(talk, "day") == {one: day, two: other}
    await talk.say("undo that")
    assert (column(talk, "day"), names(talk)) == ({}, places)
