"""Builds a routebook and checks it as a whole before the first message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from fingerpost.errors import RoutebookError
from fingerpost.language.text import fold
from fingerpost.routebook.apps import App
from fingerpost.routebook.extensions import Extension
from fingerpost.routebook.guards import Clue, EnsembleVariant, Guard, Weights, check_guards
from fingerpost.routebook.model import HANDLER_POINTS, HANDLERS, OUT_OF_SCOPE, Cue, Routebook, Rule, Thresholds
from fingerpost.routebook.near_names import no_such_route
from fingerpost.routebook.replies import check_replies
from fingerpost.settings import EMBEDDED_ENCODERS, SLOTS
from fingerpost.types import ATTACHED, EDITOR, USES_EDITOR, Example, Route

VALIDATIONS = ("code", "context")
CONTRACTS = ("RC-01", "RC-02")


def build(
    name: str,
    routes: Sequence[Route],
    *,
    rules: Sequence[Rule] = (),
    cues: Sequence[Cue] = (),
    thresholds: Thresholds = Thresholds(),  # noqa: B008 - it is frozen
    fallback: str | None = None,
    examples: Sequence[Example] = (),
    prompts: Mapping[str, str] | None = None,
    folder: Path | None = None,
    code_language: str | None = None,
    synonyms: Mapping[str, tuple[str, ...]] | None = None,
    clues: Sequence[Clue] = (),
    guards: Sequence[Guard] = (),
    weights: Weights | None = None,
    variants: Sequence[EnsembleVariant] = (),
    llm_first: bool = False,
    conversation: bool = False,
    extensions: Sequence[Extension] = (),
    apps: Sequence[App] = (),
    assistant: str | None = None,
    ask_back: bool = True,
    encoder: str | None = None,
    file: Path | str = "Router(…)",
    example_lines: Sequence[int] = (),
) -> Routebook:
    """Return a checked routebook; errors name `file` as their place, and for examples read from a file their line."""
    all_examples = (*(Example(text, route.name) for route in routes for text in route.examples), *examples)
    routes, all_examples = _with_out_of_scope(tuple(routes), all_examples)
    book = Routebook(
        name=name,
        routes=routes,
        rules=tuple(rules),
        cues=tuple(cues),
        thresholds=thresholds,
        fallback=fallback,
        examples=all_examples,
        prompts=prompts or {},
        folder=folder,
        code_language=code_language,
        synonyms=synonyms or {},
        clues=tuple(clues),
        guards=tuple(guards),
        weights=weights or {},
        variants=tuple(variants),
        llm_first=llm_first,
        conversation=conversation,
        extensions=tuple(extensions),
        apps=tuple(apps),
        assistant=assistant,
        ask_back=ask_back,
        encoder=encoder,
    )
    _check(book, file, example_lines)
    return book


def _with_out_of_scope(
    routes: tuple[Route, ...], examples: tuple[Example, ...]
) -> tuple[tuple[Route, ...], tuple[Example, ...]]:
    """Take the label "oos" for the out-of-scope route, and add such a route where none is declared.

    `fingerpost review` writes that label for "none of these", whatever the routebook declares.
    """
    if all(example.route != OUT_OF_SCOPE for example in examples) or any(r.name == OUT_OF_SCOPE for r in routes):
        return routes, examples
    name = next((route.name for route in routes if route.out_of_scope), None)
    if name is None:
        return (*routes, Route(OUT_OF_SCOPE, "None of the other routes.", out_of_scope=True)), examples
    return routes, tuple(replace(one, route=name) if one.route == OUT_OF_SCOPE else one for one in examples)


def _check(book: Routebook, file: Path | str, example_lines: Sequence[int]) -> None:
    if not book.routes:
        raise RoutebookError(file, "routes", [], "a routebook needs at least one route")
    if book.encoder not in (None, *EMBEDDED_ENCODERS):
        remedy = f"unknown; choose one of {', '.join(EMBEDDED_ENCODERS)}, or leave it out"
        raise RoutebookError(file, "encoder", book.encoder, remedy)
    _check_routes(book, file)
    names = book.names
    targets = [] if book.fallback is None else [("fallback", book.fallback)]
    targets += [(f"rules[{i}].route", rule.route) for i, rule in enumerate(book.rules)]
    targets += [(f"rules[{i}].objects_to", to) for i, rule in enumerate(book.rules) for to in sorted(rule.objects_to)]
    targets += [(f"cues[{i}].route", cue.route) for i, cue in enumerate(book.cues)]
    for where, target in targets:
        if target not in names:
            raise RoutebookError(file, where, target, no_such_route(target, names))
    for i, rule in enumerate(book.rules):
        if rule.contract is not None and rule.contract not in CONTRACTS:
            remedy = f"unknown; choose one of {', '.join(CONTRACTS)}, or leave it out"
            raise RoutebookError(file, f"rules[{i}].contract", rule.contract, remedy)
        if rule.contract == "RC-01" and not rule.contains:
            raise RoutebookError(file, f"rules[{i}].contains", [], "RC-01 is about phrases: give at least one")
        if rule.contract == "RC-01" and any(other.contract != "RC-01" for other in book.rules[:i]):
            remedy = "must come before all rules that are not RC-01: it has the highest priority"
            raise RoutebookError(file, f"rules[{i}]", rule.name, remedy)
    evidence = [extension.name for extension in book.extensions]
    check_guards(file, names, book.clues, book.guards, book.variants, evidence, book.weights)
    _check_apps(book, file)
    check_replies(book, file)
    _check_examples(book, file, example_lines)
    _check_phrases(book, file)


def _check_apps(book: Routebook, file: Path | str) -> None:
    for i, route in enumerate(book.routes):
        where = f"routes[{i}]"
        if route.needs and book.fallback is None:
            remedy = "messages below this confidence need another route: name a fallback"
            raise RoutebookError(file, f"{where}.needs", route.needs, remedy)
        if route.opens_as is not None and not any(o.name == route.opens_as and o.app for o in book.routes):
            remedy = f"must be a route with app = true; routes: {', '.join(book.names)}"
            raise RoutebookError(file, f"{where}.opens_as", route.opens_as, remedy)
        if route.clue is not None and not any(clue.name == route.clue for clue in book.clues):
            remedy = f"no such clue; clues: {', '.join(clue.name for clue in book.clues) or 'none'}"
            raise RoutebookError(file, f"{where}.clue", route.clue, remedy)
    if sum(route.opens_as is not None for route in book.routes) > 1:
        raise RoutebookError(file, "routes", book.names, "only one route can have opens_as")
    if book.apps and book.fallback is None:
        raise RoutebookError(file, "fallback", None, "messages for none of the apps need a route: name a fallback")
    if book.apps and not any(route.app for route in book.routes):
        raise RoutebookError(
            file, "apps", [app.id for app in book.apps], "no route has app = true: nothing reaches them"
        )


def _check_routes(book: Routebook, file: Path | str) -> None:
    for i, route in enumerate(book.routes):
        where = f"routes[{i}]"
        _check_name(book.names[:i], route.name, file, where)
        for name in ("retrieval", "carries_topic", "out_of_scope", "app", "small_talk"):
            if not isinstance(getattr(route, name), bool):
                raise RoutebookError(file, f"{where}.{name}", getattr(route, name), "must be a boolean (true or false)")
        if route.slot not in SLOTS:
            raise RoutebookError(file, f"{where}.slot", route.slot, f"unknown slot; slots: {', '.join(SLOTS)}")
        if route.validation is not None and route.validation not in VALIDATIONS:
            remedy = f"unknown; choose one of {', '.join(VALIDATIONS)}, or leave it out"
            raise RoutebookError(file, f"{where}.validation", route.validation, remedy)
        if route.validation == "code" and (not route.retrieval or route.handler not in (None, "code")):
            remedy = 'needs retrieval = true and the handler "code", which writes, checks and then sends'
            raise RoutebookError(file, f"{where}.validation", route.validation, remedy)
        _check_handler(route, file, where)
        if isinstance(route.examples, str) or not all(
            isinstance(text, str) and text.strip() for text in route.examples
        ):
            raise RoutebookError(
                file, f"{where}.examples", route.examples, "must be a list of strings that are not empty"
            )
    if sum(route.out_of_scope for route in book.routes) > 1:
        raise RoutebookError(file, "routes", book.names, "only one route can be the out-of-scope one")
    talk = [i for i, route in enumerate(book.routes) if route.small_talk]
    if len(talk) > 1:
        names = [book.names[i] for i in talk]
        raise RoutebookError(file, "routes", names, "only one route can have small_talk = true: choose one")
    for i in talk:
        if book.routes[i].out_of_scope:
            remedy = "small talk is told apart from what is out of scope: make a route of its own for one of them"
            raise RoutebookError(file, f"routes[{i}].small_talk", True, remedy)
        if not book.examples:
            remedy = "needs examples of other routes beside it, and there are none: add some to examples.jsonl"
            raise RoutebookError(file, f"routes[{i}].small_talk", True, remedy)


def _check_name(others: Sequence[str], name: str, file: Path | str, where: str) -> None:
    if not isinstance(name, str) or not name.strip():
        raise RoutebookError(file, f"{where}.name", name, "must be a string that is not empty")
    plain = " ".join(name.split()).casefold()
    if any(" ".join(other.split()).casefold() == plain for other in others):
        remedy = "two routes have this name, capitals and spaces aside: rename one"
        raise RoutebookError(file, f"{where}.name", name, remedy)
    if plain.endswith(f" {USES_EDITOR.lower()}") or name != " ".join(name.split()).strip(" .*\"'`"):
        remedy = f"is ambiguous in a model's answer: no ending in {USES_EDITOR}, no punctuation or spaces around it"
        raise RoutebookError(file, f"{where}.name", name, remedy)


def _check_handler(route: Route, file: Path | str, where: str) -> None:
    handler = route.handler
    if route.reply and (route.retrieval or handler not in (None, "reply")):
        remedy = "is the whole answer of the route: leave retrieval and handler out, or the reply"
        raise RoutebookError(file, f"{where}.reply", route.reply, remedy)
    if handler is None:
        return
    if handler == "reply" and not route.reply:
        raise RoutebookError(file, f"{where}.handler", handler, "there is no reply: give the route a reply")
    if handler not in HANDLERS:
        installed = installed_handlers()
        if handler not in installed:
            known = ", ".join((*HANDLERS, *installed))
            raise RoutebookError(file, f"{where}.handler", handler, f"unknown; choose one of {known}")
        if route.retrieval:
            remedy = "is a handler of another package, which searches by itself: leave retrieval out"
            raise RoutebookError(file, f"{where}.handler", handler, remedy)
    elif HANDLERS[handler] is not route.retrieval:
        fitting = ", ".join(name for name, retrieves in HANDLERS.items() if retrieves is route.retrieval)
        remedy = f"does not go with retrieval = {str(route.retrieval).lower()}; choose one of {fitting}"
        raise RoutebookError(file, f"{where}.handler", handler, remedy)


def installed_handlers() -> list[str]:
    """Return the names of the handlers of installed packages."""
    from importlib.metadata import entry_points

    return sorted(point.name for point in entry_points(group=HANDLER_POINTS))


def _check_examples(book: Routebook, file: Path | str, lines: Sequence[int]) -> None:
    names, file = set(book.names), Path(file).with_name("examples.jsonl") if book.folder else file
    seen: dict[tuple[str, str | None], int] = {}
    for i, example in enumerate(book.examples):
        line, text = f"line {lines[i]}: " if lines else "", f'"{example.text[:40]}"'
        if example.route not in names:
            raise RoutebookError(
                file, f"{line}route of {text}", example.route, no_such_route(example.route, book.names)
            )
        if example.after is not None and example.after not in names | {EDITOR, ATTACHED}:
            remedy = f"{no_such_route(example.after, book.names)}, or {EDITOR}, or {ATTACHED}"
            raise RoutebookError(file, f"{line}after of {text}", example.after, remedy)
        first = seen.setdefault((fold(example.text), example.after), i)
        other = book.examples[first].route
        if other != example.route:
            where = f" (line {lines[first]})" if lines else ""
            remedy = f"the same text is an example of {other} too{where}: keep one"
            raise RoutebookError(file, f"{line}route of {text}", example.route, remedy)
    taught = {example.route for example in book.examples}
    if len(taught) == 1:
        raise RoutebookError(
            file,
            "examples",
            sorted(taught),
            "only one route has examples, so there is nothing to learn: add examples of another",
        )
    reached = _reached(book)
    for name in book.names if taught else ():
        if name not in reached:
            raise RoutebookError(
                file, f"examples of {name}", [], "nothing leads to this route: add examples, or a rule"
            )


def check_examples_file(book: Routebook) -> None:
    """Raise RoutebookError if a folder has no file of examples, and nothing else leads to some of its routes.

    Routebooks that decide by rules need no examples; an empty file says that a language model is to decide.
    """
    if book.folder is None or book.examples or book.llm_first or (book.folder / "examples.jsonl").exists():
        return
    lost = [route.name for route in book.routes if route.name not in _reached(book) and not route.app]
    if lost:
        remedy = (
            f"there is no such file, and no rule leads to {', '.join(lost)}: write examples, "
            "or an empty file if a language model is to decide"
        )
        raise RoutebookError(book.folder / "examples.jsonl", "", None, remedy)


def _reached(book: Routebook) -> set[str | None]:
    """Return the routes that examples, rules, cues, guards or the fallback lead to."""
    return (
        {example.route for example in book.examples}
        | {rule.route for rule in book.rules}
        | {cue.route for cue in book.cues}
        | {guard.to for guard in book.guards}
        | {book.fallback, book.out_of_scope, book.small_talk}
    )


def _check_phrases(book: Routebook, file: Path | str) -> None:
    owner: dict[str, Rule] = {}
    for i, rule in enumerate(book.rules):
        for phrase in rule.contains:
            other = owner.setdefault(phrase, rule)
            if other.route != rule.route:
                raise RoutebookError(
                    file,
                    f"rules[{i}].contains",
                    phrase,
                    f"rule {other.name} sends the same phrase to {other.route}: keep one",
                )
