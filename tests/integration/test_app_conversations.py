"""How the turns of a conversation with a mini-app are judged, and that the open sets can be played."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from benchmarks.app_commands import Turn
from benchmarks.app_conversations import (
    FOLDER,
    NO_CHANGE,
    OPEN_SETS,
    RIGHT,
    WRONG_CHANGE,
    Conversation,
    Played,
    Player,
    Scored,
    asked_table,
    judged,
    main,
    put_right,
    read,
    tables,
    ways_of,
)
from benchmarks.model_answers import KnowingServer, right, wrong

from fingerpost.assistants.miniapps.framework.commands import reader_of
from fingerpost.assistants.miniapps.trip_planner.app import APP
from fingerpost.assistants.miniapps.trip_planner.state import VENUES
from fingerpost.reading import Held
from fingerpost.reading.by_model import checked, schema_of
from fingerpost.routebook.apps import AppEvent, AppSession
from fingerpost.settings import Slot

GION = AppEvent("added", {"ids": [1], "venues": [VENUES.thing(1, "Gion")]}, "a")
RATED = AppEvent("rated", {"ids": [1], "rating": 4}, "b")
WRONG = AppEvent("rated", {"ids": [1], "rating": 2}, "b")
BEFORE = AppSession(1, "trip_planner", (AppEvent("_opened", {"language": "en", "destination": "Kyoto"}), GION))


def came(*events: AppEvent, **changes: Any) -> AppSession:
    return BEFORE._replace(events=BEFORE.events + events, **changes)


def outcome(turn: Turn, after: AppSession | None, route: str = "TRANSACTIONAL", to_app: bool = True) -> str:
    return judged(APP, BEFORE, turn, ways_of(APP, BEFORE, turn, "en"), Played(route, to_app, after))


RATE = Turn("4 stars for Gion", "action", [{"do": "rate", "places": ["Gion"], "stars": 4}])


def test_an_action_is_judged_by_the_state_it_leaves() -> None:
    assert outcome(RATE, came(RATED)) == RIGHT
    assert outcome(RATE, came(WRONG)) == WRONG_CHANGE
    assert outcome(RATE, came()) == NO_CHANGE
    assert outcome(RATE, came(ended="done")) == WRONG_CHANGE
    assert outcome(RATE, AppSession(2, "bill_split")) == WRONG_CHANGE


def test_a_view_goes_to_the_app_as_one() -> None:
    view = Turn("what do we have", "view")
    assert outcome(view, came(), "NAVIGATIONAL") == RIGHT
    assert outcome(view, came(), "TRANSACTIONAL") == NO_CHANGE
    assert outcome(view, came(), "NAVIGATIONAL", to_app=False) == NO_CHANGE
    assert outcome(view, came(RATED), "NAVIGATIONAL") == WRONG_CHANGE


def test_a_question_goes_to_the_assistant() -> None:
    question = Turn("is Gion nice", "question")
    assert outcome(question, came(), "CONVERSATIONAL", to_app=False) == RIGHT
    assert outcome(question, came(), "NAVIGATIONAL") == NO_CHANGE
    assert outcome(question, came(RATED)) == WRONG_CHANGE


def test_what_is_unclear_changes_nothing_not_even_a_category() -> None:
    unclear = Turn("move the other one", "unclear")
    assert outcome(unclear, came()) == RIGHT
    assert outcome(unclear, came(AppEvent("placed", {"ids": [1], "category": "bar"}))) == WRONG_CHANGE


def test_an_undo_takes_the_last_message_back() -> None:
    undo = Turn("take that back", "control", [{"do": "undo"}])
    assert outcome(undo, came(AppEvent("_undo"))) == RIGHT
    assert outcome(undo, came()) == NO_CHANGE
    assert outcome(undo, came(RATED)) == WRONG_CHANGE


@pytest.mark.parametrize("end", ["done", "cancel"])
def test_an_end_closes_the_app_without_a_question(end: str) -> None:
    turn = Turn("that's it", "control", [{"do": end}])
    assert outcome(turn, came(ended="done")) == RIGHT
    assert outcome(turn, came()) == NO_CHANGE
    assert outcome(turn, came(RATED)) == WRONG_CHANGE


def test_help_is_given_by_the_app() -> None:
    turn = Turn("what can I say", "control", [{"do": "help"}])
    assert outcome(turn, came(), "META") == RIGHT
    assert outcome(turn, came(), to_app=False) == NO_CHANGE
    assert outcome(turn, came(ended="done")) == WRONG_CHANGE


def test_an_opening_holds_what_was_said() -> None:
    turn = Turn("trip to Kyoto", "open", [{"do": "destination", "to": "kyoto"}])
    ways = ways_of(APP, None, turn, "en")
    opened = BEFORE._replace(events=BEFORE.events[:1])
    elsewhere = AppSession(1, APP.id, (AppEvent("_opened", {"language": "en", "destination": "list"}),))
    assert judged(APP, None, turn, ways, Played("TRANSACTIONAL", True, opened)) == RIGHT
    assert judged(APP, None, turn, ways, Played("TRANSACTIONAL", True, elsewhere)) == WRONG_CHANGE
    assert judged(APP, None, turn, ways, Played("CONVERSATIONAL", False, None)) == NO_CHANGE


def test_what_is_put_right_can_be_undone_at_once() -> None:
    both = Turn("", "action", [*RATE.do, {"do": "visited", "places": ["Gion"], "visited": True}])
    way = ways_of(APP, BEFORE, both, "en")[0]
    right = put_right(APP, BEFORE, way, "c")
    assert APP.session(right.events).state == way.state
    undone = put_right(APP, right, ways_of(APP, right, Turn("", "control", [{"do": "undo"}]), "en")[0], "d")
    assert APP.session(undone.events).state == APP.session(BEFORE.events).state


@pytest.mark.parametrize("name", OPEN_SETS)
def test_every_turn_of_the_open_sets_can_be_carried_out(name: str) -> None:
    from fingerpost.assistants.miniapps.bill_split.app import APP as BILL

    apps = {app.id: app for app in (APP, BILL)}
    for conversation in read(FOLDER / f"{name}.jsonl"):
        session = None
        for number, turn in enumerate(conversation.turns):
            ways = ways_of(apps[conversation.app], session, turn, conversation.language)
            session = put_right(apps[conversation.app], session, ways[0], f"{number}")


async def test_a_conversation_is_played_through_the_router_and_the_handler(tmp_path: Path) -> None:
    turns = [
        Turn("let's plan a trip to Kyoto", "open", [{"do": "destination", "to": "Kyoto"}]),
        Turn("add Gion", "action", [{"do": "add", "places": ["Gion"]}]),
        Turn("add Nishiki Market", "action", [{"do": "add", "places": ["Pontocho"]}]),
        Turn("undo", "control", [{"do": "undo"}]),
        Turn("show my list", "view"),
        Turn("add Gion", "action", [{"do": "remove", "places": ["nowhere"]}]),
        Turn("done", "control", [{"do": "done"}]),
    ]
    scored = await Player(tmp_path).play(Conversation("k", "trip_planner", "en", turns))
    assert [one.outcome for one in scored] == [RIGHT, RIGHT, WRONG_CHANGE, RIGHT, RIGHT, "", RIGHT]
    kinds, _ = tables("k", scored)
    assert kinds.rows[0] == ("all turns", 6, 5, 1, 0)
    assert list(kinds.notes) == [
        "Right to the end: 0 of 1 conversations.",
        "Left out: 1 turns whose commands cannot be carried out.",
    ]


def test_a_conversation_without_a_miss_is_right_to_the_end() -> None:
    scored = [
        Scored(Conversation(name, "trip_planner", "en", [RATE]), RATE, result, Played("", True, None))
        for name, result in (("a", RIGHT), ("a", RIGHT), ("b", RIGHT), ("b", NO_CHANGE))
    ]
    kinds, by_app = tables("x", scored)
    assert list(kinds.notes) == ["Right to the end: 1 of 2 conversations."]
    assert kinds.rows[1] == ("actions", 4, 3, 0, 1)
    assert by_app.rows[0] == ("trip_planner", "en", 4, 3, 0, 1, 4, 3, 0, 1)


@pytest.mark.parametrize("name", OPEN_SETS)
def test_a_wrong_command_of_a_model_passes_for_no_question_of_the_open_sets(name: str) -> None:
    request = {"response_format": schema_of(reader_of(APP).declaration, Held())}
    for conversation in read(FOLDER / f"{name}.jsonl"):
        for turn in conversation.turns:
            if turn.kind == "question":
                answer = json.dumps({"commands": wrong(turn.say, request)})
                assert checked(reader_of(APP).declaration, Held(), turn.say, answer, date.today()) is None, turn.say


async def test_a_conversation_is_played_with_a_model_that_knows_the_answers(tmp_path: Path) -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    turns = [
        Turn("let's plan a trip to Kyoto", "open", [{"do": "destination", "to": "Kyoto"}]),
        Turn("add Gion", "action", [{"do": "add", "places": ["Gion"]}]),
        Turn(
            "gotta do Saturday as well, file it under bar, day 3",
            "action",
            [{"do": "add", "places": ["Saturday"], "category": "bar", "day": 3}],
        ),
        Turn("is Saturday any good for dinner?", "question"),
    ]
    server = KnowingServer()
    with server:
        slot = Slot(server.url, "scripted")
        player = Player(tmp_path, {"main": slot, "classifier": slot}, server)
        scored = await player.play_all([Conversation("k", "trip_planner", "en", turns)])
    assert [(one.outcome, one.read) for one in scored] == [(RIGHT, 0), (RIGHT, 0), (RIGHT, 1), (RIGHT, 0)]
    asked = asked_table("k", scored)
    assert asked.rows[0] == ("action", 1, 1, 0, 0)


def test_gold_commands_are_answered_as_the_apps_declare_them() -> None:
    weights = {"do": "change", "expense": "rent", "weights": {"Ana": 2, "Tom": 1, "Zoe": 0.5}}
    sums = {"do": "expense", "what": "taxi", "amount": 60, "payer": "me", "amounts": {"Ana": 10, "Tom": 25, "Zoe": 25}}
    said = "Ana has two shares of the rent, Zoe half"
    assert right(Turn(said, "action", [weights])) == [
        {"action": "part", "values": {"expense": "rent", "people": ["Ana"], "share": "2 parts"}},
        {"action": "part", "values": {"expense": "rent", "people": ["Zoe"], "share": "half a share"}},
    ]
    assert right(Turn("taxi 60, Ana pays 10", "action", [sums])) == [
        {"action": "expense", "values": {"what": "taxi", "amount": "60", "payer": "me"}},
        {"action": "part", "values": {"expense": "taxi", "people": ["Ana"], "sum": "10"}},
    ]
    assert right(Turn("no day", "action", [{"do": "day", "places": ["Gion"], "day": None}])) == [
        {"action": "no_day", "values": {"places": ["Gion"]}}
    ]
    rupees = Turn("all in Indian rupees", "action", [{"do": "currency", "currency": "INR"}])
    assert right(rupees)[0]["values"] == {"currency": "Indian"}
    assert right(Turn("show it", "view")) == [{"action": "view", "values": {}}]


def test_turns_of_a_blind_set_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app_conversations", "blind-ordinary"])
    with pytest.raises(SystemExit):
        main()
