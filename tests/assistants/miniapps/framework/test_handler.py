"""The handler: opening, switching, questions, repeated requests, and apps that fail."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from fingerpost.answering.handlers import HandlerReply
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.parts import (
    Question,
    Refusal,
    State,
    Values,
    said,
)
from fingerpost.assistants.miniapps.framework.replay import Session, go_on
from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.assistants.miniapps.trip_planner.app import APP
from fingerpost.errors import EncoderError
from fingerpost.routebook.apps import INTERRUPTED, App, AppEvent
from tests.assistants.miniapps.framework.shelf import ScriptedReader


def test_a_mini_app_is_an_app_of_the_engine(counter: MiniApp) -> None:
    app: App = counter
    assert app.data([AppEvent("counted", {"by": 3})])["n"] == 3
    assert not app.expects(app.data([]), "yes")


async def test_a_counter(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = Talk(counter)
    reply = await talk.say("let's count", opens="counter")
    assert reply.text == "counting (en)"
    reply = await talk.say("count 3")
    assert (reply.text, reply.parts[0].text) == ("0 -> 3 (counted, en)", "3 [en]")
    reply = await talk.say("cuenta 4")
    assert reply.text == "3 -> 7 (counted, es)"
    assert (await talk.say("total", "N")).text == "it is 7"
    assert (await talk.say("cuenta 400")).text == "demasiado"
    assert (await talk.say("deshaz")).parts[0].text == "3 [es]"
    reply = await talk.say("listo")
    assert (reply.text, reply.change and reply.change.ends) == ("done at 3 (es)", "done")


async def test_what_came_when_it_was_over(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = Talk(counter)
    assert "No app is open" in (await talk.say("count 3")).text
    await talk.say("go", opens="counter")
    await talk.say("cancel", "M", request="end")
    reply = await talk.say("cancel", "M", request="end")
    assert (reply.text, reply.change) == ("cancelled at 0 (en)", None)
    assert (await talk.say("go", opens="counter")).text == "counting (en)"
    assert talk.session is not None
    assert not talk.session.ended


async def test_a_missing_value_is_asked_for_once(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = Talk(counter)
    await talk.say("go", opens="counter")
    assert (await talk.say("count")).text == "By how many?"
    assert counter.expects(counter.data(talk.session.events if talk.session else ()), "five")
    assert (await talk.say("five")).text == "0 -> 5 (counted, en)"
    await talk.say("count")
    reply = await talk.say("no idea really, whatever you like best")
    assert "did not catch" in reply.text
    assert "did not catch" in (await talk.say("7")).text, "the question was dropped"
    assert talk.state["n"] == 5


@pytest.mark.parametrize("text", ["how many is usual?", "help", "total please", "undo", "done"])
def test_what_is_no_answer_to_a_question(counter: MiniApp, reader: ScriptedReader, text: str) -> None:
    asked = AppEvent("_asked", {"said": {}, "action": "more", "missing": "by"})
    assert not counter.expects(counter.data([asked]), text)
    assert counter.expects(counter.data([asked]), "12")


async def test_a_pending_question_is_dropped_by_another_action() -> None:
    talk = await _trip("add Gion, Nara and Uji")
    await talk.say("clear everything")
    assert talk.kinds[-1] == "_asked"
    await talk.say("add Osaka")
    await talk.say("yes")
    assert len(talk.state["venues"]) == 4, "nobody said yes to clearing"
    await talk.say("clear everything")
    await talk.say("show the list", "N")
    assert talk.kinds[-1] == "_dropped"
    await talk.say("yes")
    assert len(talk.state["venues"]) == 4


async def test_sabotage_a_question_that_is_not_dropped_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were questions not dropped, the yes to nothing would empty the list: the test above catches it."""

    def forgetful(session: Session, apply: Callable[[State, AppEvent], State], events: Iterable[AppEvent]) -> Session:
        for event in events:
            after = go_on(session, apply, [event])
            session = after if after.asked else after._replace(asked=session.asked)
        return session

    talk = await _trip("add Gion, Nara and Uji")
    await talk.say("clear everything")
    monkeypatch.setattr("fingerpost.assistants.miniapps.framework.handler.go_on", forgetful)
    monkeypatch.setattr("fingerpost.assistants.miniapps.framework.replay.go_on", forgetful)
    monkeypatch.setattr("fingerpost.assistants.miniapps.framework.snapshots.go_on", forgetful)
    await talk.say("add Osaka")
    await talk.say("yes")
    assert "cleared" in talk.kinds


async def test_clearing_is_confirmed_first() -> None:
    talk = await _trip("add Gion, Nara and Uji")
    assert "Are you sure?" in (await talk.say("clear everything")).text
    assert len(talk.state["venues"]) == 3
    assert "left everything" in (await talk.say("no")).text
    assert len(talk.state["venues"]) == 3
    assert "Are you sure?" in (await talk.say("remove all of them")).text
    await talk.say("yes")
    assert talk.state["venues"] == []


async def test_sabotage_without_confirmation_all_is_gone_at_once() -> None:
    careless = replace(APP, actions=tuple(action._replace(confirm=None) for action in APP.actions))
    talk = Talk(careless)
    await talk.say("plan a trip", opens="trip_planner")
    await talk.say("add Gion, Nara and Uji")
    await talk.say("clear everything")
    assert talk.state["venues"] == []


async def test_a_repeated_request_is_done_once_and_told_again() -> None:
    talk = Talk(APP)
    first = await talk.say("plan a trip to Kyoto", opens="trip_planner", request="a")
    again = await talk.say("plan a trip to Kyoto", opens="trip_planner", request="a")
    assert (again.text, again.change) == (first.text, None)
    first = await talk.say("add Gion on day 2", request="b")
    again = await talk.say("add Gion on day 2", request="b")
    assert shown(again) == shown(first)
    assert again.change is None
    assert len(talk.state["venues"]) == 1
    first = await talk.say("clear everything", request="c")
    assert (await talk.say("clear everything", request="c")).text == first.text
    await talk.say("yes", request="d")
    assert "Removed all" in (await talk.say("yes", request="d")).text
    await talk.say("undo", request="e")
    await talk.say("undo", request="e")
    assert len(talk.state["venues"]) == 1, "undone once"


async def test_sabotage_a_request_whose_name_is_lost_is_done_twice() -> None:
    talk = await _trip("add Gion", "add Nara")
    await talk.say("undo", request="e")
    assert talk.session is not None
    talk.session = talk.session._replace(events=tuple(event._replace(request="") for event in talk.session.events))
    await talk.say("undo", request="e")
    assert talk.state["venues"] == []


async def test_another_app_is_opened_after_asking(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = Talk(APP, counter)
    await talk.say("plan a trip to Kyoto", opens="trip_planner")
    await talk.say("add Gion")
    reply = await talk.say("let's count things", opens="counter")
    assert reply.text == "Trip planner is open (Kyoto · 1 place). Close it and start Counter? (yes/no)"
    assert APP.expects(APP.data(talk.session.events if talk.session else ()), "yes")
    assert "left everything" in (await talk.say("no")).text
    await talk.say("let's count things", opens="counter")
    reply = await talk.say("yes", request="switch")
    assert reply.change is not None
    assert (reply.change.ends, reply.change.opens) == ("switched", "counter")
    assert (await talk.say("yes", request="switch")).text == "counting (en)"
    assert (await talk.say("count 2")).text == "0 -> 2 (counted, en)"


async def test_opening_the_app_that_runs_goes_on_in_it() -> None:
    talk = await _trip("add Gion")
    reply = await talk.say("plan a trip to Osaka", opens="trip_planner")
    assert "now goes to Osaka" in reply.text
    assert len(talk.state["venues"]) == 1


async def test_an_opening_message_may_ask_for_more() -> None:
    talk = Talk(APP)
    reply = await talk.say("Sage, plan a trip to Lisbon and add Belém Tower", opens="trip_planner")
    assert "Lisbon" in reply.text
    assert "Added Belém Tower" in reply.text
    assert talk.state["destination"] == "Lisbon"


async def test_an_app_that_raises_changes_nothing(
    counter: MiniApp, reader: ScriptedReader, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(state: State, values: Values) -> AppEvent | Refusal:
        raise KeyError("the app's own fault")

    failing = replace(counter, actions=(counter.actions[0]._replace(do=broken),))
    talk = Talk(failing)
    await talk.say("go", opens="counter")
    before = talk.session
    with caplog.at_level(logging.ERROR, "fingerpost"):
        reply = await talk.say("count 3")
    assert "Something broke in Counter. Nothing was changed" in reply.text
    assert (reply.change, talk.session) == (None, before)
    assert "the app's own fault" in caplog.text
    assert "Traceback" in caplog.text
    assert "Algo falló" in (await _in_spanish(failing)).text


async def test_damaged_weights_are_told_as_such(
    counter: MiniApp, reader: ScriptedReader, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged(*_: object) -> None:
        raise EncoderError("reader.npz: damaged. Install it again")

    talk = Talk(counter)
    await talk.say("go", opens="counter")
    before = talk.session
    monkeypatch.setattr(reader, "read", damaged)
    with caplog.at_level(logging.ERROR, "fingerpost"):
        reply = await talk.say("count 3")
    assert "installed with damaged files" in reply.text
    assert "other words" not in reply.text
    assert (reply.change, talk.session) == (None, before)
    assert "reader.npz: damaged. Install it again" in caplog.text


async def _in_spanish(app: MiniApp) -> HandlerReply:
    talk = Talk(app)
    await talk.say("quiero contar las cosas", opens="counter")
    return await talk.say("cuenta 3")


async def _trip(*messages: str) -> Talk:
    talk = Talk(APP)
    await talk.say("plan a trip", opens="trip_planner")
    for message in messages:
        await talk.say(message)
    return talk


def _few(state: State, values: Values) -> AppEvent | Refusal | Question:
    if values["by"] > 10:
        return Question(said("10 at most. How many?", "Hasta 10. ¿Cuántos?", "Até 10. Quantos?"), missing="by")
    return AppEvent("counted", {"by": values["by"]})


def _asking(counter: MiniApp) -> MiniApp:
    return replace(counter, actions=(counter.actions[0]._replace(do=_few), *counter.actions[1:]))


async def test_an_action_asks_back(counter: MiniApp, reader: ScriptedReader) -> None:
    app = _asking(counter)
    talk = Talk(app)
    await talk.say("go", opens="counter")
    reply = await talk.say("count 30")
    assert (reply.text, reply.parts, talk.kinds[-1]) == ("10 at most. How many?", (), "_asked")
    assert talk.session is not None
    assert app.expects(app.data(talk.session.events), "ok 4 then")
    assert (await talk.say("ok 40 then")).text == "10 at most. How many?"
    assert (await talk.say("4")).text == "0 -> 4 (counted, en)"
    assert (await talk.say("cuenta 30")).text == "Hasta 10. ¿Cuántos?"
    assert (await talk.say("no")).text == "Vale, lo dejé todo como estaba."
    assert talk.state["n"] == 4


async def test_an_event_made_by_hand_still_asks(counter: MiniApp, reader: ScriptedReader) -> None:
    question = Question(said("how many?", "¿cuántos?", "quantos?"), "more", {}, "by")
    action = counter.actions[0]._replace(
        do=lambda state, values: (
            AppEvent("_asked", question._asdict()) if values["by"] > 10 else AppEvent("counted", values)
        )
    )
    talk = Talk(replace(counter, actions=(action,)))
    await talk.say("go", opens="counter")
    assert (await talk.say("count 30")).text == "how many?"
    assert (await talk.say("5")).text == "0 -> 5 (counted, en)"


@pytest.mark.parametrize(
    ("text", "answer"),
    [("go", "counting (en)"), ("bora contar", "counting (pt)"), ("vamos rachar a conta", "counting (pt)"),
     ("planeemos", "counting (es)"), ("dividamos la cuenta", "counting (es)"), ("split the bill", "counting (en)")],
)  # fmt: skip
async def test_an_app_opens_in_the_language_that_is_spoken(
    counter: MiniApp, reader: ScriptedReader, text: str, answer: str
) -> None:
    assert (await Talk(counter).say(text, opens="counter")).text == answer


async def test_a_question_is_dropped_when_the_assistant_has_spoken(counter: MiniApp, reader: ScriptedReader) -> None:
    app = _asking(counter)
    talk = Talk(app)
    await talk.say("go", opens="counter")
    await talk.say("count 30")
    assert talk.session is not None
    assert app.waits(app.data(talk.session.events))
    data = app.data((*talk.session.events, AppEvent(INTERRUPTED)))
    assert not app.waits(data)
    assert not app.expects(data, "4")
