"""The assistant: a message in, an answer out, whole or as it is written.

    assistant = Assistant.open("avap")
    answer = await assistant.ask("what does addVar do?", session="ana-1")
    async for event in assistant.stream("write an endpoint that adds two numbers"):
        ...  # first the Decision, then pieces of text, last the Answer

It is the only part that reads and writes stores.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from fingerpost.answering.components import Kit, Request
from fingerpost.answering.extractive import ExtractiveWriter
from fingerpost.answering.graph import build_graph, build_prepare_graph, walk
from fingerpost.answering.handlers import open_handlers
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.phrases import NOTES, SAY
from fingerpost.answering.sessions import Exchange, Sessions
from fingerpost.answering.state import LENGTH, REPEATS, TIME, AgentState
from fingerpost.answering.writers import ChatWriter, RepetitionError, Writer
from fingerpost.errors import DeadlineError, FingerpostError, ModelError, RoutebookError, StoreError
from fingerpost.language.phrases import phrase_for
from fingerpost.models.chat import Chat, CutError
from fingerpost.models.client import need_client
from fingerpost.models.encoder import share_vectors
from fingerpost.observability.events import tell
from fingerpost.observability.facts import SENT, recording
from fingerpost.observability.metrics import METRICS
from fingerpost.retrieval.factory import index_name, open_retriever
from fingerpost.routebook.apps import AppSession
from fingerpost.routebook.model import Routebook
from fingerpost.routing.contract import check_answering, report
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router, Routes
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import SLOTS, Settings
from fingerpost.types import Answer, Decision, Fact, Message, Part
from fingerpost.validation.code import Block, digest, extract, joined
from fingerpost.validation.gate import Gate
from fingerpost.validation.validators import open_validator

TRIES = 20
"""How often a message is answered anew because another one to the same mini-app was faster."""


class Assistant:
    """Answers by the route that was decided. Safe for any number of requests at once on one event loop."""

    def __init__(self, sessions: Sessions, kit: Kit) -> None:
        """Take the parts; `open` makes them from the settings."""
        self.sessions = sessions
        self._made_for, self._remaking = _needs(kit.routes.router.routebook), asyncio.Lock()
        self._take(kit)

    def _take(self, kit: Kit) -> None:
        self.kit, self.nodes = kit, Nodes(kit)
        self._graph, self._prepare = build_graph(kit), build_prepare_graph(kit)

    @classmethod
    def open(cls, place: str | Path | Routes = "avap", settings: Settings | None = None) -> Assistant:
        """Open a routebook by name or folder with all that the settings name: models, index, parser, store."""
        settings = settings or Settings.from_environment()
        routes = Router.from_routebook(place, settings=settings) if isinstance(place, str | Path) else place
        kit = make_kit(routes, settings)
        return cls(Sessions.open(routes, settings), kit)

    @property
    def routes(self) -> Routes:
        """Return what gives the router of the moment."""
        return self.kit.routes

    async def ask(
        self,
        message: str | Message,
        *,
        session: str | None = None,
        user: str | None = None,
        room: str | None = None,
        request: str | None = None,
        timeout: float | None = None,
    ) -> Answer:
        """Return the whole answer. A mini-app runs for a user in a room; without a room, in the session."""
        async with self._exchange(message, session, user, room, request) as exchange:
            begun, runtime = await self._begin(exchange, timeout)
            state = await walk(self._graph, self.nodes, begun, runtime)
            await exchange.interrupt_app()
            state = await self._changed(exchange, state, runtime)
            answer = self._answer(state)
            exchange.keep(state.get("keeps", ()))
            self._send(exchange, answer.text)
            return answer

    async def stream(
        self,
        message: str | Message,
        *,
        session: str | None = None,
        user: str | None = None,
        room: str | None = None,
        request: str | None = None,
        timeout: float | None = None,
    ) -> AsyncGenerator[Decision | str | Answer, None]:
        """Yield the decision, then the text as it is written, then the whole answer.

        Code is written, checked and then sent (RC-07). Closing the generator ends the request; what was sent
        until then is kept as that of a cancelled one.
        """
        async with self._exchange(message, session, user, room, request) as exchange:
            begun, runtime = await self._begin(exchange, timeout)
            state = await walk(self._prepare, self.nodes, begun, runtime)
            await exchange.interrupt_app()
            yield state["decision"]
            if self.nodes.streams(state):
                async with aclosing(self._live(state, runtime.context)) as pieces:
                    async for piece in pieces:
                        self._send(exchange, piece)
                        yield piece
                answer = self._answer(state)
            else:
                state = await self._checked(state, runtime)
                state = await self._changed(exchange, state, runtime)
                answer = self._answer(state)
                exchange.keep(state.get("keeps", ()))
                self._send(exchange, answer.text)
                yield answer.text
            yield answer

    async def route(
        self,
        message: str | Message,
        *,
        session: str | None = None,
        user: str | None = None,
        room: str | None = None,
        request: str | None = None,
    ) -> Decision:
        """Decide only, and remember the message."""
        async with self._exchange(message, session, user, room, request) as exchange:
            return await exchange.aroute()

    async def respond(self, message: Message, timeout: float) -> Answer:
        """Answer and keep nothing, for whoever keeps the talk himself; the contract is checked all the same."""
        from langgraph.runtime import Runtime

        router = self.routes.router
        with recording() as facts:
            runtime: Any = Runtime(context=Request(router, Deadline(timeout)))
            state = await walk(self._graph, self.nodes, {"message": message}, runtime)
        answer = self._answer(state)
        report(check_answering(router.routebook, answer.decision.route, facts))
        return answer

    async def relay(self, message: Message, timeout: float) -> AsyncGenerator[str | Answer, None]:
        """Yield the text as it is written, then the whole answer, and keep nothing, as `respond` does."""
        router, facts, steps = self.routes.router, list[Fact](), self._relayed(message, timeout)
        answer: Answer | None = None
        async with aclosing(steps):
            while True:
                # Only while it works: between two pieces, whoever asked notes facts of their own.
                with recording(facts):
                    step = await anext(steps, None)
                if step is None:
                    break
                answer = step if isinstance(step, Answer) else None
                yield step
        if answer is not None:
            report(check_answering(router.routebook, answer.decision.route, facts))

    async def _relayed(self, message: Message, timeout: float) -> AsyncGenerator[str | Answer, None]:
        from langgraph.runtime import Runtime

        runtime: Any = Runtime(context=Request(self.routes.router, Deadline(timeout)))
        state = await walk(self._prepare, self.nodes, {"message": message}, runtime)
        if self.nodes.streams(state):
            async with aclosing(self._live(state, runtime.context)) as pieces:
                async for piece in pieces:
                    yield piece
            yield self._answer(state)
        else:
            answer = self._answer(await self._checked(state, runtime))
            yield answer.text
            yield answer

    async def _checked(self, state: AgentState, runtime: Any) -> AgentState:
        """Have an answer written that is sent whole."""
        begin = "generate_code" if state["handler"] == "code" else "respond_agent"
        return await walk(self._graph, self.nodes, state, runtime, begin=begin)

    async def close(self) -> None:
        """Let go of connections, and write what is queued; what cannot be closed keeps nothing else open."""
        async with AsyncExitStack() as last:
            last.callback(self.sessions.close)
            if self.kit.retriever is not None:
                last.callback(self.kit.retriever.close)
            last.callback(self.routes.router.close)
            if isinstance(self.routes, LiveRouter):
                last.callback(self.routes.close)
            for writer in self.kit.writers.values():
                if isinstance(writer, ChatWriter):
                    last.push_async_callback(writer.chat.close)
            for handler in self.kit.handlers.values():
                last.push_async_callback(handler.close)
            if self.kit.gate is not None:
                last.push_async_callback(self.kit.gate.validator.close)

    def _exchange(
        self, message: str | Message, session: str | None, user: str | None, room: str | None, request: str | None
    ) -> Exchange:
        share_vectors()
        return self.sessions.exchange(session or uuid4().hex, message, user=user, room=room, request=request)

    async def _begin(self, exchange: Exchange, timeout: float | None) -> tuple[AgentState, Any]:
        from langgraph.runtime import Runtime

        if _needs(exchange.router.routebook) != self._made_for:
            await self._remake(exchange.router)
        deadline = Deadline(min(timeout or self.kit.settings.answer_timeout, self.kit.settings.answer_timeout))
        await exchange.remember()
        await exchange.remember_app()
        decided = partial(setattr, exchange, "decision")
        request = Request(
            exchange.router, deadline, decided=decided, name=exchange.request, past=exchange.closed_app_sessions
        )
        return {"message": exchange.message, "app_session": exchange.app}, Runtime(context=request)

    async def _changed(self, exchange: Exchange, state: AgentState, runtime: Any) -> AgentState:
        """Store what the message does to a mini-app; where another one was faster, have it answered anew.

        Where that one ended the app or opened another, nothing is done: it was not meant for what runs now.
        """
        if (change := state.get("change")) is None or await exchange.change_app(change):
            return state
        # Whoever lost waits in line with the others that did.
        async with self.sessions.in_line(exchange):
            for _ in range(TRIES):
                before = exchange.app
                await exchange.remember_app()
                if _runs(before) != _runs(exchange.app):
                    late = phrase_for(SAY["overtaken"], exchange.message.text)
                    return {**state, "answer": late, "parts": (), "change": None}
                again: AgentState = {**state, "message": exchange.message, "app_session": exchange.app}
                state = await walk(self._graph, self.nodes, again, runtime, begin="respond_agent")
                if (change := state.get("change")) is None or await exchange.change_app(change):
                    return state
        raise StoreError("other messages to this mini-app came all the time: nothing was changed, send it again")

    async def _remake(self, router: Router) -> None:
        """Make the parts anew: an edit while running named another language for code, or the first documents."""
        async with self._remaking:
            needs = _needs(router.routebook)
            if needs == self._made_for:
                return
            # Told once, and not tried again before the next edit.
            self._made_for = needs
            try:
                kit = await asyncio.to_thread(make_kit, router, self.kit.settings)
            except FingerpostError as error:
                tell(f"[reload] answers go on with the parts from before: {error}", logging.ERROR)
                return
            self._take(replace(kit, routes=self.kit.routes))

    async def _live(self, state: AgentState, request: Request) -> AsyncGenerator[str, None]:
        """Yield the answer as it is written, and keep in the state what was said and why it ended."""
        pieces, text = self.nodes.pieces(state, request), ""
        state["cut"] = ""
        try:
            while True:
                request.deadline.need("the answer was finished")
                # Only waiting for the model is timed: how long a caller takes between two pieces is its own affair.
                async with request.deadline.timeout():
                    piece = await anext(pieces)
                text += piece
                yield piece
        except StopAsyncIteration:
            pass
        except (TimeoutError, DeadlineError):
            if not text:
                request.deadline.need("an answer was begun")
                raise
            state["cut"] = TIME
        except CutError:
            state["cut"] = LENGTH
        except RepetitionError:
            state["cut"] = REPEATS
        finally:
            state["answer"] = text
            await pieces.aclose()
        if not text.strip():
            raise ModelError("the model answered nothing: ask again, or look at its server's log")

    def _send(self, exchange: Exchange, text: str) -> None:
        """Keep what goes to the caller, and note which code is in it."""
        exchange.answer(text)
        if exchange.decision is not None and self._checks(exchange):
            code = joined(self._code(text))
            exchange.note(SENT, digest=digest(code))

    def _checks(self, exchange: Exchange) -> bool:
        name = exchange.decision.route if exchange.decision else None
        return name is not None and exchange.router.routebook[name].validation == "code"

    def _code(self, text: str) -> list[Block]:
        validator = self.kit.gate.validator if self.kit.gate else None
        return extract(text, validator.language, validator.looks_like_code) if validator else extract(text)

    def _answer(self, state: AgentState) -> Answer:
        if (passed_on := state.get("whole")) is not None:
            METRICS.count("answers", route=state.get("query_type", ""), status=passed_on.status or "ok")
            return replace(passed_on, decision=state["decision"])
        text, message = state.get("answer", ""), state["message"]
        status, trace = state.get("validation_status", ""), state.get("parser_trace", "")
        parts = [Part("text", text)]
        if state["handler"] == "code":
            code = self._code(text)
            parts += [Part("code", piece.code, {"language": piece.language}) for piece in code]
        for number, hit in enumerate(state.get("hits") or (), 1):
            values = {**hit.passage._asdict(), "citation": number, "score": round(hit.score, 4)}
            parts.append(Part("citation", values.pop("text"), values))
        parts += state.get("parts", ())
        trace, cut = trace if status else "", state.get("cut", "")
        kinds = (state.get("unchecked") or status, cut)
        notes = [phrase_for(NOTES[kind], message.text).format(trace=trace) for kind in kinds if kind]
        METRICS.count("answers", route=state.get("query_type", ""), status=status or "ok")
        return Answer(state["decision"], tuple(parts), status, trace, tuple(notes), cut)


def _runs(session: AppSession | None) -> int | None:
    return None if session is None or session.ended else session.id


def _needs(book: Routebook) -> tuple[Any, ...]:
    """Return what parts a routebook needs: who checks its code, whether it has documents, and who answers."""
    handlers = sorted({route.handler for route in book.routes if route.handler})
    return book.code_language, any(route.retrieval for route in book.routes), handlers, book.conversation


def make_kit(routes: Routes, settings: Settings) -> Kit:
    """Make what the nodes work with, as the settings say."""
    router = routes.router
    book = router.routebook
    gate = None
    checked = [route.name for route in book.routes if route.validation == "code"]
    if checked and book.code_language is None:
        remedy = f'{checked[0]} has validation = "code": name the language, such as "python", "sql" or "avap"'
        raise RoutebookError(book.folder or book.name, "code_language", None, remedy)
    if book.code_language is not None:
        gate = Gate(open_validator(book.code_language, settings), settings.parser)
    retriever = None
    if any(route.retrieval for route in book.routes):
        knowledge = book.folder / "knowledge" if book.folder is not None else None
        retriever = open_retriever(settings, router.batcher, index_name(book.name, book.folder), knowledge)
        router.lend(retriever)
        if settings.search.elasticsearch is None and not retriever.index.count():
            where = knowledge or "its knowledge folder"
            tell(
                f"[index] {book.name} has no documents: put some into {where}, or run `fingerpost index`",
                logging.WARNING,
            )
    if settings.slots:
        need_client()
    writers: dict[str, Writer] = {}
    for slot in SLOTS:
        if slot in settings.slots:
            writers[slot] = ChatWriter(Chat(settings.slots[slot], slot))
        else:
            writers[slot] = ExtractiveWriter(slot, router.batcher, gate)
    kit = Kit(routes, writers, settings, retriever, gate)
    return replace(kit, handlers=open_handlers(book, settings, kit.chat))
