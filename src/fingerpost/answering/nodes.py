"""The steps of the pipelines: each takes the state and the request, and returns its changes to the state.

`pipeline.py` has their order. Whole answers, streams and LangGraph graphs share them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from fingerpost.answering.ask_back import asked_again, chosen, question_for
from fingerpost.answering.chat_messages import format_passages, referenced_turn
from fingerpost.answering.components import EXTRACTIVE, Components
from fingerpost.answering.fixed_replies import write_reply
from fingerpost.answering.functions import FUNCTION
from fingerpost.answering.handlers import Handler, StreamingHandler, handler_of, slot_of
from fingerpost.answering.main_model import MainModel
from fingerpost.answering.prompts import HINT_TEMPLATE
from fingerpost.answering.quotations import as_shown
from fingerpost.answering.relevance_check import judge_search, judge_second_search
from fingerpost.answering.request import Request
from fingerpost.answering.search_query import broaden, reformulate, with_synonyms
from fingerpost.answering.sent_code import check_sent_code, suggested_commands
from fingerpost.answering.state import (
    CHECK_OFF,
    CUT_BY_DEADLINE,
    CUT_BY_LENGTH,
    CUT_BY_REPETITION,
    INVALID_UNRESOLVED,
    NO_PROGRAM,
    PARSER_UNAVAILABLE,
    PARTLY_CHECKED,
    AgentState,
    ClassifyEntry,
    own_text,
    parser_report,
    question_of,
)
from fingerpost.answering.writer_ladder import write_by_ladder
from fingerpost.answering.writers import RepetitionError
from fingerpost.conversation.history import recent_user_turns
from fingerpost.errors import DeadlineError, FingerpostError, ModelError, RoutebookError
from fingerpost.models.chat import TruncatedReplyError
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import RETRY, record_fact
from fingerpost.resilience.ladder import RELEVANCE
from fingerpost.retrieval.matching import QuestionMatch
from fingerpost.retrieval.searched_index import Hit
from fingerpost.routebook.model import HANDLERS, Routebook
from fingerpost.types import CONVERSATION, HISTORY, SNIPPET, USES_EDITOR, Decision, Message, Passage, Turn
from fingerpost.validation.code_check import INVALID, OFF, UNAVAILABLE

Update = AgentState
"""The changes of a step to the state."""


class Nodes:
    """The steps by name. Safe for any number of requests at once on one event loop."""

    def __init__(self, components: Components) -> None:
        """Create the steps over these components."""
        self.components, chat = components, components.chat
        self._main = None if chat is None else MainModel(chat, components.settings.call_limit(RELEVANCE))

    async def classify(self, state: AgentState, request: Request) -> Update:
        """Route the message, and return the decision and the initial state."""
        message = state["message"]
        if request.book.conversation and not message.turns:
            # A graph with a checkpointer has the conversation in its state, and not in a store.
            message = replace(message, turns=state.get("conversation_history", ()))
        choice = chosen(message, request)
        routed = choice[1] if choice else await _route(message, request)
        choice = choice or (None if routed.accepted else asked_again(message, request))
        message, routed = choice or (message, routed)
        # Decisions for a declared route or from the memo come without resolved references.
        resolved = routed.resolved or request.router.resolve(message)
        decision = replace(routed, thread_id=request.session, resolved=resolved).with_origin_of(routed)
        asks = None if self.components.settings.slots else question_for(decision, message, request.book)
        entry = ClassifyEntry(type=decision.route or "", topic=message.text[:SNIPPET])
        past = state.get("classify_history")
        if past is None:
            past = [
                ClassifyEntry(type=turn.route or "", topic=turn.text[:SNIPPET]) for turn in recent_user_turns(message)
            ]
        return {
            # The state of a checkpointer still has the last answer, which must not be used again.
            **_INITIAL,
            "message": message,
            "decision": decision,
            "query_type": decision.route or "",
            "handler": "reply" if asks else self._handler_name(decision.route, request.book),
            "parts": (asks,) if asks else (),
            "resolved": resolved,
            "classify_history": [*past, entry][-HISTORY:],
            "conversation_history": list(message.turns)[-CONVERSATION:],
        }

    def _handler_name(self, route: str | None, book: Routebook) -> str:
        return FUNCTION if route in self.components.functions else handler_of(book, route)

    def packaged_handler(self, state: AgentState, request: Request) -> Handler | None:
        """Return the function or packaged handler of the route, None for the engine's own; raises if it is not open."""
        name = state["handler"]
        if name in HANDLERS:
            return None
        handler = self._own_handler(state)
        if handler is None:
            # The routebook was edited while running, and the handler could not be opened.
            where = request.book.folder or request.book.name
            raise RoutebookError(where, "handler", name, "is not open: see the log for the reason, and restart")
        return handler

    def _own_handler(self, state: AgentState) -> Handler | None:
        if state["handler"] == FUNCTION:
            return self.components.functions[state["query_type"]]
        return self.components.handlers.get(state["handler"])

    async def reformulate(self, state: AgentState, request: Request) -> Update:
        """Check the code that the message is about, and build the search query from it and what it refers to."""
        message, resolved = state["message"], state["resolved"]
        uses_editor = state["decision"].qualifier == USES_EDITOR
        turn = referenced_turn(resolved, request.book)
        query = reformulate(message, resolved.text, turn, request.book.synonyms, uses_editor=uses_editor)
        if turn is not None and not uses_editor:
            asked = f"Earlier message: {turn.text[:1000]}\nLast message: {resolved.text}"
            query = await self._rewrite_query(request, asked) or query
        left = request.deadline.remaining
        sent = await check_sent_code(message, self.components.code_checker, left, uses_editor=uses_editor)
        return {"reformulated_query": " ".join([query, *suggested_commands(sent)]), "sent_code": sent}

    async def retrieve(self, state: AgentState, request: Request) -> Update:
        """Search the documents by the words of the query, and by the vector of the message unless it was rewritten."""
        if self.components.retriever is None:
            return {"hits": [], "context": ""}
        left = request.deadline.require("documents were searched")
        query, resolved = state["reformulated_query"], state["resolved"]
        own = resolved.text if query.startswith(resolved.text) else query
        if state["handler"] == "code":
            # Code is written after examples, so passages with code are preferred for it.
            found = await self.components.retriever.search(query, text=own, timeout=left, preferred=_has_code)
            return _found(found, None)
        widen = partial(with_synonyms, synonyms=request.book.synonyms)
        match = await self.components.retriever.match(question_of(state), query, text=own, timeout=left, widen=widen)
        changes = _found(match.hits, match)
        if state.get("retried"):
            changes.update(await judge_second_search(self.components, request, {**state, **changes}))
        return changes

    async def check_context_relevance(self, state: AgentState, request: Request) -> Update:
        """Judge whether the passages answer the question, for routes with validation = "context"."""
        if request.book[state["query_type"]].validation != "context":
            return {"context_relevant": True}
        main = self._main if self.components.settings.relevance == "model" else None
        return {"context_relevant": await judge_search(self.components, main, request, state)}

    async def reformulate_with_hint(self, state: AgentState, request: Request) -> Update:
        """Build a broader query than the first; this is the request's one retry."""
        record_fact(RETRY, why="context")
        query = state["reformulated_query"] if state["resolved"].leans else state["message"].text
        hint = HINT_TEMPLATE.format(query=query[:1000])
        wider = await self._rewrite_query(request, hint)
        if not wider:
            # Headings may have to be fetched from a server.
            known = await asyncio.to_thread(self.components.retriever.headings) if self.components.retriever else ()
            wider = broaden(query, request.book.synonyms, [heading for _, heading in known])
        log_event("[CONTEXT_INSUFFICIENT] searching once more with a wider query", query=wider[:200])
        return {"reformulated_query": wider, "retried": True}

    async def skip_retrieve(self, state: AgentState, request: Request) -> Update:
        """Search nothing, because the route needs no documents (RC-04)."""
        del state, request
        return {"hits": [], "context": ""}

    async def generate(self, state: AgentState, request: Request) -> Update:
        """Answer from documents."""
        return await self._write(state, request)

    async def respond_conversational(self, state: AgentState, request: Request) -> Update:
        """Answer from the conversation, or with the fixed reply of the route."""
        return await self._write(state, request)

    async def respond_platform(self, state: AgentState, request: Request) -> Update:
        """Answer from the extra context, user info and attachments of the request."""
        return await self._write(state, request)

    async def respond_agent(self, state: AgentState, request: Request) -> Update:
        """Answer with a packaged handler."""
        handler = self.packaged_handler(state, request)
        if handler is None:
            raise ValueError(
                f"the handler {state['handler']} is the engine's own: respond_agent runs packaged handlers only"
            )
        try:
            async with request.deadline.timeout():
                with request.deadline.applied():
                    reply = await handler.answer(*_handler_arguments(state, request))
        except TimeoutError:
            request.deadline.require("an answer was written")
            raise
        if not reply.text.strip() and not reply.parts:
            raise FingerpostError(
                f"the handler {state['handler']} returned an empty answer: its package must return text or parts"
            )
        return {
            "answer": reply.text,
            "parts": reply.parts,
            "extra_turns": reply.extra_turns,
            "change": reply.change,
            "delegated": reply.delegated,
        }

    async def node_update_history(self, state: AgentState, request: Request) -> Update:
        """Add message and answer to the conversation in the state; the store gets the same from the exchange."""
        del request
        turns = [Turn("user", state["message"].text, state["query_type"] or None), *state.get("extra_turns", ())]
        turns += [Turn("assistant", state["answer"], state["query_type"] or None)] if state.get("answer") else []
        return {"conversation_history": [*state.get("conversation_history", ()), *turns][-CONVERSATION:]}

    async def generate_code(self, state: AgentState, request: Request) -> Update:
        """Write code."""
        return await self._write(state, request)

    async def generate_code_retry(self, state: AgentState, request: Request) -> Update:
        """Write the code again with the parser's error; this is the request's one retry."""
        record_fact(RETRY, why="parser")
        retrying: AgentState = {**state, "retried": True}
        try:
            written = await self._write(retrying, request)
            if written["cut"] == CUT_BY_DEADLINE:
                raise DeadlineError("it was not finished in time")
            return {**written, "retried": True}
        except (DeadlineError, ModelError) as error:
            # The first attempt is sent, marked as invalid.
            log_event(f"[ptvl] no second attempt: {error}", logging.WARNING)
            return {"retried": True, "validation_status": INVALID_UNRESOLVED}

    async def validate_code(self, state: AgentState, request: Request) -> Update:
        """Validate the code of the answer (RC-07); an answer without a program passes, and says so."""
        checker, second = self.components.code_checker, state.get("retried", False)
        if checker is None or (second and state.get("validation_status")):
            return {}
        found = self.components.code_in(own_text(state, state["answer"]), state["message"], parser_report(state))
        code = state["answer"], found
        if not found.programs:
            # Also after a failed attempt: an answer without code is not invalid.
            return {"validation_status": "", "unchecked": NO_PROGRAM, "code": code}
        outcome = await checker.check(found.programs, request.deadline.remaining)
        if outcome.verdict in (UNAVAILABLE, OFF):
            unchecked = CHECK_OFF if outcome.verdict == OFF else ""
            return {"validation_status": PARSER_UNAVAILABLE, "unchecked": unchecked, "code": code}
        if outcome.verdict == INVALID:
            status = INVALID_UNRESOLVED if second else ""
            return {"parser_trace": outcome.trace, "validation_status": status, "code": code}
        trace, unchecked = state.get("parser_trace", "") if second else "", PARTLY_CHECKED if found.tells else ""
        return {"validation_status": "", "parser_trace": trace, "unchecked": unchecked, "code": code}

    def can_stream(self, state: AgentState, request: Request) -> bool:
        """Return whether the answer can be sent as it is written; code cannot, because it is validated first."""
        handler = self.packaged_handler(state, request)
        return state["handler"] != "code" if handler is None else isinstance(handler, StreamingHandler)

    async def _handler_pieces(
        self, handler: StreamingHandler, state: AgentState, request: Request
    ) -> AsyncGenerator[str, None]:
        """Yield the text of a streaming handler, and put the answer that it delegates into the state."""
        async with aclosing(handler.stream(*_handler_arguments(state, request))) as steps:
            async for step in steps:
                if isinstance(step, str):
                    yield step
                else:
                    state["delegated"] = step.delegated

    def pieces(self, state: AgentState, request: Request, *, whole: bool = False) -> AsyncGenerator[str, None]:
        """Return the pieces of the answer from the handler or writers of the route, with output rules applied.

        `whole`: they are sent together, so that a model that breaks off is replaced by the next writer.
        """
        handler = self._own_handler(state)
        if isinstance(handler, StreamingHandler):
            return self._handler_pieces(handler, state, request)
        if not state.get("answer"):
            kind, length = state.get("query_type") or "NONE", len(state.get("context", ""))
            log_event(f"[AskAgentStream] query_type={kind} context_len={length}", query_type=kind, context_len=length)
        if state["handler"] == "reply":
            return write_reply(state, request)
        writers = self.components.ladder(slot_of(request.book, state.get("query_type") or None))
        if state["handler"] == "code" and state.get("retried"):
            # An example from the documents does not replace a first attempt that can be sent.
            writers = [named for named in writers if named[0] != EXTRACTIVE] or writers
        return write_by_ladder(writers, state, request, whole=whole)

    async def _write(self, state: AgentState, request: Request) -> Update:
        """Return the answer, or as much of it as was written before the deadline."""
        request.deadline.require("an answer was written")
        written: list[str] = []
        cut = ""
        pieces = self.pieces(state, request, whole=True)
        try:
            async with request.deadline.timeout():
                async for piece in pieces:
                    written.append(piece)  # noqa: PERF401 - what was written before a timeout must stay
        except TimeoutError:
            cut = CUT_BY_DEADLINE
            if not written:
                request.deadline.require("an answer was begun")
                raise
        except TruncatedReplyError:
            cut = CUT_BY_LENGTH
        except RepetitionError:
            cut = CUT_BY_REPETITION
        finally:
            await pieces.aclose()
        # The writer of code without a model searches by itself.
        found: Update = {"hits": state.get("hits", ()), "quoted": state.get("quoted", ())}
        return {"answer": "".join(written), "cut": cut, "figures": state.get("figures", (0, 0)), **found}

    async def _rewrite_query(self, request: Request, asked: str) -> str:
        """Return a query written by the main model; empty without a model, or if it fails."""
        return "" if self._main is None else await self._main.rewrite_query(request, asked)


_INITIAL: Update = {
    "sent_code": None, "hits": [], "context": "", "match": None, "topics": (), "context_relevant": True,
    "retried": False, "answer": "", "cut": "", "quoted": (), "figures": (0, 0), "parser_trace": "",
    "validation_status": "", "unchecked": "", "code": None, "parts": (), "extra_turns": (), "change": None,
    "delegated": None,
}  # fmt: skip


async def _route(message: Message, request: Request) -> Decision:
    try:
        async with request.deadline.timeout():
            with request.deadline.applied():
                return await request.router.aroute(message)
    except TimeoutError:
        request.deadline.require("it was decided what the message needs")
        raise


def _handler_arguments(state: AgentState, request: Request) -> tuple[Request, Decision]:
    """Return the arguments for a packaged handler, and log the call."""
    kind = state["query_type"]
    log_event(f"[AskAgentStream] query_type={kind} context_len=0", query_type=kind, context_len=0)
    request.deadline.require("an answer was written")
    return replace(request, message=state["message"]), state["decision"]


def _found(hits: Sequence[Hit], match: QuestionMatch | None) -> Update:
    """Return what was found, as it is shown."""
    shown = as_shown(hits)
    return {"hits": shown, "match": match, "context": format_passages([hit.passage for hit in shown])}


def _has_code(passage: Passage) -> bool:
    return "```" in passage.text
