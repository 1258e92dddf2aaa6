"""Names and requests that nobody expects."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.bill_split import APP as BILL
from fingerpost.assistants.miniapps.framework.clauses import clauses
from fingerpost.assistants.miniapps.framework.controls import control_of
from fingerpost.assistants.miniapps.framework.handler import MOST_REQUESTS, _read
from fingerpost.assistants.miniapps.framework.parts import Refusal
from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.assistants.miniapps.framework.understand import understand
from fingerpost.assistants.miniapps.trip_planner.app import APP
from fingerpost.assistants.miniapps.trip_planner.state import PER_MESSAGE, PER_TRIP, START, venue
from fingerpost.routebook.apps import AppEvent
from tests.conftest import examples


async def trip(*messages: str) -> Talk:
    talk = Talk(APP)
    await talk.say("plan a trip to Kyoto", opens="trip_planner")
    for message in messages:
        await talk.say(message)
    return talk


def names(talk: Talk) -> list[str]:
    return [one["name"] for one in talk.state["venues"]]


async def test_a_name_that_is_a_paragraph_is_cut_and_that_is_said() -> None:
    talk = await trip()
    reply = await talk.say("add " + "The Very Long Temple " * 40)
    assert "cut at 200 characters" in reply.text
    assert [len(name) <= 200 for name in names(talk)] == [True]


async def test_markup_and_sql_are_only_names() -> None:
    talk = await trip("add <b>Gion</b>", "add '; drop table venues; --", "add {x} %s \\n Bar")
    assert len(names(talk)) == 3
    assert "<b>Gion" in names(talk)[0]
    assert "drop table venues" in names(talk)[1]


@pytest.mark.parametrize("word", ["Cancel", "Help", "Undo", "Remove all", "Clear everything", "Yes", "Listo", "Ajuda"])
async def test_a_control_word_in_quotes_is_a_name(word: str) -> None:
    talk = await trip(f'add "{word}"')
    assert names(talk) == [word]
    await talk.say(f'remove "{word}"')
    assert names(talk) == []


async def test_a_day_in_quotes_is_part_of_the_name() -> None:
    talk = await trip('add "Friday Market" on day 2')
    assert [(one["name"], one["day"]) for one in talk.state["venues"]] == [("Friday Market", 2)]


async def test_five_hundred_at_once() -> None:
    talk = await trip()
    reply = await talk.say("add " + ", ".join(f"Place {number}x" for number in range(500)))
    assert "300 were left out" in reply.text
    assert len(names(talk)) == PER_MESSAGE
    assert "… 170 more" in reply.parts[0].text
    assert len(reply.parts[0].values["items"]) == PER_MESSAGE


def test_a_trip_has_an_end() -> None:
    full = {**START, "venues": [venue(number, f"Place {number}") for number in range(PER_TRIP - 1)], "next": PER_TRIP}
    add = next(action for action in APP.actions if action.name == "add")
    event = add.do(full, {"names": ["Gion", "Nara"]})
    assert isinstance(event, AppEvent)
    assert (len(event.values["venues"]), event.values["left_out"]) == (1, 1)
    refused = add.do(APP.apply(full, event), {"names": ["Uji"]})
    assert isinstance(refused, Refusal)
    assert "full" in refused.said["en"]


@pytest.mark.parametrize("text", ["rate Gion 0 stars", "rate Gion 6 stars", "rate Gion -1 stars", "give Gion 99 stars"])
async def test_ratings_out_of_range_are_refused(text: str) -> None:
    talk = await trip("add Gion", text)
    assert talk.state["venues"][0]["rating"] is None


@pytest.mark.parametrize("text", ["move Gion to day 0", "move Gion to day 999"])
async def test_days_out_of_range_change_nothing(text: str) -> None:
    talk = await trip("add Gion", text)
    assert talk.state["venues"][0]["day"] is None


async def test_what_only_looks_like_looking_changes_nothing() -> None:
    talk = await trip("add Gion, Nara and Uji")
    for text in ("remove Gion", "clear everything", "add Osaka", "undo everything we did"):
        await talk.say(text, "N")
    assert names(talk) == ["Gion", "Nara", "Uji"]


async def test_a_sentence_that_nobody_understands_adds_nothing() -> None:
    talk = await trip()
    for text in ("well that was quite something we did there was it not", "what about lunch?", "", "   ", "!!!", "🙂"):
        await talk.say(text)
    assert names(talk) == []


async def test_a_thing_said_of_nothing() -> None:
    talk = await trip()
    for text in (
        "remove it",
        "rate it 5",
        "mark both as visited",
        "note for it: x",
        "move it to day 2",
        "the first two",
    ):
        reply = await talk.say(text)
        assert "broke" not in reply.text
        await talk.say("never mind")
    assert [one for one in names(talk) if one in {"it", "both"}] == []


async def test_an_unclear_name_is_asked_back() -> None:
    talk = await trip("add Golden Temple and Silver Temple")
    reply = await talk.say("remove the temple")
    assert "Golden Temple" in shown(reply)
    assert "Silver Temple" in shown(reply)
    assert len(names(talk)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "a" + " " * 5000 + "b", "gion" + " " * 380 + "x", "gion " + "for on " * 50 + "x", "!" * 5000 + " x", "swap " * 1500,
        "not 5 " * 1000, "gion 5, " * 700, "no, " * 2000, "day 1 and " * 600, "is " * 2000, "gion:" * 1000, ", i mean" * 800,
    ],
)  # fmt: skip
async def test_hostile_text_is_answered(text: str) -> None:
    talk = await trip("add Gion, Nara and Uji")
    for intent in ("T", "N"):
        assert "broke" not in (await talk.say(text, intent)).text


FRAGMENTS = st.sampled_from(
    [
        "add",
        "remove",
        "rate",
        "mark",
        "note",
        "move",
        "rename",
        "clear",
        "undo",
        "yes",
        "no",
        "Gion",
        "Nara",
        "it",
        "them",
        "both",
        "the",
        "first",
        "last",
        "two",
        "5",
        "stars",
        "day",
        "on",
        "Friday",
        "visited",
        "as",
        "to",
        "in",
        "and",
        "y",
        "e",
        ",",
        ".",
        ";",
        ":",
        "?",
        '"',
        "'",
        "quita",
        "añade",
        "dale",
        "estrellas",
        "marca",
        "dá",
        "tira",
        "adiciona",
        "nota",
        "para",
        "el",
        "la",
        "que",
        "2026-05-03",
        "★★",
        "«x»",
        "district",
        "category",
        "trip",
        "everything",
        "todo",
        "tudo",
    ]
)


@settings(max_examples=examples(400), deadline=None)
@example("undo , add", "N")
@given(st.lists(FRAGMENTS, max_size=12).map(" ".join) | st.text(max_size=60), st.sampled_from(["T", "N", "M"]))
async def test_no_words_break_it(text: str, intent: str) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip", opens="trip_planner")
    await talk.say("add Gion, Nara and Golden Temple")
    reply = await talk.say(text, intent)
    assert "broke" not in reply.text
    if intent == "N" and control_of(text, ("undo", "redo")) is None:
        assert len(talk.state["venues"]) == 3
    if talk.session is not None and not talk.session.ended:
        again = await talk.say(text, intent)
        assert "broke" not in again.text


def test_clauses_are_parted_where_a_new_request_begins() -> None:
    assert clauses(APP, "add Gion and mark it as visited") == ["add Gion", "mark it as visited"]
    assert clauses(APP, "agrega Gion y márcalo como visitado") == ["agrega Gion", "márcalo como visitado"]
    assert clauses(APP, "add Gion. Then remove Nara; rate Uji 5") == ["add Gion", "remove Nara", "rate Uji 5"]
    assert clauses(APP, "note for Gion: eat, then rate it") == ["note for Gion: eat, then rate it"]
    assert clauses(APP, "add Take Five and Rate Me Bar") == ["add Take Five and Rate Me Bar"]
    assert clauses(APP, "") == [""]


def test_names_tell_nothing_of_the_language() -> None:
    session = APP.session([AppEvent("_opened", {"language": "en"})])
    assert understand(APP, session, "add Plaza de España", "transactional", date(2026, 5, 1)).language == "en"
    assert understand(APP, session, "añade Bar Mood", "transactional", date(2026, 5, 1)).language == "es"
    assert understand(APP, session, "Plaza de España", "transactional", date(2026, 5, 1)).language == "en"


async def test_of_very_many_requests_the_first_are_done_and_the_rest_is_asked_for_again() -> None:
    talk = Talk(APP)
    await talk.say("plan a trip to Rome", opens="trip_planner")
    text = "\n".join(f"rate place {number} 3 stars" for number in range(MOST_REQUESTS + 20))
    assert f"I did the first {MOST_REQUESTS}" in shown(await talk.say(text))


async def test_a_run_of_signs_says_no_more_than_a_few() -> None:
    assert _read("=" * 10_000) == "==="
    assert _read("add Gion " + "- " * 5000) == "add Gion - - -"
    assert _read("great!!!!! 5 stars *****") == "great!!!!! 5 stars *****"


async def test_a_long_message_that_opens_another_app_is_kept_whole() -> None:
    names = [f"Place{number}" for number in range(150)]
    talk = Talk(APP, BILL)
    await talk.say("split a bill between Ana and Ben", opens="bill_split")
    await talk.say("Ana paid 30 for tea")
    await talk.say(f"plan a trip to Lisbon and add {', '.join(names)}", opens="trip_planner")
    await talk.say("yes")
    assert [one["name"] for one in talk.state["venues"]] == names


@pytest.mark.parametrize(
    ("asks", "answer"),
    [
        ("remove", "not Gion"),
        ("remove", "neither"),
        ("rate Gion", "not 5"),
        ("add", "I don't know"),
        ("add", "none"),
        ("agrega", "no sé"),
        ("adiciona", "não sei"),
        ("quita", "ninguno"),
    ],
)
async def test_a_denial_is_no_answer_that_is_carried_out(asks: str, answer: str) -> None:
    talk = Talk(APP)
    await talk.say("plan a trip to Rome", opens="trip_planner")
    await talk.say("add Gion, Bar, Pub")
    before = talk.state
    await talk.say(asks)
    await talk.say(answer)
    assert talk.state == before
