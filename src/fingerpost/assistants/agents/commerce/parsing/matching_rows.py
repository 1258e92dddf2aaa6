"""The rows of a document that have the words of a question which nothing else of an answer has."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import same_stem
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow

MOST_ROWS, LONGEST_ROW = 150, 200
"""Maximum number of rows that are kept of a document, and of characters of a row."""
MOST_QUOTED, RARE = 2, 2
"""Maximum number of rows that are quoted for a question, and of rows that a word which tells them is in."""
BETWEEN = " | "

_VALUE = re.compile(r"\d|\S@\S")
_WORD = re.compile(r"[^\W\d_]{3,}")


def written_rows(rows: Sequence[LayoutRow], used: Collection[int]) -> str:
    """Return the rows of a document outside its goods with words and a value, one a line, with bars between cells."""
    kept = [row for number, row in enumerate(rows) if number not in used]
    texts = (BETWEEN.join(" ".join(cell.text.split()) for cell in row.filled)[:LONGEST_ROW] for row in kept)
    found = [text for text in dict.fromkeys(texts) if _WORD.search(text) and _VALUE.search(text)]
    return "\n".join(found[:MOST_ROWS])


def rows_with(words: Collection[str], said: Sequence[str], written: str) -> list[str]:
    """Return the fewest rows that have the words of a question which are not in what is said already.

    A row is told by those of all the words that it has, if few others have them all.
    """
    held = {}
    for row in written.split("\n"):
        inside = _WORD.findall(normalize(row))
        held[row] = {word for word in words if _is_among(word, inside)}
    few = {row: has for row, has in held.items() if has and sum(has <= other for other in held.values()) <= RARE}
    told = _WORD.findall(normalize(" ".join(said)))
    left = {word for word in words if not _is_among(word, told)}
    found: list[str] = []
    while few and len(found) < MOST_QUOTED:
        best = max(few, key=lambda row: (_letters(few[row] & left), _letters(few[row])))
        if not few[best] & left:
            break
        found.append(best)
        left -= few[best]
    return found


def _letters(words: Collection[str]) -> int:
    return sum(map(len, words))


def _is_among(word: str, others: Sequence[str]) -> bool:
    return any(same_stem(word, other) for other in others)
