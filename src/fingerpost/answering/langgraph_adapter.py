"""The pipelines as LangGraph graphs, for applications that embed them; needs the extra `fingerpost[answer]`.

    graph = build_graph(components, checkpointer=InMemorySaver())
    state = await graph.ainvoke({"message": Message("hi")}, config, context=Request.create("hi", router))

Without a context, every step gets a new request with the current router. Our own requests run the same
tables without LangGraph (`pipeline.walk`): its checkpoints, channels and callbacks cost about a millisecond a step.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from fingerpost.answering.components import Components
from fingerpost.answering.nodes import Nodes, Update
from fingerpost.answering.pipeline import ANSWER, END, FIRST_STEP, PREPARE, Branch, Pipeline, pipeline_for
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState
from fingerpost.errors import SettingsError

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


def build_graph(components: Components, checkpointer: Any = None) -> Any:
    """Return the whole pipeline as a compiled graph; run it with `ainvoke({"message": Message(…)})`."""
    return _compiled(ANSWER, components, checkpointer)


def build_prepare_graph(components: Components, checkpointer: Any = None) -> Any:
    """Return the steps before the first word of an answer as a compiled graph."""
    return _compiled(PREPARE, components, checkpointer)


def _compiled(table: Pipeline, components: Components, checkpointer: Any) -> Any:
    try:
        from langgraph import graph as langgraph
    except ImportError as error:
        raise SettingsError("a graph needs LangGraph: pip install 'fingerpost[answer]'") from error
    pipeline = pipeline_for(table, components.routes.router.routebook, functions=bool(components.functions))
    nodes, graph = Nodes(components), langgraph.StateGraph(AgentState, context_schema=Request)

    def target(step: str) -> str:
        return langgraph.END if step == END else step

    graph.add_edge(langgraph.START, FIRST_STEP)
    for step, following in pipeline.items():
        graph.add_node(step, _node(nodes, step))
        if isinstance(following, Branch):
            targets: dict[Hashable, str] = {case: target(name) for case, name in following.targets.items()}
            graph.add_conditional_edges(step, following.choose, targets)
        else:
            graph.add_edge(step, target(following))
    return graph.compile(checkpointer=checkpointer)


def _node(nodes: Nodes, step: str) -> Any:
    components = nodes.components

    async def node(state: AgentState, runtime: Runtime[Request | None]) -> Update:
        request = runtime.context
        if request is None:
            router, timeout = components.routes.router, components.settings.answer_timeout
            request = Request.create(state["message"], router, timeout=timeout)
        changed: Update = await getattr(nodes, step)(state, request)
        if step == FIRST_STEP:
            nodes.packaged_handler(changed, request)
        return changed

    return node
