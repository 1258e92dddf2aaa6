"""The intent history: the recent user turns that a classifier may see."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.types import HISTORY, SNIPPET, Message, Turn


def recent_user_turns(message: Message) -> Sequence[Turn]:
    """Return the last six user turns, oldest first, with their routes if known."""
    if message.intent_history:
        return message.intent_history[-HISTORY:]
    if message.turns:
        return [turn for turn in message.turns if turn.role == "user"][-HISTORY:]
    return ()


def format_intent_history(turns: Sequence[Turn]) -> str:
    """Return the turns as text for a classifier: `[TYPE] "first 60 characters"`, six at most."""
    if not turns:
        return "(no prior turns)"
    return "\n".join(f'[{turn.route or "?"}] "{turn.text[:SNIPPET]}"' for turn in turns[-HISTORY:])
