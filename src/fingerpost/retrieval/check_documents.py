"""What is weak in the documents of a routebook: none for routes that answer from them, and files without use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fingerpost.errors import SearchError
from fingerpost.retrieval.documents import read_document
from fingerpost.retrieval.factory import index_file, index_name, knowledge_source
from fingerpost.retrieval.files import find_files
from fingerpost.retrieval.passages import split_into_passages
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings

KNOWLEDGE = "knowledge"


class DocumentAdvice(NamedTuple):
    """One weakness: what it is, the file or folder, and what to do."""

    what: str
    where: str
    remedy: str


def check_documents(book: Routebook, settings: Settings) -> Iterator[DocumentAdvice]:
    """Yield what is weak in the folder `knowledge` of a routebook whose routes answer from documents."""
    routes = [route.name for route in book.routes if route.retrieval]
    if book.folder is None or not routes:
        return
    folder, usable = book.folder / KNOWLEDGE, 0
    if folder.is_dir():
        files, skipped = find_files(folder)
        for file in files:
            try:
                if split_into_passages(read_document(file.name, file.path.read_bytes()), file.name):
                    usable += 1
                else:
                    skipped.append((file.name, "contains no text"))
            except OSError as error:
                skipped.append((file.name, f"cannot be read: {error.strerror}"))
            except SearchError as error:
                skipped.append((file.name, str(error)))
        for name, reason in skipped:
            remedy = "mend that, or delete the file: nothing of it can be found until then"
            yield DocumentAdvice(f"a document is not used: it {reason}", f"{KNOWLEDGE}/{name}", remedy)
    if not usable and not _has_other_documents(book, settings):
        yield DocumentAdvice(
            f"{', '.join(routes)} should answer from documents (retrieval = true), and there are none",
            f"{KNOWLEDGE}/",
            "put Markdown, text, HTML or PDF there, index another folder with `fingerpost build index FOLDER`, or leave"
            " retrieval out",
        )


def _has_other_documents(book: Routebook, settings: Settings) -> bool:
    """Return whether documents of other folders may be searched."""
    if settings.search.elasticsearch is not None:
        return True
    name = index_name(book.name, book.folder)
    file = index_file(settings, name)
    if file is None or not file.is_file():
        return False
    try:
        index = SqliteIndex(file)
    except SearchError:
        # What it holds is not known; the first search tells what is wrong with it.
        return True
    try:
        return index.count() > 0 and not index.documents(knowledge_source(name))
    finally:
        index.close()
