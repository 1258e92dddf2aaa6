"""The language-model layer in the cascade: when it is asked, what it sees, how its word is weighed, how it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from fingerpost import Example, Message, Route, Router
from fingerpost.observability.facts import CLASSIFIER, HISTORY, MODEL
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Routebook, Thresholds
from fingerpost.routing.layers.llm import (
    NONE,
    ClassificationQuestion,
    case_of,
    judged,
    labels,
    system_prompt,
    weigh,
)
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.layers.model_trust import FAMILIAR, OTHER, SAME, STRANGE, TrustTable
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from fingerpost.types import Decision, Resolved, Verdict
from tests.conftest import SHOP

pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")

ROUTES = [Route(name, examples=examples) for name, examples in SHOP.items()]
UNSURE = "parcel or jacket, money or lamp?"
"""Words of three routes in one message: the student does not stand by any."""


def _reply(route: str) -> ScriptedReply:
    return ScriptedReply(arguments=f'{{"route": "{route}"}}')


def _settings(server: ScriptedServer, timeout: float = 5.0) -> Settings:
    return Settings(cache=None, slots={"classifier": Slot(server.url, "tiny")}, llm_timeout=timeout)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([_reply("shipping")]) as started:
        yield started


@pytest.fixture
def router(server: ScriptedServer) -> Iterator[Router]:
    built = Router(ROUTES, encoder=WordEncoder(), settings=_settings(server)).warm()
    yield built
    built.close()


def _asked(decision: Decision) -> int:
    return sum(fact.what == CLASSIFIER and fact.detail["kind"] == "llm" for fact in decision.facts)


def test_it_is_asked_only_when_the_student_is_unsure(router: Router, server: ScriptedServer) -> None:
    assert router.route("where is my parcel today").layer == "student"
    assert router.route(Message("anything", declared="refund")).layer == "declared"
    assert server.requests == []
    decision = router.route(UNSURE)
    assert (decision.layer, decision.accepted, _asked(decision)) == ("llm", True, 1)
    assert [step.who for step in decision.trail] == ["encoder", "student", "llm"]
    assert any(fact.what == MODEL and fact.detail["slot"] == "classifier" for fact in decision.facts)


def test_every_way_of_calling_asks_it(router: Router, server: ScriptedServer) -> None:
    router.memo.size = 0
    found = [
        router.route(UNSURE),
        asyncio.run(router.aroute(UNSURE)),
        *router.route_many([UNSURE, "where is my parcel"]),
    ]
    assert [decision.layer for decision in found] == ["llm", "llm", "llm", "student"]
    assert len({decision.route for decision in found[:3]}) == 1
    assert len(server.requests) == 3


def test_what_it_said_is_remembered(router: Router, server: ScriptedServer) -> None:
    first = router.route(UNSURE)
    again = router.route(f"  {UNSURE.upper()} ")
    assert (again.layer, again.route, again.confidence) == ("memo", first.route, first.confidence)
    assert "as before, by llm" in again.reason
    assert len(server.requests) == 1


def test_a_polite_paraphrase_is_not_asked_again(router: Router, server: ScriptedServer) -> None:
    first = router.route("parcel or jacket, money or lamp")
    near = router.route("please, parcel or jacket, money or the lamp")
    assert (first.layer, near.layer, near.route) == ("llm", "memo", first.route)
    assert router.memo.similar_hits == 1
    other = router.route("parcel or lamp, money or jacket")
    assert other.layer == "llm"
    assert len(server.requests) == 2


def test_it_sees_the_nearest_examples_and_no_history_unless_the_message_leans(
    router: Router, server: ScriptedServer
) -> None:
    past = [("refund", "refund the broken lamp"), ("product", "is the lamp waterproof")]
    router.route(Message(UNSURE, intent_history=past))
    sent = server.requests[-1]["messages"]
    assert "history_rule" not in sent[0]["content"]
    assert "broken" not in sent[-1]["content"]
    shots = [m["content"] for m in sent[1:-1] if m["role"] == "user"]
    assert len(shots) == 4
    assert all(any(f'"{example}"' in shot for examples in SHOP.values() for example in examples) for shot in shots)


def test_for_a_message_that_leans_it_sees_the_compact_history_and_its_rule(server: ScriptedServer) -> None:
    examples = [Example(text, name) for name, texts in SHOP.items() for text in texts]
    book = build("shop", [Route(name) for name in SHOP], examples=examples, thresholds=Thresholds(accept=0.999999))
    router = Router.from_routebook(book, encoder=WordEncoder(), settings=_settings(server)).warm()
    past = [("refund", f"refund number {i} " + "x" * 100) for i in range(9)]
    decision = router.route(Message("and that one?", intent_history=past))
    router.close()
    sent = server.requests[-1]["messages"]
    assert "<history_rule>" in sent[0]["content"]
    lines = [line for line in sent[-1]["content"].splitlines() if line.startswith("[refund]")]
    assert len(lines) == 6
    assert all(len(line) == len('[refund] ""') + 60 for line in lines)
    assert "number 8" in lines[-1]
    handed = [fact.detail for fact in decision.facts if fact.what == HISTORY and fact.detail["to"] == "llm"]
    assert handed == [{"to": "llm", "entries": 6}]
    assert decision.layer == "llm"


def test_the_platform_priority_rule_is_always_sent(server: ScriptedServer, avap: Router) -> None:
    server.replies[0] = _reply("PLATFORM")
    book = replace(avap.routebook, thresholds=replace(avap.routebook.thresholds, accept=0.999999999))
    router = Router.from_routebook(
        book,
        encoder=avap.batcher.encoder,
        settings=replace(_settings(server), cache=avap.settings.cache),
        student=avap.warm_student(),
    )
    router.route("tell me about my things")
    router.route(Message("explain this", intent_history=[("CODE_GENERATION", "write a loop")]))
    router.close()
    assert len(server.requests) == 2
    for request, leans in zip(server.requests, (False, True), strict=True):
        system = request["messages"][0]["content"]
        assert "<platform_priority_rule>" in system
        assert ("<history_rule>" in system) is leans
    offered = server.requests[0]["tools"][0]["function"]["parameters"]["properties"]["route"]["enum"]
    assert set(offered) == {*book.names, "CODE_GENERATION EDITOR"}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (ScriptedReply(status=503), "503"),
        (ScriptedReply(arguments='{"route": "BILLING"}'), "no route"),
        (ScriptedReply(text="não sei", refuses=frozenset({"tools", "response_format"})), "no route"),
        (ScriptedReply(body=b'{"choices": []}'), "no choice"),
        (ScriptedReply(body=b"garbage"), "cannot be read|no choice"),
        (ScriptedReply(text="shipping " * 30, refuses=frozenset({"tools", "response_format"}), cut=True), "stream"),
        (ScriptedReply(arguments='{"route": "shipping"}', wait=3), "within 0.5 s"),
    ],
)
def test_a_failure_goes_to_the_fallback_and_is_told_in_the_trail(reply: ScriptedReply, said: str) -> None:
    import re

    with ScriptedServer([reply]) as server:
        # Only what waits may run out of time, however busy the machine is.
        timeout = 0.5 if reply.wait else 30.0
        router = Router(ROUTES, encoder=WordEncoder(), settings=_settings(server, timeout)).warm()
        decision = router.route(UNSURE)
        again = router.route(UNSURE)
        router.close()
    local = Router(ROUTES, encoder=WordEncoder(), settings=Settings(cache=None)).route(UNSURE)
    assert (decision.layer, decision.accepted, decision.route) == ("fallback", False, local.route)
    told = [step.said for step in decision.trail if step.who == "llm"]
    assert len(told) == 1
    assert re.search(said, told[0]), told
    assert again.layer == "fallback", "a failure must not be remembered"


def test_a_server_that_is_gone_costs_nothing_once_the_breaker_is_open() -> None:
    with ScriptedServer([ScriptedReply()]) as server:
        settings = _settings(server)
    router = Router(ROUTES, encoder=WordEncoder(), settings=settings, memo=Memo(size=0)).warm()
    found = [router.route(UNSURE) for _ in range(8)]
    assert {decision.layer for decision in found} == {"fallback"}
    assert "is not called for another" in found[-1].trail[-2].said
    assert all("no connection" in decision.trail[-2].said for decision in found[:3])


def test_it_comes_back_when_the_server_does(server: ScriptedServer) -> None:
    server.replies.extendleft([ScriptedReply(status=503)])
    router = Router(ROUTES, encoder=WordEncoder(), settings=_settings(server), memo=Memo(size=0)).warm()
    assert [router.route(UNSURE).layer for _ in range(2)] == ["fallback", "llm"]
    router.close()


def test_without_any_examples_the_model_decides_from_the_descriptions(server: ScriptedServer) -> None:
    bare = [Route("refund", "money back"), Route("shipping", "where the parcel is")]
    router = Router(bare, encoder=WordEncoder(), settings=_settings(server))
    decision = router.route("has it left the depot?")
    router.close()
    assert (decision.route, decision.layer) == ("shipping", "llm")
    assert "where the parcel is" in server.requests[0]["messages"][0]["content"]


def test_where_strangers_have_no_place_the_model_may_say_none() -> None:
    book = build("two", [Route("refund"), Route("shipping")])
    question = ClassificationQuestion(_resolved("what is love"))
    assert labels(book, question)[-1] == NONE
    assert weigh(book, question, NONE).route is None
    with_fallback = replace(book, fallback="refund")
    assert labels(with_fallback, question)[-1] == NONE, "a fallback is no out-of-scope route"
    assert weigh(with_fallback, question, NONE).route == "refund"
    measured = replace(with_fallback, thresholds=Thresholds(llm_trust=0.6))
    assert NONE not in labels(measured, question), "it keeps the choices that it was measured with"
    own = build("two", [Route("refund"), Route("other", out_of_scope=True)])
    assert NONE not in labels(own, question)


def test_a_prompt_of_ones_own_is_told_about_none() -> None:
    question = ClassificationQuestion(_resolved("x"))
    book = build("two", [Route("a"), Route("b")], prompts={"classify": "Sort these."})
    assert NONE in system_prompt(book, question)
    assert system_prompt(replace(book, prompts={"classify": "a, b or NONE."}), question) == "a, b or NONE."


def test_a_verdict_that_is_not_the_models_own_is_not_accepted() -> None:
    question, table = _unsure(a=0.84, b=0.06, c=0.05, d=0.05), TrustTable("tiny")
    outweighed = judged(_book(0.6), question, "b", weigh(_book(0.6), question, "b"), table)
    assert (outweighed.route, outweighed.accepted) == ("a", False)
    none = build("two", [Route("a"), Route("b")])
    verdict = judged(none, _unsure(a=0.8, b=0.2), NONE, weigh(none, _unsure(a=0.8, b=0.2), NONE), table)
    assert (verdict.route, verdict.accepted) == ("a", False)
    agreed = judged(_book(0.6), question, "a", weigh(_book(0.6), question, "a"), table)
    assert (agreed.route, agreed.accepted) == ("a", True)
    strange = replace(question, familiarity=STRANGE)
    assert not judged(_book(0.6), strange, "a", weigh(_book(0.6), strange, "a"), table).accepted


def test_of_a_stranger_the_classifier_says_the_out_of_scope_route() -> None:
    book = build("two", [Route("a"), Route("b"), Route("other", out_of_scope=True)])
    ranked = [("a", 0.6), ("b", 0.4)]
    assert case_of(book, ranked, STRANGE, "other") == (SAME, FAMILIAR)
    assert case_of(book, ranked, FAMILIAR, "other") == (OTHER, FAMILIAR)
    assert case_of(book, ranked, STRANGE, "a") == (SAME, STRANGE)


def test_a_model_that_says_none_makes_nobody_sure() -> None:
    book = build("two", [Route("a"), Route("b")])
    verdict = weigh(book, _unsure(a=0.8, b=0.2), NONE)
    assert (verdict.route, verdict.accepted, verdict.confidence) == ("a", False, 0.8)
    assert NONE in verdict.reason


def test_a_route_that_is_called_none_is_a_route() -> None:
    book = build("two", [Route("none"), Route("other")])
    question = ClassificationQuestion(_resolved("x"))
    assert labels(book, question) == ["none", "other"]
    assert weigh(book, question, "none").route == "none"


def _resolved(text: str) -> Resolved:
    return Resolved(text, text, text)


def _book(trust: float) -> Routebook:
    return build("four", [Route(name) for name in "abcd"], thresholds=Thresholds(llm_trust=trust), fallback="a")


def _unsure(**known: float) -> ClassificationQuestion:
    ranked = sorted(known.items(), key=lambda pair: -pair[1])
    student = Verdict(ranked[0][0], accepted=False, confidence=ranked[0][1], reason="unsure")
    return ClassificationQuestion(_resolved("x"), student, ranked)


def test_between_close_candidates_the_model_decides() -> None:
    verdict = weigh(_book(0.6), _unsure(a=0.5, b=0.4, c=0.05, d=0.05), "b")
    assert (verdict.route, verdict.runner_up) == ("b", "a")
    assert verdict.confidence > 0.5


def test_a_student_that_is_nearly_sure_is_not_overruled_by_a_small_model() -> None:
    verdict = weigh(_book(0.6), _unsure(a=0.84, b=0.06, c=0.05, d=0.05), "b")
    assert verdict.route == "a"
    assert "said b" in verdict.reason


def test_more_trust_overrules_more() -> None:
    question = _unsure(a=0.84, b=0.06, c=0.05, d=0.05)
    assert weigh(_book(0.99), question, "b").route == "b"


def test_agreement_raises_the_confidence_and_it_stays_a_probability() -> None:
    question = _unsure(a=0.6, b=0.3, c=0.05, d=0.05)
    agreed = weigh(_book(0.7), question, "a")
    assert 0.6 < agreed.confidence < 1
    assert agreed.margin <= agreed.confidence


def test_of_a_stranger_the_student_knows_nothing_so_the_model_alone_decides() -> None:
    question = _unsure(a=0.9, b=0.05, c=0.03, d=0.02)
    assert question.student is not None
    stranger = replace(question, student=question.student._replace(scope=-1.0))
    assert weigh(_book(0.6), stranger, "d").route == "d"


def test_the_editor_is_part_of_the_label() -> None:
    book = build(
        "two",
        [Route("a", examples=["x"]), Route("b", examples=["z"])],
        examples=[Example("y", "a", qualifier="EDITOR")],
        fallback="a",
        thresholds=Thresholds(llm_trust=0.6),
    )
    question = ClassificationQuestion(_resolved("x"))
    assert labels(book, question) == ["a", "a EDITOR", "b"]
    assert weigh(book, question, "a EDITOR").qualifier == "EDITOR"
    assert weigh(book, question, "a").qualifier is None
