"""Values of messages on SNIPS: the reader with 50 and 200 examples an intent, beside a plain sequence labeller.

`FINGERPOST_DATA=FOLDER python -m benchmarks slots`. Intents are declared as actions, slots as their parameters; the
plain labeller is a conditional random field over words, endings and neighbours, as its tutorials have it.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import pycrfsuite

from benchmarks.data import FOLDER, folder
from benchmarks.report import Table
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.reading.declaration import NONE, Declaration, declare
from fingerpost.reading.learned import learn_app
from fingerpost.reading.marks import mark
from fingerpost.reading.network import shared_network
from fingerpost.reading.reader import Reader

SIZES = (50, 200)
DRAWS = 2
TODAY = date(2026, 1, 1)
_NUMBERS = frozenset(("rating_value", "best_rating", "party_size_number"))
_NOTHING = ("hello there", "thanks a lot", "who are you", "what can you do", "good morning", "never mind then")
"""Messages that ask for nothing, which every declaration should have."""

Slot = tuple[int, int, str]
"""First and last place in a text, and the slot."""


class Row(NamedTuple):
    """A sentence, its intent, and its slots."""

    words: Sequence[str]
    tags: Sequence[str]
    intent: str

    @property
    def text(self) -> str:
        """Return the sentence."""
        return " ".join(self.words)


def measure() -> Iterator[Table]:
    """Yield the F1 of slots, all intents together."""
    place = folder()
    if place is None:
        raise SystemExit(f"set {FOLDER} to the folder that holds snips/train.jsonl and snips/valid.jsonl")
    train, held = (_rows(place / "snips" / f"{part}.jsonl") for part in ("train", "valid"))
    gold = [slots_of(row.words, row.tags) for row in held]
    rows = []
    for size in SIZES:
        found = [(_plain(drawn, held), _read(drawn, held)) for drawn in (_draw(train, size, n) for n in range(DRAWS))]
        plain, ours = (float(np.mean([f1(gold, one[n]) for one in found])) for n in (0, 1))
        rows.append((size, f"{plain:.3f}", f"{ours:.3f}"))
    yield Table(
        f"SNIPS, F1 of slots, {len(held)} messages, {DRAWS} draws", ("examples", "plain labeller", "reader"), rows
    )


def _rows(path: Path) -> list[Row]:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Row(row["tokens"], row["tags"], row["label"]) for row in rows]


def _draw(rows: Sequence[Row], size: int, seed: int) -> list[Row]:
    chance = random.Random(seed)  # noqa: S311 - the same draw each time
    by = defaultdict[str, list[Row]](list)
    for row in rows:
        by[row.intent].append(row)
    return [row for intent in sorted(by) for row in chance.sample(by[intent], size)]


def slots_of(words: Sequence[str], tags: Sequence[str]) -> set[Slot]:
    """Return the slots of a sentence by their places in its text."""
    found: list[Slot] = []
    place, before = 0, "O"
    for word, tag in zip(words, tags, strict=True):
        kind, end = tag[2:], place + len(word)
        if tag.startswith("B-") or (tag.startswith("I-") and before[2:] != kind):
            found.append((place, end, kind))
        elif tag.startswith("I-"):
            found[-1] = (found[-1][0], end, kind)
        place, before = end + 1, tag
    return set(found)


def f1(gold: Sequence[set[Slot]], found: Sequence[set[Slot]]) -> float:
    """Return the F1 of slots, which are right only as a whole."""
    both = sum(len(one & other) for one, other in zip(gold, found, strict=True))
    return 2 * both / max(1, sum(map(len, gold)) + sum(map(len, found)))


def _read(drawn: Sequence[Row], held: Sequence[Row]) -> list[set[Slot]]:
    declaration, encode, network = declaration_of(drawn), EmbeddedEncoder().encode, shared_network()
    reader = Reader(declaration, encode, network, learn_app(declaration, encode, network, with_values=True))
    return [_found(reader, row.text) for row in held]


def _found(reader: Reader, text: str) -> set[Slot]:
    found = set()
    for request in reader.requests(mark(text, (), (), TODAY)):
        asked = [(likely, one) for likely, one in zip(request.likely, request.candidates, strict=True)]
        best = max((pair for pair in asked if pair[1].action != NONE), key=lambda pair: pair[0])[1]
        found |= {(span.start, span.end, span.parameter) for span in best.spans}
    return found


def declaration_of(rows: Sequence[Row]) -> Declaration:
    """Return a declaration of the intents with some annotated examples."""
    actions: dict[str, dict[str, object]] = {}
    for intent in sorted({row.intent for row in rows}):
        own = [row for row in rows if row.intent == intent]
        slots = sorted({kind for row in own for _, _, kind in slots_of(row.words, row.tags)})
        kinds = {slot: {"type": "number" if slot in _NUMBERS else "text"} for slot in slots}
        actions[intent] = {"does": intent, "parameters": kinds, "examples": [_annotated(row) for row in own]}
    nothing = [{"text": text, "actions": [NONE]} for text in _NOTHING]
    return declare({"actions": actions, "examples": nothing}, name="snips")


def _annotated(row: Row) -> str:
    text, parts, done = row.text, [], 0
    for start, end, kind in sorted(slots_of(row.words, row.tags)):
        parts += [text[done:start], f"[{text[start:end]}]({kind})"]
        done = end
    return "".join([*parts, text[done:]])


def _plain(drawn: Sequence[Row], held: Sequence[Row]) -> list[set[Slot]]:
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"c1": 0.1, "c2": 0.01, "max_iterations": 100, "feature.possible_transitions": True})
    for row in drawn:
        trainer.append(_features(row.words), row.tags)
    with TemporaryDirectory() as place:
        path = str(Path(place) / "plain.crf")
        trainer.train(path)
        tagger = pycrfsuite.Tagger()
        tagger.open(path)
        return [slots_of(row.words, tagger.tag(_features(row.words))) for row in held]


def _features(words: Sequence[str]) -> list[list[str]]:
    def at(place: int) -> str:
        return words[place] if 0 <= place < len(words) else "_"

    return [
        ["any", f"w={word}", f"end={word[-3:]}", f"start={word[:3]}", f"digit={word.isdigit()}"]
        + [f"w{step}={at(n + step)}" for step in (-2, -1, 1, 2)]
        + [f"before={at(n - 1)}|{word}", f"after={word}|{at(n + 1)}"]
        for n, word in enumerate(words)
    ]
