"""Fit what tells that a message sets its own file aside (`fingerpost.conversation.file_aside`).

`python -m training.file_aside [OUT.npz]` takes half a minute and needs no torch. `--held-out` fits without one group of
wordings at a time, then without one sentence in nine, and prints how many of those left out are found.

The sentences stand in `file_aside.jsonl`: those that set a file aside, by the manner in which they do, and those that
are about it. The examples of the shipped routebooks add what people say beside: requests about a file that came along,
and requests about anything else.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

import fingerpost.assistants
from fingerpost.conversation.file_aside import (
    ASIDE,
    OF_FILE,
    OTHER,
    WEIGHTS,
    MessagePart,
    features,
    part_of,
    sets_aside,
    split_parts,
)

SENTENCES = Path(__file__).with_name("file_aside.jsonl")
ASSISTANTS = Path(fingerpost.assistants.__file__).parent
ABOUT = {"other": OTHER, "file": OF_FILE, "aside": ASIDE}
COST, WEIGHT = 5.0, 3.0
"""The inverse of the regularisation, and what a sentence that sets a file aside counts: they are few."""
OTHERS = {"agents": 500, "avap": 75, "miniapps": 75}
"""How many examples of each routebook that depend on nothing are of another matter."""
FOLDS = 9

Floats = NDArray[np.float32]


class Sentence(NamedTuple):
    """A sentence, what it is about, and the manner in which it says so."""

    text: str
    about: int
    group: str


class Message(NamedTuple):
    """A message of one or two sentences, the sentence that it was made of, and whether it sets its file aside."""

    text: str
    source: int
    is_aside: bool


def read_sentences() -> list[Sentence]:
    """Return the sentences of the file."""
    rows = (json.loads(line) for line in SENTENCES.read_text(encoding="utf-8").splitlines())
    return [Sentence(row["text"], ABOUT[row["what"]], row["group"]) for row in rows]


def examples_of_files() -> list[str]:
    """Return what people ask of a commercial paper that came along."""
    return [
        row["text"] for row in _examples("agents") if (row.get("after"), row["route"]) == ("attachment", "commerce")
    ]


def other_examples(seed: int = 1) -> tuple[list[str], list[str]]:
    """Return requests about other matters, for the fit and to make messages of."""
    random, used, kept = np.random.default_rng(seed), [], []
    for name, count in OTHERS.items():
        texts = [row["text"] for row in _examples(name) if row.get("after") is None and row["route"] != "commerce"]
        order = random.permutation(len(texts))
        used += [texts[place] for place in order[:count]]
        kept += [texts[place] for place in order[count : 2 * count]]
    return used, kept


def _examples(name: str) -> Iterator[dict[str, Any]]:
    lines = (ASSISTANTS / name / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    return map(json.loads, lines)


class Encoded:
    """Encodes each text once."""

    def __init__(self) -> None:
        """Nothing is encoded yet."""
        self._known: dict[str, Floats] = {}

    def __call__(self, texts: Sequence[str]) -> Floats:
        """Return one row per text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        for start in range(0, len(new), 64):
            some = new[start : start + 64]
            self._known.update(zip(some, features(some), strict=True))
        return np.array([self._known[text] for text in texts])


def fit(sentences: Sequence[Sentence], of_files: Sequence[str], others: Sequence[str], encoded: Encoded) -> Any:
    """Fit the logistic model on sentences, and on the parts of examples."""
    parts = [(part, OF_FILE) for text in of_files for part in _said(text)]
    parts += [(part, OTHER) for text in others for part in _said(text)]
    texts = [sentence.text for sentence in sentences] + [part for part, _ in parts]
    about = [sentence.about for sentence in sentences] + [about for _, about in parts]
    model = LogisticRegression(C=COST, max_iter=3000, class_weight={OTHER: 1, OF_FILE: 1, ASIDE: WEIGHT})
    return model.fit(encoded(texts), about)


def _said(text: str) -> list[str]:
    return [part for part in split_parts(text) if any(map(str.isalnum, part))]


def _parts(model: Any, text: str, encoded: Encoded) -> list[MessagePart]:
    texts = _said(text)
    scores = encoded(texts) @ model.coef_.T + model.intercept_
    return [part_of(part, row) for part, row in zip(texts, scores, strict=True)]


def messages(sentences: Sequence[Sentence], of_files: Sequence[str], others: Sequence[str]) -> list[Message]:
    """Return messages made of the sentences: beside one that sets a file aside stands another matter, else the file."""
    random, made = np.random.default_rng(5), []
    for source, sentence in enumerate(sentences):
        if sentence.about == OTHER:
            continue
        is_aside = sentence.about == ASIDE
        beside = str(random.choice(others if is_aside else of_files)).strip(" .?!")
        mark = str(random.choice([". ", ", ", "; ", ": "]))
        made.append(Message(f"{sentence.text}{mark}{beside}?", source, is_aside))
    return made


def held_out(encoded: Encoded) -> Iterator[str]:
    """Yield how many messages are taken for such that set a file aside, where the fit did not see their wording."""
    sentences, of_files, (others, kept) = read_sentences(), examples_of_files(), other_examples()
    made = messages(sentences, of_files, kept)
    groups = list(dict.fromkeys(sentence.group for sentence in sentences if sentence.about == ASIDE))
    folds = len(groups)
    by_group = [
        groups.index(sentence.group) if sentence.about == ASIDE else place % folds
        for place, sentence in enumerate(sentences)
    ]
    by_place = [place % FOLDS for place in range(len(sentences))]
    for what, fold_of, count in (("a group", by_group, folds), ("one in nine", by_place, FOLDS)):
        found: dict[str, list[bool]] = {"set aside": [], "about the file": [], "examples about a file": []}
        for fold in range(count):
            inside = [sentence for place, sentence in enumerate(sentences) if fold_of[place] != fold]
            model = fit(inside, [text for i, text in enumerate(of_files) if i % count != fold], others, encoded)
            for message in made:
                if fold_of[message.source] == fold:
                    hit = sets_aside(_parts(model, message.text, encoded))
                    found["set aside" if message.is_aside else "about the file"].append(hit)
            for text in of_files[fold::count]:
                found["examples about a file"].append(bool(_said(text)) and sets_aside(_parts(model, text, encoded)))
        yield from (
            f"left out {what}: taken for set aside, {name}: {np.mean(hits):.3f}" for name, hits in found.items()
        )


def main(arguments: Sequence[str] | None = None, show: Callable[[str], None] = print) -> None:
    """Fit and write the weights, or show how what was left out fares."""
    parser = argparse.ArgumentParser(description="Fit what tells that a message sets its own file aside.")
    parser.add_argument("out", nargs="?", type=Path, default=WEIGHTS)
    parser.add_argument("--held-out", action="store_true")
    chosen = parser.parse_args(arguments)
    encoded = Encoded()
    if chosen.held_out:
        for line in held_out(encoded):
            show(line)
        return
    model = fit(read_sentences(), examples_of_files(), other_examples()[0], encoded)
    np.savez(chosen.out, weights=model.coef_.T.astype(np.float16), bias=model.intercept_.astype(np.float32))


if __name__ == "__main__":
    main()
