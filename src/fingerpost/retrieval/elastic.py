"""An index on an Elasticsearch server; rankings are fused in `search`, because the server's fusion needs a licence."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fingerpost.errors import SearchError
from fingerpost.retrieval.elastic_server import ElasticRequestError, ElasticServer, IndexMissingError
from fingerpost.retrieval.index import IndexEntry, Key, encoder_mismatch
from fingerpost.retrieval.passages import HEADING_SEPARATOR
from fingerpost.retrieval.terms import WEIGHTS, identifier_parts, query_terms
from fingerpost.settings import LARGEST_RESPONSE
from fingerpost.types import Passage

DOCUMENTS_PER_BATCH = 50
"""Documents indexed before their old passages are deleted."""

PAGE = 1_000
"""Rows read per request."""

HEADINGS_TTL, HEADINGS_TIMEOUT = 30.0, 0.5
"""Seconds for which headings are cached, and seconds to wait for them."""

_STATE = "state"
_ANALYZER = {"type": "custom", "tokenizer": "standard", "filter": ["lowercase", "asciifolding"]}
_SETTINGS = {"index": {"auto_expand_replicas": "0-1"}, "analysis": {"analyzer": {"folded": _ANALYZER}}}
_MAPPINGS = {
    "dynamic": False,
    "properties": {
        **{name: {"type": "keyword"} for name in ("kind", "source", "file", "digest")},
        **{name: {"type": "text", "analyzer": "folded"} for name in WEIGHTS},
    },
}
_SEARCHED_FIELDS = [f"{name}^{weight:g}" for name, weight in WEIGHTS.items()]
_PASSAGE_FIELDS = ["file", "title", "heading", "content", "number"]


class ElasticIndex:
    """Passages, the entries of their files, and the name of the encoder, all in one Elasticsearch index.

    A document's new passages are written before its old ones are deleted, and its entry is written last: an aborted
    run leaves a searchable index, and the next run indexes the document again.
    """

    concurrent = remote = True

    def __init__(self, url: str, name: str, largest: int = LARGEST_RESPONSE) -> None:
        """Use an index of a server; no request is sent yet, so that a server that is down does not prevent a start.

        `largest`: the most bytes of a response.
        """
        self._server = ElasticServer(url, name, largest)
        self.place = self._server.place
        self._pending: dict[tuple[str, str], tuple[IndexEntry, list[str]]] = {}
        self._known_fields: set[str] = set()
        self._headings: tuple[float, Sequence[tuple[str, str]]] | None = None

    def by_words(self, query: str, limit: int, until: float) -> list[Key]:
        """Return the passages that contain words of a query, the best first (BM25)."""
        words = query_terms(query)
        if not words:
            return []
        # A match query does not interpret operators in the words.
        match = {"multi_match": {"query": " ".join(words), "type": "most_fields", "fields": _SEARCHED_FIELDS}}
        return self._search(until, size=limit, query=match)

    def by_vector(self, vector: NDArray[np.float32], encoder: str, limit: int, until: float) -> list[Key]:
        """Return the passages nearest to a vector; raises SearchError where the index has another encoder."""
        nearest = {
            "field": _vector_field(encoder),
            "query_vector": vector.tolist(),
            "k": limit,
            "num_candidates": 4 * limit,
        }
        try:
            found = self._search(until, size=limit, knn=nearest)
        except ElasticRequestError:
            self._check_encoder(encoder, until)
            # The field is created with the first passage, which may have been added just now.
            return self._search(until, size=limit, knn=nearest) if self._has_vector_field(encoder, until) else []
        if not found:
            self._check_encoder(encoder, until)
        return found

    def fetch(self, keys: Sequence[Key], encoder: str, until: float) -> dict[Key, tuple[Passage, NDArray[np.float32]]]:
        """Return passages with their vectors; deleted ones are left out."""
        field = _vector_field(encoder)

        def work(client: Any) -> dict[Key, tuple[Passage, NDArray[np.float32]]]:
            answer = client.mget(index=self._server.name, ids=list(keys), source_includes=[*_PASSAGE_FIELDS, field])
            found = {doc["_id"]: doc["_source"] for doc in answer["docs"] if doc["found"]}
            return {
                key: (_passage(row), np.array(row[field], dtype=np.float32))
                for key, row in found.items()
                if field in row
            }

        return self._server.ask(work, until)

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every passage; where the server does not answer, the last known ones."""
        if self._headings is None or time.monotonic() - self._headings[0] > HEADINGS_TTL:
            known: Sequence[tuple[str, str]] = self._headings[1] if self._headings else ()
            try:
                rows = self._rows("file", [], ["file", "headings"], time.monotonic() + HEADINGS_TIMEOUT)
                known = tuple((row["file"], heading) for row in rows for heading in row["headings"])
            except SearchError:
                # The search that follows reports the error.
                pass
            self._headings = time.monotonic(), known
        return self._headings[1]

    def count(self) -> int:
        """Return the number of passages."""
        passages = _filter(("kind", "passage"))
        return self._server.ask(lambda client: int(client.count(index=self._server.name, query=passages)["count"]))

    def encoder(self) -> str | None:
        """Return the fingerprint of the encoder whose vectors are searched; None before anything was indexed."""
        return self._stored_encoder(None)

    def documents(self, source: str) -> Mapping[str, IndexEntry]:
        """Return the entries of a source by file."""
        try:
            rows = list(self._rows("file", [("source", source)], list(IndexEntry._fields), None))
        except IndexMissingError:
            return {}
        return {row["file"]: IndexEntry(**row) for row in rows}

    def put(
        self,
        source: str,
        entry: IndexEntry,
        title: str,
        passages: Sequence[Passage],
        vectors: NDArray[np.float32],
        encoder: str,
    ) -> None:
        """Add or replace a document; its old passages are deleted by `finish`, or after some more documents."""
        self._create_vector_field(encoder, vectors.shape[1])
        operations: list[dict[str, Any]] = []
        for passage, vector in zip(passages, vectors, strict=True):
            key = _key(source, entry.file, entry.digest, passage.number)
            row = {
                "kind": "passage",
                "source": source,
                "file": entry.file,
                "digest": entry.digest,
                "number": passage.number,
                "title": title,
                "heading": passage.heading.removeprefix(title).removeprefix(HEADING_SEPARATOR),
                "content": passage.text,
                "names": identifier_parts(passage.heading),
                "parts": identifier_parts(passage.text),
                _vector_field(encoder): vector.tolist(),
            }
            operations += [{"index": {"_id": key}}, row]
        self._server.bulk(operations, 2)
        headings = list(dict.fromkeys(passage.heading for passage in passages))
        self._pending[source, entry.file] = entry, headings
        if len(self._pending) >= DOCUMENTS_PER_BATCH:
            self._delete_replaced()

    def touch(self, source: str, entry: IndexEntry) -> None:
        """Update size and time of a document whose content did not change."""
        changed = {"doc": {"size": entry.size, "mtime": entry.mtime}}
        self._server.bulk([{"update": {"_id": _key(source, entry.file)}}, changed], 2)

    def remove(self, source: str, files: Collection[str]) -> None:
        """Remove documents."""
        names = list(files)
        for start in range(0, len(names), PAGE):
            part = names[start : start + PAGE]
            self._delete(
                {"bool": {"filter": [*_terms(("kind", "passage"), ("source", source)), {"terms": {"file": part}}]}}
            )
            self._server.bulk([{"delete": {"_id": _key(source, file)}} for file in part], 1)

    def without_vector(self, encoder: str, limit: int) -> list[tuple[Key, Passage]]:
        """Return up to `limit` passages that have no vector of an encoder yet."""
        without_vector = {
            "bool": {"filter": _terms(("kind", "passage")), "must_not": {"exists": {"field": _vector_field(encoder)}}}
        }

        def work(client: Any) -> list[tuple[Key, Passage]]:
            found = client.search(
                index=self._server.name, query=without_vector, size=limit, source_includes=_PASSAGE_FIELDS
            )
            return [(hit["_id"], _passage(hit["_source"])) for hit in found["hits"]["hits"]]

        return self._server.ask(work)

    def add_vectors(self, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
        """Add vectors of an encoder beside those in use."""
        self._create_vector_field(encoder, vectors.shape[1])
        operations: list[dict[str, Any]] = []
        for key, vector in zip(keys, vectors, strict=True):
            operations += [{"update": {"_id": key}}, {"doc": {_vector_field(encoder): vector.tolist()}}]
        self._server.bulk(operations, 2, refresh=True)

    def switch_encoder(self, encoder: str) -> None:
        """Use the vectors of this encoder from now on, and delete those of the previous one."""
        before = self._stored_encoder(None)
        if before is None:
            self._create()
        else:
            self._delete_replaced()
        state = {"kind": _STATE, "encoder": encoder}
        self._server.ask(
            lambda client: client.index(index=self._server.name, id=_STATE, document=state, refresh=True).body
        )
        if before not in (None, encoder):
            old = _vector_field(str(before))
            script = {"source": "ctx._source.remove(params.field)", "params": {"field": old}}
            # Last, because there may be many and they do no harm.
            self._server.ask(
                lambda client: (
                    client.update_by_query(
                        index=self._server.name,
                        query={"exists": {"field": old}},
                        script=script,
                        conflicts="proceed",
                        refresh=True,
                    ).body
                )
            )

    def calibration(self) -> str | None:
        """Return what `set_calibration` stored last."""
        return self._stored_state("calibration", None)

    def set_calibration(self, text: str) -> None:
        """Store the scale of the encoder with the index."""
        change = {"calibration": text}
        self._server.ask(
            lambda client: client.update(index=self._server.name, id=_STATE, doc=change, refresh=True).body
        )

    def finish(self) -> None:
        """Delete the old passages of changed documents, and make all changes visible to searches."""
        self._delete_replaced()
        self._refresh()
        self._headings = None

    def exclusive_writer(self) -> AbstractContextManager[None]:
        """Take no lock: two processes that index the same document write the same data."""
        return nullcontext()

    def close(self) -> None:
        """Close the connections."""
        self._server.close()

    def _search(self, until: float, **search: Any) -> list[Key]:
        return self._server.ask(
            lambda client: [
                str(hit["_id"])
                for hit in client.search(index=self._server.name, source=False, **search)["hits"]["hits"]
            ],
            until,
        )

    def _rows(
        self, kind: str, terms: Sequence[tuple[str, str]], fields: list[str], until: float | None
    ) -> Iterator[dict[str, Any]]:
        """Yield all rows of a kind, page by page."""
        after: list[Any] | None = None
        while True:

            def work(client: Any, after: list[Any] | None = after) -> list[dict[str, Any]]:
                found = client.search(
                    index=self._server.name,
                    query=_filter(("kind", kind), *terms),
                    sort=[{"file": "asc"}, {"source": "asc"}],
                    size=PAGE,
                    source_includes=fields,
                    search_after=after,
                )
                return [{"_source": hit["_source"], "sort": hit["sort"]} for hit in found["hits"]["hits"]]

            page = self._server.ask(work, until)
            yield from (row["_source"] for row in page)
            if len(page) < PAGE:
                return
            after = page[-1]["sort"]

    def _stored_encoder(self, until: float | None) -> str | None:
        return self._stored_state("encoder", until)

    def _stored_state(self, name: str, until: float | None) -> str | None:
        def work(client: Any) -> str | None:
            answer = client.options(ignore_status=404).get(index=self._server.name, id=_STATE)
            found = answer["_source"].get(name) if answer.get("found") else None
            return None if found is None else str(found)

        return self._server.ask(work, until)

    def _check_encoder(self, encoder: str, until: float) -> None:
        stored = self._stored_encoder(until)
        if stored not in (None, encoder):
            raise encoder_mismatch(self.place, stored, encoder)

    def _create(self) -> None:
        try:
            self._server.ask(
                lambda client: (
                    client.indices.create(index=self._server.name, mappings=_MAPPINGS, settings=_SETTINGS).body
                )
            )
        except ElasticRequestError as error:
            # Another process created it first.
            if "resource_already_exists" not in str(error):
                raise

    def _has_vector_field(self, encoder: str, until: float) -> bool:
        mapping = self._server.ask(lambda client: client.indices.get_mapping(index=self._server.name).body, until)
        return any(_vector_field(encoder) in index["mappings"]["properties"] for index in mapping.values())

    def _create_vector_field(self, encoder: str, width: int) -> None:
        """Create the field for the vectors of an encoder, if it does not exist."""
        field = _vector_field(encoder)
        if field not in self._known_fields:
            vectors = {"type": "dense_vector", "dims": width, "index": True, "similarity": "cosine"}
            self._server.ask(
                lambda client: client.indices.put_mapping(index=self._server.name, properties={field: vectors}).body
            )
            self._known_fields.add(field)

    def _delete_replaced(self) -> None:
        """Delete the old passages of the documents that were added, and write their entries."""
        pending, self._pending = self._pending, {}
        if not pending:
            return
        old = [
            {
                "bool": {
                    "filter": _terms(("kind", "passage"), ("source", source), ("file", entry.file)),
                    "must_not": _terms(("digest", entry.digest)),
                }
            }
            for (source, _), (entry, _) in pending.items()
        ]
        self._delete({"bool": {"should": old, "minimum_should_match": 1}})
        operations: list[dict[str, Any]] = []
        for (source, _), (entry, headings) in pending.items():
            row = {"kind": "file", "source": source, "headings": headings, **entry._asdict()}
            operations += [{"index": {"_id": _key(source, entry.file)}}, row]
        self._server.bulk(operations, 2)

    def _delete(self, query: dict[str, Any]) -> None:
        # The query finds only what a refresh has made visible.
        self._refresh()
        self._server.ask(
            lambda client: (
                client.delete_by_query(index=self._server.name, query=query, conflicts="proceed", refresh=True).body
            )
        )

    def _refresh(self) -> None:
        self._server.ask(lambda client: client.indices.refresh(index=self._server.name).body)


def _vector_field(encoder: str) -> str:
    """Return the name of the field for the vectors of an encoder; every encoder has its own."""
    return f"vector_{sha256(encoder.encode()).hexdigest()[:16]}"


def _key(*parts: object) -> str:
    return sha256("\0".join(map(str, parts)).encode()).hexdigest()[:40]


def _terms(*pairs: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"term": {name: value}} for name, value in pairs]


def _filter(*pairs: tuple[str, str]) -> dict[str, Any]:
    return {"bool": {"filter": _terms(*pairs)}}


def _passage(row: dict[str, Any]) -> Passage:
    heading = f"{row['title']}{HEADING_SEPARATOR}{row['heading']}" if row["heading"] else row["title"]
    return Passage(row["file"], heading, row["content"], row["number"])
