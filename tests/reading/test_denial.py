"""Requests that say not to do something, or only under a condition, or take a value back."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.reading import Declaration, Held, Reader, declare
from fingerpost.reading import reader as reader_module
from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.denial import DENIED, DOUBTED, most_sure
from fingerpost.reading.marks import mark

TODAY = date(2026, 11, 16)
ITEMS = ["fern", "rose", "bank"]
HELD = Held(["call the bank", "buy stamps", "pintar la cocina"], ["Ana", "Tom"])


def sure(declaration: Declaration, text: str, action: str = "remove", parameter: str = "tasks") -> float:
    """Return how sure a request can be in which each item that is named is a value."""
    marked = mark(text, ITEMS, (), TODAY)
    places = [(marked.words[one.start].start, marked.words[one.end - 1].end) for one in marked.items]
    spans = [ValueSpan(start, end, parameter) for start, end in places]
    return most_sure(declaration, action, spans, marked, 0, len(text))


@pytest.mark.parametrize(
    "text",
    [
        "don't remove the fern", "don’t remove the fern", "dont remove the fern", "do not remove the fern",
        "please do not remove the fern", "never delete the fern", "I don't want to delete the fern",
        "I didn't remove the fern", "no borres el fern", "por favor no lo quites, el fern", "y no quites el fern",
        "no quiero que borres el fern", "não apague o fern", "nao tire o fern", "e não tira o fern", "but not the fern",
        "you must not remove the fern", "I never said to remove the fern",
    ],
)  # fmt: skip
def test_what_is_denied_is_not_asked_for(tasks: Declaration, text: str) -> None:
    assert sure(tasks, text) == DENIED


@pytest.mark.parametrize(
    "text",
    [
        "delete the fern if it rains", "delete the fern unless it is dead", "unless it rains, delete the fern",
        "pretend to delete the fern", "borra el fern si llueve", "borra el fern a menos que llueva",
        "apaga o fern se chover", "apaga o fern a não ser que chova", "finge que borras el fern",
        "delete the fern, no wait, the rose", "borra el fern, perdón, el rose", "apaga o fern, aliás, o rose",
        "delete the fern but don't delete the rose", "don't delete the fern, delete the rose",
        "delete the fern, not the rose", "delete the fern instead of the rose", "borra el fern en vez de rose", "não dá pra tirar o fern?",
    ],
)  # fmt: skip
def test_what_is_conditional_or_taken_back_is_asked_about(tasks: Declaration, text: str) -> None:
    assert sure(tasks, text) == DOUBTED


@pytest.mark.parametrize(
    "text",
    [
        "remove the fern", "don't forget to remove the fern", "why don't you remove the fern",
        "why not remove the fern?", "I don't need the fern, remove it", "Ben doesn't like the fern, remove it",
        "remove the fern if you can", "remove the fern, if time allows", "quita el fern si puedes",
        "tira o fern se puder", "sí, borra el fern", "tira o fern no dia 3", "remove the fern and the rose",
        "no, the fern", "no problem, remove the fern", "¿y si quitas el fern?",
    ],
)  # fmt: skip
def test_what_is_asked_for_stays_as_sure_as_it_is(tasks: Declaration, text: str) -> None:
    assert sure(tasks, text) == 1


def test_a_negation_that_the_examples_of_an_action_have_denies_nothing() -> None:
    said = {"type": "person", "many": True, "required": True}
    actions = {
        "add": {"parameters": {"who": said}, "examples": ["charge [Ana](who)", "count [Tom](who) in"] * 5},
        "exclude": {
            "parameters": {"who": said},
            "examples": ["leave [Ana](who) out", "spare [Ana](who)", "charge [Ana](who) nothing"] * 4
            + ["don't charge [Ana](who)"],
        },
        "skip": {"parameters": {"who": said}, "examples": ["charge [Ana](who) less", "no wine for [Tom](who)"]},
    }
    app = declare({"actions": actions})
    assert sure(app, "don't charge the fern", "add", "who") == DENIED
    assert sure(app, "don't charge the fern", "exclude", "who") == 1
    assert sure(app, "don't charge the fern", "skip", "who") == 1


def test_conditions_belong_to_an_action_whose_examples_have_them() -> None:
    lamps = {"lamp": {"type": "item", "required": True}}
    rules = {
        "rule": {"parameters": lamps, "examples": ["turn [it](lamp) on if it gets dark", "[it](lamp) on if I come"]}
    }
    assert sure(declare({"actions": rules}), "turn the fern on if it rains", "rule", "lamp") == 1


def test_a_condition_inside_a_value_sets_none(tasks: Declaration) -> None:
    text = "add ask Ana if it rains"
    assert most_sure(tasks, "add", [ValueSpan(4, len(text), "tasks")], mark(text, (), (), TODAY), 0, len(text)) == 1


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("do not remove buy stamps", []),
        ("no quites pintar la cocina", []),
        ("remove buy stamps if it rains", []),
        ("remove buy stamps, no wait, call the bank", []),
        ("remove buy stamps", ["remove"]),
    ],
)
def test_a_reader_carries_out_nothing_that_is_denied(reader: Reader, text: str, done: list[str]) -> None:
    assert [one.action for one in reader.read(text, HELD, TODAY).commands] == done


def test_without_the_check_it_would_be_carried_out(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "most_sure", lambda *_: 1.0)
    assert [one.action for one in reader.read("do not remove buy stamps", HELD, TODAY).commands] == ["remove"]
