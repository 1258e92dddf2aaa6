"""Rows that train the reader's network: annotated messages of many apps with other names put in their places.

`training/apps` has invented apps, each with a declaration, names that it holds, plain examples and messages as people
type them; the mini-apps of the package have their own. `python -m training.reader_rows OUT` writes what
`training.reader_network` reads.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fingerpost.language.text import words as listed
from fingerpost.language.tokens import words_of
from fingerpost.models.sentence_network import tokens_of
from fingerpost.reading.annotation import AnnotatedText, ValueSpan, parse
from fingerpost.reading.declaration import NONE, joined, load
from fingerpost.reading.marks import mark, only_points
from fingerpost.reading.mentions import mentions
from fingerpost.reading.network import word_pieces, word_vector

HERE = Path(__file__).parent
MINI_APP_FILES = HERE.parent / "src" / "fingerpost" / "assistants" / "miniapps"
MINI_APPS = ("bill_split", "trip_planner")
CONTROLS = MINI_APP_FILES / "framework" / "controls.toml"
COPIES, JOINED, LONGEST = 5, 60, 60
TODAY = date(2026, 11, 16)
_JOINS = {
    "en": (" and ", ", and ", ". ", ", ", ". Also ", "; ", " also ", " then ", " & ", " plus "),
    "es": (" y ", ", y ", ". ", ", ", ". Además ", "; ", " también ", " luego ", " y además "),
    "pt": (" e ", ", e ", ". ", ", ", ". Também ", "; ", " também ", " depois ", " e ainda "),
}
_JOINING = listed("and y e & also then plus luego tambien depois ademas ainda")
_ARTICLE = re.compile(r"(?i)(the|el|la|los|las|o|a|os|as|my|mi|meu|minha|that|ese|esa|esse|essa) ")


class Row(NamedTuple):
    """An annotated message of an app."""

    language: str
    part: str
    annotated: AnnotatedText
    actions: Sequence[str]


class App(NamedTuple):
    """An app and its messages; one without items of its own holds what each message names."""

    name: str
    actions: dict[str, Any]
    items: Sequence[str]
    people: Sequence[str]
    rows: Sequence[Row]

    def kind(self, action: str, parameter: str) -> str:
        """Return the first type of a parameter."""
        found = self.actions[action]["parameters"][parameter]["type"]
        return str(found if isinstance(found, str) else found[0])


def apps() -> list[App]:
    """Return all apps."""
    found = []
    for file in sorted((HERE / "apps").glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        rows = [_row(row, part) for part in ("examples", "sentences") for row in content[part]]
        found.append(App(content["app"], content["actions"], content["items"], content["people"], rows))
    return [*found, *(_mini_app(folder) for folder in MINI_APPS)]


def _mini_app(folder: str) -> App:
    """Return a shipped app with what can be asked of every app; it holds what each message names."""
    files = [MINI_APP_FILES / folder / "actions.toml", CONTROLS]
    declaration = joined(load(files[0]), load(files[1]))
    actions = {
        name: {"parameters": {one.name: {"type": one.types[0]} for one in action.parameters.values()}}
        for name, action in declaration.actions.items()
    }
    examples = (files[0].with_name("examples.jsonl"), CONTROLS.with_suffix(".jsonl"))
    lines = [line for one in examples for line in one.read_text(encoding="utf-8").split("\n")]
    return App(folder, actions, (), (), [_row(json.loads(line), "sentences") for line in lines if line.strip()])


def _row(row: dict[str, Any], part: str) -> Row:
    return Row(row["lang"], part, parse(row["text"]), row["actions"])


def banks(of: Sequence[App]) -> tuple[list[str], list[str]]:
    """Return names of things and of people to put in the places of others."""
    names, people = set(), set()
    for app in of:
        names.update(app.items)
        people.update(app.people)
        for row in app.rows:
            for action, request in zip(row.actions, row.annotated.requests, strict=True):
                for span in request.spans:
                    said = row.annotated.text[span.start : span.end]
                    if app.kind(action, span.parameter) == "name":
                        names.add(said)
                    elif app.kind(action, span.parameter) == "person" and said[0].isupper() and " " not in said:
                        people.add(said)
    return sorted(names), sorted(people)


class Writer:
    """Writes variants of messages."""

    def __init__(self, of: Sequence[App], seed: int = 1) -> None:
        """Take the apps whose names may be exchanged."""
        self.random = random.Random(seed)
        self.names, self.people = banks(of)

    def variant(self, app: App, rows: Sequence[Row], change: bool) -> tuple[list[str], Any, Any] | None:
        """Return the words, marks and requests of one message made of one or more rows; None where it is too long."""
        held: dict[str, list[str]] = {"item": list(app.items), "person": list(app.people)}
        text, spans, cuts, actions = "", [], [], []
        for row in rows:
            said, moved, starts = self._renamed(app, row, held, change)
            if text:
                text = text.rstrip(" .!,;") + self.random.choice(_JOINS[row.language])
                cuts.append(len(text))
            offset = len(text)
            text += said
            spans += [
                (action, ValueSpan(span.start + offset, span.end + offset, span.parameter)) for action, span in moved
            ]
            cuts += [start + offset for start in starts]
            actions += row.actions
        if change:
            text = self._untidy(text)
        if not app.items:
            held["item"] += self.random.sample(self.names, self.random.randrange(6))
        if not app.people and held["person"]:
            held["person"] += self.random.sample(self.people, self.random.randrange(4))
        marked = mark(text, held["item"], held["person"], TODAY)
        begins = [0]
        for cut in sorted(set(cuts)):
            place = next((n for n, word in enumerate(marked.words) if word.start >= cut), 0)
            while place > 0 and marked.words[place - 1].folded in _JOINING:
                place -= 1
            begins.append(place)
        if not marked.words or len(marked.words) > LONGEST or len(set(begins)) != len(actions):
            return None
        requests = []
        for action, begin, end in zip(actions, begins, [*begins[1:], len(marked.words)], strict=True):
            places = []
            for of, span in spans:
                inside = [n for n, w in enumerate(marked.words) if w.start < span.end and w.end > span.start]
                if of == action and inside and begin <= inside[0] < end:
                    places.append((inside[0], inside[-1] + 1, span.parameter))
            requests.append((begin, end, action, places))
        return [word.text for word in marked.words], marked.marks, requests

    def _renamed(
        self, app: App, row: Row, held: dict[str, list[str]], change: bool
    ) -> tuple[str, list[Any], list[int]]:
        """Return a row with other names in it, its spans, and where requests after the first begin."""
        text, done = "", 0
        moved: list[tuple[str, ValueSpan]] = []
        starts = []
        for n, (action, request) in enumerate(zip(row.actions, row.annotated.requests, strict=True)):
            if n:
                text += row.annotated.text[done : request.start]
                done = request.start
                starts.append(len(text))
            for span in request.spans:
                text += row.annotated.text[done : span.start]
                said = row.annotated.text[span.start : span.end]
                new = self._other(app, app.kind(action, span.parameter), said, held, change)
                moved.append((action, ValueSpan(len(text), len(text) + len(new), span.parameter)))
                text += new
                done = span.end
        return text + row.annotated.text[done:], moved, starts

    def _other(self, app: App, kind: str, said: str, held: dict[str, list[str]], change: bool) -> str:
        chance = self.random.random
        if kind == "name":
            return self.random.choice(self.names) if change and chance() < 0.5 else said
        if kind not in held or only_points(said):
            return said
        if kind == "person":
            new = self.random.choice(self.people) if change and said[0].isupper() and chance() < 0.6 else said
            if chance() < 0.85 and (new[0].isupper() or app.people):
                held[kind].append(new)
            return new
        known = mentions(words_of(said), held[kind])
        if change and chance() < 0.6:
            full = self.random.choice(self.names)
            article = _ARTICLE.match(said)
            if known:
                held[kind][known[0].names[0]] = full
            elif chance() < 0.94:
                held[kind].append(full)
            return (article[0] if article else "") + self._shortened(full)
        if not known and not app.items and chance() < 0.92:
            held[kind].append(_ARTICLE.sub("", said))
        return said

    def _shortened(self, name: str) -> str:
        words, chance = name.split(), self.random.random()
        if chance < 0.25 and len(words) > 1:
            part = self.random.choice((words[0], words[-1]))
            return part if len(part) > 3 else name
        return " ".join(self._misspelt(word) for word in words) if chance < 0.33 else name

    def _misspelt(self, word: str) -> str:
        if len(word) < 4:
            return word
        n = self.random.randrange(1, len(word) - 1)
        return self.random.choice((word[:n] + word[n + 1 :], word[:n] + word[n + 1] + word[n] + word[n + 2 :]))

    def _untidy(self, text: str) -> str:
        plain = "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
        if self.random.random() < 0.3 and len(text.lower()) == len(text):
            text = text.lower()
        if self.random.random() < 0.25 and len(plain) == len(text):
            text = plain.lower() if text.islower() else plain
        return text


def main(out: Path) -> None:
    """Write the rows, the words' vectors and what is known of the parameters."""
    found = apps()
    writer = Writer(found)
    vocabulary: dict[str, int] = {}
    rows = []
    for app in found:
        by_language = defaultdict(list)
        for row in app.rows:
            by_language[row.language].append(row)
        plans = [(row.part, (row,), copy > 0) for row in app.rows for copy in range(COPIES + 1)]
        for _ in range(JOINED if app.items else 6 * JOINED):
            several = writer.random.sample(by_language[writer.random.choice(list(by_language))], 2)
            if all(NONE not in row.actions for row in several):
                plans.append(("joined", tuple(several), True))
        for part, of, change in plans:
            variant = writer.variant(app, of, change)
            if variant is not None:
                ids = [vocabulary.setdefault(word, len(vocabulary)) for word in variant[0]]
                rows.append((app.name, part, change, ids, *variant[1:]))
    types = {
        app.name: {
            action: {name: app.kind(action, name) for name in content["parameters"]}
            for action, content in app.actions.items()
        }
        for app in found
    }
    parts = {part for of in types.values() for action in of.values() for name in action for part in name.split("_")}
    for part in parts:
        vocabulary.setdefault(part, len(vocabulary))
    out.mkdir(parents=True, exist_ok=True)
    np.save(out / "vectors.npy", np.stack([word_vector(word) for word in vocabulary]).astype(np.float16))
    with gzip.open(out / "rows.json.gz", "wt", encoding="utf-8") as file:
        content = {"rows": rows, "types": types, "words": {part: vocabulary[part] for part in parts}}
        pieces = [word_pieces(word) for word in vocabulary]
        json.dump({**content, "pieces": pieces, "ends": [tokens_of("")[0], tokens_of("")[-1]]}, file)
    print(f"{len(rows)} rows of {len(found)} apps, {len(vocabulary)} words")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
