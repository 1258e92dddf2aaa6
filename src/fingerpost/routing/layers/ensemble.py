"""The ensemble: several variants of one question are put to the language model at once, until a majority agrees.

Variants differ in the examples in their prompts. On a tie the scorer takes the candidate with the highest probability
of the student. Agreement raises the confidence, a tie lowers it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from fingerpost.errors import ModelError
from fingerpost.models.label_chooser import LabelChoice
from fingerpost.routebook.guards import EnsembleVariant
from fingerpost.routing.layers.stated_confidence import mean_stated

MAJORITY, SCORER = "ensemble_majority", "ensemble_scorer"
SECONDARY = "secondary:"

MAJORITY_GAIN, TIE_FACTOR = 0.5, 0.75
"""The share of the remaining doubt that a majority removes, and the factor on the trust after a tie."""

AskVariant = Callable[[EnsembleVariant], Awaitable[LabelChoice]]


class Vote(NamedTuple):
    """The outcome of a vote.

    `answered`: variants that gave an answer. `agreed`: whether a majority of them agrees; not how many, since the vote
    ends at a majority. `signal`: how the choice was made, for the decision. `others`: the other labels chosen.
    `stated`: the mean confidence that the model states with this choice; None if it states none.
    """

    chosen: LabelChoice
    answered: int
    agreed: bool
    signal: str
    others: tuple[str, ...]
    stated: float | None = None


async def vote(variants: Sequence[EnsembleVariant], ask: AskVariant, known: dict[str, float], *, scorer: bool) -> Vote:
    """Ask all variants at once and stop at a majority; `known` are the student's probabilities.

    A variant that fails does not vote; ModelError is raised if all fail.
    """
    asked = {asyncio.ensure_future(ask(variant)): variant.name for variant in variants}
    order = [variant.name for variant in variants]
    answers: dict[str, LabelChoice] = {}
    fault: ModelError | None = None
    waiting = set(asked)
    try:
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                try:
                    answers[asked[task]] = task.result()
                except ModelError as error:
                    fault = error
            most = Counter(chosen.label for chosen in answers.values()).most_common(1)
            if most and most[0][1] > len(variants) / 2:
                break
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    if not answers:
        raise fault or ModelError("no variant answered")
    return _count({name: answers[name] for name in order if name in answers}, known, scorer=scorer)


def _count(answers: dict[str, LabelChoice], known: dict[str, float], *, scorer: bool) -> Vote:
    votes = Counter(chosen.label for chosen in answers.values())
    label, most = votes.most_common(1)[0]
    signal = MAJORITY
    if most <= len(answers) / 2:
        # No majority: the label that the student finds most probable, else that of the first variant.
        signal = SCORER if scorer and known else ""
        probability = {name: known.get(name, known.get(name.rpartition(" ")[0], 0.0)) for name in votes}
        label = max(probability, key=probability.__getitem__) if signal else next(iter(answers.values())).label
    chosen = next(chosen for chosen in answers.values() if chosen.label == label)
    others = tuple(dict.fromkeys(other.label for other in answers.values() if other.label != label))
    stated = mean_stated([one.confidence for one in answers.values() if one.label == label])
    return Vote(chosen, len(answers), signal == MAJORITY, signal if len(answers) > 1 else "", others, stated)


def ensemble_trust(trust: float, vote: Vote) -> float:
    """Return the trust in the ensemble's choice: above that of a single call on agreement, below it on a tie."""
    if vote.answered == 1:
        return trust
    return trust + (1 - trust) * MAJORITY_GAIN if vote.agreed else trust * TIE_FACTOR


def calibrated(confidence: float, points: Sequence[tuple[float, float]]) -> float:
    """Return the calibrated confidence: interpolated from (0, 0) through the points, constant after the last."""
    if not points:
        return confidence
    low, low_value = 0.0, 0.0
    for high, high_value in points:
        if confidence <= high:
            return (
                low_value + (high_value - low_value) * (confidence - low) / (high - low) if high > low else high_value
            )
        low, low_value = high, high_value
    return low_value
