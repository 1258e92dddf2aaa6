"""The cascade: declared, rules, student, fallback; and the ways a router is called."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost import Decision, Message, MessageError, Route, Router
from fingerpost.observability.facts import LOADED, record_facts
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Cue, Rule, Thresholds
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP

NOTHING = Settings(cache=None)
ROUTES = [Route(name, examples=examples) for name, examples in SHOP.items()]


def test_five_lines_are_enough(shop: Router) -> None:
    decision = shop.route("where is the parcel now")
    assert decision.route == "shipping"
    assert decision.layer in ("student", "fallback")
    assert 0 < decision.confidence <= 1
    assert decision.runner_up in SHOP
    assert decision.margin > 0


def test_a_declared_route_bypasses_rules_and_student() -> None:
    rule = Rule("all", "refund", patterns=(re.compile("."),))
    router = Router(ROUTES, rules=(rule,), encoder=_Forbidden(), settings=NOTHING)
    decision = router.route(Message("where is my parcel", declared="product"))
    assert (decision.route, decision.layer, decision.accepted, decision.confidence) == (
        "product",
        "declared",
        True,
        1.0,
    )


def test_an_unknown_declared_route_lists_the_routes(shop: Router) -> None:
    with pytest.raises(MessageError, match="'nowhere' does not exist; routes: refund, shipping, product"):
        shop.route(Message("x", declared="nowhere"))


def test_a_rule_wakes_no_encoder() -> None:
    rule = Rule("tracking", "shipping", contains=("trk-",))
    router = Router(ROUTES, rules=(rule,), encoder=_Forbidden(), settings=NOTHING)
    decision = router.route("what is TRK-123?")
    assert (decision.route, decision.layer) == ("shipping", "rules")
    assert decision.signals == ("rule:tracking",)
    assert decision.reason == 'rule tracking: contains "trk-"'


def test_rules_read_the_message_and_never_the_extra_context() -> None:
    rule = Rule("tracking", "shipping", contains=("trk-",))
    router = Router(ROUTES, rules=(rule,), encoder=WordEncoder(), settings=NOTHING)
    assert router.route(Message("is the lamp waterproof", extra_context="TRK-1")).layer != "rules"


def test_the_first_rule_in_order_wins() -> None:
    rules = (Rule("a", "refund", contains=("x",)), Rule("b", "product", contains=("x",)))
    assert build("t", ROUTES, rules=(rules[0],)).rules == (rules[0],)
    router = Router(
        ROUTES, rules=(rules[0], replace(rules[1], contains=("x y",))), encoder=_Forbidden(), settings=NOTHING
    )
    assert router.route("x y").route == "refund"


def test_a_word_of_unless_stays_a_pattern() -> None:
    rule = Rule("money", "refund", patterns=(re.compile(r"\bmoney\b"),), unless=frozenset({"lamp"}))
    router = Router(ROUTES, rules=(rule,), encoder=WordEncoder(), settings=NOTHING)
    assert router.route("money please").layer == "rules"
    assert router.route("money for a lamp").layer != "rules"


def test_without_a_fallback_a_strange_message_has_no_route(shop: Router) -> None:
    decision = shop.route("zxq vvw kkp")
    assert (decision.route, decision.accepted, decision.layer) == (None, False, "fallback")
    assert decision.runner_up in SHOP
    assert decision.scope is not None
    assert decision.scope < 0
    assert "none of these" in decision.reason


def test_with_a_fallback_a_strange_message_goes_there() -> None:
    router = Router(ROUTES, fallback="product", encoder=WordEncoder(), settings=NOTHING)
    decision = router.route("zxq vvw kkp")
    assert (decision.route, decision.accepted) == ("product", False)
    assert decision.reason.endswith("the routebook's fallback")


def test_with_a_fallback_an_unsure_candidate_still_stands() -> None:
    strict = Thresholds(accept=0.999999)
    router = Router(ROUTES, fallback="product", thresholds=strict, encoder=WordEncoder(), settings=NOTHING)
    decision = router.route("where is the parcel now")
    assert (decision.route, decision.accepted) == ("shipping", False)
    assert decision.reason.startswith("best guess")


def test_an_out_of_scope_route_takes_what_is_strange() -> None:
    other = Route("other", out_of_scope=True, examples=["who won the match", "tell me a joke", "sing a song"])
    router = Router([*ROUTES, other], fallback="product", encoder=WordEncoder(), settings=NOTHING)
    assert router.route("zxq vvw kkp").route == "other"
    assert router.route("where is the parcel now").route == "shipping"


def test_without_examples_cues_decide_and_then_the_fallback() -> None:
    bare = [Route("refund"), Route("shipping")]
    cues = (Cue("refund", frozenset({"dinero"})),)
    router = Router(bare, cues=cues, fallback="shipping", encoder=_Forbidden(), settings=NOTHING)
    assert router.route("mi DINERO ya").route == "refund"
    assert router.route("hello").route == "shipping"
    assert not router.route("hello").accepted
    assert router.route("dinerito").route == "shipping", "cues are whole words"


def test_an_empty_message_goes_to_the_fallback() -> None:
    router = Router(ROUTES, fallback="product", encoder=_Forbidden(), settings=NOTHING)
    decision = router.route("  \n ")
    assert (decision.route, decision.accepted) == ("product", False)
    assert "empty" in decision.reason
    assert "the message has no readable character" in router.route("\ud800").reason


def test_a_fixed_bar_replaces_the_estimated_one() -> None:
    strict = Router(ROUTES, thresholds=Thresholds(accept=0.999999), encoder=WordEncoder(), settings=NOTHING)
    loose = Router(ROUTES, thresholds=Thresholds(accept=0.01), encoder=WordEncoder(), settings=NOTHING)
    text = "where is the parcel now"
    assert not strict.route(text).accepted
    assert loose.route(text).accepted
    assert "fixed threshold" in loose.route(text).reason


def test_the_trail_tells_who_spoke_and_that_the_text_was_cut(shop: Router) -> None:
    decision = shop.route("where is my parcel " * 500)
    assert decision.trail[0].who == "resolve"
    assert "cut from" in decision.trail[0].said
    assert decision.trail[-1].who == decision.layer
    assert all(step.micros >= 0 for step in decision.trail)


def test_the_trail_names_the_words_that_mix_alphabets(shop: Router) -> None:
    disguised = shop.route("wh\u0435re is my p\u0430rcel today")
    assert disguised.trail[0].said == "mixes alphabets inside words: wh\u0435re, p\u0430rcel"
    assert _outcome(disguised) == _outcome(shop.route("where is my parcel today"))


def test_every_way_of_calling_gives_the_same_decision(shop: Router) -> None:
    texts = ["where is my parcel today", "money back", "is the lamp blue", "zxq vvw", ""]
    one_by_one = [_outcome(shop.route(text)) for text in texts]

    async def together() -> list[Decision]:
        return list(await asyncio.gather(*(shop.aroute(text) for text in texts)))

    assert [_outcome(d) for d in asyncio.run(together())] == one_by_one
    assert [_outcome(d) for d in shop.route_many(texts)] == one_by_one


async def test_concurrent_calls_share_batches_and_do_not_block_the_loop() -> None:
    encoder = _Slow()
    router = Router(ROUTES, encoder=encoder, settings=NOTHING)
    router.warm_student()
    encoder.batches.clear()
    beats = 0

    async def heart() -> None:
        nonlocal beats
        while True:
            beats += 1
            await asyncio.sleep(0)

    pulse = asyncio.create_task(heart())
    calls = asyncio.gather(*(router.aroute(f"parcel {i}") for i in range(20)))
    while not encoder.entered.is_set():
        await asyncio.sleep(0)
    before = beats
    while beats < before + 50:
        await asyncio.sleep(0)
    encoder.release.set()
    decisions = await calls
    pulse.cancel()
    assert len(decisions) == 20
    assert max(len(batch) for batch in encoder.batches) > 5


def test_threads_may_share_a_router(shop: Router) -> None:
    expected = _outcome(shop.route("where is my parcel today"))
    seen: list[object] = []

    def work() -> None:
        seen.extend(_outcome(shop.route("where is my parcel today")) for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 160
    assert all(outcome == expected for outcome in seen)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_router_works_after_fork_even_if_the_parent_was_encoding(shop: Router) -> None:
    expected = shop.route("where is my parcel today").route
    with shop.batcher._busy, shop._loading:
        child = os.fork()
        if child == 0:
            # Whatever the child does, it must not run the parent's tests.
            free = shop._loading.acquire(timeout=1)
            os._exit(0 if free and shop.route("where is my parcel today").route == expected else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_every_decision_is_logged_with_its_layer(shop: Router, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="fingerpost"):
        shop.route(Message("x", declared="refund"))
    assert re.fullmatch(r"\[prepare/classify\] layer=declared .* -> refund", caplog.messages[-1])


@pytest.mark.parametrize("route", SHOP)
def test_a_turn_without_a_recorded_route_is_judged_first(shop: Router, route: str) -> None:
    turns = [("user", SHOP[route][0]), ("assistant", "On its way")]
    message = Message("and the other?", turns=turns)
    assert shop.route(message).route == route
    assert asyncio.run(shop.aroute(message)).route == route
    assert shop.route_many([message])[0].route == route


def test_small_talk_is_looked_past_in_spoken_turns_too() -> None:
    chat = Route(
        "chat",
        examples=["thanks a lot", "thanks friend", "hello friend", "good morning", "bye now"],
        carries_topic=False,
    )
    router = Router([*ROUTES, chat], encoder=WordEncoder(), settings=NOTHING)
    turns = [("user", "where is my parcel"), ("user", "thanks a lot")]
    assert router.route(Message("and the other?", turns=turns)).route == "shipping"
    assert asyncio.run(router.aroute(Message("and the other?", turns=turns))).route == "shipping"


def test_the_margin_is_what_parts_the_best_two(shop: Router) -> None:
    decision = shop.route("where is the parcel now")
    judged = shop.predict(shop.resolve("where is the parcel now"), shop.batcher.encode("where is the parcel now"))
    (_, first), (second, probability) = judged.ranked(2)
    assert decision.runner_up == second
    assert decision.margin == pytest.approx(first - probability)


def test_the_student_is_fitted_once_whoever_asks() -> None:
    encoder = WordEncoder()
    router = Router(ROUTES, encoder=encoder, settings=NOTHING)
    gate = threading.Barrier(6)

    def work() -> None:
        gate.wait()
        router.route("where is my parcel today")

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(ROUTES[0].examples[0] in batch for batch in encoder.batches) == 1


def _outcome(decision: Decision) -> tuple[object, ...]:
    return decision.route, decision.accepted, decision.layer, decision.runner_up, round(decision.confidence, 4)


class _Forbidden(WordEncoder):
    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        raise AssertionError(f"nothing should be encoded, but {texts} was")


class _Slow(WordEncoder):
    """Waits inside the first encoding after the student was fitted, until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.release = threading.Event(), threading.Event()

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if texts[0].startswith("parcel "):
            self.entered.set()
            assert self.release.wait(10)
        return super().encode(texts)


def test_the_decision_that_loads_the_classifier_says_so_and_no_other() -> None:
    rule = Rule("all", "refund", patterns=(re.compile("money"),))
    router = Router(ROUTES, rules=(rule,), encoder=WordEncoder(), settings=NOTHING)
    found = []
    for text in ("my money", "where is my parcel", "is my parcel there"):
        with record_facts() as facts:
            router.route(text)
        found.append(LOADED in [fact.what for fact in facts])
    with record_facts() as facts:
        asyncio.run(Router(ROUTES, encoder=WordEncoder(), settings=NOTHING).aroute("where is my parcel"))
    assert [*found, LOADED in [fact.what for fact in facts]] == [False, True, False, True]


def test_signals_are_counted_without_what_a_client_chooses() -> None:
    rule = Rule("all", "refund", patterns=(re.compile("money"),))
    router = Router(ROUTES, rules=(rule,), encoder=WordEncoder(), settings=NOTHING)
    before = METRICS.value("signals", signal="rule")
    router.route("my money")
    assert METRICS.value("signals", signal="rule") == before + 1
    router.records_decisions = False
    router.route("my money again")
    assert METRICS.value("signals", signal="rule") == before + 1
