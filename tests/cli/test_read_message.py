"""The message of a command: its words, or standard input."""

from __future__ import annotations

import io
import sys

import pytest

from fingerpost.cli.read_message import read_message
from fingerpost.errors import MessageError


def test_words_are_one_message() -> None:
    assert read_message(["where is", "it"]) == "where is it"


def test_standard_input_is_read_without_words_and_a_person_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, terminal in ((None, False), (["-"], True)):
        stdin = io.TextIOWrapper(io.BytesIO(b"where is it\n"))
        monkeypatch.setattr(stdin, "isatty", lambda terminal=terminal: terminal)
        monkeypatch.setattr(sys, "stdin", stdin)
        assert read_message(words) == "where is it\n"
        assert ("Ctrl-D" in capsys.readouterr().err) is terminal


@pytest.mark.parametrize("words", [[""], [" ", "\t"]])
def test_an_empty_message_is_told(words: list[str]) -> None:
    with pytest.raises(MessageError, match=r'the message is empty: write one, as in "where is my parcel\?"$'):
        read_message(words)
