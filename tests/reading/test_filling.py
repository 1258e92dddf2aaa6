"""Values of an action: what is missing, unclear, told twice or implied."""

from __future__ import annotations

from datetime import date

from fingerpost.reading import Declaration
from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.filling import Filled, fill, implied_choices
from fingerpost.reading.marks import mark
from fingerpost.reading.values import Held

HELD = Held(["call the bank", "buy stamps", "buy bread"], ["Ana", "Tom"])
TODAY = date(2026, 11, 16)


def filled(tasks: Declaration, action: str, text: str, *spans: tuple[str, str]) -> Filled:
    marked = mark(text, HELD.items, HELD.people, TODAY)
    placed = [ValueSpan(text.index(words), text.index(words) + len(words), name) for words, name in spans]
    return fill(tasks.actions[action], placed, marked, 0, len(text), HELD, TODAY)


def test_values_and_their_words(tasks: Declaration) -> None:
    found = filled(
        tasks,
        "assign",
        "Tom does the stamps and the bank",
        ("Tom", "person"),
        ("the stamps", "tasks"),
        ("the bank", "tasks"),
    )
    assert found.values == {"tasks": ["buy stamps", "call the bank"], "person": "Tom"}
    assert found.words["tasks"] == ["the stamps", "the bank"]
    assert not found.missing


def test_a_required_item_is_sought_among_what_is_known(tasks: Declaration) -> None:
    found = filled(tasks, "assign", "the stamps go to Tom", ("Tom", "person"))
    assert found.values == {"person": "Tom", "tasks": ["buy stamps"]}


def test_what_is_missing_or_unclear_is_told(tasks: Declaration) -> None:
    assert filled(tasks, "assign", "Tom does it all day", ("Tom", "person")).missing == ["tasks"]
    unclear = filled(tasks, "remove", "remove buy", ("buy", "tasks"))
    assert unclear.unclear == {"tasks": ("buy stamps", "buy bread")}
    assert not unclear.values


def test_a_second_value_of_one_is_counted_and_no_value_unread(tasks: Declaration) -> None:
    twice = filled(tasks, "assign", "stamps for Ana no Tom", ("stamps", "tasks"), ("Ana", "person"), ("Tom", "person"))
    assert (twice.values["person"], twice.twice) == ("Ana", 1)
    assert filled(tasks, "add", "add x someday", ("x", "tasks"), ("someday", "due")).unread == 1


def test_a_choice_is_implied_by_the_nearest_example(tasks: Declaration) -> None:
    found = filled(tasks, "mark", "finished the stamps", ("the stamps", "tasks"))
    assert found.missing == ["state"]
    implied_choices(tasks.actions["mark"], found, [0.2, 0.9], [{"state": "open"}, {"state": "done"}])
    assert found.values["state"] == "done"
    assert not found.missing
