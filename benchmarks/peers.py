"""The same encoder and the same examples in other hands: semantic-router, and plain scikit-learn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from semantic_router import IndexedRouter
from semantic_router.encoders import DenseEncoder
from semantic_router.index import LocalIndex
from threadpoolctl import threadpool_limits

from benchmarks.data import Labelled, sample
from benchmarks.report import Table
from benchmarks.timing import interleaved
from fingerpost import Router
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder

MESSAGES = 300

Contender = tuple[str, Callable[[str], object], float]
"""Its name, how it is called, and the share of held-back rows that it gets right."""


class _AsDocumented(DenseEncoder):  # type: ignore[misc, unused-ignore]
    """Returns lists of numbers, and leaves the asynchronous call to a thread."""

    name: str = "the same encoder"
    model: Any

    def __call__(self, docs: list[Any]) -> list[list[float]]:
        lists: list[list[float]] = self.model.encode(docs).tolist()
        return lists


class _Tuned(DenseEncoder):  # type: ignore[misc, unused-ignore]
    """Returns rows of float32, half the memory to read a query, and answers on the event loop itself."""

    name: str = "the same encoder"
    model: Any

    def __call__(self, docs: list[Any]) -> list[Any]:
        return list(self.model.encode(docs))

    async def acall(self, docs: list[Any]) -> list[Any]:
        return self(docs)


def table(router: Router, data: Labelled, cache: Path) -> Table:
    """Time every contender in turns with the encoder alone, and count what each gets right."""
    encoder = router.batcher.encoder
    train = encode_cached(encoder, [row.text for row in data.train], cache)
    held = encode_cached(encoder, [row.text for row in data.held], cache)
    texts = [row.text for row in sample(data.held, MESSAGES)]
    rows: list[tuple[Any, ...]] = []
    # One after the other, so that no contender is built while another is timed.
    for name, call, accuracy in chain(
        _ours(router, data, held),
        _semantic_router(encoder, data, train),
        _scikit_learn(encoder, data, train, held),
    ):
        # A second BLAS thread gains a few per cent on an idle machine and costs double where a neighbour is at work.
        with threadpool_limits(1):
            p50 = interleaved({"encoder": lambda text: encoder.encode([text]), "peer": call}, texts)
        rows.append((name, p50["peer"] * 1e3, p50["encoder"] * 1e3, p50["peer"] / p50["encoder"], accuracy * 100))
    fastest = min((row for row in rows if row[0].startswith("semantic-router")), key=lambda row: row[3])
    return Table(
        f"Beside its peers: {len(data.train):,} examples, accuracy on {len(data.held):,} rows held back",
        ("who", "p50 ms", "encoder p50 ms", "over the encoder", "accuracy %"),
        rows,
        [f"All with one BLAS thread. The fastest semantic-router is {fastest[0]!r}."],
    )


def _ours(router: Router, data: Labelled, held: NDArray[np.float32]) -> Iterator[Contender]:
    hits = 0
    for row, vector in zip(data.held, held, strict=True):
        judgement = router.predict(router.resolve(row.text), vector)
        hits += judgement.ranked(1)[0][0] == row.route
    yield "Fingerpost, route()", router.route, hits / len(data.held)


def _semantic_router(encoder: Encoder, data: Labelled, train: NDArray[np.float32]) -> Iterator[Contender]:
    """Yield the router of the README, then one change for speed after the other, then its other ways to count.

    Its other indexes cannot be faster: the hybrid one adds a Python loop over all examples, the rest
    ask a server or the client library of one.
    """
    texts, truth = [row.text for row in data.held], [row.route for row in data.held]
    plain, lean = _index(train.tolist(), data), _index(list(train), data)
    documented, tuned = _AsDocumented(model=encoder), _Tuned(model=encoder)
    # The way of counting decides the accuracy; the type of number and the kind of call do not.
    accuracy = {}
    for aggregation, top_k in (("mean", 5), ("sum", 5), ("max", 5), ("max", 1)):
        router = IndexedRouter(encoder=tuned, index=lean, top_k=top_k, aggregation=aggregation)
        accuracy[aggregation, top_k] = float(router.evaluate(texts, truth))
    loop = asyncio.new_event_loop()
    for name, own, index, aggregation, top_k in (
        ("as in the README", documented, plain, "mean", 5),
        ("await acall()", documented, plain, "mean", 5),
        ("await acall(), float32", tuned, lean, "mean", 5),
        ("await acall(), float32", tuned, lean, "sum", 5),
        ("await acall(), float32", tuned, lean, "max", 5),
        ("await acall(), float32", tuned, lean, "max", 1),
    ):
        router = IndexedRouter(encoder=own, index=index, top_k=top_k, aggregation=aggregation)
        call = _awaited(router, loop) if name.startswith("await") else router
        yield f"semantic-router, {name}, {aggregation} of {top_k}", call, accuracy[aggregation, top_k]
    loop.close()


def _index(vectors: Sequence[Any], data: Labelled) -> Any:
    index = LocalIndex()
    index.add(vectors, [row.route for row in data.train], [row.text for row in data.train])
    return index


def _awaited(router: Any, loop: asyncio.AbstractEventLoop) -> Callable[[str], object]:
    return lambda text: loop.run_until_complete(router.acall(text))


def _scikit_learn(
    encoder: Encoder, data: Labelled, train: NDArray[np.float32], held: NDArray[np.float32]
) -> Iterator[Contender]:
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=10, max_iter=200).fit(train, [row.route for row in data.train])
    accuracy = float(model.score(held, [row.route for row in data.held]))
    yield "scikit-learn, LogisticRegression", lambda text: model.predict_proba(encoder.encode([text])), accuracy
