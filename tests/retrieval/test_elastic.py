"""Elasticsearch that is down, slow, refuses access or is another program; and a real one with an aborted run."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fingerpost.errors import SearchError
from fingerpost.models.encoder import Batcher
from fingerpost.retrieval import elastic_server
from fingerpost.retrieval.factory import open_retriever
from fingerpost.retrieval.index import sync
from fingerpost.retrieval.search import Retriever
from fingerpost.settings import SearchSettings, Settings
from fingerpost.testing import WordEncoder
from tests.retrieval.words import files, near, soon, start, worded, write

pytest.importorskip("elasticsearch", reason="needs the extra fingerpost[elasticsearch]")

from fingerpost.retrieval.elastic import ElasticIndex

SECRET = "s3cret"  # noqa: S105 - of nothing


class Fake:
    """A server that gives the same answer to every request, or none; `requests` records them."""

    def __init__(self, status: int = 200, body: bytes = b"{}", product: str | None = "Elasticsearch") -> None:
        self.requests: list[tuple[str, Any]] = []
        self.headers: list[Any] = []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                asked = self.rfile.read(length)
                fake.requests.append((self.path, json.loads(asked) if asked else None))
                fake.headers.append(self.headers)
                self.send_response(status)
                self.send_header("Content-Type", "application/vnd.elasticsearch+json;compatible-with=8")
                if product:
                    self.send_header("X-Elastic-Product", product)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self) -> None:
                self.do_POST()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        self.url = f"http://reader:{SECRET}@127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def closed_port() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://reader:{SECRET}@127.0.0.1:{taken.getsockname()[1]}"


@pytest.fixture
def hanging() -> Iterator[str]:
    """A server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://reader:{SECRET}@127.0.0.1:{server.getsockname()[1]}"


async def failure(url: str, timeout: float = 10.0) -> str:
    retriever = Retriever(ElasticIndex(url, "docs"), Batcher(WordEncoder()))
    with pytest.raises(SearchError) as caught:
        await retriever.search("warehouse", timeout=timeout)
    retriever.close()
    told = str(caught.value)
    assert SECRET not in told
    assert "the index docs at http://127.0.0.1:" in told
    return told


async def test_a_server_that_is_down_stops_nobody_from_starting(closed_port: str) -> None:
    settings = Settings(cache=None, search=SearchSettings(elasticsearch=closed_port, name="docs"))
    retriever = open_retriever(settings, Batcher(WordEncoder()), "shop", Path("/nowhere"))
    assert list(retriever.headings()) == [], "and what needs headings goes on without"
    with pytest.raises(
        SearchError, match=r"cannot be reached .*start the server, or correct ELASTICSEARCH_URL"
    ) as caught:
        await retriever.search("warehouse")
    assert SECRET not in str(caught.value)
    retriever.close()


async def test_a_server_that_hangs_is_told_in_time(hanging: str) -> None:
    assert "no answer within" in await failure(hanging, timeout=0.3)


async def test_a_server_that_hangs_frees_its_threads(hanging: str) -> None:
    retriever = Retriever(ElasticIndex(hanging, "docs"), Batcher(WordEncoder()))
    ends = await asyncio.gather(*(retriever.search("x", timeout=0.3) for _ in range(6)), return_exceptions=True)
    assert all(isinstance(end, SearchError) for end in ends)
    ends = await asyncio.gather(*(retriever.search("x", timeout=0.3) for _ in range(6)), return_exceptions=True)
    assert all(isinstance(end, SearchError) for end in ends)
    retriever.close()


@pytest.mark.parametrize(
    ("fake", "told"),
    [
        ({"body": b"<html>hello</html>", "product": None}, "correct ELASTICSEARCH_URL"),
        ({"body": b"{}", "product": None}, "the server there is not Elasticsearch"),
        ({"body": b"\xff\xfe\0"}, "the server there is not Elasticsearch"),
        ({"body": b'{"hits":'}, "the server there is not Elasticsearch"),
        ({"body": b"{}"}, "the answer cannot be read"),
        ({"body": b"[]"}, "the answer cannot be read"),
        ({"body": b'{"hits": {"hits": [7]}}'}, "the answer cannot be read"),
        ({"body": b'{"hits": {"hits": [{"_id": "1"}]}, "docs": "none"}'}, "the answer cannot be read"),
        ({"status": 401, "body": b'{"error": "who?"}'}, "put USER:PASSWORD@ before the host"),
        ({"status": 403, "body": b"{}"}, "refuses this user"),
        ({"status": 404, "body": b'{"error": {"type": "index_not_found_exception"}}'}, "run `fingerpost build index`"),
        ({"status": 429, "body": b"{}"}, "try again"),
        ({"status": 503, "body": b'{"error": {"type": "x", "reason": "no shards"}}'}, "no shards"),
        ({"status": 500, "body": b'{"error": "boom"}'}, "rejects the request"),
        ({"status": 400, "body": b'{"error": {"root_cause": [{"reason": "bad field"}]}}'}, "bad field"),
    ],
)
async def test_whatever_answers_is_told_in_words(fake: dict[str, Any], told: str) -> None:
    server = Fake(**fake)
    try:
        assert told in await failure(server.url)
    finally:
        server.close()


async def test_a_user_s_words_are_values_and_never_part_of_a_query_language() -> None:
    server = Fake(body=b'{"hits": {"hits": []}, "found": false}')
    query = 'title:secret OR (_exists_:x) AND /re.*/ "quoted" {"match_all": {}}'
    retriever = Retriever(ElasticIndex(server.url, "docs"), Batcher(WordEncoder()))
    try:
        assert await retriever.search(query) == []
    finally:
        retriever.close()
        server.close()
    [asked] = [body for path, body in server.requests if body and "query" in body]
    assert list(asked["query"]) == ["multi_match"]
    assert asked["query"]["multi_match"]["query"] == "title secret exists x re quoted match matchall"
    assert "query_string" not in json.dumps([body for _, body in server.requests])
    assert server.headers
    assert all(headers["Authorization"].startswith("Basic ") for headers in server.headers)


def test_without_the_client_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elastic_server, "find_spec", lambda _: None)
    with pytest.raises(SearchError, match=r"pip install 'fingerpost\[elasticsearch\]'"):
        ElasticIndex("http://127.0.0.1:1", "docs").by_words("x", 1, soon())


def test_no_time_left_is_told() -> None:
    with pytest.raises(SearchError, match="no time left"):
        ElasticIndex("http://127.0.0.1:1", "docs").by_words("x", 1, soon() - 1000)


# On a real server


@pytest.fixture
def real(elasticsearch: str) -> Iterator[ElasticIndex]:
    from tests.retrieval.conftest import elastic

    for made in elastic(elasticsearch):
        assert isinstance(made, ElasticIndex)
        yield made


def test_an_index_that_is_not_there_is_told(real: ElasticIndex) -> None:
    for ask in (lambda: worded(real, "x"), lambda: near(real, "x"), real.count):
        with pytest.raises(SearchError, match="does not exist: run `fingerpost build index`"):
            ask()
    assert real.encoder() is None
    assert real.documents("s") == {}


SYNC = """
import sys
from pathlib import Path
from fingerpost.retrieval import elastic
from fingerpost.retrieval.index import sync
from fingerpost.testing import WordEncoder
elastic.DOCUMENTS_PER_BATCH = 4
print("ready", flush=True)
index = elastic.ElasticIndex(sys.argv[1], sys.argv[2])
sync(index, WordEncoder(), Path(sys.argv[3]), "s", lambda n, _: print(n, flush=True))
"""


@pytest.mark.kill
def test_a_killed_run_leaves_an_index_that_the_next_one_completes(
    real: ElasticIndex, elasticsearch: str, folder: Path
) -> None:
    pages = {f"{i}.md": f"# Page {i}\n\nold words\n\n## Part\n\n{'more old words ' * 20}\n" for i in range(20)}
    write(folder, pages)
    sync(real, WordEncoder(), folder, "s")
    write(folder, {name: text.replace("old", "new") + "again\n" for name, text in pages.items()})
    for stop in (3, 6):
        process = start(SYNC, elasticsearch, real._server.name, folder)
        assert process.stdout is not None
        while process.stdout.readline() not in (f"{stop}\n", ""):
            pass
        process.send_signal(signal.SIGKILL)
        process.communicate()
        real._refresh()
        assert len(near(real, "Page 7 words")) >= 40, "nothing that was there is lost"
        assert files(worded(real, "Page 19"))
    done = sync(real, WordEncoder(), folder, "s")
    assert done.added == done.removed == 0
    assert done.changed + done.unchanged == 20
    assert done.changed >= 12
    assert real.count() == 40
    assert worded(real, "old") == []
    assert len(worded(real, "new")) == 40


def test_vectors_of_the_encoder_before_are_gone_after_a_change(real: ElasticIndex, folder: Path) -> None:
    from tests.retrieval.words import OtherEncoder

    write(folder, {"a.md": "apples", "b.md": "bananas"})
    sync(real, WordEncoder(), folder, "s")
    sync(real, OtherEncoder(), folder, "s")
    rows = list(real._rows("passage", [], ["vector_*"], None))
    assert [len(row) for row in rows] == [1, 1]
    assert np.array(next(iter(rows[0].values()))).shape == (16,)


def test_more_files_than_fit_on_a_page(real: ElasticIndex, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fingerpost.retrieval import elastic

    monkeypatch.setattr(elastic, "PAGE", 7)
    monkeypatch.setattr(elastic, "DOCUMENTS_PER_BATCH", 3)
    monkeypatch.setattr(elastic_server, "BULK_SIZE", 2)
    write(folder, {f"{i}.md": f"document {i}" for i in range(20)})
    sync(real, WordEncoder(), folder, "s")
    assert len(real.documents("s")) == 20
    assert len(real.headings()) == 20
    for i in range(15):
        (folder / f"{i}.md").unlink()
    assert sync(real, WordEncoder(), folder, "s").removed == 15
    assert real.count() == 5
