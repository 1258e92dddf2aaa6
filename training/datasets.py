"""Reads what the encoder is tuned on: written domains, examples of the shipped routebooks, and public intent sets."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ("agents", "avap", "miniapps")
FOLDS = 3
"""Parts of the domains: what tells strangers is fitted on domains that the encoder has not seen."""


@dataclass(frozen=True)
class Intents:
    """Labelled texts, and others of the same labels to measure on."""

    texts: list[str]
    labels: list[str]
    test_texts: list[str] = field(default_factory=list)
    test_labels: list[str] = field(default_factory=list)

    def by_label(self) -> list[list[str]]:
        """Return the texts of each label that has at least two."""
        groups: dict[str, list[str]] = {}
        for text, label in zip(self.texts, self.labels, strict=True):
            groups.setdefault(label, []).append(text)
        return [texts for _, texts in sorted(groups.items()) if len(texts) >= 2]


@dataclass(frozen=True)
class Domain:
    """A written domain: by route the plain examples and the customers' messages, and messages for none of them."""

    language: str
    examples: list[list[str]]
    messages: list[list[str]]
    strangers: list[str]

    def texts(self) -> list[str]:
        """Return all texts."""
        return [text for route in (*self.examples, *self.messages) for text in route] + self.strangers


def read_domains(folder: Path) -> dict[str, Domain]:
    """Return the domains below a folder by their path."""
    return {str(file.relative_to(folder)): read_domain(file) for file in sorted(folder.rglob("*.toml"))}


def domain_fold(domains: Iterable[str], fold: int) -> set[str]:
    """Return the names of the domains in a fold."""
    return set(sorted(domains)[fold::FOLDS])


def read_domain(file: Path) -> Domain:
    """Return one domain."""
    values = tomllib.loads(file.read_text(encoding="utf-8"))
    routes = list(values["routes"].values())
    return Domain(
        values["language"],
        [route["examples"] for route in routes],
        [route["messages"] for route in routes],
        values["strangers"]["near"],
    )


def public_sets(folder: Path) -> dict[str, Intents]:
    """Return the public sets; the tests of HWU64 and BANKING77 are a fifth of their training rows."""
    clinc = [row for row in _rows(folder / "clinc150/train.jsonl") if row["label"] != "oos"]
    val = _rows(folder / "clinc150/val.jsonl")
    snips = _rows(folder / "snips/train.jsonl")
    return {
        "clinc150": Intents(_of(clinc, "text"), _of(clinc, "label"), _of(val, "text"), _of(val, "label")),
        "hwu64": _split(_rows(folder / "hwu64/train.jsonl")),
        "banking77": _split(_rows(folder / "banking77/train.jsonl")),
        "snips": Intents([" ".join(row["tokens"]) for row in snips], _of(snips, "label")),
    }


def shipped_examples() -> dict[str, Intents]:
    """Return the examples of the shipped routebooks that need no context."""
    found = {}
    for name in SHIPPED:
        rows = _rows(ROOT / f"src/fingerpost/assistants/{name}/examples.jsonl")
        rows = [row for row in rows if not row.get("after")]
        labels = [f"{row['route']}/{row.get('qualifier', '')}" for row in rows]
        found[name] = Intents(_of(rows, "text"), labels)
    return found


def unlabelled(folder: Path) -> list[str]:
    """Return sentences of conversations, on which the vectors should stay what they are."""
    talk = _of(_rows(folder / "tiage/train.jsonl"), "text")[:3000]
    return talk + _of(_rows(folder / "trec_cast/2019-2020.jsonl"), "text")


def _split(rows: list[dict[str, str]]) -> Intents:
    random.Random(0).shuffle(rows)
    by_label: dict[str, list[str]] = {}
    for row in rows:
        by_label.setdefault(row["label"], []).append(row["text"])
    train, test = [], []
    for label, texts in sorted(by_label.items()):
        held = max(1, len(texts) // (5 if len(texts) > 12 else 4))
        test += [(text, label) for text in texts[:held]]
        train += [(text, label) for text in texts[held:]]
    return Intents(*map(list, zip(*train, strict=True)), *map(list, zip(*test, strict=True)))


def _rows(file: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _of(rows: list[dict[str, str]], key: str) -> list[str]:
    return [row[key] for row in rows]
