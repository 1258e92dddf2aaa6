"""Written conversations with the mini-apps, played through the router and the handler; without a language model,
unless one is asked for: `model_answers.py` tells how.

`python -m benchmarks app-conversations` plays the open sets of `tests/data/app-conversations`, and
`app-conversations-blind` those that nobody opens, of which only totals are shown. `python -m
benchmarks.app_conversations SET` lists every missed turn of an open set.

Every turn is judged by the state it leaves. After a miss the app is given the state that it should have, so that each
turn counts once; a conversation is right to the end if nothing had to be put right.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.app_commands import CommandError, Turn, Way, expected, fits, neutral
from benchmarks.model_answers import KnowingServer
from benchmarks.report import BUILD, Table, as_text
from fingerpost import Router
from fingerpost.answering.request import Request
from fingerpost.answering.sessions import with_app
from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.handler import open_handler
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, State
from fingerpost.models.chat import ChatClient
from fingerpost.observability.facts import MODEL, record_facts
from fingerpost.routebook.apps import INTERRUPTED, AppChange, AppEvent, AppSession, AppTarget
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings, Slot
from fingerpost.types import Message

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "app-conversations"
OPEN_SETS = ("ordinary", "harder")
BLIND_SETS = ("blind-ordinary", "blind-harder")
APPS = {"trip": "trip_planner", "bill": "bill_split"}

RIGHT, WRONG_CHANGE, NO_CHANGE = "right", "wrong change", "no change"
OUTCOMES = (RIGHT, WRONG_CHANGE, NO_CHANGE)
GROUPS: Mapping[str, Sequence[str]] = {
    "actions": ("action",),
    "questions and views": ("question", "view"),
    "control": ("control",),
    "open": ("open",),
    "unclear": ("unclear",),
}
TURN_KINDS = ("action", "question", "view", "control", "open", "unclear")


class Conversation(NamedTuple):
    """A conversation with one app."""

    id: str
    app: str
    language: str
    turns: Sequence[Turn]


class Played(NamedTuple):
    """Where a message led: the route, whether it went to the app, the session after it, and what was answered."""

    route: str
    to_app: bool
    session: AppSession | None
    text: str = ""


class Scored(NamedTuple):
    """A turn and how it came out; an outcome of "" is a turn whose commands cannot be carried out."""

    conversation: Conversation
    turn: Turn
    outcome: str
    played: Played
    read: int = 0
    """How often a model was asked to read it."""


def measure(cache: Path, sets: Sequence[str]) -> Iterator[Table]:
    """Yield the tables of each set."""
    player = Player(cache)
    for name in sets:
        yield from tables(name, asyncio.run(player.play_all(read(FOLDER / f"{name}.jsonl"))))


def measure_blind(cache: Path) -> Iterator[Table]:
    """Yield the tables of the blind sets; no log line may show a message of theirs."""
    logging.disable()
    try:
        yield from measure(cache, BLIND_SETS)
    finally:
        logging.disable(logging.NOTSET)


def read(file: Path) -> list[Conversation]:
    """Read conversations, one a line."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        Conversation(row["id"], APPS[row["app"]], row["language"], [Turn(**turn) for turn in row["turns"]])
        for row in rows
    ]


class Player:
    """One person who writes to the assistant of the routebook "miniapps"."""

    def __init__(
        self, cache: Path, slots: Mapping[str, Slot] | None = None, knowing: KnowingServer | None = None
    ) -> None:
        """Open the router and the handler; `slots`: a model, and `knowing` its server where it is told each turn."""
        limit = Settings.from_environment().llm_timeout
        settings = Settings(cache=cache, slots=slots or {}, llm_timeout=limit)
        self.router = Router.from_routebook("miniapps", settings=settings, memo=Memo(size=0))
        self.book, self._knowing = self.router.routebook, knowing
        self._chat = ChatClient(settings.slots["main"], "main") if settings.slots else None
        self.handler = open_handler(self.book, settings, self._chat)
        self.apps = {app.id: app for app in self.book.apps if isinstance(app, MiniApp)}

    async def play_all(self, conversations: Iterable[Conversation]) -> list[Scored]:
        """Play conversations one after the other, and then close the connections to a model."""
        try:
            return [scored for one in conversations for scored in await self.play(one)]
        finally:
            if self._chat is not None:
                await self._chat.close()
                await asyncio.to_thread(self.router.close)

    async def play(self, conversation: Conversation) -> list[Scored]:
        """Play a conversation; after a miss the app gets the state that it should have."""
        app, session = self.apps[conversation.app], None
        said: list[tuple[str, str]] = []
        scored: list[Scored] = []
        for number, turn in enumerate(conversation.turns, 1):
            request = f"{conversation.id}-{number}"
            if self._knowing is not None:
                self._knowing.turn = turn
            with record_facts() as facts:
                played = await self._answered(turn.say, session, said, request)
            read = sum(fact.what == MODEL and fact.detail["purpose"] == "read" for fact in facts)
            said += [("user", turn.say), *([("assistant", played.text)] if played.text else [])]
            try:
                ways = ways_of(app, session, turn, conversation.language)
                outcome = judged(app, session, turn, ways, played)
            except CommandError:
                outcome, ways = "", [Way((), {})]
            scored.append(Scored(conversation, turn, outcome, played, read))
            ended = played.session is None or bool(played.session.ended)
            session = played.session if outcome == RIGHT and not ended else put_right(app, session, ways[0], request)
        return scored

    async def _answered(
        self, text: str, session: AppSession | None, said: Sequence[tuple[str, str]], request_id: str
    ) -> Played:
        """Send one message as the assistant does: the router first, and the handler where it goes to an app."""
        message = with_app(Message(text, turns=said), self.book, session)
        decision = await self.router.aroute(message)
        if decision.get(AppTarget) is None:
            return Played(decision.route or "", False, _with(session, (AppEvent(INTERRUPTED),)))
        request = Request.create(message, self.router, session="benchmark", request_id=request_id, timeout=60.0)
        reply = await self.handler.answer(replace(request, app_session=session), decision)
        return Played(decision.route or "", True, _changed(session, reply.change), reply.text)


def _with(session: AppSession | None, events: tuple[AppEvent, ...]) -> AppSession | None:
    return session._replace(events=session.events + events) if session else None


def _changed(session: AppSession | None, change: AppChange | None) -> AppSession | None:
    """Return the session after a change, which goes through JSON as in a store."""
    if change is None:
        return session
    events = tuple(event._replace(values=json.loads(json.dumps(event.values))) for event in change.events)
    if change.opens:
        return AppSession(1, change.opens, events)
    return session._replace(ended=change.ends, events=session.events + events) if session else None


def ways_of(app: MiniApp, session: AppSession | None, turn: Turn, language: str) -> list[Way]:
    """Return every right way in which a turn may leave the app; one without commands leaves it as it was."""
    if session is None:
        opened = AppEvent("_opened", {"language": language, **_begun(app, language)})
        ways = expected(app, app.apply(app.start, opened), turn.do)
        return [way._replace(events=(opened, *way.events)) for way in ways]
    state = app.session(session.events).state
    if turn.kind != "control":
        return expected(app, state, turn.do)
    steps = tuple(AppEvent(f"_{one['do']}") for one in turn.do if one["do"] in ("undo", "redo"))
    after = app.session(session.events + steps).state
    if steps and after is state:
        raise CommandError("there is nothing to undo or redo")
    return [Way(steps, after)]


def _begun(app: MiniApp, language: str) -> Mapping[str, Any]:
    """Return what an opening leaves where nothing is told: the person who types shares the bill."""
    called = next(SPEAKER[one] for one in LANGUAGES if one == language)
    return {"people": [{"id": 1, "name": called}], "speaker": 1} if "speaker" in app.start else {}


def judged(app: MiniApp, session: AppSession | None, turn: Turn, ways: Sequence[Way], played: Played) -> str:
    """Return how a turn came out."""
    before = app.session(session.events).state if session else None
    after = played.session
    closes = turn.kind == "control" and turn.do[0]["do"] in ("done", "cancel")
    if after is not None and (after.app != app.id or after.ended):
        return RIGHT if closes and after.app == app.id else WRONG_CHANGE
    state = app.session(after.events).state if after else None
    if _is_right(app, turn, ways, state) and not closes and _went_right(turn, played):
        return RIGHT
    return NO_CHANGE if _is_same(app, before, state) else WRONG_CHANGE


def _is_right(app: MiniApp, turn: Turn, ways: Sequence[Way], state: State | None) -> bool:
    if state is None:
        return False
    if turn.do and turn.kind in ("action", "open"):
        return any(fits(neutral(app, state), neutral(app, way.state)) for way in ways)
    return any(_is_same(app, state, way.state) for way in ways)


def _is_same(app: MiniApp, one: State | None, other: State | None) -> bool:
    if one is None or other is None:
        return one is other
    return neutral(app, one) == neutral(app, other)


def _went_right(turn: Turn, played: Played) -> bool:
    if turn.kind == "view":
        return played.to_app and played.route == "NAVIGATIONAL"
    if turn.kind == "question":
        return not played.to_app
    return played.to_app or turn.kind != "control" or turn.do[0]["do"] != "help"


def put_right(app: MiniApp, session: AppSession | None, way: Way, request: str) -> AppSession:
    """Return the session as the turn should have left it; what the app has asked meanwhile is dropped."""
    events = way.events or (AppEvent(INTERRUPTED),)
    right = session or AppSession(1, app.id)
    return right._replace(events=right.events + tuple(event._replace(request=request) for event in events))


def tables(name: str, scored: Sequence[Scored]) -> Iterator[Table]:
    """Yield the outcomes by kind of turn, and by app and language."""
    counted = [one for one in scored if one.outcome]
    whole = {one.conversation.id: True for one in scored} | {
        one.conversation.id: False for one in scored if one.outcome != RIGHT
    }
    groups = [("all turns", counted)]
    groups += [(group, [one for one in counted if one.turn.kind in kinds]) for group, kinds in GROUPS.items()]
    notes = [f"Right to the end: {sum(whole.values())} of {len(whole)} conversations."]
    if len(counted) < len(scored):
        notes.append(f"Left out: {len(scored) - len(counted)} turns whose commands cannot be carried out.")
    yield Table(f"Conversations, {name}", ("turns", "n", *OUTCOMES), [(g, *_counts(of)) for g, of in groups], notes)
    rows = []
    for app in APPS.values():
        for language in LANGUAGES:
            part = [one for one in counted if (one.conversation.app, one.conversation.language) == (app, language)]
            actions = [one for one in part if one.turn.kind == "action"]
            rows.append((app, language, *_counts(part), *_counts(actions)))
    columns = ("app", "language", "n", *OUTCOMES, "actions", *(f"{outcome} (actions)" for outcome in OUTCOMES))
    yield Table(f"Conversations, {name}, by app and language", columns, rows)


def _counts(scored: Sequence[Scored]) -> tuple[int, ...]:
    return len(scored), *(sum(one.outcome == outcome for one in scored) for outcome in OUTCOMES)


def main() -> None:
    """List the missed turns of an open set."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.app_conversations")
    parser.add_argument("set", choices=OPEN_SETS)
    model = parser.add_mutually_exclusive_group()
    model.add_argument("--scripted", action="store_true", help="with a scripted model that knows the answers")
    model.add_argument("--model", action="store_true", help="with the language model of the environment")
    parser.add_argument("--asked", action="store_true", help="list only turns that a model was asked to read")
    chosen = parser.parse_args()
    name = chosen.set
    scored = play_set(name, scripted=chosen.scripted, model=chosen.model)
    for one in scored:
        if chosen.asked and not one.read:
            continue
        if one.outcome != RIGHT:
            where = one.played.route if one.played.to_app else "assistant"
            print(f"{one.conversation.id} {one.turn.kind}: {one.outcome or 'LEFT OUT'} ({where})\n  {one.turn.say}")
            print(f"  wanted {json.dumps(one.turn.do, ensure_ascii=False)}\n  said {one.played.text!r}")
    for table in [*tables(name, scored), *([asked_table(name, scored)] if chosen.scripted or chosen.model else [])]:
        print("\n" + as_text(table))


def play_set(name: str, *, scripted: bool = False, model: bool = False) -> list[Scored]:
    """Play an open set: with a scripted model, with that of the environment, or without one."""
    conversations = read(FOLDER / f"{name}.jsonl")
    if not scripted:
        slots = Settings.from_environment().slots if model else {}
        return asyncio.run(Player(BUILD / "cache", slots).play_all(conversations))
    server = KnowingServer()
    with server:
        slot = Slot(server.url, "scripted")
        player = Player(BUILD / "cache", {"main": slot, "classifier": slot}, server)
        return asyncio.run(player.play_all(conversations))


def asked_table(name: str, scored: Sequence[Scored]) -> Table:
    """Return how the turns came out that a model was asked to read."""
    asked = [one for one in scored if one.read]
    rows = [(kind, *_counts([one for one in asked if one.turn.kind == kind])) for kind in TURN_KINDS]
    notes = [f"{sum(one.read for one in asked)} questions to the model about {len(asked)} turns."]
    return Table(f"Turns that a model read, {name}", ("turns", "asked", *OUTCOMES), rows, notes)


if __name__ == "__main__":
    main()
