"""The training of the reader's network: what torch computes is what the package computes with the weights it writes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from fingerpost.reading.marks import mark
from fingerpost.reading.network import ReaderNetwork

torch = pytest.importorskip("torch")


def test_numpy_computes_what_was_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader_network, reader_rows = (import_module(f"training.{name}") for name in ("reader_network", "reader_rows"))
    app = next(one for one in reader_rows.apps() if one.items)
    app = app._replace(rows=[row for row in app.rows if len(row.actions) == 1][:150])
    monkeypatch.setattr(reader_rows, "apps", lambda: [app])
    monkeypatch.setattr(reader_rows, "COPIES", 0)
    monkeypatch.setattr(reader_rows, "JOINED", 0)
    reader_rows.main(tmp_path)
    rows = reader_network.Rows(tmp_path, "cpu")
    network = reader_network.train(rows, [app.name], steps=2)
    weights = reader_network.shipped_weights(network)
    picked = rows.plain[app.name]["examples"][0]
    row = next(one for one in app.rows if one.part == "examples")
    marked = mark(row.annotated.text, app.items, app.people, reader_rows.TODAY)
    trained = network(torch.tensor([picked]))[0].detach().numpy()
    computed = ReaderNetwork(weights).states(marked).hidden
    assert np.allclose(trained, computed, atol=0.02)
    broken = {**weights, "inp.bias": weights["inp.bias"] + 1 * (np.arange(len(weights["inp.bias"])) % 2)}
    assert not np.allclose(trained, ReaderNetwork(broken).states(marked).hidden, atol=0.02)
