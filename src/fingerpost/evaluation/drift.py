"""Drift: compare live traffic with the examples that the student was trained on.

Each comparison is tested by simulation: how often two samples of one distribution differ as much, in 2,000 seeded
draws. Messages of one session are not independent, so the effective sample size is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.conversation.resolve import may_need_context
from fingerpost.errors import RowsError
from fingerpost.evaluation.app_rows import FAST_LAYERS
from fingerpost.evaluation.cross_validation import CrossValidation, HeldOutPrediction
from fingerpost.evaluation.evaluate import NONE
from fingerpost.evaluation.metrics import BOOTSTRAP_DRAWS, MIN_ROWS, jensen_shannon_divergence, wilson_interval
from fingerpost.language.detect import language_of
from fingerpost.language.text import as_read
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.router import Router
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import Resolved

SIGNIFICANCE = 0.01
"""P-value below which a difference counts as drift."""

MIN_WORDS = 3
"""Fewest words of a text whose language is detected."""

UNFAMILIAR, FAMILIAR = "unfamiliar", "familiar"
_LAYERS_BEFORE_STUDENT = (*FAST_LAYERS, "declared")


class DistributionShift(NamedTuple):
    """The distribution of a category in live traffic and among the examples, and the p-value of the difference.

    `chance` is the p-value, None with too little traffic. `divergence` is the Jensen-Shannon divergence in bits.
    """

    live: dict[str, float]
    taught: dict[str, float]
    divergence: float
    chance: float | None

    @property
    def is_significant(self) -> bool:
        """Whether the difference is significant."""
        return self.chance is not None and self.chance < SIGNIFICANCE

    def largest_changes(self) -> list[tuple[str, float]]:
        """Return the categories with the change of their shares, largest first."""
        changes = {name: self.live.get(name, 0.0) - self.taught.get(name, 0.0) for name in {**self.live, **self.taught}}
        return sorted(changes.items(), key=lambda change: (-abs(change[1]), change[0]))

    def as_json(self) -> dict[str, Any]:
        """Return the shift as a JSON-ready mapping."""
        return {
            "live": {name: round(share, 4) for name, share in self.live.items()},
            "taught": {name: round(share, 4) for name, share in self.taught.items()},
            "divergence": round(self.divergence, 4),
            "chance": None if self.chance is None else round(self.chance, 4),
            "beyond_noise": self.is_significant,
        }


def compare_distributions(live: Iterable[tuple[str, str]], taught: Iterable[str]) -> DistributionShift:
    """Compare the categories of live messages, each with its session, with those of the examples."""
    messages, taught_counts = list(live), Counter(taught)
    seen = Counter(name for _, name in messages)
    names = sorted({*seen, *taught_counts})
    p, q = _shares(seen, names), _shares(taught_counts, names)
    found = float(jensen_shannon_divergence(p, q))
    size = effective_sample_size(Counter(session for session, _ in messages).values())
    chance = None
    if size >= MIN_ROWS and taught_counts.total() >= MIN_ROWS:
        pooled = (p * size + q * taught_counts.total()) / (size + taught_counts.total())
        rng = np.random.default_rng(0)
        first = rng.multinomial(int(size), pooled, BOOTSTRAP_DRAWS) / int(size)
        second = rng.multinomial(taught_counts.total(), pooled, BOOTSTRAP_DRAWS) / taught_counts.total()
        chance = float((1 + (jensen_shannon_divergence(first, second) >= found).sum()) / (1 + BOOTSTRAP_DRAWS))
    return DistributionShift(
        dict(zip(names, p.tolist(), strict=True)), dict(zip(names, q.tolist(), strict=True)), found, chance
    )


def effective_sample_size(sizes: Iterable[int]) -> float:
    """Return Kish's effective sample size of sessions with these numbers of messages."""
    counts = np.array(list(sizes), dtype=float)
    return float(counts.sum() ** 2 / (counts**2).sum()) if len(counts) else 0.0


def measure_drift(router: Router, stored: Iterable[StoredMessage], validated: CrossValidation) -> dict[str, Any]:
    """Compare stored messages with the routebook's examples and their out-of-fold predictions."""
    messages = list(stored)
    if not messages:
        raise RowsError(
            f"no messages of {router.routebook.name} are stored: only messages with a session, or sent to `ask`, "
            "are stored; set DATABASE_URL to the store"
        )
    routes = compare_distributions(
        ((_session_key(one), one.corrected or one.route or NONE) for one in messages),
        (example.route for example in router.routebook.examples),
    )
    complete = [one for one in messages if not one.cut]
    languages = compare_distributions(
        ((_session_key(one), language) for one in complete if (language := _language(one.text))),
        filter(None, (_language(example.text) for example in router.routebook.examples)),
    )
    judged, confidence = _judge(router, complete)
    reference = [one for one in validated.predictions if _reaches_student(router, one)]
    familiar = compare_distributions(judged, (FAMILIAR if one.familiar else UNFAMILIAR for one in reference))
    if familiar.chance is not None and familiar.live.get(UNFAMILIAR, 0.0) < familiar.taught.get(UNFAMILIAR, 0.0):
        # Examples are written to be hard, so traffic that is more familiar is not drift.
        familiar = familiar._replace(chance=1.0)
    parts = {"routes": routes, "languages": languages, "familiar": familiar}
    unfamiliar = sum(name == UNFAMILIAR for _, name in judged)
    return {
        "messages": len(messages),
        "sessions": len({_session_key(one) for one in messages}),
        "cut": len(messages) - len(complete),
        "judged": len(judged),
        "level": SIGNIFICANCE,
        **{name: part.as_json() for name, part in parts.items()},
        "unfamiliar": {
            "live": round(unfamiliar / len(judged), 4) if judged else None,
            "interval": wilson_interval(unfamiliar, len(judged)),
            "taught": round(familiar.taught.get(UNFAMILIAR, 0.0), 4),
        },
        "confidence": {
            "live": round(float(np.mean(confidence)), 4) if confidence else None,
            "taught": round(float(np.mean([one.verdict.confidence for one in reference])), 4) if reference else None,
        },
        "drifted": any(part.is_significant for part in parts.values()),
        "says": _summary(parts, len(messages)),
    }


def _shares(counts: Counter[str], names: Sequence[str]) -> NDArray[np.float64]:
    return np.array([counts[name] / max(counts.total(), 1) for name in names], dtype=float)


def _session_key(one: StoredMessage) -> str:
    return f"{one.session}/{one.life}"


def _language(text: str) -> str | None:
    return language_of(text) if len(text.split()) >= MIN_WORDS else None


def _judge(router: Router, messages: Sequence[StoredMessage]) -> tuple[list[tuple[str, str]], list[float]]:
    """Return the familiarity and confidence of the self-contained messages that reached the student."""
    student = router.warm_student()
    if student is None:
        raise RowsError(
            f"{router.routebook.name} has no examples and so no classifier: there is nothing to compare with"
        )
    reached = [
        (one, resolved)
        for one in messages
        if one.layer not in _LAYERS_BEFORE_STUDENT and _stands_alone(resolved := router.resolve(one.text))
    ]
    found: list[tuple[str, str]] = []
    confidence: list[float] = []
    if not reached:
        return found, confidence
    # Not cached: the retention of the store applies to messages.
    vectors = encode_cached(router.batcher.encoder, [resolved.text for _, resolved in reached], None)
    for (one, resolved), vector in zip(reached, vectors, strict=True):
        judgement = student.predict(vector, resolved.folded)
        found.append((_session_key(one), FAMILIAR if student.is_familiar(judgement) else UNFAMILIAR))
        confidence.append(student.verdict(judgement).confidence)
    return found, confidence


def _stands_alone(resolved: Resolved) -> bool:
    """Whether a message can be judged without previous turns."""
    return bool(resolved.text.strip()) and not resolved.leans and not may_need_context(resolved.text)


def _reaches_student(router: Router, one: HeldOutPrediction) -> bool:
    """Whether an example would reach the student in live traffic: self-contained, and decided by no rule."""
    if one.example.after is not None:
        return False
    resolved = router.resolve(as_read(one.example.text))
    return _stands_alone(resolved) and read_rules(router.routebook.rules, resolved) is None


def _summary(parts: Mapping[str, DistributionShift], messages: int) -> str:
    if all(part.chance is None for part in parts.values()):
        return f"{messages} messages: too few sessions for a test, which needs about {MIN_ROWS} of similar length."
    significant = {name: part for name, part in parts.items() if part.is_significant}
    if not significant:
        return f"No significant drift (p-value under {SIGNIFICANCE:.0%}) in {messages} messages."
    changes = []
    for name, part in significant.items():
        if name == "familiar":
            was, now = part.taught.get(UNFAMILIAR, 0.0), part.live.get(UNFAMILIAR, 0.0)
            changes.append(f"unfamiliar messages {was:.1%} -> {now:.1%}")
        else:
            most = ", ".join(
                f"{key} {part.taught[key]:.1%} -> {part.live[key]:.1%}"
                for key, change in part.largest_changes()[:3]
                if change
            )
            changes.append(f"{name} ({most})")
    return f"Significant drift (p-value under {SIGNIFICANCE:.0%}) in {messages} messages: {'; '.join(changes)}."
