"""Carrying out commands: in their order, asked about first where needed, and never where they are doubtful."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.framework import handler as handling
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.doing import MOST_COMMANDS, asked_back, carried, done
from fingerpost.assistants.miniapps.framework.parts import AppCommand, Values
from fingerpost.assistants.miniapps.framework.replay import Session, go_on
from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.reading import Command
from fingerpost.routebook.apps import AppEvent
from tests.assistants.miniapps.framework.shelf import ScriptedReader, doubtful, lacking, sure

NAMED = AppEvent("named", {"ids": [1, 2, 3], "names": ["vase", "lamp", "book"]})


def session_of(app: MiniApp, *events: AppEvent) -> Session:
    return app.session([AppEvent("_opened", {"language": "en"}), NAMED, *events])


def command(action: str, **values: object) -> AppCommand:
    given: Values = {**values, "language": "en"}
    return AppCommand(action, given)


async def opened(app: MiniApp) -> Talk:
    talk = Talk(app)
    await talk.say("go", opens="counter")
    return talk


def test_each_command_works_on_what_the_last_one_left(counter: MiniApp) -> None:
    commands = [command("name", things=["cup"]), command("rate", thing=4, stars=5), command("more", by=2)]
    step = done(counter, session_of(counter), commands, "en")
    assert [event.kind for event in step.events] == ["named", "rated", "counted"]
    after, texts = carried(counter, session_of(counter), step.events)
    assert after.state["things"][-1] == {"id": 4, "name": "cup", "stars": 5}
    assert texts == ["named [4] (en)", "rated [4] (en)", "0 -> 2 (counted, en)"]


def test_what_cannot_be_done_is_said_and_the_others_are_done(counter: MiniApp) -> None:
    step = done(counter, session_of(counter), [command("more", by=10**12), command("more", by=2)], "es")
    assert [event.values["by"] for event in step.events] == [2]
    assert step.text == "demasiado"


def test_too_many_commands_are_cut_and_that_is_said(counter: MiniApp) -> None:
    step = done(counter, session_of(counter), [command("more", by=1)] * (MOST_COMMANDS + 5), "en")
    assert len(step.events) == MOST_COMMANDS
    assert str(MOST_COMMANDS) in step.text


def test_no_commands_do_nothing(counter: MiniApp) -> None:
    assert done(counter, session_of(counter), [], "en").events == ()


def test_what_needs_a_yes_is_not_done_before_it(counter: MiniApp) -> None:
    session = session_of(counter)
    commands = [command("more", by=1), command("drop", things=[1, 2]), command("more", by=5)]
    step = done(counter, session, commands, "en")
    assert [event.kind for event in step.events] == ["counted", "_asked"]
    after = go_on(session, counter.apply, step.events)
    assert len(after.state["things"]) == 3
    assert after.asked is not None
    assert after.asked.said["en"] == "Drop 2?"
    agreed = done(counter, after, [AppCommand(*one) for one in after.asked.commands], "en", after.asked.confirms)
    assert [event.kind for event in agreed.events] == ["dropped", "counted"]


def test_asking_back_tells_what_would_be_done_in_three_languages(counter: MiniApp) -> None:
    step = asked_back(counter, session_of(counter), [command("more", by=2), command("drop", things=[1, 2])], "en")
    assert [event.kind for event in step.events] == ["_asked"]
    told = step.events[0].values["said"]
    assert "0 -> 2 (counted, en) dropped [1, 2] (en)" in told["en"]
    assert "(counted, es)" in told["es"]
    assert "(counted, pt)" in told["pt"]


def test_what_could_not_be_done_anyway_is_said_at_once(counter: MiniApp) -> None:
    step = asked_back(counter, session_of(counter), [command("more", by=1000)], "en")
    assert (step.events, step.text) == ((), "too much")


async def test_asked_back_and_then_yes_is_carried_out(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = await opened(counter)
    reader.finds["perhaps two"] = doubtful(0.45, ("more", {"by": 2}), ("name", {"things": ["cup"]}))
    reply = await talk.say("perhaps two")
    assert "Did I understand you right?" in reply.text
    assert (talk.state["n"], talk.state["things"]) == (0, [])
    assert (await talk.say("yes", request="agreed")).parts[0].text == "2 [en]"
    assert [one["name"] for one in talk.state["things"]] == ["cup"]
    await talk.say("yes", request="agreed")
    assert talk.state["n"] == 2, "a request that comes twice is carried out once"
    await talk.say("undo")
    assert (talk.state["n"], talk.state["things"]) == (0, []), "what one yes did is undone at once"


@pytest.mark.parametrize("answer", ["no", "cancel", "the weather is fine", "total", "count 1"])
async def test_asked_back_and_then_anything_else_is_not(counter: MiniApp, reader: ScriptedReader, answer: str) -> None:
    talk = await opened(counter)
    reader.finds["perhaps two"] = doubtful(0.45, ("more", {"by": 20}))
    await talk.say("perhaps two")
    await talk.say(answer)
    await talk.say("yes")
    assert talk.state["n"] in (0, 1), "the question was dropped"


async def test_a_doubtful_message_never_changes_the_state(counter: MiniApp, reader: ScriptedReader) -> None:
    await _doubt_in_every_shape(counter, reader)


async def test_sabotage_a_doubt_that_is_carried_out_is_seen(
    counter: MiniApp, reader: ScriptedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handling, "asked_back", done)
    with pytest.raises(AssertionError, match="changed by a doubt"):
        await _doubt_in_every_shape(counter, reader)


async def _doubt_in_every_shape(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = await opened(counter)
    reader.finds["add"] = sure(("name", {"things": ["vase", "lamp"]}))
    await talk.say("add")
    before = talk.state
    shapes: list[tuple[str, Values]] = [("more", {"by": 2}), ("drop", {"things": ["vase"]}), ("drop", {"things": ["vase", "lamp"]}),
              ("rate", {"thing": "lamp", "stars": 3}), ("name", {"things": ["x"] * 200}), ("undo", {}),
              ("done", {}), ("cancel", {})]  # fmt: skip
    for confidence in (0.01, 0.31, 0.59):
        for n, shape in enumerate(shapes):
            text = f"doubt {n} {confidence}"
            reader.finds[text] = doubtful(confidence, shape)
            await talk.say(text)
            assert talk.state == before, f"changed by a doubt: {shape} at {confidence}"
            assert talk.session is not None
            assert not talk.session.ended, f"ended by a doubt: {shape}"


async def test_a_missing_value_is_asked_for_and_its_answer_carried_out(
    counter: MiniApp, reader: ScriptedReader
) -> None:
    talk = await opened(counter)
    reader.finds["add"] = sure(("name", {"things": ["blue vase", "red vase"]}))
    await talk.say("add")
    reader.finds["rate the blue one"] = lacking(Command("rate", {"thing": "blue vase"}, missing=["stars"]))
    assert (await talk.say("rate the blue one")).text == "How many stars?"
    assert (await talk.say("9")).text == "1 to 5"
    assert "stars" not in talk.state["things"][0]
    await talk.say("rate the blue one")
    await talk.say("4")
    assert talk.state["things"][0]["stars"] == 4


async def test_an_unclear_item_is_asked_for_and_answered_by_name(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = await opened(counter)
    reader.finds["add"] = sure(("name", {"things": ["blue vase", "red vase"]}))
    await talk.say("add")
    unclear = {"things": ("blue vase", "red vase")}
    reader.finds["drop the vase"] = lacking(Command("drop", {}, unclear=unclear))
    assert "Which one do you mean: blue vase, red vase?" in (await talk.say("drop the vase")).text
    assert len(talk.state["things"]) == 2
    await talk.say("the red one")
    assert [one["name"] for one in talk.state["things"]] == ["blue vase"]


async def test_two_missing_values_are_asked_one_after_the_other(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = await opened(counter)
    reader.finds["add"] = sure(("name", {"things": ["vase", "lamp"]}))
    await talk.say("add")
    reader.finds["rate it"] = lacking(Command("rate", {}, missing=["thing", "stars"]))
    assert (await talk.say("rate it")).text == "Which thing?"
    reply = await talk.say("the lamp")
    assert reply.text == "How many stars?", shown(reply)
    await talk.say("5")
    assert talk.state["things"][1]["stars"] == 5


def test_one_yes_confirms_one_command(counter: MiniApp) -> None:
    commands = [command("drop", things=[1, 2]), command("drop", things=[2, 3])]
    agreed = done(counter, session_of(counter), commands, "en", confirmed=1)
    assert [event.kind for event in agreed.events] == ["dropped", "_asked"]


async def test_what_follows_a_question_is_not_lost_without_a_word(counter: MiniApp, reader: ScriptedReader) -> None:
    talk = await opened(counter)
    reader.finds["add"] = sure(("name", {"things": ["vase", "lamp"]}))
    await talk.say("add")
    reader.finds["drop both, count 5"] = sure(("drop", {"things": ["vase", "lamp"]}), ("more", {"by": 5}))
    assert (await talk.say("drop both, count 5")).text == "Drop 2?"
    await talk.say("yes")
    assert (talk.state["things"], talk.state["n"]) == ([], 5)
