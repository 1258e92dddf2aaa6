"""Cost and usage of the fast paths of the miniapps routebook."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import Check
from benchmarks.timing import interleaved
from fingerpost import Message, Router
from fingerpost.evaluation.app_rows import FAST_LAYERS
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings

ROUNDS = 20


def checks(cache: Path) -> Iterator[Check]:
    """Measure on the messages of the frozen sets that need no judgement."""
    folder = Path(__file__).parent.parent / "tests" / "data"
    router = Router.from_routebook("miniapps", settings=Settings(cache=cache), memo=Memo(size=0)).warm()
    lines = [line for name in ("dev", "check") for line in (folder / f"miniapps-{name}.jsonl").open(encoding="utf-8")]
    rows = [row for row in map(json.loads, lines) if row["fast_path_ok"]]
    messages = [
        Message(row["text"], active_app=row["active_miniapp"], app_data=row.get("session_data")) for row in rows
    ]
    fast = [message for message in messages if router.route(message).layer in FAST_LAYERS]
    yield Check("miniapps: share of what may take a fast path", len(fast) / len(messages), 0.9, at_least=True)
    seconds = interleaved({"route": router.route}, fast * ROUNDS)["route"]
    yield Check("miniapps: a fast path, p50", seconds * 1e6, 50, "µs")
