"""Savings: what the layers decided over time, and what a language model on every message would have taken.

Computed from the counts of a store, so its size does not matter. Only deciding is counted, not the writing of answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from fingerpost.evaluation.cost import Prices, TokenCounts, estimated_call
from fingerpost.routing.router import Router
from fingerpost.stores.decision_counts import HOUR, DecisionSums, LayerCount, PaceCount, micros_of
from fingerpost.stores.decisions import DecisionFilter
from fingerpost.stores.store import Store
from fingerpost.types import Message

SAMPLE = 200
"""Stored messages that the tokens of a call are estimated on, where no model was called."""
SEARCHED = 5_000
"""The newest traces that they are looked for in: a store may have more of other routebooks."""


class Period(NamedTuple):
    """How far back one looks, and how long each part is, in hours."""

    hours: int
    part: int


PERIODS = {
    "24h": Period(24, 1),
    "7d": Period(7 * 24, 1),
    "30d": Period(30 * 24, 24),
    "90d": Period(90 * 24, 24),
}


class Phase(NamedTuple):
    """A phase of ADR-0008: the share of messages that need a model in it is at most `limit`."""

    name: str
    what: str
    limit: float


PHASES = (
    Phase("Phase 1", "labels are collected, and most of what no rule decides needs a model", 1.0),
    Phase("Phase 2", "the classifier decides most messages", 0.20),
    Phase("Phase 3", "it has learned from traffic, and callers declare what they know", 0.05),
    Phase("Phase 4", "a model is needed for the odd message", 0.02),
)
"""The phases of ADR-0008 in their order; it expects 95 % in the first two, 10 to 20 %, under 5 % and under 2 %."""


class SavingsPart(NamedTuple):
    """A part of the period, from a time on, in seconds since 1970: its sums, and decisions by layer."""

    at: float
    sums: DecisionSums
    by_layer: dict[str, int]


class LayerSavings(NamedTuple):
    """A layer in the whole period: its decisions, and the microseconds that half and 95 % of them took at most."""

    layer: str
    decisions: int
    p50: float | None
    p95: float | None


class Savings(NamedTuple):
    """What was decided in a period, and what it took beside a model on every message.

    Each message is one of three: decided without a model (`avoided`), `sums.asked` of a model, or `sums.unsure` where
    none was there to ask. The last are left out of what was saved: nobody decided them, and no call was made.

    `call`: the tokens of one call, in the mean; None where nothing tells them. It is `measured` on the calls of the
    period, or else estimated on `sample` messages. `used` is what the calls took, and `every` what one call for each
    message that was not unsure would have taken. `kept_days`: how long counts are stored.
    """

    since: float
    until: float
    part_hours: int
    sums: DecisionSums
    parts: list[SavingsPart]
    layers: list[LayerSavings]
    call: TokenCounts | None
    measured: bool
    sample: int
    used: TokenCounts
    every: TokenCounts | None
    prices: Prices | None
    kept_days: float

    @property
    def left_to_model(self) -> float | None:
        """Return the share of messages that need a model: it was asked about them, or would have been."""
        return share_left(self.sums)

    @property
    def phase(self) -> Phase | None:
        """Return the phase of ADR-0008 that this share belongs to."""
        share = self.left_to_model
        return None if share is None else phase_of(share)

    @property
    def avoided(self) -> int:
        """Return the messages that were decided without a model, by a layer that was sure: as many calls less."""
        return self.sums.decisions - self.sums.asked - self.sums.unsure


def savings(store: Store, router: Router, period: Period, prices: Prices | None = None) -> Savings:
    """Return the savings of a routebook in the period that ends with the present hour."""
    name, until = router.routebook.name, int(store.now() // HOUR) + 1
    # Whole parts, so that the first is no smaller than the others for its being cut.
    since = -(-(until - period.hours) // period.part) * period.part
    counts = store.decision_counts.by_layer(name, since, until, period.part)
    paces = store.decision_counts.by_pace(name, since, until)
    sums = _total(count.sums for count in counts)
    told = sums.reported + sums.estimated
    sample: list[Message] = []
    if told:
        call: TokenCounts | None = TokenCounts(sums.prompt / told, sums.completion / told)
    else:
        sample = _stored_texts(store, name) if sums.decisions else []
        call = estimated_call(router, sample)
    compared = sums.decisions - sums.unsure
    every = None if call is None else TokenCounts(call.prompt * compared, call.completion * compared)
    return Savings(
        since=float(since * HOUR),
        until=float(until * HOUR),
        part_hours=period.part,
        sums=sums,
        parts=_parts(counts),
        layers=_layers(counts, paces),
        call=call,
        measured=bool(told),
        sample=len(sample),
        used=TokenCounts(sums.prompt, sums.completion),
        every=every,
        prices=prices,
        kept_days=store.retention.days,
    )


def share_left(sums: DecisionSums) -> float | None:
    """Return the share of messages that need a model; None of none."""
    return (sums.asked + sums.unsure) / sums.decisions if sums.decisions else None


def phase_of(share: float) -> Phase:
    """Return the last phase whose limit a share keeps to; those of 5 and 2 % are under them."""
    kept = [phase for phase in PHASES if share <= phase.limit]
    return next(phase for phase in reversed(kept) if phase.limit > 0.05 or share < phase.limit)


def percentile(paces: Sequence[PaceCount], share: float) -> float | None:
    """Return the microseconds that a share of decisions took at most, in the middle of its pace; the fastest first."""
    needed, seen = share * sum(each.decisions for each in paces), 0
    for each in paces:
        seen += each.decisions
        if seen >= needed:
            return micros_of(each.pace)
    return None


def assumptions(found: Savings) -> list[str]:
    """Return what the figures rest on, a sentence each."""
    said = [
        "Counted are messages that were asked, or routed in a session, of all servers on this store, in hours of UTC.",
        "A model on every message takes one call for each; only deciding is counted, not the writing of answers.",
    ]
    if found.until - found.since > found.kept_days * 24 * HOUR:
        said.append(
            f"Counts are deleted after {found.kept_days:g} days (FINGERPOST_RETENTION_DAYS): nothing older is shown."
        )
    sums = found.sums
    if sums.unsure:
        said.append(
            f"Of {sums.unsure:,} messages no layer was sure, and no model was there to ask: none is set, or it did not "
            "answer. They need a model, and are left out of what was saved."
        )
    if found.measured:
        how = "as the model's server reported them" if not sums.estimated else (
            f"as reported by the model's server for {sums.reported:,} calls, and estimated at four characters per "
            f"token for {sums.estimated:,}"
        )  # fmt: skip
        said.append(
            f"Tokens of calls are measured, {how}. For a model on every message each message takes the mean of the "
            f"{sums.reported + sums.estimated:,} calls of this period; messages that need no model may be shorter."
        )
    elif found.call is not None:
        said.append(
            "No model was called in this period. The tokens of a call are estimated, at four characters per token, on "
            f"the prompts for the newest {found.sample:,} stored messages, of each its first 60 characters."
        )
    if found.prices is not None:
        said.append(
            f"A million tokens cost {found.prices.prompt:g} in prompts and {found.prices.completion:g} in completions: "
            "the prices given on this page."
        )
    said.append(
        "The time to decide is measured in each request, from when its session was read until its route was known, "
        "waiting included; percentiles are known to within 13 %. A decision that had to load the classifier first, as "
        "that of a command for one message, is not timed."
    )
    return said


def _stored_texts(store: Store, routebook: str) -> list[Message]:
    found: list[Message] = []
    before = None
    for _ in range(SEARCHED // SAMPLE):
        page = store.decisions.page(DecisionFilter(), before=before, limit=SAMPLE)
        traces = [row.trace for row in page.rows if row.trace.get("routebook") == routebook]
        found += [Message(text) for trace in traces if isinstance(text := trace.get("text"), str) and text.strip()]
        before = page.before
        if before is None or len(found) >= SAMPLE:
            break
    return found[:SAMPLE]


def _parts(counts: Iterable[LayerCount]) -> list[SavingsPart]:
    found = []
    for hour, group in groupby(counts, attrgetter("hour")):
        layers = list(group)
        by_layer = {each.layer: each.sums.decisions for each in layers}
        found.append(SavingsPart(float(hour * HOUR), _total(each.sums for each in layers), by_layer))
    return found


def _layers(counts: Iterable[LayerCount], paces: Sequence[PaceCount]) -> list[LayerSavings]:
    """Return the layers, that of the most decisions first."""
    decisions: dict[str, int] = {}
    for count in counts:
        decisions[count.layer] = decisions.get(count.layer, 0) + count.sums.decisions
    timed: Mapping[str, list[PaceCount]] = {layer: list(group) for layer, group in groupby(paces, attrgetter("layer"))}
    return [
        LayerSavings(layer, number, *(percentile(timed.get(layer, []), share) for share in (0.5, 0.95)))
        for layer, number in sorted(decisions.items(), key=lambda each: (-each[1], each[0]))
    ]


def _total(sums: Iterable[DecisionSums]) -> DecisionSums:
    return reduce(DecisionSums.plus, sums, DecisionSums())
