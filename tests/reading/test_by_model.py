"""What a language model is asked about a message, and what of its answer may be carried out."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from fingerpost.language.money import Money
from fingerpost.reading import Declaration, Held, Reading, declare
from fingerpost.reading.by_model import CHECKED, DOUBTED, MOST_LISTED, checked, is_question, prompt_of, schema_of
from fingerpost.reading.reader import SURE
from fingerpost.reading.values import Share

TODAY = date(2026, 11, 17)
HELD = Held(["taxi", "hotel Roma", "museum"], ["Ana", "Tom"], [2], 1, [{"day": 1}, {"day": "2026-12-20"}, {"day": 3}])
BILL: dict[str, Any] = {
    "actions": {
        "add": {
            "does": "adds things",
            "parameters": {
                "new": {"type": "name", "many": True, "required": True},
                "day": {"type": ["number", "date"]},
                "kind": {"type": "choice", "choices": {"food": ["comida"], "stay": []}},
            },
            "examples": ["add [pizza](new) on [3](day)"],
        },
        "change": {
            "does": "changes a thing",
            "parameters": {
                "thing": {"type": "item", "required": True},
                "price": {"type": "amount"},
                "payer": {"type": "person"},
                "share": {"type": "share"},
                "stars": {"type": "rating"},
                "day": {"type": ["number", "date"]},
                "note": {"type": "text"},
            },
            "examples": ["the [taxi](thing) was [20](price)"],
        },
        "drop": {
            "does": "removes things",
            "parameters": {"things": {"type": "item", "many": True, "required": True}},
            "examples": ["drop the [taxi](things)"],
        },
        "view": {"does": "shows all", "examples": ["show it"]},
    },
    "examples": [{"text": "nice weather", "actions": ["none"]}],
}


@pytest.fixture(scope="module")
def bill() -> Declaration:
    return declare(BILL)


def answer(*commands: tuple[str, dict[str, Any]]) -> str:
    return json.dumps({"commands": [{"action": action, "values": values} for action, values in commands]})


def read(bill: Declaration, message: str, *commands: tuple[str, dict[str, Any]], held: Held = HELD) -> Reading | None:
    return checked(bill, held, message, answer(*commands), TODAY)


def values_of(reading: Reading | None) -> list[tuple[str, dict[str, Any]]]:
    assert reading is not None
    return [(one.action, dict(one.values)) for one in reading.commands]


# What is asked.


def test_the_schema_has_the_actions_their_parameters_and_what_is_held(bill: Declaration) -> None:
    schema = schema_of(bill, HELD)
    commands = {
        one["properties"]["action"]["enum"][0]: one["properties"]["values"]
        for one in schema["properties"]["commands"]["items"]["anyOf"]
    }
    assert list(commands) == ["add", "change", "drop", "view"]
    assert commands["drop"]["properties"]["things"]["items"]["enum"] == list(HELD.items)
    assert commands["add"]["properties"]["kind"]["enum"] == ["food", "stay"]
    assert commands["view"] == {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    many = Held([f"thing {n}" for n in range(MOST_LISTED + 1)])
    assert "enum" not in json.dumps(
        schema_of(bill, many)["properties"]["commands"]["items"]["anyOf"][2]["properties"]["values"]
    )


def test_the_prompt_tells_what_is_held_and_what_was_said_last(bill: Declaration) -> None:
    system, user = prompt_of(bill, HELD, "drop it", ["the museum is closed", "Noted."])
    assert (
        'change(thing*, price, payer, share, stars, day, note): changes a thing. the taxi was 20 -> {"thing": "taxi"'
        in (system["content"])
    )
    assert user["content"].splitlines() == [
        "The app holds: taxi, hotel Roma, museum.",
        "People: Ana, Tom.",
        "Touched last: museum.",
        "Said before: the museum is closed",
        "Said before: Noted.",
        "Message: drop it",
    ]
    # The beginning is the same for every message: servers need not read it again.
    assert prompt_of(bill, Held(), "another")[0] == system


# What is taken.


@pytest.mark.parametrize(
    ("message", "action", "said", "wanted"),
    [
        ("put Café Luz and the zoo down for day 2", "add", {"new": ["cafe luz", "zoo"], "day": 2}, {"new": ["Café Luz", "zoo"], "day": 2}),
        ("el museo Picasso para el 20 de diciembre", "add", {"new": "museo Picasso", "day": "2026-12-20"}, {"new": ["museo Picasso"], "day": "2026-12-20"}),
        ("something to eat: tacos", "add", {"new": ["tacos"], "kind": "food"}, {"new": ["tacos"], "kind": "food"}),
        ("o taxi custou 45 euros, pagou a Ana", "change", {"thing": "taxi", "price": "45", "payer": "Ana"}, {"thing": "taxi", "price": Money(4500, "EUR"), "payer": "Ana"}),
        ("I paid 1.250,50 for the hotel", "change", {"thing": "hotel Roma", "price": 1250.5, "payer": "me"}, {"thing": "hotel Roma", "price": Money(125050, ""), "payer": "me"}),
        ("Bea takes half of the taxi", "change", {"thing": "taxi", "payer": "Bea", "share": "half"}, {"thing": "taxi", "payer": "Bea", "share": Share(Fraction(1, 2))}),
        ("it was four stars", "change", {"thing": "museum", "stars": "4"}, {"thing": "museum", "stars": 4}),
        ("the taxi the same day as the hotel", "change", {"thing": "taxi", "day": "2026-12-20"}, {"thing": "taxi", "day": "2026-12-20"}),
        ("jot for the taxi: ask for Pedro, 10:30", "change", {"thing": "taxi", "note": "ask for Pedro, 10:30"}, {"thing": "taxi", "note": "ask for Pedro, 10:30"}),
        ("the taxi was 22 not 20", "change", {"thing": "taxi", "price": "22"}, {"thing": "taxi", "price": Money(2200, "")}),
        ("get rid of these", "drop", {"things": ["taxi", "museum"]}, {"things": ["taxi", "museum"]}),
        ("show me", "view", {"unused": None}, {}),
    ],
)  # fmt: skip
def test_what_the_message_bears_out_is_read_as_the_reader_would(
    bill: Declaration, message: str, action: str, said: dict[str, Any], wanted: dict[str, Any]
) -> None:
    reading = read(bill, message, (action, said))
    assert values_of(reading) == [(action, wanted)]
    assert reading is not None
    assert reading.confidence == CHECKED >= SURE


def test_several_commands_and_one_about_what_the_message_adds(bill: Declaration) -> None:
    reading = read(
        bill, "add pizza, and Tom pays it", ("add", {"new": ["pizza"]}), ("change", {"thing": "pizza", "payer": "Tom"})
    )
    assert [one.action for one in reading.commands] == ["add", "change"] if reading else False
    assert reading is not None
    assert reading.commands[1].assumed == ["thing"]


def test_what_is_required_and_not_said_is_missing(bill: Declaration) -> None:
    reading = read(bill, "it was 45", ("change", {"price": "45"}))
    assert reading is not None
    assert (reading.commands, reading.missing, reading.confidence) == ((), ("thing",), CHECKED)


def test_a_name_of_several_items_is_unclear(bill: Declaration) -> None:
    held = Held(["bar Luz", "bar Sol", *(f"thing {n}" for n in range(MOST_LISTED))])
    reading = read(bill, "drop the bar", ("drop", {"things": ["bar"]}), held=held)
    assert reading is not None
    assert (reading.commands, reading.unclear) == ((), ("bar Luz", "bar Sol"))


# What is not taken.


@pytest.mark.parametrize(
    ("message", "action", "said"),
    [
        ("drop the taxi", "burn", {"things": ["taxi"]}),
        ("drop the taxi", "drop", {"things": ["taxi"], "force": "yes"}),
        ("drop the plane", "drop", {"things": ["plane"]}),
        ("drop the taxi", "drop", {"things": [{"name": "taxi"}]}),
        ("drop the taxi", "drop", {"things": [True]}),
        ("the taxi was 20", "change", {"thing": ["taxi", "museum"], "price": "20"}),
        ("the taxi was 20", "change", {"thing": "taxi", "price": "25"}),
        ("the taxi was 20", "change", {"thing": "taxi", "price": "20", "payer": "Zoe"}),
        ("the taxi was 20 USD", "change", {"thing": "taxi", "price": "20 EUR"}),
        ("move that one", "change", {"thing": "museum", "day": "1"}),
        ("rate the taxi", "change", {"thing": "taxi", "stars": 5}),
        ("the taxi on day 2", "change", {"thing": "taxi", "day": "2026-11-18"}),
        ("the taxi is late", "change", {"thing": "taxi", "note": "call the driver"}),
        ("add something nice", "add", {"new": ["pizza"]}),
        ("add pizza", "add", {"new": ["pizza"], "kind": "drink"}),
    ],
)  # fmt: skip
def test_what_is_invented_is_thrown_away(bill: Declaration, message: str, action: str, said: dict[str, Any]) -> None:
    assert read(bill, message, (action, said)) is None


@pytest.mark.parametrize(
    "garbage",
    [
        "", "add the taxi", "null", "[]", "{}", '{"commands": 3}', '{"commands": [3]}', '{"commands": [{}]}',
        '{"commands": [{"action": "drop", "values": 3}]}', '{"commands": [{"action": ["drop"], "values": {}}]}',
        '{"commands": [{"action": "drop", "values": {"things": ["taxi"]}, "then": "all"}]}',
        '{"commands": [' + ",".join(['{"action": "view", "values": {}}'] * 99) + "]}",
        '{"commands": [{"action": "drop", "values": {"things": ["ta', "[" * 100_000,
    ],
)  # fmt: skip
def test_garbage_is_no_reading(bill: Declaration, garbage: str) -> None:
    assert checked(bill, HELD, "drop the taxi", garbage, TODAY) is None


def test_one_invented_command_spoils_the_others(bill: Declaration) -> None:
    assert read(bill, "drop the taxi", ("drop", {"things": ["taxi"]}), ("add", {"new": ["pizza"]})) is None


@pytest.mark.parametrize(
    ("message", "action", "said"),
    [
        ("drop the taxi, it cost 20", "drop", {"things": ["taxi"]}),
        ("take it off, room 12 was 90", "change", {"thing": "museum", "price": "90"}),
        ("it was 31,80", "change", {"thing": "museum", "price": "31"}),
        ("and shift the other one", "drop", {"things": ["museum"]}),
        ("drop the big old place", "drop", {"things": ["hotel Roma"]}),
        ("20 for the taxi", "change", {"thing": "taxi", "price": "20", "payer": "Ana"}),
    ],
)  # fmt: skip
def test_a_number_left_out_and_a_name_that_nobody_said_make_it_doubtful(
    bill: Declaration, message: str, action: str, said: dict[str, Any]
) -> None:
    reading = read(bill, message, (action, said))
    assert reading is not None
    assert (reading.commands, reading.confidence) == ((), DOUBTED)
    assert [one.action for one in reading.doubtful] == [action]
    assert reading.confidence < SURE


def test_nothing_to_do_is_nothing(bill: Declaration) -> None:
    assert read(bill, "nice weather today") == Reading()


QUESTIONS = [
    "shall we drop the taxi?", "is the taxi worth it", "what does the taxi cost", "and who paid the taxi", "¿quito el taxi?",
    "cuánto cuesta el taxi", "cuanto cuesta el taxi", "y donde para el taxi", "no sé dónde para el taxi", "que taxi es bueno",
    "quanto custa o taxi", "vale a pena o taxi", "oq tem no taxi", "o que é taxi", "o taxi é caro?",
]  # fmt: skip


@pytest.mark.parametrize("message", QUESTIONS)
def test_a_question_changes_nothing(bill: Declaration, message: str) -> None:
    assert is_question(message)
    assert read(bill, message, ("drop", {"things": ["taxi"]})) is None


@pytest.mark.parametrize(
    "message",
    ["drop the taxi", "que Ana pague el taxi", "que el taxi lo pague Ana", "can you drop the taxi", "quita el taxi", "Will paid 20"],
)  # fmt: skip
def test_a_request_is_no_question(message: str) -> None:
    assert not is_question(message, ["Will"])


def test_the_check_on_questions_is_what_stops_them(bill: Declaration, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.reading.by_model.is_question", lambda *_: False)
    assert values_of(read(bill, QUESTIONS[0], ("drop", {"things": ["taxi"]}))) == [("drop", {"things": ["taxi"]})]


def test_a_model_does_not_do_what_the_message_denies(bill: Declaration) -> None:
    told = answer(("drop", {"things": ["taxi"]}))
    assert checked(bill, HELD, "don't drop the taxi", told, TODAY) is None
    done = checked(bill, HELD, "drop the taxi", told, TODAY)
    assert done is not None
    assert done.commands
