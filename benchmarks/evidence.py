"""Cost of the evidence probes: a decision of the agents routebook relative to the bare encoder, and with a search."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

from benchmarks.report import Check
from benchmarks.timing import interleaved
from fingerpost import Router
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings

WAIT, ROUNDS = 0.05, 60


def checks(cache: Path) -> Iterator[Check]:
    """Measure on messages of the frozen set, one after another."""
    file = Path(__file__).parent.parent / "tests" / "data" / "agents-dev.jsonl"
    texts = [json.loads(line)["text"] for line in file.read_text(encoding="utf-8").splitlines()]
    texts = [text for text in texts if len(text) < 120]
    settings = Settings(cache=cache)
    router = Router.from_routebook(
        "agents", settings=settings, memo=Memo(size=0), document_search=lambda _: [0.0]
    ).warm()
    book = router.routebook
    every = replace(book.guards[0], name="every", when=frozenset({"hits"}), unless=frozenset(), to="knowledge")
    slow = Router.from_routebook(
        replace(book, guards=(every, *book.guards)),
        settings=settings,
        memo=Memo(size=0),
        document_search=_slow,
        student=router.warm_student(),
    ).warm()
    times = interleaved({"encoder": router.batcher.encode, "route": router.route, "wait": slow.route}, texts[:ROUNDS])
    ratio = times["route"] / times["encoder"]
    yield Check("agents: a decision with its evidence, of the encoder alone", ratio, 1.3, "times")
    beyond = (times["wait"] - WAIT) * 1000
    note = f"of which the encoder {times['encoder'] * 1000:.1f} ms"
    yield Check("agents: a decision that waits 50 ms for a search, beyond the wait", beyond, 3.0, "ms", note=note)


def _slow(_: Any) -> list[float]:
    sleep(WAIT)
    return [0.9]
