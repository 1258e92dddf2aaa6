"""Messages to an app that the network has never seen, in three languages, and bad input."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from fingerpost.reading import Command, Declaration, Held, Reader, read
from fingerpost.reading import reader as reader_module

HELD = Held(["call the bank", "buy stamps", "pintar la cocina"], ["Ana", "Tom"], [1], 1)
TODAY = date(2026, 11, 16)


def commands(reader: Reader, text: str) -> list[tuple[str, dict[str, object]]]:
    return [(one.action, dict(one.values)) for one in reader.read(text, HELD, TODAY).commands]


@pytest.mark.parametrize(
    ("text", "action", "values"),
    [
        ("remove buy stamps", "remove", {"tasks": ["buy stamps"]}),
        ("please remove call the bank", "remove", {"tasks": ["call the bank"]}),
        ("quita pintar la cocina", "remove", {"tasks": ["pintar la cocina"]}),
        ("tira buy stamps da lista", "remove", {"tasks": ["buy stamps"]}),
        ("assign buy stamps to Ana", "assign", {"tasks": ["buy stamps"], "person": "Ana"}),
        ("que Tom haga pintar la cocina", "assign", {"tasks": ["pintar la cocina"], "person": "Tom"}),
        ("I finished call the bank", "mark", {"tasks": ["call the bank"], "state": "done"}),
        ("ya hice pintar la cocina", "mark", {"tasks": ["pintar la cocina"], "state": "done"}),
    ],
)
def test_ordinary_messages(reader: Reader, text: str, action: str, values: dict[str, object]) -> None:
    assert commands(reader, text) == [(action, values)]


@pytest.mark.parametrize(
    "text",
    ["what's the weather like?", "¿qué me falta?", "obrigado, até logo", "", "   ", "?", "....", "()[]||", "🙂🙂"],
)
def test_what_asks_for_nothing_changes_nothing(reader: Reader, text: str) -> None:
    assert reader.read(text, HELD, TODAY).commands == ()


@pytest.mark.parametrize("text", ["....", "!!! ???", "()[]{}||", "🙂🙂", "- - -", "«»"])
def test_a_message_of_signs_is_not_even_doubtful(reader: Reader, text: str) -> None:
    reading = reader.read(text, HELD, TODAY)
    assert (reading.commands, reading.doubtful) == ((), ())


def test_what_is_missing_is_asked_and_nothing_done(reader: Reader) -> None:
    reading = reader.read("assign buy stamps", HELD, TODAY)
    assert reading.commands == ()
    assert all(isinstance(one, Command) for one in reading.doubtful)


def test_a_reading_that_is_not_sure_is_no_command(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands(reader, "remove buy stamps")
    monkeypatch.setattr(reader_module, "SURE", 1.01)
    doubtful = reader.read("remove buy stamps", HELD, TODAY)
    assert doubtful.commands == ()
    assert doubtful.doubtful[0].action == "remove"


def test_the_trail_tells_the_words(reader: Reader) -> None:
    command = reader.read("assign buy stamps to Ana", HELD, TODAY).commands[0]
    assert command.words == {"tasks": ["buy stamps"], "person": ["Ana"]}


@pytest.mark.parametrize("name", ["remove", "monday", "42", "'; DROP TABLE x; --", "Ana"])
def test_names_that_are_verbs_numbers_or_injections(reader: Reader, name: str) -> None:
    held = HELD._replace(items=(*HELD.items, name))
    for command in reader.read(f"remove {name}", held, TODAY).commands:
        assert command.action == "remove"
        assert set(command.values["tasks"]) <= set(held.items)


@pytest.mark.parametrize(
    "text", ["remove " + ", ".join(f"thing {n}" for n in range(200)), "9" * 50_000, "a " * 30_000, "\u202e\u200b\x00"]
)
def test_long_and_odd_messages_end(reader: Reader, text: str) -> None:
    reader.read(text, HELD, TODAY)


def test_one_call_reads(tasks: Declaration) -> None:
    reading = read(tasks, {"items": ["buy stamps"], "people": ["Ana"]}, "delete buy stamps")
    assert [one.action for one in reading.commands] == ["remove"]
    assert read(tasks, {}, "delete buy stamps").commands == ()


@pytest.mark.parametrize("text", ["remove buy stamps \ud800", "remove \x00buy stamps", "\x1b[31mremove buy stamps"])
def test_what_cannot_be_read_is_a_space(reader: Reader, text: str) -> None:
    reading = reader.read(text, HELD, TODAY)
    assert [one.action for one in (*reading.commands, *reading.doubtful)] == ["remove"]


def test_of_a_message_whose_end_is_not_read_nothing_is_carried_out(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "remove buy stamps"
    assert commands(reader, text)
    monkeypatch.setattr(reader_module, "LONGEST", len(text) - 1)
    assert reader.read(text, HELD, TODAY).commands == ()
    monkeypatch.undo()
    monkeypatch.setattr(reader_module, "MOST_REQUESTS", 0)
    assert commands(reader, text) == []


@pytest.mark.parametrize("names", [None, [5], "fern", {"fern": 1}, 5, [None]])
@pytest.mark.parametrize("key", ["items", "people"])
def test_names_that_are_no_list_of_texts_are_told(tasks: Declaration, key: str, names: Any) -> None:
    with pytest.raises(TypeError, match=rf"state\['{key}'\] is a list of names"):
        read(tasks, {key: names}, "remove it", TODAY)


def test_names_without_letters_are_read_over(tasks: Declaration) -> None:
    found = read(tasks, {"items": ["", "buy stamps", "\u0301"], "people": ["", "\u0301"]}, "remove buy stamps", TODAY)
    assert [one.values for one in found.commands] == [{"tasks": ["buy stamps"]}]


def test_what_nobody_can_read_is_not_carried_out(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"remove buy stamps {'9' * 400}"
    monkeypatch.setattr(reader_module, "confidence_of", lambda *_: 0.9)
    assert not reader.read(text, HELD, TODAY).commands
    monkeypatch.setattr(reader_module, "DOUBTED", 1.0)
    assert reader.read(text, HELD, TODAY).commands, "it was that check which held it back"
