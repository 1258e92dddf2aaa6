"""What people say around a wish: why, to whom, how kindly; none of it may become a place."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.assistants.miniapps.trip_planner.app import APP


async def _begun(*lines: str, opens: str = "plan a trip to Oslo") -> Talk:
    talk = Talk(APP)
    await talk.say(opens, opens="trip_planner")
    for line in lines:
        await talk.say(line)
    return talk


def _names(talk: Talk) -> list[str]:
    return [one["name"] for one in talk.state["venues"]]


@pytest.mark.parametrize(
    "text",
    ["undo, grandma would be sad", "revert that, Lena insists on it", "no wait, undo, we do have time",
     "deshaz eso, la abuela insiste", "uy, deshacer, Marta quiere verlo", "anula eso, me equivoqué de sitio",
     "desfaz isso, a Rita quer muito", "opa, desfaz, ainda dá tempo", "reverte isso, era brincadeira"],
)  # fmt: skip
async def test_an_undo_with_its_reason_undoes_and_adds_nothing(text: str) -> None:
    talk = await _begun("add Fram Museum and Noma", "remove Noma", text)
    assert _names(talk) == ["Fram Museum", "Noma"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("could you add Fram Museum and Noma, darling?", ["Fram Museum", "Noma"]),
        ("agrega el Museo Fram, cariño", ["Museo Fram"]),
        ("adiciona o Museu Fram, minha querida", ["Museu Fram"]),
        ("anote usted la Torre Eiffel", ["Torre Eiffel"]),
        ("anote o senhor a Torre Eiffel", ["Torre Eiffel"]),
        ("we're sleeping at Hotel Bristol, add that too", ["Hotel Bristol"]),
        ("nos alojamos en Hotel Bristol, agrégalo", ["Hotel Bristol"]),
        ("vamos ficar no Hotel Bristol, anota aí", ["Hotel Bristol"]),
        ("and a bar: Himkok", ["Himkok"]),
        ("y un restaurante: Casa Mono", ["Casa Mono"]),
        ("e um hotel: Bristol", ["Bristol"]),
        ("e ainda o Bar Boca, para almoçarmos", ["Bar Boca"]),
        ("Himkok 4 drinks", ["Himkok"]),
        ("agrega el parque 9 de julio y la plaza 25 de mayo", ["Parque 9 de Julio", "Plaza 25 de Mayo"]),
        ("falta el Museo Fram", ["Museo Fram"]),
        ("we forgot Fram Museum", ["Fram Museum"]),
        ("faltou o Museu Fram", ["Museu Fram"]),
    ],
)
async def test_only_the_place_is_kept(text: str, names: list[str]) -> None:
    assert _names(await _begun(text)) == names


@pytest.mark.parametrize(
    "text",
    ["make it Bergen actually", "let's make it Bergen", "que sea Bergen", "mejor Bergen", "que seja Bergen",
     "sorry, it's Bergen, change the destination", "perdón, es a Bergen, cambia el destino",
     "desculpa, era para Bergen, muda o destino", "the destination is Bergen instead", "el destino es Bergen ahora",
     "o destino é Bergen agora"],
)  # fmt: skip
async def test_the_destination_is_the_name_alone(text: str) -> None:
    talk = await _begun(text)
    assert (talk.state["destination"], _names(talk)) == ("Bergen", [])


@pytest.mark.parametrize("text", ["plan a trip to Bergen asap", "planear un viaje a Bergen cuanto antes"])
async def test_haste_is_no_part_of_a_destination(text: str) -> None:
    assert (await _begun(opens=text)).state["destination"] == "Bergen"


@pytest.mark.parametrize(
    "text", ["Noma is out, too pricey", "Noma sale, es carísimo", "o Noma sai, ninguém quer ir", "Noma fora, caro"]
)
async def test_what_is_out_goes(text: str) -> None:
    assert _names(await _begun("add Fram Museum and Noma", text)) == ["Fram Museum"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("opa, o Noma é no dia 3", 3),
        ("oops, Noma is on day 3", 3),
        ("perdón, Noma es el día 3", 3),
        ("sorry, Noma on day 2, day 4 we drive home", 2),
        ("perdón, Noma el día 2, el día 4 volvemos a casa", 2),
        ("desculpa, Noma no dia 2, no dia 4 voltamos pra casa", 2),
    ],
)
async def test_a_correction_sets_its_own_day(text: str, day: int) -> None:
    talk = await _begun("add Fram Museum and Noma", "Noma on day 1", text)
    assert _names(talk) == ["Fram Museum", "Noma"]
    assert talk.state["venues"][1]["day"] == day


@pytest.mark.parametrize(
    "text",
    ["add Himkok on day 2 with a note: ring the bell", "agrega Himkok el día 2 con una nota: ring the bell",
     "adiciona Himkok no dia 2 com uma nota: ring the bell"],
)  # fmt: skip
async def test_a_note_comes_with_a_place(text: str) -> None:
    talk = await _begun("add Noma", text)
    assert _names(talk) == ["Noma", "Himkok"]
    assert (talk.state["venues"][1]["day"], talk.state["venues"][1]["notes"]) == (2, ["ring the bell"])


@pytest.mark.parametrize(
    ("text", "district"),
    [("Noma queda en el barrio de Vika", "Vika"), ("o Noma fica no bairro Vika", "Vika"),
     ("Noma fica no Bairro Alto", "Bairro Alto"), ("Noma is in Vika", "Vika")],
)  # fmt: skip
async def test_a_district_is_its_name(text: str, district: str) -> None:
    assert (await _begun("add Noma and Himkok", text)).state["venues"][0]["district"] == district


async def test_each_place_has_its_district() -> None:
    talk = await _begun("could you add Noma in Vika and Himkok in Sentrum?")
    assert [(one["name"], one["district"]) for one in talk.state["venues"]] == [("Noma", "Vika"), ("Himkok", "Sentrum")]


@pytest.mark.parametrize(
    "text",
    ["rename Noma to Nomad, my mistake", "renombra Noma a Nomad, lo escribí mal", "renomeia Noma para Nomad, errei"],
)
async def test_a_new_name_comes_without_its_reason(text: str) -> None:
    assert _names(await _begun("add Noma and Himkok", text)) == ["Nomad", "Himkok"]


@pytest.mark.parametrize(
    ("lines", "ratings"),
    [
        (("visitei o Noma e o Himkok", "5 estrelas pros dois"), [5, 5, None]),
        (("been to Noma! the boys say 4 stars",), [4, None, None]),
        (("fuimos a Noma! los chicos dicen 4 estrellas",), [4, None, None]),
        (("fomos no Noma! as meninas deram 4 estrelas",), [4, None, None]),
        (("we've been to Noma, five stars from both of us",), [5, None, None]),
    ],
)
async def test_stars_go_to_what_was_seen(lines: tuple[str, ...], ratings: list[int | None]) -> None:
    talk = await _begun("add Noma, Himkok and Fram Museum", *lines)
    assert [one["rating"] for one in talk.state["venues"]] == ratings
