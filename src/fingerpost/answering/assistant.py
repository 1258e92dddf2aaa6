"""The assistant: a message in, an answer out, whole or as it is written.

    assistant = Assistant.open("./shop")
    answer = await assistant.ask("what does addVar do?", session="ana-1")
    async for event in assistant.stream("write an endpoint that adds two numbers"):
        ...  # first the Decision, then pieces of text, last the Answer; Progress where something takes a while

A server creates the request itself: `assistant.ask(assistant.request(message, session=…))`. Only the assistant reads
and writes the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from fingerpost.answering.ask_back import is_label
from fingerpost.answering.components import Components, open_components, requirements
from fingerpost.answering.functions import Functions, open_functions
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.phrases import PHRASES
from fingerpost.answering.pipeline import ANSWER, FIRST_STEP, PREPARE, next_step, pipeline_for, run_pipeline
from fingerpost.answering.progress import Progress, ProgressWatch
from fingerpost.answering.request import Request, RequestOptions
from fingerpost.answering.result import answer_of, record_code
from fingerpost.answering.sessions import Exchange, Sessions
from fingerpost.answering.state import (
    CUT_BY_DEADLINE,
    CUT_BY_FAULT,
    CUT_BY_LENGTH,
    CUT_BY_REPETITION,
    AgentState,
)
from fingerpost.answering.writers import RepetitionError
from fingerpost.audit.auditor import report
from fingerpost.errors import DeadlineError, FingerpostError, MessageError, ModelError, StoreError
from fingerpost.language.phrases import phrase_for
from fingerpost.models.chat import TruncatedReplyError
from fingerpost.models.encoder import reuse_vectors_in_task
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import record_fact, record_facts
from fingerpost.resilience.ladder import ANSWER as ANSWER_PART
from fingerpost.resilience.ladder import record_degraded
from fingerpost.routebook.apps import AppSession
from fingerpost.routing.router import Router, RouterSource
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import Settings
from fingerpost.types import Answer, Decision, Fact, Message

MAX_APP_RETRIES = 20
"""The most times that a message to an app is answered again because another message changed the app first."""


class Assistant:
    """Answers messages by their route. Safe for any number of requests at once on one event loop."""

    def __init__(self, sessions: Sessions, components: Components) -> None:
        """Create an assistant with these parts; `open` creates them from the settings."""
        self.sessions = sessions
        self._requirements, self._reopening = requirements(components.routes.router.routebook), asyncio.Lock()
        self._opening: asyncio.Future[None] | None = None
        self._use(components)

    def _use(self, components: Components) -> None:
        book = components.routes.router.routebook
        self.components, self.nodes = components, Nodes(components)
        self._answering, self._preparing = (
            pipeline_for(table, book, functions=bool(components.functions)) for table in (ANSWER, PREPARE)
        )

    @classmethod
    def open(
        cls,
        place: str | Path | RouterSource,
        settings: Settings | None = None,
        *,
        handlers: Functions = (),
    ) -> Assistant:
        """Open a routebook by name or folder, with the models, index, parser and store of the settings.

        `handlers`: functions that answer routes, as {"route": function} or a list of functions marked `@handler`.
        """
        settings = settings or Settings.from_environment()
        routes = Router.from_routebook(place, settings=settings) if isinstance(place, str | Path) else place
        components = open_components(routes, settings, open_functions(routes.router.routebook, handlers))
        return cls(Sessions.open(routes, settings), components)

    @property
    def routes(self) -> RouterSource:
        """Return the source of the current router."""
        return self.components.routes

    def request(self, message: str | Message, **options: Unpack[RequestOptions]) -> Request:
        """Return the request for a message; its timeout starts now, and is limited by the settings.

        Raises MessageError for a message without text, as the servers and commands do.
        """
        if not (message if isinstance(message, str) else message.text).strip():
            raise MessageError("the message is empty: give its text")
        longest = self.components.settings.answer_timeout
        options["timeout"] = min(options.get("timeout") or longest, longest)
        return Request.create(message, self.routes.router, **options)

    async def ask(self, message: str | Message | Request, **options: Unpack[RequestOptions]) -> Answer:
        """Return the whole answer."""
        async with self._exchange(message, options) as exchange:
            state = await self._classify(exchange)
            begin = next_step(self._answering, FIRST_STEP, state)
            on_step = exchange.timeline.begin
            state = await run_pipeline(self._answering, self.nodes, state, exchange.request, begin, on_step)
            await exchange.interrupt_app()
            answer = await self._finish(exchange, state)
        return exchange.memory.marked(answer)

    async def stream(
        self, message: str | Message | Request, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[Progress | Decision | str | Answer, None]:
        """Yield the decision, then the text as it is written, then the whole answer, which is stored by then.

        Before a step that takes longer than a second comes a Progress, also before the decision. Code is written,
        validated and then sent (RC-07). Closing the generator cancels the request; what was sent until then is stored.
        """
        async with self._exchange(message, options) as exchange:
            watch, told = ProgressWatch(exchange.timeline.begin), False
            preparing = asyncio.create_task(self._prepare(exchange, watch))
            async with aclosing(watch.wait_for(preparing)) as steps:
                async for step in steps:
                    if exchange.decision is not None and not told:
                        told = True
                        yield exchange.decision
                    yield step
            state = preparing.result()
            can_stream = self.nodes.can_stream(state, exchange.request)
            await exchange.interrupt_app()
            if not told:
                yield state["decision"]
            if can_stream:
                pieces = self._recorded_pieces(exchange.record_fact, exchange.request, state)
                async with aclosing(watch.pieces(pieces)) as events:
                    async for event in events:
                        if isinstance(event, str):
                            exchange.answer(event)
                        yield event
                answer = answer_of(state, self.components, exchange.facts)
                exchange.timeline.cite(answer)
            else:
                writing = asyncio.create_task(self._write_whole(state, exchange.request, watch.begin))
                async with aclosing(watch.wait_for(writing)) as steps:
                    async for step in steps:
                        yield step
                answer = await self._finish(exchange, writing.result())
                yield answer.text
        yield exchange.memory.marked(answer)

    async def route(self, message: str | Message | Request, **options: Unpack[RequestOptions]) -> Decision:
        """Return the decision alone: the session is read, and nothing is added to it, unless the caller gave an id.

        A caller with ids of its own routes messages that it answers itself, and may give feedback on them.
        """
        request = message if isinstance(message, Request) else self.request(message, **options)
        async with self._exchange(replace(request, probes=not request.may_repeat), {}) as exchange:
            decision = await exchange.aroute()
        return exchange.memory.marked_decision(decision)

    async def ask_unstored(self, request: Request) -> Answer:
        """Return the whole answer and store nothing, for a caller that stores; the contract is checked as always."""
        with record_facts() as facts:
            state = await run_pipeline(self._answering, self.nodes, {"message": request.message}, request)
            answer = answer_of(state, self.components, facts)
            record_code(record_fact, state, request, answer.text)
        report(request.router.auditor.check_answer(answer.decision.route, facts))
        return answer

    async def stream_unstored(self, request: Request) -> AsyncGenerator[str | Answer, None]:
        """Yield the text as it is written, then the whole answer, and store nothing, as `ask_unstored` does."""
        facts = list[Fact]()
        async with aclosing(self._unrecorded(request, facts)) as events:
            while True:
                # Between two pieces the caller runs, and records facts of its own.
                with record_facts(facts):
                    event = await anext(events, None)
                if event is None:
                    break
                yield event

    async def _unrecorded(self, request: Request, facts: list[Fact]) -> AsyncGenerator[str | Answer, None]:
        """Yield the text and the answer, and check the contract on these facts, also where the caller closes early."""

        def record(what: str, **detail: Any) -> None:
            # Not `record_fact`: a generator that is closed runs where the facts of the caller are recorded.
            facts.append(Fact(what, detail))

        state = await run_pipeline(self._preparing, self.nodes, {"message": request.message}, request)
        try:
            if self.nodes.can_stream(state, request):
                async with aclosing(self._recorded_pieces(record, request, state)) as pieces:
                    async for piece in pieces:
                        yield piece
                yield answer_of(state, self.components, facts)
            else:
                state = await self._write_whole(state, request)
                answer = answer_of(state, self.components, facts)
                record_code(record, state, request, answer.text)
                yield answer.text
                yield answer
        finally:
            report(request.router.auditor.check_answer(state["decision"].route, facts))

    async def close(self) -> None:
        """Close all connections and write queued traces; an error in one part does not keep the others open."""
        async with AsyncExitStack() as stack:
            stack.callback(self.sessions.close)
            stack.push_async_callback(self.components.close)

    # The stages of a request.

    def _exchange(self, message: str | Message | Request, options: RequestOptions) -> Exchange:
        if isinstance(message, Request) and options:
            raise TypeError(f"give {', '.join(options)} to Assistant.request: the request exists already")
        reuse_vectors_in_task()
        return self.sessions.begin(message if isinstance(message, Request) else self.request(message, **options))

    async def _classify(self, exchange: Exchange) -> AgentState:
        """Read the store for a request, classify it, and return the state; the exchange gets the decision from it."""
        if requirements(exchange.request.book) != self._requirements:
            await self._reopen(exchange.request.router)
            # The time for opening components does not count against the deadline.
            exchange.request = replace(exchange.request, deadline=Deadline(exchange.request.deadline.seconds))
        await exchange.load_turns()
        await exchange.load_app()
        request = exchange.request
        state: AgentState = {"message": request.message}
        exchange.timeline.begin(FIRST_STEP)
        state.update(await self.nodes.classify(state, request))
        exchange.decision = state["decision"]
        self.nodes.packaged_handler(state, request)
        if is_label(exchange.decision, request.book):
            await exchange.label_earlier(state["message"])
        return state

    async def _prepare(self, exchange: Exchange, watch: ProgressWatch) -> AgentState:
        """Classify a request, and run the steps that come before the first word of a stream."""
        state = await self._classify(exchange)
        begin = next_step(self._preparing, FIRST_STEP, state)
        return await run_pipeline(self._preparing, self.nodes, state, exchange.request, begin, watch.begin)

    async def _write_whole(
        self, state: AgentState, request: Request, on_step: Callable[[str], None] = lambda _: None
    ) -> AgentState:
        """Run the steps after those of a stream that write an answer which is sent whole."""
        begin = "generate_code" if state["handler"] == "code" else "respond_agent"
        return await run_pipeline(self._answering, self.nodes, state, request, begin, on_step)

    async def _finish(self, exchange: Exchange, state: AgentState) -> Answer:
        """Store the changes of a whole answer, and return the answer."""
        state = await self._with_app_change(exchange, state)
        answer = answer_of(state, self.components, exchange.facts)
        exchange.timeline.cite(answer)
        exchange.add_turns(state.get("extra_turns", ()))
        exchange.answer(answer.text)
        record_code(exchange.record_fact, state, exchange.request, answer.text)
        return answer

    async def _with_app_change(self, exchange: Exchange, state: AgentState) -> AgentState:
        """Store the change of an app; if another message changed the app first, answer again on the new state.

        If that message ended the app or opened another, nothing is changed: this message was meant for the old app.
        """
        if (change := state.get("change")) is None or await exchange.change_app(change):
            return state
        async with self.sessions.exclusive(exchange.request):
            for _ in range(MAX_APP_RETRIES):
                before = exchange.request.app_session
                await exchange.load_app()
                request = exchange.request
                if _running_id(before) != _running_id(request.app_session):
                    overtaken = phrase_for(PHRASES["overtaken"], request.message.text)
                    return {**state, "answer": overtaken, "parts": (), "change": None}
                again: AgentState = {**state, "message": request.message}
                state = await run_pipeline(self._answering, self.nodes, again, request, begin="respond_agent")
                if (change := state.get("change")) is None or await exchange.change_app(change):
                    return state
        raise StoreError("other messages kept changing this app: nothing was stored, send the message again")

    async def _reopen(self, router: Router) -> None:
        """Open the components again after an edit of the routebook that requires others, such as another handler."""
        # In a task of its own: a caller that leaves would take along what was opened, and nobody would try again.
        self._opening = asyncio.ensure_future(self._open_again(router))
        await asyncio.shield(self._opening)

    async def _open_again(self, router: Router) -> None:
        async with self._reopening:
            required = requirements(router.routebook)
            if required == self._requirements:
                return
            # Set before the attempt: a failure is logged once, and not tried again before the next edit.
            self._requirements = required
            try:
                now = self.components
                components = await asyncio.to_thread(open_components, router, now.settings, now.functions)
            except FingerpostError as error:
                log_event(f"[reload] the previous components stay in use: {error}", logging.ERROR)
                return
            self._use(replace(components, routes=self.components.routes))

    async def _pieces(self, state: AgentState, request: Request) -> AsyncGenerator[str, None]:
        """Yield the answer as it is written, and put the text and the reason for a cut into the state."""
        pieces, text = self.nodes.pieces(state, request), ""
        state["cut"] = ""
        try:
            while True:
                request.deadline.require("the answer was finished")
                # Only the wait for the model is limited, and not the time that the caller takes between two pieces.
                async with request.deadline.timeout():
                    piece = await anext(pieces)
                text += piece
                yield piece
        except StopAsyncIteration:
            pass
        except (TimeoutError, DeadlineError):
            if not text:
                request.deadline.require("an answer was begun")
                raise
            state["cut"] = CUT_BY_DEADLINE
        except TruncatedReplyError:
            state["cut"] = CUT_BY_LENGTH
        except RepetitionError:
            state["cut"] = CUT_BY_REPETITION
        except ModelError as error:
            if not text:
                raise
            state["cut"] = CUT_BY_FAULT
            record_degraded(ANSWER_PART, "partial", error)
        finally:
            state["answer"] = text
            await pieces.aclose()
        if not text.strip():
            raise ModelError("the model returned no text: retry, or see the log of its server")

    async def _recorded_pieces(
        self, record: Callable[..., None], request: Request, state: AgentState
    ) -> AsyncGenerator[str, None]:
        """Yield the answer as it is written, and record its code after the last piece that the caller took.

        Once and not after each piece: reading all that was sent for each would take time by the square of it.
        """
        sent: list[str] = []
        try:
            async with aclosing(self._pieces(state, request)) as pieces:
                async for piece in pieces:
                    sent.append(piece)
                    yield piece
        finally:
            if sent:
                record_code(record, state, request, "".join(sent))


def _running_id(session: AppSession | None) -> int | None:
    return None if session is None or session.ended else session.id
