"""A yes or a no is an answer only where the last answer told what a question may mean."""

from __future__ import annotations

from fingerpost import Message
from fingerpost.conversation.guesses import PERHAPS, answer_to_guess, without_idle_answers
from fingerpost.types import Turn


def test_only_an_answer_to_a_guess_is_one() -> None:
    guessed = [
        Turn("user", "odd?", "analytics"),
        Turn("assistant", f"Hm. {PERHAPS['en'].format('Citas')}", "analytics"),
    ]
    figure = [Turn("user", "citas", "analytics"), Turn("assistant", "**60**", "analytics")]
    assert answer_to_guess(Message("yes", turns=guessed)) == "yes"
    assert answer_to_guess(Message("no", turns=guessed)) == "no"
    assert answer_to_guess(Message("yes, in May", turns=guessed)) is None
    assert answer_to_guess(Message("yes", turns=[*guessed, *figure])) is None
    assert answer_to_guess(Message("yes", turns=figure)) is None
    assert answer_to_guess(Message("yes")) is None
    kept = without_idle_answers(
        Message("and in May?", turns=[*guessed, Turn("user", "yes"), *figure, Turn("user", "ok")])
    )
    assert [turn.text for turn in kept if turn.role == "user"] == ["odd?", "yes", "citas"]
