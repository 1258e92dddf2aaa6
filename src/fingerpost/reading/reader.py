"""Reads messages to an app: marks what is known, cuts requests apart, tells the action, fills its values."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fingerpost.language.text import clean
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.declaration import NONE, Declaration, joined, load
from fingerpost.reading.denial import DENIED, DOUBTED, most_sure
from fingerpost.reading.filling import Filled, fill, implied_choices
from fingerpost.reading.label_model import SeenWords
from fingerpost.reading.learned import Learned, learn_app, load_learned, save
from fingerpost.reading.marks import MARKS, MarkedText, mark
from fingerpost.reading.network import WEIGHTS, Floats, ReaderNetwork, WordStates, shared_network
from fingerpost.reading.prototypes import best_labels, label_scores, log_share, spans_of
from fingerpost.reading.ranking import (
    ActionEvidence,
    Candidate,
    Encode,
    ExampleIndex,
    confidence_of,
    less_sure,
    masked,
    probabilities,
)
from fingerpost.reading.values import ME, Held

SURE = 0.6
"""How sure a reading is that is carried out."""
LONGEST = 4000
"""Characters of a message that are read; of a longer one nothing is carried out, since its end is not known."""
MOST_REQUESTS = 50
"""Requests of a message; of one with more nothing is carried out."""
_CUT = 0.5
"""How unlikely a further request may be said to begin, where the network counts in full."""
_TELLING_MARKS = frozenset(
    MARKS.index(one) for one in ("B:money", "B:date", "B:daynum", "B:num", "B:item", "B:person", "star")
)
"""Marks of words that a reading should use or explain."""
_TELLING_SIGNS = frozenset(MARKS.index(one) for one in ("star", "cur"))
_TRIED, _CONSIDERED = 8, 3
"""Actions whose values are read, the likeliest by the network, and of these whose values are tried as stand-ins."""


class Command(NamedTuple):
    """An action with its typed values, and the words that each was read from.

    `assumed`: parameters that no words name and that have what was touched last. `missing` and `unclear`: what to ask.
    """

    action: str
    values: Mapping[str, Any]
    words: Mapping[str, Sequence[str]] = {}
    assumed: Sequence[str] = ()
    missing: Sequence[str] = ()
    unclear: Mapping[str, Sequence[str]] = {}


class Reading(NamedTuple):
    """What a message asks for.

    `commands`: in their order, empty where nothing is asked for or it is not sure enough. `doubtful`: what it would be
    if it were sure; `missing` and `unclear` tell what to ask. `confidence`: of the least sure command, 0 where the
    message was not read to its end.
    """

    commands: tuple[Command, ...] = ()
    doubtful: tuple[Command, ...] = ()
    confidence: float = 0.0
    missing: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()


class RequestReading(NamedTuple):
    """A request of a message: where it stands, and its candidates with how likely each is, nothing asked last."""

    start: int
    end: int
    candidates: Sequence[Candidate]
    likely: Sequence[float]


class Reader:
    """Reads messages to one app."""

    def __init__(
        self,
        declaration: Declaration,
        encode: Encode,
        network: ReaderNetwork | None = None,
        learned: Learned | None = None,
    ) -> None:
        """Learn the examples of a declaration, unless it is given; `encode` turns texts into unit vectors."""
        self.declaration = declaration
        self._network = network or shared_network()
        learned = learned or learn_app(declaration, encode, self._network)
        self._prototypes, self._model = learned.prototypes, learned.model
        self._labels, self._share = learned.labels, learned.network_share
        self._has_models = self._model is not None and self._labels is not None
        self._encode = encode
        self._index = ExampleIndex(declaration, learned.examples, learned.descriptions)

    def read(self, message: str, held: Held = Held(), today: date | None = None) -> Reading:  # noqa: B008 - immutable
        """Return what a message asks for; nothing is a command that is not sure."""
        today = today or date.today()
        marked = mark(clean(message[:LONGEST]), held.items, held.people, today)
        if not _says_something(marked):
            return Reading()
        requests = self.requests(marked)
        whole = len(message) <= LONGEST and len(requests) <= MOST_REQUESTS
        read, spoken = [], list[str]()
        for request in requests[:MOST_REQUESTS]:
            found = self._command(request, marked, held, today, spoken)
            if found is not None:
                read.append(found)
                spoken += self._named(found[0].action, found[1])
                held = self._touched(held, found[0].action, found[1])
        if not read:
            return Reading()
        commands = tuple(
            Command(one.action, filled.values, filled.words, filled.assumed, filled.missing, filled.unclear)
            for one, filled, _ in read
        )
        confidence = less_sure(min(sure for _, _, sure in read), len(read) - 1, self._has_models) if whole else 0.0
        missing = tuple(name for _, filled, _ in read for name in filled.missing)
        unclear = tuple(name for _, filled, _ in read for names in filled.unclear.values() for name in names)
        if confidence < SURE or missing or unclear:
            return Reading((), commands, confidence, missing, unclear)
        return Reading(commands, (), confidence)

    def _command(
        self, request: RequestReading, marked: MarkedText, held: Held, today: date, spoken: Sequence[str]
    ) -> tuple[Candidate, Filled, float] | None:
        """Return the likeliest action of a request, filled, and how sure that is; None where nothing is asked for."""
        best = int(np.argmax(request.likely))
        candidate = request.candidates[best]
        most = most_sure(self.declaration, candidate.action, candidate.spans, marked, request.start, request.end)
        if most == DENIED:
            return None
        action = self.declaration.actions[candidate.action]
        filled = fill(action, candidate.spans, marked, request.start, request.end, held, today, spoken)
        implied_choices(action, filled, candidate.likeness, self.choices_of(candidate.action))
        sure = confidence_of(request.likely[best], candidate, filled, self._has_models)
        return candidate, filled, min(sure, most, DOUBTED if filled.garbled else 1.0)

    def _named(self, action: str, filled: Filled) -> list[str]:
        """Return the names that a request brings, of people or new ones."""
        found = []
        for parameter in self.declaration.actions[action].parameters.values():
            value = filled.values.get(parameter.name)
            if not {"person", "name"}.isdisjoint(parameter.types) and value is not None:
                found += [one for one in _listed(value) if one != ME]
        return found

    def _touched(self, held: Held, action: str, filled: Filled) -> Held:
        """Return what is held with the items of a request as those touched last: the next may point at them."""
        named = [
            name
            for parameter in self.declaration.actions[action].parameters.values()
            if "item" in parameter.types and parameter.name in filled.values
            for name in _listed(filled.values[parameter.name])
        ]
        places = [place for place, name in enumerate(held.items) if name in named]
        if not places:
            return held
        recent = [*reversed(places), *(place for place in held.recent if place not in places)]
        return held._replace(recent=recent, last=len(places))

    def choices_of(self, action: str) -> Sequence[Mapping[str, str]]:
        """Return the choices that each example of an action makes."""
        return [self._index.choices[n] for n in self._index.of_action[self._index.actions.index(action)]]

    def requests(self, marked: MarkedText) -> list[RequestReading]:
        """Return the requests of a message with what each may mean."""
        if not marked.words:
            return []
        states = self._network.states(marked)
        seen = self._labels.seen(marked) if self._labels is not None else None
        cuts = [
            0,
            *(n for n in range(1, len(marked.words)) if states.cuts[n] > 1 - _CUT * self._share),
            len(marked.words),
        ]
        return [self._request(marked, states, seen, start, end) for start, end in pairwise(cuts)]

    def _request(
        self, marked: MarkedText, states: WordStates, seen: SeenWords | None, start: int, end: int
    ) -> RequestReading:
        vector, no_action = self._network.action_vector(states.hidden[start:end])
        by_network = self._network.gains[2] * (self._prototypes.vectors @ vector)
        tried = [int(n) for n in np.argsort(-by_network)[:_TRIED]]
        names = [self._prototypes.actions[n] for n in tried]
        read: list[tuple[Sequence[ValueSpan], float, float]] = []
        learned = self._by_label_model(seen, start, end, names)
        for name in names:
            labels = self._prototypes.labels[name]
            if not labels.parameters:
                read.append(([], 0.0, 0.0))
                continue
            by_examples = label_scores(labels, states, start, end, self._network)
            scores = log_share(self._share * by_examples + learned[name]) if name in learned else by_examples
            found, total = best_labels(scores)
            weakest = float(by_examples[range(end - start), found].min())
            read.append((spans_of(marked, found, start, labels.parameters), total / (end - start), weakest))
        first, last = marked.words[start].start, marked.words[end - 1].end
        texts = []
        for name, (spans, _, _) in zip(names[:_CONSIDERED], read, strict=False):
            text = masked(marked.text, first, last, spans, self.declaration.actions[name].parameters)
            if text not in texts:
                texts.append(text)
        sentences = self._encode(texts)
        likeness, described, shared = self._index.compare(sentences, texts)
        candidates = []
        for n, name, (spans, labels_score, weakest) in zip(tried, names, read, strict=True):
            of_action = self._index.of_action[n]
            near = np.sort(likeness[of_action])[::-1]
            required = [one.name for one in self.declaration.actions[name].parameters.values() if one.required]
            given = {span.parameter for span in spans}
            evidence = ActionEvidence(
                network=float(by_network[n]),
                nearest=float(near[0]),
                near=float(near[:3].mean()),
                described=float(described[n]),
                words=float(shared[of_action].max()),
                labels=labels_score,
                missing=sum(one not in given for one in required),
                values=len(given),
                unexplained=_unexplained(marked, spans, start, end),
            )
            candidates.append(Candidate(name, spans, evidence, likeness[of_action].tolist(), weakest))
        nothing = ActionEvidence(nothing=1.0, no_action=no_action, likest=float(likeness.max()))
        candidates.append(Candidate(NONE, (), nothing))
        by_model = None
        if self._model is not None:
            by_model = np.stack([self._model.log_probabilities(one, vector)[[*tried, -1]] for one in sentences])
        likely = probabilities(candidates, by_model, self._share)
        return RequestReading(first, last, candidates, [float(one) for one in likely])

    def _by_label_model(
        self, seen: SeenWords | None, start: int, end: int, actions: Sequence[str]
    ) -> dict[str, Floats]:
        """Return what the app's own model says of the labels of actions; nothing where there is no such model."""
        parameters = {name: self._prototypes.labels[name].parameters for name in actions}
        parameters = {name: of for name, of in parameters.items() if of}
        if self._labels is None or seen is None or not parameters:
            return {}
        return self._labels.log_probabilities(seen, start, end, parameters)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _says_something(marked: MarkedText) -> bool:
    """Whether a message is more than signs: a word, a figure, a star or the sign of a currency."""
    return any(
        word.is_letters or word.is_digits or not _TELLING_SIGNS.isdisjoint(of)
        for word, of in zip(marked.words, marked.marks, strict=True)
    )


def _unexplained(marked: MarkedText, spans: Sequence[ValueSpan], start: int, end: int) -> int:
    return sum(
        bool(_TELLING_MARKS.intersection(marked.marks[n]))
        and not any(span.start <= marked.words[n].start < span.end for span in spans)
        for n in range(start, end)
    )


def open_reader(path: str | Path, *further: str | Path) -> Reader:
    """Return the reader of a declaration file, with what `reader.npz` beside it keeps where that still fits.

    `further`: files whose actions are added to it.
    """
    declaration, encoder, network = _loaded(path, further), EmbeddedEncoder(), shared_network()
    kept = Path(path).with_name("reader.npz")
    learned = load_learned(kept, declaration, network, fingerprint_of(declaration, encoder))
    return Reader(declaration, encoder.encode, network, learned)


def _loaded(path: str | Path, further: Sequence[str | Path]) -> Declaration:
    declaration = load(path)
    for one in further:
        declaration = joined(declaration, load(one))
    return declaration


def keep_learned(path: str | Path, *further: str | Path) -> Path:
    """Write `reader.npz` beside a declaration file, so that its reader opens at once; return where it is.

    Where the examples are many, a model of their values is fitted, without which more of them are missed.
    """
    declaration, encoder = _loaded(path, further), EmbeddedEncoder()
    kept = Path(path).with_name("reader.npz")
    learned = learn_app(declaration, encoder.encode, shared_network(), with_values=True)
    save(learned, kept, fingerprint_of(declaration, encoder))
    return kept


def fingerprint_of(declaration: Declaration, encoder: EmbeddedEncoder) -> str:
    """Return an id of all that a reader learns from."""
    content = repr((declaration, encoder.fingerprint)).encode() + WEIGHTS.read_bytes()
    return hashlib.sha256(content).hexdigest()


@lru_cache(maxsize=16)
def _reader_of(declaration: Declaration) -> Reader:
    return Reader(declaration, EmbeddedEncoder().encode)


def _names(state: Mapping[str, Sequence[str]], key: str) -> Sequence[str]:
    """Return the names that an app holds of a kind; raise TypeError where they are no list of texts."""
    names = state.get(key, ())
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(one, str) for one in names):
        raise TypeError(f'state[{key!r}] is a list of names, as ["fern"], not {names!r}')
    return names


def read(
    declaration: Declaration, state: Held | Mapping[str, Sequence[str]], message: str, today: date | None = None
) -> Reading:
    """Read what a message asks of an app: `read(load("plants.toml"), {"items": ["fern"]}, "water the fern")`.

    `state` holds the names of the items and people that the app has. The first call with a declaration learns its
    examples, which takes some milliseconds each; keep the declaration for further calls.
    """
    held = state if isinstance(state, Held) else Held(_names(state, "items"), _names(state, "people"))
    return _reader_of(declaration).read(message, held, today)
