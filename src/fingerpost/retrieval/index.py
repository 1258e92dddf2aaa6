"""The Index protocol, and the synchronisation of an index with a folder of documents."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fingerpost.errors import SearchError
from fingerpost.retrieval.calibration import store_calibration, stored_calibration
from fingerpost.retrieval.documents import MAX_FILE_BYTES, read_document
from fingerpost.retrieval.files import DocumentFile, Skipped, find_files
from fingerpost.retrieval.passages import split_into_passages
from fingerpost.types import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Encoder

Key = int | str
"""Identifies a passage in an index; keys are never reused."""

BATCH = 64
"""Passages encoded per batch."""

PAGE = 1024
"""Passages per step when all are encoded with a new encoder."""

FORMAT_VERSION = "1-"
"""Version of the reading and splitting of documents; a new version indexes all of them again."""

MTIME_RESOLUTION = 2_000_000_000
"""Nanoseconds within which a file may be written twice with the same modification time."""


class IndexEntry(NamedTuple):
    """File, size, modification time and content digest of a document when it was indexed."""

    file: str
    size: int
    mtime: int
    digest: str


class SyncResult(NamedTuple):
    """Number of files added, changed, removed and unchanged, and the skipped ones with their reasons."""

    added: int
    changed: int
    removed: int
    unchanged: int
    skipped: Skipped


class Index(Protocol):
    """Documents by source, with vectors of one encoder. Thread-safe; all methods raise SearchError.

    `until` is a deadline of `time.monotonic`.
    """

    place: str
    """Location of the index, for messages."""

    @property
    def remote(self) -> bool:
        """Return whether it is on a server, which is called within a limit and behind a circuit breaker."""

    @property
    def concurrent(self) -> bool:
        """Return whether running word and vector search in parallel is faster than one after the other."""

    def by_words(self, query: str, limit: int, until: float) -> list[Key]:
        """Return the passages that contain words of a query, the best first (BM25)."""

    def by_vector(self, vector: NDArray[np.float32], encoder: str, limit: int, until: float) -> list[Key]:
        """Return the passages nearest to a vector; raises SearchError where the index has another encoder."""

    def fetch(self, keys: Sequence[Key], encoder: str, until: float) -> dict[Key, tuple[Passage, NDArray[np.float32]]]:
        """Return passages with their vectors; deleted ones are left out."""

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every passage, each pair once."""

    def count(self) -> int:
        """Return the number of passages."""

    def encoder(self) -> str | None:
        """Return the fingerprint of the encoder whose vectors are searched; None before anything was indexed."""

    def documents(self, source: str) -> Mapping[str, IndexEntry]:
        """Return the entries of a source by file."""

    def put(
        self,
        source: str,
        entry: IndexEntry,
        title: str,
        passages: Sequence[Passage],
        vectors: NDArray[np.float32],
        encoder: str,
    ) -> None:
        """Add or replace a document."""

    def touch(self, source: str, entry: IndexEntry) -> None:
        """Update size and time of a document whose content did not change."""

    def remove(self, source: str, files: Collection[str]) -> None:
        """Remove documents."""

    def without_vector(self, encoder: str, limit: int) -> list[tuple[Key, Passage]]:
        """Return up to `limit` passages that have no vector of an encoder yet."""

    def add_vectors(self, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
        """Add vectors of an encoder beside those in use."""

    def switch_encoder(self, encoder: str) -> None:
        """Use the vectors of this encoder from now on, and delete those of any other."""

    def calibration(self) -> str | None:
        """Return what `set_calibration` stored last; None before that, and after the encoder was switched."""

    def set_calibration(self, text: str) -> None:
        """Store the scale of the encoder with the index."""

    def finish(self) -> None:
        """Make all changes visible to searches."""

    def exclusive_writer(self) -> AbstractContextManager[None]:
        """Return a context manager that lets one process at a time index documents."""

    def close(self) -> None:
        """Close all connections."""


def sync(
    index: Index,
    encoder: Encoder,
    folder: Path,
    source: str,
    progress: Callable[[int, int], None] | None = None,
) -> SyncResult:
    """Synchronise an index with a folder: changed documents are encoded, deleted ones are removed.

    Every document is indexed completely or not at all. A file that cannot be read keeps its indexed content. With a new
    encoder all passages are encoded again; until that is done, the old vectors are searched. The scale of the encoder
    is measured on the documents and stored with them.
    """
    plan = _SyncPlan(index, folder, source)
    known = index.encoder() == encoder.fingerprint and stored_calibration(index, encoder.fingerprint) is not None
    if known and not plan.candidates and not plan.removed:
        return plan.result()
    with index.exclusive_writer():
        # Another process may have done it while this one waited for the lock.
        plan = _SyncPlan(index, folder, source)
        if index.encoder() != encoder.fingerprint:
            _reencode(index, encoder, progress)
        if plan.removed:
            index.remove(source, plan.removed)
        for done, file in enumerate(plan.candidates):
            if progress:
                progress(done, len(plan.candidates))
            plan.index_file(file, encoder)
        index.finish()
        if plan.has_changed() or stored_calibration(index, encoder.fingerprint) is None:
            store_calibration(index, encoder)
    return plan.result()


def embedding_text(passage: Passage) -> str:
    """Return the text of a passage that is encoded."""
    return f"{passage.heading}\n{passage.text}"


def encoder_mismatch(place: str, stored: str | None, encoder: str) -> SearchError:
    """Return the error for an index whose vectors are of another encoder."""
    return SearchError(
        f"{place} was created with the encoder {stored}, but the present one is {encoder}:"
        " run `fingerpost build index` again"
    )


class _SyncPlan:
    """The differences between a folder and the index, and the counts of what was done."""

    def __init__(self, index: Index, folder: Path, source: str) -> None:
        self._index, self._source = index, source
        files, self._skipped = find_files(folder)
        self._known = index.documents(source)
        self.candidates = [file for file in files if not self._is_unchanged(file)]
        present = {file.name for file in files} | {name for name, _ in self._skipped}
        # The files of an unreadable folder are unknown, so none of them counts as deleted.
        unreadable = tuple(name for name in present if name.endswith("/"))
        self.removed = [name for name in self._known if name not in present and not name.startswith(unreadable)]
        self._added = self._changed = 0
        self._unchanged = len(files) - len(self.candidates)

    def has_changed(self) -> bool:
        """Return whether any document was added, changed or removed."""
        return bool(self._added or self._changed or self.removed)

    def result(self) -> SyncResult:
        return SyncResult(self._added, self._changed, len(self.removed), self._unchanged, self._skipped)

    def index_file(self, file: DocumentFile, encoder: Encoder) -> None:
        """Index a file, unless its content is unchanged or cannot be read."""
        known = self._known.get(file.name)
        try:
            entry, data = _read(file)
            same = known is not None and known.digest == entry.digest
            document = None if same else read_document(file.name, data)
        except SearchError as reason:
            self._skipped.append((file.name, str(reason)))
            return
        if document is None:
            self._index.touch(self._source, entry)
            self._unchanged += 1
            return
        passages = split_into_passages(document, file.name)
        if passages:
            vectors = _encode(encoder, passages)
            self._index.put(self._source, entry, document.title, passages, vectors, encoder.fingerprint)
            self._added += known is None
            self._changed += known is not None
            return
        self._skipped.append((file.name, "contains no text"))
        if known is not None:
            # The file was emptied, unlike one that cannot be read.
            self._index.remove(self._source, [file.name])
            self.removed.append(file.name)

    def _is_unchanged(self, file: DocumentFile) -> bool:
        known = self._known.get(file.name)
        if known is None or not known.digest.startswith(FORMAT_VERSION):
            return False
        return (known.size, known.mtime) == (file.size, file.mtime)


def _read(file: DocumentFile) -> tuple[IndexEntry, bytes]:
    try:
        with file.path.open("rb") as opened:
            data = opened.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise SearchError(f"cannot be read: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise SearchError("grew beyond the size limit while it was read")
    # A file written just now may change again within the resolution of its timestamp: check it again next time.
    mtime = file.mtime if time.time_ns() - file.mtime > MTIME_RESOLUTION else 0
    return IndexEntry(file.name, file.size, mtime, FORMAT_VERSION + sha256(data).hexdigest()), data


def _encode(encoder: Encoder, passages: Sequence[Passage]) -> NDArray[np.float32]:
    import numpy as np

    texts = [embedding_text(passage) for passage in passages]
    return np.concatenate([encoder.encode(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)])


def _reencode(index: Index, encoder: Encoder, progress: Callable[[int, int], None] | None) -> None:
    """Encode every passage with this encoder, then switch to it; a restarted run continues where it was aborted."""
    if index.encoder() is None:
        index.switch_encoder(encoder.fingerprint)
        return
    done, total = 0, index.count()
    while batch := index.without_vector(encoder.fingerprint, PAGE):
        vectors = _encode(encoder, [passage for _, passage in batch])
        index.add_vectors(encoder.fingerprint, [key for key, _ in batch], vectors)
        done += len(batch)
        if progress:
            progress(min(done, total), total)
    index.switch_encoder(encoder.fingerprint)
