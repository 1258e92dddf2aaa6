"""A routebook: routes, rules, cues, thresholds, examples and prompts, checked whole before the first message.

Built in Python here, or read from a folder by `folder.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from fingerpost.allowlist import Allowlist
from fingerpost.apps import App
from fingerpost.errors import RoutebookError
from fingerpost.guards import Clue, Guard, Variant, check_guards
from fingerpost.settings import SLOTS
from fingerpost.text import fold
from fingerpost.types import Example, Route

VALIDATIONS = ("code", "context")
HANDLERS = {"documents": True, "code": True, "conversation": False, "request": False}
"""Who can answer, and whether that rests on retrieval: documents found, code checked, what was said, what was sent."""
HANDLER_POINTS = "fingerpost.handlers"
"""The entry points of handlers that packages bring, ours of `agents` among them."""
BEHIND = "behind"
"""The handler that passes a message on to another routebook."""
CONTRACTS = ("RC-01", "RC-02")
EDITOR, ATTACHED = "editor", "attachment"
"""What an example leans on when it leans on the open code, or on what came with it, and not on a turn."""

ACCEPT_ERROR = 0.015
"""Share of accepted messages that may be wrong, unless a routebook says otherwise."""


LLM_TRUST = 0.6
"""How often a small language model is taken to be right about a message on which the student is unsure."""

TRUST = 0.85
"""Confidence from which a decision is trusted: only a guard that contradicts it outright overrules it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Sends a message to a route when it holds a phrase, matches a pattern, or wants the prior answer again.

    `contains` is looked for in the whole text in any case; `patterns` read the folded text (lower case, no
    accents) of the part that is kept of a long message, and hold only where no word of `unless` stands in
    it. `note` is logged when the rule fires. `contract` names the rule of the contract that this one carries
    out: RC-01 (no classifier may be asked) or RC-02 (no classifier may say otherwise). `addressed`: it holds only
    where the assistant is called by its name, which the patterns do not see, and no mini-app is named.
    """

    name: str
    route: str
    contains: tuple[str, ...] = ()
    patterns: tuple[re.Pattern[str], ...] = ()
    unless: frozenset[str] = frozenset()
    again: bool = False
    note: str | None = None
    contract: str | None = None
    addressed: bool = False

    def __post_init__(self) -> None:
        """Phrases are looked for in lower case and words in folded text, so they are kept so."""
        where = f"Rule({self.name!r})"
        contains, unless = (_strings(where, key, getattr(self, key)) for key in ("contains", "unless"))
        if isinstance(self.patterns, str) or not all(isinstance(pattern, re.Pattern) for pattern in self.patterns):
            raise RoutebookError(where, "patterns", self.patterns, "must be a list of compiled ones: re.compile(…)")
        object.__setattr__(self, "contains", tuple(phrase.lower() for phrase in contains))
        object.__setattr__(self, "patterns", tuple(self.patterns))
        object.__setattr__(self, "unless", frozenset(map(fold, unless)))


def _strings(where: str, key: str, value: Any) -> tuple[str, ...]:
    """Return strings that were given in code; one string alone would be taken for a list of letters."""
    if isinstance(value, str) or not all(isinstance(entry, str) and entry.strip() for entry in value):
        raise RoutebookError(where, key, value, "must be a list of strings that are not empty")
    return tuple(value)


@dataclass(frozen=True, slots=True)
class Cue:
    """Folded whole words that hint at a route, for messages on which no layer has an opinion."""

    route: str
    words: frozenset[str]

    def __post_init__(self) -> None:
        """Words are looked for in folded text, so they are kept so."""
        words = _strings(f"Cue({self.route!r})", "words", self.words)
        object.__setattr__(self, "words", frozenset(map(fold, words)))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Whose word is taken, and when.

    `accept_error`: the share of accepted messages that may be wrong; the bar is estimated from it.
    `accept`: a fixed bar instead of an estimated one. `llm_trust`: how often a language model's word is taken
    to be right, when it is weighed against the student's. `trust`: from which confidence on a decision is left alone
    by guards that do not contradict it outright.
    """

    accept_error: float = ACCEPT_ERROR
    accept: float | None = None
    llm_trust: float = LLM_TRUST
    trust: float = TRUST


@dataclass(frozen=True, slots=True)
class Routebook:
    """All that a router needs to know. `fallback` is where a message goes on which nobody has an opinion.

    `code_language` names the validator of generated code. `synonyms`: words of the documents, with other words
    that people use for the same. `clues` and `guards`: what the supervisor reads, and what it does about it.
    `variants`: the voices of the language model's ensemble. `llm_first`: the model is asked before the student.
    `conversation`: a message may lean on what was said before by its meaning, not by its words alone.
    `allowlist`: the tables and columns that may be asked about. `apps`: the mini-apps that run here. `assistant`: the
    name by which people call the assistant.
    """

    name: str
    routes: tuple[Route, ...]
    rules: tuple[Rule, ...] = ()
    cues: tuple[Cue, ...] = ()
    thresholds: Thresholds = Thresholds()
    fallback: str | None = None
    examples: tuple[Example, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    code_language: str | None = None
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    clues: tuple[Clue, ...] = ()
    guards: tuple[Guard, ...] = ()
    variants: tuple[Variant, ...] = ()
    llm_first: bool = False
    conversation: bool = False
    allowlist: Allowlist | None = None
    apps: tuple[App, ...] = ()
    assistant: str | None = None

    def __getitem__(self, name: str) -> Route:
        """Return a route by name: `routebook[decision.route].retrieval`."""
        for route in self.routes:
            if route.name == name:
                return route
        raise KeyError(f"no route {name!r}; routes: {', '.join(self.names)}")

    def digest(self) -> str:
        """Return a name for the content, which changes with any part of it."""
        # Python shortens a long pattern when it shows it, and shows a set in another order in every process.
        rules = [
            (r.name, r.route, r.contains, [(p.pattern, p.flags) for p in r.patterns], sorted(r.unless), r.again,
             r.note, r.contract, r.addressed)
            for r in self.rules
        ]  # fmt: skip
        cues = [(cue.route, sorted(cue.words)) for cue in self.cues]
        parts = (
            self.routes, rules, cues, self.thresholds, self.fallback, sorted(self.prompts.items()),
            self.code_language, sorted(self.synonyms.items()),
            [
                (c.name, sorted(c.words), [(p.pattern, p.flags) for p in c.patterns], sorted(c.unless), c.signal)
                for c in self.clues
            ],
            [
                (g.name, g.to, sorted(g.when), sorted(g.unless), sorted(g.off), g.contradicts, g.signal, g.confidence)
                for g in self.guards
            ],
            [(v.name, sorted(v.focus)) for v in self.variants], self.llm_first, self.conversation, self.allowlist,
            [(a.id, a.name, a.description, [(t.keywords, t.phrases, t.has_image, t.has_url) for t in a.triggers])
             for a in self.apps], self.assistant,
        )  # fmt: skip
        digest = sha256(repr(parts).encode("utf-8", "replace"))
        for example in self.examples:
            digest.update(repr(example).encode("utf-8", "replace"))
        return digest.hexdigest()[:16]

    @property
    def names(self) -> list[str]:
        """Return the routes' names in the routebook's order."""
        return [route.name for route in self.routes]

    @property
    def out_of_scope(self) -> str | None:
        """Return the route that means "none of these", where one is declared."""
        return next((route.name for route in self.routes if route.out_of_scope), None)

    @property
    def opening(self) -> Route | None:
        """Return the route whose messages ask to open a mini-app, where one is declared."""
        return next((route for route in self.routes if route.opens_as), None)

    @property
    def acting(self) -> str | None:
        """Return the route whose messages change what a mini-app holds."""
        first = next((route.name for route in self.routes if route.app), None)
        return self.opening.opens_as if self.opening is not None else first

    @property
    def transparent(self) -> frozenset[str]:
        """Return the routes whose turns do not change what a talk is about."""
        return frozenset(route.name for route in self.routes if not route.carries_topic)


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
    variants: Sequence[Variant] = (),
    llm_first: bool = False,
    conversation: bool = False,
    allowlist: Allowlist | None = None,
    apps: Sequence[App] = (),
    assistant: str | None = None,
    file: Path | str = "Router(…)",
) -> Routebook:
    """Assemble a routebook and check it whole; faults are said to be in `file`."""
    book = Routebook(
        name=name,
        routes=tuple(routes),
        rules=tuple(rules),
        cues=tuple(cues),
        thresholds=thresholds,
        fallback=fallback,
        examples=(*(Example(text, route.name) for route in routes for text in route.examples), *examples),
        prompts=prompts or {},
        folder=folder,
        code_language=code_language,
        synonyms=synonyms or {},
        clues=tuple(clues),
        guards=tuple(guards),
        variants=tuple(variants),
        llm_first=llm_first,
        conversation=conversation,
        allowlist=allowlist,
        apps=tuple(apps),
        assistant=assistant,
    )
    _check(book, file)
    return book


def _check(book: Routebook, file: Path | str) -> None:
    if not book.routes:
        raise RoutebookError(file, "routes", [], "a routebook needs at least one route")
    _check_routes(book, file)
    names = book.names
    known = f"no such route; routes: {', '.join(names)}"
    if book.fallback is not None and book.fallback not in names:
        raise RoutebookError(file, "fallback", book.fallback, known)
    targets = [(f"rules[{i}].route", rule.route) for i, rule in enumerate(book.rules)]
    targets += [(f"cues[{i}].route", cue.route) for i, cue in enumerate(book.cues)]
    for where, target in targets:
        if target not in names:
            raise RoutebookError(file, where, target, known)
    for i, rule in enumerate(book.rules):
        if rule.contract is not None and rule.contract not in CONTRACTS:
            remedy = f"unknown; choose one of {', '.join(CONTRACTS)}, or leave it out"
            raise RoutebookError(file, f"rules[{i}].contract", rule.contract, remedy)
        if rule.contract == "RC-01" and not rule.contains:
            raise RoutebookError(file, f"rules[{i}].contains", [], "RC-01 is about phrases: give at least one")
        if rule.contract == "RC-01" and any(other.contract != "RC-01" for other in book.rules[:i]):
            remedy = "must stand before all rules that are not RC-01: it has the highest priority"
            raise RoutebookError(file, f"rules[{i}]", rule.name, remedy)
    check_guards(file, names, book.clues, book.guards, book.variants)
    _check_apps(book, file)
    _check_examples(book, file)
    _check_phrases(book, file)


def _check_apps(book: Routebook, file: Path | str) -> None:
    for i, route in enumerate(book.routes):
        where = f"routes[{i}]"
        if route.needs and book.fallback is None:
            remedy = "needs a place for what is less sure: name a fallback"
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
        raise RoutebookError(file, "fallback", None, "mini-apps need a route for all that is none of theirs: name it")
    if book.apps and not any(route.app for route in book.routes):
        raise RoutebookError(
            file, "apps", [app.id for app in book.apps], "no route has app = true: nothing reaches them"
        )


def _check_routes(book: Routebook, file: Path | str) -> None:
    for i, route in enumerate(book.routes):
        where = f"routes[{i}]"
        _check_name(book.names[:i], route.name, file, where)
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


def _check_name(others: Sequence[str], name: str, file: Path | str, where: str) -> None:
    if not name.strip():
        raise RoutebookError(file, f"{where}.name", name, "must be a string that is not empty")
    plain = " ".join(name.split()).casefold()
    if any(" ".join(other.split()).casefold() == plain for other in others):
        remedy = "two routes have this name, capitals and spaces aside: rename one"
        raise RoutebookError(file, f"{where}.name", name, remedy)
    if plain.endswith(" editor") or name != " ".join(name.split()).strip(" .*\"'`"):
        remedy = "cannot be told from what a model answers: no ending in EDITOR, no signs or spaces around"
        raise RoutebookError(file, f"{where}.name", name, remedy)


def _check_handler(route: Route, file: Path | str, where: str) -> None:
    handler = route.handler
    if handler is None:
        return
    if handler not in HANDLERS:
        brought = brought_handlers()
        if handler not in brought:
            known = ", ".join((*HANDLERS, *brought))
            raise RoutebookError(file, f"{where}.handler", handler, f"unknown; choose one of {known}")
        if route.retrieval:
            remedy = "is somebody's own, who searches if that is needed: leave retrieval out"
            raise RoutebookError(file, f"{where}.handler", handler, remedy)
    elif HANDLERS[handler] is not route.retrieval:
        fitting = ", ".join(name for name, retrieves in HANDLERS.items() if retrieves is route.retrieval)
        remedy = f"does not go with retrieval = {str(route.retrieval).lower()}; choose one of {fitting}"
        raise RoutebookError(file, f"{where}.handler", handler, remedy)


def brought_handlers() -> list[str]:
    """Return the names of the handlers that installed packages bring."""
    from importlib.metadata import entry_points

    return sorted(point.name for point in entry_points(group=HANDLER_POINTS))


def _check_examples(book: Routebook, file: Path | str) -> None:
    names, file = set(book.names), Path(file).with_name("examples.jsonl") if book.folder else file
    seen: dict[tuple[str, str | None], Example] = {}
    for example in book.examples:
        if example.route not in names:
            raise RoutebookError(
                file,
                f'route of "{example.text[:40]}"',
                example.route,
                f"no such route; routes: {', '.join(book.names)}",
            )
        if example.after is not None and example.after not in names | {EDITOR, ATTACHED}:
            raise RoutebookError(
                file,
                f'after of "{example.text[:40]}"',
                example.after,
                f"no such route; routes: {', '.join(book.names)}, or {EDITOR}, or {ATTACHED}",
            )
        other = seen.setdefault((fold(example.text), example.after), example)
        if other.route != example.route:
            raise RoutebookError(
                file,
                f'route of "{example.text[:40]}"',
                example.route,
                f"the same text is an example of {other.route} too: keep one",
            )
    taught = {example.route for example in book.examples}
    if len(taught) == 1:
        raise RoutebookError(
            file,
            "examples",
            sorted(taught),
            "only one route has examples, so nothing can be told apart: add examples of another",
        )
    reached = (
        taught
        | {rule.route for rule in book.rules}
        | {cue.route for cue in book.cues}
        | {guard.to for guard in book.guards}
        | {book.fallback, book.out_of_scope}
    )
    for name in book.names if taught else ():
        if name not in reached:
            raise RoutebookError(
                file, f"examples of {name}", [], "nothing leads to this route: add examples, or a rule"
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
