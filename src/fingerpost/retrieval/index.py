"""What an index of documents must offer, and how a folder of files is brought into it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fingerpost.errors import SearchError
from fingerpost.retrieval.documents import MAX_FILE_BYTES, read_document
from fingerpost.retrieval.files import DocumentFile, Skipped, find_files
from fingerpost.retrieval.passages import split_into_passages
from fingerpost.types import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fingerpost.models.encoder import Encoder

Key = int | str
"""Names a passage inside one index, and never another one later."""

BATCH = 64
"""Passages that are encoded together."""

PAGE = 1024
"""Passages that get a vector of another encoder in one step."""

FORMAT_VERSION = "1-"
"""How documents are read and cut; another form means that all are read again."""

MTIME_RESOLUTION = 2_000_000_000
"""Nanoseconds in which a file may be written twice without its time telling."""


class IndexEntry(NamedTuple):
    """A document as it was when it was indexed; `digest` names its content."""

    file: str
    size: int
    mtime: int
    digest: str


class SyncResult(NamedTuple):
    """How many files of a source came, changed, went and stayed, and which were left out for what reason."""

    added: int
    changed: int
    removed: int
    unchanged: int
    skipped: Skipped


class Index(Protocol):
    """Documents by source, with vectors of one encoder. Safe between threads; raises SearchError.

    `until` is the moment of `time.monotonic` after which nobody waits for the answer any more.
    """

    place: str
    """Where it is, for people."""

    @property
    def concurrent(self) -> bool:
        """Whether its two searches are done sooner side by side than one after the other."""

    def by_words(self, query: str, limit: int, until: float) -> list[Key]:
        """Return the passages that hold words of a query, the best first (BM25)."""

    def by_vector(self, vector: NDArray[np.float32], encoder: str, limit: int, until: float) -> list[Key]:
        """Return the passages nearest to a vector; refuses one of another encoder."""

    def fetch(self, keys: Sequence[Key], encoder: str, until: float) -> dict[Key, tuple[Passage, NDArray[np.float32]]]:
        """Return passages with their vectors; those that are gone are missing."""

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every passage, each pair once."""

    def count(self) -> int:
        """Return how many passages there are."""

    def encoder(self) -> str | None:
        """Return the fingerprint of the encoder whose vectors are searched; None before anything was indexed."""

    def documents(self, source: str) -> Mapping[str, IndexEntry]:
        """Return what was indexed of a source, by file."""

    def put(
        self,
        source: str,
        entry: IndexEntry,
        title: str,
        passages: Sequence[Passage],
        vectors: NDArray[np.float32],
        encoder: str,
    ) -> None:
        """Take a document in, in place of what was there of it."""

    def touch(self, source: str, entry: IndexEntry) -> None:
        """Note a new size and time of a document whose content is the same."""

    def remove(self, source: str, files: Collection[str]) -> None:
        """Let documents go."""

    def without_vector(self, encoder: str, limit: int) -> list[tuple[Key, Passage]]:
        """Return some passages that have no vector of an encoder yet."""

    def add_vectors(self, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
        """Add vectors of an encoder beside those that are searched."""

    def switch_encoder(self, encoder: str) -> None:
        """Search the vectors of this encoder from now on, and let those of any other go."""

    def finish(self) -> None:
        """Make all that was changed visible to searches."""

    def exclusive_writer(self) -> AbstractContextManager[None]:
        """Let one process at a time bring documents in."""

    def close(self) -> None:
        """Let go of all connections."""


def sync(
    index: Index,
    encoder: Encoder,
    folder: Path,
    source: str,
    progress: Callable[[int, int], None] | None = None,
) -> SyncResult:
    """Bring a folder's documents into an index: what changed is encoded, what is gone is removed.

    Every document is taken in whole or not at all. A file that cannot be read keeps what was indexed of it. With
    another encoder than that of the index, all that is in it is encoded again; until then it is searched as it was.
    """
    plan = _SyncPlan(index, folder, source)
    if not plan.suspects and not plan.gone and index.encoder() == encoder.fingerprint:
        return plan.result()
    with index.exclusive_writer():
        # Whoever waited may find that another process has done it.
        plan = _SyncPlan(index, folder, source)
        if index.encoder() != encoder.fingerprint:
            _reencode(index, encoder, progress)
        if plan.gone:
            index.remove(source, plan.gone)
        for done, file in enumerate(plan.suspects):
            if progress:
                progress(done, len(plan.suspects))
            plan.take(file, encoder)
        index.finish()
    return plan.result()


def embedding_text(passage: Passage) -> str:
    """Return what an encoder gets to see of a passage."""
    return f"{passage.heading}\n{passage.text}"


def encoder_mismatch(place: str, stored: str | None, encoder: str) -> SearchError:
    """Return the error for vectors of two encoders."""
    return SearchError(
        f"{place} was made with the encoder {stored}, and this is {encoder}: run `fingerpost index` again"
    )


class _SyncPlan:
    """What is to be done for one folder, and what was done."""

    def __init__(self, index: Index, folder: Path, source: str) -> None:
        self._index, self._source = index, source
        files, self._skipped = find_files(folder)
        self._known = index.documents(source)
        self.suspects = [file for file in files if not self._is_same(file)]
        there = {file.name for file in files} | {name for name, _ in self._skipped}
        # Of a folder that cannot be looked into nothing is known, so nothing of it is gone.
        dark = tuple(name for name in there if name.endswith("/"))
        self.gone = [name for name in self._known if name not in there and not name.startswith(dark)]
        self._added = self._changed = 0
        self._unchanged = len(files) - len(self.suspects)

    def result(self) -> SyncResult:
        return SyncResult(self._added, self._changed, len(self.gone), self._unchanged, self._skipped)

    def take(self, file: DocumentFile, encoder: Encoder) -> None:
        """Take a file in, unless its content is what it was, or cannot be read."""
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
        self._skipped.append((file.name, "holds no text"))
        if known is not None:
            # It was emptied, which is not the same as being unreadable.
            self._index.remove(self._source, [file.name])
            self.gone.append(file.name)

    def _is_same(self, file: DocumentFile) -> bool:
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
        raise SearchError("grew while it was read")
    # A file that was written just now may be written again within the same tick of its clock: look again next time.
    mtime = file.mtime if time.time_ns() - file.mtime > MTIME_RESOLUTION else 0
    return IndexEntry(file.name, file.size, mtime, FORMAT_VERSION + sha256(data).hexdigest()), data


def _encode(encoder: Encoder, passages: Sequence[Passage]) -> NDArray[np.float32]:
    import numpy as np

    texts = [embedding_text(passage) for passage in passages]
    return np.concatenate([encoder.encode(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)])


def _reencode(index: Index, encoder: Encoder, progress: Callable[[int, int], None] | None) -> None:
    """Give every passage a vector of this encoder, then search those; what a killed run has done is not done again."""
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
