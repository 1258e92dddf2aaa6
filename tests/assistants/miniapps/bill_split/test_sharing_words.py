"""How people say who shares what, who paid, and which one they mean, in three languages."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.bill_split import APP
from fingerpost.assistants.miniapps.bill_split.pairs import read_pairs
from fingerpost.assistants.miniapps.bill_split.shares import borne
from fingerpost.assistants.miniapps.bill_split.state import START, ids_of, name_of
from fingerpost.assistants.miniapps.framework.testing import Talk
from tests.assistants.miniapps.framework.talking import check


async def begun(*lines: str) -> Talk:
    talk = Talk(APP)
    await talk.say("split the bill: me, Ana, Tom and Leo", opens="bill_split")
    for line in lines:
        await talk.say(line)
    return talk


def bears(talk: Talk, place: int = -1) -> dict[str, int]:
    one = talk.state["expenses"][place]
    parts = borne(one["cents"], one["shares"], ids_of(talk.state))
    return {name_of(talk.state, who): cents for who, cents in parts.items()}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("pizza 30, Ana paid, split with Tom and Leo", {"Ana": 1000, "Tom": 1000, "Leo": 1000}),
        ("la pizza 30 la pagué yo a medias con Ana", {"me": 1500, "Ana": 1500}),
        ("a pizza foi 30, a Ana pagou, dividida com o Leo", {"Ana": 1500, "Leo": 1500}),
        ("pizza 120 split Ana 50 Tom 70, Leo paid", {"Ana": 5000, "Tom": 7000}),
        ("pizza 120 pagó Leo Ana 50 yo 70", {"me": 7000, "Ana": 5000}),
        ("pizza 120: eu 30, ana 50 e leo 40, o leo pagou", {"me": 3000, "Ana": 5000, "Leo": 4000}),
        ("Pizza is 90, Ana paid. Ana had most so she's 60, Tom 20, me 10", {"me": 1000, "Ana": 6000, "Tom": 2000}),
        (
            "Ana bought the pizza for 70. Split it by weight: Ana 2, Tom 4, Leo 1",
            {"Ana": 2000, "Tom": 4000, "Leo": 1000},
        ),
        ("Ana pagó la pizza, 70, por pesos: Ana 2, Tom 4, Leo 1", {"Ana": 2000, "Tom": 4000, "Leo": 1000}),
        ("a Ana pagou a pizza, 70. por peso: Ana 2, Tom 4, Leo 1", {"Ana": 2000, "Tom": 4000, "Leo": 1000}),
        ("pizza 50 Ana, Ana 60% Tom 40%", {"Ana": 3000, "Tom": 2000}),
        ("pizza 50 split between Ana and Tom 60/40, Leo paid", {"Ana": 3000, "Tom": 2000}),
        ("pizza 40 Ana, equal", {"me": 1000, "Ana": 1000, "Tom": 1000, "Leo": 1000}),
        ("pizza 40 Ana, a partes iguales", {"me": 1000, "Ana": 1000, "Tom": 1000, "Leo": 1000}),
        ("pizza 40 Ana, dividido igual", {"me": 1000, "Ana": 1000, "Tom": 1000, "Leo": 1000}),
        ("pizza 40 tom, split between all four", {"me": 1000, "Ana": 1000, "Tom": 1000, "Leo": 1000}),
        ("pizza 40, la pagó Ana, pero solo fuimos Ana y yo", {"me": 2000, "Ana": 2000}),
        ("3 pizzas at 6 each, Ana paid", {"me": 450, "Ana": 450, "Tom": 450, "Leo": 450}),
        ("3 pizzas a 6 cada una, pagó Ana", {"me": 450, "Ana": 450, "Tom": 450, "Leo": 450}),
        ("pizza 3 x 6, a Ana pagou", {"me": 450, "Ana": 450, "Tom": 450, "Leo": 450}),
    ],
)
async def test_shares_of_a_new_expense(text: str, parts: dict[str, int]) -> None:
    talk = await begun()
    reply = await talk.say(text)
    [one] = talk.state["expenses"]
    assert one["what"].lower() in ("pizza", "pizzas"), reply.text
    assert bears(talk) == parts, reply.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("the taxi was just me and Ana", {"me": 1500, "Ana": 1500}),
        ("Ana and I split the taxi", {"me": 1500, "Ana": 1500}),
        ("Tom wasn't in the car so the taxi is only for the other three", {"me": 1000, "Ana": 1000, "Leo": 1000}),
        ("pon el taxi por peso: Ana 2, Tom 1", {"Ana": 2000, "Tom": 1000}),
        ("o taxi por peso: Ana 2, Tom 1", {"Ana": 2000, "Tom": 1000}),
        ("the taxi by weight: Ana 2, Tom 1", {"Ana": 2000, "Tom": 1000}),
        ("the taxi shouldn't include me", {"Ana": 1000, "Tom": 1000, "Leo": 1000}),
        ("el taxi solo lo usamos Ana y yo", {"me": 1500, "Ana": 1500}),
        ("el taxi lo compartimos Ana y yo", {"me": 1500, "Ana": 1500}),
        ("Tom no fue en taxi, eso va entre los otros 3", {"me": 1000, "Ana": 1000, "Leo": 1000}),
        ("o taxi só eu e a Ana usamos", {"me": 1500, "Ana": 1500}),
        ("o taxi foi só meu e da ana", {"me": 1500, "Ana": 1500}),
        ("o tom n foi, taxi so pros outros tres", {"me": 1000, "Ana": 1000, "Leo": 1000}),
    ],
)
async def test_shares_of_an_expense_that_is_there(text: str, parts: dict[str, int]) -> None:
    talk = await begun("taxi 30 Ana", "wine 20 Leo")
    if "taxi" not in text.split():
        await talk.say("the taxi was 30")
    reply = await talk.say(text)
    assert bears(talk, 0) == parts, reply.text
    assert bears(talk, 1) == {"me": 500, "Ana": 500, "Tom": 500, "Leo": 500}, reply.text


@pytest.mark.parametrize(
    ("text", "expenses"),
    [
        (
            "Ana paid 48 for the cabin, Tom 12 for groceries and I paid 6 for gas",
            "cabin 48 Ana, groceries 12 Tom, gas 6 me",
        ),
        ("Tom: snacks 20, Ana: uber 35.50", "snacks 20 Tom, uber 35.5 Ana"),
        ("carne 18 leo / cerva 9 eu / carvao 2 tom", "carne 18 Leo, cerva 9 me, carvao 2 Tom"),
        ("bravas 13,50 leo y croquetas 12 ana", "bravas 13.5 Leo, croquetas 12 Ana"),
        ("electricity was 90.60 and I paid that one", "electricity 90.6 me"),
        ("El alquiler son 900 y lo he pagado yo", "alquiler 900 me"),
        ("La luz, 63,40, la pagó Tom", "luz 63.4 Tom"),
        ("it was tom lol. karaoke 12, tom", "karaoke 12 Tom"),
        ("eran 12. palomitas 12 leo", "palomitas 12 Leo"),
        ("leo grabbed breakfast, 42", "breakfast 42 Leo"),
        ("yo el pan: 3,20", "pan 3.2 me"),
        ("brunch at Joe's 54, Ana paid", "brunch at Joe's 54 Ana"),
        ("bread, cheese and wine 30 Tom", "bread, cheese and wine 30 Tom"),
        ("I owe Tom 15", "expense 15 Tom"),
        ("le debo 15 a Tom", "gasto 15 Tom"),
        ("devo 15 pro Tom", "despesa 15 Tom"),
    ],
)
async def test_names_are_tidy(text: str, expenses: str) -> None:
    talk = await begun()
    reply = await talk.say(text)
    told = [(one["what"], one["cents"] / 100, name_of(talk.state, one["payer"])) for one in talk.state["expenses"]]
    assert ", ".join(f"{what} {cents:g} {payer}" for what, cents, payer in told) == expenses, reply.text


@pytest.mark.parametrize(
    ("lines", "text", "left"),
    [
        (("ticket 20 Tom", "ticket 30 Tom"), "remove the first ticket", [3000]),
        (("ticket 20 Tom", "ticket 30 Tom"), "quita el segundo ticket", [2000]),
        (("ticket 20 Tom", "ticket 30 Tom"), "tira o ticket de 20", [3000]),
        (("ticket 20 Tom", "ticket 30 Ana"), "remove Ana's ticket", [2000]),
        (("ticket 20 Tom", "taxi 30 Ana"), "delete the 20 one", [3000]),
        (("carbon 20 Tom", "bebidas 30 yo"), "borra el carbon, tom dice q lo regala", [3000]),
        (("bread 20 Tom", "tolls 30 me", "wine 5 Leo"), "remove the bread and the tolls", [500]),
        (("pan 20 Tom", "peajes 30 yo", "vino 5 Leo"), "quita el pan y los peajes", [500]),
    ],
)
async def test_the_one_that_is_meant_goes(lines: tuple[str, ...], text: str, left: list[int]) -> None:
    talk = await begun(*lines)
    reply = await talk.say(text)
    assert [one["cents"] for one in talk.state["expenses"]] == left, reply.text


@pytest.mark.parametrize(
    ("text", "what", "cents", "payer"),
    [
        ("no, 35", "wine", 3500, "Tom"),
        ("não, 35", "wine", 3500, "Tom"),
        ("Tom didn't pay for the wine, it was Ana", "wine", 2000, "Ana"),
        ("wine no lo pagó Tom, fue Ana", "wine", 2000, "Ana"),
        ("o wine não foi o Tom que pagou, foi a Ana", "wine", 2000, "Ana"),
        ("the wine was 25, my bad", "wine", 2500, "Tom"),
        ("o wine foi 25, errei", "wine", 2500, "Tom"),
        ("cámbiale el nombre al wine, ponle vino", "vino", 2000, "Tom"),
        ("muda wine pra vinho", "vinho", 2000, "Tom"),
    ],
)
async def test_corrections(text: str, what: str, cents: int, payer: str) -> None:
    talk = await begun("taxi 30 Leo", "wine 20 Tom")
    reply = await talk.say(text)
    one = talk.state["expenses"][1]
    assert (one["what"], one["cents"], name_of(talk.state, one["payer"])) == (what, cents, payer), reply.text
    assert [(one["what"], one["cents"]) for one in talk.state["expenses"][:1]] == [("taxi", 3000)], reply.text


async def test_an_expense_that_is_told_again_is_not_counted_twice() -> None:
    talk = await begun("gift 100 Tom", "taxi 30 Leo")
    await check(
        talk,
        [
            ("T", "gift was 120 and Ana paid it", "Changed: gift: 120 (Ana paid)"),
            ("T", "el gift por importes: Ana 60, Tom 40, Leo 20", "gift: 120 (Ana paid; Ana 60, Tom 40, Leo 20)"),
        ],
    )
    assert [one["cents"] for one in talk.state["expenses"]] == [12_000, 3000]


async def test_another_one_is_no_correction() -> None:
    talk = await begun("taxi 15 me")
    await check(talk, [("T", "actually another taxi there, 12, also me", "taxi: 12")])
    assert [one["cents"] for one in talk.state["expenses"]] == [1500, 1200]


async def test_which_one_is_answered_by_who_paid() -> None:
    talk = await begun("gas 55 me", "gas 61 Ana")
    await check(talk, [("T", "change the gas to 58", "Which one"), ("T", "mine", "gas: 58 (you paid)")])
    assert [one["cents"] for one in talk.state["expenses"]] == [5800, 6100]


async def test_several_people_pay_back_at_once() -> None:
    talk = await begun("lunch 72.40 me")
    await check(
        talk,
        [
            ("T", "ana and tom already paid me", "Ana paid you 18.10 and Tom paid you 18.10"),
            ("N", "who's left?", "Leo owes you 18.10"),
            ("T", "leo too now", "Leo paid you 18.10"),
            ("N", "anything still open?", "Nobody owes anything."),
        ],
    )


def test_pairs_are_read_to_the_end_or_not_at_all() -> None:
    found = read_pairs("kayaks 120 split Marek 50 Sofia 70", START)
    assert [(one.name, one.cents) for one in found] == [("Marek", 5000), ("Sofia", 7000)]
    assert read_pairs("Marek 50 Sofia 70 for the kayaks", START) == []
    assert read_pairs("wine 50 Ana, cheese 30 Tom", START) == []
    assert read_pairs("1 " * 500, START) == []
