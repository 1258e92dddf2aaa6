"""The intent history: a view of the turns that a classifier may see."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.types import HISTORY, SNIPPET, Message, Turn


def recent(message: Message) -> Sequence[Turn]:
    """Return the last six things the person said, oldest first, with their routes where known."""
    if message.intent_history:
        return message.intent_history[-HISTORY:]
    if message.turns:
        return [turn for turn in message.turns if turn.role == "user"][-HISTORY:]
    return ()


def format_intent_history(turns: Sequence[Turn]) -> str:
    """Write turns as a classifier reads them: `[TYPE] "first 60 characters"`, six at most."""
    if not turns:
        return "(no prior turns)"
    return "\n".join(f'[{turn.route or "?"}] "{turn.text[:SNIPPET]}"' for turn in turns[-HISTORY:])
