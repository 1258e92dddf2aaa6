"""The second half of `resolve`, for conversations: does a message continue what came before, and what is it then?

The first half reads small words; this one reads the meaning, and says how likely it is.
"""

from __future__ import annotations

from math import exp, log

from fingerpost.conversation.anaphora import complete
from fingerpost.conversation.history import recent
from fingerpost.conversation.topic_shift import topic_of
from fingerpost.observability.facts import CONTEXT_DEPENDENT, record_fact
from fingerpost.types import Message, Resolved, Turn

MEANING = "meaning"
"""How a message leans that no small word shows to lean."""

POINTS = 0.9
"""How likely a message with a pointing word continues the conversation."""

SLIGHT = 0.05
"""Below this nothing of the conversation is used."""

TOPIC = 0.25
"""How much the two general models of topics count beside what a routebook's own examples taught."""


def following(resolved: Resolved, message: Message, learned: float | None) -> float:
    """Return how likely a message continues its conversation; `learned` is what examples taught, if any did."""
    if resolved.attached or resolved.on_editor or resolved.again or not recent(message):
        return 0.0
    topic = topic_of(resolved.text, message.turns or message.intent_history)
    general = _logit(topic.needs) - _logit(topic.shift)
    score = general if learned is None else _logit(learned) + TOPIC * general
    weight = 1 / (1 + exp(-score))
    return max(weight, POINTS) if resolved.leans else weight


def follow(resolved: Resolved, message: Message, turn: Turn, weight: float) -> Resolved:
    """Return what is known of a message that continues from a turn, with that weight."""
    record_fact(CONTEXT_DEPENDENT, how=resolved.leans or MEANING)
    if weight < 0.5:
        return resolved._replace(follows=weight)
    return resolved._replace(
        follows=weight,
        leans=resolved.leans or MEANING,
        turn=turn,
        history=tuple(recent(message)),
        complete=complete(resolved.text, _up_to(message, turn)),
    )


def _up_to(message: Message, turn: Turn) -> list[Turn]:
    """Return the conversation until the turn that is meant, and what was answered to it."""
    turns = list(message.turns or message.intent_history)
    last = max((i for i, one in enumerate(turns) if one.role == "user" and one.text == turn.text), default=len(turns))
    end = next((i for i, one in enumerate(turns[last + 1 :], last + 1) if one.role == "user"), len(turns))
    return turns[:end]


def _logit(probability: float) -> float:
    bounded = min(max(probability, 1e-4), 1 - 1e-4)
    return log(bounded / (1 - bounded))
