"""Which action a request asks for: what the network, the sentence encoder and the values say, weighed together.

The weights are the same for every app; docs/reading.md says what they were fitted on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import exp, log
from typing import NamedTuple

import numpy as np

from fingerpost.language.text import fold
from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.declaration import NONE, Declaration, Parameter
from fingerpost.reading.filling import Filled
from fingerpost.reading.network import Floats
from fingerpost.reading.prototypes import ANY_DAY
from fingerpost.reading.values import Held, value_of

Encode = Callable[[Sequence[str]], Floats]

STAND_INS: Mapping[str, str] = {
    "item": "this", "name": "Alba", "text": "X", "person": "Ana", "amount": "10 €", "number": "3", "rating": "4",
    "date": "tomorrow", "share": "half",
}  # fmt: skip
"""What stands in a message for its values, so that a name does not change the action; choices stay as they are."""


class ActionEvidence(NamedTuple):
    """What speaks for an action as the reading of a request; the last three are for that nothing is asked."""

    network: float = 0.0
    """How like the examples of the action the network finds the request."""
    nearest: float = 0.0
    """How like the nearest of them the encoder finds it, with stand-ins; `near` is the mean of three."""
    near: float = 0.0
    described: float = 0.0
    """How like the description of the action."""
    words: float = 0.0
    """The most words shared with an example, rare ones counting more."""
    labels: float = 0.0
    """The mean log-probability of the words' labels."""
    missing: float = 0.0
    values: float = 0.0
    unexplained: float = 0.0
    """Marked words that no value takes."""
    nothing: float = 0.0
    """1 for the candidate that nothing is asked."""
    no_action: float = 0.0
    """The network's score of no action."""
    likest: float = 0.0
    """How like any example the request is."""


_WEIGHTS = ActionEvidence(0.6, 3.304, 1.019, 4.573, 0.989, 0.816, 0.22, 0.215, -0.502, 1.711, 0.701, 2.836)
_CONFIDENCE: Sequence[float] = (2.515, 6.511, -0.654, 0.357, -1.906, 1.791, 0.225)
"""Weights of what `confidence_of` weighs, in its order."""


class Candidate(NamedTuple):
    """An action as the reading of a request, and what speaks for it."""

    action: str
    spans: Sequence[ValueSpan]
    evidence: ActionEvidence
    likeness: Sequence[float] = ()
    """How like each of the action's examples the request is."""


def masked(text: str, start: int, end: int, spans: Sequence[ValueSpan], parameters: Mapping[str, Parameter]) -> str:
    """Return a request with stand-ins for its values."""
    parts, done = [], start
    for span in sorted(spans):
        stand_in = STAND_INS.get(parameters[span.parameter].types[0])
        if stand_in is not None and span.start >= done:
            parts += [text[done : span.start], stand_in]
            done = span.end
    parts.append(text[done:end])
    return "".join(parts).strip(" ,.;:!¡") or STAND_INS["text"]


class ExampleIndex:
    """The examples of an app as vectors and words, to compare requests with."""

    def __init__(self, declaration: Declaration, encode: Encode) -> None:
        """Encode the examples and what the actions are said to do."""
        self.actions = tuple(declaration.actions)
        texts, numbers = [], []
        self.choices: list[Mapping[str, str]] = []
        for example in declaration.examples:
            for action, request in example.requests:
                if action == NONE:
                    continue
                parameters = declaration.actions[action].parameters
                text = example.annotated.text
                texts.append(masked(text, request.start, request.end, request.spans, parameters))
                numbers.append(self.actions.index(action))
                said = {
                    span.parameter: value_of(text[span.start : span.end], parameters[span.parameter], Held(), ANY_DAY)
                    for span in request.spans
                    if parameters[span.parameter].choices
                }
                self.choices.append({**dict(request.choices), **{name: one for name, one in said.items() if one}})
        self.of_action = [np.flatnonzero(np.array(numbers) == n) for n in range(len(self.actions))]
        self._vectors = encode(texts)
        self._described = encode([f"{a.name.replace('_', ' ')}: {a.does}" for a in declaration.actions.values()])
        self._words = [frozenset(fold(text).split()) for text in texts]
        counts = Counter(word for words in self._words for word in words)
        self._weights = {word: log((1 + len(texts)) / (1 + count)) for word, count in counts.items()}
        self._lengths = [sum(self._weights[word] ** 2 for word in words) ** 0.5 for words in self._words]

    def compare(self, vector: Floats, text: str) -> tuple[Floats, Floats, Floats]:
        """Return how like the examples a request is, how like the descriptions, and how many words it shares."""
        words = frozenset(fold(text).split())
        shared = [
            sum(self._weights[word] for word in words & known) / (1e-6 + length * len(words) ** 0.5)
            for known, length in zip(self._words, self._lengths, strict=True)
        ]
        return self._vectors @ vector, self._described @ vector, np.array(shared, dtype=np.float32)


def probabilities(candidates: Sequence[Candidate]) -> Floats:
    """Return how likely each candidate is."""
    evidence = np.array([one.evidence for one in candidates], dtype=np.float32)
    scores = evidence @ np.array(_WEIGHTS, dtype=np.float32)
    scores = np.exp(scores - scores.max())
    result: Floats = scores / scores.sum()
    return result


def confidence_of(likely: float, candidate: Candidate, filled: Filled) -> float:
    """Return how likely a whole reading is right: its action and all its values."""
    of = candidate.evidence
    weighed = (log(max(likely, 1e-6)), of.labels, len(filled.unread), of.unexplained, filled.twice, of.nearest, 1.0)
    return 1 / (1 + exp(-sum(weight * one for weight, one in zip(_CONFIDENCE, weighed, strict=True))))
