"""The Ray adapter on a real Ray, on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.batch.files import make_book

PROGRAMME = """
import json, sys
import ray
from fingerpost.batch.ray import route_dataset

ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
texts = ["message even", "odd", None, "neither"] * 300
rows = ray.data.from_items([{"id": i, "said": text} for i, text in enumerate(texts)])
routed = route_dataset(rows, sys.argv[1], text_column="said", concurrency=1)
found = sorted(routed.take_all(), key=lambda row: row["id"])
with open(sys.argv[2], "w") as out:
    json.dump(found, out)
ray.shutdown()
"""


@pytest.mark.slow
def test_a_data_set_gets_what_was_decided(tmp_path: Path) -> None:
    # Not above: it would be imported, for a second, wherever tests are collected.
    pytest.importorskip("ray.data", reason="needs the extra fingerpost[ray]")
    # In a process of its own: Ray starts threads and servers that a test run should not keep.
    out = tmp_path / "out.json"
    subprocess.run(
        [sys.executable, "-c", PROGRAMME, str(make_book(tmp_path)), str(out)],
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
        check=True,
        capture_output=True,
    )
    rows = json.loads(out.read_text(encoding="utf-8"))
    assert [row["id"] for row in rows] == list(range(1200))
    assert [row["route"] for row in rows] == ["EVEN", "ODD", None, "OTHER"] * 300
    assert [row["error"] for row in rows[:4]] == [None, None, "the text is NULL", None]
    assert rows[3]["accepted"] is False
