"""Follow-up detection for routebooks with `conversation`: does a message continue an earlier turn, and which?"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from fingerpost.conversation.continuation import MIN_PROBABILITY, continuation_probability, continue_conversation
from fingerpost.conversation.history import recent_user_turns
from fingerpost.conversation.turn_search import search_turns
from fingerpost.language.text import as_read
from fingerpost.types import Message, Resolved, Turn

MAX_VECTORS = 2_000
"""Message vectors that are kept in memory."""


class FollowUpDetector:
    """Estimates whether a message continues its conversation, and from which turn. Safe to share between threads."""

    def __init__(self) -> None:
        """Start without vectors."""
        self._vectors: OrderedDict[str, Any] = OrderedDict()

    def store_vector(self, text: str, vector: Any) -> None:
        """Store a message's vector, so that later searches among the turns encode nothing."""
        self._vectors[text] = vector
        while len(self._vectors) > MAX_VECTORS:
            self._vectors.popitem(last=False)

    def probability(self, resolved: Resolved, message: Message, learned: float | None) -> float:
        """Return the probability that a message continues its conversation; 0 where it is negligible.

        `learned` is the student's estimate; None where it has none.
        """
        probability = continuation_probability(resolved, message, learned)
        return probability if probability >= MIN_PROBABILITY else 0.0

    def candidate_turns(self, resolved: Resolved, message: Message, vector: Any) -> list[Turn]:
        """Return the turns that a message may continue: those on the same subject first, then the latest."""
        turns: Sequence[Turn] = recent_user_turns(message)
        similar = search_turns(resolved.text, turns, vector, [self._vectors.get(as_read(turn.text)) for turn in turns])
        return [*(found.turn for found in similar), *reversed(turns)]

    def apply(self, resolved: Resolved, message: Message, turn: Turn, probability: float) -> tuple[Resolved, str]:
        """Return the message as a continuation of a turn, and a description for the trail."""
        resolved = continue_conversation(resolved, message, turn, probability)
        description = f"continues with {probability:.2f}"
        if resolved.complete:
            description += f' from [{turn.route or "?"}] by {resolved.leans}, read as "{resolved.complete}"'
        return resolved, description
