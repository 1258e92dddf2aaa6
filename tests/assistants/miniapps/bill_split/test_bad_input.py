"""What nobody should send, and somebody will."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.bill_split import APP
from fingerpost.assistants.miniapps.bill_split.actions import do
from fingerpost.assistants.miniapps.bill_split.state import (
    MOST_PEOPLE,
    PER_BILL,
    PER_MESSAGE,
    START,
    balances,
    currencies,
    debts,
)
from fingerpost.assistants.miniapps.bill_split.telling import read_told
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, Question, Refusal, State
from fingerpost.assistants.miniapps.framework.replay import Point
from fingerpost.assistants.miniapps.framework.testing import Talk
from fingerpost.routebook.apps import AppEvent
from tests.assistants.miniapps.framework.talking import check
from tests.conftest import examples

SPOKEN = """Ana Tom Bea Leo me I yo eu paid pagó pagou back 30 84.50 -5 0 €20 15 reais 2:1:1 60/40 taxi dinner cena for
    the del do and y e , . ? ! split between entre except menos remove quita tira add agrega adiciona change cambia muda
    it was era foi not no não double doble dobro counts settle up rename to a everyone todos clear undo the last one
    número 1 999999999999999 same each : ; " ' ( 💥 ñ owes le devolvió devolveu actually en realidad isn't coming I'm
    soy sou"""
WORDS = [*SPOKEN.split(), "\n"]


async def begun(*lines: str) -> Talk:
    talk = Talk(APP)
    await talk.say("split the bill", opens="bill_split")
    for line in lines:
        await talk.say(line)
    return talk


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("wine -20 Ana", "above zero"),
        ("wine 0 Ana", "above zero"),
        ("wine 0.001 Ana", "above zero"),
        ("wine 10000000001 Ana", "above 10,000,000,000"),
        ("wine 99999999999999999999999999 Ana", "above 10,000,000,000"),
        ("Tom paid Ana -5 back", "above zero"),
        ("Ana and Tom paid 30 for wine", "one payer"),
        ("wine 30 taxi 20 Ana", "one expense per line"),
        ("wine 30 Ana, 60/40", "2 parts, but there are 3 people"),
        ("wine 30 Ana: Tom 10, Bea 15", "5 is missing"),
        ("wine 30 Ana: Tom 20, Bea 15", "5 too much"),
        ("change the bread to -3", "above zero"),
        ("remove the helicopter", "not on the bill"),
        ("change the helicopter to 40", "not on the bill"),
        ("rename the helicopter to plane", "not on the bill"),
        ("remove Zoe", "not on the bill"),
        ("remove Ana", "change who paid and who shares"),
        ("add Ana", "Ana B"),
        ("rename Tom to Ana", "Ana B"),
        ("except Ana, Tom and Bea", "nobody would share"),
        ("Zoe paid me back", "not on the bill"),
        ("Ana paid Tom back", "no open debt"),
    ],
)
async def test_refused_with_the_reason_and_nothing_changed(text: str, why: str) -> None:
    talk = await begun("Ana, Tom and Bea are in", "bread 3 Ana")
    before = talk.state
    reply = await talk.say(text)
    assert why in reply.text
    assert talk.state == before


async def test_two_people_of_one_name() -> None:
    talk = await begun("add Ana and Tom")
    await check(
        talk, [("T", "add ANA and Bea", "Bea is in & Ana was there already & Ana B"), ("T", "add Ana B", "Ana B is in")]
    )
    assert [one["name"] for one in talk.state["people"]] == ["Ana", "Tom", "Bea", "Ana B"]


async def test_hundreds_of_expenses_at_once_are_bounded() -> None:
    talk = await begun()
    reply = await talk.say("\n".join(f"thing{place} {place + 1} Ana" for place in range(500)))
    assert f"Added {PER_MESSAGE} expenses" in reply.text
    assert f"{500 - PER_MESSAGE} more did not fit" in reply.text
    assert len(talk.state["expenses"]) == PER_MESSAGE
    assert [one["cents"] for one in talk.state["expenses"][:3]] == [100, 200, 300]


async def test_a_full_bill_says_so() -> None:
    talk = await begun()
    lines = "\n".join(f"thing{place} 2 Ana" for place in range(PER_MESSAGE))
    for _ in range(PER_BILL // PER_MESSAGE):
        await talk.say(lines)
    assert len(talk.state["expenses"]) == PER_BILL
    reply = await talk.say("wine 2 Ana")
    assert f"{PER_BILL} expenses at most" in reply.text
    assert len(talk.state["expenses"]) == PER_BILL


async def test_people_are_bounded() -> None:
    names = [
        f"{first}{second}" for first in "BCDFGHJKLM" for second in ("alzo", "obra", "imox", "umel", "eony", "iaku")
    ]
    talk = await begun(f"add {', '.join(names[:MOST_PEOPLE])}")
    assert len(talk.state["people"]) == MOST_PEOPLE
    for text in (f"add {names[MOST_PEOPLE]}", f"wine 20 {names[MOST_PEOPLE]}"):
        reply = await talk.say(text)
        assert f"{MOST_PEOPLE} people at most" in reply.text
    assert len(talk.state["people"]) == MOST_PEOPLE
    assert not talk.state["expenses"]


async def test_everything_is_forgotten_only_after_a_yes() -> None:
    talk = await begun("wine 20 Ana")
    await check(talk, [("T", "clear everything", "Are you sure?"), ("T", "no", "OK, I left everything as it was.")])
    assert talk.state["expenses"]
    await check(talk, [("T", "clear everything", "Are you sure?"), ("T", "yes", "empty now"), ("T", "undo", "wine")])
    assert talk.state["expenses"]
    empty = await begun()
    reply = await empty.say("clear everything")
    assert "empty already" in reply.text


async def test_long_names_and_markup_are_kept_as_text() -> None:
    talk = await begun(f"{'<b>cake</b>' * 30} 20 Ana", f"{'x' * 5000} 20 Ana")
    assert talk.state["expenses"]
    assert all(0 < len(one["what"]) <= 200 for one in talk.state["expenses"])
    assert talk.state["expenses"][0]["what"].startswith("<b>cake")


@pytest.mark.parametrize(
    "text",
    [
        "a" * 60_000,
        "é́" * 20_000,
        "1 " * 20_000,
        ", " * 20_000,
        "Ana and " * 10_000,
        "not " * 10_000,
        "paid " * 4_000,
        "a y 1 " * 3_000,
    ],
)
async def test_huge_messages_are_survived(text: str) -> None:
    talk = await begun("Ana, Tom and Bea are in", "bread 3 Ana")
    reply = await talk.say(text)
    assert "Something broke" not in reply.text
    assert len(talk.state["people"]) <= MOST_PEOPLE


BEGUN: State = APP.session(
    [
        AppEvent(
            "joined",
            {"people": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Tom"}, {"id": 3, "name": "Bea"}], "speaker": 3},
        ),
        AppEvent(
            "added",
            {
                "ids": [4, 5],
                "expenses": [
                    {
                        "id": 4,
                        "what": "taxi",
                        "payer": 1,
                        "cents": 3000,
                        "currency": "",
                        "shares": {"others": 1, "weights": []},
                    },
                    {
                        "id": 5,
                        "what": "dinner",
                        "payer": 2,
                        "cents": 8450,
                        "currency": "EUR",
                        "shares": {"amounts": [[1, 8450]]},
                    },
                ],
            },
        ),
    ]
).state


@given(
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join),
    st.sampled_from([START, BEGUN]),
    st.sampled_from(LANGUAGES),
)
@settings(max_examples=examples(1_500), deadline=None)
def test_any_words_are_understood_refused_or_left(text: str, state: State, language: str) -> None:
    """No words break it, no event is lost by the reducer, and the money adds up whatever was said."""
    spoken = next(one for one in LANGUAGES if one == language)
    reading = APP.reading(Point(state, (5, 4), 1), text, date(2026, 5, 3), spoken)
    told = read_told(reading)
    if told is None:
        return
    done = do(state, {"told": told})
    for event in done if isinstance(done, list) else [done]:
        if isinstance(event, Refusal | Question):
            assert all(event.said[one] for one in LANGUAGES)
            continue
        after = APP.apply(state, event)
        assert after is not state, f"{text!r} made an event that does nothing: {event}"
        for currency in currencies(after):
            assert sum(balances(after, currency).values()) == 0
        assert debts(after) is not None
        for one in LANGUAGES:
            assert APP.say(state, after, event, one)
            assert APP.card(after, one).text
        state = after


@given(st.text(max_size=80))
@settings(max_examples=examples(500), deadline=None)
def test_any_text_is_survived(text: str) -> None:
    reading = APP.reading(Point(BEGUN, (5, 4), 1), text, date(2026, 5, 3), "en")
    told = read_told(reading)
    assert told is None or do(BEGUN, {"told": told}) is not None
