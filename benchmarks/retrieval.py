"""Cost of hybrid search relative to its two component searches, as the index grows.

`python -m benchmarks.retrieval [--quick]`
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import Table, as_text
from fingerpost.models.encoder import Batcher, reuse_vectors_in_task
from fingerpost.retrieval.index import IndexEntry
from fingerpost.retrieval.search import Retriever
from fingerpost.retrieval.searched_index import DEPTH
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.types import Passage

SIZES = (1_000, 10_000, 100_000)
WIDTH, VOCABULARY, WORDS, QUERY = 512, 50_000, 120, 7
"""Numbers of a vector, words that there are, words of a passage, and words of a query."""
DOCUMENT = 100
"""Passages of a document."""
SEARCHES, WARM_UP = 200, 10
TARGET_RATIO = 1.3


class DrawnEncoder:
    """An encoder that costs nothing: every text has a vector that was drawn for it."""

    fingerprint = f"drawn-{WIDTH}"

    def __init__(self, rng: np.random.Generator) -> None:
        """Draw with a generator of one's own."""
        self._rng = rng
        self._known: dict[str, NDArray[np.float32]] = {}

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors, the same ones for the same texts."""
        for text in texts:
            if text not in self._known:
                self._known[text] = drawn(1, self._rng)[0]
        return np.stack([self._known[text] for text in texts])


def drawn(count: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return unit vectors in random directions."""
    rows = rng.standard_normal((count, WIDTH), dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


class Words:
    """Words of which the n-th is drawn 1/n times as often as the first, as in any language."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Draw with a generator of one's own."""
        self._rng = rng
        # Spelled out of syllables, so that there are no digits in them: these would be taken for names.
        syllables = [c + v for c in "bcdfglmnprstvz" for v in "aeiou"]
        n = len(syllables)
        self._words = np.array(
            [syllables[r % n] + syllables[r // n % n] + syllables[r // n**2] for r in range(VOCABULARY)]
        )
        shares = 1 / np.arange(1, VOCABULARY + 1)
        self._ends = np.cumsum(shares / shares.sum())

    def text(self, count: int) -> str:
        """Return so many words."""
        ranks = np.searchsorted(self._ends, self._rng.random(count))
        return " ".join(self._words[np.minimum(ranks, VOCABULARY - 1)])


def fill(index: SqliteIndex, passages: int, words: Words, rng: np.random.Generator) -> None:
    """Put made-up documents into an index."""
    index.switch_encoder(DrawnEncoder.fingerprint)
    for start in range(0, passages, DOCUMENT):
        title, file = words.text(4), f"{start}.md"
        texts = [Passage(file, f"{title} › {words.text(3)}", words.text(WORDS), number) for number in range(DOCUMENT)]
        entry = IndexEntry(file, 0, 0, str(start))
        index.put("made up", entry, title, texts, drawn(DOCUMENT, rng), DrawnEncoder.fingerprint)


async def measure(
    index: SqliteIndex, queries: Sequence[str], encoder: DrawnEncoder, clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """Return the median seconds of a hybrid search, of both searches one after the other, and of each alone."""
    batcher = Batcher(encoder)
    reuse_vectors_in_task()
    retriever = Retriever(index, batcher)
    times: dict[str, list[float]] = {"search": [], "words": [], "vector": [], "both": []}

    async def hybrid(query: str) -> None:
        # As in a request: whoever routed the message has its vector already.
        await batcher.aencode(query)
        began = clock()
        await retriever.search(query)
        times["search"].append(clock() - began)

    def alone(query: str) -> None:
        vector, until = encoder.encode([query])[0], monotonic() + 60
        began = clock()
        index.by_words(query, DEPTH, until)
        between = clock()
        index.by_vector(vector, encoder.fingerprint, DEPTH, until)
        ended = clock()
        for name, taken in (("words", between - began), ("vector", ended - between), ("both", ended - began)):
            times[name].append(taken)

    for i, query in enumerate(queries):
        # They take turns in going first, so that neither always finds what the other has warmed.
        if i % 2:
            alone(query)
            await hybrid(query)
        else:
            await hybrid(query)
            alone(query)
    return {name: median(taken[WARM_UP:]) for name, taken in times.items()}


def run(quick: bool) -> list[dict[str, Any]]:
    """Measure every size; `quick` leaves out the largest."""
    # A server logs warnings; writing a line to a terminal would be part of every search.
    logging.getLogger("fingerpost").setLevel(logging.WARNING)
    found = []
    for passages in SIZES[:-1] if quick else SIZES:
        rng = np.random.default_rng(passages)
        words = Words(rng)
        with tempfile.TemporaryDirectory() as folder:
            index = SqliteIndex(Path(folder) / "index.sqlite")
            began = perf_counter()
            fill(index, passages, words, rng)
            built = perf_counter() - began
            queries = [words.text(QUERY) for _ in range(WARM_UP + SEARCHES)]
            encoder = DrawnEncoder(rng)
            p50 = asyncio.run(measure(index, queries, encoder))
            # On a busy machine a thread that is woken waits for its turn; this tells the code from the neighbours.
            cpu = asyncio.run(measure(index, queries, encoder, process_time))
            size = (Path(folder) / "index.sqlite").stat().st_size
            index.close()
        found.append(
            {
                "passages": passages,
                "search_ms": p50["search"] * 1e3,
                "both_ms": p50["both"] * 1e3,
                "words_ms": p50["words"] * 1e3,
                "vector_ms": p50["vector"] * 1e3,
                "ratio": p50["search"] / p50["both"],
                "cpu_ratio": cpu["search"] / cpu["both"],
                "target": TARGET_RATIO,
                "built_s": built,
                "megabytes": size / 1e6,
            }
        )
    return found


def table(found: Sequence[dict[str, Any]]) -> Table:
    """Lay the sizes out."""
    columns = (
        "passages", "search() p50 ms", "both searches alone p50 ms", "by words", "by vector", "ratio",
        "in processor time", "target", "built in s", "MB on disk", "met",
    )  # fmt: skip
    rows = [(*row.values(), "yes" if row["ratio"] <= TARGET_RATIO else "NO") for row in found]
    return Table("Hybrid search, on drawn words and vectors", columns, rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description="Measure hybrid search.")
    parser.add_argument("--quick", action="store_true", help="leave out 100,000 passages")
    print(as_text(table(run(parser.parse_args().quick))))


if __name__ == "__main__":
    main()
