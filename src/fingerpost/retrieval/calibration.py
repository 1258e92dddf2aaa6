"""The scale of an encoder's similarities, measured on the indexed documents alone and stored with the index.

Cosines mean something else with every encoder. Two figures make them comparable: how near a statement of one document
comes to the passages of others, which do not contain it, and how near a word comes to the words of a passage that has
nothing to do with it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fingerpost.retrieval.blocks import split_blocks
from fingerpost.retrieval.terms import query_terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Encoder
    from fingerpost.retrieval.index import Index
    from fingerpost.types import Passage

STATEMENTS, WORD_PASSAGES = 96, 12
"""Statements that are compared with the passages of other documents, and passages whose words are compared."""
NEIGHBOURS, BATCH, TIMEOUT = 40, 64, 60.0
"""Passages looked at for a statement, texts encoded at once, and seconds that a search may take."""
MIN_STATEMENT = 20
"""Characters of a statement; shorter blocks say too little."""
PRIOR_STATEMENTS = 20
"""Statements that the usual deviation counts for: that of a few pages is chance, and mostly far too small."""
MIN_DEVIATION = 0.02
USUAL_DEVIATION = 0.23
"""The usual deviation, as a share of what is left between unrelated texts and equal ones."""


class Calibration(NamedTuple):
    """Mean and standard deviation of the best cosine of a statement to other documents, and the mean best cosine of a
    word to the words of an unrelated passage."""

    unrelated: float
    deviation: float
    word_floor: float

    def similarity(self, cosine: float) -> float:
        """Return a cosine of question and text as standard deviations above what unrelated documents reach."""
        return (cosine - self.unrelated) / self.deviation

    def word_match(self, cosines: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return cosines of words on a scale of 0, as near as in any passage, to 1, the same word."""
        return (cosines - self.word_floor) / (1 - self.word_floor)


DEFAULT = Calibration(0.47, 0.12, 0.54)
"""The scale of the embedded encoder, for an index with too few passages to measure one."""


def calibrate(index: Index, encoder: Encoder) -> Calibration:
    """Measure the scale of an encoder on the passages of an index; DEFAULT where it has fewer than two of them."""
    passages = _sample(index, encoder)
    if len(passages) < 2:
        return DEFAULT
    near = _nearest_elsewhere(index, encoder, passages)
    floor = _word_floor(encoder, passages[:: max(1, len(passages) // WORD_PASSAGES)][:WORD_PASSAGES])
    if not near:
        return DEFAULT._replace(word_floor=floor)
    unrelated, count = float(np.mean(near)), len(near)
    usual = USUAL_DEVIATION * (1 - unrelated)
    deviation = (count * float(np.std(near)) + PRIOR_STATEMENTS * usual) / (count + PRIOR_STATEMENTS)
    return Calibration(unrelated, max(deviation, MIN_DEVIATION), floor)


def stored_calibration(index: Index, encoder: str) -> Calibration | None:
    """Return the scale that was stored with an index for an encoder; None where there is none."""
    stored = index.calibration()
    found = json.loads(stored) if stored else {}
    return Calibration(**found["scale"]) if found.get("encoder") == encoder else None


def store_calibration(index: Index, encoder: Encoder) -> None:
    """Measure the scale of an encoder, and store it with the index."""
    scale = calibrate(index, encoder)
    index.set_calibration(json.dumps({"encoder": encoder.fingerprint, "scale": scale._asdict()}))


def _sample(index: Index, encoder: Encoder) -> list[Passage]:
    """Return passages from all over the index: the nearest to headings at even distances."""
    headings = list(index.headings())
    chosen = [heading for _, heading in headings[:: max(1, len(headings) // STATEMENTS)]][:STATEMENTS]
    found: dict[tuple[str, int], Passage] = {}
    for vector in _encode(encoder, chosen):
        for passage, _ in _neighbours(index, encoder, vector, 2):
            found[passage.file, passage.number] = passage
    return sorted(found.values(), key=lambda passage: (passage.file, passage.number))[: 2 * STATEMENTS]


def _nearest_elsewhere(index: Index, encoder: Encoder, passages: Sequence[Passage]) -> list[float]:
    """Return for a statement of each passage its best cosine to another document, or to another passage of a single
    document."""
    said = []
    for number, passage in enumerate(passages):
        blocks = [block for block in split_blocks(passage.text, ()) if len(block) >= MIN_STATEMENT]
        prose = [block for block in blocks if "```" not in block]
        if prose:
            said.append((passage, prose[number % len(prose)]))
    several = len({passage.file for passage in passages}) > 1
    found = []
    for (own, _), vector in zip(said, _encode(encoder, [text for _, text in said]), strict=True):
        others = [
            float(vector @ other)
            for passage, other in _neighbours(index, encoder, vector, NEIGHBOURS)
            if (passage.file != own.file if several else passage.number != own.number)
        ]
        found += [max(others)] if others else []
    return found


def _word_floor(encoder: Encoder, passages: Sequence[Passage]) -> float:
    """Return the mean best cosine of the words of a passage to the words of the next one, without those of both."""
    words = [query_terms(f"{passage.heading} {passage.text}")[:60] for passage in passages]
    vectors = dict(
        zip(all_words := sorted({w for some in words for w in some}), _encode(encoder, all_words), strict=True)
    )
    best: list[float] = []
    for place, own in enumerate(words):
        other = words[(place + 1) % len(words)]
        apart = [word for word in own if word not in other]
        if apart and other:
            cosines = np.array([vectors[w] for w in apart]) @ np.array([vectors[w] for w in other]).T
            best += cosines.max(axis=1).tolist()
    return min(float(np.mean(best)), 0.95) if best else DEFAULT.word_floor


def _neighbours(
    index: Index, encoder: Encoder, vector: NDArray[np.float32], limit: int
) -> list[tuple[Passage, NDArray[np.float32]]]:
    until = time.monotonic() + TIMEOUT
    keys = index.by_vector(vector, encoder.fingerprint, limit, until)
    return list(index.fetch(keys, encoder.fingerprint, until).values()) if keys else []


def _encode(encoder: Encoder, texts: Sequence[str]) -> Sequence[NDArray[np.float32]]:
    return [row for start in range(0, len(texts), BATCH) for row in encoder.encode(texts[start : start + BATCH])]
