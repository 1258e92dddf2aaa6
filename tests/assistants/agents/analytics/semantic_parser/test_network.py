"""The networks that are shipped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser import network
from fingerpost.assistants.agents.analytics.semantic_parser.network import (
    CLASSES,
    HEADS,
    ROLES,
    averaged,
    shared_networks,
)
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import TABLE, Item, schema_items
from fingerpost.errors import EncoderError
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def test_probabilities_of_every_word_and_item() -> None:
    schema, pieces = schema_items(SCHOOL), tokens("how many pupils are from Porto?")
    outputs, alike = shared_networks().read(schema, pieces)
    assert len(outputs) == len(shared_networks().networks) > 1
    together = averaged(outputs)
    assert together.links.shape == (len(pieces), len(CLASSES) + len(schema.items))
    assert np.allclose(together.links.sum(axis=1), 1, atol=1e-3)
    assert together.roles.shape == (len(schema.items), len(ROLES))
    assert all(len(together.heads[name]) == len(values) for name, values in HEADS.items())
    assert len(alike) == len(pieces)


def test_what_is_counted_is_told() -> None:
    schema, pieces = schema_items(SCHOOL), tokens("how many pupils do we have?")
    together = averaged(shared_networks().read(schema, pieces)[0])
    assert HEADS["aggregate"][int(np.argmax(together.heads["aggregate"]))] == "count"
    likeliest = schema.items[int(np.argmax(together.roles[:, ROLES.index("aggregate")]))]
    assert likeliest == Item(TABLE, "pupils")


def test_a_damaged_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "parser.npz"
    file.write_bytes(network.WEIGHTS.read_bytes()[:1000])
    monkeypatch.setattr(network, "WEIGHTS", file)
    with pytest.raises(EncoderError, match="install it again"):
        network.shared_networks.__wrapped__()
