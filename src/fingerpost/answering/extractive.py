"""Extractive answers, for slots without a language model: quotations, examples and figures.

Answers consist of quoted material and fixed phrases, which say that no model is set, or that it does not answer.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from fingerpost.answering.handlers import slot_of
from fingerpost.answering.output_rules import requested_sentences, split_sentences
from fingerpost.answering.phrases import MODEL_DOWN, NO_MODEL, PHRASES
from fingerpost.answering.reformulate import identifiers_in, referenced_code
from fingerpost.answering.state import AgentState
from fingerpost.errors import ModelError
from fingerpost.language.detect import language_of
from fingerpost.language.phrases import phrase_for
from fingerpost.language.text import fold
from fingerpost.models.encoder import Batcher
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import MODEL, record_fact
from fingerpost.retrieval.search import Hit
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.replies import title_of
from fingerpost.types import USES_EDITOR, Message
from fingerpost.validation.code_blocks import fenced_blocks
from fingerpost.validation.code_check import CodeChecker

MAX_QUOTES, MAX_QUOTE_CHARACTERS = 3, 700
"""The most quoted passages, and characters of each."""
MAX_DATA_CHARACTERS, MAX_DATA_VALUES = 20_000, 200
"""The most characters and values that are read of the data that was sent with a message."""
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
_FORMAT_RULE = re.compile(
    r"\b(?:sentences?|frases?|oracion(?:es)?|oracoes|rules?|reglas?|regras?|words?|palabras?|palavras?)\b"
)


class ExtractiveWriter:
    """The writer of a slot without a model, or while its model fails."""

    def __init__(
        self, slot: str, batcher: Batcher, code_checker: CodeChecker | None = None, *, model_is_down: bool = False
    ) -> None:
        """Create the writer; the encoder selects figures, and the code checker rejects invalid examples.

        `model_is_down`: the slot has a model, and this writer is for while it fails.
        """
        self.slot, self._batcher, self._code_checker = slot, batcher, code_checker
        self._no_model = MODEL_DOWN if model_is_down else NO_MODEL

    async def write(self, state: AgentState, book: Routebook, seconds: float) -> AsyncGenerator[str, None]:
        """Yield the answer, paragraph by paragraph."""
        del seconds
        record_fact(MODEL, slot=self.slot, model="extractive", purpose="answer")
        write = {
            "documents": self._quotes,
            "code": self._example,
            "conversation": self._last_answer,
            "request": self._figures,
        }[state["handler"]]
        first = True
        for paragraph in await write(state, book):
            yield paragraph if first else f"\n\n{paragraph}"
            first = False

    async def _quotes(self, state: AgentState, _: Routebook) -> list[str]:
        text, hits = state["message"].text, state.get("hits") or ()
        if not hits:
            return [self._say("nothing", text)]
        opening = self._say("quotes" if state.get("context_relevant", True) else "unsure", text)
        return [opening, *(_quotation(number, hit) for number, hit in _select_quotes(hits))]

    async def _example(self, state: AgentState, book: Routebook) -> list[str]:
        message = state["message"]
        shown = referenced_code(message, uses_editor=state["decision"].qualifier == USES_EDITOR)
        if shown:
            # A question about attached or selected code is answered with the documentation of its commands.
            return self._about_code(state, shown)
        wanted = set(_WORD.findall(fold(state.get("reformulated_query") or message.text)))
        best: tuple[float, str, str, str] | None = None
        for rank, hit in enumerate(state.get("hits") or ()):
            for block in fenced_blocks(hit.passage.text):
                if book.code_language not in (None, block.language):
                    continue
                near = len(wanted & set(_WORD.findall(fold(f"{hit.passage.heading} {block.code}"))))
                score = near - 0.4 * rank
                if (best is None or score > best[0]) and await self._is_valid(block.code):
                    best = (score, block.code, block.language, f"{hit.passage.file} › {hit.passage.heading}")
        if best is None:
            return [self._say("no_example", message.text)]
        _, code, language, where = best
        return [self._say("example", message.text, where=where), f"```{language}\n{code}\n```"]

    def _about_code(self, state: AgentState, code: str) -> list[str]:
        message = state["message"]
        names = [fold(name) for name in identifiers_in(code)]
        hits = state.get("hits") or ()
        numbered = list(enumerate(hits, 1))
        about = [
            (number, hit)
            for number, hit in numbered
            if any(name in fold(f"{hit.passage.file} {hit.passage.heading}") for name in names)
        ]
        quoted = (about or numbered)[:MAX_QUOTES]
        if not quoted:
            return [self._say("nothing", message.text)]
        # As a quotation: a code block would be validated as generated code.
        lines = code[:MAX_QUOTE_CHARACTERS].splitlines()
        shown = "\n".join(f"> {line}" for line in (lines if len(code) <= MAX_QUOTE_CHARACTERS else [*lines[:-1], "…"]))
        return [
            self._say("quotes", message.text),
            shown,
            *(_quotation(number, hit, prose=True) for number, hit in quoted),
        ]

    async def _last_answer(self, state: AgentState, book: Routebook) -> list[str]:
        message = state["message"]
        prior = next((turn.text for turn in reversed(message.turns) if turn.role == "assistant" and turn.text), None)
        if book.apps and not state["resolved"].again and not _THANKS.search(fold(message.text)):
            return [self._app_reply(message, book)]
        # Whether small talk is expected here: the routes of the main slot are for questions about their subject.
        talks = slot_of(book, state["query_type"] or None) == "conversational"
        if not (state["resolved"].again or (talks and state["resolved"].leans)):
            folded = fold(message.text)
            if _THANKS.search(folded) and (talks or len(_WORD.findall(folded)) <= MAX_THANKS_WORDS):
                return [self._say("thanks", message.text)]
            if talks and any(route.retrieval for route in book.routes):
                return [self._say("chat", message.text)]
            return [_not_set_up(state, book)]
        if prior is None:
            return [self._say("nothing_said", message.text)]
        return [self._say("again", message.text), _first_sentences(prior)]

    async def _figures(self, state: AgentState, _: Routebook) -> list[str]:
        message = state["message"]
        found = await self._matching(message.text, figures_in(message.extra_context, message.user_info))
        found += [sentence for sentence in _statements_with_figures(message.text) if sentence not in found]
        wanted = requested_sentences(message.text)
        if not found:
            return [self._say("no_figures", message.text)]
        statement = self._say("figures", message.text, figures="; ".join(found))
        if wanted is None:
            return [f"{statement} {self._say('no_model', message.text)}"]
        return [" ".join([statement, self._say("no_model", message.text), self._say("source", message.text)][:wanted])]

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

    async def _is_valid(self, code: str) -> bool:
        checker = self._code_checker
        if checker is None or checker.validator.remote:
            # A remote validator is called once, for the answer, behind the circuit breaker.
            return True
        return (await checker.validator.check(code, timeout=1.0)).valid

    def _say(self, phrase: str, text: str, **values: str) -> str:
        """Return a phrase in the language of a text."""
        return phrase_for(PHRASES[phrase], text).format(no_model=phrase_for(self._no_model, text), **values)

    def _app_reply(self, message: Message, book: Routebook) -> str:
        """Return the reply to small talk in a routebook with apps and without a model."""
        running = [app.name for app in book.apps if app.id == message.active_app]
        named = ", ".join(running or [app.name for app in book.apps])
        opening = fold(message.text[:100])
        small_talk = "bye" if _BYE.search(opening) else "hello" if _HELLO.match(opening) else ""
        phrase = small_talk or ("app_goes_on" if running else "apps")
        return self._say(phrase, message.text, app=named, apps=named)


def _select_quotes(hits: Sequence[Hit]) -> list[tuple[int, Hit]]:
    """Return numbered hits, the best first: two of the best page, and the best hit of another page.

    Only the section that the best one is part of comes before it: it says what the page is about.
    """
    numbered = list(enumerate(hits, 1))
    best = numbered[0]
    page = [each for each in numbered if each[1].passage.file == best[1].passage.file]
    around = [each for each in page if best[1].passage.heading.startswith(f"{each[1].passage.heading} › ")]
    opening = min(around, key=lambda each: each[1].passage.number, default=best)
    own = list(dict.fromkeys((opening[0], best[0], *(number for number, _ in page))))[: MAX_QUOTES - 1]
    other = next((number for number, hit in numbered if hit.passage.file != best[1].passage.file), None)
    return [numbered[number - 1] for number in (*own, other) if number is not None]


def _not_set_up(state: AgentState, book: Routebook) -> str:
    """Return the answer for a route that nothing answers, and log how to change that."""
    text, route = state["message"].text, state["query_type"]
    if not route or book[route].out_of_scope:
        return phrase_for(PHRASES["no_route"], text)
    log_event(
        f"[answer] nothing is set up to answer the route {route}: give it a reply or retrieval = true in"
        " routebook.toml, a function (Assistant.open(handlers=…)), or set a model; see docs/handlers.md",
        logging.WARNING,
        route=route,
    )
    return phrase_for(PHRASES["not_set_up"], text).format(route=title_of(book[route], language_of(text)))


def _quotation(number: int, hit: Hit, *, prose: bool = False) -> str:
    passage = hit.passage
    text = _prose(passage.text) if prose else passage.text
    if len(text) > MAX_QUOTE_CHARACTERS:
        text = text[:MAX_QUOTE_CHARACTERS].rpartition("\n\n")[0] or text[:MAX_QUOTE_CHARACTERS].rpartition(" ")[0]
        # The cut may have removed the end of a code fence.
        text += "\n```" if text.count("```") % 2 else ""
        text += "\n…"
    quoted = "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())
    return f"{quoted}\n> — [{number}] {passage.file} › {passage.heading}"


def _prose(text: str) -> str:
    return re.sub(r"```.*?(?:```|\Z)", "", text, flags=re.DOTALL).strip()


def _first_sentences(answer: str) -> str:
    """Return the first two sentences of an answer, without quotation marks and fixed phrases."""
    lines = [line.lstrip("> ") for line in _prose(answer).splitlines()]
    openings = {
        phrase.replace("{no_model}", why[language])
        for phrases in PHRASES.values()
        for language, phrase in phrases.items()
        for why in (NO_MODEL, MODEL_DOWN)
    }
    plain = [line for line in lines if line.strip() and line not in openings and not line.startswith(("—", "#", "|"))]
    return "".join(split_sentences(" ".join(plain))[:2]).strip() or answer[:200]


def figures_in(extra_context: str, user_info: Mapping[str, Any]) -> list[str]:
    """Return the data of a request as short statements: `calls used: 1240`, or a sentence with a figure."""
    found: list[str] = []
    extra_context = extra_context[:MAX_DATA_CHARACTERS]
    if extra_context.strip():
        try:
            stored = json.loads(extra_context)
        except (ValueError, RecursionError):
            stored = None
        if isinstance(stored, dict | list):
            found += islice(_leaves(stored), MAX_DATA_VALUES)
        else:
            lines = [part for line in extra_context.splitlines() for part in re.split(r"(?<=[.;])\s+", line)]
            found += [line.strip(" -*•.;") for line in lines if re.search(r"\d|:", line)]
    return list(dict.fromkeys([*found, *islice(_leaves(user_info), MAX_DATA_VALUES)]))


def _leaves(value: Any, path: str = "", depth: int = 0) -> Iterator[str]:
    if isinstance(value, Mapping) and depth < 8:
        for key, inner in value.items():
            yield from _leaves(inner, f"{path} {key}".strip(), depth + 1)
    elif isinstance(value, list | tuple) and depth < 8:
        for inner in value:
            yield from _leaves(inner, path, depth + 1)
    elif isinstance(value, str | int | float) and str(value).strip():
        name = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", path).lower()
        yield f"{name}: {value}" if name else str(value)


def _statements_with_figures(text: str) -> list[str]:
    """Return the statements of a message that contain a figure, except its format rules."""
    statements = [sentence.strip() for sentence in split_sentences(text) if not sentence.strip().endswith("?")]
    return [s.strip(" .!") for s in statements if re.search(r"\d", s) and not _FORMAT_RULE.search(fold(s))]
