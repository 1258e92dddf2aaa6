"""Opens the index that the settings name, and indexes a routebook's documents when a server starts."""

from __future__ import annotations

import logging
import re
from functools import partial
from hashlib import sha256
from pathlib import Path

from fingerpost.errors import ModelError
from fingerpost.models.encoder import Batcher
from fingerpost.observability.events import log_event
from fingerpost.resilience.ladder import SEARCH
from fingerpost.retrieval.index import Index, SyncResult, sync
from fingerpost.retrieval.search import Retriever
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.retrieval.sqlite_connection import IndexNotWritableError
from fingerpost.settings import Settings


def open_retriever(settings: Settings, batcher: Batcher, name: str, knowledge: Path | None) -> Retriever:
    """Return a retriever on the index of a routebook.

    An Elasticsearch server is not contacted before the first search, and is filled by `fingerpost build index`. While
    it fails, the embedded index of the routebook's own documents is searched, if it has any.
    """
    open_embedded = partial(_open_embedded, settings, batcher, name, knowledge)
    if settings.search.elasticsearch is None:
        return Retriever(open_embedded(), batcher)
    file = index_file(settings, name)
    has_documents = (knowledge is not None and knowledge.is_dir()) or (file is not None and file.is_file())
    second = open_embedded if has_documents else None
    return Retriever(open_index(settings, name), batcher, limit=settings.call_limit(SEARCH), open_second=second)


def _open_embedded(settings: Settings, batcher: Batcher, name: str, knowledge: Path | None) -> Index:
    """Return the embedded index, synchronised with the folder; a copy in memory if its file cannot be written."""
    try:
        index = SqliteIndex(index_file(settings, name))
        try:
            sync_knowledge(index, batcher, name, knowledge)
        except BaseException:
            index.close()
            raise
    except IndexNotWritableError as error:
        log_event(f"[index] {error}; continuing with a copy in memory", logging.WARNING)
        file = index_file(settings, name)
        index = SqliteIndex() if file is None else SqliteIndex.copy_in_memory(file)
        sync_knowledge(index, batcher, name, knowledge)
    return index


def open_index(settings: Settings, name: str) -> Index:
    """Return the index of a routebook without changing it; raises SearchError where it cannot be opened."""
    if settings.search.elasticsearch is None:
        return SqliteIndex(index_file(settings, name))
    from fingerpost.retrieval.elastic import ElasticIndex

    return ElasticIndex(settings.search.elasticsearch, settings.search.name, settings.search.largest)


def index_file(settings: Settings, name: str) -> Path | None:
    """Return the file of the embedded index; None for an index in memory."""
    if settings.search.file is not None or settings.search.folder is None:
        return settings.search.file
    return settings.search.folder / f"index-{re.sub(r'[^A-Za-z0-9_.-]+', '-', name)}.sqlite"


def index_name(name: str, folder: Path | None) -> str:
    """Return the name of a routebook's index; it includes the folder, as two folders may have the same name."""
    if folder is None:
        return name
    return f"{name}-{sha256(str(folder.resolve()).encode('utf-8', 'replace')).hexdigest()[:8]}"


def knowledge_source(name: str) -> str:
    """Return the source name of the documents that come with a routebook; routebooks may share an index."""
    return f"knowledge of {name}"


def sync_knowledge(index: Index, batcher: Batcher, name: str, knowledge: Path | None) -> None:
    """Synchronise an index with the documents of a routebook, by the name of its index, and log what was done."""
    if knowledge is None or not knowledge.is_dir():
        return
    try:
        done = sync(index, batcher.yielding_encoder, knowledge, knowledge_source(name))
    except ModelError as error:
        # The indexed documents can be searched as soon as the encoder answers again.
        log_event(f"[index] {knowledge} was not synchronised: {error}", logging.WARNING)
        return
    if done.added or done.changed or done.removed:
        log_event(
            f"[index] {knowledge}: {sync_summary(done)}", added=done.added, changed=done.changed, removed=done.removed
        )
    for file, reason in done.skipped:
        log_event(f"[index] {knowledge / file} {reason}", logging.WARNING)


def sync_summary(done: SyncResult) -> str:
    """Return the result of a synchronisation as text."""
    return (
        f"{done.added} added, {done.changed} changed, {done.removed} removed, {done.unchanged} unchanged,"
        f" {len(done.skipped)} skipped"
    )
