"""Fingerpost in a LangGraph graph: a node that routes, and the conditional edge after it.

graph.add_node("classify", classify_node(router))
graph.add_conditional_edges("classify", by_route(nodes={"refund": "pay_back", …}, otherwise="hand_over"))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fingerpost.errors import MessageError
from fingerpost.routing.router import RouterSource
from fingerpost.types import HISTORY, SNIPPET, Decision, Message

_ROLES = {"human": "user", "ai": "assistant"}


def classify_node(
    router: RouterSource,
    *,
    messages: str = "messages",
    route: str = "route",
    decision: str | None = None,
    history: str | None = None,
) -> Any:
    """Return a node that reads the last message of the state and writes its route, for `invoke` and `ainvoke`.

    The arguments are keys of your state. Under `decision` it writes the whole Decision; `history` is read and written
    as the intent history, `[{"type": …, "topic": …}]`.
    """
    from langchain_core.runnables import RunnableLambda

    def update(state: Mapping[str, Any], message: Message, decided: Decision) -> dict[str, Any]:
        changed: dict[str, Any] = {route: decided.route}
        if decision is not None:
            changed[decision] = decided
        if history is not None:
            entry = {"type": decided.route, "topic": message.text[:SNIPPET]}
            changed[history] = [*(state.get(history) or ()), entry][-HISTORY:]
        return changed

    def classify(state: Mapping[str, Any]) -> dict[str, Any]:
        message = _message(state, messages, history)
        return update(state, message, router.router.route(message))

    async def aclassify(state: Mapping[str, Any]) -> dict[str, Any]:
        message = _message(state, messages, history)
        return update(state, message, await router.router.aroute(message))

    return RunnableLambda(classify, afunc=aclassify, name="classify")


def by_route(
    route: str = "route", otherwise: str | None = None, nodes: Mapping[str, str] | None = None
) -> Callable[[Mapping[str, Any]], str]:
    """Return a conditional edge: the node of a route, and `otherwise` for a route without one and for no route.

    Without `nodes` the edge gives the route's name, or `otherwise` ("none") if there is no route, for the path map of
    `add_conditional_edges`; a route that is missing there is a KeyError of LangGraph.
    """

    def edge(state: Mapping[str, Any]) -> str:
        name = state.get(route)
        if nodes is None:
            return str(name or otherwise or "none")
        node = nodes.get(name, otherwise) if name else otherwise
        if node is None:
            what = f"route {name!r} has no node" if name else "the message has no route"
            known = ", ".join(nodes)
            raise MessageError(f"{what}: add it to nodes, or name a node for all others: otherwise=…; nodes: {known}")
        return node

    return edge


def _message(state: Mapping[str, Any], messages: str, history: str | None) -> Message:
    turns = [_turn(entry) for entry in state.get(messages) or ()]
    users = [i for i, (role, _) in enumerate(turns) if role == "user"]
    if not users:
        raise MessageError(f"state[{messages!r}] has no message of the user: there is nothing to route")
    last = users[-1]
    past = list(state.get(history) or ()) if history is not None else []
    past = [entry for entry in past if not isinstance(entry, Mapping) or entry.get("type")]
    return Message(turns[last][1], turns=() if past else turns[:last], intent_history=past)


def _turn(entry: Any) -> tuple[str, str]:
    if isinstance(entry, Mapping):
        role, content = entry.get("role", entry.get("type", "")), entry.get("content", "")
    elif isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == 2:
        role, content = entry
    else:
        role, content = getattr(entry, "type", ""), getattr(entry, "content", "")
    return _ROLES.get(str(role), str(role)), content if isinstance(content, str) else _text_of(content)


def _text_of(content: Any) -> str:
    """Return the text of a message that consists of parts."""
    parts = [part.get("text") if isinstance(part, Mapping) else part for part in content or ()]
    return "\n".join(part for part in parts if isinstance(part, str) and part)
