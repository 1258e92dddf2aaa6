"""The teacher: recorded answers of a real language model for reproducible runs, and a simulation with its error rates.

The answers are in `answers.jsonl`, keyed by the hash of the text, because the public sets are not in the repository.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from fingerpost.learning.labelling import label_messages
from fingerpost.routing.router import Router
from fingerpost.types import Example, Message

KEPT = Path(__file__).with_name("answers.jsonl")
UNUSABLE = ""
"""What stands for an answer that names no route."""


class Answered(NamedTuple):
    """A message with the route that it belongs to, and what the teacher said."""

    text: str
    route: str
    said: str


def ask(name: str, router: Router, rows: Sequence[Example], part: int = 20) -> None:
    """Put to the model what no answer is kept of, and keep each answer."""
    known = _kept().get(name, {})
    missing = [row for row in rows if _key(row.text) not in known]
    for start in range(0, len(missing), part):
        texts = [row.text for row in missing[start : start + part]]
        with TemporaryDirectory() as folder:
            file = Path(folder) / "labels.jsonl"
            outcome = label_messages(router, [Message(text) for text in texts], file)
            if outcome.fault is not None:
                raise SystemExit(f"the teacher went down after {start} answers of {name}: {outcome.fault}")
            lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        said = {row["text"]: row["route"] for row in map(json.loads, lines)}
        with KEPT.open("a", encoding="utf-8") as kept:
            for text in texts:
                kept.write(json.dumps({"set": name, "key": _key(text), "said": said.get(text, UNUSABLE)}) + "\n")
        print(f"{name}: {start + len(texts)} of {len(missing)}", flush=True)


def answered(name: str, rows: Sequence[Example]) -> list[Answered]:
    """Return the rows to which an answer is kept, in their order."""
    known = _kept().get(name, {})
    return [Answered(row.text, row.route, known[key]) for row in rows if (key := _key(row.text)) in known]


class Simulated:
    """Answers as the teacher did: for each true route, what it said, as often as it said it."""

    def __init__(self, answers: Sequence[Answered], routes: Sequence[str], seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        said: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for answer in answers:
            said[answer.route][answer.said] += 1
        self._said: Mapping[str, tuple[list[str], list[float]]] = {
            route: (list(found), [count / found.total() for count in found.values()]) for route, found in said.items()
        }
        missing = sorted(set(routes) - set(self._said))
        if missing:
            raise SystemExit(f"no answer is kept to a message of {', '.join(missing)}: python -m benchmarks teacher")

    def __call__(self, row: Example) -> str:
        """Return a route, or UNUSABLE."""
        routes, chances = self._said[row.route]
        return str(self._rng.choice(routes, p=chances))


class Noisy:
    """Wrong in a share of cases, in any way."""

    def __init__(self, routes: Sequence[str], share: float, seed: int = 0) -> None:
        self._rng, self._routes, self._share = np.random.default_rng(seed), routes, share

    def __call__(self, row: Example) -> str:
        """Return the right route, or any other."""
        if self._rng.random() >= self._share:
            return row.route
        return str(self._rng.choice([route for route in self._routes if route != row.route]))


def _key(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def _kept() -> dict[str, dict[str, str]]:
    if not KEPT.exists():
        return {}
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for line in KEPT.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found[row["set"]][row["key"]] = row["said"]
    return found
