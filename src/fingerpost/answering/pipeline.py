"""The pipeline: the steps from a message to its answer, as a table.

    state = await walk(pipeline_for(ANSWER, book), nodes, {"message": request.message}, request)

A step is a method of `Nodes` with the same name. Beside each step stands the next one, or a `Branch` that chooses it by
the state. `docs/explanation/architecture.md` has the picture; `langgraph_adapter.py` makes LangGraph graphs of the
same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.answering.handlers import handler_of, packaged_handlers
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState
from fingerpost.routebook.model import HANDLERS, Routebook

if TYPE_CHECKING:
    from fingerpost.answering.nodes import Nodes

FIRST_STEP, END = "classify", "END"
"""The step that every pipeline begins with, and the target that ends it."""

PACKAGE = "package"
"""The case of routes with a packaged handler or a function."""


# The cases of a branch.


def by_handler(state: Mapping[str, Any]) -> str:
    """Return the engine's own handler of the route, or `PACKAGE`."""
    return str(state["handler"]) if state["handler"] in HANDLERS else PACKAGE


def by_retrieval(state: Mapping[str, Any]) -> str:
    """Return the kind of answer that the documents are for; those of a second search are not checked again."""
    if state["handler"] == "code":
        return "code"
    return "retried" if state.get("retried") else "documents"


def by_relevance(state: Mapping[str, Any]) -> str:
    """Return whether the documents are about the question."""
    return "YES" if state.get("context_relevant", True) else "NO"


def by_validation(state: Mapping[str, Any]) -> str:
    """Return INVALID for a first attempt that the parser refused, which is retried once (RC-08)."""
    refused = bool(state.get("parser_trace")) and not state.get("retried")
    return "INVALID" if refused and not state.get("validation_status") else "VALID"


class Branch(NamedTuple):
    """A choice of the next step: `choose` returns a case of the state, and `targets` has the step of each case."""

    choose: Callable[[Mapping[str, Any]], str]
    targets: Mapping[str, str]


Pipeline = Mapping[str, str | Branch]
"""Every step with what comes after it."""


ANSWER: Pipeline = {
    "classify": Branch(
        by_handler,
        {
            "documents": "reformulate",
            "code": "reformulate",
            "conversation": "respond_conversational",
            "request": "respond_platform",
            "reply": "respond_conversational",
            PACKAGE: "respond_agent",
        },
    ),
    "reformulate": "retrieve",
    "retrieve": Branch(
        by_retrieval, {"code": "generate_code", "documents": "check_context_relevance", "retried": "generate"}
    ),
    "check_context_relevance": Branch(by_relevance, {"YES": "generate", "NO": "reformulate_with_hint"}),
    "reformulate_with_hint": "retrieve",
    "generate": "node_update_history",
    "generate_code": "validate_code",
    "validate_code": Branch(by_validation, {"VALID": "node_update_history", "INVALID": "generate_code_retry"}),
    "generate_code_retry": "validate_code",
    "respond_conversational": "node_update_history",
    "respond_platform": "node_update_history",
    "respond_agent": "node_update_history",
    "node_update_history": END,
}
"""From the message to the whole answer."""

PREPARE: Pipeline = {
    "classify": Branch(
        by_handler,
        {
            "documents": "reformulate",
            "code": "reformulate",
            "conversation": "skip_retrieve",
            "request": "skip_retrieve",
            "reply": "skip_retrieve",
            PACKAGE: "skip_retrieve",
        },
    ),
    "reformulate": "retrieve",
    "retrieve": Branch(by_retrieval, {"code": END, "documents": "check_context_relevance", "retried": END}),
    "check_context_relevance": Branch(by_relevance, {"YES": END, "NO": "reformulate_with_hint"}),
    "reformulate_with_hint": "retrieve",
    "skip_retrieve": END,
}
"""What comes before the first word of an answer, for a stream."""


def pipeline_for(table: Pipeline, book: Routebook, *, functions: bool = False) -> Pipeline:
    """Return a table without the steps that a routebook does not use; `functions`: some of its routes have one.

    Without packaged handlers and functions there is no `respond_agent`, and without conversation no
    `node_update_history`.
    """
    renamed = {} if book.conversation else {"node_update_history": END}
    has_packages = functions or bool(packaged_handlers(book))
    found: dict[str, str | Branch] = {}
    for step, following in table.items():
        if step in renamed or (step == "respond_agent" and not has_packages):
            continue
        if isinstance(following, Branch):
            cases = {
                case: renamed.get(target, target)
                for case, target in following.targets.items()
                if case != PACKAGE or has_packages
            }
            found[step] = Branch(following.choose, cases)
        else:
            found[step] = renamed.get(following, following)
    return found


def next_step(pipeline: Pipeline, step: str, state: AgentState) -> str:
    """Return the step after one, or END."""
    following = pipeline[step]
    return following.targets[following.choose(state)] if isinstance(following, Branch) else following


async def run_pipeline(
    pipeline: Pipeline,
    nodes: Nodes,
    state: AgentState,
    request: Request,
    begin: str = FIRST_STEP,
    on_step: Callable[[str], None] = lambda _: None,
) -> AgentState:
    """Run a pipeline from a step on, and return the state at its end; the given state is not changed.

    `on_step` is called with each step before it runs.
    """
    state, step = state.copy(), begin
    while step != END:
        on_step(step)
        state.update(await getattr(nodes, step)(state, request))
        step = next_step(pipeline, step, state)
    return state


def mermaid(pipeline: Pipeline, book: Routebook) -> str:
    """Return a pipeline as a Mermaid flowchart; edges by handler are labelled with the routes of the routebook."""
    routes: dict[str, list[str]] = {}
    for route in book.routes:
        routes.setdefault(by_handler({"handler": handler_of(book, route.name)}), []).append(route.name)
    lines = [f"    START([start]) --> {FIRST_STEP}"]
    for step, following in pipeline.items():
        if isinstance(following, Branch):
            for case, target in following.targets.items():
                labels = routes.get(case, []) if case in HANDLERS or case == PACKAGE else [case]
                lines += [f"    {step} -->|{label}| {_shape(target)}" for label in labels]
        else:
            lines.append(f"    {step} --> {_shape(following)}")
    return "\n".join(["flowchart TD", *lines]) + "\n"


def _shape(target: str) -> str:
    return "END([end])" if target == END else target
