"""The remote encoder: its requests, checks of the answer, and errors."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from fingerpost.errors import ModelError
from fingerpost.models.remote_encoder import RemoteEncoder
from fingerpost.runtime import background_loop
from fingerpost.settings import Slot
from fingerpost.testing import ScriptedReply, ScriptedServer

pytest.importorskip("openai", reason="the embedding client needs the extra fingerpost[llm]")


@pytest.fixture
def encoder_at() -> Iterator[Callable[..., RemoteEncoder]]:
    made: list[RemoteEncoder] = []

    def make(server: ScriptedServer, timeout: float = 10.0) -> RemoteEncoder:
        made.append(RemoteEncoder(Slot(server.url, "bge-m3"), timeout))
        return made[-1]

    yield make
    for encoder in made:
        encoder.close()


def _vectors(*rows: list[float] | None) -> ScriptedReply:
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    body = {"object": "list", "data": data[::-1], "model": "bge-m3", "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    return ScriptedReply(body=json.dumps(body).encode())


def test_vectors_are_sorted_and_of_unit_length(encoder_at: Callable[..., RemoteEncoder]) -> None:
    with ScriptedServer([_vectors([3.0, 4.0], [0.0, 0.0])]) as server:
        found = encoder_at(server).encode(["one", ""])
    assert found.dtype == np.float32
    assert found.tolist() == [pytest.approx([0.6, 0.8]), [0.0, 0.0]]
    assert server.requests[0]["input"] == ["one", " "]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (_vectors([1.0]), "2 texts sent"),
        (_vectors([1.0, 2.0], [1.0]), "no vectors"),
        (_vectors([1.0], None), "no vectors|2 texts sent"),
        (ScriptedReply(status=404), "404"),
        (ScriptedReply(body=b"garbage"), "no vectors"),
        (ScriptedReply(body=b"[" * 100_000), "no vectors"),
        (ScriptedReply(body=b'{"data": []}'), "no vectors|No embedding|2 texts"),
    ],
)
def test_what_are_no_vectors_is_refused(
    reply: ScriptedReply, said: str, encoder_at: Callable[..., RemoteEncoder]
) -> None:
    with ScriptedServer([reply]) as server, pytest.raises(ModelError, match=said):
        encoder_at(server).encode(["one", "two"])


def test_a_server_that_is_gone_is_left_alone_after_a_while(encoder_at: Callable[..., RemoteEncoder]) -> None:
    with ScriptedServer([ScriptedReply()]) as server:
        encoder = encoder_at(server)
    for _ in range(3):
        with pytest.raises(ModelError, match="no vectors"):
            encoder.encode(["one"])
    with pytest.raises(ModelError, match="is not called for another"):
        encoder.encode(["one"])


def test_the_fingerprint_is_the_model_and_fits_a_file_name() -> None:
    first, second = (RemoteEncoder(Slot("http://127.0.0.1:1/v1", model)) for model in ("BAAI/bge-m3", "nomic:latest"))
    assert first.fingerprint == "remote-BAAI_bge-m3"
    assert first.fingerprint != second.fingerprint


def test_a_server_that_answers_in_drops_is_given_up_in_time(encoder_at: Callable[..., RemoteEncoder]) -> None:
    began = time.monotonic()
    with ScriptedServer([ScriptedReply(wait=5)]) as server, pytest.raises(ModelError, match=r"within 0\.3 s"):
        encoder_at(server, 0.3).encode(["one"])
    assert time.monotonic() - began < 5


def test_a_child_of_fork_opens_connections_of_its_own(encoder_at: Callable[..., RemoteEncoder]) -> None:
    with ScriptedServer([_vectors([3.0, 4.0])]) as server:
        encoder = encoder_at(server)
        encoder.encode(["one"])
        parent = encoder.client._library_client
        # As a child finds it.
        encoder.client._process = -1
        encoder.encode(["one"])
        assert encoder.client._library_client is not parent
        background_loop.run_blocking(parent.close())
