"""The answer that the state at the end of a pipeline holds: its text, code, citations and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fingerpost.answering.account.checked_answer import account_notes
from fingerpost.answering.attachments import texts_of_caller
from fingerpost.answering.components import EXTRACTIVE, Components
from fingerpost.answering.phrases import NOTES
from fingerpost.answering.quotations import is_quoted
from fingerpost.answering.request import Request
from fingerpost.answering.state import (
    NO_PROGRAM,
    UNKNOWN_COMMANDS,
    AgentState,
    how_far_checked,
    own_text,
    parser_report,
)
from fingerpost.audit.code_pieces import all_pieces, code_pieces
from fingerpost.language.phrases import phrase_for
from fingerpost.observability.facts import MODEL, SENT
from fingerpost.observability.metrics import METRICS
from fingerpost.resilience.ladder import degraded_in
from fingerpost.types import Answer, Fact, Part
from fingerpost.validation.answer_code import FoundCode


def found_code(state: AgentState, components: Components, text: str) -> FoundCode:
    """Return the code in a text that is sent: what the state has where it is of this very text."""
    read, found = state.get("code") or ("", None)
    if found is None or read != text:
        found = components.code_in(own_text(state, text), state["message"], parser_report(state))
        state["code"] = (text, found)
    return found


def record_code(record: Callable[..., None], state: AgentState, request: Request, sent: str) -> None:
    """Record what code the text that was sent contains, where the route validates code."""
    route = state["query_type"]
    if route and request.book[route].validation == "code":
        told = bool(state.get("validation_status") or state.get("unchecked"))
        # What the caller wrote, and what the parser said of it, may be quoted.
        own = all_pieces("\n".join([parser_report(state), *texts_of_caller(state["message"])]))
        record(SENT, pieces=sorted(code_pieces(own_text(state, sent)) - own), told=told)


def answer_of(state: AgentState, components: Components, facts: Sequence[Fact]) -> Answer:
    """Return the answer that a state holds; the facts tell which of its parts came from a lower rung."""
    degraded = degraded_in(facts)
    if (delegated := state.get("delegated")) is not None:
        METRICS.count("answers", route=state.get("query_type", ""), status=delegated.status or "ok")
        degraded = tuple(dict.fromkeys((*degraded, *delegated.degraded)))
        return replace(delegated, decision=state["decision"], degraded=degraded)
    text, message = state.get("answer", ""), state["message"]
    status, trace = state.get("validation_status", ""), state.get("parser_trace", "")
    parts = [Part("text", text)]
    names: tuple[str, ...] = ()
    if state["handler"] == "code":
        code, _, names = found_code(state, components, text)
        parts += [Part("code", block.code, {"language": block.language}) for block in code]
    quoted = _is_quotation(state, facts)
    for number, hit in enumerate(state.get("hits") or (), 1):
        if quoted and not is_quoted(number, text):
            continue
        if not state.get("context_relevant", True) and f"[{number}]" not in text:
            # It was found, but it does not answer the question.
            continue
        values = {**hit.passage._asdict(), "citation": number, "score": round(hit.score, 4)}
        parts.append(Part("citation", values.pop("text"), values))
    parts += state.get("parts", ())
    trace, cut = trace if status else "", state.get("cut", "")
    unchecked = state.get("unchecked", "")
    # The parser has read the caller's own code, and the answer says what it found.
    of_own_code = unchecked == NO_PROGRAM and (sent := state.get("sent_code")) is not None and sent.asked
    kinds = ("" if of_own_code else unchecked or status, cut)
    notes = [phrase_for(NOTES[kind], message.text).format(trace=trace) for kind in kinds if kind]
    if names:
        notes.append(phrase_for(NOTES[UNKNOWN_COMMANDS], message.text).format(names=", ".join(names)))
    METRICS.count("answers", route=state.get("query_type", ""), status=status or "ok")
    if unchecked:
        METRICS.count("unchecked_notes", why=unchecked)
    notes += account_notes(*state.get("figures", (0, 0)), message.text)
    checks = state["handler"] == "code" and components.code_checker is not None
    checked = how_far_checked(status, unchecked) if checks else ""
    return Answer(state["decision"], tuple(parts), status, trace, tuple(notes), cut, checked, degraded)


def _is_quotation(state: AgentState, facts: Sequence[Fact]) -> bool:
    """Return whether an answer consists of quotations from documents, which no model wrote."""
    writers = [
        fact.detail.get("model") for fact in facts if fact.what == MODEL and fact.detail.get("purpose") == "answer"
    ]
    return state["handler"] == "documents" and writers[-1:] == [EXTRACTIVE]
