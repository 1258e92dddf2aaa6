"""What was once written down wrong: another payer, a name that is none, an expense that nobody meant."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.bill_split import APP, composing
from fingerpost.assistants.miniapps.bill_split.composing import _Composer
from fingerpost.assistants.miniapps.bill_split.state import balances, name_of
from fingerpost.assistants.miniapps.framework.parts import Language
from fingerpost.assistants.miniapps.framework.testing import Talk, shown

OPENINGS: dict[Language, str] = {
    "en": "split the bill: me, Zoe and Karl",
    "es": "dividir la cuenta: Zoe, Karl y yo",
    "pt": "dividir a conta: eu, Zoe e Karl",
}


async def begun(language: Language, *lines: str) -> Talk:
    talk = Talk(APP)
    await talk.say(OPENINGS[language], opens="bill_split")
    for line in lines:
        await talk.say(line)
    return talk


def spent(talk: Talk) -> list[tuple[str, int, str]]:
    """Return what is on the bill; the speaker is "I"."""
    state = talk.state
    return [
        (one["what"], one["cents"], "I" if one["payer"] == state["speaker"] else name_of(state, one["payer"]))
        for one in state["expenses"]
    ]


def names(talk: Talk) -> list[str]:
    return ["I" if one["id"] == talk.state["speaker"] else one["name"] for one in talk.state["people"]]


@pytest.mark.parametrize(
    ("language", "text", "what"),
    [
        ("en", "Zoe paid the kayaks, 60, and that's for everyone", "kayaks"),
        ("en", "Zoe paid the kayaks, 60, same for everybody", "kayaks"),
        ("es", "Después Zoe pagó los helados, 60", "helados"),
        ("pt", "Depois a Zoe pagou os sorvetes, 60", "sorvetes"),
    ],
)
async def test_words_around_an_expense_are_no_part_of_its_name(language: Language, text: str, what: str) -> None:
    assert spent(await begun(language, text)) == [(what, 6000, "Zoe")]


REASONS: list[tuple[Language, str]] = [
    ("en", "delete the ferry, that one is on me"),
    ("es", "borra ferry, eso lo pago yo"),
    ("pt", "apaga ferry, isso foi eu que paguei"),
]


@pytest.mark.parametrize(("language", "text"), REASONS)
async def test_why_something_is_removed_changes_nothing_else(language: Language, text: str) -> None:
    talk = await begun(language, "tolls 30 Zoe", "ferry 12 Karl", text)
    assert spent(talk) == [("tolls", 3000, "Zoe")]


async def test_without_the_check_a_reason_changes_another_expense(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the check on purpose: who bears the removed expense is then noted as payer of another one."""
    monkeypatch.setattr(_Composer, "_is_why", lambda *_: False)
    talk = await begun("en", "tolls 30 Zoe", "ferry 12 Karl", "delete the ferry, those are on me")
    assert spent(talk) != [("tolls", 3000, "Zoe")]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Karl doesn't drink, take him off the cider"),
        ("es", "Karl no bebe, sácalo de la sidra"),
        ("pt", "o Karl não bebe, tira ele da sidra"),
    ],
)
async def test_what_is_not_on_the_bill_leaves_the_others_as_they_are(language: Language, text: str) -> None:
    talk = await begun(language, "museum 30 Zoe")
    before = talk.state
    reply = await talk.say(text)
    assert talk.state == before, reply.text


async def test_without_the_check_the_newest_expense_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the check on purpose: Karl then bears nothing of the museum."""
    monkeypatch.setattr(composing, "_ASKS", frozenset())
    talk = await begun("en", "museum 30 Zoe")
    before = talk.state
    await talk.say("Karl doesn't drink, take him off the cider")
    assert talk.state != before


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the ferry was 14, not 12"),
        ("es", "ferry fue de 14, no de 12"),
        ("pt", "o ferry foi de 14, não de 12"),
    ],
)
async def test_the_old_amount_is_no_amount_of_another_expense(language: Language, text: str) -> None:
    talk = await begun(language, "ferry 12 Karl", "tolls 30 Zoe", text)
    assert spent(talk) == [("ferry", 1400, "Karl"), ("tolls", 3000, "Zoe")]


@pytest.mark.parametrize(
    "text", ["Vera gave 22 to Otto", "Vera le dio 22 a Otto", "a Vera já deu os 22 ao Otto", "Vera ya dio 22 al Otto"]
)
async def test_a_payment_between_strangers_is_no_expense(text: str) -> None:
    talk = Talk(APP)
    await talk.say("split the bill", opens="bill_split")
    await talk.say(text)
    assert spent(talk) == []


@pytest.mark.parametrize(
    ("language", "text", "whats"),
    [
        ("en", "Zoe bought the bread, 8, and I the cheese, 11", ["bread", "cheese"]),
        ("en", "Zoe booked the hut for 8. I bought lamps, 11", ["hut", "lamps"]),
        ("es", "Zoe compró el pan, 8, y yo el queso, 11", ["pan", "queso"]),
        ("pt", "a Zoe comprou o pão, 8, e eu o queijo, 11", ["pão", "queijo"]),
    ],
)
async def test_each_of_two_expenses_has_its_own_payer(language: Language, text: str, whats: list[str]) -> None:
    assert spent(await begun(language, text)) == [(whats[0], 800, "Zoe"), (whats[1], 1100, "I")]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Zoe bought the bread 8, milo the cheese 11"),
        ("es", "Zoe compró el pan 8, milo el queso 11"),
        ("pt", "a Zoe comprou o pão 8, milo o queijo 11"),
    ],
)
async def test_a_word_that_may_be_who_paid_is_asked_for(language: Language, text: str) -> None:
    talk = await begun(language)
    reply = await talk.say(text)
    assert spent(talk) == []
    assert "milo" in reply.text


@pytest.mark.parametrize(
    ("opening", "text", "people"),
    [
        ("split the bill", "there's three of us: Zoe, Karl and me", ["Zoe", "Karl", "I"]),
        ("split the bill", "me n zoe", ["I", "zoe"]),
        ("dividir la cuenta", "Somos tres en el barco: Zoe, Karl y yo", ["Zoe", "Karl", "I"]),
        ("dividir la cuenta", "pagamos Zoe, Karl y yo", ["Zoe", "Karl", "I"]),
        ("dividir la cuenta", "anota a zoe, karl, luz y a mi", ["zoe", "karl", "luz", "I"]),
        ("dividir a conta", "Estávamos eu, a Zoe e o Karl", ["I", "Zoe", "Karl"]),
        ("dividir los gastos del lago, mi prima Zoe, mi tío Karl y yo", "total", ["Zoe", "Karl", "I"]),
        ("split the costs of the lake, my aunt Zoe, my boss Karl and me", "total", ["Zoe", "Karl", "I"]),
        ("dividir a conta do lago, minha tia Zoe, meu chefe Karl e eu", "total", ["Zoe", "Karl", "I"]),
    ],
)
async def test_all_people_of_a_list_are_on_the_bill_and_nothing_else(
    opening: str, text: str, people: list[str]
) -> None:
    talk = Talk(APP)
    await talk.say(opening, opens="bill_split")
    await talk.say(text)
    assert names(talk) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Zoe paid the feast, 90. Zoe ate 20, Karl 30 and me 40"),
        ("es", "Zoe pagó el banquete, 90. Zoe comió 20, Karl 30 y yo 40"),
        ("es", "Zoe pagó el banquete, 90: 20 de ella, 30 de Karl y 40 míos"),
        ("pt", "a Zoe pagou o banquete, 90. A Zoe comeu 20, o Karl 30 e eu 40"),
    ],
)
async def test_what_each_one_ate_is_what_each_one_bears(language: Language, text: str) -> None:
    state = (await begun(language, text)).state
    assert [one["cents"] for one in state["expenses"]] == [9000]
    owed = {"I" if who == state["speaker"] else name_of(state, who): sum_ for who, sum_ in balances(state, "").items()}
    assert owed == {"I": -4000, "Zoe": 7000, "Karl": -3000}


@pytest.mark.parametrize("text", ["Zoe has just handed me her 10", "Zoe me acaba de dar 10", "a Zoe me deu 10"])
async def test_money_that_was_handed_over_is_a_payment(text: str) -> None:
    talk = await begun("en", "tent 30 me")
    await talk.say(text)
    assert [one["cents"] for one in talk.state["payments"]] == [1000]
    assert spent(talk) == [("tent", 3000, "I")]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "rename tent to tarp lol, that's what it was"),
        ("es", "renombra tent a tarp, eso fue"),
        ("pt", "renomeia tent para tarp, foi isso"),
    ],
)
async def test_a_remark_is_no_part_of_a_new_name(language: Language, text: str) -> None:
    assert spent(await begun(language, "tent 30 Zoe", text)) == [("tarp", 3000, "Zoe")]


async def test_the_spanish_he_is_nobody() -> None:
    assert spent(await begun("es", "He pagado yo la leña, 12,50")) == [("leña", 1250, "I")]


@pytest.mark.parametrize(
    ("language", "text"),
    [("es", "quien pagó tent fui yo, no Zoe"), ("pt", "quem pagou tent fui eu, não a Zoe")],
)
async def test_who_paid_is_put_right(language: Language, text: str) -> None:
    assert spent(await begun(language, "tent 30 Zoe", text)) == [("tent", 3000, "I")]


@pytest.mark.parametrize(
    "text",
    [
        "Tom didn't have dessert, it was 9 euros",
        "Ana skipped the starter, that was 7",
        "Tom no comió postre, eran 9",
        "a Ana não comeu a sobremesa, foi 9",
    ],
)
async def test_what_is_not_on_the_bill_does_not_change_the_newest_expense(text: str) -> None:
    talk = Talk(APP)
    await talk.say("split the bill with Tom and Ana", opens="bill_split")
    for expense in ("dinner was 60, I paid", "bottle of wine 26, Ana paid"):
        await talk.say(expense)
    before = talk.state
    assert "26" in shown(await talk.say(text))
    assert talk.state["expenses"] == before["expenses"]


@pytest.mark.parametrize(
    "text", ["actually the wine was 18 euros", "en realidad el vino fue 18 euros", "na verdade o vinho foi 18 euros"]
)
async def test_a_correction_with_the_first_currency_makes_no_second_one(text: str) -> None:
    talk = Talk(APP)
    await talk.say("split the bill with Tom and Ana", opens="bill_split")
    for expense in ("dinner was 60, I paid", "wine vino vinho 20, Ana paid"):
        await talk.say(expense)
    assert "euros" in shown(await talk.say(text))
    assert {one["currency"] for one in talk.state["expenses"]} == {"EUR"}
    assert [one["cents"] for one in talk.state["expenses"]] == [6000, 1800]


@pytest.mark.parametrize(
    "text",
    ["add Cancel", "add Dora and Cancel", "agrega a Cancela", "adiciona a Cancela", "add a person called cancel"],
)
async def test_a_name_that_is_a_word_for_removing_removes_nothing(text: str) -> None:
    talk = Talk(APP)
    await talk.say("split a bill between Ana and Ben", opens="bill_split")
    await talk.say("Ana paid 30 for tea")
    await talk.say(text)
    assert [one["what"] for one in talk.state["expenses"]] == ["tea"]
