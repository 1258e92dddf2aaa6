"""The chat messages for a model that writes an answer: each handler gets only the context that it needs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from fingerpost.answering.attachments import attachment_text
from fingerpost.answering.prompts import FEEDBACK_TEMPLATE, prompt_for
from fingerpost.answering.state import AgentState
from fingerpost.routebook.model import Routebook
from fingerpost.types import USES_EDITOR, Message, Passage, Resolved, Turn

ChatMessages = list[dict[str, str]]

MAX_TURNS, MAX_TEXT = 6, 4000
"""Past turns in a prompt, and characters of each; the text of the editor and of attachments is cut alike."""
MAX_CONTEXT = 8000
"""Characters of passages: small models are often served with a context of four thousand tokens."""

_TAG = re.compile(
    r"<(?=/?\s*(?:question|context|extra_context|user_info|editor|selection|attachment|parser_report|parser_feedback|app)\b)",
    re.IGNORECASE,
)


def build_final_messages(state: AgentState, book: Routebook) -> ChatMessages:
    """Return the prompt for the answer of a state, by its handler."""
    return _BUILDERS[state["handler"]](state, book)


def _documents(state: AgentState, book: Routebook) -> ChatMessages:
    message = state["message"]
    asked = [
        _tagged("context", state.get("context", "")),
        *_editor(state),
        *_attachments(message),
        *_sent_code(state),
        message.text,
    ]
    return [_system(book, "answer"), *_referenced_exchange(state, book), _user(asked)]


def _code(state: AgentState, book: Routebook) -> ChatMessages:
    message = state["message"]
    asked = [
        _tagged("context", state.get("context", "")),
        *_editor(state),
        *_attachments(message),
        *_sent_code(state),
        message.text,
    ]
    chat = [_system(book, "code"), *_referenced_exchange(state, book), _user(asked)]
    trace = state.get("parser_trace")
    if trace and state.get("retried"):
        feedback = FEEDBACK_TEMPLATE.format(language=(book.code_language or "").upper(), trace=_escaped(trace))
        chat += [{"role": "assistant", "content": state.get("answer", "")}, _user([feedback])]
    return chat


def _conversation(state: AgentState, book: Routebook) -> ChatMessages:
    message = state["message"]
    asked = [*_running_app(message), *_attachments(message), message.text]
    return [_system(book, "conversation"), *_as_chat(message.turns), _user(asked)]


def _running_app(message: Message) -> list[str]:
    """Return the data of the running app, which a question may be about."""
    if message.active_app is None:
        return []
    data = {name: value for name, value in message.app_data.items() if not name.startswith("_")}
    return [_tagged("app", json.dumps({message.active_app: data}, ensure_ascii=False, default=str)[:MAX_TEXT])]


def _request(state: AgentState, book: Routebook) -> ChatMessages:
    message = state["message"]
    asked = []
    if message.extra_context:
        asked.append(_tagged("extra_context", message.extra_context[:MAX_TEXT]))
    if message.user_info:
        asked.append(
            _tagged("user_info", json.dumps(dict(message.user_info), ensure_ascii=False, default=str)[:MAX_TEXT])
        )
    return [_system(book, "platform"), _user([*asked, *_attachments(message), message.text])]


_BUILDERS = {"documents": _documents, "code": _code, "conversation": _conversation, "request": _request}


def format_passages(passages: Sequence[Passage]) -> str:
    """Return passages as text for a model, each with its number, file and heading, up to MAX_CONTEXT characters."""
    blocks: list[str] = []
    left = MAX_CONTEXT
    for number, passage in enumerate(passages, 1):
        block = f"[{number}] {passage.file} › {passage.heading}\n{passage.text}"
        left -= len(block)
        if left < 0 and blocks:
            break
        blocks.append(block[:MAX_CONTEXT])
    return "\n\n".join(blocks)


def _system(book: Routebook, name: str) -> dict[str, str]:
    return {"role": "system", "content": prompt_for(book, name).strip()}


def _user(blocks: Sequence[str]) -> dict[str, str]:
    return {"role": "user", "content": "\n\n".join(block for block in blocks if block)}


def _referenced_exchange(state: AgentState, book: Routebook) -> ChatMessages:
    """Return the turn that a message refers to, and the answer to it."""
    turn, turns = referenced_turn(state["resolved"], book), state["message"].turns
    if turn is None or turn not in turns:
        return []
    at = len(turns) - 1 - turns[::-1].index(turn)
    return _as_chat(turns[at : at + 2])


def referenced_turn(resolved: Resolved, book: Routebook) -> Turn | None:
    """Return the turn that a message refers to; None for turns about a request's own data, which must not be reused."""
    turn = resolved.turn if resolved.leans else None
    if turn is None or (turn.route in book.names and book[turn.route].handler == "request"):
        return None
    return turn


def _as_chat(turns: Sequence[Turn]) -> ChatMessages:
    """Return turns as chat messages; only those of user and assistant, whatever other roles a caller sends."""
    found = [turn for turn in turns if turn.role in ("user", "assistant") and turn.text]
    return [{"role": turn.role, "content": turn.text[:MAX_TEXT]} for turn in found[-MAX_TURNS:]]


def _editor(state: AgentState) -> list[str]:
    message = state["message"]
    if state["decision"].qualifier != USES_EDITOR:
        return []
    shown = [("editor", message.editor), ("selection", message.selection)]
    return [_tagged(name, text[:MAX_TEXT]) for name, text in shown if text.strip()]


def _sent_code(state: AgentState) -> list[str]:
    """Return what the parser finds in the code that the message is about."""
    sent = state.get("sent_code")
    return [_tagged("parser_report", sent.report()[:MAX_TEXT])] if sent and sent.asked else []


def _attachments(message: Message) -> list[str]:
    found = [(attachment, attachment_text(attachment)) for attachment in message.attachments]
    return [_tagged("attachment", f"{_name(attachment)}\n{text[:MAX_TEXT]}") for attachment, text in found if text]


def _name(attachment: object) -> str:
    return str(attachment.get("name", "") if isinstance(attachment, Mapping) else getattr(attachment, "name", ""))


def _tagged(name: str, text: str) -> str:
    return f"<{name}>\n{_escaped(text)}\n</{name}>"


def _escaped(text: str) -> str:
    """Return a text with our tags escaped, so that it can neither close its block nor open another."""
    return _TAG.sub("‹", text)


def relevance_prompt(template: str, question: str, context: str) -> str:
    """Return the prompt that asks whether a context is about a question; other braces of the template stay."""
    return template.replace("{question}", _escaped(question)).replace("{context}", _escaped(context))
