"""The examples nearest to a message, with their likeness and their place in the routebook's file."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import cached_vectors, encode_cached
from fingerpost.routebook.load import EXAMPLES
from fingerpost.routebook.model import Routebook
from fingerpost.routing.explanation.model import NearExample
from fingerpost.routing.explanation.trial import BATCH, KnownVectors
from fingerpost.routing.student.model import text_digest
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Example

if TYPE_CHECKING:
    from fingerpost.routing.router import Router

COUNT = 5
"""Examples that are listed."""

NEAR_IDENTICAL = 0.95
"""The likeness from which an example says nearly the same."""

_WORD = re.compile(r"\w+")
_vectors: WeakKeyDictionary[Router, KnownVectors] = WeakKeyDictionary()


def example_vectors(router: Router) -> KnownVectors:
    """Return the vectors of a router's examples as far as they are known; kept as long as the router."""
    found = _vectors.get(router)
    if found is None:
        # Without a lock: two explanations that begin at once read the cache twice, and one of the results stays.
        found = KnownVectors(router.batcher.yielding_encoder)
        texts = [as_read(example.text) for example in router.routebook.examples]
        found.known.update(cached_vectors(found.fingerprint, texts, router.settings.cache))
        _vectors[router] = found
    return found


def learn_examples(router: Router, folded: str, deadline: Deadline) -> int:
    """Encode the examples that have no vector yet, as far as the time allows; return how many have one then.

    Those that share most words with the message come first, and a few are encoded in any case. The vectors are kept
    in the cache of embeddings, so that the next explanation finds them.
    """
    vectors, cache = example_vectors(router), router.settings.cache
    texts = [as_read(example.text) for example in router.routebook.examples]
    missing = [text for text in dict.fromkeys(texts) if text not in vectors.known]
    missing = _by_shared_words(folded, missing)
    for start in range(0, len(missing), BATCH):
        if start and not deadline.remaining:
            break
        part = missing[start : start + BATCH]
        vectors.known.update(zip(part, encode_cached(router.batcher.yielding_encoder, part, cache), strict=True))
    return sum(text in vectors.known for text in texts)


def _by_shared_words(folded: str, texts: Sequence[str]) -> list[str]:
    """Return the texts, those first that share most words with a folded text; a rare word counts more."""
    wanted = set(_WORD.findall(folded))
    shared = [wanted.intersection(_WORD.findall(fold(text))) for text in texts]
    frequency = Counter(word for words in shared for word in words)
    score = [sum(1 / frequency[word] for word in words) for words in shared]
    return [texts[i] for i in sorted(range(len(texts)), key=lambda i: -score[i])]


def nearest_examples(
    book: Routebook, vectors: KnownVectors, vector: NDArray[np.float32], text: str
) -> list[NearExample]:
    """Return the nearest of the examples whose vectors are known, the nearest first."""
    known = [(example, vectors.known.get(as_read(example.text))) for example in book.examples]
    rows = [(example, row) for example, row in known if row is not None]
    if not rows:
        return []
    likeness = np.clip(np.stack([row for _, row in rows]) @ vector, -1.0, 1.0)
    lines, digest = _lines_of(book.folder), text_digest(text)
    found: list[NearExample] = []
    for place in np.argsort(-likeness, kind="stable").tolist():
        example = rows[place][0]
        if any((example.text, example.route) == (other.text, other.route) for other in found):
            continue
        found.append(_near(example, float(likeness[place]), text_digest(example.text) == digest, lines, book.folder))
        if len(found) == COUNT:
            break
    return found


def _near(
    example: Example, likeness: float, same: bool, lines: dict[tuple[str, str], int], folder: Path | None
) -> NearExample:
    sameness = "same text" if same else "near-identical" if likeness >= NEAR_IDENTICAL else ""
    line = lines.get((example.text, example.route))
    # Not the whole path: callers of a server need not know it.
    file = None if line is None or folder is None else f"{folder.resolve().name}/{EXAMPLES}"
    return NearExample(example.text, example.route, likeness, sameness, example.after, file, line)


def _lines_of(folder: Path | None) -> dict[tuple[str, str], int]:
    """Return the first line of each example in the routebook's file; none where it cannot be read.

    The file may have been edited since it was loaded, so lines are found by what they say.
    """
    if folder is None:
        return {}
    found: dict[tuple[str, str], int] = {}
    try:
        for number, line in enumerate((folder / EXAMPLES).read_text(encoding="utf-8-sig").split("\n"), 1):
            row = json.loads(line) if line.strip() else None
            if isinstance(row, dict):
                found.setdefault((str(row.get("text")), str(row.get("route"))), number)
    except (OSError, ValueError, RecursionError):
        return found
    return found
