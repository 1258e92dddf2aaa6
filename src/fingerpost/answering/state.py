"""The state of one request in a pipeline, which its steps read and change. It is not stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from fingerpost.answering.sent_code import SentCode
from fingerpost.retrieval.matching import QuestionMatch
from fingerpost.retrieval.searched_index import Hit
from fingerpost.routebook.apps import AppChange
from fingerpost.types import Answer, Decision, Message, Part, Resolved, Turn
from fingerpost.validation.answer_code import FoundCode

INVALID_UNRESOLVED, PARSER_UNAVAILABLE = "INVALID_UNRESOLVED", "PARSER_UNAVAILABLE"
"""The status of a validation that did not succeed."""
CHECK_OFF, NO_PROGRAM, PARTLY_CHECKED = "off", "no program", "partly"
"""Why code was not checked: the parser is turned off, no program was found, or there is other code beside it."""
UNKNOWN_COMMANDS = "unknown commands"
"""The note on commands that an answer names and that do not exist."""
CHECKED_ALL, CHECKED_PARTLY, CHECKED_NONE = "all", "partly", "none"
"""How much of the code of an answer the parser saw, whatever it said of it."""
CUT_BY_DEADLINE, CUT_BY_LENGTH, CUT_BY_REPETITION, CUT_BY_FAULT = "time", "length", "repeats", "broken"
"""Why an answer was cut short."""


class ClassifyEntry(TypedDict):
    """One entry of the intent history: the route of a past message, and its first sixty characters."""

    type: str
    topic: str


class AgentState(TypedDict, total=False):
    """The state of one request; only `message` must be there at the beginning.

    query_type: the route, empty where none was found; handler: the name of its handler.
    resolved: the message with its references resolved, as in `decision.resolved`.
    conversation_history: the last twenty messages, filled from the store, and this one once it is answered.
    sent_code: the code that the message is about, checked before anything is written; None for none.
    match: how the hits match the question, None for code and where nothing was searched.
    context_relevant: whether the passages answer the question. topics: the nearest ones where nothing does.
    parser_trace: the parser's error about the first attempt, empty if that was valid.
    validation_status: empty, INVALID_UNRESOLVED or PARSER_UNAVAILABLE.
    unchecked: CHECK_OFF, NO_PROGRAM or PARTLY_CHECKED, empty where all code of the answer was sent to the parser.
    code: the text that was last read for code, and the code in it: one answer is read once.
    cut: why the answer ended early, empty if it did not.
    quoted: what a writer without a model quotes from the documentation beside code, as it stands in the answer.
    figures: how many figures of the answer were corrected by the data of the account, and how many clauses left out.
    parts, extra_turns, change, delegated: from the reply of a packaged handler, see `HandlerReply`.
    """

    message: Message
    decision: Decision
    query_type: str
    handler: str
    resolved: Resolved
    classify_history: list[ClassifyEntry]
    reformulated_query: str
    sent_code: SentCode | None
    hits: Sequence[Hit]
    context: str
    match: QuestionMatch | None
    topics: Sequence[str]
    context_relevant: bool
    retried: bool
    answer: str
    cut: str
    quoted: Sequence[str]
    figures: tuple[int, int]
    parser_trace: str
    validation_status: str
    unchecked: str
    code: tuple[str, FoundCode] | None
    conversation_history: list[Turn]
    parts: Sequence[Part]
    extra_turns: Sequence[Turn]
    change: AppChange | None
    delegated: Answer | None


def parser_report(state: AgentState) -> str:
    """Return what the parser says of the code that the message is about."""
    sent = state.get("sent_code")
    return sent.trace if sent else ""


def question_of(state: AgentState) -> str:
    """Return the question of a request as it stands alone."""
    resolved = state["resolved"]
    return state["reformulated_query"] if resolved.leans else resolved.text


def own_text(state: AgentState, text: str) -> str:
    """Return the text of an answer without its quotations: the code in them is not code of the answer."""
    for quotation in state.get("quoted", ()):
        text = text.replace(quotation, "")
    return text


def how_far_checked(status: str, unchecked: str) -> str:
    """Return how much of the code of an answer the parser saw; an answer without a program has nothing checked."""
    if status == PARSER_UNAVAILABLE or unchecked in (CHECK_OFF, NO_PROGRAM):
        return CHECKED_NONE
    return CHECKED_PARTLY if unchecked else CHECKED_ALL


GraphState = AgentState
"""The name of the state in the graphs of several agents."""
