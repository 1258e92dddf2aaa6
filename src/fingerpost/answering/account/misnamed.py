"""Names that go on otherwise than they do in the data: "Business Mail 50" where there is a "Business Mail 25" alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from fingerpost.answering.account.claims import SentenceReading
from fingerpost.answering.account.figures import is_thing
from fingerpost.answering.account.names import NEVER_NAMES, Unknown
from fingerpost.answering.account.vocabulary import COMMON_OPENINGS, is_label, name_of
from fingerpost.language.text import fold
from fingerpost.language.tokens import Word, at, words_of

Head = tuple[str, ...]
"""The folded words that a name begins with."""
_KEY_SIGNS = (":", "=")


def names_that_go_on(texts: Iterable[str], question: str) -> Mapping[Head, frozenset[str]]:
    """Return how the names of some texts go on: "Business Mail 25" with "Mail" after one word, and "25" after two.

    A question names nothing new, but a name of the texts may go on as it does in the question.
    """
    found: dict[Head, set[str]] = {}
    for text in texts:
        for head, word in _parts(words_of(text)):
            found.setdefault(head, set()).add(word.text)
    for head, word in _parts(words_of(question)):
        if head in found:
            found[head].add(word.text)
    return {head: frozenset(going_on) for head, going_on in found.items()}


def ends_of_names(reading: SentenceReading, going_on: Mapping[Head, frozenset[str]]) -> Iterator[Unknown]:
    """Yield the words with which names go on as they do in the data, or otherwise: `instead` is what is right."""
    words = reading.words
    dated = {place for one in reading.dates for place in range(one.first, one.after)}
    for first, after in _runs(words):
        for place in range(first + 1, after):
            said = words[place]
            heads = [_folded(words[begin:place]) for begin in range(first, place)]
            known = next(
                (going_on[head] for head in heads if head in going_on and _may_be_name(head)), frozenset[str]()
            )
            alike = {one for one in known if one[0].isdecimal() == said.is_digits}
            if not alike or dated & {place - 1, place} or said.folded in NEVER_NAMES:
                continue
            is_right = said.folded in map(fold, known)
            if is_right or len(known) == 1:
                yield Unknown(place, place + 1, said.text if is_right else min(known))
            if not is_right:
                break


def _parts(words: Sequence[Word]) -> Iterator[tuple[Head, Word]]:
    """Yield the beginnings of names, each with the word that follows it."""
    for first, after in _runs(words):
        # "Monthly Fee: 12" names no one thing.
        if at(words, after + (at(words, after) == '"')) in _KEY_SIGNS:
            continue
        for place in range(first + 1, after):
            # A name may begin after a word that only says what it is: "Card CineClube Prata".
            yield from ((_folded(words[begin:place]), words[place]) for begin in range(first, place))


def _runs(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Yield from where to where words with capitals, and numbers among them, follow each other after a space each."""
    first = 0
    while first < len(words):
        after = first + 1
        while words[first].is_capital and after < len(words) and words[after].start == words[after - 1].end + 1:
            if not (words[after].is_capital or words[after].is_digits):
                break
            after += 1
        if after > first + 1:
            yield first, after
        first = after


def _folded(words: Sequence[Word]) -> Head:
    return tuple(word.folded for word in words)


def _may_be_name(head: Head) -> bool:
    """Whether words with capitals begin a name: not those of "Your June", "Plan Pro", "Invoice 7" or "May 2025"."""
    if any(word in NEVER_NAMES or name_of(word).startswith("month ") for word in head):
        return False
    if len(head) > 1:
        return True
    word = head[0]
    return len(word) > 2 and is_label(word) and word not in COMMON_OPENINGS and not is_thing(word)
