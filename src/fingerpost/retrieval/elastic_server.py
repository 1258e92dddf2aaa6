"""Requests to an Elasticsearch server with a deadline, and a clear error for every kind of failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, TypeVar

from fingerpost.errors import SearchError
from fingerpost.runtime.fork import reset_after_fork

T = TypeVar("T")

REQUEST_TIMEOUT = 60.0
"""Seconds for a request without a deadline, as in indexing."""

BULK_SIZE = 200
"""Operations in one bulk request; a vector takes 10 kB."""


class IndexMissingError(SearchError):
    """The server has no index of this name."""


class ElasticRequestError(SearchError):
    """The server rejected the request as invalid (status 400)."""


class ElasticServer:
    """One index of a server, connected on first use; thread-safe and fork-safe."""

    def __init__(self, url: str, name: str, largest: int) -> None:
        """Use the index `name` of a server; its URL has USER:PASSWORD@ before the host where it needs them.

        `largest`: the most bytes of a response.
        """
        scheme, _, rest = url.partition("://")
        self.name = name
        self.place = f"the index {name} at {scheme}://{rest.rpartition('@')[2]}"
        self._url, self._largest = url, largest
        self._client: Any = None
        reset_after_fork(self)

    def ask(self, work: Callable[[Any], T], until: float | None = None) -> T:
        """Run work with the library's client until a deadline of `time.monotonic`; raises SearchError."""
        left = REQUEST_TIMEOUT if until is None else until - time.monotonic()
        if left <= 0:
            raise SearchError(f"{self.place}: no time left before the deadline to ask")
        client = self._connect().options(request_timeout=left)
        import elasticsearch
        from elasticsearch import ApiError, NotFoundError, SerializationError, TransportError

        try:
            return work(client)
        except elasticsearch.ConnectionTimeout as error:
            raise SearchError(f"{self.place}: no answer within {left:.1f} s: check whether it is overloaded") from error
        except (elasticsearch.UnsupportedProductError, SerializationError) as error:
            raise SearchError(
                f"{self.place}: the server there is not Elasticsearch: correct ELASTICSEARCH_URL"
            ) from error
        except TransportError as error:
            raise SearchError(
                f"{self.place} cannot be reached ({_shorten(error.message)}): start the server, or correct"
                " ELASTICSEARCH_URL"
            ) from error
        except NotFoundError as error:
            raise IndexMissingError(f"{self.place} does not exist: run `fingerpost build index`") from error
        except ApiError as error:
            raise self._explain(error.status_code, _reason(error.body) or str(error.message)) from error
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise SearchError(
                f"{self.place}: the answer cannot be read ({type(error).__name__}: {_shorten(error)}): check whether"
                " ELASTICSEARCH_URL names an Elasticsearch server of version 8"
            ) from error

    def bulk(self, operations: Sequence[dict[str, Any]], each: int, *, refresh: bool = False) -> None:
        """Send many operations of `each` lines per bulk request; raises the first error."""
        step = BULK_SIZE * each
        for start in range(0, len(operations), step):
            self.ask(partial(self._bulk, operations[start : start + step], refresh))

    def close(self) -> None:
        """Close the connections; the next use opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def after_fork(self) -> None:
        """Drop the parent's connections: a child would receive the parent's answers."""
        self._client = None

    def _connect(self) -> Any:
        if self._client is None:
            if find_spec("elasticsearch") is None:
                raise SearchError(
                    "ELASTICSEARCH_URL is set, but its client is not installed: pip install 'fingerpost[elasticsearch]'"
                )
            from elasticsearch import Elasticsearch

            from fingerpost.retrieval.elastic_node import bounded_node

            # The caller sets the timeout of every request.
            self._client = Elasticsearch(
                self._url,
                node_class=bounded_node(self._largest),
                max_retries=0,
                retry_on_timeout=False,
                retry_on_status=(),
            )
        return self._client

    def _bulk(self, operations: Sequence[dict[str, Any]], refresh: bool, client: Any) -> None:
        answer = client.bulk(index=self.name, operations=operations, refresh=refresh)
        failed = [result for item in answer["items"] for result in item.values() if "error" in result]
        if failed:
            raise self._explain(failed[0]["status"], _reason(failed[0]))

    def _explain(self, status: int, reason: str) -> SearchError:
        if status in (401, 403):
            return SearchError(
                f"{self.place} refuses this user ({status}): put USER:PASSWORD@ before the host in ELASTICSEARCH_URL"
            )
        if status in (429, 502, 503, 504):
            return SearchError(f"{self.place} is overloaded or not ready ({status}: {_shorten(reason)}): try again")
        kind = ElasticRequestError if status == 400 else SearchError
        return kind(
            f"{self.place} rejects the request ({status}: {_shorten(reason)}): if this index was not created by"
            " Fingerpost, set ELASTICSEARCH_INDEX to another name"
        )


def _reason(body: Any) -> str:
    """Return the server's reason for a failure."""
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return ""
    causes = error.get("root_cause") or [error]
    return f"{error.get('type')}: {causes[0].get('reason') or error.get('reason')}"


def _shorten(text: object) -> str:
    shown = " ".join(str(text).split())
    return shown if len(shown) <= 300 else shown[:299] + "…"
