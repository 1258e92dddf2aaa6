"""A refused question is told with what it may mean; whether a message says yes or no to that.

This module needs no sqlglot: every message is looked at for it.
"""

from __future__ import annotations

from fingerpost.language.agreement import Answer, answer_in
from fingerpost.types import Message, Turn

PERHAPS = {"pt": "Talvez seja isto: {}", "en": "It may mean this: {}", "es": "Quizá sea esto: {}"}
"""How a refusal tells what a question may mean."""


def answer_to_guess(message: Message) -> Answer | None:
    """Return whether a message says yes or no to a guess that the last answer told; None where it says more."""
    answer = answer_in(message.text)
    last = next((turn.text for turn in reversed(message.turns) if turn.role in ("user", "assistant")), "")
    return answer if answer is not None and tells_guess(last) else None


def without_idle_answers(message: Message) -> list[Turn]:
    """Return the turns of a conversation without those that say only yes or no where no guess was told."""
    turns = [turn for turn in message.turns or message.intent_history if turn.role in ("user", "assistant")]
    before = ("", *(turn.text for turn in turns))
    return [
        turn
        for turn, last in zip(turns, before, strict=False)
        if turn.role != "user" or answer_in(turn.text) is None or tells_guess(last)
    ]


def tells_guess(text: str) -> bool:
    """Whether an answer tells what a question may mean."""
    return any(told.format("") in text for told in PERHAPS.values())
