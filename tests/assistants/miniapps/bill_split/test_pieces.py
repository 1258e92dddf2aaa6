"""Messages of several pieces: who paid, who shares, tips, payments and people in any order, in three languages."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.bill_split import APP
from fingerpost.assistants.miniapps.bill_split.shares import borne
from fingerpost.assistants.miniapps.bill_split.state import balances, currencies, ids_of, name_of
from fingerpost.assistants.miniapps.framework.testing import Talk

EN = ("split the bill with Ana, Leo and Tom", "dinner 84 Ana", "taxi 30 me", "museum 40 Leo")
ES = ("dividir la cuenta con Ana, Leo y Tomás", "cena 84 Ana", "taxi 30 yo", "museo 40 Leo")
PT = ("dividir a conta com Ana, Leo e Tomás", "jantar 84 Ana", "táxi 30 eu", "museu 40 Leo")


async def begun(lines: tuple[str, ...]) -> Talk:
    talk = Talk(APP)
    for place, line in enumerate(lines):
        await talk.say(line, opens="" if place else "bill_split")
    return talk


def bears(talk: Talk, what: str) -> dict[str, int]:
    one = next(one for one in talk.state["expenses"] if one["what"] == what)
    parts = borne(one["cents"], one["shares"], ids_of(talk.state))
    return {name_of(talk.state, who).lower(): cents for who, cents in parts.items()}


def spent(talk: Talk) -> list[tuple[str, int, str]]:
    return [(one["what"], one["cents"], name_of(talk.state, one["payer"])) for one in talk.state["expenses"]]


def owed(talk: Talk) -> dict[str, int]:
    sums: dict[str, int] = {}
    for currency in currencies(talk.state):
        for who, cents in balances(talk.state, currency).items():
            sums[name_of(talk.state, who)] = sums.get(name_of(talk.state, who), 0) + cents
    return sums


@pytest.mark.parametrize(
    ("lines", "text", "what", "parts"),
    [
        (EN, "Tom skips the museum", "museum", {"ana": 1334, "leo": 1333, "me": 1333}),
        (EN, "tom's not part of the taxi thing", "taxi", {"ana": 1000, "leo": 1000, "me": 1000}),
        (EN, "don't charge Ana for the taxi", "taxi", {"leo": 1000, "tom": 1000, "me": 1000}),
        (EN, "only Ana and I took the taxi", "taxi", {"ana": 1500, "me": 1500}),
        (
            EN,
            "for the dinner, Ana pays 40 and the rest is split between the others",
            "dinner",
            {"ana": 4000, "leo": 1467, "tom": 1467, "me": 1466},
        ),
        (EN, "Ana owes 50 of the dinner and Leo 34", "dinner", {"ana": 5000, "leo": 3400}),
        (EN, "I had 12 of the dinner, split the rest", "dinner", {"ana": 2400, "leo": 2400, "tom": 2400, "me": 1200}),
        (EN, "split the dinner by weight, Ana 2, Leo 1, Tom 1, me 2", "dinner", {"ana": 2800, "leo": 1400, "tom": 1400, "me": 2800}),
        (EN, "Leo pays half of the dinner", "dinner", {"leo": 4200, "ana": 1400, "tom": 1400, "me": 1400}),
        (ES, "a Ana no le cobres el taxi", "taxi", {"leo": 1000, "tomás": 1000, "yo": 1000}),
        (ES, "Leo no bebe, quítalo de la cena", "cena", {"ana": 2800, "tomás": 2800, "yo": 2800}),
        (ES, "de la cena a mi me tocan 24, a Ana 20, a Leo 20 y a Tomas 20", "cena", {"yo": 2400, "ana": 2000, "leo": 2000, "tomás": 2000}),
        (ES, "el taxi dividilo en 2, solo Ana y yo", "taxi", {"ana": 1500, "yo": 1500}),
        (PT, "tira o Leo do jantar que ele não comeu", "jantar", {"ana": 2800, "tomás": 2800, "eu": 2800}),
        (PT, "no jantar a Ana paga 42 e o resto divide", "jantar", {"ana": 4200, "leo": 1400, "tomás": 1400, "eu": 1400}),
        (PT, "as duas ultimas sao só minhas e da Ana", "museu", {"ana": 2000, "eu": 2000}),
        (PT, "o jantar por peso: Ana 3, Leo 1, Tomas 1, eu 1", "jantar", {"ana": 4200, "leo": 1400, "tomás": 1400, "eu": 1400}),
    ],
)  # fmt: skip
async def test_shares_are_told_in_any_order(
    lines: tuple[str, ...], text: str, what: str, parts: dict[str, int]
) -> None:
    talk = await begun(lines)
    await talk.say(text)
    assert bears(talk, what) == parts


@pytest.mark.parametrize(
    ("lines", "text", "told"),
    [
        (EN, "cocktails 88 leo but tom's driving so not him", ("cocktails", 8800, "Leo")),
        (EN, "hotel 300 paid by Ana. Ana and Leo stayed 2 nights, Tom and me 1", ("hotel", 30000, "Ana")),
        (EN, "dinner out 100 plus 10% tip, Leo paid", ("dinner out", 11000, "Leo")),
        (EN, "spa day 260 Leo paid", ("spa day", 26000, "Leo")),
        (EN, "we also had pizza, 48, Mia put it on her card", ("pizza", 4800, "Mia")),
        (ES, "helado 18, lo pagó Carla, solo para ella y para mí", ("helado", 1800, "Carla")),
        (ES, "tomas tmb pago 9 de cafe", ("cafe", 900, "Tomás")),
        (PT, "o hotel custou 300 e foi a Ana que pagou. a parte da Ana é 120, a do Leo 100 e a minha 80", ("hotel", 30000, "Ana")),
        (PT, "café 36 leo pagou mas a ana não comeu", ("café", 3600, "Leo")),
    ],
)  # fmt: skip
async def test_an_expense_with_what_belongs_to_it(
    lines: tuple[str, ...], text: str, told: tuple[str, int, str]
) -> None:
    talk = await begun(lines)
    await talk.say(text)
    assert spent(talk)[3:] == [told]


async def test_reasons_and_pronouns_tell_who_shares() -> None:
    talk = await begun(EN)
    await talk.say("cocktails 90 leo but tom's driving so not him")
    assert bears(talk, "cocktails") == {"ana": 3000, "leo": 3000, "me": 3000}
    await talk.say("hotel 210 Tom, but he took the suite so 140 of it is his and 70 mine")
    assert bears(talk, "hotel") == {"tom": 14000, "me": 7000}


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (EN, "Ana paid 20 for gas and 15 for tolls"),
        (EN, "gas 20 and tolls 15, both Ana"),
        (EN, "gas 20, tolls 15 - all paid by Ana"),
        (ES, "gas 20 y tolls 15 los pagó Ana"),
        (PT, "gas 20 e tolls 15, tudo Ana"),
    ],
)
async def test_one_payer_for_several(lines: tuple[str, ...], text: str) -> None:
    talk = await begun(lines)
    await talk.say(text)
    assert spent(talk)[3:] == [("gas", 2000, "Ana"), ("tolls", 1500, "Ana")]


@pytest.mark.parametrize(
    ("lines", "text", "place", "told"),
    [
        (EN, "the taxi was on Leo", 1, ("taxi", 3000, "Leo")),
        (EN, "wait no the taxi was on Leo", 1, ("taxi", 3000, "Leo")),
        (EN, "bump the taxi up to 36", 1, ("taxi", 3600, "me")),
        (EN, "add a 10% tip to the dinner", 0, ("dinner", 9240, "Ana")),
        (EN, "knock 10 off the dinner", 0, ("dinner", 7400, "Ana")),
        (EN, "make the 40 one 45", 2, ("museum", 4500, "Leo")),
        (EN, 'call the taxi "airport ride" instead', 1, ("airport ride", 3000, "me")),
        (ES, "fue Leo el que pagó el taxi", 1, ("taxi", 3000, "Leo")),
        (ES, "dejamos 8 de propina en la cena", 0, ("cena", 9200, "Ana")),
        (ES, "el museo mejor llamalo exposición", 2, ("exposición", 4000, "Leo")),
        (PT, "quem pagou o taxi foi o Leo, nao fui eu", 1, ("táxi", 3000, "Leo")),
        (PT, "soma 5 no táxi", 1, ("táxi", 3500, "eu")),
        (PT, "o museu são 12 por pessoa", 2, ("museu", 4800, "Leo")),
    ],
)
async def test_corrections(lines: tuple[str, ...], text: str, place: int, told: tuple[str, int, str]) -> None:
    talk = await begun(lines)
    before = spent(talk)
    await talk.say(text)
    assert spent(talk)[place] == told
    assert [one for at, one in enumerate(spent(talk)) if at != place] == before[:place] + before[place + 1 :]


async def test_several_things_at_once_are_undone_at_once() -> None:
    talk = await begun(EN)
    before = talk.state
    await talk.say("change the dinner to 90 and the taxi to 28")
    assert [cents for _, cents, _ in spent(talk)] == [9000, 2800, 4000]
    await talk.say("nah undo that")
    assert talk.state == before


@pytest.mark.parametrize(
    ("lines", "text", "giver", "cents"),
    [
        (EN, "leo handed ana 10 in cash", "Leo", 1000),
        (EN, "Tom has paid Ana what he owes", "Tom", 3850),
        (EN, "clear tom's debt", "Tom", 3850),
        (EN, "sent ana 5", "me", 500),
        (ES, "le hice un bizum de 15 a Ana", "yo", 1500),
        (ES, "Tomás quedó a mano con Ana", "Tomás", 3850),
        (PT, "o Tomas passou 20 pra Ana", "Tomás", 2000),
        (PT, "marca a dívida do Tomás como paga", "Tomás", 3850),
    ],
)
async def test_payments(lines: tuple[str, ...], text: str, giver: str, cents: int) -> None:
    talk = await begun(lines)
    await talk.say(text)
    (paid,) = talk.state["payments"]
    assert (name_of(talk.state, paid["giver"]), name_of(talk.state, paid["taker"]), paid["cents"]) == (
        giver,
        "Ana",
        cents,
    )


@pytest.mark.parametrize(
    ("lines", "text", "sharing"),
    [
        (EN, "Mia is joining us", 3),
        (EN, "Mia's joining us, but she only shares from here on", 0),
        (EN, "Mia came along too but she only had the museum", 1),
        (ES, "se suma Mía, y todo se divide entre los cinco", 3),
        (ES, "agrega a Mía, llegó después de la cena", 2),
        (PT, "a Mia também foi", 3),
        (PT, "a Mia entra só daqui pra frente", 0),
    ],
)
async def test_who_comes_later_shares_what_was_said(lines: tuple[str, ...], text: str, sharing: int) -> None:
    talk = await begun(lines)
    await talk.say(text)
    names = [one["name"] for one in talk.state["people"]]
    assert len(names) == 5
    assert sum(names[-1].lower() in bears(talk, one["what"]) for one in talk.state["expenses"]) == sharing
    assert sum(owed(talk).values()) == 0


async def test_who_is_not_on_the_bill_needs_not_leave_it() -> None:
    for text in (
        "add Ana and Leo, i'm not chipping in",
        "agrega a Ana y a Leo, yo no entro",
        "põe a Ana e o Leo, eu tô fora",
    ):
        talk = await begun(("split the bill",))
        await talk.say(text)
        assert [one["name"] for one in talk.state["people"]] == ["Ana", "Leo"], text


async def test_a_habit_asks_which_expense_is_meant() -> None:
    talk = await begun(PT)
    before = talk.state
    assert "Qual" in (await talk.say("a Ana não bebe")).text
    assert talk.state == before
    await talk.say("1")
    assert bears(talk, "jantar") == {"leo": 2800, "tomás": 2800, "eu": 2800}
    drinks = await begun((*EN, "wine 30 Leo", "bread 4 Leo"))
    await drinks.say("Ana doesn't drink")
    assert "ana" not in bears(drinks, "wine")
    assert "ana" in bears(drinks, "bread")


@pytest.mark.parametrize(
    ("text", "people", "told"),
    [
        ("split last night's pizza, 84 euros, Ana paid, with Leo and me", 3, ("last night's pizza", 8400, "Ana")),
        ("start a bill split with Jonas. I paid 40 for the taxi", 2, ("taxi", 4000, "me")),
        ("dividir la cuenta: éramos Marta, Luis y yo, y Marta pagó 90 por la cena", 3, ("cena", 9000, "Marta")),
        ("rachar a conta do bar com o Beto e a Duda, deu 150 e eu paguei", 3, ("bar", 15000, "eu")),
    ],
)
async def test_an_expense_in_the_message_that_opens(text: str, people: int, told: tuple[str, int, str]) -> None:
    talk = await begun((text,))
    assert spent(talk) == [told]
    assert len(talk.state["people"]) == people


async def test_an_opening_without_a_payer_asks_for_one() -> None:
    talk = Talk(APP)
    assert "Who paid" in (await talk.say("lets split a 60 dollar dinner with Kim", opens="bill_split")).text
    await talk.say("Kim")
    assert spent(talk) == [("dinner", 6000, "Kim")]


async def test_the_currency_of_the_whole_bill() -> None:
    for text, code in (("it's all in euros", "EUR"), ("todo está en euros", "EUR"), ("tá tudo em reais", "BRL")):
        talk = await begun(EN)
        await talk.say(text)
        await talk.say("coffee 9 Tom")
        assert {one["currency"] for one in talk.state["expenses"]} == {code}, text


async def test_the_last_one_is_the_last_of_the_list() -> None:
    talk = await begun(EN)
    await talk.say("the taxi was 31")
    await talk.say("delete the last one")
    assert [what for what, _, _ in spent(talk)] == ["dinner", "taxi"]


@pytest.mark.parametrize(
    "text",
    [
        "taxi the museum Ana",
        "remove the taxi and the helicopter",
        "Ana 5, Leo 6",
        "don't add anything",
        "the museum and Ana and perhaps 12 or so of it 13",
    ],
)
async def test_what_makes_no_sense_changes_nothing(text: str) -> None:
    talk = await begun(EN)
    before = talk.state
    await talk.say(text)
    assert talk.state == before


async def test_a_name_is_no_verb() -> None:
    talk = await begun(EN)
    await talk.say("ferry 10 paid by Cancel")
    assert spent(talk)[3:] == [("ferry", 1000, "Cancel")]
