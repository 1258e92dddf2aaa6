"""Sessions: what is read before a message is routed, and written back after it was answered.

    async with sessions.exchange("session-7", "cuántas llamadas llevo?", user="ana") as exchange:
        decision = await exchange.aroute()
        exchange.answer(await my_model(await exchange.aturns(), decision))

The store is read for routing only when the message leans on what came before. On leaving, the message and
the answer are durable; a failed or cancelled request is written as that, with what was sent until then. The
router itself never writes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple
from uuid import uuid4
from weakref import WeakValueDictionary

from fingerpost.conversation.resolve import may_need_context
from fingerpost.errors import MessageError, StoreError
from fingerpost.observability.events import tell
from fingerpost.observability.facts import LEANS, RULES, recorded, resume
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.apps import INTERRUPTED, AppChange, AppEvent, AppSession, running, waits
from fingerpost.routebook.model import Routebook
from fingerpost.routing.contract import check_answering, check_routing, report
from fingerpost.routing.router import Router, Routes, as_message
from fingerpost.routing.trace import check_trace, trace_of
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.stores.traces import Traces, open_traces
from fingerpost.stores.turn_writer import check as check_ids
from fingerpost.types import CONVERSATION, Decision, Fact, Message, Turn

REMEMBERED = CONVERSATION
"""Turns that are read from the store for one message."""


class Shadow(NamedTuple):
    """A student that decides beside the one that serves, without effect: what it would say is kept in the traces."""

    student: int
    router: Router


class Sessions:
    """Opens exchanges: one store, one router, and where traces go."""

    def __init__(self, router: Routes, store: Store, traces: Traces | None = None) -> None:
        """Take the parts; `open` makes them from the settings."""
        self.routes, self.store, self.traces = router, store, traces
        self.shadow: Shadow | None = None
        self._lines: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    @classmethod
    def open(cls, router: Routes, settings: Settings | None = None) -> Sessions:
        """Open the store and the traces that the settings name."""
        settings = settings or Settings.from_environment()
        store = Store.open(settings.database, settings.retention)
        return cls(router, store, open_traces(settings.traces, store))

    def exchange(
        self,
        session: str,
        message: str | Message,
        *,
        user: str | None = None,
        room: str | None = None,
        request: str | None = None,
    ) -> Exchange:
        """Begin one message; `request` names it, so that a repeated one is written once.

        A mini-app runs for a user in a room; without a room, in the session.
        """
        given = {"room": room, "request": request}
        check_ids(session=session, user=user, **{name: value for name, value in given.items() if value is not None})
        return Exchange(self, session, as_message(message), user, request, room or session)

    @asynccontextmanager
    async def in_line(self, exchange: Exchange) -> AsyncIterator[None]:
        """Let the messages of a user in a room that met one by one through."""
        place = (exchange.user or "", exchange.room)
        line = self._lines.setdefault(place, asyncio.Lock())
        async with line:
            yield

    def forget(self, user: str | None = None, session: str | None = None) -> int:
        """Delete all of a user or a session, traces on their way included; return how many rows."""
        if self.traces is not None:
            self.traces.flush()
        return self.store.forget(user, session)

    def close(self) -> None:
        """Write what is queued and close the store."""
        if self.traces is not None:
            self.traces.close()
        self.store.close()


def with_app(message: Message, book: Routebook, session: AppSession | None) -> Message:
    """Return a message with the mini-app that runs and what it holds; one that is not installed any more is none."""
    app = running(book.apps, session)
    if app is None or session is None:
        return replace(message, active_app=None, app_data={})
    try:
        data = app.data(session.events)
    except Exception as error:  # noqa: BLE001 - what somebody's mini-app does is unknown, and the talk goes on
        tell(f"[app] {app.id} cannot read its own events: {error!r}", logging.ERROR)
        data = {}
    return replace(message, active_app=app.id, app_data=data)


class Exchange:
    """One message and what becomes of it. Use it as a context, plain or async."""

    def __init__(
        self, sessions: Sessions, session: str, message: Message, user: str | None, request: str | None, room: str
    ) -> None:
        """Use `Sessions.exchange`."""
        self.session, self.user, self.room = session, user, room
        self.request, self._may_be_again = request or uuid4().hex, request is not None
        self.app: AppSession | None = None
        self.message, self.decision = message, None
        self.facts: list[Fact] = []
        self._sessions, self.router = sessions, sessions.routes.router
        self._said: list[str] = []
        self._kept: list[Turn] = []
        self._past: Sequence[Turn] | None = None
        self._outer: list[Fact] | None = None

    decision: Decision | None
    """What was decided, once it was routed."""

    def turns(self) -> Sequence[Turn]:
        """Return the session's last turns before this message, oldest first."""
        if self._past is None:
            self._past = self._sessions.store.turns(self.session, REMEMBERED)
        return self._past

    async def aturns(self) -> Sequence[Turn]:
        """Return the session's last turns before this message, read off the event loop."""
        if self._past is None:
            store = self._sessions.store
            self._past = await store.start(store.turns, self.session, REMEMBERED)
        return self._past

    async def remember(self) -> None:
        """Take the session's last turns into the message, unless the caller brought its own."""
        if not self.message.turns:
            self.message = replace(self.message, turns=await self.aturns())

    async def remember_app(self) -> None:
        """Take the mini-app that runs for this user in this room into the message, unless the caller brought one."""
        book, store = self.router.routebook, self._sessions.store
        if not book.apps or (self.message.active_app is not None and self.app is None):
            return
        if self._may_be_again:
            done = await store.start(store.app_applied, self.user or "", self.room, self.request, self.message.text)
            if done is not None:
                # It was carried out before, whatever runs now: its app says again what it did.
                self.app = done
                self.message = replace(self.message, declared=book.acting, active_app=done.app, app_data={})
                return
        self.app = await store.start(store.app_session, self.user or "", self.room)
        self.message = with_app(self.message, book, self.app)

    def closed_app_sessions(self, app: str) -> Sequence[AppSession]:
        """Return the latest closed sessions of a mini-app of this user in this room, newest first."""
        return self._sessions.store.closed_app_sessions(self.user or "", self.room, app)

    async def interrupt_app(self) -> None:
        """Tell the mini-app that runs and has asked something that this message went to the assistant instead."""
        app, decision = running(self.router.routebook.apps, self.app), self.decision
        if app is None or decision is None or decision.app is not None:
            return
        if waits(app, self.message.app_data):
            # Not by this request's name: sent again, it must not be taken for one that the app carried out. Where
            # another message was faster, that one has answered or dropped the question.
            await self._change_app(uuid4().hex, AppChange(events=(AppEvent(INTERRUPTED),)))

    async def change_app(self, change: AppChange) -> bool:
        """Store what this message does to a mini-app, durable on return; False if another message was faster."""
        return await self._change_app(self.request, change)

    async def _change_app(self, request: str, change: AppChange) -> bool:
        store = self._sessions.store
        writing = store.start(
            store.change_app,
            self.user or "",
            self.room,
            request,
            change,
            self.app,
            session=self.session,
            text=self.message.text,
        )
        return await asyncio.shield(writing) is not None

    def route(self) -> Decision:
        """Decide on the caller's own thread."""
        book, store = self.router.routebook, self._sessions.store
        if book.apps and self.message.active_app is None:
            self.app = store.app_session(self.user or "", self.room)
            self.message = with_app(self.message, book, self.app)
        if self._needs_turns():
            self.message = replace(self.message, turns=self.turns())
        self.decision = self.router.route(self.message)
        return self.decision

    async def aroute(self) -> Decision:
        """Decide without blocking the event loop."""
        await self.remember_app()
        if self._needs_turns():
            self.message = replace(self.message, turns=await self.aturns())
        self.decision = await self.router.aroute(self.message)
        return self.decision

    def _needs_turns(self) -> bool:
        given = self.message.turns or self.message.intent_history
        if given or self.message.declared is not None:
            return False
        return self.router.routebook.conversation or may_need_context(self.message.text)

    def answer(self, text: str) -> None:
        """Add to the answer: all of it, or a piece as it was sent."""
        if not isinstance(text, str):
            raise MessageError(f"an answer must be a string, not {type(text).__name__}")
        self._said.append(text)

    def keep(self, turns: Sequence[Turn]) -> None:
        """Have turns written before the answer: what was sent along, for instance, so that it can be asked about."""
        self._kept.extend(turns)

    def note(self, what: str, **detail: Any) -> None:
        """Note a fact from a thread or task that was not started in this exchange."""
        self.facts.append(Fact(what, detail))

    def __enter__(self) -> Exchange:
        """Begin to record facts."""
        self._outer = recorded()
        resume(self.facts)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Write what happened."""
        outcome = self._finish(kind)
        try:
            self._sessions.store.write(*self._written(), user=self.user, outcome=outcome, routebook=self._decided_by)
        except StoreError as fault:
            self._not_stored(fault, error)

    async def __aenter__(self) -> Exchange:
        """Begin to record facts."""
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """Write what happened, off the event loop; once begun, a write is not cancelled."""
        outcome, store = self._finish(kind), self._sessions.store
        writing = store.start(
            store.write, *self._written(), user=self.user, outcome=outcome, routebook=self._decided_by
        )
        try:
            await asyncio.shield(writing)
        except StoreError as fault:
            self._not_stored(fault, error)

    @property
    def _decided_by(self) -> str:
        return self.router.routebook.name

    def _written(self) -> tuple[str, str, list[Turn]]:
        return self.session, self.request, self._turns_now()

    def _turns_now(self) -> list[Turn]:
        decision = self.decision
        if decision is None:
            return [Turn("user", self.message.text)]
        said = "".join(self._said)
        asked = Turn("user", self.message.text, decision.route, decision.layer, decision.confidence)
        answered = [Turn("assistant", said, decision.route)] if said else []
        return [asked, *self._kept, *answered]

    def _finish(self, kind: type[BaseException] | None) -> str:
        """Check the contract, queue the trace, and return what became of the request."""
        resume(self._outer)
        if kind is None:
            outcome = "answered" if self._said else "routed"
        elif issubclass(kind, Exception):
            outcome = "failed"
        else:
            # Cancelled, interrupted, or a generator that was closed: its caller went away.
            outcome = "cancelled"
        METRICS.count("exchanges", outcome=outcome)
        if self.decision is not None:
            self._check(self.decision)
            if self._sessions.traces is not None:
                # Put together by the thread that writes it, after the reply.
                self._sessions.traces.put(partial(self._trace, outcome, self.decision, time.time()))
        return outcome

    def _check(self, decision: Decision) -> None:
        """Compare what was noted outside the router with the contract; the router has reported its own."""
        ours = set(map(id, decision.facts))
        later = [fact for fact in self.facts if id(fact) not in ours or fact.what == LEANS]
        breaches = [
            *check_routing(None, decision.route, declared=True, facts=later),
            *check_answering(self.router.routebook, decision.route, later),
        ]
        report(breaches, request=self.request, session=self.session)

    def _trace(self, outcome: str, decision: Decision, at: float) -> dict[str, Any]:
        book, store = self.router.routebook, self._sessions.store
        record = trace_of(book, self.message, decision, self.facts, whole=store.retention.text)
        breaches = check_trace(book, record)
        if any(fact.what == RULES for fact in decision.facts):
            # The router took the rules' word for these; here the text was read apart from them.
            unseen = [breach for breach in breaches if breach.rule in ("RC-01", "RC-02")]
            report(unseen, request=self.request, session=self.session)
        return {
            "request": self.request,
            "session": self.session,
            "user": self.user,
            "at": at,
            "outcome": outcome,
            **record,
            "breaches": [list(breach) for breach in breaches],
            **self._beside(),
        }

    def _beside(self) -> dict[str, Any]:
        shadow = self._sessions.shadow
        if shadow is None:
            return {}
        said = shadow.router.route(self.message)
        values = {"student": shadow.student, "route": said.route, "accepted": said.accepted}
        return {"shadow": {**values, "confidence": round(said.confidence, 4), "layer": said.layer}}

    def _not_stored(self, fault: StoreError, error: BaseException | None) -> None:
        METRICS.count("store_failures")
        if error is None:
            raise fault
        # The request's own error is the one to raise.
        tell(f"[store] request {self.request} was not written: {fault}", logging.ERROR)
