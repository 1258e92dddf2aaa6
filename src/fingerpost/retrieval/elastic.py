"""An index on an Elasticsearch server. Rankings are fused on our side: the server's own fusion needs a licence."""

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
from fingerpost.types import Passage

DOCUMENTS_PER_BATCH = 50
"""Documents that are brought in before their old passages go."""

PAGE = 1_000
"""Rows that are read at once."""

HEADINGS_TTL, HEADINGS_TIMEOUT = 30.0, 0.5
"""Seconds for which headings are taken to be the same, and for which they are waited for."""

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
    """Passages, what is known of their files, and which encoder made the vectors, all in one index.

    A document's new passages come before its old ones go, and its entry comes last: whoever is killed on the way
    leaves an index that can be searched, and the next run does the document again.
    """

    concurrent = True

    def __init__(self, url: str, name: str) -> None:
        """Name server and index; nothing is asked yet, so that a server that is down stops nobody from starting."""
        self._server = ElasticServer(url, name)
        self.place = self._server.place
        self._waiting: dict[tuple[str, str], tuple[IndexEntry, list[str]]] = {}
        self._mapped: set[str] = set()
        self._headings: tuple[float, Sequence[tuple[str, str]]] | None = None

    def by_words(self, query: str, limit: int, until: float) -> list[Key]:
        """Return the passages that hold words of a query, the best first (BM25)."""
        words = query_terms(query)
        if not words:
            return []
        # A match query takes words for words, whatever signs stand in them.
        match = {"multi_match": {"query": " ".join(words), "type": "most_fields", "fields": _SEARCHED_FIELDS}}
        return self._found(until, size=limit, query=match)

    def by_vector(self, vector: NDArray[np.float32], encoder: str, limit: int, until: float) -> list[Key]:
        """Return the passages nearest to a vector; refuses one of another encoder."""
        nearest = {
            "field": _vector_field(encoder),
            "query_vector": vector.tolist(),
            "k": limit,
            "num_candidates": 4 * limit,
        }
        try:
            found = self._found(until, size=limit, knn=nearest)
        except ElasticRequestError:
            self._check(encoder, until)
            # There is no such field before the first passage comes in, which may have happened just now.
            return self._found(until, size=limit, knn=nearest) if self._is_mapped(encoder, until) else []
        if not found:
            self._check(encoder, until)
        return found

    def fetch(self, keys: Sequence[Key], encoder: str, until: float) -> dict[Key, tuple[Passage, NDArray[np.float32]]]:
        """Return passages with their vectors; those that are gone are missing."""
        field = _vector_field(encoder)

        def work(client: Any) -> dict[Key, tuple[Passage, NDArray[np.float32]]]:
            answer = client.mget(index=self._server.name, ids=list(keys), source_includes=[*_PASSAGE_FIELDS, field])
            there = {doc["_id"]: doc["_source"] for doc in answer["docs"] if doc["found"]}
            return {
                key: (_passage(row), np.array(row[field], dtype=np.float32))
                for key, row in there.items()
                if field in row
            }

        return self._server.ask(work, until)

    def headings(self) -> Sequence[tuple[str, str]]:
        """Return file and heading of every passage; where the server cannot be asked, those that were known last."""
        if self._headings is None or time.monotonic() - self._headings[0] > HEADINGS_TTL:
            known: Sequence[tuple[str, str]] = self._headings[1] if self._headings else ()
            try:
                rows = self._rows("file", [], ["file", "headings"], time.monotonic() + HEADINGS_TIMEOUT)
                known = tuple((row["file"], heading) for row in rows for heading in row["headings"])
            except SearchError:
                # The search that follows will say so.
                pass
            self._headings = time.monotonic(), known
        return self._headings[1]

    def count(self) -> int:
        """Return how many passages there are."""
        passages = _filter(("kind", "passage"))
        return self._server.ask(lambda client: int(client.count(index=self._server.name, query=passages)["count"]))

    def encoder(self) -> str | None:
        """Return the fingerprint of the encoder whose vectors are searched; None before anything was indexed."""
        return self._state(None)

    def documents(self, source: str) -> Mapping[str, IndexEntry]:
        """Return what was indexed of a source, by file."""
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
        """Take a document in; what was there of it goes with the next `finish`, or when some more have come."""
        self._map(encoder, vectors.shape[1])
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
        self._waiting[source, entry.file] = entry, headings
        if len(self._waiting) >= DOCUMENTS_PER_BATCH:
            self._replace()

    def touch(self, source: str, entry: IndexEntry) -> None:
        """Note a new size and time of a document whose content is the same."""
        changed = {"doc": {"size": entry.size, "mtime": entry.mtime}}
        self._server.bulk([{"update": {"_id": _key(source, entry.file)}}, changed], 2)

    def remove(self, source: str, files: Collection[str]) -> None:
        """Let documents go."""
        names = list(files)
        for start in range(0, len(names), PAGE):
            part = names[start : start + PAGE]
            self._delete(
                {"bool": {"filter": [*_terms(("kind", "passage"), ("source", source)), {"terms": {"file": part}}]}}
            )
            self._server.bulk([{"delete": {"_id": _key(source, file)}} for file in part], 1)

    def without_vector(self, encoder: str, limit: int) -> list[tuple[Key, Passage]]:
        """Return some passages that have no vector of an encoder yet."""
        lacking = {
            "bool": {"filter": _terms(("kind", "passage")), "must_not": {"exists": {"field": _vector_field(encoder)}}}
        }

        def work(client: Any) -> list[tuple[Key, Passage]]:
            found = client.search(index=self._server.name, query=lacking, size=limit, source_includes=_PASSAGE_FIELDS)
            return [(hit["_id"], _passage(hit["_source"])) for hit in found["hits"]["hits"]]

        return self._server.ask(work)

    def add_vectors(self, encoder: str, keys: Sequence[Key], vectors: NDArray[np.float32]) -> None:
        """Add vectors of an encoder beside those that are searched."""
        self._map(encoder, vectors.shape[1])
        operations: list[dict[str, Any]] = []
        for key, vector in zip(keys, vectors, strict=True):
            operations += [{"update": {"_id": key}}, {"doc": {_vector_field(encoder): vector.tolist()}}]
        self._server.bulk(operations, 2, refresh=True)

    def switch_encoder(self, encoder: str) -> None:
        """Search the vectors of this encoder from now on, and let those of the one before go."""
        before = self._state(None)
        if before is None:
            self._create()
        else:
            self._replace()
        state = {"kind": _STATE, "encoder": encoder}
        self._server.ask(
            lambda client: client.index(index=self._server.name, id=_STATE, document=state, refresh=True).body
        )
        if before not in (None, encoder):
            old = _vector_field(str(before))
            script = {"source": "ctx._source.remove(params.field)", "params": {"field": old}}
            # Last: they are in nobody's way, and there may be many.
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

    def finish(self) -> None:
        """Let the old passages of changed documents go, and make everything visible to searches."""
        self._replace()
        self._refresh()
        self._headings = None

    def exclusive_writer(self) -> AbstractContextManager[None]:
        """Keep nobody out: two that bring in the same document do the same."""
        return nullcontext()

    def close(self) -> None:
        """Close the connections."""
        self._server.close()

    def _found(self, until: float, **search: Any) -> list[Key]:
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
        """Read all rows of a kind, page by page."""
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

    def _state(self, until: float | None) -> str | None:
        def work(client: Any) -> str | None:
            answer = client.options(ignore_status=404).get(index=self._server.name, id=_STATE)
            return str(answer["_source"]["encoder"]) if answer.get("found") else None

        return self._server.ask(work, until)

    def _check(self, encoder: str, until: float) -> None:
        stored = self._state(until)
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
            # Another process was first.
            if "resource_already_exists" not in str(error):
                raise

    def _is_mapped(self, encoder: str, until: float) -> bool:
        mapping = self._server.ask(lambda client: client.indices.get_mapping(index=self._server.name).body, until)
        return any(_vector_field(encoder) in index["mappings"]["properties"] for index in mapping.values())

    def _map(self, encoder: str, width: int) -> None:
        """Make a field for the vectors of an encoder; one that is there already stays as it is."""
        field = _vector_field(encoder)
        if field not in self._mapped:
            vectors = {"type": "dense_vector", "dims": width, "index": True, "similarity": "cosine"}
            self._server.ask(
                lambda client: client.indices.put_mapping(index=self._server.name, properties={field: vectors}).body
            )
            self._mapped.add(field)

    def _replace(self) -> None:
        """Let the old passages of the documents go that came in, and note these as they are."""
        waiting, self._waiting = self._waiting, {}
        if not waiting:
            return
        old = [
            {
                "bool": {
                    "filter": _terms(("kind", "passage"), ("source", source), ("file", entry.file)),
                    "must_not": _terms(("digest", entry.digest)),
                }
            }
            for (source, _), (entry, _) in waiting.items()
        ]
        self._delete({"bool": {"should": old, "minimum_should_match": 1}})
        operations: list[dict[str, Any]] = []
        for (source, _), (entry, headings) in waiting.items():
            row = {"kind": "file", "source": source, "headings": headings, **entry._asdict()}
            operations += [{"index": {"_id": _key(source, entry.file)}}, row]
        self._server.bulk(operations, 2)

    def _delete(self, query: dict[str, Any]) -> None:
        # Only what a refresh has made visible is found.
        self._refresh()
        self._server.ask(
            lambda client: (
                client.delete_by_query(index=self._server.name, query=query, conflicts="proceed", refresh=True).body
            )
        )

    def _refresh(self) -> None:
        self._server.ask(lambda client: client.indices.refresh(index=self._server.name).body)


def _vector_field(encoder: str) -> str:
    """Return the field that holds the vectors of an encoder, so that those of two are never mixed."""
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
