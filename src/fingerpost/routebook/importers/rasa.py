"""Reads the training data of Rasa's NLU (`nlu.yml`): intents with examples, and synonyms."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from fingerpost.errors import RowsError
from fingerpost.routebook.importers.imported import ImportedRoutes, collect_routes, count_of, left_out_lines
from fingerpost.routebook.importers.rows import RowsOfFile, is_nothing, one_line

# [text](entity), [text](entity:value), [text]{"entity": …} or [text][{…}, {…}].
_ENTITY = re.compile(
    r"\[(?P<text>[^\[\]]{1,300})\]"
    r"(?:\((?P<name>[^():]{1,100})(?::(?P<value>[^()]{1,300}))?\)|(?P<one>\{[^{}]{1,600}\})|(?P<many>\[[^\[\]]{1,900}\]))"
)
_LEFT = {
    "entity": ("entities", "their words stay in the examples; named groups in rules' patterns, or an app, read values"),
    "lookup": ("lookup tables", "give the values to an app"),
    "regex": ("regular expressions", "write a rule where one decides for certain ([[rules]] patterns)"),
    "response": ("retrieval intents", "each is one route; give it a reply, or make a route of each response"),
    "metadata": ("metadata", "it has no counterpart"),
    "other": ("other parts of the file", "domain, stories, rules and responses are not read"),
}
"""What has no place in a routebook, and what to do instead."""

RASA_1 = "Markdown and JSON of Rasa 1 are not read: `rasa data convert nlu -f yaml` of Rasa 2 makes nlu.yml of them"


def is_rasa(data: Any) -> bool:
    """Whether a file's content looks like training data of Rasa, or another of its files."""
    return isinstance(data, dict) and not {"nlu", "intents", "stories", "rules", "responses"}.isdisjoint(data)


def read_rasa(file: Path, data: dict[str, Any]) -> ImportedRoutes:
    """Return the intents of a file's content as routes; raise RowsError with the file and what to do."""
    if not isinstance(data.get("nlu"), list):
        raise RowsError(f"{file}: has no list `nlu`: the examples of a Rasa project are in data/nlu.yml, import that")
    reader = _Reader(file)
    for i, part in enumerate(data["nlu"]):
        if not isinstance(part, dict):
            raise RowsError(f"{file}: nlu[{i}] must be an intent, a synonym, a regex or a lookup")
        reader.read(part, f"nlu[{i}]")
    reader.left["other"] += [one_line(key) for key in data if key not in ("nlu", "version")]
    imported = collect_routes(file, reader.rows.taken, [*reader.rows.notes, *reader.notes])
    left = {_LEFT[kind]: names for kind, names in reader.left.items() if names}
    return imported._replace(synonyms=reader.synonyms, left_out=left_out_lines(left))


class _Reader:
    """Collects the parts of a file."""

    def __init__(self, file: Path) -> None:
        self.file, self.rows = file, RowsOfFile(file)
        self.left: dict[str, list[str]] = {kind: [] for kind in _LEFT}
        self._synonyms: dict[str, dict[str, None]] = {}
        self.notes: list[str] = []

    @property
    def synonyms(self) -> dict[str, list[str]]:
        """Return the words, each with those that stand for it."""
        return {word: list(others) for word, others in self._synonyms.items()}

    def read(self, part: dict[str, Any], place: str) -> None:
        """Read one entry of `nlu`."""
        kind = next((kind for kind in ("intent", "synonym", "lookup", "regex") if kind in part), "other")
        name = one_line(part.get(kind))
        if kind == "other" or not name:
            self.left["other"].append(place)
        elif kind == "intent":
            self._read_intent(name, part, place)
        elif kind == "synonym":
            for text in self._texts(part, place):
                self._add_synonym(name, text)
        else:
            self.left[kind].append(name)

    def _read_intent(self, name: str, part: dict[str, Any], place: str) -> None:
        intent, slash, _ = name.partition("/")
        if slash:
            self.left["response"].append(name)
        if not is_nothing(part.get("metadata")):
            self.left["metadata"].append(name)
        self.rows.add(intent.strip(), [self._without_entities(text) for text in self._texts(part, place)])

    def _texts(self, part: dict[str, Any], place: str) -> list[str]:
        """Return the examples of a part: a text with a line for each, or a list of objects with `text`."""
        examples = part.get("examples") or ""
        if isinstance(examples, str):
            self.rows.spend(len(examples), examples.count("\n"))
            lines = [line.strip() for line in examples.splitlines() if line.strip()]
            marked = [line[1:].strip() for line in lines if line.startswith("-")]
            if marked and len(marked) < len(lines):
                unmarked = count_of(len(lines) - len(marked), "line")
                self.notes.append(f'{place}: skipped {unmarked} without "- " in front')
            # The first files in YAML had no dashes at all.
            return marked or lines
        if not isinstance(examples, list):
            raise RowsError(f"{self.file}: {place}: examples must be a text of lines, or a list")
        if any(isinstance(entry, dict) and not is_nothing(entry.get("metadata")) for entry in examples):
            self.left["metadata"].append(place)
        texts = [entry.get("text") if isinstance(entry, dict) else entry for entry in examples]
        # A text of one example may have the dash of a line.
        return [re.sub(r"^-\s+", "", one_line(text)) for text in texts]

    def _without_entities(self, text: str) -> str:
        """Return an example as a person wrote it, and keep the synonyms that its marks declare."""

        def plain(mark: re.Match[str]) -> str:
            for name, value in _marked(mark):
                self.left["entity"].append(name)
                self._add_synonym(value, mark["text"])
            return mark["text"]

        return _ENTITY.sub(plain, text)

    def _add_synonym(self, word: str, other: str) -> None:
        word, other = one_line(word), one_line(other)
        if word and other and word != other:
            self._synonyms.setdefault(word, {})[other] = None


def _marked(mark: re.Match[str]) -> list[tuple[str, str]]:
    """Return the entities that a mark names, each with the value that it stands for ("" where that is the text)."""
    if mark["name"]:
        return [(mark["name"], mark["value"] or "")]
    try:
        read = json.loads(mark["one"] or mark["many"])
    except (ValueError, RecursionError):
        return []
    entries = [entry for entry in (read if isinstance(read, list) else [read]) if isinstance(entry, dict)]
    return [(one_line(entry.get("entity")), one_line(entry.get("value"))) for entry in entries]
