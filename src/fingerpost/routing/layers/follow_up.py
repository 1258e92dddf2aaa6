"""What a cascade keeps and asks for the sake of conversations; nothing of it is loaded where a routebook has none."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from fingerpost.conversation.continuation import MIN_PROBABILITY, continuation_probability, continue_conversation
from fingerpost.conversation.history import recent_user_turns
from fingerpost.conversation.turn_search import search_turns
from fingerpost.language.text import as_read
from fingerpost.types import Message, Resolved, Turn

VECTORS = 2_000
"""Messages whose vectors are kept."""


class Talk:
    """Tells whether a message continues its conversation, and from which of its turns. Safe between threads."""

    def __init__(self) -> None:
        """Begin with no vectors."""
        self._vectors: OrderedDict[str, Any] = OrderedDict()

    def remember(self, text: str, vector: Any) -> None:
        """Keep the vector of a message for those that continue from it: nothing is encoded for a search."""
        self._vectors[text] = vector
        while len(self._vectors) > VECTORS:
            self._vectors.popitem(last=False)

    def weight(self, resolved: Resolved, message: Message, learned: float | None) -> float:
        """Return how likely a message continues; 0 where so little that nothing of the conversation is used."""
        weight = continuation_probability(resolved, message, learned)
        return weight if weight >= MIN_PROBABILITY else 0.0

    def meant(self, resolved: Resolved, message: Message, vector: Any) -> list[Turn]:
        """Return the turns that it may continue from: what is about the same, then what was said last."""
        said: Sequence[Turn] = recent_user_turns(message)
        about = search_turns(resolved.text, said, vector, [self._vectors.get(as_read(turn.text)) for turn in said])
        return [*(found.turn for found in about), *reversed(said)]

    def follow(self, resolved: Resolved, message: Message, turn: Turn, weight: float) -> tuple[Resolved, str]:
        """Return what is known of the message then, and that in words."""
        resolved = continue_conversation(resolved, message, turn, weight)
        said = f"continues with {weight:.2f}"
        if resolved.complete:
            said += f' from [{turn.route or "?"}] by {resolved.leans}, read as "{resolved.complete}"'
        return resolved, said
