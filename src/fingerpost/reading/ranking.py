"""Which action a request asks for: what the network, the sentence encoder and the values say, weighed together.

The weights are the same for every app; docs/explanation/reading.md says what they were fitted on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
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
_BESIDE_MODEL = 0.5
"""How much these count beside a model of the app's own."""
_CONFIDENCE: Sequence[float] = (2.515, 6.511, 0.357, -1.906, 1.791, -0.5, 0.0, 0.0, -0.654, 0.225)
"""Weights of what `confidence_of` weighs, in its order."""
_CONFIDENCE_WITH_MODELS: Sequence[float] = (2.506, 6.778, -0.117, -2.138, 3.062, 0.2, 0.474, 3.542, -0.654, -1.18)
"""The same for apps that have models of their own, since their examples are many."""
_EACH_FURTHER, _EACH_FURTHER_WITH_MODELS = -0.86, -1.44
"""What each further request of a message takes from the logarithm of the odds."""


class Candidate(NamedTuple):
    """An action as the reading of a request, and what speaks for it."""

    action: str
    spans: Sequence[ValueSpan]
    evidence: ActionEvidence
    likeness: Sequence[float] = ()
    """How like each of the action's examples the request is."""
    weakest: float = 0.0
    """The lowest log-probability that the network gives to the label of a word."""


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


def masked_examples(declaration: Declaration) -> tuple[list[str], list[str]]:
    """Return the requests of all examples with stand-ins for their values, and the action of each."""
    texts, actions = [], []
    for example in declaration.examples:
        for action, request in example.requests:
            parameters = declaration.actions[action].parameters if action != NONE else {}
            texts.append(masked(example.annotated.text, request.start, request.end, request.spans, parameters))
            actions.append(action)
    return texts, actions


def descriptions(declaration: Declaration) -> list[str]:
    """Return what the actions are said to do."""
    return [f"{action.name.replace('_', ' ')}: {action.does}" for action in declaration.actions.values()]


class ExampleIndex:
    """The examples of an app as vectors and words, to compare requests with."""

    def __init__(self, declaration: Declaration, vectors: Floats, described: Floats) -> None:
        """Take the vectors of the masked examples that ask for something, and of the descriptions."""
        self.actions = tuple(declaration.actions)
        self.choices: list[Mapping[str, str]] = []
        for example in declaration.examples:
            for action, request in example.requests:
                if action != NONE:
                    said = _chosen(declaration.actions[action].parameters, example.annotated.text, request.spans)
                    self.choices.append({**dict(request.choices), **said})
        found = zip(*masked_examples(declaration), strict=True)
        texts, numbers = zip(*((text, self.actions.index(of)) for text, of in found if of != NONE), strict=True)
        self.of_action = [np.flatnonzero(np.array(numbers) == n) for n in range(len(self.actions))]
        self._vectors, self._described = vectors, described
        self._words = [frozenset(fold(text).split()) for text in texts]
        counts = Counter(word for words in self._words for word in words)
        self._weights = {word: log((1 + len(texts)) / (1 + count)) for word, count in counts.items()}
        lengths = [sum(self._weights[word] ** 2 for word in words) ** 0.5 for words in self._words]
        self._lengths = np.array(lengths, dtype=np.float32)
        self._with_word: dict[str, list[int]] = defaultdict(list)
        for n, words in enumerate(self._words):
            for word in words:
                self._with_word[word].append(n)

    def compare(self, vectors: Floats, texts: Sequence[str]) -> tuple[Floats, Floats, Floats]:
        """Return how like the examples a request is, how like the descriptions, and how many words it shares.

        Of several texts of it, each example and description is compared with the likest.
        """
        shared = np.zeros((len(texts), len(self._words)), dtype=np.float32)
        for n, text in enumerate(texts):
            words = frozenset(fold(text).split())
            for word in words:
                shared[n, self._with_word.get(word, ())] += self._weights.get(word, 0.0)
            shared[n] /= 1e-6 + self._lengths * len(words) ** 0.5
        likeness, described = self._vectors @ vectors.T, self._described @ vectors.T
        return likeness.max(axis=1), described.max(axis=1), shared.max(axis=0)


def _chosen(parameters: Mapping[str, Parameter], text: str, spans: Sequence[ValueSpan]) -> dict[str, str]:
    """Return the choices that an example names."""
    said = {
        span.parameter: value_of(text[span.start : span.end], parameters[span.parameter], Held(), ANY_DAY)
        for span in spans
        if parameters[span.parameter].choices
    }
    return {name: one for name, one in said.items() if one}


def probabilities(candidates: Sequence[Candidate], by_model: Floats | None = None, share: float = 1.0) -> Floats:
    """Return how likely each candidate is; `by_model`: log-probabilities of the app's own model, a row for each text.

    `share`: how much all else counts beside it. Of the texts the one with the stand-ins that suit an action best speaks
    for it, and the worst for nothing asked.
    """
    evidence = np.array([one.evidence for one in candidates], dtype=np.float32)
    scores = evidence @ np.array(_WEIGHTS, dtype=np.float32)
    if by_model is not None:
        of_model = by_model.max(axis=0)
        of_model[-1] = by_model[:, -1].min()
        scores = _BESIDE_MODEL * share * scores + of_model
    scores = np.exp(scores - scores.max())
    result: Floats = scores / scores.sum()
    return result


def confidence_of(likely: float, candidate: Candidate, filled: Filled, has_models: bool = False) -> float:
    """Return how likely a whole reading is right: its action and all its values."""
    of = candidate.evidence
    weighed = (
        log(max(likely, 1e-6)), of.labels, of.unexplained, filled.twice, of.nearest, len(filled.assumed),
        candidate.weakest, of.words, len(filled.unread), 1.0,
    )  # fmt: skip
    weights = _CONFIDENCE_WITH_MODELS if has_models else _CONFIDENCE
    score = sum(weight * one for weight, one in zip(weights, weighed, strict=True))
    return 1 / (1 + exp(-score))


def less_sure(confidence: float, further: int, has_models: bool = False) -> float:
    """Return the confidence of a message with further requests: where it is cut may be wrong too."""
    each = _EACH_FURTHER_WITH_MODELS if has_models else _EACH_FURTHER
    odds = confidence / max(1 - confidence, 1e-6) * exp(each * further)
    return odds / (1 + odds)
