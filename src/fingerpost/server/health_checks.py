"""What people who run a server look at first: the contract, breakers, queues and the store, each with what to do.

A check says nothing of settings, addresses or paths but in its `detail`, which only administrators see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.writers import ChatWriter
from fingerpost.audit.auditor import Breach
from fingerpost.audit.traces import AuditResult, audit
from fingerpost.errors import StoreError
from fingerpost.models.remote_encoder import RemoteEncoder
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.settings import Settings
from fingerpost.stores.decisions import DecisionFilter
from fingerpost.stores.store import Store
from fingerpost.stores.store_figures import MOST_COUNTED, StoreFigures

OK, DOUBT, FAULT = "ok", "doubt", "fault"
THIS_WORKER, ALL_WORKERS, STORE = "this worker", "all workers of this server", "all servers on this store"
AUDITED = 1_000
"""The newest traces that are audited."""
SHOWN = 20
"""Breaches that are shown one by one."""
OLD_BACKUP = 7 * 86_400.0
"""Seconds after which a backup is called old."""
FULL = 0.5
"""The share of a queue above which it is called filling."""

REFUSALS = {
    "overload": "refused because the server was overloaded",
    "rate": "refused by the rate limit of their address",
    "quota": "refused by the quota of their key",
    "http": "refused as malformed, too large or too slow",
}
"""Refusals that tell of load, as people read them."""


class HealthCheck(NamedTuple):
    """One check: what it found, of whom, and what to do where it is not well."""

    part: str
    name: str
    state: str
    says: str
    do: str
    scope: str
    detail: str = ""


class FoundBreach(NamedTuple):
    """A breach of the contract in a stored trace."""

    rule: str
    what: str
    request: str | None
    session: str | None
    at: float | None


class QuickHealth(NamedTuple):
    """The checks that take no time, and the breaches that were found."""

    at: float
    checks: list[HealthCheck]
    breaches: list[FoundBreach]


def quick_health(assistant: Assistant, settings: Settings) -> QuickHealth:
    """Return all quick checks; of a store that fails, what is known without it."""
    store, checks, breaches = assistant.sessions.store, list[HealthCheck](), list[FoundBreach]()
    checks += breaker_checks(assistant)
    checks += queue_checks(assistant)
    with _told(checks, "store", "Store"):
        checks += store_checks(store)
    with _told(checks, "queues", "Training"):
        checks.append(training_check(assistant, settings))
    with _told(checks, "contract", "Contract"):
        found, breaches = contract_checks(assistant)
        checks += found
    return QuickHealth(store.now(), checks, breaches)


@contextmanager
def _told(checks: list[HealthCheck], part: str, name: str) -> Iterator[None]:
    """Add a fault instead of checks that the store is needed for."""
    try:
        yield
    except StoreError as error:
        said = "the store does not answer or does not take writes"
        do = "start its server, free disk space or restore a backup: `fingerpost data store check` says what is wrong"
        checks.append(HealthCheck(part, name, FAULT, said, do, STORE, str(error)))


def contract_checks(assistant: Assistant) -> tuple[list[HealthCheck], list[FoundBreach]]:
    """Audit the newest traces, and tell what was counted since the server was started."""
    book, store = assistant.routes.router.routebook, assistant.sessions.store
    rows = store.decisions.page(DecisionFilter(), limit=AUDITED).rows
    traces = {str(row.id): row.trace for row in rows}
    result = audit(book, traces.items())
    breaches = [_found_breach(breach, traces[where]) for where, breach in result.breaches[:SHOWN]]
    return [_audit_check(result), _counted_breaches()], breaches


def _found_breach(breach: Breach, trace: Mapping[str, Any]) -> FoundBreach:
    request, session, at = (trace.get(name) for name in ("request", "session", "at"))
    when = float(at) if isinstance(at, int | float) else None
    return FoundBreach(breach.rule, breach.what, request and str(request), session and str(session), when)


def _audit_check(result: AuditResult) -> HealthCheck:
    name, scope = f"Newest {AUDITED:,} traces", STORE
    if not result.traces:
        said = "none of them is of this routebook"
        return HealthCheck("contract", name, OK, said, "", scope)
    said = f"{_plural(result.traces, 'trace')} audited, {_plural(len(result.breaches), 'breach', 'es')}"
    if result.doubts:
        said += f", {_plural(len(result.doubts), 'doubt')}"
    if result.unreadable:
        said += f"; {len(result.unreadable):,} could not be read: damaged, or of another version of the routebook"
    if result.breaches:
        do = "open the decision and see which rule was broken; `fingerpost measure audit store` lists all of them"
        return HealthCheck("contract", name, FAULT, said, do, scope)
    if result.doubts or result.unreadable:
        state, do = DOUBT if result.unreadable else OK, "`fingerpost measure audit store` lists them with the reason"
        return HealthCheck("contract", name, state, said, do, scope)
    return HealthCheck("contract", name, OK, said, "", scope)


def _counted_breaches() -> HealthCheck:
    counted = _counts("contract_breaches", "rule")
    said = ", ".join(f"{rule} {number:,}" for rule, number in sorted(counted.items())) or "no breach was counted"
    do = "see the decisions of Traffic that are marked `contract`" if counted else ""
    return HealthCheck("contract", "Since the start", FAULT if counted else OK, said, do, ALL_WORKERS)


def breaker_checks(assistant: Assistant) -> list[HealthCheck]:
    """Return the breakers of all servers that this one calls."""
    components, router = assistant.components, assistant.routes.router
    found: dict[str, tuple[CircuitBreaker, str]] = {"Store": (assistant.sessions.memory.breaker, "")}
    if router.chooser is not None:
        found["Model that decides"] = (router.chooser.breaker, router.chooser.chat.where)
    for slot, writer in components.writers.items():
        if isinstance(writer, ChatWriter) and slot != "classifier":
            found[f"Model that answers ({slot})"] = (writer.guard.breaker, writer.guard.where)
    retriever, encoder, checker = components.retriever, router.batcher.encoder, components.code_checker
    if retriever is not None and retriever.guard is not None:
        found["Search server"] = (retriever.guard.breaker, retriever.guard.where)
    if isinstance(encoder, RemoteEncoder):
        found["Embedding server"] = (encoder.guard.breaker, encoder.guard.where)
    if checker is not None and checker.guard is not None:
        found["Parser"] = (checker.guard.breaker, checker.guard.where)
    return [_breaker_check(name, *each) for name, each in found.items()]


def _breaker_check(name: str, breaker: CircuitBreaker, where: str) -> HealthCheck:
    state = breaker.state
    if state == "closed":
        return HealthCheck("breakers", name, OK, "called as usual (circuit breaker closed)", "", THIS_WORKER, where)
    if state == "half-open":
        said, do = (
            "failed before: the next request tries it (circuit breaker half-open)",
            "wait for the next request, or send one",
        )
        return HealthCheck("breakers", name, DOUBT, said, do, THIS_WORKER, where)
    said = f"failed repeatedly: not called for another {breaker.seconds_until_retry:.0f} s (circuit breaker open)"
    do = "check that its server runs and answers; requests go on without it meanwhile, and say so"
    return HealthCheck("breakers", name, FAULT, said, do, THIS_WORKER, where)


def queue_checks(assistant: Assistant) -> list[HealthCheck]:
    """Return the queue of traces, refused requests, and parts of answers that came from a lower rung."""
    return [*_trace_checks(assistant), _refusal_check(), _degraded_check()]


def _trace_checks(assistant: Assistant) -> list[HealthCheck]:
    writer, part = assistant.sessions.traces, "queues"
    if writer is None:
        do = "set FINGERPOST_TRACES to `store`, or leave it out, to see traffic and savings"
        return [HealthCheck(part, "Trace writer", OK, "off: no traces are written", do, ALL_WORKERS)]
    said = f"{writer.waiting:,} of at most {writer.size:,} wait; {writer.written:,} written, {writer.dropped:,} dropped"
    dropped = sum(_counts("traces_dropped", "").values())
    filling = writer.waiting > FULL * writer.size
    do = "the store is slower than the traffic, or fails: see Store, and the log for the reason"
    lost = HealthCheck(
        part, "Dropped traces", FAULT if dropped else OK, f"{dropped:,} since the start", do if dropped else "",
        ALL_WORKERS,
    )  # fmt: skip
    return [HealthCheck(part, "Trace writer", DOUBT if filling else OK, said, do if filling else "", THIS_WORKER), lost]


def _refusal_check() -> HealthCheck:
    counted = _counts("refusals", "kind")
    told = [f"{counted[kind]:,} {what}" for kind, what in REFUSALS.items() if counted[kind]]
    busy = counted["overload"] > 0
    do = "add workers (FINGERPOST_WORKERS) or replicas, if it goes on" if busy else ""
    said = "; ".join(told) or "none was refused"
    return HealthCheck("queues", "Requests", DOUBT if busy else OK, f"{said}, since the start", do, ALL_WORKERS)


def _degraded_check() -> HealthCheck:
    counted = _counts("degraded", "part")
    said = ", ".join(f"{part} {number:,}" for part, number in counted.most_common())
    do = "see which breaker is open, and the log for the reason" if counted else ""
    return HealthCheck(
        "queues", "Parts that failed", DOUBT if counted else OK,
        f"{said} replaced by the next best, since the start" if said else "none, since the start", do, ALL_WORKERS,
    )  # fmt: skip


def training_check(assistant: Assistant, settings: Settings) -> HealthCheck:
    """Return whether classifiers are trained in the background, and when the next is due."""
    name, store = assistant.routes.router.routebook.name, assistant.sessions.store
    if not settings.learning.automatic:
        do = "set `FINGERPOST_LEARN=on` to train in the background, or run `fingerpost learn` now and then"
        return HealthCheck("queues", "Training", OK, "not in the background", do, ALL_WORKERS)
    versions = store.students.all(name)
    sessions = store.sessions_since(max((version.at for version in versions), default=0.0))
    said = f"{sessions:,} sessions since the last classifier; the next is trained after {settings.learning.after:,}"
    if store.students.trainer(name) is not None:
        said += "; one is being trained, or its trainer was killed"
    return HealthCheck("queues", "Training", OK, said, "", STORE)


def store_checks(store: Store) -> list[HealthCheck]:
    """Return whether the store takes writes, how large it is, what came last, and its backups; raises StoreError."""
    store.probe.check()
    figures, now = store.probe.figures(), store.now()
    rows = ", ".join(f"{_bounded(count)} {what}" for what, count in figures.rows.items())
    return [
        HealthCheck("store", "Writes", OK, f"{figures.engine} takes writes", "", STORE),
        HealthCheck("store", "Size", OK, f"{size_text(figures.size)}: {rows}", "", STORE),
        HealthCheck("store", "Newest", OK, _newest(figures, now), "", STORE),
        _backup_check(figures, now),
    ]


def _newest(figures: StoreFigures, now: float) -> str:
    times = {"message": figures.newest_turn, "trace": figures.newest_trace}
    told = [f"{what} {ago(now - at)}" for what, at in times.items() if at is not None]
    return ", ".join(told) or "nothing is stored yet: ask a message, or route one in a session"


def _backup_check(figures: StoreFigures, now: float) -> HealthCheck:
    name, do = "Backup", "`fingerpost data store backup FILE`, while the server runs, and again every day"
    if figures.backed_up is None:
        said = "none is known; copies that other tools make are not seen"
        return HealthCheck("store", name, DOUBT, said, do, STORE)
    old = now - figures.backed_up > OLD_BACKUP
    said = f"the latest was made {ago(now - figures.backed_up)}"
    return HealthCheck("store", name, DOUBT if old else OK, said, do if old else "", STORE)


def ago(seconds: float) -> str:
    """Return how long ago something was, in words."""
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            return f"{_plural(int(seconds // size), unit)} ago"
    return "less than a minute ago"


def size_text(size: int) -> str:
    """Return a number of bytes in words."""
    for unit, bytes_ in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= bytes_:
            return f"{size / bytes_:.1f} {unit}"
    return f"{size} bytes"


def _bounded(count: int) -> str:
    return f"{count:,} or more" if count >= MOST_COUNTED else f"{count:,}"


def _plural(count: int, what: str, ending: str = "s") -> str:
    return f"{count:,} {what}{'' if count == 1 else ending}"


def _counts(name: str, label: str) -> Counter[str]:
    """Return a counter of all workers by the value of a label, without those that are 0."""
    found: Counter[str] = Counter()
    for known, labels, amount in METRICS.counters():
        if known == name and amount:
            found[dict(labels).get(label, "")] += int(amount)
    return found
