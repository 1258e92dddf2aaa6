"""How well passages match a question: which of their blocks are nearest to it, and how many of its words they cover.

A word is covered by a passage as far as the nearest word of the passage is like it, in any language: the vectors of
single words are compared. A word that nothing in the documents is like counts against an answer, the more so the more
the question is about it.

Whether passages answer is told by the whole message, for which each of its parts counts, or by a part that they clearly
answer beside a story or a question about something else. Of a question that nothing answers, too, some part is like
them, so that the part has to reach more.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fingerpost.errors import ModelError
from fingerpost.language.detect import language_of
from fingerpost.retrieval.answer_affinity import affinity
from fingerpost.retrieval.blocks import split_blocks, without_comments
from fingerpost.retrieval.question_parts import pages_named
from fingerpost.retrieval.terms import query_terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Batcher
    from fingerpost.retrieval.calibration import Calibration
    from fingerpost.retrieval.searched_index import Hit

COVERAGE_WEIGHT = 3.5
"""Standard deviations of similarity that full coverage of the words of a question is worth."""
COMPARED_BLOCKS, BEST_BLOCKS = 32, 3
"""Blocks that are compared with the question by their vectors, and the number of best ones that tell its similarity."""
SAME_WORD = 0.45
"""A word is found in a passage from this match on."""
MIN_WORD_WEIGHT = 0.02
EVIDENCE_WEIGHTS, FOREIGN_BONUS, ANSWER_BAR = (1.5, 9.5, 1.5), 1.7, 2.4
"""Weights of similarity, coverage and affinity as evidence that passages answer a question, and what it has to reach.

They are on a scale that is measured on the documents, so that the same weights hold for every encoder; chosen by
`benchmarks.relevance`."""
PART_BONUS, MAX_BONUS_PARTS = 1.0, 3
"""Evidence for each part of a message, which the whole is less like than each of them, and the parts that count: in the
handbooks of `training/handbooks` the best of two parts has 2.0 more than the whole, the best of three 2.9."""
CLEAR_PART = 0.5
"""Evidence that a part must have beyond the bar to answer the message. Of 60 questions with a sentence on something
else beside them, 0.78 are told to be answered (0.45 by the whole alone); of 60 that nothing answers, with
such a sentence, 0.88 are told to be none (0.92)."""
PART_BAR = -0.4
"""Evidence from which what matches a part of a question best answers that part."""
CACHED_VECTORS = 20_000
"""Vectors of words and blocks that are kept: the documents of an assistant have the same ones in question after
question."""


class TextBlock(NamedTuple):
    """A block of a passage: the place of its hit, its place in the passage, and its score."""

    hit: int
    number: int
    text: str
    score: float


class QuestionPart(NamedTuple):
    """A part of a question, and its vector, unless there is none."""

    text: str
    vector: NDArray[np.float32] | None


class QuestionMatch(NamedTuple):
    """The hits that match a question, the best first; their blocks, the best first; and what tells whether they answer.

    similarity: of the best blocks, as standard deviations above unrelated text; None for a match by words alone.
    coverage: the share of the question that the best passage covers. affinity: how far the best blocks answer it, as
    learned elsewhere. foreign: whether question and passages are in different languages. parts: how many the question
    has, 0 where it is not taken apart. best_part: the evidence of the one that is matched best. of_parts: for each of
    them that is answered the blocks, the best first.
    """

    hits: list[Hit]
    blocks: list[TextBlock]
    similarity: float | None
    coverage: float
    affinity: float
    foreign: bool
    parts: int = 0
    best_part: float = -inf
    of_parts: Sequence[Sequence[TextBlock]] = ()


def answer_evidence(match: QuestionMatch) -> float:
    """Return the evidence that passages answer a question; they do where it is not negative.

    A question in another language than the passages has fewer words in common with them, for which it is not blamed.
    Raises ModelError for a match by words alone, which does not tell.
    """
    if match.similarity is None:
        raise ModelError("there are no vectors to tell whether the passages answer: see the log of the encoder")
    figures = match.similarity, match.coverage, match.affinity
    evidence = sum(weight * figure for weight, figure in zip(EVIDENCE_WEIGHTS, figures, strict=True))
    whole = evidence + FOREIGN_BONUS * match.foreign + PART_BONUS * min(match.parts, MAX_BONUS_PARTS) - ANSWER_BAR
    return max(whole, match.best_part - CLEAR_PART)


NO_MATCH = QuestionMatch([], [], -10.0, 0.0, 0.0, foreign=False)
"""The match where nothing was found."""


class Matcher:
    """Matches passages with questions on the caller's thread; vectors of words and blocks are cached. Thread-safe."""

    def __init__(self, batcher: Batcher) -> None:
        """Use the encoder of the index."""
        self._batcher = batcher
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def match(
        self,
        question: str,
        vector: NDArray[np.float32] | None,
        hits: Sequence[Hit],
        scale: Calibration,
        page_names: Container[str],
        limit: int,
        parts: Sequence[QuestionPart] = (),
    ) -> QuestionMatch:
        """Return the `limit` hits that match a question and its vector best, with their blocks.

        `parts`: of the question. Pages that it calls by name are among them. Without a vector nothing is encoded, and
        blocks are told by the words of the question that they have.
        """
        blocks = [
            (place, number, text)
            for place, hit in enumerate(hits)
            for number, text in enumerate(split_blocks(hit.passage.text, page_names))
        ]
        if not blocks:
            return NO_MATCH._replace(hits=list(hits[:limit]))
        named = pages_named(question, dict.fromkeys(hit.passage.file for hit in hits))
        opening = [place for place, hit in enumerate(hits) if hit.passage.file in named and not hit.passage.number]
        whole = self._match_whole(question, vector, hits, blocks, scale, opening)
        matches = [self._match_whole(part.text, part.vector, hits, blocks, scale) for part in parts]
        of_parts = [answer_evidence(match) for match in matches]
        answered = [match.blocks for match, found in zip(matches, of_parts, strict=True) if found >= PART_BAR]
        first = [whole.blocks[0].hit, *opening, *(blocks_of_part[0].hit for blocks_of_part in answered)]
        order = list(dict.fromkeys([*first, *(block.hit for block in whole.blocks), *range(len(hits))]))
        places = {place: rank for rank, place in enumerate(order[:limit])}
        return whole._replace(
            hits=[hits[place] for place in places],
            blocks=_placed(whole.blocks, places),
            parts=len(parts),
            best_part=max(of_parts, default=-inf),
            of_parts=[_placed(blocks_of_part, places) for blocks_of_part in answered],
        )

    def _match_whole(
        self,
        question: str,
        vector: NDArray[np.float32] | None,
        hits: Sequence[Hit],
        blocks_of_hits: Sequence[tuple[int, int, str]],
        scale: Calibration,
        opening: Container[int] = (),
    ) -> QuestionMatch:
        """Return the match of one question without its parts; a block has the place of its hit, and its own in it.

        `opening`: the places of hits whose first block is compared in any case.
        """
        cover = _Coverage(question, vector, hits, scale, self._encode)
        found = [
            (cover.of(f"{hits[place].passage.heading} {text}"), place, number, text)
            for place, number, text in blocks_of_hits
        ]
        found.sort(key=lambda block: -block[0])
        compared = found[:COMPARED_BLOCKS]
        compared += [block for block in found[COMPARED_BLOCKS:] if block[1] in opening and not block[2]]
        similarity, near, answers = None, [0.0] * len(compared), np.zeros(len(compared), dtype=np.float32)
        if vector is not None:
            texts = [f"{hits[place].passage.heading}\n{text}" for _, place, _, text in compared]
            vectors = self._encode(texts)
            cosines, answers = vectors @ vector, affinity(self._batcher.encoder, vector, vectors)
            near = [scale.similarity(float(cosine)) for cosine in cosines]
            similarity = scale.similarity(float(np.mean(np.sort(cosines)[-BEST_BLOCKS:])))
        blocks = [
            TextBlock(place, number, text, nearness + COVERAGE_WEIGHT * covered)
            for (covered, place, number, text), nearness in zip(compared, near, strict=True)
        ]
        by_score = sorted(range(len(blocks)), key=lambda place: -blocks[place].score)
        blocks = [blocks[place] for place in by_score]
        of_best = float(answers[by_score[:BEST_BLOCKS]].mean())
        foreign = language_of(question) != language_of(without_comments(hits[blocks[0].hit].passage.text))
        return QuestionMatch(list(hits), blocks, similarity, cover.best, of_best, foreign)

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row a text; only texts that are not cached are encoded."""
        found = {text: self._vectors.get(text) for text in texts}
        missing = [text for text, row in found.items() if row is None]
        if missing:
            new = dict(zip(missing, self._batcher.yielding_encoder.encode(missing), strict=True))
            found.update(new)
            # A new mapping and not a changed one: other threads may be reading the old one.
            kept = self._vectors if len(self._vectors) + len(new) <= CACHED_VECTORS else {}
            self._vectors = {**kept, **new}
        return np.array([found[text] for text in texts], dtype=np.float32)


def _placed(blocks: Iterable[TextBlock], places: Mapping[int, int]) -> list[TextBlock]:
    """Return the blocks of the hits that are kept, with the new places of these."""
    return [block._replace(hit=places[block.hit]) for block in blocks if block.hit in places]


class _Coverage:
    """How far texts of the hits cover the words of a question, each word weighed by what it tells.

    A word weighs more the nearer it is to the whole question, and the fewer of the hits have it.
    """

    def __init__(
        self,
        question: str,
        vector: NDArray[np.float32] | None,
        hits: Sequence[Hit],
        scale: Calibration,
        encode: Callable[[Sequence[str]], NDArray[np.float32]],
    ) -> None:
        terms = query_terms(question)
        self._words = [word for word in terms if len(word) > 1 and not word.isdigit()] or terms or [question]
        in_passages = [query_terms(f"{hit.passage.heading} {hit.passage.text}") for hit in hits]
        vocabulary = list(dict.fromkeys([*(word for words in in_passages for word in words)]))
        told = np.ones(len(self._words), dtype=np.float32)
        matches = np.zeros((len(self._words), len(vocabulary)), dtype=np.float32)
        if vector is not None:
            own = encode(self._words)
            told = own @ vector
            matches = scale.word_match(own @ encode(vocabulary).T)
        self._columns = {word: place for place, word in enumerate(vocabulary)}
        for row, word in enumerate(self._words):
            if word in self._columns:
                matches[row, self._columns[word]] = 1.0
        self._matches = matches
        covered = np.array([self._covered(words) for words in in_passages])
        rarity = np.log(1 + len(hits) / (0.5 + (covered >= SAME_WORD).sum(axis=0)))
        weights = np.clip(told, MIN_WORD_WEIGHT, None) * rarity
        self._weights = weights / weights.sum()
        self.best = float((covered @ self._weights).max())

    def of(self, text: str) -> float:
        """Return the covered share of the question: 1 where the text has all its words, 0 where it has none."""
        return float(self._covered(query_terms(text)) @ self._weights)

    def _covered(self, words: Iterable[str]) -> NDArray[np.float32]:
        """Return the best match of every word of the question among these words."""
        columns = [self._columns[word] for word in words if word in self._columns]
        best: NDArray[np.float32] = self._matches[:, columns].max(axis=1, initial=0.0)
        return best
