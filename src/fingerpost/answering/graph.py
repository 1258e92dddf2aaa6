"""The graphs: what happens to a message from its decision to its answer, and the first half of that for a stream."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fingerpost.answering.components import Kit, Request, handler_of
from fingerpost.answering.handlers import brought
from fingerpost.answering.nodes import Nodes
from fingerpost.answering.state import AgentState
from fingerpost.errors import SettingsError
from fingerpost.routebook.model import HANDLERS, Routebook


def build_graph(kit: Kit, checkpointer: Any = None) -> Any:
    """Return the whole way of a message, compiled; run it with `ainvoke({"message": Message(…)})`."""
    graph, end = _begin(nodes := Nodes(kit))
    book = kit.routes.router.routebook
    agents = brought(book)
    graph.add_conditional_edges(
        "classify",
        after_classify,
        {
            "documents": "reformulate",
            "code": "reformulate",
            "conversation": "respond_conversational",
            "request": "respond_platform",
            **dict.fromkeys(agents, "respond_agent"),
        },
    )
    graph.add_conditional_edges(
        "retrieve",
        after_retrieve,
        {"code": "generate_code", "documents": "check_context_relevance", "retried": "generate"},
    )
    graph.add_conditional_edges(
        "check_context_relevance", after_relevance, {"YES": "generate", "NO": "reformulate_with_hint"}
    )
    _add(graph, nodes, "generate", "generate_code", "validate_code", "generate_code_retry")
    _add(graph, nodes, "respond_conversational", "respond_platform")
    answered = ["generate", "respond_conversational", "respond_platform"]
    if agents:
        _add(graph, nodes, "respond_agent")
        answered.append("respond_agent")
    last = end
    if book.conversation:
        _add(graph, nodes, last := "node_update_history")
        graph.add_edge(last, end)
    graph.add_edge("generate_code", "validate_code")
    graph.add_conditional_edges("validate_code", after_validation, {"VALID": last, "INVALID": "generate_code_retry"})
    graph.add_edge("generate_code_retry", "validate_code")
    for name in answered:
        graph.add_edge(name, last)
    return graph.compile(checkpointer=checkpointer)


def build_prepare_graph(kit: Kit, checkpointer: Any = None) -> Any:
    """Return the first half: all that comes before the first word of an answer."""
    graph, end = _begin(nodes := Nodes(kit))
    _add(graph, nodes, "skip_retrieve")
    graph.add_conditional_edges(
        "classify",
        after_classify,
        {
            **{name: "reformulate" if retrieves else "skip_retrieve" for name, retrieves in HANDLERS.items()},
            **dict.fromkeys(brought(kit.routes.router.routebook), "skip_retrieve"),
        },
    )
    graph.add_conditional_edges(
        "retrieve", after_retrieve, {"code": end, "documents": "check_context_relevance", "retried": end}
    )
    graph.add_conditional_edges("check_context_relevance", after_relevance, {"YES": end, "NO": "reformulate_with_hint"})
    graph.add_edge("skip_retrieve", end)
    return graph.compile(checkpointer=checkpointer)


# Where a request goes next.


def after_classify(state: Mapping[str, Any]) -> str:
    """Go by who answers."""
    return str(state["handler"])


def after_validation(state: Mapping[str, Any]) -> str:
    """Go on to the retry after a first attempt that the parser refused; else it is over (RC-08)."""
    refused = bool(state.get("parser_trace")) and not state.get("retried")
    return "INVALID" if refused and not state.get("validation_status") else "VALID"


def after_retrieve(state: Mapping[str, Any]) -> str:
    """Go by who answers; what was found at the second attempt is used as it is."""
    if state["handler"] == "code":
        return "code"
    return "retried" if state.get("retried") else "documents"


def after_relevance(state: Mapping[str, Any]) -> str:
    """Go by the judgement."""
    return "YES" if state.get("context_relevant", True) else "NO"


async def walk(compiled: Any, nodes: Nodes, begun: AgentState, runtime: Any, begin: str | None = None) -> AgentState:
    """Go the way of a compiled graph, or what is left of it from a node on, without LangGraph's machinery.

    Checkpoints, channels and callbacks cost a millisecond a node, and a request of our own needs none of them.
    """
    from langgraph.graph import END, START

    state = begun.copy()
    edges, branches = dict(compiled.builder.edges), compiled.builder.branches
    name = begin or edges[START]
    while name != END:
        state.update(await getattr(nodes, name)(state, runtime))
        if name in edges:
            name = edges[name]
        else:
            [branch] = branches[name].values()
            name = branch.ends[branch.path.func(state)]
    return state


def _begin(nodes: Nodes) -> tuple[Any, str]:
    """Return a graph with what both begin with, and the name of its end."""
    try:
        from langgraph.graph import END, START, StateGraph
    except ImportError as error:
        raise SettingsError("answering needs LangGraph: pip install 'fingerpost[answer]'") from error
    graph: Any = StateGraph(AgentState, context_schema=Request)
    _add(graph, nodes, "classify", "reformulate", "retrieve", "check_context_relevance", "reformulate_with_hint")
    graph.add_edge(START, "classify")
    graph.add_edge("reformulate", "retrieve")
    graph.add_edge("reformulate_with_hint", "retrieve")
    return graph, END


def _add(graph: Any, nodes: Nodes, *names: str) -> None:
    for name in names:
        graph.add_node(name, getattr(nodes, name))


def mermaid(compiled: Any, book: Routebook) -> str:
    """Return a compiled graph as a Mermaid flowchart whose edges bear the names of the book's routes."""
    names: dict[str, list[str]] = {}
    for route in book.routes:
        names.setdefault(handler_of(book, route.name), []).append(route.name)
    lines = [f"    {_box(source)} --> {_box(target)}" for source, target in sorted(compiled.builder.edges)]
    for source, branches in compiled.builder.branches.items():
        for label, target in ((label, target) for branch in branches.values() for label, target in branch.ends.items()):
            shown = names.get(label, []) if label in HANDLERS or label in names else [label]
            lines += [f"    {_box(source)} -->|{name}| {_box(target)}" for name in shown]
    return "\n".join(["flowchart TD", *lines]) + "\n"


def _box(name: str) -> str:
    return {"__start__": "START([start])", "__end__": "END([end])"}.get(name, name)
