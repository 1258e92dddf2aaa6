"""Answers to what an app has asked, and messages that are none."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from fingerpost.assistants.miniapps.framework.answers import SHORT, QuestionAnswer, answer_to
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.parts import Question, said
from fingerpost.assistants.miniapps.framework.replay import Point
from tests.assistants.miniapps.framework.shelf import ScriptedReader, doubtful, sure

TODAY = date(2026, 11, 16)
ASKED = said("?", "?", "?")


def point(app: MiniApp, *names: str) -> Point:
    things = [{"id": n, "name": name} for n, name in enumerate(names, 1)]
    return Point({**app.start, "things": things, "next": len(names) + 1})


@pytest.fixture
def now(counter: MiniApp, reader: ScriptedReader) -> Point:
    return point(counter, "blue vase", "red vase", "lamp")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("yes", "yes"), ("ok", "yes"), ("sí, claro", "yes"), ("pode", "yes"), ("yes please", "yes"),
        ("no", "no"), ("ok no", "no"), ("mejor no", "no"), ("não", "no"), ("cancel", "no"), ("undo", "no"),
    ],
)  # fmt: skip
def test_yes_or_no(counter: MiniApp, now: Point, text: str, answer: str) -> None:
    assert answer_to(counter, now, Question(ASKED), text, TODAY) == QuestionAnswer(answer)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "?", "maybe", "yes, and add a lamp", "count 3", "how many are there?", "4", "🙂"])
def test_what_is_neither_yes_nor_no(counter: MiniApp, now: Point, text: str) -> None:
    assert answer_to(counter, now, Question(ASKED), text, TODAY) is None


@pytest.mark.parametrize(
    ("action", "missing", "text", "value"),
    [
        ("more", "by", "5", 5),
        ("more", "by", "five", 5),
        ("more", "by", "ok 4 then", 4),
        ("more", "by", "siete", 7),
        ("more", "by", "3.", 3),
        ("name", "things", "Gion", ["Gion"]),
        ("name", "things", '"Stairway to the Stars"', ["Stairway to the Stars"]),
        ("drop", "things", "the lamp", [3]),
        ("drop", "things", "LAMP", [3]),
        ("drop", "things", "the blue one", [1]),
        ("drop", "things", "the first one", [1]),
        ("drop", "things", "the last one", [3]),
        ("drop", "things", "el primero", [1]),
        ("drop", "things", "all of them", [1, 2, 3]),
        ("drop", "things", "the lamp and the red vase", [3, 2]),
        ("rate", "thing", "the lamp", 3),
        ("rate", "stars", "4", 4),
        ("rate", "stars", "4 stars", 4),
        ("give", "person", "Ana", "Ana"),
        ("give", "person", "me", "me"),
        ("give", "person", "Zoe", "Zoe"),
        ("give", "since", "14/12/2026", "2026-12-14"),
    ],
)
def test_the_value_that_was_asked_for(
    counter: MiniApp, now: Point, action: str, missing: str, text: str, value: Any
) -> None:
    known = {"kept": 1, "language": "en"}
    answer = answer_to(counter, now, Question(ASKED, action, known, missing), text, TODAY)
    assert answer == QuestionAnswer(None, {**known, missing: value})


@pytest.mark.parametrize("text", ["no", "cancel", "none of them", "ninguno", "deixa pra lá", "never mind"])
def test_a_value_may_be_refused(counter: MiniApp, now: Point, text: str) -> None:
    assert answer_to(counter, now, Question(ASKED, "drop", {}, "things"), text, TODAY) == QuestionAnswer("no")


@pytest.mark.parametrize(
    ("action", "missing", "text"),
    [
        ("more", "by", ""),
        ("more", "by", "?!"),
        ("more", "by", "whatever you like"),
        ("more", "by", "how many are usual, 5?"),
        ("more", "by", "help"),
        ("more", "by", "undo"),
        ("more", "by", "done"),
        ("more", "by", "the lamp 3"),
        ("more", "by", "3 " * (SHORT + 1)),
        ("drop", "things", "the sofa"),
        ("drop", "things", "the vase"),
        ("rate", "thing", "all of them"),
        ("name", "things", "what is there?"),
        ("name", "things", "word " * (SHORT + 1)),
        ("give", "since", "the lamp"),
    ],
)
def test_what_is_no_answer(counter: MiniApp, now: Point, action: str, missing: str, text: str) -> None:
    answer = answer_to(counter, now, Question(ASKED, action, {}, missing), text, TODAY)
    assert answer is None


def test_only_what_was_asked_about_is_meant(counter: MiniApp, now: Point) -> None:
    question = Question(ASKED, "drop", {}, "things", among=(1, 2))
    answer = answer_to(counter, now, question, "the red one", TODAY)
    assert answer is not None
    assert answer.values == {"things": [2]}
    assert answer_to(counter, now, question, "the lamp", TODAY) is None


def test_of_two_of_one_name_the_one_that_was_asked_about_is_meant(counter: MiniApp, reader: ScriptedReader) -> None:
    question = Question(ASKED, "drop", {}, "things", among=(1, 2))
    answer = answer_to(counter, point(counter, "vase", "lamp", "vase"), question, "the vase", TODAY)
    assert answer is not None
    assert answer.values == {"things": [1]}


def test_a_request_of_its_own_is_no_answer(counter: MiniApp, reader: ScriptedReader, now: Point) -> None:
    question = Question(ASKED, "name", {}, "things")
    assert answer_to(counter, now, question, "drop the lamp", TODAY) is not None, "as long as nobody reads it"
    reader.finds["drop the red vase"] = sure(("drop", {"things": ["red vase"]}))
    assert answer_to(counter, now, question, "drop the red vase", TODAY) is None
    reader.finds["add a sofa"] = sure(("name", {"things": ["sofa"]}))
    assert answer_to(counter, now, question, "add a sofa", TODAY) is not None, "it is what was asked for"
    reader.finds["the sofa"] = doubtful(0.5, ("drop", {"things": ["lamp"]}))
    assert answer_to(counter, now, question, "the sofa", TODAY) is not None


@pytest.mark.parametrize(("action", "missing"), [("explode", "by"), ("more", "fuse")])
def test_a_question_of_an_older_version_has_no_answer(counter: MiniApp, now: Point, action: str, missing: str) -> None:
    assert answer_to(counter, now, Question(ASKED, action, {}, missing), "5", TODAY) is None
