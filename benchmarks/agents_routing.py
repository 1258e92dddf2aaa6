"""The routing of the `agents` routebook on labelled messages: in all, by kind of message, and the route that is served.

`python -m benchmarks agents-routing [FILE]` reads rows as `tests/data/agents-dev.jsonl` has them, by default that file.
Only totals are shown, so that a file that is kept apart stays so. Without a language model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.report import Check, Table
from fingerpost import Router
from fingerpost.evaluation.evaluate import RowResult, route_rows_in_batch, without_training_rows
from fingerpost.evaluation.rows import read_rows
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings

FILE = Path(__file__).parent.parent / "tests" / "data" / "agents-dev.jsonl"
ACCURACY = 0.955
KINDS = {
    "file alone": (("file-alone",), 0.9),
    "the file is set aside": (("ignore-file",), 0.9),
    "questions about the assistant": (("assistant", "meta"), 0.93),
    "follow-ups": (("follow-up", "follow_up"), 0.93),
}
"""Kinds of messages by the tags of their rows, with the share that must be right."""


def checks(file: Path) -> Iterator[Check | Table]:
    """Yield accuracy against its target, in all and by kind, and of the route served beside the best guess."""
    settings = Settings.from_environment({})
    router = Router.from_routebook("agents", memo=Memo(size=0), settings=settings).warm()
    rows = read_rows(file, router.routebook.names, router.routebook.out_of_scope)
    results = route_rows_in_batch(router, without_training_rows(router, rows))
    best = _share([result.hit for result in results])
    yield Check("agents: accuracy", best, ACCURACY, at_least=True, note=f"{len(results)} messages")
    for what, (tags, target) in KINDS.items():
        found = [result for result in results if not set(tags).isdisjoint(result.row.tags)]
        if found:
            share = _share([result.hit for result in found])
            yield Check(f"agents: {what}", share, target, at_least=True, note=f"{len(found)} messages")
    served = _share([result.served == result.row.expected for result in results])
    yield Check("agents: the route served", served, best, at_least=True, note="no worse than the best guess")
    sure = [result for result in results if result.decision.accepted]
    yield Table(
        "Decisions of the agents routebook",
        ("what", "share", "right of these"),
        [
            ("accepted", f"{len(sure) / len(results):.3f}", f"{_share([result.hit for result in sure]):.3f}"),
            *(_by_layer(results, layer) for layer in sorted({result.decision.layer for result in results})),
        ],
    )


def _by_layer(results: Sequence[RowResult], layer: str) -> tuple[str, str, str]:
    found = [result.hit for result in results if result.decision.layer == layer]
    return f"decided by {layer}", f"{len(found) / len(results):.3f}", f"{_share(found):.3f}"


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits) if hits else 0.0
