"""Answers with the fixed reply of a route, or with a question which route is meant, without a model or a search."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from fingerpost.answering.ask_back import question_text
from fingerpost.answering.phrases import PHRASES
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState
from fingerpost.language.detect import detected_language
from fingerpost.routebook.replies import answer_language, named_values, plain_value, reply_for, title_of


async def write_reply(state: AgentState, request: Request) -> AsyncGenerator[str, None]:
    """Yield the reply of the route in the language of the message, or a sentence that names the values it lacks.

    If the answer asks back, yield its question.
    """
    if parts := state.get("parts"):
        yield question_text(parts[0])
        return
    route, language = request.book[state["query_type"]], detected_language(state["message"].text)
    values = named_values(request.book.rules, state["resolved"])
    values = {**values, "route": title_of(route, language), "user": plain_value(request.user or "")}
    text, missing = reply_for(route, language, values)
    if missing:
        # Not `format`: only these names, which are identifiers, are put in.
        text = PHRASES["missing_values"][answer_language(state["message"].text, request.book)].replace(
            "{names}", ", ".join(missing).replace("_", " ")
        )
    yield text
