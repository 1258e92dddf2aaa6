"""An encoder on an OpenAI-compatible server, such as Ollama with bge-m3."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fingerpost.errors import ModelError
from fingerpost.models.client import UNREADABLE, ModelClient
from fingerpost.resilience.guard import ServerGuard
from fingerpost.settings import Slot

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH = 64
"""Texts in one request."""


class RemoteEncoder:
    """Requests embeddings from a server and normalises them; raises ModelError when the server does not answer."""

    remote = True

    def __init__(self, slot: Slot, timeout: float = 10.0, first: float = math.inf) -> None:
        """Use the embedding model of a slot, with the seconds of a call and those until its response begins."""
        self.client = ModelClient(slot)
        self.guard = ServerGuard(self.client.where, ModelError, timeout, first=first)

    @property
    def fingerprint(self) -> str:
        """Return an id made from the model's name."""
        return "remote-" + re.sub(r"[^A-Za-z0-9.-]+", "_", self.client.slot.model)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row per text."""
        rows = [self._encode_batch(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate(rows) if rows else np.zeros((0, 0), dtype=np.float32)

    def close(self) -> None:
        """Close the connections; the next call opens new ones."""
        from fingerpost.runtime import background_loop

        background_loop.run_blocking(self.client.close())

    def _encode_batch(self, texts: Sequence[str]) -> NDArray[np.float32]:
        from fingerpost.runtime import background_loop

        return background_loop.run_blocking(self.guard.call(lambda: self._request(texts)))

    async def _request(self, texts: Sequence[str]) -> NDArray[np.float32]:
        library, where, model = self.client.get(), self.client.where, self.client.slot.model
        import openai

        try:
            # Some servers reject an empty text, but accept a space.
            answer = await library.embeddings.create(
                model=model, input=[text or " " for text in texts], encoding_format="float"
            )
            rows = [row.embedding for row in sorted(answer.data, key=lambda row: row.index)]
            vectors = np.array(rows, dtype=np.float32)
        except openai.OpenAIError as error:
            raise ModelError(f"{where}: no vectors: {error.__cause__ or error}") from error
        except UNREADABLE as error:
            raise ModelError(f"{where}: the answer contains no vectors: {error}") from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            raise ModelError(f"{where}: {len(texts)} texts sent, but vectors of shape {vectors.shape} came back")
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(norms > 0, norms, 1)).astype(np.float32)
