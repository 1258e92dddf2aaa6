"""A cache of embeddings by text, so that editing one example re-encodes only that example."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from fingerpost.models.encoder import Encoder

log = logging.getLogger("fingerpost")

BATCH = 256


def encode_cached(
    encoder: Encoder,
    texts: Sequence[str],
    folder: Path | None,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.float32]:
    """Return the vectors of many texts, from the cache where possible; new ones are saved to it.

    A cache that cannot be read or written is not an error: the texts are encoded.
    """
    file = _file(encoder.fingerprint, folder)
    found = cached_vectors(encoder.fingerprint, texts, folder)
    missing = list(dict.fromkeys(text for text in texts if text not in found))
    for start in range(0, len(missing), BATCH):
        part = missing[start : start + BATCH]
        found.update(zip(part, encoder.encode(part), strict=True))
        if progress:
            progress(start + len(part), len(missing))
    if file is not None and missing:
        _save(file, {text: found[text] for text in missing})
    return np.stack([found[text] for text in texts]).astype(np.float32)


def cached_vectors(fingerprint: str, texts: Sequence[str], folder: Path | None) -> dict[str, NDArray[np.float32]]:
    """Return the vectors of those texts that are in the cache; nothing is encoded."""
    file = _file(fingerprint, folder)
    return {} if file is None else _load(file, texts)


def _file(fingerprint: str, folder: Path | None) -> Path | None:
    return None if folder is None else folder / f"embeddings-{fingerprint}.sqlite"


def _key(text: str) -> bytes:
    return sha256(text.encode("utf-8", "replace")).digest()[:16]


def _add_checksum(vector: NDArray[np.float32]) -> bytes:
    stored = vector.astype("<f4").tobytes()
    return stored + crc32(stored).to_bytes(4, "big")


def _decode(stored: Any) -> NDArray[np.float32] | None:
    """Return the stored vector, or None where its checksum does not match."""
    if not isinstance(stored, bytes) or len(stored) < 8:
        return None
    body, checksum = stored[:-4], stored[-4:]
    return np.frombuffer(body, dtype="<f4") if crc32(body).to_bytes(4, "big") == checksum else None


def _load(file: Path, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
    found: dict[str, NDArray[np.float32]] = {}
    try:
        if not file.exists():
            return {}
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as db:
            for text in set(texts):
                row = db.execute("SELECT vector FROM embeddings WHERE key = ?", (_key(text),)).fetchone()
                vector = _decode(row[0]) if row is not None else None
                if vector is not None:
                    found[text] = vector
    except (OSError, sqlite3.Error) as error:
        log.warning(
            "embedding cache %s cannot be read (%s): encoding again; delete the file to create a new one", file, error
        )
        return {}
    return found


def _save(file: Path, vectors: dict[str, NDArray[np.float32]]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # SQLite's lock serialises processes that write at the same time.
        with closing(sqlite3.connect(file, timeout=10)) as db, db:
            db.execute("CREATE TABLE IF NOT EXISTS embeddings (key BLOB PRIMARY KEY, vector BLOB NOT NULL)")
            db.executemany(
                "INSERT OR REPLACE INTO embeddings VALUES (?, ?)",
                [(_key(text), _add_checksum(vector)) for text, vector in vectors.items()],
            )
    except (OSError, sqlite3.Error) as error:
        log.info("embeddings are not cached: %s: %s", file, error)
