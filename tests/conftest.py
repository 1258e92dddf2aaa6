"""Shared by all tests: markers, profiles of properties, two warm routers, and a PostgreSQL server."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from numpy.typing import NDArray

from fingerpost import Route, Router
from fingerpost.cli.new import ROUTEBOOK_TEMPLATE
from fingerpost.models.encoder import Batcher, EmbeddedEncoder
from fingerpost.models.factory import document_batcher
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student import calibration, training
from fingerpost.routing.student.component_models import ComponentModels, LinearModel
from fingerpost.settings import EMBEDDED_ENCODERS, Settings
from fingerpost.testing import WordEncoder
from tests.stores.server import Server

SHOP = {
    "refund": ["I want my money back", "please refund my order", "refund the broken lamp", "money back for the shoes",
               "how do I get a refund", "return the jacket and refund me", "I want to return my order",
               "can I return the shoes", "give me my money back now", "refund not received yet"],
    "shipping": ["where is my parcel", "when does my parcel arrive", "track the parcel please", "delivery is late again",
                 "where is the courier", "parcel delivery date", "has my parcel been shipped", "shipping to Portugal cost",
                 "the courier lost my parcel", "change the delivery address"],
    "product": ["is the lamp waterproof", "what colour is the jacket", "do you sell blue shoes", "size of the lamp",
                "which material is the jacket", "are the shoes leather", "how heavy is the lamp", "does the jacket have pockets",
                "compare the two lamps", "is the blue jacket in stock"],
}  # fmt: skip


# How fast examples come says something of the machine, which others may use as well.
PATIENT: Any = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ci", max_examples=100, **PATIENT)
settings.register_profile("quick", max_examples=10, **PATIENT)

SERVERS = {"postgres", "elasticsearch"}
"""Fixtures that bring a server."""

ENGINES = {"postgresql", "elasticsearch"}
"""Parameters of the fixtures that run a test on every engine."""


def unfitted_encoders(table: Mapping[str, object]) -> list[str]:
    """Return the embedded encoders for which a table by fingerprint has no entry: new weights need new constants."""
    return [name for name in EMBEDDED_ENCODERS if EmbeddedEncoder(name).fingerprint not in table]


def unfitted_document_encoders(table: Mapping[str, object]) -> list[str]:
    """Return the embedded encoders beside which documents have vectors that a table has no entry for."""
    batchers = {name: document_batcher(Batcher(EmbeddedEncoder(name))) for name in EMBEDDED_ENCODERS}
    return [name for name, batcher in batchers.items() if batcher.encoder.fingerprint not in table]


def examples(count: int) -> int:
    """Return how many examples a property of so many tries under the profile in use: a share, and never too few."""
    return max(10, count * settings().max_examples // 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need PostgreSQL or Elasticsearch, so that nobody has to remember it."""
    for item in items:
        given = getattr(item, "callspec", None)
        asked = {one for one in given.params.values() if isinstance(one, str)} if given else set()
        if SERVERS & set(getattr(item, "fixturenames", ())) or ENGINES & asked:
            item.add_marker(pytest.mark.server)


def pytest_collection() -> None:
    """Look for no garbage while everything is imported and collected, which is all kept: a second in each worker."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Keep what was imported and collected out of the collections of garbage: it lives to the end."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the tests away from the user's cache, store and models."""
    folder = tmp_path_factory.mktemp("cache")
    nobody = tmp_path_factory.mktemp("authorities")
    own = {
        "FINGERPOST_CACHE": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/store.sqlite",
        "XDG_DATA_HOME": str(folder / "data"),
        # What a command decides with that names none.
        "FINGERPOST_ROUTEBOOK": "avap",
        # Tests talk to this machine alone, without TLS. Every client reads all authorities anew: 50 ms each.
        "SSL_CERT_DIR": str(nobody),
    }
    families = ("OLLAMA_", "OPENAI_", "FINGERPOST_", "OTEL_", "ELASTICSEARCH_", "AVAP_", "PARSER_", "RELEVANCE_",
                "ROUTER_")  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(families) and not name.startswith("FINGERPOST_TEST_"):
                patch.delenv(name)
        patch.delenv("SSL_CERT_FILE", raising=False)
        for name, value in own.items():
            patch.setenv(name, value)
        yield folder


class SharedVectors:
    """Vectors that all workers of one run share, in a file of that run."""

    def __init__(self, file: Path) -> None:
        self._file = file
        with closing(self._open()) as store:
            store.execute("PRAGMA journal_mode = WAL")
            store.execute("CREATE TABLE IF NOT EXISTS vectors (encoder, text, vector, PRIMARY KEY (encoder, text))")

    def _open(self) -> sqlite3.Connection:
        # One for each use, so that none is taken along into another thread or process.
        store = sqlite3.connect(self._file, timeout=60, isolation_level=None)
        store.execute("PRAGMA synchronous = OFF")
        return store

    def find(self, encoder: str, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of those texts that a worker has encoded."""
        query = "SELECT vector FROM vectors WHERE (encoder, text) = (?, ?)"
        with closing(self._open()) as store:
            found = {text: store.execute(query, (encoder, _stored(text))).fetchone() for text in texts}
        return {text: np.frombuffer(row[0], np.float32) for text, row in found.items() if row}

    def add(self, encoder: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Keep the vectors of texts."""
        rows = [(encoder, _stored(text), vector.tobytes()) for text, vector in vectors.items()]
        with closing(self._open()) as store:
            store.execute("BEGIN IMMEDIATE")
            store.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)", rows)
            store.execute("COMMIT")


def _stored(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


@pytest.fixture(scope="session", autouse=True)
def encoded_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compute the vector of a text once for all tests of all workers: the embedded encoder always returns the same."""
    every: dict[str, dict[str, NDArray[np.float32]]] = {}
    compute = EmbeddedEncoder.encode
    base = tmp_path_factory.getbasetemp()
    shared = SharedVectors((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "vectors.sqlite")

    def encode(self: EmbeddedEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
        known = every.setdefault(self.fingerprint, {})
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        if fresh:
            known.update(shared.find(self.fingerprint, fresh))
            fresh = [text for text in fresh if text not in known]
        if fresh:
            computed = dict(zip(fresh, compute(self, fresh), strict=True))
            known.update(computed)
            shared.add(self.fingerprint, computed)
        return np.array([known[text] for text in texts]) if texts else compute(self, texts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EmbeddedEncoder, "encode", encode)
        yield


def _digest(given: object, arrays: Iterable[NDArray[Any]]) -> bytes:
    digest = sha256(repr(given).encode())
    for array in arrays:
        digest.update(repr((array.shape, array.dtype)).encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.digest()


@pytest.fixture(scope="session", autouse=True)
def fitted_once() -> Iterator[dict[bytes, Any]]:
    """Solve the same equations of a student once for all tests; a test that fits twice to compare clears what it gets.

    These are its component models and their factors. All around them is done each time: encoding, caches, folds,
    thresholds.
    """
    known: dict[bytes, Any] = {}
    solve, weigh = ComponentModels.fit_parts, calibration.fit_factors

    def fit_parts(self: ComponentModels, parts: Sequence[NDArray[np.int64]]) -> list[list[LinearModel]]:
        sparse = () if self.both is None else (self.both.data, self.both.indices, self.both.indptr)
        key = _digest(("models", self.classes), (self.dense, self.truth, *sparse, *parts))
        if key not in known:
            known[key] = solve(self, parts)
        return [list(models) for models in known[key]]

    def fit_factors(scores: list[NDArray[Any]], truth: NDArray[np.int64]) -> list[float]:
        key = _digest("factors", (*scores, truth))
        if key not in known:
            known[key] = weigh(scores, truth)
        return list(known[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ComponentModels, "fit_parts", fit_parts)
        patch.setattr(training, "fit_factors", fit_factors)
        yield known


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One PostgreSQL server for all tests."""
    server = Server()
    try:
        server.start()
        yield server
        server.stop("immediate")
    finally:
        server.remove()


@pytest.fixture(scope="session")
def avap(own_cache: Path) -> Router:
    """The shipped routebook on the real encoder, deciding every message anew."""
    return Router.from_routebook("avap", memo=Memo(size=0)).warm()


@pytest.fixture(scope="session")
def shop() -> Router:
    """Three routes of ten examples on the double encoder, without a fallback and without a memo."""
    routes = [Route(name, examples=examples) for name, examples in SHOP.items()]
    return Router(routes, encoder=WordEncoder(), settings=Settings(cache=None), memo=Memo(size=0)).warm()


@pytest.fixture(scope="session")
def new_shop(own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Router:
    """A routebook as `fingerpost new` writes it, on the real encoder, without a memo: four routes, three languages."""
    folder = tmp_path_factory.mktemp("books") / "shop"
    shutil.copytree(ROUTEBOOK_TEMPLATE, folder)
    return Router.from_routebook(folder, memo=Memo(size=0)).warm()


@pytest.fixture
def heard_interrupts() -> Iterator[None]:
    """Have commands hear an interrupt: what is started in the background ignores it, and so would its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
