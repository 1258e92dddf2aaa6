"""The word lists: folded, as they are looked for, and each where it belongs."""

from __future__ import annotations

import pytest

from fingerpost.conversation import lexicon
from fingerpost.language.text import fold, words

LISTS = {name: value for name, value in vars(lexicon).items() if name.isupper()}


def test_words_are_parted_at_blanks() -> None:
    assert words(" a b\n a ") == {"a", "b"}


@pytest.mark.parametrize("name", sorted(LISTS))
def test_every_entry_is_as_a_folded_text_has_it(name: str) -> None:
    """Another would never be found."""
    assert LISTS[name]
    assert [entry for entry in sorted(LISTS[name]) if fold(entry) != entry] == []


def test_three_languages_point() -> None:
    assert {"this", "esto", "isto"} <= lexicon.POINTING
    assert lexicon.PRONOUNS <= lexicon.POINTING
    assert lexicon.ENGLISH <= lexicon.POINTING
