"""Facts: what happened while a message was handled, recorded at the place where it happened.

The contract is checked against these facts, not against what a layer claims in its decision. Nothing is recorded
outside `record_facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from fingerpost.types import Fact

CONTEXT_DEPENDENT = "leans"
"""The message cannot be understood without earlier turns: `how` it refers to them."""
RULES = "rules"
"""The rules were evaluated: `fired` names the rule that matched, if any."""
CLASSIFIER = "classifier"
"""A classifier was called: `kind` is "student" or "llm"."""
LOADED = "loaded"
"""The classifier, and with it the encoder, was loaded first: as in every command for one message."""
STATED = "stated"
"""A language model stated its `confidence` in the `label` that it chose."""
HISTORY = "history"
"""Past turns were passed on: `to` which component, how many `entries`."""
RETRIEVER = "retriever"
"""Documents were searched: `docs` is the number of hits."""
MODEL = "model"
"""A language model was called: its `slot` and `model`, and for what `purpose` ("classify", "answer", …)."""
TOKENS = "tokens"
"""Token usage of that call, for what `purpose`: `prompt` and `completion`; `told` is True where the server reported it,
else estimated."""
PARSER = "parser"
"""Code was sent to the parser: the `verdict` (valid, invalid, unavailable, off), parser `version`, and digests of the
`pieces` of the code, by the auditor's own reading."""
RETRY = "retry"
"""A request started its retry: `why` ("parser" or "context"). Reconnecting does not count as a retry."""
SENT = "sent"
"""Text was sent to the caller: digests of the `pieces` of it that look like code and are not the caller's own;
`told`: whether the answer says that not all of it was checked."""

DEGRADED = "degraded"
"""A part failed, and a lower rung of its ladder was used: the `part`, the `rung`, and `why`."""


_current: ContextVar[list[Fact] | None] = ContextVar("fingerpost-facts", default=None)


def record_fact(what: str, **detail: Any) -> None:
    """Add a fact to the current list, if facts are being recorded."""
    facts = _current.get()
    if facts is not None:
        facts.append(Fact(what, detail))


@contextmanager
def record_facts(facts: list[Fact] | None = None) -> Iterator[list[Fact]]:
    """Record facts in this thread or task and in tasks it starts, in a new list or in the given one."""
    facts = [] if facts is None else facts
    token = _current.set(facts)
    try:
        yield facts
    finally:
        _current.reset(token)


# The methods themselves, since every decision calls them several times.
set_current_facts: Callable[[list[Fact] | None], object] = _current.set
"""Set the list that facts are recorded in, or None; for code that leaves its context on another task."""
current_facts: Callable[[], list[Fact] | None] = _current.get
"""Return the list that facts are recorded in, or None where nothing is recorded."""
