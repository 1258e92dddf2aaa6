"""Messages take history as people have it, and the public names are the ones we mean."""

from __future__ import annotations

import pytest

from fingerpost import Message, MessageError, Turn


def test_intent_history_takes_pairs_and_mappings() -> None:
    pairs = Message("x", intent_history=[("RETRIEVAL", "what is addVar?")])
    mappings = Message("x", intent_history=[{"type": "RETRIEVAL", "topic": "what is addVar?"}])
    assert pairs == mappings
    assert pairs.intent_history == (Turn("user", "what is addVar?", "RETRIEVAL"),)


def test_turns_take_pairs_and_mappings() -> None:
    pairs = Message("x", turns=[("user", "hi"), ("assistant", "hello")])
    mappings = Message("x", turns=[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}])
    assert pairs == mappings
    assert [turn.text for turn in pairs.turns] == ["hi", "hello"]


def test_topics_are_kept_to_sixty_characters() -> None:
    message = Message("x", intent_history=[("PLATFORM", "y" * 200)])
    assert message.intent_history[0].text == "y" * 60


@pytest.mark.parametrize("history", [["just text"], [("only one",)], [{"type": "X"}], [("a", 3)], [None]])
def test_a_malformed_entry_says_what_is_expected(history: list[object]) -> None:
    with pytest.raises(MessageError, match="must be \\(type, topic\\)"):
        Message("x", intent_history=history)


@pytest.mark.parametrize("text", [b"bytes", None, 3])
def test_text_must_be_a_string(text: object) -> None:
    with pytest.raises(MessageError, match="must be a string"):
        Message(text)  # type: ignore[arg-type]
