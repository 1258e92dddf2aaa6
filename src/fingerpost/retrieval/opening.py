"""Opens the index that the settings name. (A first version, so that others can go on; the author of the package replaces it.)"""

from __future__ import annotations

from pathlib import Path

from fingerpost.models.encoder import Batcher
from fingerpost.retrieval.index import sync
from fingerpost.retrieval.search import Retriever
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.settings import Settings


def open_retriever(settings: Settings, batcher: Batcher, name: str, knowledge: Path | None) -> Retriever:
    """Return a retriever over the routebook's documents."""
    search = settings.search
    file = search.file or (search.folder / f"index-{name}.sqlite" if search.folder else None)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    index = SqliteIndex(file)
    if knowledge is not None and knowledge.is_dir():
        sync(index, batcher.shared, knowledge, "knowledge")
    return Retriever(index, batcher)
