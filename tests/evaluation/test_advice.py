"""Advice on examples: what is planted in nine small routers is found, and as they are they get little of it."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import fingerpost.evaluation.advice as advice_module
from fingerpost.evaluation.advice import ENOUGH, MISTAKEN, Advice, advise, held_out_scores
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Routebook
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


def test_an_overlap_shows_the_examples_that_are_mistaken() -> None:
    """Six of twenty examples look like the other route: enough that customers' messages are mistaken too."""
    routes, labelled, _ = router_of(next(file for file in ROUTERS if file.stem == "es_driving_school"))
    [(_, shown)] = found(routes, labelled, "overlap")
    assert {labelled[i][1] for i in shown} == {"book_lesson", "reschedule_or_cancel_lesson"}
    assert 2 < len(set(shown)) == len(shown) <= 2 + MISTAKEN


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


def two(one: str, other: str, second: str = "b") -> Advice | None:
    """Return the advice on a pair of texts, one of route a and one of another, if there is any."""
    examples = [Example(one, "a"), Example(other, second), Example("what does it cost", "b")]
    advice = advise(build("t", [Route("a"), Route("b")], examples=examples), WordEncoder(), None)
    return next((found for found in advice if found.examples == (0, 1)), None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("where is order 12", "Where is  order 12?"),
        ("¿dónde está el pedido?", "DONDE ESTA... el pedido"),
        ("não quero mais", "nao quero mais!"),
        ("👍", "👍 "),
    ],
)
def test_the_same_words_in_two_routes_are_a_fault_and_not_advice(one: str, other: str) -> None:
    advice = two(one, other)
    assert advice is not None
    assert (advice.kind, advice.wrong) == ("contradiction", True)


@pytest.mark.parametrize(
    ("one", "other"), [("table for 2", "Table for 4!"), ("order 123", "order 456"), ("mesa para 2", "mesa para 10")]
)
def test_texts_that_differ_in_a_number_alone_are_never_a_fault(one: str, other: str) -> None:
    for second, kind in (("a", "copy"), ("b", "contradiction")):
        advice = two(one, other, second)
        assert advice is not None
        assert (advice.kind, advice.wrong) == (kind, False)
        assert "differ in a number alone" in advice.what


@pytest.mark.parametrize(("one", "other"), [("👍", "👎"), ("?", "!"), ("c++", "c")])
def test_signs_that_carry_the_meaning_are_not_taken_for_the_same_words(one: str, other: str) -> None:
    assert two(one, other) is None


class FixedVectors:
    """An encoder that knows the vector of each text; others point elsewhere."""

    fingerprint = "fixed"

    def __init__(self, vectors: dict[str, NDArray[np.float32]], width: int) -> None:
        self.vectors, self.width = vectors, width

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        elsewhere = np.eye(1, self.width, dtype=np.float32)[0]
        return np.array([self.vectors.get(text, elsewhere) for text in texts])


def planted_copies(count: int, copies: int) -> tuple[Routebook, FixedVectors, set[tuple[int, int]]]:
    """Return a routebook whose last examples are near-copies of its first ones, in turn of their route and another."""
    chance = np.random.default_rng(3)
    topics = chance.normal(size=(12, 64))
    vectors = topics[chance.integers(0, 12, count)] + chance.normal(size=(count, 64))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    elsewhere = chance.normal(size=(copies, 64)) / 8
    routes = [f"r{i % 4}" for i in range(count)]
    pairs = {(i, count - 1 - i) for i in range(copies)}
    for first, last in pairs:
        vectors[last] = 0.7 * vectors[first] + 0.3 * elsewhere[first]
        routes[last] = routes[first] if first % 2 else routes[first + 1]
    letters = [format(i, "b").translate({48: "a", 49: "b"}) for i in range(count)]
    examples = [Example(text, route) for text, route in zip(letters, routes, strict=True)]
    known = dict(zip(letters, vectors.astype(np.float32), strict=True))
    return build("t", [Route(f"r{i}") for i in range(4)], examples=examples), FixedVectors(known, 64), pairs


def test_blocks_find_what_a_comparison_of_all_pairs_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_module, "BLOCK_ROWS", 32)
    book, encoder, pairs = planted_copies(300, 40)
    told = [one for one in advise(book, encoder, None) if one.kind in ("copy", "contradiction")]
    assert {one.examples for one in told} == pairs
    assert Counter(one.kind for one in told) == {"copy": 20, "contradiction": 20}


@pytest.fixture
def part_sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the sizes of the parts that are compared, of at most 500 examples."""
    sizes: list[int] = []
    honest = advice_module._nearest_earlier

    def counting(vectors: NDArray[np.float32], *codes: NDArray[np.int32]) -> Iterator[tuple[int, int]]:
        sizes.append(len(vectors))
        return honest(vectors, *codes)

    monkeypatch.setattr(advice_module, "_nearest_earlier", counting)
    monkeypatch.setattr(advice_module, "COMPARED", 500)
    return sizes


def test_many_examples_are_compared_in_parts_and_nearly_all_copies_are_found(part_sizes: list[int]) -> None:
    book, encoder, pairs = planted_copies(2000, 200)
    told = {one.examples for one in advise(book, encoder, None) if one.kind in ("copy", "contradiction")}
    assert sum(part_sizes) == 2000
    assert max(part_sizes) <= 500
    assert told <= pairs
    assert len(told) >= 0.95 * len(pairs)


def all_alike(count: int) -> Counter[str]:
    """Return the kinds of advice on examples of two routes that all have one vector."""
    letters = [format(i, "b").translate({48: "a", 49: "b"}) for i in range(count)]
    examples = [Example(text, f"r{i % 2}") for i, text in enumerate(letters)]
    encoder = FixedVectors(dict.fromkeys(letters, np.full(64, 0.125, dtype=np.float32)), 64)
    book = build("t", [Route("r0"), Route("r1")], examples=examples)
    return Counter(one.kind for one in advise(book, encoder, None))


def test_examples_that_are_all_alike_are_told_once_each() -> None:
    """All pairs of them are near: to list the pairs would take time and memory without bound."""
    told = all_alike(3000)
    assert (told["copy"], told["contradiction"]) == (2998, 2999)


def test_a_cluster_of_very_many_examples_is_compared_in_parts_too(part_sizes: list[int]) -> None:
    told = all_alike(1500)
    assert part_sizes == [500, 500, 500]
    assert (told["copy"], told["contradiction"]) == (3 * 498, 3 * 499)


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


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ([], ["c has no examples in Spanish, as other routes have"]),
        (["aceptan tarjeta"], ["c has no examples in Spanish, as other routes have"]),
        (["aceptan tarjeta", "entregan a domicilio?"], []),
        (["aceptan tarjeta", "cuánto cuesta un vuelo a Roma"], []),
    ],
)
def test_a_short_text_may_be_in_the_missing_language(more: list[str], told: list[str]) -> None:
    spanish = ["quiero cambiar la dirección del pedido", "dónde está el paquete que compré"]
    labelled = [(f"{text} {route}", route) for route in ("a", "b") for text in spanish]
    labelled += [(text, "c") for text in ("how do I renew my passport", "what is your name", *more)]
    book = build("t", [Route(name) for name in "abc"], examples=[Example(*one) for one in labelled])
    assert [one.what for one in advise(book, WordEncoder(), None) if one.kind == "language"] == told


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
