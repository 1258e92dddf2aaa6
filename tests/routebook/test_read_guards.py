"""Weights of evidence are read by route; a fault names file, key, value and remedy. Guards: see `test_guards.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.errors import RoutebookError
from fingerpost.routebook.load import load

ROUTES = '[[routes]]\nname = "data"\n[[routes]]\nname = "talk"\n[[clues]]\nname = "cues"\nwords = ["policy"]\n'


def loaded(folder: Path, weights: str) -> dict[str, dict[str, float]]:
    (folder / "examples.jsonl").write_text("")
    (folder / "routebook.toml").write_text(weights + ROUTES if weights.startswith("weights") else ROUTES + weights)
    return {route: dict(by_evidence) for route, by_evidence in load(folder).weights.items()}


def test_weights_are_read_by_route_and_evidence(tmp_path: Path) -> None:
    weights = '[weights.data]\nsql = 1\ncues = -0.5\n"after:talk" = 0.25\n'
    assert loaded(tmp_path, weights) == {"data": {"sql": 1.0, "cues": -0.5, "after:talk": 0.25}}
    assert loaded(tmp_path, "") == {}


def test_a_routebook_with_other_weights_is_another(tmp_path: Path) -> None:
    digests = set()
    for weights in ("", "[weights.data]\nsql = 1\n", "[weights.data]\nsql = 2\n", "[weights.talk]\nsql = 2\n"):
        loaded(tmp_path, weights)
        digests.add(load(tmp_path).digest())
    assert len(digests) == 4


@pytest.mark.parametrize(
    ("weights", "key", "told"),
    [
        ("weights = 3\n", "weights", "must be tables by route"),
        ("[weights]\ndata = 3\n", "weights.data", "must be a table of numbers"),
        ("[weights.date]\nsql = 1\n", "weights.date", "data"),
        ("[weights.data]\nsqll = 1\n", "weights.data", "no such evidence"),
        ('[weights.data]\n"after:date" = 1\n', "weights.data", "no such evidence"),
        ('[weights.data]\nsql = "much"\n', "weights.data.sql", "must be a number"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, weights: str, key: str, told: str) -> None:
    with pytest.raises(RoutebookError, match=told) as caught:
        loaded(tmp_path, weights)
    assert caught.value.key == key
