"""Answers about code for slots without a model: faults and repairs, explanations, composed programs and examples."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from functools import partial

from fingerpost.answering.code_explanation import CommandPage, command_page, explained, in_another_language
from fingerpost.answering.code_request import PIECES, request_parts
from fingerpost.answering.phrases import PHRASES, say
from fingerpost.answering.quotations import (
    MAX_QUOTE_CHARACTERS,
    MAX_QUOTES,
    as_shown,
    nearest_topics,
    prose,
    quotation,
    quotations,
)
from fingerpost.answering.search_query import identifiers_in, referenced_code, with_synonyms
from fingerpost.answering.sent_code import SentCode, check_sent_code, suggested_commands
from fingerpost.answering.state import AgentState, question_of
from fingerpost.errors import PartError
from fingerpost.language.function_words import MODALS, QUESTION_WORDS
from fingerpost.language.text import fold
from fingerpost.observability.events import log_event
from fingerpost.resilience.ladder import seconds_for_a_part
from fingerpost.retrieval.blocks import split_blocks
from fingerpost.retrieval.matching import QuestionMatch, answer_evidence
from fingerpost.retrieval.search import Retriever
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.replies import answer_language
from fingerpost.types import USES_EDITOR
from fingerpost.validation.code_blocks import fenced_blocks
from fingerpost.validation.code_check import CodeChecker
from fingerpost.validation.validators import CodeStatement, LanguageTools, StatementReader

MIN_REQUEST_WORDS = 7
"""Words of a request for a new program: a shorter one beside faulty code is taken to be about that."""

MAX_BESIDE_CODE = 600
"""Characters of the quotations beside a program."""
REQUEST_BAR = -1.4
"""Evidence below which nothing in the documentation is about a request for code. It is below that of a question: a
request tells of values and steps that are on no page. Chosen on 47 requests and 23 that nothing answers."""

_WORD = re.compile(r"\w{3,}")
_OPENING_WORD = re.compile(r"[a-z]+")
_FAULT_LINE = re.compile(r"^Line (\d+): ", re.MULTILINE)


class CodeAnswers:
    """Writes the paragraphs of answers about code from the parser's reports and the documentation."""

    def __init__(
        self, checker: CodeChecker | None, retriever: Retriever | None, *, model_is_down: bool = False
    ) -> None:
        """Create the writer; without a checker or a retriever there are only examples of the passages found.

        `model_is_down`: there is a model, and this writer is for while it fails.
        """
        self._checker, self._retriever = checker, retriever
        self._say = partial(say, model_is_down=model_is_down)

    async def write(self, state: AgentState, book: Routebook) -> list[str]:
        """Return the answer: about the code that was sent, else a program for the request, else the nearest example."""
        message, sent = state["message"], state.get("sent_code")
        language = answer_language(message.text, book)
        if sent is not None and sent.asked:
            return self.faults(sent, state, book) or await self._explanation(sent, state, book)
        shown = referenced_code(message, uses_editor=state["decision"].qualifier == USES_EDITOR)
        if shown:
            # Code in another language: the documentation of what it names.
            return [self._say("quotes", language), _quoted_code(shown), *_pages_on(shown, state, language)]
        composed = await self._composed(state, book)
        if sent is not None and sent.trace and (not composed or len(message.text.split()) < MIN_REQUEST_WORDS):
            return self.faults(sent, state, book)
        match = await self._matched(state, book)
        if match is None or not match.hits:
            return composed or await self._example(state, book)
        bar = 0.0 if _is_question(message.text) else REQUEST_BAR
        if sent is None and not state["resolved"].leans and answer_evidence(match) < bar:
            refused = self._say("unanswered", language, topics="; ".join(nearest_topics(match.hits)))
            example = await self._example(state, book)
            state["hits"] = []
            return [refused, *example]
        written = composed or await self._example(state, book)
        hits = state["hits"] = as_shown(match.hits)
        quoted = state["quoted"] = quotations(hits, match, message.text, language, most=MAX_BESIDE_CODE)
        return [*written, PHRASES["documented"][language], *quoted]

    async def _matched(self, state: AgentState, book: Routebook) -> QuestionMatch | None:
        """Return what the documentation says on a request; None where nothing tells whether it is about it."""
        if self._retriever is None:
            return None
        asked, query = question_of(state), state.get("reformulated_query") or state["message"].text
        widen = partial(with_synonyms, synonyms=book.synonyms)
        try:
            match = await self._retriever.match(asked, query, text=asked, widen=widen, purpose=PIECES)
        except PartError as error:
            log_event(f"[answer] the documentation is not quoted beside the code: {error}", logging.WARNING)
            return None
        return match if match.similarity is not None else None

    def faults(self, sent: SentCode, state: AgentState, book: Routebook) -> list[str]:
        """Return the faults of code that was sent, and the repaired program; nothing for sound code."""
        if not sent.trace:
            return []
        language = answer_language(state["message"].text, book)
        line = PHRASES["line"][language]
        found = _FAULT_LINE.sub(lambda fault: f"- {line.format(number=fault[1])}: ", sent.trace)
        told = [self._say("faults", language), found]
        if sent.repaired:
            return [*told, self._say("repaired", language), f"```{book.code_language}\n{sent.repaired}\n```"]
        pages = _pages_on(
            " ".join(f"{name}()" for name in [*suggested_commands(sent), *identifiers_in(sent.code)]), state, language
        )
        return [*told, self._say("not_repaired", language), *pages] if sent.asked else told

    async def faults_in_editor(self, state: AgentState, book: Routebook) -> list[str]:
        """Return the faults of what is open in the editor, for a message that says nothing of code; none if sound."""
        message = state["message"]
        if not message.editor.strip():
            return []
        sent = await check_sent_code(message, self._checker, seconds_for_a_part(), uses_editor=False)
        return self.faults(sent, state, book) if sent is not None else []

    async def _explanation(self, sent: SentCode, state: AgentState, book: Routebook) -> list[str]:
        language = answer_language(state["message"].text, book)
        validator = self._checker.validator if self._checker is not None else None
        statements: Sequence[CodeStatement] = ()
        if isinstance(validator, StatementReader):
            statements = validator.statements(sent.code)
        pages = await self._command_pages({statement.command for statement in statements if statement.command})
        mark = in_another_language(pages, language)
        said = self._say("sound", language, mark=f" ({mark})" if mark else "")
        lines = "\n".join(explained(statements, pages, language))
        return [said, _quoted_code(sent.code), lines or "\n\n".join(_pages_on(sent.code, state, language))]

    async def _command_pages(self, commands: Iterable[str]) -> dict[str, CommandPage]:
        """Return what the pages of commands say; nothing while documents cannot be searched."""
        if self._retriever is None:
            return {}
        try:
            found = await self._retriever.pages(commands, purpose=PIECES)
        except PartError as error:
            log_event(f"[answer] code is explained without the documentation: {error}", logging.WARNING)
            return {}
        return {name: command_page(name, passages) for name, passages in found.items()}

    async def _composed(self, state: AgentState, book: Routebook) -> list[str]:
        """Return a program of checked pieces; nothing where the request names too little."""
        checker, text = self._checker, state["message"].text
        if checker is None or self._retriever is None or not isinstance(checker.validator, LanguageTools):
            return []
        query = state.get("reformulated_query") or text
        try:
            parts = await request_parts(query, text, self._retriever, book.synonyms)
        except PartError as error:
            log_event(f"[answer] no program was composed, an example is shown: {error}", logging.WARNING)
            return []
        code = checker.validator.compose(parts)
        if not code:
            return []
        return [self._say("composed", answer_language(text, book)), f"```{book.code_language}\n{code}\n```"]

    async def _example(self, state: AgentState, book: Routebook) -> list[str]:
        text = state["message"].text
        wanted = set(_WORD.findall(fold(state.get("reformulated_query") or text)))
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
            return [self._say("no_example", answer_language(text, book))]
        _, code, language, where = best
        return [self._say("example", answer_language(text, book), where=where), f"```{language}\n{code}\n```"]

    async def _is_valid(self, code: str) -> bool:
        checker = self._checker
        if checker is None or checker.validator.remote:
            # A remote validator is called once, for the answer, behind the circuit breaker.
            return True
        return (await checker.validator.check(code, timeout=1.0)).valid


def _is_question(text: str) -> bool:
    """Return whether a message asks something, and does not tell what to write: the bar of documents holds for it."""
    opening = _OPENING_WORD.search(fold(text))
    return text.rstrip().endswith("?") or (opening is not None and opening[0] in QUESTION_WORDS | MODALS)


def _pages_on(code: str, state: AgentState, language: str) -> list[str]:
    """Return quotations from the passages on what code names, else from the best ones."""
    names = [fold(name) for name in identifiers_in(code)]
    numbered = list(enumerate(state.get("hits") or (), 1))
    about = [
        (number, hit)
        for number, hit in numbered
        if any(name in fold(f"{hit.passage.file} {hit.passage.heading}") for name in names)
    ]
    quoted = [
        quotation(number, hit, _first_statement(hit.passage.text), language)
        for number, hit in (about or numbered)[:MAX_QUOTES]
    ]
    state["quoted"] = quoted
    return quoted or [PHRASES["nothing"][language]]


def _first_statement(text: str) -> str:
    """Return the first paragraph of a passage that says something without the code after it, else the first block."""
    said = next((said for said in prose(text).split("\n\n") if said and not said.endswith(":")), "")
    return said or next(iter(split_blocks(text, ())), text)


def _quoted_code(code: str) -> str:
    """Return code as a quotation: a code block would be validated as generated code."""
    lines = code[:MAX_QUOTE_CHARACTERS].strip("\n").splitlines()
    return "\n".join(f"> {line}" for line in (lines if len(code) <= MAX_QUOTE_CHARACTERS else [*lines[:-1], "…"]))
