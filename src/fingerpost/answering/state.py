"""What a request knows of itself while it goes through the graph. It is filled from the store and lives no longer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from fingerpost.retrieval.search import Hit
from fingerpost.routebook.apps import AppChange, AppSession
from fingerpost.types import Answer, Decision, Message, Part, Resolved, Turn

INVALID_UNRESOLVED, PARSER_UNAVAILABLE = "INVALID_UNRESOLVED", "PARSER_UNAVAILABLE"
"""What became of validation, where it did not end well."""
TIME, LENGTH, REPEATS = "time", "length", "repeats"
"""Why an answer was cut short."""


class ClassifyEntry(TypedDict):
    """One entry of the intent history: the route of a past message, and its first sixty characters."""

    type: str
    topic: str


class AgentState(TypedDict, total=False):
    """The state of one request; `message` is all that it must begin with.

    parser_trace: what the parser said of the first attempt, empty if that was sound. validation_status: empty,
    INVALID_UNRESOLVED or PARSER_UNAVAILABLE. context_relevant: whether what was found is about the question.
    conversation_history: the last twenty messages, filled from the store, and this exchange after it was answered.
    parts and keeps: what a handler that a package brings gives beside its text, and has kept with the session.
    app_session and change: the mini-app of this user in this room, and what the message does to it.
    whole: the answer of another assistant that is passed on.
    """

    message: Message
    decision: Decision
    query_type: str
    handler: str
    resolved: Resolved
    classify_history: list[ClassifyEntry]
    reformulated_query: str
    hits: Sequence[Hit]
    context: str
    context_relevant: bool
    retried: bool
    answer: str
    cut: str
    parser_trace: str
    validation_status: str
    unchecked: str
    conversation_history: list[Turn]
    parts: Sequence[Part]
    keeps: Sequence[Turn]
    app_session: AppSession | None
    change: AppChange | None
    whole: Answer | None


GraphState = AgentState
"""The name that graphs of several agents have for it."""
