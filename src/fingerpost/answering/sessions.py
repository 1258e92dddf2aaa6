"""Sessions: read the store before a message is routed, and write to it after the message was answered.

    async with sessions.exchange("session-7", "cuántas llamadas llevo?", user="ana") as exchange:
        decision = await exchange.aroute()
        exchange.answer(await my_model(await exchange.aturns(), decision))

For routing, the store is read only when the message refers to earlier ones. When the block is left, message and answer
are durable; a failed or cancelled request is written as such, with what was sent until then. The router never writes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any
from uuid import uuid4
from weakref import WeakValueDictionary

from fingerpost.answering.exchange_trace import CLASSIFY_STEP, Timeline, Timings, exchange_trace
from fingerpost.answering.request import Request
from fingerpost.answering.request_ids import RequestIds
from fingerpost.answering.shadow_router import ShadowRouter
from fingerpost.answering.store_access import RequestStoreAccess, StoreAccess
from fingerpost.audit.auditor import TextReading, report
from fingerpost.conversation.resolve import may_need_context
from fingerpost.errors import MessageError, RequestIdError, StoreError
from fingerpost.observability.events import RequestNames, log_event, set_request_names
from fingerpost.observability.facts import CONTEXT_DEPENDENT, current_facts, set_current_facts
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.apps import INTERRUPTED, AppChange, AppEvent, AppSession, AppTarget, running, waits
from fingerpost.routebook.model import Routebook
from fingerpost.routing.router import RouterSource
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.stores.trace_writer import TraceWriter, open_trace_writer
from fingerpost.stores.turn_writer import check_ids
from fingerpost.types import CONVERSATION, Decision, Fact, Message, Turn

MAX_TURNS_READ = CONVERSATION
"""The most turns that are read from the store for one message."""


class Sessions:
    """Creates exchanges over one store, one router and one trace writer."""

    def __init__(
        self, router: RouterSource, store: Store, traces: TraceWriter | None = None, memory: StoreAccess | None = None
    ) -> None:
        """Create sessions over these parts; `open` creates them from the settings."""
        self.routes, self.store, self.traces = router, store, traces
        self.memory = memory or StoreAccess()
        self.shadow: ShadowRouter | None = None
        self.ids = RequestIds(store, self.memory)
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    @classmethod
    def open(cls, router: RouterSource, settings: Settings | None = None) -> Sessions:
        """Open the store and the traces that the settings name."""
        settings = settings or Settings.from_environment()
        store = Store.open(settings.database, settings.retention)
        memory = StoreAccess(answers_without=settings.store_down == "answer")
        return cls(router, store, open_trace_writer(settings.traces, store), memory)

    def exchange(
        self,
        session: str,
        message: str | Message,
        *,
        user: str | None = None,
        room: str | None = None,
        request_id: str | None = None,
    ) -> Exchange:
        """Return the exchange for one message; a request that is repeated with the same id is written once.

        Entering it raises RequestIdError where the id stands for another text in this session.
        An app runs for a user in a room; without a room, in the session.
        """
        # `Request.create` would make a new session up: here a missing one is an error.
        check_ids(session=session)
        router = self.routes.router
        return self.begin(Request.create(message, router, session=session, user=user, room=room, request_id=request_id))

    def begin(self, request: Request) -> Exchange:
        """Return the exchange for a request."""
        return Exchange(self, request)

    @asynccontextmanager
    async def exclusive(self, request: Request) -> AsyncIterator[None]:
        """Hold a lock on the user in the room of a request, so that requests to one app run one after another."""
        async with self._locks.setdefault(request.app_place, asyncio.Lock()):
            yield

    def forget(self, user: str | None = None, session: str | None = None) -> int:
        """Delete everything of a user or a session, queued traces included; return the number of rows."""
        if self.traces is not None:
            self.traces.flush()
        return self.store.forget(user, session)

    def close(self) -> None:
        """Write what is queued and close the store."""
        if self.traces is not None:
            self.traces.close()
        self.store.close()


def with_app(message: Message, book: Routebook, session: AppSession | None) -> Message:
    """Return a message with the running app and its data; an app that is no longer installed is ignored."""
    app = running(book.apps, session)
    if app is None or session is None:
        return replace(message, active_app=None, app_data={})
    try:
        data = app.data(session.events)
    except Exception as error:  # noqa: BLE001 - an app may raise anything, and the conversation goes on
        log_event(f"[app] {app.id} cannot read its own events: {error!r}", logging.ERROR)
        data = {}
    return replace(message, active_app=app.id, app_data=data)


class Exchange:
    """The handling of one request: reads the store for it, records facts, and writes the outcome.

    Use it as a context manager, plain or async. `memory` tells whether the store failed.
    """

    def __init__(self, sessions: Sessions, request: Request) -> None:
        """Use `Sessions.exchange` or `Sessions.begin`."""
        self._sessions = sessions
        closed = partial(sessions.store.closed_app_sessions, *request.app_place)
        self.request = replace(request, closed_app_sessions=closed)
        self.decision: Decision | None = None
        self.memory = RequestStoreAccess(sessions.memory, request)
        self.facts: list[Fact] = []
        self.timeline = Timeline()
        self._answered: list[str] = []
        self._extra_turns: list[Turn] = []
        self._past: Sequence[Turn] | None = None
        self._outer_facts: list[Fact] | None = None
        self._outer_names: RequestNames | None = None

    request: Request
    """The request, with what the store held for it once that was read."""
    decision: Decision | None
    """The decision, once the request was routed: by `route` or `aroute`, or set by the assistant."""

    @property
    def message(self) -> Message:
        """Return the message of the request."""
        return self.request.message

    def turns(self) -> Sequence[Turn]:
        """Return the session's last turns before this message, oldest first."""
        if self._past is None:
            request, store = self.request, self._sessions.store
            # A request that is repeated is answered on the turns that it found at first.
            before = request.id if request.may_repeat else None
            read = partial(store.turns, request.session, MAX_TURNS_READ, before, request.owner)
            self._past = self.memory.read(read, list[Turn]())
        return self._past

    async def aturns(self) -> Sequence[Turn]:
        """Return the session's last turns before this message, read off the event loop."""
        return await self._sessions.store.run_in_thread(self.turns) if self._past is None else self._past

    async def load_turns(self) -> None:
        """Read the session's last turns into the message, unless the caller sent turns."""
        if not self.message.turns:
            self._set_message(turns=await self.aturns())

    async def load_app(self) -> None:
        """Read the app that runs for the user in the room into the request, unless the caller sent one."""
        request, store = self.request, self._sessions.store
        if not request.book.apps or (self.message.active_app is not None and request.app_session is None):
            return
        user, room = request.app_place
        if request.may_repeat:
            changed = partial(store.app_session_changed_by, user, room, request.id, self.message.text)
            done = await store.run_in_thread(self.memory.read, changed, None)
            if done is not None:
                # The request was applied before, whichever app runs now: that app repeats its answer.
                message = replace(self.message, declared=request.book.acting, active_app=done.app, app_data={})
                self.request = replace(request, message=message, app_session=done)
                return
        self._set_app(await store.run_in_thread(self.memory.read, partial(store.app_session, user, room), None))

    def _set_app(self, session: AppSession | None) -> None:
        message = with_app(self.message, self.request.book, session)
        self.request = replace(self.request, message=message, app_session=session)

    def _set_message(self, **changes: Any) -> None:
        self.request = replace(self.request, message=replace(self.message, **changes))

    async def interrupt_app(self) -> None:
        """Add an event to a running app that waits for an answer, if the message was not routed to an app."""
        app, decision = running(self.request.book.apps, self.request.app_session), self.decision
        if app is None or decision is None or decision.get(AppTarget) is not None:
            return
        if waits(app, self.message.app_data):
            # Not under this request's id: a retry of it must not be taken for one that the app applied. If another
            # message changed the app first, that one has answered or dropped the question.
            try:
                await self._change_app(uuid4().hex, AppChange(events=(AppEvent(INTERRUPTED),)))
            except StoreError as error:
                self.memory.go_on_without(error)

    async def change_app(self, change: AppChange) -> bool:
        """Store what this message does to an app, durable on return; False if another message changed the app first."""
        return await self._change_app(self.request.id, change)

    async def _change_app(self, request_id: str, change: AppChange) -> bool:
        store, request = self._sessions.store, self.request
        writing = store.run_in_thread(
            store.change_app,
            *request.app_place,
            request_id,
            change,
            request.app_session,
            session=request.session,
            text=request.message.text,
        )
        return await asyncio.shield(writing) is not None

    def route(self) -> Decision:
        """Return the decision, computed on the calling thread."""
        request, store = self.request, self._sessions.store
        if request.book.apps and self.message.active_app is None:
            self._set_app(self.memory.read(partial(store.app_session, *request.app_place), None))
        if self._needs_turns():
            self._set_message(turns=self.turns())
        self.timeline.begin(CLASSIFY_STEP)
        return self._decided(request.router.route(self.message))

    async def aroute(self) -> Decision:
        """Return the decision without blocking the event loop."""
        await self.load_app()
        if self._needs_turns():
            self._set_message(turns=await self.aturns())
        self.timeline.begin(CLASSIFY_STEP)
        return self._decided(await self.request.router.aroute(self.message))

    def _decided(self, decision: Decision) -> Decision:
        self.decision = replace(decision, thread_id=self.request.session).with_origin_of(decision)
        return self.decision

    def _needs_turns(self) -> bool:
        given = self.message.turns or self.message.intent_history
        if given or self.message.declared is not None:
            return False
        return self.request.book.conversation or may_need_context(self.message.text)

    async def label_earlier(self, earlier: Message) -> None:
        """Store the chosen route as the label of the person's earlier message, if the question was really asked."""
        store, decision, request = self._sessions.store, self.decision, self.request
        if decision is None or decision.route is None:
            return
        try:
            stored = await self.aturns()
            # The turns that a client sends may hold a question that nobody asked.
            since = [turn.text for turn in self.message.turns[len(earlier.turns) :]]
            if [turn.text for turn in stored[-len(since) :]] == since:
                labelled = request.session, earlier.text, decision.route, request.book.name, request.owner
                await store.run_in_thread(store.correct_earlier, *labelled)
        except StoreError as error:
            log_event(f"[choice] the label was not stored: {error}", logging.ERROR)

    def answer(self, text: str) -> None:
        """Add text to the answer: all of it, or a piece as it was sent."""
        if not isinstance(text, str):
            raise MessageError(f"an answer must be a string, not {type(text).__name__}")
        self._answered.append(text)

    def add_turns(self, turns: Sequence[Turn]) -> None:
        """Add turns to be written before the answer, such as the text of a document that was sent."""
        self._extra_turns.extend(turns)

    def record_fact(self, what: str, **detail: Any) -> None:
        """Record a fact, also from a thread or task that was not started in this exchange."""
        self.facts.append(Fact(what, detail))

    def __enter__(self) -> Exchange:
        """Hold the request's id for its text, and begin to record facts."""
        return self._begin(self._sessions.ids.hold(self.request))

    def _begin(self, owned: bool) -> Exchange:
        self.memory.readable = owned
        self._outer_facts = current_facts()
        set_current_facts(self.facts)
        self._outer_names = set_request_names({"request": self.request.id, "session": self.request.session})
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Write the turns and the outcome."""
        try:
            self._finish(kind)()
        except (StoreError, RequestIdError) as fault:
            self._handle_write_error(fault, error)
        finally:
            self._sessions.ids.release(self.request)
            set_request_names(self._outer_names)

    async def __aenter__(self) -> Exchange:
        """Hold the request's id for its text, and begin to record facts."""
        return self._begin(await self._sessions.ids.ahold(self.request))

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """Write the turns and the outcome off the event loop; a write that has begun is not cancelled."""
        try:
            await asyncio.shield(self._sessions.store.run_in_thread(self._finish(kind)))
        except (StoreError, RequestIdError) as fault:
            self._handle_write_error(fault, error)
        finally:
            self._sessions.ids.release(self.request)
            set_request_names(self._outer_names)

    def _turns_to_write(self) -> list[Turn]:
        decision = self.decision
        if decision is None:
            return [Turn("user", self.message.text)]
        text = "".join(self._answered)
        user_turn = Turn("user", self.message.text, decision.route, decision.layer, decision.confidence)
        answer_turns = [Turn("assistant", text, decision.route)] if text else []
        return [user_turn, *self._extra_turns, *answer_turns]

    def _finish(self, kind: type[BaseException] | None) -> Callable[[], object]:
        """Check the contract, queue the trace, and return the function that writes to the store."""
        set_current_facts(self._outer_facts)
        if kind is not None and issubclass(kind, RequestIdError):
            # The id stands for another message, which is stored under it.
            return _write_nothing
        if kind is None:
            outcome = "answered" if self._answered else "routed"
        elif issubclass(kind, Exception):
            outcome = "failed"
        else:
            # Cancelled, interrupted, or a generator that was closed: the caller disconnected.
            outcome = "cancelled"
        METRICS.count("exchanges", outcome=outcome)
        request, sessions = self.request, self._sessions
        if self.decision is not None:
            self._check(self.decision)
            if sessions.traces is not None:
                # Built by the thread that writes it, after the response.
                sessions.traces.put(partial(self._trace, outcome, self.decision, time.time(), self.timeline.ended()))
        if request.probes:
            return _write_nothing
        write = partial(
            sessions.store.write,
            request.session,
            request.id,
            self._turns_to_write(),
            user=request.stored_user,
            outcome=outcome,
            routebook=request.book.name,
            client=request.client,
        )
        return partial(self.memory.call, write)

    def _check(self, decision: Decision) -> None:
        """Check the contract on the facts recorded outside the router, which has reported its own."""
        router_facts = set(map(id, decision.facts))
        later = [fact for fact in self.facts if id(fact) not in router_facts or fact.what == CONTEXT_DEPENDENT]
        auditor = self.request.router.auditor
        breaches = auditor.check_decision(TextReading(), decision.route, declared=True, facts=later)
        report([*breaches, *auditor.check_answer(decision.route, later)])

    def _trace(self, outcome: str, decision: Decision, at: float, timings: Timings) -> dict[str, Any]:
        ended = outcome, at, timings, self.timeline.passages
        whole, shadow = self._sessions.store.retention.text, self._sessions.shadow
        trace = exchange_trace(self.request, decision, self.facts, *ended, whole=whole)
        return {**trace, **(shadow.trace_values(self.message) if shadow else {})}

    def _handle_write_error(self, fault: StoreError | RequestIdError, error: BaseException | None) -> None:
        if error is None and isinstance(fault, StoreError):
            self.memory.go_on_without(fault)
            return
        if error is None:
            raise fault
        if isinstance(fault, StoreError):
            METRICS.count("store_failures")
        # The request's own error is the one to raise.
        log_event(f"[store] the request was not written: {fault}", logging.ERROR)


def _write_nothing() -> None:
    """Write nothing: the request was refused, or only probes."""
