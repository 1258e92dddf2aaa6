"""Advice on examples: what is planted in nine small routers is found, and as they are they get little of it."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from fingerpost.evaluation.advice import ENOUGH, advise, held_out_scores
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routebook.check import build
from fingerpost.testing import WordEncoder
from fingerpost.types import Example, Route

ROUTERS = sorted((Path(__file__).parent.parent / "data" / "small-routers").glob("*.toml"))

Labelled = list[tuple[str, str]]


def found(routes: Sequence[Route], labelled: Labelled, kind: str | None = None) -> list[tuple[str, tuple[int, ...]]]:
    book = build("test", routes, examples=[Example(text, route) for text, route in labelled])
    advice = advise(book, EmbeddedEncoder(), None)
    return [(one.kind, one.examples) for one in advice if kind in (None, one.kind)]


def router_of(file: Path) -> tuple[list[Route], Labelled, dict[str, list[str]]]:
    """Return the routes of a small router, its sixty examples, and what customers write to each route."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))["routes"]
    routes = [Route(name, description=entry["description"]) for name, entry in table.items()]
    labelled = [(text, name) for name, entry in table.items() for text in entry["examples"]]
    return routes, labelled, {name: entry["messages"] for name, entry in table.items()}


def test_small_routers_as_they_are_get_little_advice() -> None:
    counts = Counter(kind for file in ROUTERS for kind, _ in found(*router_of(file)[:2]))
    print(f"advice on {len(ROUTERS)} clean routers: {dict(counts)}")
    assert sum(counts.values()) <= len(ROUTERS), "about one finding each, or people stop reading"
    assert set(counts) <= {"label", "overlap", "copy"}, "no gaps or missing languages are in them"


def test_wrong_labels_are_found() -> None:
    """27 of 540 labels are changed to another route of the same router, three times over."""
    chance, hits, told, planted = random.Random(7), 0, 0, 0  # noqa: S311
    for file in ROUTERS * 3:
        routes, labelled, _ = router_of(file)
        changed = chance.sample(range(len(labelled)), 3)
        for i in changed:
            text, own = labelled[i]
            labelled[i] = text, chance.choice([route.name for route in routes if route.name != own])
        named = {examples[0] for _, examples in found(routes, labelled, "label")}
        hits, told, planted = hits + len(named & set(changed)), told + len(named), planted + 3
    print(f"wrong labels: precision {hits / told:.2f}, recall {hits / planted:.2f}")
    assert hits / told >= 0.6
    assert hits / planted >= 0.45


def test_routes_that_were_one_are_found_to_overlap() -> None:
    chance, hits, others = random.Random(7), 0, 0  # noqa: S311
    for file in ROUTERS:
        routes, labelled, messages = router_of(file)
        split = chance.choice(routes)
        twin = Route(f"{split.name}_too", description=split.description)
        said = [text for text, name in labelled if name == split.name] + messages[split.name]
        chance.shuffle(said)
        rest = [(text, name) for text, name in labelled if name != split.name]
        both = [*rest, *((text, split.name) for text in said[:10]), *((text, twin.name) for text in said[10:20])]
        pairs = [{both[i][1] for i in examples} for _, examples in found([*routes, twin], both, "overlap")]
        hits += {split.name, twin.name} in pairs
        others += len([pair for pair in pairs if pair != {split.name, twin.name}])
    print(f"overlaps: {hits} of {len(ROUTERS)} found, {others} others told")
    assert hits >= len(ROUTERS) - 1
    assert others <= 2


CHANGES: dict[str, Callable[[str], str]] = {
    "capitals": str.upper,
    "signs": lambda text: f"{text.rstrip('?!. ')}!!",
    "politeness": lambda text: f"por favor, {text}",
    "order": lambda text: " ".join((*text.split()[1:], text.split()[0])),
}


@pytest.mark.parametrize("change", CHANGES)
def test_copies_are_found_within_a_route_and_between_two(change: str) -> None:
    hits = wrong = 0
    for file in ROUTERS:
        routes, labelled, _ = router_of(file)
        first, last = labelled[0], labelled[-1]
        planted = [*labelled, (CHANGES[change](first[0]), first[1])]
        hits += ("copy", (0, 60)) in found(routes, planted)
        if change in ("politeness", "order"):
            # The same but for its signs is refused when the routebook is read.
            planted = [*labelled, (CHANGES[change](last[0]), first[1])]
            wrong += ("contradiction", (59, 60)) in found(routes, planted)
    print(f"copies by {change}: {hits} of {len(ROUTERS)}; between routes {wrong}")
    assert hits >= len(ROUTERS) - 1
    assert wrong >= len(ROUTERS) - 1 or change in ("capitals", "signs")


def test_the_same_words_in_two_routes_are_a_fault_and_not_advice() -> None:
    examples = [Example("where is order 12", "a"), Example("Where is order 13?", "b")]
    [advice, *_] = advise(build("t", [Route("a"), Route("b")], examples=examples), WordEncoder(), None)
    assert (advice.kind, advice.wrong, advice.examples) == ("contradiction", True, (0, 1))


def test_translations_and_other_turns_are_no_copies() -> None:
    examples = [
        Example("cancel order 4471", "a"),
        Example("cancel order 4471", "b", after="a"),
        Example("where is the parcel", "b"),
    ]
    kinds = {one.kind for one in advise(build("t", [Route("a"), Route("b")], examples=examples), WordEncoder(), None)}
    assert kinds == {"few"}


def test_few_examples_and_a_missing_language_are_told() -> None:
    english = [f"where is the parcel number {word}" for word in ("one", "two", "three", "four", "five", "six")]
    spanish = ["quiero cambiar la dirección del pedido", "dónde está el paquete que compré"]
    labelled = [(f"{text} {route}", route) for route in ("a", "b") for text in (*english, *spanish)]
    labelled += [(f"{text} please", "c") for text in english[:1]] + [("what is your name", "c")]
    book = build("t", [Route(name) for name in "abc"], examples=[Example(*one) for one in labelled])
    advice = advise(book, WordEncoder(), None)
    few = [one for one in advice if one.kind == "few"]
    assert [one.what for one in few] == ["a has 8 examples", "b has 8 examples", "c has 2 examples"]
    assert few[2].remedy.startswith(f"write {ENOUGH - 2} more")
    assert [one.what for one in advice if one.kind == "language"] == [
        "c has no examples in Spanish, as other routes have"
    ]


def test_a_routebook_without_examples_or_with_strangers_alone_gets_no_advice_on_them() -> None:
    assert advise(build("t", [Route("a")]), WordEncoder(), None) == []
    words = ["apple", "bench", "cloud", "drum", "eagle", "fence", "glove", "hotel", "island", "jungle", "kite", "lemon"]
    words += ["mouse", "noon", "onion", "piano", "queen", "river"]
    strangers = [Example(f"{one} {other}", "none") for one, other in zip(words, words[8:], strict=False)]
    known = [Example(f"parcel {one} order", "a") for one in words[:ENOUGH]]
    book = build("t", [Route("a"), Route("none", out_of_scope=True)], examples=[*strangers, *known])
    assert advise(book, WordEncoder(), None) == []


def test_held_out_scores_are_those_of_a_fit_without_the_row() -> None:
    chance = np.random.default_rng(5)
    vectors, labels = chance.normal(size=(12, 4)), np.array([0, 1, 2] * 4)
    scores = held_out_scores(vectors, labels)
    with pytest.raises(AssertionError):
        # Fitted with its own row, an example always looks like its label: the margin would mean nothing.
        np.testing.assert_allclose(scores, held_out_scores(vectors, np.roll(labels, 1)))
    truth = np.eye(3)[labels]
    for row in range(12):
        rest = np.delete(np.arange(12), row)
        # The centre is that of all rows, as in the closed form.
        centred = np.hstack([vectors - vectors.mean(axis=0), np.ones((12, 1))])
        penalty = np.diag([1.0] * 4 + [0.0])
        weights = np.linalg.solve(centred[rest].T @ centred[rest] + penalty, centred[rest].T @ truth[rest])
        np.testing.assert_allclose(scores[row], centred[row] @ weights, atol=1e-9)
