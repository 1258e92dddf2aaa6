"""Finds what an unknown word most likely names in a schema: by its beginning, as a short form, or by its meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from fingerpost.assistants.agents.analytics.questions.lexicon import Meaning
from fingerpost.assistants.agents.analytics.questions.word_vectors import unit_vectors

CLOSE = 0.8
"""Likeness from which two words name the same thing, in any of the three languages."""
AHEAD = 0.05
"""How far the best must be ahead of the next."""
MOST_VALUES = 20
"""Most values of a column that are compared by meaning: names of places have none."""
MOST_TERMS = 3000
"""Maximum number of names and values of one schema that are compared by meaning."""
_SHARED = 5
_LONGEST_ENDING = 5


class Likeness:
    """All names and values of one schema, to be compared with words that are none of them."""

    def __init__(self, terms: Sequence[tuple[str, Meaning]], parts: Sequence[tuple[str, Meaning]] = ()) -> None:
        """Keep the terms, and words that are parts of names; vectors are made when the first unknown word comes."""
        values = Counter(ref for ref, _ in {(ref, m.value) for _, m in terms if m.kind == "value" for ref in m.refs})
        few = [term for term in terms if all(values[ref] <= MOST_VALUES for ref in term[1].refs)]
        self._terms = few[:MOST_TERMS]
        self._begun: dict[str, list[tuple[str, Meaning]]] = {}
        self._short: dict[str, list[tuple[str, Meaning]]] = {}
        for text, meaning in [*terms, *parts][:MOST_TERMS]:
            self._begun.setdefault(text[:_SHARED], []).append((text, meaning))
            if meaning.kind != "value":
                self._short.setdefault(text[:1], []).append((text, meaning))
        self._matrix: NDArray[np.float32] | None = None

    def begins(self, word: str) -> list[Meaning]:
        """Return what shares its beginning with a word: `cancelaron` and `cancelada`, `emprestados` and `emprest`."""
        begun = self._begun.get(word[:_SHARED], ())
        found = [(shared, meaning) for text, meaning in begun if (shared := _begins_alike(word, text))]
        best = max((shared for shared, _ in found), default=0)
        return _distinct(meaning for shared, meaning in found if shared == best)

    def shortened(self, word: str) -> list[Meaning]:
        """Return the names that are a short form of a word: `tkt` of tickets, `pgto` of pagamento."""
        return _distinct(meaning for text, meaning in self._short.get(word[:1], ()) if _is_short_for(text, word))

    def means(self, text: str) -> tuple[list[Meaning], float]:
        """Return what is nearest in meaning, and how near; nothing where nothing is near, or two things are."""
        if not self._terms:
            return [], 0.0
        if self._matrix is None:
            self._matrix = unit_vectors(term for term, _ in self._terms)
        scores = self._matrix @ unit_vectors([text])[0]
        best = float(scores.max())
        near = [int(at) for at in np.argsort(-scores, kind="stable") if scores[at] >= best - AHEAD]
        # `available` is near `unavailable`, and the opposite of it.
        opposite = {
            self._terms[at][1].value for at in near if text != self._terms[at][0] and _holds(text, self._terms[at][0])
        }
        near = [at for at in near if not self._terms[at][1].value or self._terms[at][1].value not in opposite]
        found = _distinct(self._terms[at][1] for at in near if scores[at] >= CLOSE)
        # Two things that are equally near are two guesses, unless they are of one table.
        tables = {ref[0] for meaning in found if meaning.kind != "value" for ref in meaning.refs}
        values = {meaning.value for meaning in found if meaning.kind == "value"}
        return (found if len(tables) < 2 and len(values) < 2 else []), best


def _holds(one: str, other: str) -> bool:
    return len(one) > 3 and len(other) > 3 and (one.endswith(other) or other.endswith(one))


def _distinct(meanings: Iterable[Meaning]) -> list[Meaning]:
    """Return meanings, those of one kind and value joined."""
    found: dict[tuple[str, str], Meaning] = {}
    for meaning in meanings:
        key = (meaning.kind, meaning.value)
        before = found.get(key)
        refs = dict.fromkeys((*(before.refs if before else ()), *meaning.refs))
        found[key] = meaning._replace(refs=tuple(refs))
    return list(found.values())


def _begins_alike(word: str, other: str) -> int:
    """Return how many letters two words share at the beginning, where they differ in the ending alone."""
    shared = 0
    for one, two in zip(word, other, strict=False):
        if one != two:
            break
        shared += 1
    longest = max(len(word), len(other))
    whole = shared == len(other) >= _SHARED or shared >= max(_SHARED, 0.6 * longest)
    return shared if whole and longest - shared <= _LONGEST_ENDING and " " not in other else 0


def _is_short_for(short: str, word: str) -> bool:
    """Whether a name of a few letters is a word with letters left out."""
    if not 2 < len(short) <= 5 or " " in short or len(word) <= len(short) + 1 or short[0] != word[0]:
        return False
    letters = iter(word)
    inside = all(letter in letters for letter in short) and not set(short[1:]) & set("aeiou")
    return (len(short) > 3 and word.startswith(short)) or (inside and short[-1] == word.removesuffix("s")[-1])
