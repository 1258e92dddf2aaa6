"""Extractive answers, for slots without a language model: quotations, examples and figures.

Answers consist of quoted material, sentences from the data of an account, and fixed phrases, which say that no model is
set, or that it does not answer.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncGenerator, Sequence
from functools import partial

from fingerpost.answering.account.checked_answer import account_sources
from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.sentences import data_sentences
from fingerpost.answering.extractive_code import CodeAnswers
from fingerpost.answering.handlers import slot_of
from fingerpost.answering.phrases import MODEL_DOWN, NO_MODEL, PHRASES, say
from fingerpost.answering.quotations import prose, quotations
from fingerpost.answering.sentence_limits import requested_sentences, split_sentences
from fingerpost.answering.state import AgentState
from fingerpost.errors import ModelError
from fingerpost.language.text import fold
from fingerpost.models.encoder import Batcher
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import MODEL, record_fact
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.replies import answer_language, title_of
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Message

MAX_COMPARED_FIGURES, MIN_SIMILARITY, MAX_UNMATCHED_FIGURES = 40, 0.25, 8
"""Figures that are compared with a question, the least similarity of a match, and figures shown without a match."""
MAX_THANKS_WORDS = 3
"""The most words of three letters or more in a message that only thanks."""

_THANKS = re.compile(r"\b(?:thanks?|thx|cheers|gracias|obrigad[oa]|valeu|brigad[oa])\b")
_HELLO = re.compile(
    r"\W*(?:hi+|hey+|hello+|good (?:morning|afternoon|evening)|hola+|buen[oa]s|oi+|ola+|bom dia|boa (?:tarde|noite))\b"
    r"\W*(?:\w+\W*){0,2}$"
)
_BYE = re.compile(r"^\W*(?:bye+|goodbye|good night|see you|adios|chau+|hasta luego|tchau+|ate (?:mais|logo))\b")
_WORD = re.compile(r"\w{3,}")


class ExtractiveWriter:
    """The writer of a slot without a model, or while its model fails."""

    def __init__(
        self, slot: str, batcher: Batcher, code: CodeAnswers | None = None, *, model_is_down: bool = False
    ) -> None:
        """Create the writer; the encoder selects figures, and `code` writes of code.

        `model_is_down`: the slot has a model, and this writer is for while it fails.
        """
        self.slot, self._batcher, self._code = slot, batcher, code or CodeAnswers(None, None)
        self._say = partial(say, model_is_down=model_is_down)

    async def write(self, state: AgentState, book: Routebook, seconds: float) -> AsyncGenerator[str, None]:
        """Yield the answer, paragraph by paragraph."""
        record_fact(MODEL, slot=self.slot, model="extractive", purpose="answer")
        write = {
            "documents": self._quotes,
            "code": self._code.write,
            "conversation": self._last_answer,
            "request": self._figures,
        }[state["handler"]]
        # An encoder on a server must not use up the time.
        with Deadline(seconds).applied():
            paragraphs = await write(state, book)
        first = True
        for paragraph in paragraphs:
            yield paragraph if first else f"\n\n{paragraph}"
            first = False

    async def _quotes(self, state: AgentState, book: Routebook) -> list[str]:
        text, language = state["message"].text, answer_language(state["message"].text, book)
        hits, sent = state.get("hits") or (), state.get("sent_code")
        faults = self._code.faults(sent, state, book) if sent is not None else []
        if sent is not None and sent.asked and faults:
            return faults
        if topics := state.get("topics"):
            return [self._say("unanswered", language, topics="; ".join(topics)), *faults]
        if not hits:
            return [self._say("nothing", language), *faults]
        # What is open in the editor may be what the question is about.
        return [self._say("quotes", language), *quotations(hits, state.get("match"), text, language), *faults]

    async def _last_answer(self, state: AgentState, book: Routebook) -> list[str]:
        message = state["message"]
        language = answer_language(message.text, book)
        prior = next((turn.text for turn in reversed(message.turns) if turn.role == "assistant" and turn.text), None)
        if book.apps and not state["resolved"].again and not _THANKS.search(fold(message.text)):
            return [self._app_reply(message, book)]
        # Whether small talk is expected here: the routes of the main slot are for questions about their subject.
        talks = slot_of(book, state["query_type"] or None) == "conversational"
        if not (state["resolved"].again or (talks and state["resolved"].leans)):
            folded = fold(message.text)
            if _THANKS.search(folded) and (talks or len(_WORD.findall(folded)) <= MAX_THANKS_WORDS):
                return [self._say("thanks", language)]
            if talks and any(route.retrieval for route in book.routes):
                # "It does not work, help me" may be about what is open in the editor.
                greets = _HELLO.match(folded) or _BYE.search(folded)
                faults = [] if greets else await self._code.faults_in_editor(state, book)
                return faults or [self._say("chat", language)]
            return [_not_set_up(state, book)]
        if prior is None:
            return [self._say("nothing_said", language)]
        return [self._say("again", language), _first_sentences(prior)]

    async def _figures(self, state: AgentState, book: Routebook) -> list[str]:
        message = state["message"]
        language = answer_language(message.text, book)
        sentences = data_sentences(read_data(account_sources(message)), language)
        if not sentences:
            return [self._say("no_figures", language)]
        found = await self._matching(message.text, sentences)
        wanted = requested_sentences(message.text)
        if wanted is not None:
            found += [sentence for sentence in sentences if sentence not in found]
            found += [self._say(name, language) for name in ("source", "no_more", "no_model")]
            found = found[:wanted]
        return [" ".join(found)]

    async def _matching(self, question: str, figures: Sequence[str]) -> list[str]:
        """Return the figures that a question is about, the most similar first."""
        if not figures:
            return []
        try:
            asked = await self._batcher.aencode(question)
            near = [
                (float(asked @ await self._batcher.aencode(figure)), figure)
                for figure in figures[:MAX_COMPARED_FIGURES]
            ]
        except ModelError:
            # Without vectors, all figures are shown.
            return list(figures[:MAX_COMPARED_FIGURES])
        near.sort(reverse=True)
        best = near[0][0]
        if best < MIN_SIMILARITY:
            # No figure matches: the first ones are shown, for the person to judge.
            return list(figures[:MAX_UNMATCHED_FIGURES])
        return [figure for score, figure in near[:3] if score >= best - 0.15]

    def _app_reply(self, message: Message, book: Routebook) -> str:
        """Return the reply to small talk in a routebook with apps and without a model."""
        running = [app.name for app in book.apps if app.id == message.active_app]
        named = ", ".join(running or [app.name for app in book.apps])
        opening = fold(message.text[:100])
        small_talk = "bye" if _BYE.search(opening) else "hello" if _HELLO.match(opening) else ""
        phrase = small_talk or ("app_goes_on" if running else "apps")
        language = answer_language(message.text, book)
        return self._say(phrase, language, app=named, apps=named)


def _not_set_up(state: AgentState, book: Routebook) -> str:
    """Return the answer for a route that nothing answers, and log how to change that."""
    language, route = answer_language(state["message"].text, book), state["query_type"]
    if not route or book[route].out_of_scope:
        return PHRASES["no_route"][language]
    log_event(
        f"[answer] nothing is set up to answer the route {route}: give it a reply or retrieval = true in"
        " routebook.toml, a function (Assistant.open(handlers=…)), or set a model; see docs/how-to/handlers.md",
        logging.WARNING,
        route=route,
    )
    return PHRASES["not_set_up"][language].format(route=title_of(book[route], language))


def _first_sentences(answer: str) -> str:
    """Return the first two sentences of an answer, without quotation marks and fixed phrases."""
    lines = [line.lstrip("> ") for line in prose(answer).splitlines()]
    openings = {
        phrase.replace("{no_model}", why[language])
        for phrases in PHRASES.values()
        for language, phrase in phrases.items()
        for why in (NO_MODEL, MODEL_DOWN)
    }
    plain = [line for line in lines if line.strip() and line not in openings and not line.startswith(("—", "#", "|"))]
    return "".join(split_sentences(" ".join(plain))[:2]).strip() or answer[:200]
