"""Drift: live traffic against the examples that the student learned from.

Each comparison asks how often chance alone makes two sets of this size as different as these, in 2,000 seeded draws.
Messages of one session are not independent: all that a session says counts as much as one message in that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.conversation.resolve import may_lean
from fingerpost.errors import RowsError
from fingerpost.evaluation.app_rows import FAST
from fingerpost.evaluation.cross_validation import Held, Validated
from fingerpost.evaluation.evaluate import NONE
from fingerpost.evaluation.metrics import DRAWS, LEAST, divergence, wilson
from fingerpost.language.detect import language_of
from fingerpost.language.text import as_read
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.router import Router
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import Resolved

LEVEL = 0.01
"""Chance below which a difference counts as drift."""

WORDS = 3
"""Words from which on a text tells its language."""

UNFAMILIAR, FAMILIAR = "unfamiliar", "familiar"
_UNJUDGED = (*FAST, "declared")


class Shift(NamedTuple):
    """Shares of the same things in live traffic and among the examples, and the `chance` of so large a difference.

    `chance` is None where there is too little live traffic to tell. `divergence` is Jensen-Shannon's, in bits.
    """

    live: dict[str, float]
    taught: dict[str, float]
    divergence: float
    chance: float | None

    @property
    def beyond(self) -> bool:
        """Whether it is beyond noise."""
        return self.chance is not None and self.chance < LEVEL

    def moved(self) -> list[tuple[str, float]]:
        """Return what changed its share, and by how much, the most first."""
        changes = {name: self.live.get(name, 0.0) - self.taught.get(name, 0.0) for name in {**self.live, **self.taught}}
        return sorted(changes.items(), key=lambda change: (-abs(change[1]), change[0]))

    def as_json(self) -> dict[str, Any]:
        """Return it as a JSON-ready mapping."""
        return {
            "live": {name: round(share, 4) for name, share in self.live.items()},
            "taught": {name: round(share, 4) for name, share in self.taught.items()},
            "divergence": round(self.divergence, 4),
            "chance": None if self.chance is None else round(self.chance, 4),
            "beyond_noise": self.beyond,
        }


def shift(live: Iterable[tuple[str, str]], taught: Iterable[str]) -> Shift:
    """Compare what live messages are, each with its session, with what the examples are."""
    said, known = list(live), Counter(taught)
    seen = Counter(name for _, name in said)
    names = sorted({*seen, *known})
    p, q = _shares(seen, names), _shares(known, names)
    found = float(divergence(p, q))
    size = effective(Counter(session for session, _ in said).values())
    chance = None
    if size >= LEAST and known.total() >= LEAST:
        both = (p * size + q * known.total()) / (size + known.total())
        rng = np.random.default_rng(0)
        first = rng.multinomial(int(size), both, DRAWS) / int(size)
        second = rng.multinomial(known.total(), both, DRAWS) / known.total()
        chance = float((1 + (divergence(first, second) >= found).sum()) / (1 + DRAWS))
    return Shift(dict(zip(names, p.tolist(), strict=True)), dict(zip(names, q.tolist(), strict=True)), found, chance)


def effective(sizes: Iterable[int]) -> float:
    """Return how many messages sessions of these sizes are worth if all of a session say the same: Kish's number."""
    counts = np.array(list(sizes), dtype=float)
    return float(counts.sum() ** 2 / (counts**2).sum()) if len(counts) else 0.0


def drift(router: Router, spoken: Iterable[StoredMessage], validated: Validated) -> dict[str, Any]:
    """Compare what people said to a router with its examples, and with what students said of those unseen."""
    messages = list(spoken)
    if not messages:
        raise RowsError(
            f"nothing of {router.routebook.name} is stored: messages are kept that come with a session, or that were "
            "asked; name the store in DATABASE_URL"
        )
    routes = shift(
        ((_session(one), one.corrected or one.route or NONE) for one in messages),
        (example.route for example in router.routebook.examples),
    )
    whole = [one for one in messages if not one.cut]
    languages = shift(
        ((_session(one), language) for one in whole if (language := _language(one.text))),
        filter(None, (_language(example.text) for example in router.routebook.examples)),
    )
    judged, confidence = _judged(router, whole)
    reference = [one for one in validated.held if _reaches_student(router, one)]
    familiar = shift(judged, (FAMILIAR if one.familiar else UNFAMILIAR for one in reference))
    if familiar.chance is not None and familiar.live.get(UNFAMILIAR, 0.0) < familiar.taught.get(UNFAMILIAR, 0.0):
        # Examples are written to be hard; that people are easier to understand is no drift.
        familiar = familiar._replace(chance=1.0)
    parts = {"routes": routes, "languages": languages, "familiar": familiar}
    strange = sum(name == UNFAMILIAR for _, name in judged)
    return {
        "messages": len(messages),
        "sessions": len({_session(one) for one in messages}),
        "cut": len(messages) - len(whole),
        "judged": len(judged),
        "level": LEVEL,
        **{name: part.as_json() for name, part in parts.items()},
        "unfamiliar": {
            "live": round(strange / len(judged), 4) if judged else None,
            "interval": wilson(strange, len(judged)),
            "taught": round(familiar.taught.get(UNFAMILIAR, 0.0), 4),
        },
        "confidence": {
            "live": round(float(np.mean(confidence)), 4) if confidence else None,
            "taught": round(float(np.mean([one.verdict.confidence for one in reference])), 4) if reference else None,
        },
        "drifted": any(part.beyond for part in parts.values()),
        "says": _says(parts, len(messages)),
    }


def _shares(counts: Counter[str], names: Sequence[str]) -> NDArray[np.float64]:
    return np.array([counts[name] / max(counts.total(), 1) for name in names], dtype=float)


def _session(one: StoredMessage) -> str:
    return f"{one.session}/{one.life}"


def _language(text: str) -> str | None:
    return language_of(text) if len(text.split()) >= WORDS else None


def _judged(router: Router, messages: Sequence[StoredMessage]) -> tuple[list[tuple[str, str]], list[float]]:
    """Have the student judge what stands alone and came to it: whether each is familiar, and how sure it is."""
    student = router.warm_student()
    if student is None:
        raise RowsError(f"{router.routebook.name} has no examples and so no student: there is nothing to drift from")
    reached = [
        (one, resolved)
        for one in messages
        if one.layer not in _UNJUDGED and _stands_alone(resolved := router.resolve(one.text))
    ]
    found: list[tuple[str, str]] = []
    confidence: list[float] = []
    if not reached:
        return found, confidence
    # Without the cache: what people said lives as long as the store keeps it.
    vectors = encode_cached(router.batcher.encoder, [resolved.text for _, resolved in reached], None)
    for (one, resolved), vector in zip(reached, vectors, strict=True):
        judgement = student.judge(vector, resolved.folded)
        found.append((_session(one), FAMILIAR if judgement.in_scope >= student.familiar else UNFAMILIAR))
        confidence.append(student.verdict(judgement).confidence)
    return found, confidence


def _stands_alone(resolved: Resolved) -> bool:
    """Whether there is something to judge without what was said before it."""
    return bool(resolved.text.strip()) and not resolved.leans and not may_lean(resolved.text)


def _reaches_student(router: Router, one: Held) -> bool:
    """Whether an example is of the kind that is judged of live traffic: standing alone, and decided by no rule."""
    if one.example.after is not None:
        return False
    resolved = router.resolve(as_read(one.example.text))
    return _stands_alone(resolved) and read_rules(router.routebook.rules, resolved) is None


def _says(parts: Mapping[str, Shift], messages: int) -> str:
    if all(part.chance is None for part in parts.values()):
        return (
            f"{messages} messages are too few sessions to tell: it takes about {LEAST}, none much longer than others."
        )
    beyond = {name: part for name, part in parts.items() if part.beyond}
    if not beyond:
        return f"No drift beyond noise (chance under {LEVEL:.0%}) in {messages} messages."
    said = []
    for name, part in beyond.items():
        if name == "familiar":
            was, now = part.taught.get(UNFAMILIAR, 0.0), part.live.get(UNFAMILIAR, 0.0)
            said.append(f"unfamiliar messages {was:.1%} -> {now:.1%}")
        else:
            most = ", ".join(
                f"{key} {part.taught[key]:.1%} -> {part.live[key]:.1%}" for key, change in part.moved()[:3] if change
            )
            said.append(f"{name} ({most})")
    return f"Drifted beyond noise (chance under {LEVEL:.0%}) in {messages} messages: {'; '.join(said)}."
