"""Documents that are added, edited or deleted while a server runs: the watcher brings them into the embedded index."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from fingerpost.errors import FingerpostError, SearchError
from fingerpost.observability.events import log_event
from fingerpost.retrieval.factory import index_name, sync_knowledge
from fingerpost.retrieval.files import find_files

if TYPE_CHECKING:
    from fingerpost.answering.assistant import Assistant

POLL_INTERVAL = 1.0
"""Seconds between two looks at the folder."""


class DocumentWatcher:
    """Follows the `knowledge` folder of the routebook that an assistant answers by, on a thread of its own.

    An index on a server is left alone: `fingerpost build index` fills it.
    """

    def __init__(self, assistant: Assistant) -> None:
        """Take the folder as it is now for indexed, as the assistant does when it opens."""
        self._assistant = assistant
        self._seen: frozenset[tuple[str, int, int]] = frozenset()
        self._seen = self._signature()
        self._stop, self._thread = threading.Event(), threading.Thread(target=self._run, name="fingerpost-documents")

    def update(self) -> bool:
        """Index what changed since the last look; return False if nothing did."""
        found = self._signature()
        if found == self._seen:
            return False
        self._seen = found
        retriever, book = self._assistant.components.retriever, self._assistant.routes.router.routebook
        if retriever is None or retriever.index.remote or book.folder is None:
            return False
        try:
            sync_knowledge(
                retriever.index, retriever.batcher, index_name(book.name, book.folder), book.folder / "knowledge"
            )
        except FingerpostError as error:
            # Logged once, and tried again after the next edit.
            remedy = "the documents from before are searched until `fingerpost build index` or the next edit"
            log_event(f"[index] {book.folder / 'knowledge'}: {error}; {remedy}", logging.WARNING)
        return True

    def start(self) -> DocumentWatcher:
        """Look every second."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop looking, once what is being indexed is done."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(POLL_INTERVAL):
            self.update()

    def _signature(self) -> frozenset[tuple[str, int, int]]:
        """Return names, sizes and times of the documents, which change with an edit."""
        folder = self._assistant.routes.router.routebook.folder
        if folder is None or self._assistant.components.retriever is None:
            return frozenset()
        try:
            files, _ = find_files(folder / "knowledge")
        except SearchError:
            # There is no such folder, or none that can be read: what is indexed stays.
            return self._seen
        return frozenset((file.name, file.size, file.mtime) for file in files)
