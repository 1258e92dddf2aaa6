"""Money is never wrong silently: what is not understood is asked for or refused, and nothing is written down."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.bill_split import APP, spending
from fingerpost.assistants.miniapps.bill_split.state import balances, name_of
from fingerpost.assistants.miniapps.framework.testing import Talk
from tests.assistants.miniapps.framework.talking import check


async def begun(*lines: str) -> Talk:
    talk = Talk(APP)
    await talk.say("split the bill: me, Ana and Tom", opens="bill_split")
    for line in lines:
        await talk.say(line)
    return talk


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("dinner 84.50, Ana paid, Tom and Bea", "“Tom and Bea”"),
        ("dinner 84.50, Ana paid, Tom had the steak", "Tom had the steak"),
        ("dinner 60 ana, half each", "half each"),
        ("refund 10 to Ana", "refund"),
        ("set the taxi to 10, 12 and 8", "cannot tell them apart"),
        ("Ana paid half of the dinner", "An expense has one payer"),
        ("Ana paid half of the taxi", "An expense has one payer"),
        ("dinner was 90, I paid 50 and Tom paid 40", "cannot tell them apart"),
        ("Ana pagó la mitad del taxi", "Un gasto tiene un solo pagador"),
        ("a Ana pagou metade do taxi", "Uma despesa tem um só pagador"),
        ("split the taxi with Tom", "Who shares taxi?"),
        ("the taxi is only for the other five, Ana didn't go", "5 people"),
        ("Tom wasn't there so the taxi is only for the other five", "5 people"),
        ("remove the taxi and the helicopter", "not on the bill"),
        ("Ana and Tom paid me 20", "each of them"),
        ("Ana already paid everything", "no open debt"),
        ("50", "I did not catch what to do."),
    ],
)
async def test_nothing_is_written_down(text: str, why: str) -> None:
    talk = await begun("taxi 30 Ana", "wine 20 Tom")
    before = talk.state
    reply = await talk.say(text)
    assert why in reply.text
    assert talk.state == before, reply.text


async def test_without_the_check_it_would_be_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the check on purpose: the expense is then shared among all, which nobody said."""
    monkeypatch.setattr(spending, "_doubt", lambda *_: "")
    talk = await begun("dinner 60 Ana, half Tom half me")
    assert [one["cents"] for one in talk.state["expenses"]] == [6000]


@pytest.mark.parametrize(
    ("text", "payer"),
    [
        ("Tom already paid all he owed", "Tom"),
        ("tom ya pago todo lo suyo", "Tom"),
        ("o Tom já pagou tudo", "Tom"),
        ("I've just sent Ana everything I owe her", "me"),
        ("paguei ela", "me"),
        ("Tom me acaba de hacer un bizum de 5", "Tom"),
    ],
)
async def test_a_debt_that_is_paid_changes_no_expense(text: str, payer: str) -> None:
    talk = await begun("taxi 30 Ana")
    before = talk.state["expenses"]
    reply = await talk.say(text)
    assert talk.state["expenses"] == before, reply.text
    givers = {name_of(talk.state, one["giver"]) for one in talk.state["payments"]}
    assert givers == {payer}, reply.text


@pytest.mark.parametrize(
    ("ask", "question", "answer"),
    [
        ("add niamh", "a person or an expense", "person"),
        ("agrega niamh", "una persona o un gasto", "una persona"),
        ("adiciona niamh", "uma pessoa ou uma despesa", "pessoa"),
    ],
)
async def test_a_small_word_may_be_a_person(ask: str, question: str, answer: str) -> None:
    talk = await begun()
    await check(talk, [("T", ask, question), ("T", answer, "niamh")])
    assert [one["name"] for one in talk.state["people"]] == ["me", "Ana", "Tom", "niamh"]
    other = await begun()
    await check(other, [("T", ask, question), ("T", "12, Ana", "niamh: 12")])
    assert [(one["what"], one["cents"]) for one in other.state["expenses"]] == [("niamh", 1200)]


async def test_the_personal_a_tells_that_it_is_a_person() -> None:
    talk = await begun()
    await check(
        talk, [("T", "añade a marcos", "marcos está en la cuenta"), ("T", "add wine", "How much was it (wine)?")]
    )


@pytest.mark.parametrize(
    ("asks", "answer"),
    [
        ("tom got the kebabs", "27"),
        ("kebabs tom", "27"),
        ("and the kebabs", "27, tom paid"),
        ("y los kebabs", "27, pagó Tom"),
        ("e os kebabs", "27, o Tom"),
        ("somebody paid 27 for the kebabs but i forgot who", "ok it was tom"),
        ("alguien pagó 27 de kebabs", "fue Tom"),
        ("alguém pagou 27 de kebabs", "foi o Tom, e é dividido igual"),
    ],
)
async def test_what_is_missing_is_asked_for(asks: str, answer: str) -> None:
    talk = await begun()
    reply = await talk.say(asks)
    assert "?" in reply.text
    assert not talk.state["expenses"]
    reply = await talk.say(answer)
    [one] = talk.state["expenses"]
    assert (one["what"], one["cents"], name_of(talk.state, one["payer"])) == ("kebabs", 2700, "Tom"), reply.text


async def test_left_over_words_of_a_request_answer_nothing() -> None:
    """What "take her off the gas" leaves is no answer to a question that comes later."""
    asks = "Zoe went by bus, take her off the gas"
    talk = await begun("gas 30 Ana")
    await talk.say(asks)
    await check(talk, [("T", "boat 200, I paid", "Added boat: 200")])
    known = await begun("add Zoe", "gas 30 Ana")
    await check(known, [("T", asks, "gas: 30 (Ana paid; without Zoe)"), ("T", "boat 200, I paid", "Added boat: 200")])


async def test_the_first_currency_is_told_and_can_be_corrected() -> None:
    talk = await begun("taxi 30 Ana", "bread 4 Tom")
    await check(
        talk,
        [
            ("T", "wine 8 euros Tom", "I take the earlier amounts to be in euros too"),
            ("T", "no, the earlier ones were in dollars", "taxi: 30 dollars & bread: 4 dollars"),
        ],
    )
    assert [one["currency"] for one in talk.state["expenses"]] == ["USD", "USD", "EUR"]
    other = await begun("taxi 30 Ana")
    await check(other, [("T", "Tom sent Ana 5 bucks", "Tom paid Ana $5; I take the earlier amounts")])
    assert set(balances(other.state, "USD").values()) == {2000 - 500, 500 - 1000, -1000}
