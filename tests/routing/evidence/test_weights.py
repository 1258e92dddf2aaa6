"""Evidence weighs only where no layer is sure: what it makes likelier is guessed, and what a guard contradicts is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fingerpost import Message, Route, Router
from fingerpost.errors import ModelError
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import Clue, Guard
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.supervisor import supervise
from fingerpost.routing.evidence.weights import needs_hits, weigh_evidence
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Decision, Evidence

WEIGHTS = {"data": {"sql": 1.5, "cues": -1.0}, "papers": {"cues": 1.0, "hits": 1.0}}
WITHOUT_PAPER = Guard("no-paper", "talk", off=frozenset({"commerce"}), unless=frozenset({"document"}), contradicts=True)
CANDIDATES = [("data", 0.4), ("papers", 0.35), ("commerce", 0.2), ("talk", 0.05)]


def book(*guards: Guard, **weights: dict[str, float]) -> Routebook:
    routes = [Route(name) for name in ("data", "papers", "commerce", "talk")]
    clues = [Clue("cues", frozenset({"policy"}))]
    return build("b", routes, clues=clues, guards=guards, weights=weights or WEIGHTS)


def guess(route: str | None = "data", layer: str = "fallback", **rest: Any) -> Decision:
    return Decision(route, rest.pop("accepted", False), 0.4, layer, "best guess", **rest)


def found(*names: str) -> Evidence:
    return Evidence(frozenset(names))


def test_what_evidence_makes_likelier_is_guessed() -> None:
    moved = weigh_evidence(book(), guess(), found("cues"), CANDIDATES)
    assert (moved.route, moved.runner_up, moved.accepted, moved.layer) == ("papers", "commerce", False, "fallback")
    assert moved.confidence == 0.4, "no surer than the guess before"
    assert moved.reason == ("nobody is sure, and the evidence weighs: data (0.40, fallback) to papers on cues +1.00")
    assert moved.trail[-1].who == "weights"


@pytest.mark.parametrize("names", [(), ("sql",), ("document",)])
def test_the_guess_stays_where_nothing_outweighs_it(names: tuple[str, ...]) -> None:
    assert weigh_evidence(book(), guess(), found(*names), CANDIDATES) == guess()


def test_the_same_evidence_weighs_less_against_a_better_guess() -> None:
    """The saboteur of a heuristic that does not look at the guess: it would take papers here too."""
    better = [("data", 0.9), ("papers", 0.05), ("commerce", 0.03), ("talk", 0.02)]
    assert weigh_evidence(book(), guess(), found("cues"), better).route == "data"
    assert weigh_evidence(book(papers={"cues": 4.0}), guess(), found("cues"), better).route == "papers"


@pytest.mark.parametrize(
    "sure",
    [
        guess(accepted=True),
        guess(layer="student"),
        guess(layer="rules"),
        guess(layer="declared"),
        guess(layer="memo"),
        guess(None, scope=-0.5),
    ],
)
def test_no_decision_that_somebody_is_sure_of_is_weighed(sure: Decision) -> None:
    assert weigh_evidence(book(), sure, found("cues"), CANDIDATES) == sure
    assert not needs_hits(book(), sure, found())


def test_a_model_that_is_not_sure_is_weighed_too() -> None:
    assert weigh_evidence(book(), guess(layer="llm"), found("cues"), CANDIDATES).route == "papers"


def test_a_route_that_a_guard_contradicts_is_no_candidate() -> None:
    likely = [("data", 0.3), ("papers", 0.05), ("commerce", 0.6), ("talk", 0.05)]
    moved = weigh_evidence(book(WITHOUT_PAPER), guess("commerce"), found("sql"), likely)
    assert moved.route == "data", "the next one, and not the one that the guard names"
    assert supervise(book(WITHOUT_PAPER), moved, found("sql")).route == "data"
    ruled_out = weigh_evidence(book(WITHOUT_PAPER), guess("commerce"), found(), likely)
    assert (ruled_out.route, ruled_out.confidence) == ("data", 0.4)
    assert ruled_out.reason.endswith("to data on what speaks against commerce")
    assert weigh_evidence(book(WITHOUT_PAPER), guess("commerce"), found("document"), likely).route == "commerce"
    assert weigh_evidence(book(), guess("commerce"), found("cues"), likely).route == "commerce"


def test_without_candidates_the_evidence_decides_alone() -> None:
    assert weigh_evidence(book(), guess("talk"), found("sql"), ()).route == "data"
    assert weigh_evidence(book(), guess("talk"), found(), ()).route == "talk"
    assert weigh_evidence(book(), guess(None), found("sql"), ()).route == "data"


def test_documents_are_searched_where_that_could_weigh() -> None:
    assert needs_hits(book(), guess(), found("cues"))
    assert not needs_hits(book(), guess(), replace(found(), hits=(0.2,)))
    assert not needs_hits(book(data={"sql": 1.0}), guess(), found())


class NoEncoder(WordEncoder):
    """An encoder whose server is down."""

    def encode(self, texts: Any) -> Any:
        raise ModelError("the encoder is down")


@pytest.mark.parametrize(("weights", "route"), [({"data": {"cues": 1.0}}, "data"), ({}, "talk")])
def test_with_the_encoder_down_a_clue_decides(weights: dict[str, dict[str, float]], route: str) -> None:
    routes = [Route("data", examples=["how many orders"]), Route("talk", examples=["hello there"])]
    clues = [Clue("cues", frozenset({"figures"}), signal="seen")]
    made = build("b", routes, clues=clues, weights=weights, fallback="talk")
    router = Router.from_routebook(
        made, encoder=NoEncoder(), memo=Memo(size=0), settings=Settings.from_environment({"FINGERPOST_CACHE": ""})
    )
    decision = router.route(Message("figures of may"))
    assert (decision.route, decision.accepted) == (route, False)
