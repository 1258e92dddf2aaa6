"""Which app a message may open, by the words of messages that open it.

Naive Bayes: a word counts for an app by how much more often it occurs in messages that open the app than in those that
open none. It takes microseconds and lets more through than it should: the student decides about what passes.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from fingerpost.language.text import fold
from fingerpost.routebook.model import Routebook

LIMIT = 2.2
"""The score from which the student is asked. Lower, and talk that mentions no app takes the slow path."""

_SMOOTHING = 0.5
_WORD = re.compile(r"\w+")


class Openings:
    """The words of the messages that open each app, weighed against those of the fallback's examples."""

    def __init__(self, opening: Mapping[str, Sequence[str]], others: Sequence[str]) -> None:
        """Take the messages that open each app, and those that open none."""
        self.apps = tuple(app for app, texts in opening.items() if texts)
        talk, among = _counted(others), len(others) + 2 * _SMOOTHING
        usual = {word: math.log((count + _SMOOTHING) / among) for word, count in talk.items()}
        never = math.log(_SMOOTHING / among)
        weights: dict[str, list[float]] = {}
        for place, app in enumerate(self.apps):
            counts, size = _counted(opening[app]), len(opening[app]) + 2 * _SMOOTHING
            unheard = math.log(_SMOOTHING / size)
            for word, count in counts.items():
                of_apps = weights.setdefault(word, [0.0] * len(self.apps))
                of_apps[place] = math.log((count + _SMOOTHING) / size) - usual.get(word, never)
            for word, share in usual.items():
                # A word that the openings do not have speaks against them only if talk has it often.
                if word not in counts and share > unheard:
                    weights.setdefault(word, [0.0] * len(self.apps))[place] = unheard - share
        self._weights = {word: tuple(of_apps) for word, of_apps in weights.items()}

    def likeliest(self, words: Collection[str], apps: Collection[str]) -> str | None:
        """Return which of these apps a message of these words most likely opens; None if it hardly opens any."""
        known = [found for word in words if (found := self._weights.get(word)) is not None]
        if not known:
            return None
        least = LIMIT * math.sqrt(len(words))
        best = None
        for app, score in zip(self.apps, map(sum, zip(*known, strict=True)), strict=True):
            if score >= least and app in apps:
                best, least = app, score
        return best


def openings_of(book: Routebook) -> Openings:
    """Return the openings of the apps that have examples of them.

    Examples of the opening route that have a keyword of one app alone count as openings of this app.
    """
    declared = {app.id: [text for t in app.triggers for text in t.examples] for app in book.apps}
    keywords = {app.id: {fold(word) for t in app.triggers for word in t.keywords} for app in book.apps}
    route = book.opening.name if book.opening is not None else None
    for example in book.examples:
        if example.route == route:
            padded = f" {' '.join(_WORD.findall(fold(example.text)))} "
            named = [app for app, own in keywords.items() if any(f" {word} " in padded for word in own)]
            if len(named) == 1 and declared[named[0]]:
                declared[named[0]].append(example.text)
    return Openings(declared, [example.text for example in book.examples if example.route == book.fallback])


def _counted(texts: Iterable[str]) -> Counter[str]:
    """Return in how many of the texts each word occurs."""
    return Counter(word for text in texts for word in set(_WORD.findall(fold(text))))
