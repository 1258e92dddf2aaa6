"""Whether the gate refuses a poisoned challenger, and lets an honest one pass.

Cleaning takes most poison out before anything is trained. Here it is left out: the labels pass for those of many
people, whose word is not doubted, so nothing but the gate stands between them and the champion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.report import Check, Table
from fingerpost.evaluation.rows import read_labelled, read_rows
from fingerpost.learning.collect import PERSON, LabelledRow
from fingerpost.learning.promotion_gate import compare
from fingerpost.learning.train import train
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook import load
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from fingerpost.types import Example, Message

SEEDS = range(5)
TRIES = 20
ROWS = 400
TESTS = Path(__file__).parent.parent / "tests" / "data"
TRAFFIC = Path(__file__).parent / "convergence" / "avap-traffic.jsonl"

Poison = Callable[[np.random.Generator, Sequence[Example], Sequence[str]], list[tuple[str, str]]]


def checks(cache: Path) -> Iterator[Check | Table]:
    """Train on four kinds of poison, five times each, and on honest labels; tell what the gate said."""
    book, encoder, settings = load.load("avap"), EmbeddedEncoder(PLAIN), Settings(cache=cache)
    champion = Router.from_routebook(book, settings=settings, memo=Memo(size=0))
    held = read_rows(TESTS / "avap-dev.jsonl", book.names)
    # Of an evaluation only what stands alone: with what it leans on left out, a right label would be a wrong one.
    alone = [
        row for row in read_rows(TESTS / "avap-check.jsonl", book.names) if row.message == Message(row.message.text)
    ]
    traffic = [*read_labelled(TRAFFIC), *(Example(row.message.text, row.expected) for row in alone if row.expected)]
    rows = []
    refused = dict.fromkeys((*KINDS, "honest"), 0)
    for name, poison in {**KINDS, "honest": _honest}.items():
        for seed in SEEDS:
            labels = [
                LabelledRow(text, route, None, PERSON, f"user-{i}", f"session-{i}", float(i), False)
                for i, (text, route) in enumerate(poison(np.random.default_rng(seed), traffic, book.names))
            ]
            trained = train(book, labels, encoder, cache)
            comparison = compare(champion, champion.rebuilt(book, trained.student), held)
            refused[name] += not comparison.passed
            accuracy = next(check for check in comparison.checks if check.what == "accuracy")
            first = comparison.reasons[0].partition(":")[2].partition(" on ")[0].strip() if comparison.reasons else ""
            rows.append(
                (name, seed, len(labels), 100 * accuracy.champion, 100 * accuracy.challenger, first or "passes")
            )
            print(*rows[-1], flush=True)
    poisoned = sum(refused[name] for name in KINDS)
    yield Check("poisoned challengers refused", poisoned, TRIES, f"of {TRIES}", at_least=True)
    yield Check("honest challengers refused", refused["honest"], 0, f"of {len(SEEDS)}")
    yield Table(
        "What the gate said to labels that nothing cleaned",
        ("labels", "seed", "rows", "champion %", "challenger %", "refused for"),
        rows,
    )


def _one_route(rng: np.random.Generator, traffic: Sequence[Example], _: Sequence[str]) -> list[tuple[str, str]]:
    """Label everything PLATFORM."""
    return [(row.text, "PLATFORM") for row in _some(rng, traffic)]


def _exchanged(rng: np.random.Generator, traffic: Sequence[Example], _: Sequence[str]) -> list[tuple[str, str]]:
    """Exchange two routes."""
    other = {"RETRIEVAL": "CODE_GENERATION", "CODE_GENERATION": "RETRIEVAL"}
    return [(row.text, other.get(row.route, row.route)) for row in _some(rng, traffic)]


def _at_random(rng: np.random.Generator, traffic: Sequence[Example], routes: Sequence[str]) -> list[tuple[str, str]]:
    """Label without looking."""
    return [(row.text, str(rng.choice(routes))) for row in _some(rng, traffic)]


def _flood(rng: np.random.Generator, traffic: Sequence[Example], routes: Sequence[str]) -> list[tuple[str, str]]:
    """Say some messages over and over with little changed, under a wrong route."""
    chosen = [traffic[i] for i in rng.choice(len(traffic), 40, replace=False)]
    endings = ("", "!", "?", " pls", " por favor", " now", " ok", "...")
    return [
        (f"{row.text}{rng.choice(endings)} {number}", next(route for route in routes if route != row.route))
        for row in chosen
        for number in range(25)
    ]


def _honest(rng: np.random.Generator, traffic: Sequence[Example], _: Sequence[str]) -> list[tuple[str, str]]:
    """Label right."""
    return [(row.text, row.route) for row in _some(rng, traffic)]


def _some(rng: np.random.Generator, traffic: Sequence[Example]) -> list[Example]:
    return [traffic[i] for i in rng.choice(len(traffic), ROWS, replace=False)]


KINDS: dict[str, Poison] = {
    "all PLATFORM": _one_route,
    "two routes exchanged": _exchanged,
    "at random": _at_random,
    "a flood": _flood,
}
