"""Message streams with expected routes, and routers that start with ten examples per route."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from benchmarks.convergence import domains
from benchmarks.data import clinc150, few, sample, split
from fingerpost.evaluation.rows import Row, read_labelled, read_rows
from fingerpost.routebook import load
from fingerpost.routebook.model import OUT_OF_SCOPE, Routebook, Thresholds
from fingerpost.types import Example, Message, Route

BEGIN = 10
"""Examples a route to begin with."""
ASKED = {"CLINC150": 600, "HWU64": 580, "avap": 320}
"""Messages at the beginning of a stream that a real teacher answers: 1,500 in all."""
FLOW = {"CLINC150": 9000, "HWU64": 7000, "avap": 4000}
"""Messages of a stream: 20,000 in all."""
ERROR = 0.03
"""What may be wrong among what is not put to the model."""

HERE = Path(__file__).parent
SETS = HERE.parent.parent / "tests" / "data"


class Stream(NamedTuple):
    """Messages in the order in which they come, a routebook to begin with, and rows that nobody learns from."""

    name: str
    book: Routebook
    flow: Sequence[Example]
    held: Sequence[Row]


def of_domains(place: Path) -> list[Stream]:
    """Return both public sets by domain."""
    train, held = clinc150(place)
    first = _stream("CLINC150", domains.CLINC150, domains.of_clinc150(train), domains.of_clinc150(held))
    train, held = split(read_labelled(place / "hwu64" / "train.jsonl"))
    return [first, _stream("HWU64", domains.HWU64, domains.of_hwu64(train), domains.of_hwu64(held))]


def of_intents(place: Path) -> list[Stream]:
    """Return both public sets by intent."""
    inside = [[row for row in rows if row.route != OUT_OF_SCOPE] for rows in clinc150(place)]
    halves = {"CLINC150 intents": inside, "HWU64 intents": split(read_labelled(place / "hwu64" / "train.jsonl"))}
    return [
        _stream(name, dict.fromkeys(sorted({row.route for row in train}), ""), train, held)
        for name, (train, held) in halves.items()
    ]


def of_avap() -> Stream:
    """Return the avap routebook with few of its examples: first messages by somebody else, then its other examples."""
    book = load.load("avap")
    alone = [example for example in book.examples if example.after is None and not example.qualifier]
    chosen = few(alone, BEGIN, 0)
    begun = {example.text for example in chosen}
    rest = sample([example for example in alone if example.text not in begun], len(alone), 1)
    rows = [row for name in ("dev", "check", "hostile") for row in read_rows(SETS / f"avap-{name}.jsonl", book.names)]
    traffic = read_labelled(HERE / "avap-traffic.jsonl")[: ASKED["avap"]]
    return Stream("avap", replace(book, examples=tuple(chosen)), [*traffic, *rest][: FLOW["avap"]], rows)


def _stream(name: str, routes: Mapping[str, str], train: Sequence[Example], held: Sequence[Example]) -> Stream:
    chosen = few(train, BEGIN, 0)
    begun = {example.text for example in chosen}
    flow = [row for row in sample(train, len(train), 1) if row.text not in begun]
    book = Routebook(
        name,
        tuple(Route(route, description) for route, description in routes.items()),
        thresholds=Thresholds(accept_error=ERROR),
        examples=tuple(chosen),
    )
    rows = [Row(f"held-{i}", Message(row.text), row.route) for i, row in enumerate(held)]
    return Stream(name, book, flow[: FLOW.get(name)], rows)
