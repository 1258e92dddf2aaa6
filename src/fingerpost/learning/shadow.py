"""Compare the shadow's decisions with the champion's, from the stored traces."""

from __future__ import annotations

from typing import NamedTuple

from fingerpost.stores.store import Store


class Disagreement(NamedTuple):
    """A message that champion and shadow decided differently; `shadow_route` is the shadow's decision."""

    request: str
    text: str
    route: str | None
    layer: str
    student: int
    shadow_route: str | None
    confidence: float


class ShadowComparison(NamedTuple):
    """The number of messages that both decided, and those on which they differ, oldest first."""

    compared: int
    rows: list[Disagreement]


def compare_shadow(store: Store, routebook: str) -> ShadowComparison:
    """Return the comparison of all traces of a routebook that have a shadow decision."""
    compared, rows, last = 0, [], 0
    while traces := store.traces(after=last):
        last = traces[-1]["id"]
        for trace in traces:
            shadow = trace.get("shadow")
            if not isinstance(shadow, dict) or trace.get("routebook") != routebook:
                continue
            compared += 1
            if shadow.get("route") != trace.get("route"):
                rows.append(
                    Disagreement(
                        str(trace.get("request")),
                        str(trace.get("text")),
                        trace.get("route"),
                        str(trace.get("layer")),
                        int(shadow.get("student", 0)),
                        shadow.get("route"),
                        float(shadow.get("confidence", 0.0)),
                    )
                )
    return ShadowComparison(compared, rows)
