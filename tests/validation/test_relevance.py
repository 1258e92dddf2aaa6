"""Whether passages answer a question, by the documents' own scale and by a model's word."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from fingerpost.errors import ModelError
from fingerpost.models.encoder import PLAIN, Batcher, EmbeddedEncoder, Encoder
from fingerpost.models.remote_encoder import RemoteEncoder
from fingerpost.retrieval import matching
from fingerpost.retrieval.factory import open_retriever
from fingerpost.retrieval.matching import NO_MATCH, answer_evidence
from fingerpost.retrieval.search import Retriever
from fingerpost.settings import EMBEDDED_ENCODERS, SearchSettings, Settings, Slot
from fingerpost.validation.relevance import parse_yes_no, relevance_score

HELP_CENTRE = Path(__file__).parents[1] / "data" / "answers" / "help-centre"


def test_the_best_passage_counts() -> None:
    one, other = np.eye(2, dtype=np.float32)
    assert relevance_score(one, [other, one]) == 1.0
    assert relevance_score(one, [other]) == 0.0
    assert relevance_score(one, []) == -1.0


@pytest.mark.parametrize(
    ("answer", "yes"), [("YES", True), ("yes.", True), ("**No**, it is not", False), ("no", False)]
)
def test_a_model_says_yes_or_no_with_its_first_word(answer: str, yes: bool) -> None:
    assert parse_yes_no(answer) is yes


@pytest.mark.parametrize("answer", ["", "maybe", "yesterday", "it says yes"])
def test_any_other_word_is_no_answer(answer: str) -> None:
    with pytest.raises(ModelError, match="neither YES nor NO"):
        parse_yes_no(answer)


def test_more_similarity_and_more_coverage_are_more_evidence() -> None:
    match = NO_MATCH._replace(similarity=0.0, coverage=0.3)
    assert answer_evidence(match._replace(similarity=1.0)) > answer_evidence(match)
    assert answer_evidence(match._replace(coverage=0.4)) > answer_evidence(match)
    assert answer_evidence(match._replace(foreign=True)) > answer_evidence(match)
    assert answer_evidence(NO_MATCH) < 0


class _Embeddings(BaseHTTPRequestHandler):
    encoder = EmbeddedEncoder(EMBEDDED_ENCODERS[0])

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def do_POST(self) -> None:
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        rows = self.encoder.encode(texts)
        data = [{"object": "embedding", "index": i, "embedding": row.tolist()} for i, row in enumerate(rows)]
        body = json.dumps({"object": "list", "model": "other", "data": data, "usage": {}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def remote() -> Iterator[Encoder]:
    """An encoder behind /v1/embeddings that nothing was fitted for: another one than documents have by default."""
    pytest.importorskip("openai", reason="needs the extra fingerpost[llm]")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Embeddings)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    encoder = RemoteEncoder(Slot(f"http://127.0.0.1:{server.server_port}/v1", "other"), timeout=60)
    yield encoder
    encoder.close()
    server.shutdown()
    thread.join()
    server.server_close()


def open_help_centre(encoder: Encoder, folder: Path) -> Retriever:
    settings = Settings(cache=None, search=SearchSettings(folder=folder))
    return open_retriever(settings, Batcher(encoder), "help", HELP_CENTRE / "knowledge")


async def judged(retriever: Retriever) -> tuple[float, float]:
    """Return the shares of questions that are rightly held to be answered, and not to be."""
    said: dict[bool, list[bool]] = {True: [], False: []}
    for line in (HELP_CENTRE / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        answered = answer_evidence(await retriever.match(row["text"], row["text"])) >= 0
        said[row["kind"] == "docs"].append(answered)
    return sum(said[True]) / len(said[True]), 1 - sum(said[False]) / len(said[False])


@pytest.mark.parametrize("which", ["embedded", "remote"])
async def test_documents_of_another_trade_are_judged_with_any_encoder(
    which: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    encoder = EmbeddedEncoder(PLAIN) if which == "embedded" else request.getfixturevalue("remote")
    retriever = open_help_centre(encoder, tmp_path)
    answered, unanswerable = await judged(retriever)
    retriever.close()
    assert answered >= 0.85
    assert unanswerable >= 0.8


async def test_a_bar_or_a_scale_that_is_off_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    retriever = open_help_centre(EmbeddedEncoder(PLAIN), tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(matching, "ANSWER_BAR", -20.0)
        assert await judged(retriever) == (1.0, 0.0)
        patch.setattr(matching, "ANSWER_BAR", 20.0)
        assert await judged(retriever) == (0.0, 1.0)
    searched = retriever._first
    scale = searched._scale(retriever.index, retriever.batcher.encoder.fingerprint)
    assert scale is not None
    # As if another encoder's scale were stored with this index.
    searched._stored = (float("inf"), scale._replace(unrelated=scale.unrelated + 0.35))
    answered, _ = await judged(retriever)
    retriever.close()
    assert answered < 0.5
