"""An encoder behind a server: what it sends, what it refuses, and how it fails."""

from __future__ import annotations

import json

import numpy as np
import pytest

from fingerpost.errors import ModelError
from fingerpost.models.remote import RemoteEncoder
from fingerpost.settings import Slot
from fingerpost.testing import Reply, ScriptedServer

pytest.importorskip("openai", reason="the embedding client needs the extra fingerpost[llm]")


def _vectors(*rows: list[float] | None) -> Reply:
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    body = {"object": "list", "data": data[::-1], "model": "bge-m3", "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    return Reply(body=json.dumps(body).encode())


def test_vectors_are_sorted_and_of_unit_length() -> None:
    with ScriptedServer([_vectors([3.0, 4.0], [0.0, 0.0])]) as server:
        found = RemoteEncoder(Slot(server.url, "bge-m3")).encode(["one", ""])
    assert found.dtype == np.float32
    assert found.tolist() == [pytest.approx([0.6, 0.8]), [0.0, 0.0]]
    assert server.requests[0]["input"] == ["one", " "]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (_vectors([1.0]), "2 texts sent"),
        (_vectors([1.0, 2.0], [1.0]), "no vectors"),
        (_vectors([1.0], None), "no vectors|2 texts sent"),
        (Reply(status=404), "404"),
        (Reply(body=b"garbage"), "no vectors"),
        (Reply(body=b'{"data": []}'), "no vectors|No embedding|2 texts"),
    ],
)
def test_what_are_no_vectors_is_refused(reply: Reply, said: str) -> None:
    with ScriptedServer([reply]) as server, pytest.raises(ModelError, match=said):
        RemoteEncoder(Slot(server.url, "bge-m3")).encode(["one", "two"])


def test_a_server_that_is_gone_is_left_alone_after_a_while() -> None:
    with ScriptedServer([Reply()]) as server:
        encoder = RemoteEncoder(Slot(server.url, "bge-m3"))
    for _ in range(5):
        with pytest.raises(ModelError, match="no vectors"):
            encoder.encode(["one"])
    with pytest.raises(ModelError, match="left alone"):
        encoder.encode(["one"])


def test_the_fingerprint_is_the_model_and_fits_a_file_name() -> None:
    first, second = (RemoteEncoder(Slot("http://127.0.0.1:1/v1", model)) for model in ("BAAI/bge-m3", "nomic:latest"))
    assert first.fingerprint == "remote-BAAI_bge-m3"
    assert first.fingerprint != second.fingerprint
