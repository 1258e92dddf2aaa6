"""Facts: what happened while a message was handled, noted where it happened.

The contract is checked against these and not against what a decider says of itself. Nothing is kept
unless somebody records.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from fingerpost.types import Fact

CONTEXT_DEPENDENT = "leans"
"""The message cannot be understood without what came before: `how`."""
RULES = "rules"
"""The rules were read: `fired` names the one that took the message, if any."""
CLASSIFIER = "classifier"
"""A classifier was asked: `kind` is "student" or "llm"."""
HISTORY = "history"
"""Past turns were handed over: `to` whom, how many `entries`."""
RETRIEVER = "retriever"
"""Documents were searched: `docs` were found."""
MODEL = "model"
"""A language model was called: its `slot` and `model`, and for what `purpose` ("classify", "answer", …)."""
TOKENS = "tokens"
"""What that call took: tokens of the `prompt` and of the `completion`; `told` by the server, or else estimated."""
PARSER = "parser"
"""Code was put to the parser: its `verdict` (valid, invalid, unavailable, off), `version`, and a `digest` of it."""
RETRY = "retry"
"""A request began its retry: `why` ("parser" or "context"). A connection that is tried again is none."""
SENT = "sent"
"""Text went to the caller: a `digest` of the code in it, empty where it holds none."""


_current: ContextVar[list[Fact] | None] = ContextVar("fingerpost-facts", default=None)


def record_fact(what: str, **detail: Any) -> None:
    """Note that something happened, for whoever records this request."""
    facts = _current.get()
    if facts is not None:
        facts.append(Fact(what, detail))


@contextmanager
def record_facts(facts: list[Fact] | None = None) -> Iterator[list[Fact]]:
    """Record what happens from here on in this thread or task, and in tasks it starts; or go on with a list."""
    facts = [] if facts is None else facts
    token = _current.set(facts)
    try:
        yield facts
    finally:
        _current.reset(token)


def set_current_facts(facts: list[Fact] | None) -> None:
    """Go on recording in a list, or in none; for contexts that are left on another task than they were entered."""
    _current.set(facts)


def current_facts() -> list[Fact] | None:
    """Return the list that is being filled here, if somebody records."""
    return _current.get()
