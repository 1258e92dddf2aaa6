"""Route messages: `route` and `tour`."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from fingerpost.cli import output
from fingerpost.cli.choose_routebook import RoutebookOption
from fingerpost.cli.open_router import open_router
from fingerpost.cli.read_message import Words, read_message
from fingerpost.errors import MessageError, ModelError, TrainingError
from fingerpost.routebook.apps import AppTarget
from fingerpost.routing.router import Router
from fingerpost.types import Decision, Message

TOUR_ROUTEBOOK = "avap"

TOUR_MESSAGES = (
    ("You are a direct and concise assistant. You have a project usage percentage of 20%. Give an insight.", ()),
    ("cuántas llamadas llevo este mes?", ("RETRIEVAL: qué es addVar", "RETRIEVAL: cómo funciona startLoop")),
    ("minha fatura veio mais alta, por quê?", ()),
    ("is there a percentage operator in AVAP?", ()),
    ("crea un endpoint que devuelva el plan del cliente", ()),
    ("explique o limite de iterações do laço", ()),
    ("write a loop that adds up the prices in a list", ()),
    ("what does a loop look like in AVAP and when does it stop?", ()),
    ("explain this", ("CODE_GENERATION: write an endpoint that hashes a password",)),
    ("y con dos parámetros?", ("RETRIEVAL: cómo se declara una función",)),
    ("en menos palabras", ("RETRIEVAL: qué es addVar",)),
    ("não quero código, só me diz o que faz o getRegex", ()),
    ("valeu, ajudou demais!", ("CODE_GENERATION: escreve um endpoint de login",)),
)

TOUR_NEXT = (
    (f'fingerpost route --routebook {TOUR_ROUTEBOOK} "what does addVar do?" --explain', "why a message gets its route"),
    ("fingerpost new shop", "a routebook of your own"),
    ("fingerpost doctor", "what is set up and what is missing"),
)


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("route", rich_help_panel="Route")(route)
    app.command("tour", rich_help_panel="Route")(tour)


def route(
    routebook: RoutebookOption,
    words: Words = None,
    history: Annotated[
        list[str] | None, typer.Option(help='A past turn as "ROUTE: text", or a JSON file of turns. Repeatable.')
    ] = None,
    declared: Annotated[str | None, typer.Option(help="Set the route directly and bypass every layer.")] = None,
    session: Annotated[
        str | None, typer.Option(help="Use the stored messages of this session; the message itself is not stored.")
    ] = None,
    user: Annotated[
        str | None, typer.Option(help="The user who wrote it, for `fingerpost data user`; with --session.")
    ] = None,
    app: Annotated[str | None, typer.Option(help="The running mini-app, such as trip_planner.")] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why: words, examples, bar, guards, and what would change it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the decision as JSON.")] = False,
) -> None:
    """Route one message."""
    text = read_message(words)
    router = open_router(routebook)
    turns, entries = _read_history(history or ())
    with output.status("routing (the first time with new examples takes a few seconds)"):
        message = Message(text, turns=turns, intent_history=entries, declared=declared, active_app=app)
        _check_history(message, router)
        if explain and not declared:
            # Loaded before, so that the times are those of deciding; where it cannot be, the trail says so.
            with suppress(ModelError, TrainingError):
                router.warm()
        decision = _decide(router, message, session, user)
    explanation = None
    if explain:
        with output.status("trying out what would change the decision"):
            explanation = decision.explain()
    if as_json:
        route_entry = router.routebook[decision.route] if decision.route else None
        output.print_json(
            {
                "routebook": router.routebook.name,
                **output.decision_fields(decision),
                "retrieval": route_entry.retrieval if route_entry else None,
                "slot": route_entry.slot if route_entry else None,
                "validation": route_entry.validation if route_entry else None,
                **({"explanation": explanation.as_dict()} if explanation is not None else {}),
            }
        )
        return
    if explanation is None:
        by = f" [dim](routebook {output.escape(router.routebook.name)})[/dim]"
        output.print_line(
            f"[bold]{output.escape(_route_text(decision))}[/bold]  {output.escape(_summary(decision))}{by}"
        )
        return
    from fingerpost.cli.explanation import print_explanation

    print_explanation(explanation, _route_text(decision), router.routebook.name)


def _check_history(message: Message, router: Router) -> None:
    """Raise MessageError for a past turn of a route that the routebook does not have."""
    names = router.routebook.names
    for turn in (*message.turns, *message.intent_history):
        if turn.route is not None and turn.route not in names:
            raise MessageError(f"--history: route {turn.route!r} does not exist; routes: {', '.join(names)}")


def _decide(router: Router, message: Message, session: str | None, user: str | None) -> Decision:
    if session is None:
        return router.route(message)
    from fingerpost.answering.request import Request
    from fingerpost.answering.sessions import Sessions

    sessions = Sessions.open(router)
    try:
        request = replace(Request.create(message, router, session=session, user=user), probes=True)
        with sessions.begin(request) as exchange:
            return exchange.route()
    finally:
        sessions.close()


def tour() -> None:
    """Route a dozen example messages in three languages, with the installed routebook `avap`."""
    router = Router.from_routebook(TOUR_ROUTEBOOK)
    with output.status("loading the encoder"):
        router.warm()
    rows = []
    for text, history in TOUR_MESSAGES:
        started = perf_counter()
        decision = router.route(Message(text, intent_history=[_parse_history_entry(entry) for entry in history]))
        milliseconds = (perf_counter() - started) * 1000
        after = f"  (after {history[-1].split(':')[0]})" if history else ""
        rows.append(
            [text + after, _route_text(decision), decision.layer, f"{decision.confidence:.2f}", f"{milliseconds:.1f}"]
        )
    output.print_table(["message", "route", "layer", "conf", "ms"], rows, wide=[0])
    output.print_line("No key, no server: rules and a small classifier on this machine decided all of it.")
    output.print_line()
    output.print_line("Next:")
    width = max(len(command) for command, _ in TOUR_NEXT)
    for command, why in TOUR_NEXT:
        output.print_line(f"  [bold]{command}[/bold]{' ' * (width - len(command))}   {why}")


def _route_text(decision: Decision) -> str:
    name = decision.route or "(none)"
    if (target := decision.get(AppTarget)) is not None:
        return f"{name} {'opens' if target.opens else 'in'} {target.app}"
    return name if decision.qualifier is None else f"{name} {decision.qualifier}"


def _summary(decision: Decision) -> str:
    unsure, confidence = "" if decision.accepted else ", unsure", output.confidence_text(decision)
    if confidence:
        confidence = f", {confidence if confidence.startswith('best') else f'confidence {confidence}'}"
    return f"{decision.layer}{confidence}{unsure}: {decision.reason}"


def _parse_history_entry(text: str) -> tuple[str, str]:
    kind, colon, topic = text.partition(":")
    if not colon or not kind.strip():
        raise MessageError(
            f'--history {text!r}: no such file; write a turn as "ROUTE: text", or name a JSON file of turns'
        )
    return kind.strip(), topic.strip()


def _is_file(value: str) -> bool:
    try:
        return Path(value).is_file()
    except (OSError, ValueError):
        # Too long, or with a null character: not a file name.
        return False


def _read_history(given: Any) -> tuple[list[Any], list[Any]]:
    turns: list[Any] = []
    entries: list[Any] = []
    for value in given:
        if not _is_file(value):
            entries.append(_parse_history_entry(value))
            continue
        try:
            stored = json.loads(Path(value).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise MessageError(f"--history {value}: cannot be read as JSON: {error}") from error
        if not isinstance(stored, list):
            raise MessageError(f"--history {value}: must hold a list of turns")
        for turn in stored:
            (turns if isinstance(turn, dict) and "role" in turn else entries).append(turn)
    return turns, entries
