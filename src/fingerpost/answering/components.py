"""The components of an assistant: router, writers, retriever, code checker and handlers."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from typing import Any

from fingerpost.answering.attachments import texts_of_caller
from fingerpost.answering.extractive import ExtractiveWriter
from fingerpost.answering.extractive_code import CodeAnswers
from fingerpost.answering.functions import FunctionHandler
from fingerpost.answering.handlers import Handler, open_handlers
from fingerpost.answering.writers import AnswerWriter, AnswerWriters, ChatWriter
from fingerpost.errors import RoutebookError
from fingerpost.models.chat import ChatClient
from fingerpost.models.client import require_client_package
from fingerpost.observability.events import log_event
from fingerpost.resilience.ladder import ANSWER, PARSER
from fingerpost.retrieval.factory import index_name, open_retriever
from fingerpost.retrieval.search import Retriever
from fingerpost.routebook.model import Routebook
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router, RouterSource
from fingerpost.settings import ANSWERING_SLOTS, SLOTS, Settings
from fingerpost.types import Message
from fingerpost.validation.answer_code import FoundCode, find_code, unknown_commands
from fingerpost.validation.code_blocks import fenced_blocks
from fingerpost.validation.code_check import CodeChecker
from fingerpost.validation.validators import LanguageTools, open_validator

EXTRACTIVE = "extractive"
"""The rung of answers that consist of quotations."""


@dataclass(frozen=True, slots=True)
class Components:
    """The parts that the steps of a pipeline use; `open_components` creates them from the settings.

    routes: the source of the current router.
    writers: the writer of each model slot.
    fallbacks: the writer of each slot with a model that writes while all models fail.
    settings: the settings that the components were opened with.
    retriever: the search for documents; None where no route needs documents.
    code_checker: validates generated code; None where the routebook has no code language.
    handlers: the handlers that packages bring, by name.
    functions: the functions that answer routes, by route; they go before the handlers of the routebook.
    """

    routes: RouterSource
    writers: AnswerWriters
    settings: Settings
    retriever: Retriever | None = None
    code_checker: CodeChecker | None = None
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    functions: Mapping[str, FunctionHandler] = field(default_factory=dict)
    fallbacks: AnswerWriters = field(default_factory=dict)

    def ladder(self, slot: str) -> list[tuple[str, AnswerWriter]]:
        """Return the writers of a slot by name: its own, then another model that answers, then quotations."""
        own = self.writers[slot]
        if not isinstance(own, ChatWriter):
            return [(EXTRACTIVE, own)]
        others = [self.writers.get(name) for name in ANSWERING_SLOTS]
        models = [own, *(o for o in others if isinstance(o, ChatWriter) and o.chat.slot != own.chat.slot)]
        last = [(EXTRACTIVE, self.fallbacks[slot])] if slot in self.fallbacks else []
        return [*((model.slot, model) for model in models), *last]

    @property
    def chat(self) -> ChatClient | None:
        """Return the client of the main model, which also rewrites queries and judges relevance; None without one."""
        main = self.writers.get("main")
        return main.chat if isinstance(main, ChatWriter) else None

    def code_in(self, text: str, message: Message, report: str = "") -> FoundCode:
        """Return the code in the text of an answer to a message, in the language that the code checker validates.

        `report`: what the parser said of the person's code, which an answer may repeat. The names of the code found are
        those that are no commands of the language.
        """
        if self.code_checker is None:
            return FoundCode(fenced_blocks(text))
        validator = self.code_checker.validator
        found = find_code(text, validator.language, validator.code_lines, [report, *texts_of_caller(message)])
        tools = validator if isinstance(validator, LanguageTools) else None
        return found._replace(names=tuple(unknown_commands(found.names, tools)) if tools else ())

    async def close(self) -> None:
        """Close all connections; an error from one of them does not keep the others open."""
        async with AsyncExitStack() as stack:
            if self.retriever is not None:
                stack.callback(self.retriever.close)
            stack.callback(self.routes.router.close)
            if isinstance(self.routes, LiveRouter):
                stack.callback(self.routes.close)
            for writer in self.writers.values():
                if isinstance(writer, ChatWriter):
                    stack.push_async_callback(writer.chat.close)
            for handler in self.handlers.values():
                stack.push_async_callback(handler.close)
            if self.code_checker is not None:
                stack.push_async_callback(self.code_checker.validator.close)


def requirements(book: Routebook) -> tuple[Any, ...]:
    """Return what a routebook requires of the components: validator, documents and handlers.

    If an edit of the routebook changes them, the components are opened again.
    """
    handlers = sorted({route.handler for route in book.routes if route.handler})
    return book.code_language, any(route.retrieval for route in book.routes), handlers, book.conversation


def open_components(
    routes: RouterSource, settings: Settings, functions: Mapping[str, FunctionHandler] | None = None
) -> Components:
    """Open the components that a routebook requires, with these settings and functions."""
    router = routes.router
    book, checker = router.routebook, _open_code_checker(router.routebook, settings)
    retriever = _open_retriever(router, settings) if any(route.retrieval for route in book.routes) else None
    if settings.slots:
        require_client_package()
    writers: dict[str, AnswerWriter] = {}
    fallbacks: dict[str, AnswerWriter] = {}
    for slot in SLOTS:
        down = slot in settings.slots
        code = CodeAnswers(checker, retriever, model_is_down=down)
        quoting = ExtractiveWriter(slot, router.documents.batcher, code, model_is_down=down)
        if slot in settings.slots:
            writers[slot] = ChatWriter(ChatClient(settings.slots[slot], slot), settings.call_limit(ANSWER))
            fallbacks[slot] = quoting
        else:
            writers[slot] = quoting
    components = Components(
        routes, writers, settings, retriever, checker, functions=functions or {}, fallbacks=fallbacks
    )
    return replace(components, handlers=open_handlers(book, settings, components.chat))


def _open_code_checker(book: Routebook, settings: Settings) -> CodeChecker | None:
    if book.code_language is not None:
        validator = open_validator(book.code_language, settings)
        policy = validator.policy
        if policy.timeout:
            limit = settings.call_limit(PARSER, policy.timeout)
            policy = replace(policy, timeout=limit.total, first=limit.first)
        return CodeChecker(validator, policy)
    validated = [route.name for route in book.routes if route.validation == "code"]
    if validated:
        remedy = f'{validated[0]} has validation = "code": set the language, such as "python" or "sql"'
        raise RoutebookError(book.folder or book.name, "code_language", None, remedy)
    return None


def _open_retriever(router: Router, settings: Settings) -> Retriever:
    book = router.routebook
    knowledge = book.folder / "knowledge" if book.folder is not None else None
    retriever = open_retriever(settings, router.documents.batcher, index_name(book.name, book.folder), knowledge)
    router.share_retriever(retriever)
    if settings.search.elasticsearch is None and not retriever.index.count():
        where = knowledge or "its knowledge folder"
        remedy = f"add documents to {where}, or run `fingerpost build index`"
        log_event(f"[index] {book.name} has no documents: {remedy}", logging.WARNING)
    return retriever
