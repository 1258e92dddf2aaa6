"""Trials: decided as by the router, and nothing of them remembered, counted or encoded twice."""

from __future__ import annotations

from fingerpost import Message, Route, Router
from fingerpost.observability.facts import record_facts
from fingerpost.observability.metrics import METRICS
from fingerpost.routing.explanation.trial import KnownVectors, Trial
from fingerpost.routing.layers.memo import Memo
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP

TEXTS = ["where is the parcel", "refund the lamp", "blue jacket", "parcel or jacket, money or lamp?"]


def test_a_trial_decides_as_the_router_does(shop: Router) -> None:
    trial = Trial(shop, KnownVectors(shop.batcher.yielding_encoder))
    for text in TEXTS:
        decision, outcome = shop.route(text), trial.run(Message(text))
        assert (outcome.decision.route, outcome.decision.confidence) == (decision.route, decision.confidence)
        assert outcome.prediction is not None
        assert outcome.probability(outcome.prediction.ranked(1)[0][0]) == outcome.prediction.ranked(1)[0][1]
        assert outcome.probability("nowhere") is None


def test_a_trial_leaves_no_trace(shop: Router) -> None:
    trial = Trial(shop, KnownVectors(shop.batcher.yielding_encoder))
    before = METRICS.value("decisions")
    with record_facts() as facts:
        trial.run(Message(TEXTS[0]))
    assert facts == []
    assert METRICS.value("decisions") == before


def test_texts_are_encoded_once_and_in_batches() -> None:
    encoder = WordEncoder()
    routes = [Route(name, examples=examples) for name, examples in SHOP.items()]
    router = Router(routes, encoder=encoder, settings=Settings(cache=None), memo=Memo(size=0)).warm()
    trial = Trial(router, KnownVectors(router.batcher.yielding_encoder))
    encoder.batches.clear()
    messages = [Message(f"{text} {i}") for text in TEXTS for i in range(10)]
    assert trial.learn(messages, Deadline(60))
    assert max(map(len, encoder.batches)) <= 16
    batches = len(encoder.batches)
    for message in messages:
        trial.run(message)
    assert len(encoder.batches) == batches


def test_encoding_stops_at_the_deadline() -> None:
    encoder, ticks = WordEncoder(), iter(range(100))
    vectors = KnownVectors(encoder)
    assert not vectors.learn([f"text {i}" for i in range(100)], Deadline(3.0, lambda: next(ticks)))
    assert 0 < len(vectors.known) < 100
