"""What the examples of an app teach the network: a vector for each action, and two for each of its parameters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np

from fingerpost.reading.annotation import AnnotatedRequest, ValueSpan
from fingerpost.reading.declaration import NONE, TYPES, AnnotatedExample, Declaration, DeclaredAction
from fingerpost.reading.marks import MarkedText, mark, only_points
from fingerpost.reading.network import Floats, ReaderNetwork, WordStates, unit

BEGINS, GOES_ON = 0, 1
_TRIED = 300
"""Examples on which the network is tried, about."""
ANY_DAY = date(2026, 1, 1)
"""Examples are read as of this day: only that something is a date counts."""


class Labels(NamedTuple):
    """The labels of an action's words: none, then beginning and going on for each parameter."""

    parameters: tuple[str, ...]
    types: Sequence[Sequence[int]]
    """For each parameter, the positions of its types in the network's type scores, to begin and to go on."""
    vectors: Floats
    taught: Floats
    """Which labels the examples have taught; the others have only their type and name."""
    names: Floats


class Prototypes(NamedTuple):
    """What is compared with a message."""

    actions: tuple[str, ...]
    vectors: Floats
    labels: Mapping[str, Labels]


def learn(declaration: Declaration, network: ReaderNetwork) -> tuple[Prototypes, Floats]:
    """Return the vectors that the examples of a declaration teach, and those of all their requests."""
    requests: list[Floats] = []
    of_label: dict[tuple[str, str, int], list[Floats]] = defaultdict(list)
    of_action: dict[str, list[Floats]] = defaultdict(list)
    for example in declaration.examples:
        marked = marked_example(declaration, example)
        states = network.states(marked)
        for action, request in example.requests:
            inside = places_in(marked, request)
            words = states.hidden[inside[0] : inside[-1] + 1] if inside else states.hidden
            vector, _ = network.action_vector(words)
            requests.append(vector)
            if action == NONE:
                continue
            of_action[action].append(vector)
            for span in request.spans:
                for n, place in enumerate(places_of(marked, span)):
                    of_label[action, span.parameter, GOES_ON if n else BEGINS].append(states.queries[place])
    shared: dict[tuple[str, int], list[Floats]] = defaultdict(list)
    for (_, parameter, tag), vectors in of_label.items():
        shared[parameter, tag] += vectors
    labels = {
        name: _labels(action, network, *_taught(action, of_label, shared, network.queries_width))
        for name, action in declaration.actions.items()
    }
    names = tuple(declaration.actions)
    of_actions = np.stack([unit(np.mean(of_action[name], axis=0)) for name in names])
    return Prototypes(names, of_actions, labels), np.stack(requests)


def restored(
    declaration: Declaration,
    network: ReaderNetwork,
    vectors: Floats,
    labels: Mapping[str, tuple[Floats, Floats]],
) -> Prototypes:
    """Return prototypes of vectors that were kept."""
    of = {name: _labels(action, network, *labels[name]) for name, action in declaration.actions.items()}
    return Prototypes(tuple(declaration.actions), vectors, of)


def _taught(
    action: DeclaredAction,
    of_label: Mapping[tuple[str, str, int], Sequence[Floats]],
    shared: Mapping[tuple[str, int], Sequence[Floats]],
    width: int,
) -> tuple[Floats, Floats]:
    """Return a vector for each label of an action, and which of them the examples have taught."""
    vectors, taught = [], []
    for parameter in action.parameters:
        for tag in (BEGINS, GOES_ON):
            known = of_label.get((action.name, parameter, tag)) or shared.get((parameter, tag), ())
            taught.append(float(bool(known)))
            vectors.append(unit(np.mean(known, axis=0)) if known else np.zeros(width, np.float32))
    return np.array(vectors, dtype=np.float32).reshape(-1, width), np.array(taught, dtype=np.float32)


def _labels(action: DeclaredAction, network: ReaderNetwork, vectors: Floats, taught: Floats) -> Labels:
    parameters = tuple(action.parameters)
    types = [[1 + 2 * TYPES.index(kind) for kind in action.parameters[name].types] for name in parameters]
    width = network.queries_width
    return Labels(
        parameters,
        types,
        vectors,
        taught,
        np.array([network.parameter_name_vector(name) for name in parameters], dtype=np.float32).reshape(-1, width),
    )


def label_scores(labels: Labels, states: WordStates, start: int, end: int, network: ReaderNetwork) -> Floats:
    """Return for each word of a request the log-probabilities of an action's labels."""
    types, queries = states.types[start:end], states.queries[start:end]
    scores = np.empty((end - start, 1 + 2 * len(labels.parameters)), dtype=np.float32)
    scores[:, 0] = types[:, 0]
    by_example = (network.gains[0] * (queries @ labels.vectors.T) - network.bias) * labels.taught
    by_name = network.gains[1] * (queries @ labels.names.T)
    for n, positions in enumerate(labels.types):
        for tag, share in ((BEGINS, 1.0), (GOES_ON, 0.5)):
            column = 2 * n + tag
            of_type = types[:, [position + tag for position in positions]].max(axis=1)
            scores[:, 1 + column] = of_type + by_example[:, column] + share * by_name[:, n]
    return log_share(scores)


def log_share(scores: Floats) -> Floats:
    """Return scores as log-probabilities of each row."""
    scores = scores - scores.max(axis=1, keepdims=True)
    result: Floats = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return result


def best_labels(scores: Floats) -> tuple[list[int], float]:
    """Return the best labels in which nothing goes on that has not begun, and their log-probability."""
    likeliest = scores.argmax(axis=1)
    before = np.concatenate([[0], likeliest[:-1]])
    goes_on = (likeliest % 2 == 0) & (likeliest > 0)
    if not np.any(goes_on & (before != likeliest) & (before != likeliest - 1)):
        # What is likeliest for each word by itself can be as it is.
        return likeliest.tolist(), float(scores.max(axis=1).sum())
    count, kinds = scores.shape
    going_on = np.arange(2, kinds, 2)
    best = scores[0].astype(float)
    best[going_on] = -np.inf
    steps = []
    for place in range(1, count):
        top = int(best.argmax())
        came = np.full(kinds, top)
        after = best[top] + scores[place]
        if len(going_on):
            begun = best[going_on - 1] >= best[going_on]
            came[going_on] = np.where(begun, going_on - 1, going_on)
            after[going_on] = best[came[going_on]] + scores[place, going_on]
        steps.append(came)
        best = after
    label = int(best.argmax())
    total = float(best[label])
    found = [label]
    for came in reversed(steps):
        label = int(came[label])
        found.append(label)
    return found[::-1], total


def found_values(declaration: Declaration, prototypes: Prototypes, network: ReaderNetwork) -> float:
    """Return how well the network alone finds the values of the examples it was given: the F1 of whole values."""
    both = wanted = told = 0
    for example in declaration.examples[:: max(1, len(declaration.examples) // _TRIED)]:
        marked = marked_example(declaration, example)
        states = network.states(marked)
        for action, request in example.requests:
            inside = places_in(marked, request)
            if not inside or action == NONE or not declaration.actions[action].parameters:
                continue
            labels = prototypes.labels[action]
            best, _ = best_labels(label_scores(labels, states, inside[0], inside[-1] + 1, network))
            found = set(spans_of(marked, best, inside[0], labels.parameters))
            right = {
                ValueSpan(marked.words[places[0]].start, marked.words[places[-1]].end, span.parameter)
                for span in request.spans
                if (places := places_of(marked, span))
            }
            both, wanted, told = both + len(found & right), wanted + len(right), told + len(found)
    return 2 * both / max(1, wanted + told)


def spans_of(marked: MarkedText, labels: Sequence[int], start: int, parameters: Sequence[str]) -> list[ValueSpan]:
    """Return the spans of labels: an odd one begins a parameter's value, the even one after it goes on."""
    found: list[ValueSpan] = []
    for n, label in enumerate(labels):
        word = marked.words[start + n]
        if label % 2:
            found.append(ValueSpan(word.start, word.end, parameters[(label - 1) // 2]))
        elif label:
            found[-1] = found[-1]._replace(end=word.end)
    return found


def marked_example(declaration: Declaration, example: AnnotatedExample) -> MarkedText:
    """Return an example with its marks: the items and people that it names are held by the app."""
    names: dict[str, list[str]] = {"item": [], "person": []}
    text = example.annotated.text
    for action, request in example.requests:
        for span in request.spans:
            kind = declaration.actions[action].parameters[span.parameter].types[0]
            said = text[span.start : span.end]
            if kind in names and not only_points(said):
                names[kind].append(said)
    return mark(text, names["item"], names["person"], ANY_DAY)


def places_in(marked: MarkedText, request: AnnotatedRequest) -> list[int]:
    """Return the words of a request of an example."""
    return [n for n, word in enumerate(marked.words) if request.start <= word.start < request.end]


def places_of(marked: MarkedText, span: ValueSpan) -> list[int]:
    """Return the words that a span covers."""
    return [n for n, word in enumerate(marked.words) if word.start < span.end and word.end > span.start]
