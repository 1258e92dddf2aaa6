"""The messages that a model is given for an answer: by handler, and nothing that the handler has no business with."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from fingerpost.answering.attachments import as_text
from fingerpost.answering.prompts import FEEDBACK_TEMPLATE, prompt
from fingerpost.answering.state import AgentState
from fingerpost.routebook.model import Routebook
from fingerpost.types import USES_EDITOR, Message, Passage, Resolved, Turn

Chat = list[dict[str, str]]

SAID, LONGEST = 6, 4000
"""Past turns that go along, and how much of each; what is open in the editor is cut alike."""
CONTEXT = 8000
"""Characters of passages: small models are often served with room for some four thousand tokens in all."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)\s*", re.DOTALL)
_TAG = re.compile(
    r"<(?=/?\s*(?:question|context|extra_context|user_info|editor|selection|attachment|parser_feedback|app)\b)",
    re.IGNORECASE,
)


def build_final_messages(state: AgentState, book: Routebook) -> Chat:
    """Return the whole prompt for the answer that this state needs."""
    return _BUILDERS[state["handler"]](state, book)


def _documents(state: AgentState, book: Routebook) -> Chat:
    message = state["message"]
    asked = [_tagged("context", state.get("context", "")), *_editor(state), *_attached(message), message.text]
    return [_system(book, "answer"), *_leaned_on(state, book), _user(asked)]


def _code(state: AgentState, book: Routebook) -> Chat:
    message = state["message"]
    asked = [_tagged("context", state.get("context", "")), *_editor(state), *_attached(message), message.text]
    chat = [_system(book, "code"), *_leaned_on(state, book), _user(asked)]
    trace = state.get("parser_trace")
    if trace and state.get("retried"):
        feedback = FEEDBACK_TEMPLATE.format(language=(book.code_language or "").upper(), trace=_plain(trace))
        chat += [{"role": "assistant", "content": state.get("answer", "")}, _user([feedback])]
    return chat


def _conversation(state: AgentState, book: Routebook) -> Chat:
    message = state["message"]
    asked = [*_running(message), *_attached(message), message.text]
    return [_system(book, "conversation"), *_said(message.turns), _user(asked)]


def _running(message: Message) -> list[str]:
    """Return what the app that runs holds: a question in the middle of planning may be about it."""
    if message.active_app is None:
        return []
    held = {name: value for name, value in message.app_data.items() if not name.startswith("_")}
    return [_tagged("app", json.dumps({message.active_app: held}, ensure_ascii=False, default=str)[:LONGEST])]


def _request(state: AgentState, book: Routebook) -> Chat:
    message = state["message"]
    asked = []
    if message.extra_context:
        asked.append(_tagged("extra_context", message.extra_context[:LONGEST]))
    if message.user_info:
        asked.append(
            _tagged("user_info", json.dumps(dict(message.user_info), ensure_ascii=False, default=str)[:LONGEST])
        )
    return [_system(book, "platform"), _user([*asked, *_attached(message), message.text])]


_BUILDERS = {"documents": _documents, "code": _code, "conversation": _conversation, "request": _request}


def visible(passage: Passage) -> Passage:
    """Return a passage as a reader of its page sees it: comments help to find it and are not shown."""
    return passage._replace(text=_COMMENT.sub("", passage.text).strip()) if "<!--" in passage.text else passage


def numbered(passages: Sequence[Passage]) -> str:
    """Return passages as a model reads them, each with its number and where it stands, as far as there is room."""
    blocks: list[str] = []
    room = CONTEXT
    for number, passage in enumerate(passages, 1):
        block = f"[{number}] {passage.file} › {passage.heading}\n{passage.text}"
        room -= len(block)
        if room < 0 and blocks:
            break
        blocks.append(block[:CONTEXT])
    return "\n\n".join(blocks)


def _system(book: Routebook, name: str) -> dict[str, str]:
    return {"role": "system", "content": prompt(book, name).strip()}


def _user(blocks: Sequence[str]) -> dict[str, str]:
    return {"role": "user", "content": "\n\n".join(block for block in blocks if block)}


def _leaned_on(state: AgentState, book: Routebook) -> Chat:
    """Return the turn that a message cannot be understood without, and the answer to it."""
    turn, turns = leaned_turn(state["resolved"], book), state["message"].turns
    if turn is None or turn not in turns:
        return []
    at = len(turns) - 1 - turns[::-1].index(turn)
    return _said(turns[at : at + 2])


def leaned_turn(resolved: Resolved, book: Routebook) -> Turn | None:
    """Return the turn that a message leans on, unless it was about what was sent along: that goes no further."""
    turn = resolved.turn if resolved.leans else None
    if turn is None or (turn.route in book.names and book[turn.route].handler == "request"):
        return None
    return turn


def _said(turns: Sequence[Turn]) -> Chat:
    """Return turns as a chat; only the two who talk are heard, whatever roles a caller brings along."""
    said = [turn for turn in turns if turn.role in ("user", "assistant") and turn.text]
    return [{"role": turn.role, "content": turn.text[:LONGEST]} for turn in said[-SAID:]]


def _editor(state: AgentState) -> list[str]:
    message = state["message"]
    if state["decision"].qualifier != USES_EDITOR:
        return []
    shown = [("editor", message.editor), ("selection", message.selection)]
    return [_tagged(name, text[:LONGEST]) for name, text in shown if text.strip()]


def _attached(message: Message) -> list[str]:
    found = [(attachment, as_text(attachment)) for attachment in message.attachments]
    return [_tagged("attachment", f"{_name(attachment)}\n{text[:LONGEST]}") for attachment, text in found if text]


def _name(attachment: object) -> str:
    return str(attachment.get("name", "") if isinstance(attachment, Mapping) else getattr(attachment, "name", ""))


def _tagged(name: str, text: str) -> str:
    return f"<{name}>\n{_plain(text)}\n</{name}>"


def _plain(text: str) -> str:
    """Return a text that cannot end the block it stands in, nor open another."""
    return _TAG.sub("‹", text)


def relevance_question(template: str, question: str, context: str) -> str:
    """Return the question whether a context is about a question; other braces in the template are its own."""
    return template.replace("{question}", _plain(question)).replace("{context}", _plain(context))
