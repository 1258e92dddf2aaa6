"""Sparse features: word and character n-grams of a folded text, and the context that the message depends on."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import fold

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_WORD = re.compile(r"\w+")
MAX_TERMS = 20_000
"""Entries of each of the two vocabularies, words and characters."""

MAX_WORD_LENGTH = 30
"""Longer words are not cached, so that arbitrary input cannot fill the memory."""

BLOCK_LENGTH = 0.5
"""Norm of each sparse block, against 1 of the dense vector; 0.3 to 1.0 measured alike, 0.5 best with few examples."""

AFTER = "\x00after:"
"""Prefix of the feature that names a message's context (`Example.after`); no text contains it."""


def word_ngrams(words: Sequence[str]) -> list[str]:
    """Return the words and the pairs of neighbours, each once, in the order of the text."""
    # Not a set: its order differs between processes, and with it the last bit of a sum.
    return list(dict.fromkeys([*words, *(f"{a} {b}" for a, b in itertools.pairwise(words))]))


def char_ngrams(word: str) -> list[str]:
    """Return the 3- to 5-grams of one word, its edges marked by a space; the prefix `_` separates them from words."""
    padded = f" {word} "
    return ["_" + padded[i : i + n] for n in (3, 4, 5) for i in range(len(padded) - n + 1) if n <= len(padded)] or [
        "_" + padded
    ]


class Vocabulary:
    """The n-grams in use, with their weights (inverse document frequency)."""

    def __init__(self, terms: Sequence[str], idf: NDArray[np.float32]) -> None:
        """Take terms and weights of equal number, as `learn` returns them."""
        self.terms, self.idf = list(terms), idf
        self._index = {term: i for i, term in enumerate(self.terms)}
        self._by_word: dict[str, NDArray[np.intp]] = {}

    @classmethod
    def learn(cls, texts: Iterable[str], after: Iterable[str | None], cap: int = MAX_TERMS) -> Vocabulary:
        """Return the most frequent n-grams of the texts, in a deterministic order."""
        words: Counter[str] = Counter()
        chars: Counter[str] = Counter()
        n = 0
        for text in texts:
            n += 1
            found = _WORD.findall(fold(text))
            words.update(word_ngrams(found))
            chars.update({gram for word in found for gram in char_ngrams(word)})
        kept = [
            (term, math.log((1 + n) / (1 + count)) + 1)
            for counter in (words, chars)
            for term, count in sorted(counter.items(), key=lambda item: (-item[1], item[0]))[:cap]
        ]
        # A column of its own, outside the normed blocks: the student learns its weight.
        kept += [(AFTER + name, 1.0) for name in sorted({name for name in after if name})]
        return cls([term for term, _ in kept], np.array([idf for _, idf in kept], dtype=np.float32))

    def __len__(self) -> int:
        """Return the number of sparse columns."""
        return len(self.terms)

    def knows_turn(self, after: str) -> bool:
        """Whether any example had this context."""
        return AFTER + after in self._index

    def row(self, folded: str, after: str | None = None) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Return the non-zero columns of a folded text and their values."""
        words = _WORD.findall(folded)
        index = self._index
        word_ids = [index[term] for term in word_ngrams(words) if term in index]
        blocks = [np.array(word_ids, dtype=np.intp)]
        # The columns of a word are cached together; a column shared by two words counts twice.
        for word in dict.fromkeys(words):
            ids = self._by_word.get(word)
            if ids is None:
                ids = np.array([index[gram] for gram in char_ngrams(word) if gram in index], dtype=np.intp)
                if len(self._by_word) < MAX_TERMS and len(word) <= MAX_WORD_LENGTH:
                    self._by_word[word] = ids
            blocks.append(ids)
        columns = np.concatenate(blocks)
        values = self.idf[columns]
        _scale(values[: len(word_ids)])
        _scale(values[len(word_ids) :])
        turn = index.get(AFTER + after) if after else None
        if turn is not None:
            columns, values = np.append(columns, turn), np.append(values, np.float32(1.0))
        return columns, values

    def matrix(self, texts: Sequence[str], after: Sequence[str | None]) -> csr_matrix:
        """Return the rows of many texts as one sparse matrix, for training."""
        from scipy.sparse import csr_matrix

        rows = [self.row(fold(text), name) for text, name in zip(texts, after, strict=True)]
        ends = np.cumsum([0, *(len(columns) for columns, _ in rows)])
        return csr_matrix(
            (np.concatenate([v for _, v in rows]), np.concatenate([c for c, _ in rows]), ends),
            shape=(len(rows), len(self)),
        )


def _scale(block: NDArray[np.float32]) -> None:
    if len(block):
        block *= BLOCK_LENGTH / math.sqrt(float(block @ block))
