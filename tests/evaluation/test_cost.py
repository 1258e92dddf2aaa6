"""Cost: what servers told is counted, what nobody told is estimated, and no price is made up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fingerpost import Message, Route, Router
from fingerpost.evaluation.cost import Prices, cost, would_ask
from fingerpost.evaluation.evaluate import route_rows
from fingerpost.evaluation.rows import Row
from fingerpost.observability.facts import TOKENS
from fingerpost.routebook.guards import EnsembleVariant
from fingerpost.routebook.model import Rule
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from tests.conftest import SHOP

pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")

ROUTES = [Route(name, examples=examples) for name, examples in SHOP.items()]
RULES = [Rule("hi", "product", contains=("abracadabra",))]
SURE = Row("1", Message("where is my parcel today"), "shipping")
RULED = Row("2", Message("abracadabra lamp"), "product")
UNSURE = Row("3", Message("parcel or jacket, money or lamp?"), "shipping")
ALSO = Row("4", Message("money or parcel, lamp or jacket?"), "refund")
ROWS = [SURE, RULED, UNSURE, ALSO]


@pytest.fixture
def told() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply(arguments='{"route": "shipping"}', tokens=(1000, 20))]) as server:
        yield server


def router(server: ScriptedServer | None = None) -> Router:
    slots = {} if server is None else {"classifier": Slot(server.url, "tiny")}
    settings = Settings(cache=None, slots=slots, llm_timeout=5.0)
    return Router(ROUTES, rules=RULES, encoder=WordEncoder(), settings=settings, memo=Memo(size=0)).warm()


def test_without_a_model_those_are_counted_that_one_would_be_asked() -> None:
    bare = router()
    outcomes = route_rows(bare, ROWS)
    assert [would_ask(bare, outcome.decision) for outcome in outcomes] == [False, False, True, True]
    found = cost(bare, outcomes)
    assert (found["ran"], found["told"], found["asked"], found["calls"]) == (False, False, 2, 2)
    assert found["every"]["calls"] == found["messages"] == 4
    assert 0 < found["prompt_tokens"] < found["every"]["prompt_tokens"]
    assert found["money"] is found["every"]["money"] is found["prices"] is None


def test_would_be_asked_is_what_is_asked(told: ScriptedServer) -> None:
    bare, asking = router(), router(told)
    expected = [would_ask(bare, outcome.decision) for outcome in route_rows(bare, ROWS)]
    route_rows(asking, ROWS)
    assert len(told.requests) == sum(expected) == 2
    asking.close()


def test_nobody_is_asked_about_an_empty_message() -> None:
    bare = router()
    assert [would_ask(bare, outcome.decision) for outcome in route_rows(bare, [Row("1", Message("  "), None)])] == [
        False
    ]


def test_what_the_server_tells_is_what_counts(told: ScriptedServer) -> None:
    asking = router(told)
    found = cost(asking, route_rows(asking, ROWS), Prices(2.0, 10.0))
    asking.close()
    assert (found["ran"], found["told"], found["asked"], found["calls"]) == (True, True, 2, 2)
    assert (found["prompt_tokens"], found["completion_tokens"]) == (2000, 40)
    assert found["money"] == pytest.approx((2000 * 2 + 40 * 10) / 1e6)
    # The messages are about as long as each other: four of them take about twice as much, in the server's measure.
    assert found["every"]["prompt_tokens"] == pytest.approx(4000, rel=0.05)
    assert found["every"]["money"] == pytest.approx(2 * found["money"], rel=0.05)


@pytest.mark.parametrize(
    "reply",
    [
        ScriptedReply(arguments='{"route": "shipping"}'),
        ScriptedReply("shipping\n", refuses=frozenset({"tools", "response_format"})),
    ],
)
def test_what_the_server_does_not_tell_is_estimated(reply: ScriptedReply) -> None:
    with ScriptedServer([reply]) as server:
        asking = router(server)
        outcomes = route_rows(asking, [UNSURE])
        found = cost(asking, outcomes)
        asking.close()
        request = server.requests[-1]
    took = [fact.detail for fact in outcomes[0].decision.facts if fact.what == TOKENS]
    assert [one["told"] for one in took] == [False]
    written = sum(len(message["content"]) for message in request["messages"])
    assert found["prompt_tokens"] == -(-written // 4)
    assert found["completion_tokens"] > 0
    assert not found["told"]


def test_an_estimate_is_near_to_what_is_sent(told: ScriptedServer) -> None:
    bare, asking = router(), router(told)
    estimate = cost(bare, route_rows(bare, [UNSURE]))["prompt_tokens"]
    route_rows(asking, [UNSURE])
    asking.close()
    request = told.requests[0]
    sent = sum(len(message["content"]) for message in request["messages"]) + len(str(request["tools"]))
    assert estimate == pytest.approx(sent / 4, rel=0.25)


def test_a_model_on_every_message_takes_one_call_where_an_ensemble_takes_three() -> None:
    bare = router()
    variants = tuple(EnsembleVariant(name, frozenset()) for name in ("one", "two", "three"))
    voices = bare.rebuilt(replace(bare.routebook, variants=variants), bare.warm_student())
    found = cost(voices, route_rows(voices, ROWS))
    assert (found["asked"], found["calls"], found["every"]["calls"]) == (2, 6, 4)


def test_a_server_that_is_down_costs_nothing() -> None:
    with ScriptedServer([ScriptedReply(status=500)]) as server:
        asking = router(server)
        found = cost(asking, route_rows(asking, [UNSURE]), Prices(1.0, 1.0))
        asking.close()
    assert found["asked"] == 1
    assert (found["prompt_tokens"], found["completion_tokens"], found["money"], found["told"]) == (0, 0, 0.0, False)
