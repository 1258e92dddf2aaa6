"""A question taken apart: its sentences and clauses, and the pages that it calls by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, zip_longest
from pathlib import PurePosixPath

from fingerpost.language.detect import language_of
from fingerpost.language.function_words import (
    AND,
    ARTICLES,
    BE,
    DO,
    INFLECTED_QUESTION_WORDS,
    MODALS,
    OR,
    QUESTION_WORDS,
    SUBJECT_PRONOUNS,
    WITH,
)
from fingerpost.language.text import fold, words

MAX_PARTS, MIN_PART_WORDS = 6, 3
"""Parts of a message that are searched and compared by themselves, and the fewest words of one."""

# Also before the number of an item: "1) how long is it 2) is it free".
_PART_END = re.compile(r"(?<=[.?!;:…])\s+|,\s+|\n+|(?<!\S)\d[.)]\s+")
_WORD = re.compile(r"\w+")
# A name that no sentence has by chance.
_IDENTIFIER = re.compile(r"\w*[^\W\d_][A-Z]\w*|\w*[^\W\d_]\w*[\d_]\w*")
_QUOTED, _CALLED = ("`", '"', "'"), "("
_ASKING = QUESTION_WORDS | INFLECTED_QUESTION_WORDS
# "And can I …" and "or is there …" ask as "and how …" does.
_ASKING_BEFORE_SUBJECT, _SUBJECTS = MODALS | DO | BE, SUBJECT_PRONOUNS | words("it there this that")
_BESIDE = AND | OR | WITH | words("vs versus")


def question_parts(question: str) -> list[str]:
    """Return the sentences, clauses and joined questions of a message that has several, of three words or more."""
    cut = [part for clause in _PART_END.split(question) for part in _joined_questions(clause)]
    parts = [part for part in cut if len(part.split()) >= MIN_PART_WORDS]
    return parts[-MAX_PARTS:] if len(parts) > 1 else []


def _joined_questions(clause: str) -> Iterator[str]:
    """Yield the questions that "and" or "or" joins: each asks by its first words."""
    # In Portuguese "o que" is "what".
    joining = AND | OR if language_of(clause) == "es" else (AND | OR) - {"o"}
    start, found = 0, list(_WORD.finditer(clause))
    for word, following, subject in zip_longest(found, found[1:], found[2:]):
        if following is None or fold(word[0]) not in joining:
            continue
        first, second = fold(following[0]), fold(subject[0]) if subject else ""
        if first in _ASKING or (first in _ASKING_BEFORE_SUBJECT and second in _SUBJECTS):
            yield clause[start : word.start()].strip()
            start = following.start()
    yield clause[start:].strip()


def pages_named(question: str, files: Iterable[str]) -> list[str]:
    """Return the files of the pages that a question calls by name, in its order; case does not matter.

    A name that is a common word, too, counts where it is written as code, or where it stands beside another name.
    """
    pages: Mapping[str, str] = {fold(page_name(file)): file for file in files}
    found = [(word, pages[fold(word[0])]) for word in _WORD.finditer(question) if fold(word[0]) in pages]
    clear = {file for word, file in found if _IDENTIFIER.fullmatch(page_name(file)) or _is_code(question, word)}
    for (one, file), (other, second) in pairwise(found):
        if _side_by_side(question, one, other):
            clear |= {file, second}
    return list(dict.fromkeys(file for _, file in found if file in clear))


def page_name(file: str) -> str:
    """Return what a page is called by its file."""
    return PurePosixPath(file).name.partition(".")[0]


def _is_code(question: str, word: re.Match[str]) -> bool:
    before, after = question[: word.start()], question[word.end() :]
    quoted = before.endswith(_QUOTED) and after[:1] == before[-1]
    return quoted or after.startswith(_CALLED)


def _side_by_side(question: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Return whether two names are joined, as "this and that" and "this/that" are."""
    between = question[one.end() : other.start()]
    said = [fold(word) for word in _WORD.findall(between)]
    if not said:
        return "/" in between or "," in between
    return said[0] in _BESIDE and all(word in ARTICLES for word in said[1:])
