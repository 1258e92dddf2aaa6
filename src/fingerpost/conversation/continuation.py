"""Estimate whether a message continues the conversation, and resolve it against the turn it continues from.

It complements `resolve`, which reads pronouns and openings: this one uses the models of topic shifts.
"""

from __future__ import annotations

from math import exp, log

from fingerpost.conversation.anaphora import make_self_contained
from fingerpost.conversation.history import recent_user_turns
from fingerpost.conversation.topic_shift import detect_topic_shift
from fingerpost.observability.facts import CONTEXT_DEPENDENT, record_fact
from fingerpost.types import Message, Resolved, Turn

MEANING = "meaning"
"""The reference kind of a message that continues by its meaning alone."""

POINTING_PROBABILITY = 0.9
"""Probability that a message with a pointing word continues the conversation."""

MIN_PROBABILITY = 0.05
"""Probability below which the conversation is ignored."""

TOPIC_WEIGHT = 0.25
"""Weight of the two general topic models relative to the model of the routebook's examples."""


def continuation_probability(resolved: Resolved, message: Message, learned: float | None) -> float:
    """Return the probability that a message continues its conversation; `learned` is the examples' estimate, if any."""
    if resolved.attached or resolved.on_editor or resolved.again or not recent_user_turns(message):
        return 0.0
    topic = detect_topic_shift(resolved.text, message.turns or message.intent_history)
    general = _logit(topic.context_probability) - _logit(topic.shift_probability)
    score = general if learned is None else _logit(learned) + TOPIC_WEIGHT * general
    weight = 1 / (1 + exp(-score))
    return max(weight, POINTING_PROBABILITY) if resolved.leans else weight


def continue_conversation(resolved: Resolved, message: Message, turn: Turn, weight: float) -> Resolved:
    """Return the resolved message as a continuation of a turn, with this probability."""
    record_fact(CONTEXT_DEPENDENT, how=resolved.leans or MEANING)
    if weight < 0.5:
        return resolved._replace(follows=weight)
    return resolved._replace(
        follows=weight,
        leans=resolved.leans or MEANING,
        turn=turn,
        history=tuple(recent_user_turns(message)),
        complete=make_self_contained(resolved.text, _turns_until(message, turn)),
    )


def _turns_until(message: Message, turn: Turn) -> list[Turn]:
    """Return the conversation up to the referenced turn and its answer."""
    turns = list(message.turns or message.intent_history)
    last = max((i for i, one in enumerate(turns) if one.role == "user" and one.text == turn.text), default=len(turns))
    end = next((i for i, one in enumerate(turns[last + 1 :], last + 1) if one.role == "user"), len(turns))
    return turns[:end]


def _logit(probability: float) -> float:
    bounded = min(max(probability, 1e-4), 1 - 1e-4)
    return log(bounded / (1 - bounded))
