"""From a message to what is to be done: the reader finds what each test says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.parts import AppCommand, Question, State
from fingerpost.assistants.miniapps.framework.replay import Session
from fingerpost.assistants.miniapps.framework.understand import (
    CHOICES,
    WORTH_ASKING,
    Close,
    Do,
    Doubt,
    Look,
    route_of,
    understand,
)
from fingerpost.reading import Command, Reading
from fingerpost.reading.reader import SURE
from fingerpost.routebook.apps import AppEvent, Trigger
from tests.assistants.miniapps.framework.shelf import ScriptedReader, doubtful, lacking, sure

TODAY = date(2026, 11, 16)
NAMED = AppEvent("named", {"ids": [1, 2], "names": ["vase", "lamp"]})
ASKED = AppEvent("_asked", Question({"en": "?", "es": "?", "pt": "?"}, "more", {}, "by")._asdict())


def session_of(app: MiniApp, *events: AppEvent) -> Session:
    return app.session([AppEvent("_opened", {"language": "en"}), NAMED, *events])


def wanted(app: MiniApp, text: str, intent: str = "transactional", *events: AppEvent) -> Any:
    return understand(app, session_of(app, *events), text, intent, TODAY).wants


def test_what_is_sure_is_done_with_ids_and_language(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["drop the lamp, count 2"] = sure(("drop", {"things": ["lamp"]}), ("more", {"by": 2}))
    assert wanted(counter, "drop the lamp, count 2") == Do(
        [AppCommand("drop", {"things": [2], "language": "en"}), AppCommand("more", {"by": 2, "language": "en"})]
    )


def test_what_is_doubtful_is_asked_back_and_what_is_a_guess_is_nothing(
    counter: MiniApp, reader: ScriptedReader
) -> None:
    reader.finds["perhaps"] = doubtful((WORTH_ASKING + SURE) / 2, ("more", {"by": 2}))
    assert wanted(counter, "perhaps") == Doubt([AppCommand("more", {"by": 2, "language": "en"})])
    reader.finds["hardly"] = doubtful(WORTH_ASKING / 2, ("more", {"by": 2}))
    assert wanted(counter, "hardly") is None
    assert wanted(counter, "the weather is fine") is None


def test_what_is_missing_is_asked_after_what_is_whole(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["x"] = lacking(Command("drop", {"things": ["lamp"]}), Command("more", {}, missing=["by"]))
    wants = wanted(counter, "x")
    assert wants.commands == [AppCommand("drop", {"things": [2], "language": "en"})]
    assert (wants.question.action, wants.question.missing, wants.question.said["es"]) == (
        "more",
        "by",
        "¿By how many?",
    )


def test_what_is_missing_of_a_doubtful_command_is_not_asked(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["x"] = lacking(Command("more", {}, missing=["by"]), confidence=(WORTH_ASKING + SURE) / 2)
    assert wanted(counter, "x") is None


def test_what_is_unclear_is_asked_with_a_few_names(counter: MiniApp, reader: ScriptedReader) -> None:
    names = [f"vase {n}" for n in range(200)]
    reader.finds["x"] = lacking(Command("drop", {}, unclear={"things": names}))
    question = wanted(counter, "x").question
    assert (question.action, question.missing) == ("drop", "things")
    assert question.said["en"].count("vase") == CHOICES


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("undo", "undo"), ("oops, undo that", "undo"), ("redo", "redo"), ("help", "help"), ("done", "done"),
        ("cancel", "cancel"), ("deshaz", "undo"), ("ayuda", "help"), ("pronto", "done"), ("cancela", "cancel"),
    ],
)  # fmt: skip
def test_controls_are_known_without_reading(counter: MiniApp, reader: ScriptedReader, text: str, control: str) -> None:
    assert wanted(counter, text) == control
    assert reader.read_texts == []


@pytest.mark.parametrize("control", ["undo", "redo", "done", "cancel", "help"])
def test_controls_that_are_read(counter: MiniApp, reader: ScriptedReader, control: str) -> None:
    reader.finds["x"] = sure((control, {}))
    assert wanted(counter, "x") == control
    reader.finds["x y"] = sure((control, {}), ("more", {"by": 1}))
    assert wanted(counter, "x y") is None, "what ends or takes back is not mixed with what is to be done"


def test_an_end_that_is_doubtful_is_asked_about(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["x"] = doubtful((WORTH_ASKING + SURE) / 2, ("done", {}))
    assert wanted(counter, "x") == Close("done")
    reader.finds["y"] = doubtful(WORTH_ASKING / 2, ("done", {}))
    assert wanted(counter, "y") is None
    reader.finds["x?"] = sure(("cancel", {}))
    assert wanted(counter, "x?") == Close("cancel"), "a question ends nothing"
    reader.finds["z"] = doubtful((WORTH_ASKING + SURE) / 2, ("undo", {}))
    assert wanted(counter, "z") is None


def test_what_only_looks_changes_nothing(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["let me see"] = sure(("view", {}))
    assert isinstance(wanted(counter, "let me see"), Look)
    reader.finds["count 1 and show"] = sure(("more", {"by": 1}), ("view", {}))
    assert [one.action for one in wanted(counter, "count 1 and show").commands] == ["more"]
    reader.finds["drop all"] = sure(("drop", {"things": ["vase", "lamp"]}))
    assert isinstance(wanted(counter, "drop all", "navigational"), Look), "the router found that it only looks"


@pytest.mark.parametrize("text", ["yes", "no", "ok", "sí", "não", "", "   ", "?", "🙂🙂", "!!!"])
def test_a_yes_to_nothing_and_signs_want_nothing(counter: MiniApp, reader: ScriptedReader, text: str) -> None:
    assert wanted(counter, text) is None


def test_an_answer_goes_before_anything_else(counter: MiniApp, reader: ScriptedReader) -> None:
    reader.finds["4"] = doubtful(0.5, ("rate", {"thing": "lamp", "stars": 4}))
    assert wanted(counter, "4", "transactional", ASKED) == Do((AppCommand("more", {"by": 4, "language": "en"}),))
    assert wanted(counter, "no", "transactional", ASKED) == "no"
    assert wanted(counter, "undo", "transactional", ASKED) == "undo"


def test_an_app_may_arrange_its_commands(counter: MiniApp, reader: ScriptedReader) -> None:
    told: list[str] = []

    def arrange(state: State, commands: Sequence[AppCommand], kind: str) -> Sequence[AppCommand]:
        told.append(kind)
        return commands[::-1]

    reader.finds["x"] = sure(("drop", {"things": ["lamp"]}), ("more", {"by": 2}))
    wants = wanted(replace(counter, arrange=arrange), "x")
    assert [one.action for one in wants.commands] == ["more", "drop"]
    assert told == ["named"], "the kind of the event before"


@pytest.mark.parametrize(
    ("text", "language"),
    [("pon tres cosas más en la lista", "es"), ("coloca mais três coisas na lista", "pt"), ("Gion 3", "en")],
)
def test_the_language_of_a_message(counter: MiniApp, reader: ScriptedReader, text: str, language: str) -> None:
    assert understand(counter, session_of(counter), text, "transactional", TODAY).language == language


@pytest.mark.parametrize(
    ("found", "route"),
    [
        (sure(("more", {"by": 2})), "TRANSACTIONAL"),
        (sure(("undo", {})), "TRANSACTIONAL"),
        (sure(("more", {"by": 2}), ("view", {})), "TRANSACTIONAL"),
        (sure(("view", {})), "NAVIGATIONAL"),
        (sure(("help", {})), "META"),
        (sure(("done", {})), "META"),
        (lacking(Command("more", {}, missing=["by"])), "TRANSACTIONAL"),
        (doubtful(SURE / 2, ("more", {"by": 2})), None),
        (Reading(), None),
    ],
)
def test_the_route_of_what_is_sure(counter: MiniApp, reader: ScriptedReader, found: Reading, route: str | None) -> None:
    reader.finds["x"] = found
    assert route_of(counter, session_of(counter).now, "x", TODAY) == route
    assert counter.route_for(counter.data([NAMED]), "x") == route


def test_a_phrase_that_opens_the_running_app_shows_it(counter: MiniApp, reader: ScriptedReader) -> None:
    named = replace(counter, triggers=(Trigger(phrases=("open my counter",)),))
    for text in ("open my counter", "please open my counter!", "Open my counter, por favor"):
        reader.finds[text] = sure(("drop", {"things": ["vase"]}))
        assert isinstance(wanted(named, text), Look), text
    reader.finds["open my counter and count 2"] = sure(("more", {"by": 2}))
    assert isinstance(wanted(named, "open my counter and count 2"), Do), "more is asked than to open it"
    assert isinstance(wanted(counter, "open my counter"), Do), "no phrase of this app"
