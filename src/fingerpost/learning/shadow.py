"""What a shadow would have decided otherwise, as the traces tell."""

from __future__ import annotations

from typing import NamedTuple

from fingerpost.stores.store import Store


class Disagreement(NamedTuple):
    """One message that the champion and the shadow decided otherwise; `said` is the shadow's route."""

    request: str
    text: str
    route: str | None
    layer: str
    student: int
    said: str | None
    confidence: float


class Disagreeing(NamedTuple):
    """How many messages both decided, and those on which they differ, oldest first."""

    compared: int
    rows: list[Disagreement]


def disagreeing(store: Store, routebook: str) -> Disagreeing:
    """Read all traces of a routebook that a shadow decided beside the champion."""
    compared, rows, last = 0, [], 0
    while traces := store.traces(after=last):
        last = traces[-1]["id"]
        for trace in traces:
            beside = trace.get("shadow")
            if not isinstance(beside, dict) or trace.get("routebook") != routebook:
                continue
            compared += 1
            if beside.get("route") != trace.get("route"):
                rows.append(
                    Disagreement(
                        str(trace.get("request")),
                        str(trace.get("text")),
                        trace.get("route"),
                        str(trace.get("layer")),
                        int(beside.get("student", 0)),
                        beside.get("route"),
                        float(beside.get("confidence", 0.0)),
                    )
                )
    return Disagreeing(compared, rows)
