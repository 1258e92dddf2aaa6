"""What is answered to people, held as one phrase for each language."""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.language.detect import language_of


def phrase_for(phrases: Mapping[str, str], text: str) -> str:
    """Return the phrase in the language of a text."""
    return phrases[language_of(text)]
