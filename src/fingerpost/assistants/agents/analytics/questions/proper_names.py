"""Finds in a question the words that nothing is known of and that look like the name of a person or a thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import tag
from fingerpost.assistants.agents.analytics.questions.tokens import QUOTE, WORD, tokens
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.function_words import FOR, OF

MOST = 3
"""Names of one question that are looked up."""
LONGEST = 40
"""Characters of a name that is looked up."""

_LINKS = OF | each("la las los the")
"""Words inside a name: `Jardim das Flores`, `María de la Cruz`."""
_CUES = OF | FOR | each("by from called named llamado llamada llama chamado chamada chama")
"""Words that a name can follow which was written without capitals."""


class ProperName(NamedTuple):
    """A name as it was written; `capital`: with a capital letter or in quotes, so that a part of a name may do."""

    text: str
    capital: bool


def proper_names(question: str, allowlist: Allowlist, meanings: Meanings) -> list[ProperName]:
    """Return the names among the unknown words of a question: those with capitals or in quotes.

    Where there are none, a question may be written without capitals, if all of its unknown words can be a name.
    """
    if question.isupper():
        question = question.lower()
    marks = tag(tokens(question), schema_lexicon(allowlist, meanings))
    found = list(_with_capitals(question, marks)) or _without_capitals(question, marks)
    return found if len(found) <= MOST else []


def _with_capitals(question: str, marks: Sequence[Mark]) -> Iterator[ProperName]:
    """Yield the runs of words with capitals that have an unknown one, and the unknown texts in quotes."""
    end = 0
    for at, mark in enumerate(marks):
        quoted = mark.tokens[0].kind == QUOTE
        if at < end or not (_capital(marks, at) or (quoted and _unknown(mark))):
            continue
        start, end = _run(marks, at, at, _capital)
        if quoted or any(_unknown(one) for one in marks[start:end]):
            name = _name(question, marks, start, end)
            if name is not None:
                yield name


def _without_capitals(question: str, marks: Sequence[Mark]) -> list[ProperName]:
    """Return the names that unknown words can be; none where some of them can be no name."""
    found: list[ProperName] = []
    end = 0
    for at, mark in enumerate(marks):
        if at < end or not _unknown(mark):
            continue
        start, end = _run(marks, at, end, _unknown_at)
        name = _name(question, marks, start, end)
        if name is None:
            return []
        found.append(name)
    return found


def replaced(question: str, spelled: Mapping[str, str]) -> str:
    """Return a question with other texts in the places of names, the longest first; each name stands there once."""
    left = dict(sorted(spelled.items(), key=lambda pair: -len(pair[0])))

    def other(found: re.Match[str]) -> str:
        name = next((name for name in left if _pattern(name.split()).fullmatch(found[0])), "")
        return left.pop(name, found[0])

    patterns = [_pattern(name.split()).pattern for name in left]
    return re.sub("|".join(patterns), other, question, flags=re.IGNORECASE) if patterns else question


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(
        r"""(?<!\w)["'«»“”]?""" + r"\W{1,3}".join(map(re.escape, words)) + r"""(?!\w)["'«»“”]?""", re.IGNORECASE
    )


def _unknown(mark: Mark) -> bool:
    """Whether a mark is a word that nothing is known of, or a text in quotes that is no known value."""
    kind = mark.tokens[0].kind
    return (kind == WORD and not mark.meanings and mark.words[:1].isalpha()) or (
        kind == QUOTE and mark.kinds == {"quote"}
    )


def _capital(marks: Sequence[Mark], at: int) -> bool:
    """Whether a mark is written with a capital that the beginning of a sentence does not explain."""
    return at > 0 and marks[at].tokens[0].kind == WORD and marks[at].words[:1].isupper()


def _unknown_at(marks: Sequence[Mark], at: int) -> bool:
    return _unknown(marks[at])


def _run(marks: Sequence[Mark], at: int, first: int, is_part: Callable[[Sequence[Mark], int], bool]) -> tuple[int, int]:
    """Return the marks of one name: words that can be parts of it side by side, `das` and the like between them."""

    def belongs(place: int) -> bool:
        return first <= place < len(marks) and marks[place].tokens[0].kind == WORD and is_part(marks, place)

    def step(place: int, way: int) -> int:
        """Return how many marks the name goes on for from a place, in one direction."""
        linked = 0
        while first <= place < len(marks) and marks[place].words.lower() in _LINKS and linked < 2:
            linked, place = linked + 1, place + way
        return linked + 1 if belongs(place) and (way > 0 or not linked or _capital(marks, place)) else 0

    if marks[at].tokens[0].kind == QUOTE:
        return at, at + 1
    start, end = at, at + 1
    while more := step(start - 1, -1):
        start -= more
    while more := step(end, 1):
        end += more
    return start, end


def _name(question: str, marks: Sequence[Mark], start: int, end: int) -> ProperName | None:
    """Return a run of words as a name; None where it does not look like one."""
    text = " ".join(mark.words for mark in marks[start:end])
    quoted = marks[start].tokens[0].kind == QUOTE
    capital = quoted or any(_capital(marks, place) for place in range(start, end))
    cue = start > 0 and (marks[start - 1].words.lower() in _CUES or marks[start - 1].of("table", "column") is not None)
    written = _pattern(text.split()).search(question)
    return ProperName(text, capital) if written and len(text) <= LONGEST and (capital or cue) else None
