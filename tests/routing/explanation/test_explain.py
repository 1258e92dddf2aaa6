"""Explanations of every layer: what decided, what speaks for it, and what was left out for want of time."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost import Cue, Message, Route, Router, Rule, Thresholds
from fingerpost.errors import ModelError
from fingerpost.routing.explanation.model import FOR, WordEffect
from fingerpost.routing.explanation.sentence import named_words
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.layers.model_trust import Case, TrustTable
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from tests.conftest import SHOP
from tests.routing.explanation.checks import unfounded_words

ROUTES = [Route(name, examples=examples) for name, examples in SHOP.items()]
NOTHING = Settings(cache=None)
UNSURE = "parcel or jacket, money or lamp?"


def _router(**more: Any) -> Router:
    return Router(ROUTES, encoder=WordEncoder(), settings=NOTHING, memo=Memo(size=0), **more).warm()


@pytest.mark.parametrize(
    ("text", "route", "because", "word"),
    [
        ("the parcel still has not come", "shipping", "because", "parcel"),
        ("quiero devolver el paquete que llegó roto", "refund", "porque", "devolver"),
        ("quiero devolver el paquete que llego roto", "refund", "porque", "devolver"),
        ("o pacote ainda não chegou, cadê o entregador", "shipping", "porque", "entregador"),
        ("o pacote ainda nao chegou, cade o entregador", "shipping", "porque", "entregador"),
    ],
)
def test_an_accepted_decision_in_three_languages(
    new_shop: Router, text: str, route: str, because: str, word: str
) -> None:
    told = new_shop.route(text).explain()
    assert (told.route, told.explained, told.accepted, told.layer) == (route, route, True, "student")
    assert told.summary.startswith(f"{route}, {because} “")
    assert word in named_words(told)
    assert unfounded_words(new_shop, told) == []
    assert [near.likeness for near in told.nearest] == sorted((n.likeness for n in told.nearest), reverse=True)
    assert len(told.nearest) == 5
    assert told.bar is not None
    assert told.bar.reached
    assert told.against == told.runner_up
    assert told.strangeness is not None
    assert told.strangeness.verdict == "like the examples"
    assert any(tried.kind == "example" for tried in told.what_ifs)


def test_a_word_that_does_not_matter_is_caught(new_shop: Router) -> None:
    told = new_shop.explain("quiero devolver el paquete que llegó roto")
    weak = next(effect for effect in told.words if effect.weighs != FOR)
    saboteur = WordEffect(weak.word, weak.probability, 0.1, FOR, "shipping", True)
    broken = replace(told, words=(saboteur, *told.words))
    assert weak.word in named_words(broken)
    assert unfounded_words(new_shop, broken) == [weak.word]


def test_what_is_tried_comes_true(new_shop: Router) -> None:
    told = new_shop.explain("quiero devolver el paquete que llegó roto")
    edits = [tried for tried in told.what_ifs if tried.kind == "words"]
    assert edits
    for tried in edits:
        decided = new_shop.route(str(tried.text))
        assert (decided.route, decided.accepted) == (tried.route, tried.accepted)
        assert (decided.route, decided.accepted) != (told.route, told.accepted)
        assert not set(tried.without) & set(re.findall(r"\w+", str(tried.text)))


def test_one_that_is_not_accepted_says_why_and_what_would_help(new_shop: Router) -> None:
    told = new_shop.explain("do you have it and when would it come")
    assert not told.accepted
    assert told.summary.startswith("Not sure; the best guess is ")
    assert told.bar is not None
    assert "is below the bar" in told.summary or "unlike the examples" in told.summary
    taught = [tried for tried in told.what_ifs if tried.kind == "example"]
    assert [tried.example_of for tried in taught] == [told.explained, told.against]


def test_what_ten_examples_a_route_do_not_know_is_said_to_be_for_none_of_them(new_shop: Router) -> None:
    told = new_shop.explain("what is the weather in Lisbon")
    assert not told.accepted
    assert told.summary.startswith("None of the routes: the message is unlike all examples; ")


def test_a_stranger_is_said_to_be_one() -> None:
    strangers = Route(
        "other", out_of_scope=True, examples=[f"{w} weather forecast" for w in ["ab", "cd", "ef", "gh", "ij", "kl"]]
    )
    router = Router([*ROUTES, strangers], encoder=WordEncoder(), settings=NOTHING, memo=Memo(size=0)).warm()
    decision = router.route("weather forecast")
    assert decision.scope is not None
    assert decision.scope < 0
    told = decision.explain()
    assert told.strangeness is not None
    assert told.strangeness.verdict == "belongs to no route"
    assert told.summary.startswith("other, because no other route fits and it is closest to “")
    assert "as an example of" not in told.summary


def test_a_rule_names_its_words_and_pattern() -> None:
    rule = Rule("tracking", "shipping", patterns=(re.compile(r"\btrk-?\d{6,}\b"),))
    told = _router(rules=(rule,)).explain("my lamp TRK-123456 please")
    assert (told.cause.name, told.cause.matched, told.cause.pattern) == ("tracking", "TRK-123456", r"\btrk-?\d{6,}\b")
    assert "the rule tracking matches “TRK-123456”" in told.summary
    assert told.words == ()
    assert told.nearest == ()
    assert any(set(tried.without) & {"TRK", "123456"} for tried in told.what_ifs)


def test_a_declared_route_tells_what_the_message_itself_would_have_got() -> None:
    told = _router().explain(Message("where is my parcel", declared="product"))
    assert (told.route, told.cause.before) == ("product", "shipping")
    assert told.summary == ("product, because the caller named it; by itself the message would have gone to shipping.")
    assert told.what_ifs == ()


def test_the_memo_tells_who_decided_first() -> None:
    router = Router(ROUTES, encoder=WordEncoder(), settings=NOTHING).warm()
    router.route("where is my parcel today")
    count = router.memo.count
    decision = router.route("where is my parcel today")
    told = decision.explain()
    assert (decision.layer, told.cause.before_layer) == ("memo", "student")
    assert told.summary.startswith("The same message was decided before, by the classifier. Asked again: shipping")
    assert router.memo.count == count, "trials are not remembered"


def test_a_correction_is_told() -> None:
    router = Router(ROUTES, encoder=WordEncoder(), settings=NOTHING).warm()
    router.correct("where is my parcel today", "refund")
    told = router.explain("where is my parcel today")
    assert (told.route, told.cause.before_layer, told.cause.before) == ("refund", "a person", "shipping")
    assert "by a person who corrected it" in told.summary
    assert any("without them the decision is shipping" in note for note in told.notes)


def test_a_follow_up_names_the_turn_it_continues(new_shop: Router) -> None:
    told = new_shop.explain(Message("and to Braga?", intent_history=[("shipping", "what is delivery to Porto")]))
    assert told.continuation is not None
    assert (told.continuation.turn, told.continuation.route) == ("what is delivery to Porto", "shipping")
    assert told.summary.startswith("It continues “what is delivery to Porto”. ")
    assert told.shares is not None
    assert told.shares.context != 0


def test_a_language_model_is_not_asked_again() -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    with ScriptedServer([ScriptedReply(arguments='{"route": "shipping"}')]) as server:
        settings = Settings(cache=None, slots={"classifier": Slot(server.url, "tiny")})
        router = Router(ROUTES, encoder=WordEncoder(), settings=settings, memo=Memo(size=0)).warm()
        try:
            decision = router.route(UNSURE)
            asked = len(server.requests)
            told = decision.explain()
            assert len(server.requests) == asked
        finally:
            router.close()
    assert (told.layer, told.cause.name) == ("llm", "shipping")
    assert told.cause.agrees is (told.cause.before == "shipping")
    assert "the language model said shipping" in told.summary
    assert any("nor a language model" in note for note in told.notes)


def test_without_examples_the_fallback_says_so() -> None:
    router = Router(
        [Route("a"), Route("b")], cues=(Cue("b", frozenset({"bee"})),), encoder=WordEncoder(), settings=NOTHING
    )
    told = router.explain("a bee")
    assert (told.route, told.layer, told.words) == ("b", "fallback", ())
    assert 'the word "bee" hints at it' in told.summary


def test_an_empty_message_is_explained() -> None:
    told = _router(fallback="product").explain("  ")
    assert (told.route, told.layer) == ("product", "fallback")
    assert "the message is empty" in told.summary


def test_the_time_is_bounded_and_what_is_missing_is_named() -> None:
    told = _router().explain("where is the parcel with the blue jacket and the lamp that I want to return", seconds=0.0)
    assert told.route == "shipping" or told.route in SHOP
    assert any("ran out before all words were tried" in note for note in told.notes)
    assert any("too little time was left" in note for note in told.notes)
    assert "Leaving out one or two words" not in told.summary


def test_a_long_message_has_a_bounded_number_of_trials() -> None:
    router = _router()
    encoder = router.batcher.encoder
    assert isinstance(encoder, WordEncoder)
    encoder.batches.clear()
    told = router.explain(" ".join(f"word{i}" for i in range(100)) + " where is my parcel")
    assert any("more words were not left out" in note for note in told.notes)
    assert {"parcel"} <= {effect.word for effect in told.words}
    assert len(told.words) <= 40
    assert sum(map(len, encoder.batches)) < 40 + 45 + 40


def test_everything_is_json(new_shop: Router) -> None:
    told = new_shop.explain('quote " \x1b[31m \u202e and {route} \ud800 my parcel')
    values = json.loads(json.dumps(told.as_dict()))
    assert set(values) >= {"summary", "words", "ngrams", "nearest", "bar", "guards", "what_ifs", "strangeness", "cause"}
    assert values["nearest"][0]["file"] == "shop/examples.jsonl"


def test_a_route_of_braces_is_not_read_as_a_phrase() -> None:
    names = {"{words}": SHOP["refund"], "{0.__class__}": SHOP["shipping"]}
    router = Router(
        [Route(name, examples=examples) for name, examples in names.items()],
        encoder=WordEncoder(), settings=NOTHING, memo=Memo(size=0), thresholds=Thresholds(accept=0.1),
    )  # fmt: skip
    assert router.explain("where is the parcel").summary.startswith("{0.__class__}, because “")


def test_an_encoder_that_fails_is_told() -> None:
    class Failing(WordEncoder):
        broken = False

        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            if self.broken:
                raise ModelError("the encoder is away")
            return super().encode(texts)

    encoder = Failing()
    router = Router(ROUTES, encoder=encoder, settings=NOTHING, memo=Memo(size=0), fallback="product").warm()
    encoder.broken = True
    told = router.explain("where is my parcel")
    assert (told.layer, told.route) == ("fallback", "product")
    assert any("the encoder is away" in note for note in told.notes)


def test_a_message_of_a_hundred_thousand_characters_is_explained_in_time(shop: Router) -> None:
    began = monotonic()
    told = shop.explain("where is my parcel " + "lamp jacket money " * 5_500, seconds=1.0)
    assert monotonic() - began < 20
    assert len(told.text) < 1_100
    assert len(json.dumps(told.as_dict())) < 50_000


def test_it_tells_why_a_models_word_is_not_accepted_and_then_why_it_is() -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    alone = Router(ROUTES, encoder=WordEncoder(), settings=NOTHING).route(UNSURE)
    with ScriptedServer([ScriptedReply(arguments=json.dumps({"route": alone.runner_up}))]) as server:
        settings = Settings(cache=None, slots={"classifier": Slot(server.url, "tiny")})
        router = Router(ROUTES, encoder=WordEncoder(), settings=settings, memo=Memo(size=0)).warm()
        try:
            before = router.route(UNSURE).explain()
            assert router.model is not None
            router.model.table = TrustTable(
                "tiny", {Case("same", "familiar"): (9, 9), Case("second", "familiar"): (9, 9)}, 18, 9
            )
            after = router.route(UNSURE).explain()
        finally:
            router.close()
    assert before.model is not None
    assert (before.accepted, before.model.accepted, before.model.kind) == (False, False, "differs")
    assert "it was not tried on the examples yet" in before.summary
    assert after.model is not None
    assert (after.accepted, after.model.accepted, after.model.kind) == (True, True, "proven")
    assert (after.model.agreement, after.model.right, after.model.answers) == ("second", 9, 9)
    assert "in such cases the model was right on 9 of 9 examples" in after.summary
    assert after.as_dict()["model"]["needed"] == 0.9
