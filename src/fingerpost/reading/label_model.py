"""A sequence model of an app's values, for apps with many examples: which words belong to which parameter.

A conditional random field over the words around each word, their marks and their embeddings, learned from the examples
and from copies of them with other values in their places. It counts beside the network, which knows no single word.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from fingerpost.language.detect import language_of
from fingerpost.reading.action_model import ENOUGH
from fingerpost.reading.annotation import AnnotatedRequest, AnnotatedText, ValueSpan
from fingerpost.reading.declaration import NONE, AnnotatedExample, Declaration
from fingerpost.reading.marks import MARKS, MarkedText
from fingerpost.reading.network import Floats, word_vector
from fingerpost.reading.prototypes import marked_example, places_in, places_of

_COPIES, _SWAPPED, _LISTED = 3, 0.7, 0.1
"""Copies of an example with other values, how many of the values are others, and how many are lists."""
_AND = {"en": "and", "es": "y", "pt": "e"}
_AXES, _LARGEST = 32, 4.0
"""Numbers kept of a word's embedding, and the largest of them."""
_LONGEST = 60
_LEAST = 1e-4
"""The lowest probability of a label."""
_FIT = {"c1": 0.1, "c2": 0.01, "max_iterations": 100, "feature.possible_transitions": True}
_NAMES = frozenset(MARKS.index(one) for one in ("B:item", "I:item", "B:person", "I:person"))
_HELD = "@"
"""Stands for a word of a name that the app holds: it says nothing by itself."""
_NO_WORD = "_"
_ACTION = "\t"
"""Stands between an action and a feature that counts for it alone; no word has it."""
OUTSIDE = "O"


class SeenWords(NamedTuple):
    """What the model looks at in a message: features of each word that hold for any action, and scores by them."""

    features: Sequence[Sequence[str]]
    scores: Floats


class LabelModel:
    """The weights of features, embeddings and neighbouring labels."""

    def __init__(
        self,
        labels: Sequence[str],
        features: Sequence[str],
        weights: Floats,
        axes: Floats,
        transitions: Floats,
    ) -> None:
        """Take the weights: a row a feature, those of the embeddings' axes last.

        `axes` is the projection of embeddings with the mean that is subtracted as its last row.
        """
        self.labels, self.features = tuple(labels), tuple(features)
        self.weights, self.axes, self.transitions = weights, axes, transitions
        self._rows = {feature: n for n, feature in enumerate(features)}
        self._steps = np.exp(transitions)
        self._with_action = defaultdict[str, list[tuple[str, int]]](list)
        for n, feature in enumerate(features):
            action, known, other = feature.partition(_ACTION)
            if known:
                self._with_action[other].append((action, n))

    def seen(self, marked: MarkedText) -> SeenWords:
        """Return what is looked at in a message."""
        features = _features(marked)
        scores = np.zeros((len(features), len(self.labels)), dtype=np.float32)
        for n, of in enumerate(features):
            scores[n] = self.weights[[self._rows[one] for one in of if one in self._rows]].sum(axis=0)
        embedded = _embedded(marked, self.axes)
        return SeenWords(features, scores + embedded @ self.weights[len(self.features) :])

    def log_probabilities(
        self, seen: SeenWords, start: int, end: int, actions: Mapping[str, Sequence[str]]
    ) -> dict[str, Floats]:
        """Return for each of some actions the log-probabilities of its labels, a row for each word of a request.

        `actions`: names with their parameters. The labels stand in the order of `prototypes.Labels`.
        """
        numbers = {name: n for n, name in enumerate(actions)}
        scores = np.repeat(seen.scores[start:end, None], len(actions), axis=1)
        for word in range(start, end):
            for feature in _beside_action(seen.features, word, start):
                for name, row in self._with_action.get(feature, ()):
                    if name in numbers:
                        scores[word - start, numbers[name]] += self.weights[row]
        places = {name: self._places(tuple(parameters)) for name, parameters in actions.items()}
        foreign = np.ones((len(actions), len(self.labels)), dtype=bool)
        for name, own in places.items():
            foreign[numbers[name], [place for place in own if place >= 0]] = False
        scores[:, foreign] = -np.inf
        likely = self._marginals(np.exp(scores - scores.max(axis=2, keepdims=True)))
        padded = np.concatenate([likely, np.zeros((*likely.shape[:2], 1), dtype=np.float32)], axis=2)
        return {name: np.log(np.maximum(padded[:, n, places[name]], _LEAST)) for name, n in numbers.items()}

    def _places(self, parameters: tuple[str, ...]) -> list[int]:
        """Return where the labels of an action stand; -1 where no example has taught one."""
        wanted = [OUTSIDE, *(f"{tag}{parameter}" for parameter in parameters for tag in ("B-", "I-"))]
        return [self.labels.index(one) if one in self.labels else -1 for one in wanted]

    def _marginals(self, scores: Floats) -> Floats:
        """Return the probability of each label at each word, by the forward and backward pass."""
        forward, backward = np.empty_like(scores), np.empty_like(scores)
        forward[0], backward[-1] = scores[0], 1.0
        for n in range(1, len(scores)):
            came = (forward[n - 1] @ self._steps) * scores[n]
            forward[n] = came / came.sum(axis=1, keepdims=True)
        for n in range(len(scores) - 2, -1, -1):
            goes = (backward[n + 1] * scores[n + 1]) @ self._steps.T
            backward[n] = goes / goes.sum(axis=1, keepdims=True)
        likely = forward * backward
        result: Floats = likely / likely.sum(axis=2, keepdims=True)
        return result


def fit(declaration: Declaration) -> LabelModel | None:
    """Return the model of a declaration's examples; None where they are too few."""
    if len(declaration.examples) < ENOUGH * len(declaration.actions):
        return None
    # Imported only where it is fitted.
    import pycrfsuite

    axes = _axes(declaration)
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params(_FIT)
    for example in _with_copies(declaration):
        marked = marked_example(declaration, example)
        features, embedded = _features(marked), _embedded(marked, axes)
        for action, request in example.requests:
            inside = places_in(marked, request)
            if not inside or action == NONE or not declaration.actions[action].parameters:
                continue
            labels = _labels_of(marked, request)
            rows = []
            for n in inside:
                beside = [f"{action}{_ACTION}{one}" for one in _beside_action(features, n, inside[0])]
                row = dict.fromkeys([*features[n], *beside], 1.0)
                row |= {f"axis={axis}": float(value) for axis, value in enumerate(embedded[n])}
                rows.append(row)
            trainer.append(pycrfsuite.ItemSequence(rows), [labels.get(n, OUTSIDE) for n in inside])
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "labels.crf")
        trainer.train(path)
        tagger = pycrfsuite.Tagger()
        tagger.open(path)
        info = tagger.info()
        tagger.close()
    return _from_weights(info.state_features, info.transitions, axes)


def _labels_of(marked: MarkedText, request: AnnotatedRequest) -> dict[int, str]:
    """Return the label of each word of a request that belongs to a value."""
    return {
        place: f"{'I' if n else 'B'}-{span.parameter}"
        for span in request.spans
        for n, place in enumerate(places_of(marked, span))
    }


def _from_weights(
    weights: Mapping[tuple[str, str], float], transitions: Mapping[tuple[str, str], float], axes: Floats
) -> LabelModel:
    labels = sorted({label for _, label in weights} | {one for pair in transitions for one in pair} | {OUTSIDE})
    features = sorted({feature for feature, _ in weights if not feature.startswith("axis=")})
    rows = {feature: n for n, feature in enumerate([*features, *(f"axis={n}" for n in range(len(axes) - 1))])}
    of_label = {label: n for n, label in enumerate(labels)}
    table = np.zeros((len(rows), len(labels)), dtype=np.float32)
    for (feature, label), weight in weights.items():
        table[rows[feature], of_label[label]] = weight
    steps = np.zeros((len(labels), len(labels)), dtype=np.float32)
    for (one, other), weight in transitions.items():
        steps[of_label[one], of_label[other]] = weight
    return LabelModel(labels, features, table, axes, steps)


def _features(marked: MarkedText) -> list[list[str]]:
    """Return what is looked at of each word, the word itself first."""
    held = [not _NAMES.isdisjoint(of) for of in marked.marks]
    words = [_HELD if known else word.folded for known, word in zip(held, marked.words, strict=True)]
    found = []
    for n, word in enumerate(words):
        near = {step: words[n + step] if 0 <= n + step < len(words) else _NO_WORD for step in (-2, -1, 1, 2)}
        features = [f"word={word}", "any", f"end={word[-3:]}", f"start={word[:3]}", f"shape={_shape(word)}"]
        features += [f"word{step}={other}" for step, other in near.items()]
        features += [f"pair-={near[-1]}|{word}", f"pair+={word}|{near[1]}"]
        for step in (-1, 0, 1):
            if 0 <= n + step < len(words):
                features += [f"mark{step}={MARKS[one]}" for one in marked.marks[n + step]]
        found.append(features)
    return found


def _beside_action(features: Sequence[Sequence[str]], word: int, first: int) -> Iterator[str]:
    """Yield what is looked at of a word together with the action that is tried."""
    yield "any"
    yield features[word][0]
    yield f"before {features[word - 1][0] if word > first else _NO_WORD}"
    for feature in features[word]:
        if feature.startswith("mark0="):
            yield feature


def _shape(word: str) -> str:
    return "".join("d" if letter.isdigit() else "x" if letter.isalpha() else letter for letter in word[:4])


def _embedded(marked: MarkedText, axes: Floats) -> Floats:
    """Return the embeddings of words on a few axes; of names that the app holds nothing."""
    found = np.stack([word_vector(word.text[:_LONGEST]) for word in marked.words])
    found = np.clip((found - axes[-1]) @ axes[:-1].T, -_LARGEST, _LARGEST)
    found[[not _NAMES.isdisjoint(of) for of in marked.marks]] = 0
    result: Floats = found.astype(np.float32)
    return result


def _axes(declaration: Declaration) -> Floats:
    """Return the axes along which the embeddings of the examples' words differ most, and their mean as the last row."""
    words = {word.text[:_LONGEST] for one in declaration.examples for word in marked_example(declaration, one).words}
    vectors = np.stack([word_vector(word) for word in sorted(words)])
    mean = vectors.mean(axis=0)
    _, lengths, axes = np.linalg.svd(vectors - mean, full_matrices=False)
    scale = 1 / np.sqrt(np.mean(lengths[:8] ** 2) / len(vectors))
    result: Floats = np.vstack([axes[:_AXES] * scale, mean]).astype(np.float32)
    return result


def _with_copies(declaration: Declaration) -> Iterator[AnnotatedExample]:
    """Yield the examples, and copies of each with values of others in their places."""
    chance = random.Random(0)  # noqa: S311 - the same copies each time
    values = defaultdict[str, list[str]](list)
    for example in declaration.examples:
        for _, request in example.requests:
            for span in request.spans:
                values[span.parameter].append(example.annotated.text[span.start : span.end])
    for example in declaration.examples:
        yield example
        if any(request.spans for _, request in example.requests):
            for _ in range(_COPIES):
                yield _swapped(declaration, example, values, chance)


def _swapped(
    declaration: Declaration, example: AnnotatedExample, values: Mapping[str, Sequence[str]], chance: random.Random
) -> AnnotatedExample:
    """Return an example with values of others; one of which there may be many is sometimes a list: "Gion and Uji"."""
    text, done, requests = "", 0, []
    joint = f" {_AND.get(language_of(example.annotated.text), 'and')} "
    for action, request in example.requests:
        text += example.annotated.text[done : request.start]
        done, start, spans = request.start, len(text), []
        for span in sorted(request.spans):
            text += example.annotated.text[done : span.start]
            said = example.annotated.text[span.start : span.end]
            told = [chance.choice(values[span.parameter]) if chance.random() < _SWAPPED else said]
            many = declaration.actions[action].parameters[span.parameter].many
            if many and chance.random() < _LISTED:
                told += chance.choices(values[span.parameter], k=chance.choice((1, 1, 2)))
            for n, value in enumerate(told):
                text += "" if not n else joint if n == len(told) - 1 else ", "
                spans.append(ValueSpan(len(text), len(text) + len(value), span.parameter))
                text += value
            done = span.end
        text += example.annotated.text[done : request.end]
        done = request.end
        requests.append(AnnotatedRequest(start, len(text), tuple(spans), request.choices))
    return AnnotatedExample(AnnotatedText(text, tuple(requests)), example.actions)
