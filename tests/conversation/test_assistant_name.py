"""The assistant called by its name: the layers see what is said to it."""

from __future__ import annotations

import time

import pytest

from fingerpost.conversation.assistant_name import strip_assistant_name


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Sage what are the best hotels?", "what are the best hotels?"),
        ("Sage, add Bar Mood", "add Bar Mood"),
        ("hey sage! how are you", "how are you"),
        ("oye Sage, ¿quién fue Frida?", "¿quién fue Frida?"),
        ("e ai sage qual time ganha", "qual time ganha"),
        ("@sage cancel", "cancel"),
        ("what do you think, Sage?", "what do you think?"),
        ("obrigado SAGE", "obrigado"),
        ("good morning sage!", "good morning!"),
        ("add Gion - Sage", "add Gion"),
        ("Sage: undo", "undo"),
        ("SAGE", ""),
    ],
)
def test_a_name_at_the_beginning_or_the_end_is_left_out(text: str, left: str) -> None:
    assert strip_assistant_name(text, "Sage") == (left, True)


@pytest.mark.parametrize(
    "text",
    [
        "add sage tea to the list",
        "the message of Sage was long today",
        "Sagebrush trail too",
        "massage",
        "",
        "add Cafe Sage",
        "add Sage's Diner",
        "Sage's Diner too",
    ],
)
def test_the_same_letters_elsewhere_call_nobody(text: str) -> None:
    assert strip_assistant_name(text, "Sage") == (text, False)


def test_a_name_may_hold_signs_of_patterns() -> None:
    assert strip_assistant_name("C++ (bot), help", "C++ (bot)") == ("help", True)


def test_a_long_text_is_read_once() -> None:
    began = time.perf_counter()
    strip_assistant_name("hey " * 50_000 + "Sage", "Sage")
    strip_assistant_name(" , " * 50_000, "Sage")
    # Not a measurement: what backtracks takes minutes.
    assert time.perf_counter() - began < 5
