"""What routes, rules and guards decided lately: the newest stored decisions, and what people corrected of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.explanation.guard_outcomes import GUARD_STEP
from fingerpost.routing.trace import RULE
from fingerpost.stores.decisions import WINDOW
from fingerpost.stores.store import Store

DAYS = 7
"""Days whose decisions are counted."""


class Activity(NamedTuple):
    """Decisions by route, those of them that were accepted and corrected, and by the rule or the guard that decided.

    `decisions`: all that were counted, since a time. `complete`: whether these are all of the last days, and not only
    the newest.
    """

    decisions: int
    since: float
    complete: bool
    routes: Mapping[str | None, int]
    accepted: Mapping[str | None, int]
    corrected: Mapping[str | None, int]
    rules: Mapping[str, int]
    guards: Mapping[str, int]


def recent_activity(store: Store, routebook: str) -> Activity:
    """Return what was decided in the last days, of the newest 5,000 stored decisions at most."""
    since = store.now() - DAYS * 86_400
    rows = store.decisions.latest(since, WINDOW)
    complete = len(rows) < WINDOW
    times = [at for row in rows if isinstance(at := row.trace.get("at"), int | float)]
    if not complete and times:
        since = max(since, min(times))
    traces = [row.trace for row in rows if row.trace.get("routebook") == routebook]
    return Activity(
        len(traces),
        since,
        complete,
        Counter(trace.get("route") for trace in traces),
        Counter(trace.get("route") for trace in traces if trace.get("accepted")),
        store.decisions.corrections(routebook, since),
        Counter(name for trace in traces if trace.get("layer") == "rules" for name in _rules(trace)),
        Counter(name for trace in traces if trace.get("layer") == SUPERVISOR for name in _guards(trace)),
    )


def _rules(trace: Mapping[str, Any]) -> Iterable[str]:
    signals = trace.get("signals") or ()
    return [signal.removeprefix(RULE) for signal in signals if isinstance(signal, str) and signal.startswith(RULE)]


def _guards(trace: Mapping[str, Any]) -> Iterable[str]:
    steps = [str(step[0]) for step in trace.get("trail") or () if step]
    return [who.removeprefix(GUARD_STEP) for who in steps if who.startswith(GUARD_STEP)]
