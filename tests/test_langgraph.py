"""A real graph: a node that routes, the edge behind it, and the history that it keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypedDict

import pytest

from fingerpost import Decision, Message, MessageError, Route, Router
from fingerpost.langgraph import by_route, classify_node
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import HISTORY, SNIPPET
from tests.conftest import SHOP

MISSING = "LangGraph is not installed"
graph = pytest.importorskip("langgraph.graph", reason=MISSING)
spoken = pytest.importorskip("langchain_core.messages", reason=MISSING)

ASKED = "where is my parcel"
SETTLED: dict[str, Any] = {"decision": "decision", "history": "past"}


class State(TypedDict, total=False):
    """Messages as they were given."""

    messages: list[Any]
    route: str | None
    decision: Decision
    past: list[Any]
    visited: str


class Chat(TypedDict, total=False):
    """Messages as LangGraph coerces them."""

    messages: Annotated[list[Any], graph.add_messages]
    route: str | None
    visited: str


def compiled(routes: Any, state: Any = State, otherwise: str = "none", **keys: Any) -> Any:
    """Build a graph that visits one node a route."""
    built = graph.StateGraph(state)
    built.add_node("classify", classify_node(routes, **keys))
    built.add_edge(graph.START, "classify")
    places = [*SHOP, otherwise]
    for place in places:
        built.add_node(place, _visit(place))
        built.add_edge(place, graph.END)
    edge = by_route() if otherwise == "none" else by_route(otherwise=otherwise)
    built.add_conditional_edges("classify", edge, {place: place for place in places})
    return built.compile()


def invoke(app: Any, state: dict[str, Any], way: str = "invoke") -> dict[str, Any]:
    result: dict[str, Any] = asyncio.run(app.ainvoke(state)) if way == "ainvoke" else app.invoke(state)
    return result


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
@pytest.mark.parametrize("route", SHOP)
def test_a_message_reaches_the_node_of_its_route(shop: Router, way: str, route: str) -> None:
    state = invoke(compiled(shop), {"messages": [("user", SHOP[route][0])]}, way)
    assert (state["route"], state["visited"]) == (route, route)


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
@pytest.mark.parametrize(
    "message",
    [
        spoken.HumanMessage(ASKED),
        {"role": "user", "content": ASKED},
        {"role": "human", "content": ASKED},
        {"type": "human", "content": ASKED},
        ("user", ASKED),
        ("human", ASKED),
        ["user", ASKED],
        spoken.HumanMessage([{"type": "text", "text": "where is"}, {"type": "text", "text": "my parcel"}]),
        spoken.HumanMessage(["where is my", {"type": "image_url", "image_url": {"url": "data:,"}}, "parcel"]),
        {"role": "user", "content": [{"type": "text", "text": ASKED}]},
    ],
    ids=["langchain", "role", "human", "type", "tuple", "human-tuple", "list", "parts", "strings", "dict-parts"],
)  # fmt: skip
def test_a_message_may_come_in_every_usual_form(shop: Router, message: Any, way: str) -> None:
    state = invoke(compiled(shop, **SETTLED), {"messages": [message]}, way)
    assert state["visited"] == "shipping"
    assert state["past"][0]["topic"].split() == ASKED.split()


@pytest.mark.parametrize(
    "message", [ASKED, ("user", ASKED), {"role": "user", "content": ASKED}, spoken.HumanMessage(ASKED)]
)
def test_a_message_may_be_coerced_by_the_graph(shop: Router, message: Any) -> None:
    assert compiled(shop, Chat).invoke({"messages": [message]})["visited"] == "shipping"


def test_the_last_message_of_the_user_is_routed(shop: Router) -> None:
    messages = [
        spoken.SystemMessage("refund everybody"),
        spoken.HumanMessage("I want my money back"),
        spoken.AIMessage("Done."),
        spoken.HumanMessage(ASKED),
        spoken.AIMessage("", tool_calls=[{"name": "refund", "args": {}, "id": "1"}]),
        spoken.ToolMessage("refund refund refund", tool_call_id="1"),
    ]
    assert compiled(shop).invoke({"messages": messages})["route"] == "shipping"


def test_the_decision_is_the_routers_own(shop: Router) -> None:
    decision = compiled(shop, **SETTLED).invoke({"messages": [("user", ASKED)]})["decision"]
    assert isinstance(decision, Decision)
    expected = shop.route(ASKED)
    assert (decision.route, decision.layer, decision.reason) == (expected.route, expected.layer, expected.reason)


def test_only_named_keys_are_written(shop: Router) -> None:
    assert classify_node(shop).invoke({"messages": [("user", ASKED)]}) == {"route": "shipping"}


def test_keys_may_have_other_names(shop: Router) -> None:
    node = classify_node(shop, messages="talk", route="kind", decision="why", history="topics")
    update = node.invoke({"talk": [("user", ASKED)]})
    assert set(update) == {"kind", "why", "topics"}
    assert by_route("kind")(update) == "shipping"


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
@pytest.mark.parametrize("otherwise", ["none", "ask_back"])
def test_no_route_goes_otherwise(shop: Router, way: str, otherwise: str) -> None:
    state = invoke(compiled(shop, otherwise=otherwise), {"messages": [("user", "zxq vvw kkp")]}, way)
    assert (state["route"], state["visited"]) == (None, otherwise)


# History.


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
def test_the_history_keeps_the_last_six(shop: Router, way: str) -> None:
    app = compiled(shop, **SETTLED)
    state: dict[str, Any] = {}
    asked = [f"{text} {'please ' * 20}" for text in SHOP["shipping"][:8]]
    for text in asked:
        state = invoke(app, {**state, "messages": [("user", text)]}, way)
    assert len(state["past"]) == HISTORY
    assert [entry["topic"] for entry in state["past"]] == [text[:SNIPPET] for text in asked[-HISTORY:]]


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
@pytest.mark.parametrize("route", SHOP)
def test_a_message_that_leans_is_resolved_by_the_history(shop: Router, way: str, route: str) -> None:
    app = compiled(shop, **SETTLED)
    first = invoke(app, {"messages": [("user", SHOP[route][0])]}, way)
    second = invoke(app, {**first, "messages": [("user", "and the other?")]}, way)
    assert second["route"] == route
    assert "refers to" in second["decision"].trail[0].said
    assert [entry["type"] for entry in second["past"]] == [route, route]


@pytest.mark.parametrize("route", SHOP)
def test_without_a_history_the_messages_before_it_are_read(shop: Router, route: str) -> None:
    messages = [spoken.HumanMessage(SHOP[route][0]), spoken.AIMessage("Yes."), spoken.HumanMessage("and the other?")]
    assert compiled(shop).invoke({"messages": messages})["route"] == route


def test_an_entry_without_a_route_does_no_harm_later(shop: Router) -> None:
    app = compiled(shop, **SETTLED)
    state = app.invoke({"messages": [("user", ASKED)]})
    state = app.invoke({**state, "messages": [("user", "zxq vvw kkp")]})
    assert [entry["type"] for entry in state["past"]] == ["shipping", None]
    assert app.invoke({**state, "messages": [("user", "and the other?")]})["route"] == "shipping"


def test_the_state_that_was_given_is_not_changed(shop: Router) -> None:
    past = [{"type": "refund", "topic": "money back"}]
    classify_node(shop, history="past").invoke({"messages": [("user", ASKED)], "past": past})
    assert past == [{"type": "refund", "topic": "money back"}]


# Routers.


def test_a_live_router_is_asked_for_its_router_each_time(shop: Router) -> None:
    bare = Router([Route("refund")], fallback="refund", encoder=WordEncoder(), settings=Settings(cache=None))
    live = _Live(shop)
    app = compiled(live)
    assert app.invoke({"messages": [("user", ASKED)]})["visited"] == "shipping"
    live.router = bare
    assert app.invoke({"messages": [("user", ASKED)]})["visited"] == "refund"
    assert asyncio.run(app.ainvoke({"messages": [("user", ASKED)]}))["visited"] == "refund"


@pytest.mark.parametrize("way", ["invoke", "ainvoke"])
@pytest.mark.parametrize(
    "messages", [[], [("assistant", "hello")], [spoken.SystemMessage("be brief")], [spoken.AIMessage("hello")]]
)
def test_without_a_message_of_the_user_the_error_says_so(shop: Router, way: str, messages: list[Any]) -> None:
    with pytest.raises(
        MessageError, match=r"state\['messages'\] has no message of the user: there is nothing to route"
    ):
        invoke(compiled(shop), {"messages": messages}, way)


def test_a_state_without_messages_is_told_by_its_key(shop: Router) -> None:
    with pytest.raises(MessageError, match=r"state\['talk'\]"):
        classify_node(shop, messages="talk").invoke({"messages": [("user", ASKED)]})


def test_an_empty_message_is_routed_like_any_other(shop: Router) -> None:
    assert compiled(shop).invoke({"messages": [("user", "")]})["route"] == shop.route(Message("")).route


class _Live:
    def __init__(self, router: Router) -> None:
        self.router = router


def _visit(place: str) -> Callable[[Any], dict[str, str]]:
    def visit(_: Any) -> dict[str, str]:
        return {"visited": place}

    return visit


def with_nodes(router: Any, **edge: Any) -> Any:
    built = graph.StateGraph(State)
    built.add_node("classify", classify_node(router))
    built.add_edge(graph.START, "classify")
    for place in ("send", "hand_over"):
        built.add_node(place, _visit(place))
        built.add_edge(place, graph.END)
    built.add_conditional_edges("classify", by_route(**edge))
    return built.compile()


def test_a_route_without_a_node_is_named_or_goes_to_the_node_for_others(shop: Router) -> None:
    refund = {"messages": [("user", SHOP["refund"][0])]}
    nodes = {"shipping": "send"}
    assert invoke(with_nodes(shop, nodes=nodes), {"messages": [("user", ASKED)]})["visited"] == "send"
    with pytest.raises(
        MessageError, match=r"route 'refund' has no node: add it to nodes, .*otherwise=…; nodes: shipping"
    ):
        invoke(with_nodes(shop, nodes=nodes), refund)
    assert invoke(with_nodes(shop, nodes=nodes, otherwise="hand_over"), refund)["visited"] == "hand_over"


def test_no_route_goes_to_the_node_for_others_or_is_told(shop: Router) -> None:
    stranger = {"messages": [("user", "zxq vvw kkp")]}
    nodes = {"shipping": "send"}
    assert invoke(with_nodes(shop, nodes=nodes, otherwise="hand_over"), stranger)["visited"] == "hand_over"
    with pytest.raises(MessageError, match="the message has no route: "):
        invoke(with_nodes(shop, nodes=nodes), stranger)
