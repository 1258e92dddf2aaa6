"""Which app a message may open, by the words of messages that open it.

Naive Bayes: a word counts for an app by how much more often it occurs in messages that open the app than in those that
open none. It takes microseconds and lets more through than it should: the student decides about what passes.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from fingerpost.language.text import fold
from fingerpost.routebook.model import Routebook

LIMIT, MENTIONED = 2.4, 1.6
"""The scores from which the student is asked: for any message, and for one with a keyword of the app. Lower, and more
talk takes the slow path; higher, and openings are taken for talk."""

TALKED_ABOUT = 4
"""How often an example counts that opens no app and has a keyword of one: little tells it from an opening."""

_SMOOTHING = 0.5
_WORD = re.compile(r"\w+")


class OpeningWords(NamedTuple):
    """The messages that open an app, and the keywords that name its subject, folded."""

    examples: Sequence[str]
    keywords: frozenset[str] = frozenset()

    def mentioned_in(self, text: str) -> bool:
        """Whether a text has one of the keywords."""
        words = _WORD.findall(fold(text))
        if not self.keywords.isdisjoint(words):
            return True
        padded = f" {' '.join(words)} "
        return any(f" {keyword} " in padded for keyword in self.keywords if " " in keyword)


class Openings:
    """The words of the messages that open each app, weighed against those of messages that open none."""

    def __init__(self, apps: Mapping[str, OpeningWords], talk: Sequence[str]) -> None:
        """Take the apps that have examples, and the messages that open none."""
        self.apps = tuple(apps)
        about = [text for text in talk if any(app.mentioned_in(text) for app in apps.values())]
        among = [*talk, *about * (TALKED_ABOUT - 1)]
        usual, never = _shares(_counted(among), len(among)), math.log(_SMOOTHING / (len(among) + 2 * _SMOOTHING))
        weights: dict[str, list[float]] = {}
        for place, (examples, keywords) in enumerate(apps.values()):
            # A keyword counts as if one example had it.
            counts = Counter(dict.fromkeys(_counted(keywords), 1)) | _counted(examples)
            unheard = math.log(_SMOOTHING / (len(examples) + 2 * _SMOOTHING))
            for word, share in _shares(counts, len(examples)).items():
                weights.setdefault(word, [0.0] * len(apps))[place] = share - usual.get(word, never)
            for word, share in usual.items():
                # A word that the openings do not have speaks against them only if talk has it often.
                if word not in counts and share > unheard:
                    weights.setdefault(word, [0.0] * len(apps))[place] = unheard - share
        self._weights = {word: tuple(of_apps) for word, of_apps in weights.items()}
        self._most = {word: max(of_apps) for word, of_apps in weights.items()}

    def likeliest(self, words: Collection[str], apps: Collection[str], mentioned: Collection[str]) -> str | None:
        """Return which of these apps a message of these words most likely opens; None if it hardly opens any.

        `mentioned`: the apps of which it has a keyword; they come first.
        """
        length, most = math.sqrt(len(words)), self._most
        # Most messages end here: whatever the app, their words do not reach the limit.
        if sum([most[word] for word in words if word in most]) < length * (MENTIONED if mentioned else LIMIT):
            return None
        known = [self._weights[word] for word in words if word in most]
        best = (False, 0.0, "")
        if not known:
            return None
        for app, score in zip(self.apps, map(sum, zip(*known, strict=True)), strict=True):
            named = app in mentioned
            if app in apps and score >= length * (MENTIONED if named else LIMIT):
                best = max(best, (named, score, app))
        return best[2] or None


def openings_of(book: Routebook) -> Openings:
    """Return the openings of the apps that have examples of them.

    Examples of the opening route that have a keyword of one app alone count as openings of this app.
    """
    apps = {
        app.id: OpeningWords(
            [text for trigger in app.triggers for text in trigger.examples],
            frozenset(fold(word) for trigger in app.triggers for word in trigger.keywords),
        )
        for app in book.apps
    }
    openings = {app: dict.fromkeys(words.examples) for app, words in apps.items()}
    route = book.opening.name if book.opening is not None else None
    for example in book.examples:
        if example.route == route:
            named = [app for app, words in apps.items() if words.mentioned_in(example.text)]
            if len(named) == 1:
                openings[named[0]][example.text] = None
    declared = {
        app: OpeningWords(tuple(openings[app]), words.keywords) for app, words in apps.items() if words.examples
    }
    talk = [example.text for example in book.examples if example.route == book.fallback] if declared else []
    return Openings(declared, talk)


def _counted(texts: Iterable[str]) -> Counter[str]:
    """Return in how many of the texts each word occurs."""
    return Counter(word for text in texts for word in set(_WORD.findall(fold(text))))


def _shares(counts: Mapping[str, int], size: int) -> dict[str, float]:
    """Return the logarithm of the share of texts that have each word."""
    whole = size + 2 * _SMOOTHING
    return {word: math.log((count + _SMOOTHING) / whole) for word, count in counts.items()}
