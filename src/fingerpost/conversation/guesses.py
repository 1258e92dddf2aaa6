"""A refused question is told with what it may mean; whether a message says yes or no to that."""

from __future__ import annotations

from fingerpost.language.agreement import Answer, answer_in
from fingerpost.types import Message, Turn

PERHAPS = {"pt": "Talvez seja isto: {}", "en": "It may mean this: {}", "es": "Quizá sea esto: {}"}
"""How a refusal tells what a question may mean."""


def answer_to_guess(message: Message) -> Answer | None:
    """Return whether a message says yes or no to a guess that the last answer told; None where it says more."""
    return answer_in(message.text) if follows_guess(message) else None


def follows_guess(message: Message) -> bool:
    """Whether the last answer tells what a question may mean."""
    last = next((turn for turn in reversed(message.turns) if turn.role in ("user", "assistant")), None)
    return last is not None and last.role == "assistant" and tells_guess(last.text)


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
