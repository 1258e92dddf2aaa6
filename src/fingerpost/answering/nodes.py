"""The nodes of the graphs: each takes the state of a request and returns what it changes.

`build_graph` and `build_prepare_graph` share them, and so does a stream.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fingerpost.answering.attachments import as_text
from fingerpost.answering.chat_messages import leaned_turn, numbered, relevance_question, visible
from fingerpost.answering.components import Kit, Request, handler_of, slot_of
from fingerpost.answering.handlers import Asked, Streams
from fingerpost.answering.output_rules import at_most, by_sentence, sentences_wanted, without_invented
from fingerpost.answering.prompts import HINT_TEMPLATE, prompt
from fingerpost.answering.reformulate import broaden, reformulate
from fingerpost.answering.state import (
    INVALID_UNRESOLVED,
    LENGTH,
    PARSER_UNAVAILABLE,
    REPEATS,
    TIME,
    AgentState,
    ClassifyEntry,
)
from fingerpost.answering.writers import RepetitionError
from fingerpost.conversation.history import recent_user_turns
from fingerpost.errors import DeadlineError, FingerpostError, ModelError, RoutebookError
from fingerpost.models.chat import CutError, silenced
from fingerpost.observability.events import tell
from fingerpost.observability.facts import RETRY, note
from fingerpost.retrieval.search import Hit
from fingerpost.routebook.model import HANDLERS
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import CONVERSATION, HISTORY, SNIPPET, Passage, Turn
from fingerpost.validation.code import extract
from fingerpost.validation.gate import INVALID, OFF, UNAVAILABLE
from fingerpost.validation.relevance import relevance, says_yes, threshold

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


SENT_ALONG = 100_000
"""Characters that are read of what came with a message."""


Update = dict[str, Any]


class Nodes:
    """The work of every node."""

    def __init__(self, kit: Kit) -> None:
        """Take what to work with."""
        self.kit = kit

    def request(self, runtime: Runtime[Request | None]) -> Request:
        """Return the request's own, or for a graph that is run by itself the router of this moment."""
        if runtime.context is not None:
            return runtime.context
        return Request(self.kit.routes.router, Deadline(self.kit.settings.answer_timeout))

    async def classify(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Route the message: the one place where that happens."""
        request, message = self.request(runtime), state["message"]
        if request.book.conversation and not message.turns:
            # Whoever keeps a state from turn to turn has the conversation there, and in no store.
            message = replace(message, turns=state.get("conversation_history", ()))
        try:
            async with request.deadline.timeout():
                decision = await request.router.aroute(message)
        except TimeoutError:
            request.deadline.need("it was decided what the message needs")
            raise
        if request.decided is not None:
            request.decided(decision)
        handler = handler_of(request.book, decision.route)
        if handler not in HANDLERS and handler not in self.kit.handlers:
            # An edit while running named it, and it could not be opened.
            where = request.book.folder or request.book.name
            raise RoutebookError(where, "handler", handler, "is not open: see in the log why, and start again")
        entry = ClassifyEntry(type=decision.route or "", topic=message.text[:SNIPPET])
        past = state.get("classify_history")
        if past is None:
            past = [
                ClassifyEntry(type=turn.route or "", topic=turn.text[:SNIPPET]) for turn in recent_user_turns(message)
            ]
        return {
            # Whoever keeps a state from turn to turn must not take the last turn's answer for this one's.
            **_FRESH,
            "message": message,
            "decision": decision,
            "query_type": decision.route or "",
            "handler": handler,
            "resolved": decision.resolved or request.router.resolve(message),
            "classify_history": [*past, entry][-HISTORY:],
            "conversation_history": list(message.turns)[-CONVERSATION:],
        }

    async def reformulate(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Make the query: of the message alone where it can stand alone."""
        request, message = self.request(runtime), state["message"]
        resolved = state["resolved"]
        uses_editor = state["decision"].uses_editor
        turn = leaned_turn(resolved, request.book)
        query = reformulate(message, resolved.text, turn, request.book.synonyms, uses_editor=uses_editor)
        if turn is not None and not uses_editor:
            asked = f"Earlier message: {turn.text[:1000]}\nLast message: {resolved.text}"
            query = await self._rewritten(request, asked) or query
        return {"reformulated_query": query}

    async def retrieve(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Search: words of the query, and the vector of the message where that was not rewritten."""
        request = self.request(runtime)
        if self.kit.retriever is None:
            return {"hits": [], "context": ""}
        left = request.deadline.need("documents were searched")
        query, resolved = state["reformulated_query"], state["resolved"]
        own = resolved.text if query.startswith(resolved.text) else query
        # A page may be found by its words; code is written after its examples.
        wanted = _has_code if state["handler"] == "code" else None
        found = await self.kit.retriever.search(query, text=own, timeout=left, wanted=wanted)
        hits = [hit._replace(passage=visible(hit.passage)) for hit in found]
        return {"hits": hits, "context": numbered([hit.passage for hit in hits])}

    async def check_context_relevance(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Judge whether what was found is about the question, for a route that wants that."""
        request, hits = self.request(runtime), state.get("hits") or ()
        if request.book[state["query_type"]].validation != "context":
            return {"context_relevant": True}
        if self.kit.settings.relevance == "model" and self.kit.chat is not None:
            return {"context_relevant": await self._asked_relevance(request, state)}
        return {"context_relevant": await self._cosine_relevance(request, state, hits)}

    async def reformulate_with_hint(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Make another query, wider than the first; this is the request's one retry."""
        note(RETRY, why="context")
        request = self.request(runtime)
        query = state["reformulated_query"] if state["resolved"].leans else state["message"].text
        hint = HINT_TEMPLATE.format(query=query[:1000])
        wider = await self._rewritten(request, hint)
        if not wider:
            # They may have to be fetched from a server.
            known = await asyncio.to_thread(self.kit.retriever.headings) if self.kit.retriever else ()
            wider = broaden(query, request.book.synonyms, [heading for _, heading in known])
        tell("[CONTEXT_INSUFFICIENT] searching once more with a wider query", query=wider[:200])
        return {"reformulated_query": wider, "retried": True}

    async def skip_retrieve(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Search nothing: the route needs no documents (RC-04)."""
        del state, runtime
        return {"hits": [], "context": ""}

    async def generate(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Answer from documents."""
        return await self._written(state, runtime)

    async def respond_conversational(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Answer from what was said."""
        return await self._written(state, runtime)

    async def respond_platform(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Answer from what was sent along."""
        return await self._written(state, runtime)

    async def respond_agent(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Let the handler that the route names answer, in a way of its own."""
        request = self.request(runtime)
        try:
            async with request.deadline.timeout():
                reply = await self.kit.handlers[state["handler"]].answer(_asked(state, request))
        except TimeoutError:
            request.deadline.need("an answer was written")
            raise
        if not reply.text.strip() and not reply.parts:
            raise FingerpostError(f"the handler {state['handler']} answered nothing: its package must say something")
        return {
            "answer": reply.text,
            "parts": reply.parts,
            "keeps": reply.keeps,
            "change": reply.change,
            "whole": reply.whole,
        }

    async def node_update_history(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Take the exchange into the conversation; our own requests write the same to the store."""
        del runtime
        said = [Turn("user", state["message"].text, state["query_type"] or None), *state.get("keeps", ())]
        said += [Turn("assistant", state["answer"], state["query_type"] or None)] if state.get("answer") else []
        return {"conversation_history": [*state.get("conversation_history", ()), *said][-CONVERSATION:]}

    async def generate_code(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Write code."""
        return await self._written(state, runtime)

    async def generate_code_retry(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Write it again, told what the parser said; the request's one retry."""
        note(RETRY, why="parser")
        retrying: AgentState = {**state, "retried": True}
        try:
            written = await self._written(retrying, runtime)
            if written["cut"] == TIME:
                raise DeadlineError("it was not finished in time")
            return {**written, "retried": True}
        except (DeadlineError, ModelError) as error:
            # The first attempt is still there, and it is known to be wrong: better than nothing at all.
            tell(f"[ptvl] no second attempt: {error}", logging.WARNING)
            return {"retried": True, "validation_status": INVALID_UNRESOLVED}

    async def validate_code(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Put the code of the answer to the parser (RC-07); an answer without code passes."""
        gate, second = self.kit.gate, state.get("retried", False)
        if gate is None or (second and state.get("validation_status")):
            return {}
        code = extract(state["answer"], gate.validator.language, gate.validator.looks_like_code)
        if not code:
            # Words without code: nothing to check, and after a failed attempt nothing left that is wrong.
            return {"validation_status": ""}
        outcome = await gate.check(code, self.request(runtime).deadline.left)
        if outcome.verdict in (UNAVAILABLE, OFF):
            unchecked = "off" if outcome.verdict == OFF else ""
            return {"validation_status": PARSER_UNAVAILABLE, "unchecked": unchecked}
        if outcome.verdict == INVALID:
            return {"parser_trace": outcome.trace, "validation_status": INVALID_UNRESOLVED if second else ""}
        return {"validation_status": "", "parser_trace": state.get("parser_trace", "") if second else ""}

    def streams(self, state: AgentState) -> bool:
        """Whether an answer can be sent as it is written: code is checked first, and most handlers answer whole."""
        handler = self.kit.handlers.get(state["handler"])
        return state["handler"] != "code" if handler is None else isinstance(handler, Streams)

    async def _relayed(self, handler: Streams, state: AgentState, request: Request) -> AsyncGenerator[str, None]:
        """Yield what a handler says as it says it, and keep in the state what it says of it."""
        async with aclosing(handler.stream(_asked(state, request))) as steps:
            async for step in steps:
                if isinstance(step, str):
                    yield step
                else:
                    state["whole"] = step.whole

    def pieces(self, state: AgentState, request: Request) -> AsyncGenerator[str, None]:
        """Return the answer as the writer of the route's slot gives it, held to the rules of form."""
        handler = self.kit.handlers.get(state["handler"])
        if isinstance(handler, Streams):
            return self._relayed(handler, state, request)
        if not state.get("answer"):
            kind, length = state.get("query_type") or "NONE", len(state.get("context", ""))
            tell(f"[AskAgentStream] query_type={kind} context_len={length}", query_type=kind, context_len=length)
        writer = self.kit.writers[slot_of(request.book, state.get("query_type") or None)]
        pieces = writer.write(state, request.book)
        message = state["message"]
        if state["handler"] != "request":
            return pieces
        # As much as a model is shown of each, and more.
        sources = [message.text, message.extra_context[:SENT_ALONG], str(dict(message.user_info))[:SENT_ALONG]]
        sources += [as_text(attachment)[:SENT_ALONG] for attachment in message.attachments]
        pieces = without_invented(by_sentence(pieces), sources, message.text)
        wanted = sentences_wanted(message.text)
        return at_most(pieces, wanted) if wanted else pieces

    async def _written(self, state: AgentState, runtime: Runtime[Request | None]) -> Update:
        """Return the whole answer, or as much of it as there was time for."""
        request = self.request(runtime)
        request.deadline.need("an answer was written")
        said: list[str] = []
        cut = ""
        pieces = self.pieces(state, request)
        try:
            async with request.deadline.timeout():
                async for piece in pieces:
                    said.append(piece)  # noqa: PERF401 - what came before a time-out must stay
        except TimeoutError:
            cut = TIME
            if not said:
                request.deadline.need("an answer was begun")
                raise
        except CutError:
            cut = LENGTH
        except RepetitionError:
            cut = REPEATS
        finally:
            await pieces.aclose()
        answer = "".join(said)
        if not answer.strip():
            raise ModelError("the model answered nothing: ask again, or look at its server's log")
        return {"answer": answer, "cut": cut}

    async def _rewritten(self, request: Request, asked: str) -> str:
        """Return a query by the main model; empty where there is none, or it has nothing to say."""
        chat = self.kit.chat
        if chat is None:
            return ""
        system = prompt(request.book, "reformulate").strip()
        messages = [
            {"role": "system", "content": system},
            {"role": "user", "content": silenced(chat.slot.model, asked)},
        ]
        try:
            async with request.deadline.timeout():
                reply = await chat.ask(messages, purpose="reformulate", most=96)
        except (ModelError, TimeoutError) as error:
            tell(f"[reformulate] without the model: {error}", logging.WARNING)
            return ""
        return " ".join(reply.text.split())[:500].strip("\"'` ")

    async def _asked_relevance(self, request: Request, state: AgentState) -> bool:
        chat = self.kit.chat
        if chat is None:
            return True
        asked = relevance_question(
            prompt(request.book, "relevance"), state["message"].text[:1000], state.get("context", "")[:3000]
        )
        try:
            async with request.deadline.timeout():
                reply = await chat.ask(
                    [{"role": "user", "content": silenced(chat.slot.model, asked)}], purpose="relevance", most=8
                )
            return says_yes(reply.text)
        except (ModelError, TimeoutError) as error:
            # A check that fails must not hold an answer up.
            tell(f"[relevance] not judged: {error}", logging.WARNING)
            return True

    async def _cosine_relevance(self, request: Request, state: AgentState, hits: Sequence[Hit]) -> bool:
        bar = threshold(request.router.batcher.encoder.fingerprint, self.kit.settings.relevance_threshold)
        if bar is None:
            return True
        resolved = state["resolved"]
        own = state["reformulated_query"] if resolved.leans else resolved.text
        vector = await request.router.batcher.aencode(own)
        return relevance(vector, [hit.vector for hit in hits]) >= bar


_FRESH: Update = {
    "hits": [], "context": "", "context_relevant": True, "retried": False, "answer": "", "cut": "",
    "parser_trace": "", "validation_status": "", "unchecked": "", "parts": (), "keeps": (), "change": None,
    "whole": None,
}  # fmt: skip


def _asked(state: AgentState, request: Request) -> Asked:
    """Return a message as a handler that a package brings gets it."""
    kind, decision = state["query_type"], state["decision"]
    tell(f"[AskAgentStream] query_type={kind} context_len=0", query_type=kind, context_len=0)
    return Asked(
        state["message"],
        state["resolved"],
        decision,
        request.book,
        request.deadline.need("an answer was written"),
        app_session=state.get("app_session"),
        opens=(decision.app or "") if decision.opens else "",
        request=request.name,
        past=request.past,
    )


def _has_code(passage: Passage) -> bool:
    return "```" in passage.text
