"""The ensemble: one question to several variants of a language model at once, until a majority agrees.

Variants differ in the examples that they are shown. On a tie the scorer takes the candidate that the student holds
for likeliest. How many agree feeds the confidence.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from fingerpost.errors import ModelError
from fingerpost.models.label_chooser import LabelChoice
from fingerpost.routebook.guards import EnsembleVariant

MAJORITY, SCORER = "ensemble_majority", "ensemble_scorer"
SECONDARY = "secondary:"

MORE, LESS = 0.5, 0.75
"""How much of the doubt a majority takes away, and what of the trust a tie leaves."""

Ask = Callable[[EnsembleVariant], Awaitable[LabelChoice]]


class Vote(NamedTuple):
    """What came of it: the choice, how many were heard, whether a majority of all agrees, how it was found, the others.

    Not how many agree: who is third to answer would then decide how much two that agree are worth.
    """

    chosen: LabelChoice
    heard: int
    agreed: bool
    signal: str
    others: tuple[str, ...]


async def vote(variants: Sequence[EnsembleVariant], ask: Ask, known: dict[str, float], *, scorer: bool) -> Vote:
    """Ask all variants at once and stop at a majority; `known` are the student's probabilities.

    A variant that fails is a voice that was not heard; raises ModelError where none was.
    """
    asked = {asyncio.ensure_future(ask(variant)): variant.name for variant in variants}
    order = [variant.name for variant in variants]
    heard: dict[str, LabelChoice] = {}
    fault: ModelError | None = None
    waiting = set(asked)
    try:
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                try:
                    heard[asked[task]] = task.result()
                except ModelError as error:
                    fault = error
            most = Counter(chosen.label for chosen in heard.values()).most_common(1)
            if most and most[0][1] > len(variants) / 2:
                break
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    if not heard:
        raise fault or ModelError("no variant answered")
    return _count({name: heard[name] for name in order if name in heard}, known, scorer=scorer)


def _count(heard: dict[str, LabelChoice], known: dict[str, float], *, scorer: bool) -> Vote:
    counted = Counter(chosen.label for chosen in heard.values())
    label, votes = counted.most_common(1)[0]
    signal = MAJORITY
    if votes <= len(heard) / 2:
        # Nobody has a majority: the likeliest of those that were named, or the first voice's word.
        signal = SCORER if scorer and known else ""
        likely = {name: known.get(name, known.get(name.rpartition(" ")[0], 0.0)) for name in counted}
        label = max(likely, key=likely.__getitem__) if signal else next(iter(heard.values())).label
    chosen = next(chosen for chosen in heard.values() if chosen.label == label)
    others = tuple(dict.fromkeys(other.label for other in heard.values() if other.label != label))
    return Vote(chosen, len(heard), signal == MAJORITY, signal if len(heard) > 1 else "", others)


def trust_of(trust: float, vote: Vote) -> float:
    """Return how far the ensemble's word is trusted: more than one model's where a majority agrees, less on a tie."""
    if vote.heard == 1:
        return trust
    return trust + (1 - trust) * MORE if vote.agreed else trust * LESS


def calibrated(confidence: float, points: Sequence[tuple[float, float]]) -> float:
    """Return what a confidence is worth: by straight lines from nothing through the points, level after the last."""
    if not points:
        return confidence
    low, low_worth = 0.0, 0.0
    for high, high_worth in points:
        if confidence <= high:
            return (
                low_worth + (high_worth - low_worth) * (confidence - low) / (high - low) if high > low else high_worth
            )
        low, low_worth = high, high_worth
    return low_worth
