"""Checks an explanation against the router, apart from the code that made it."""

from __future__ import annotations

import re

from fingerpost import Router
from fingerpost.language.text import fold
from fingerpost.routing.explanation.model import FOR, Explanation


def probability(router: Router, text: str, route: str) -> float:
    """Return the classifier's probability of a route for a message that stands alone."""
    resolved = router.resolve(text)
    prediction = router.predict(resolved, router.batcher.encode(resolved.text))
    return dict(prediction.ranked(len(prediction.routes)))[route]


def unfounded_words(router: Router, told: Explanation) -> list[str]:
    """Return the words that are said to weigh for the route although it is no less probable without them."""
    assert told.explained is not None
    before = probability(router, told.text, told.explained)
    return [
        effect.word
        for effect in told.words
        if effect.weighs == FOR and probability(router, left_out(told.text, effect.word), told.explained) >= before
    ]


def left_out(text: str, word: str) -> str:
    """Return a text without a word."""
    kept = [part for part in re.split(r"(\w+)", text) if fold(part) != fold(word)]
    return " ".join("".join(kept).split())
