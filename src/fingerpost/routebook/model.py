"""The model of a routebook: routes, rules, cues, thresholds, examples and prompts.

`check.py` builds and checks one; `load.py` reads one from a folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from fingerpost.errors import RoutebookError
from fingerpost.language.text import fold, normalised
from fingerpost.routebook.apps import App
from fingerpost.routebook.extensions import Extension
from fingerpost.routebook.guards import Clue, EnsembleVariant, Guard, Weights
from fingerpost.types import Example, Route

HANDLERS = {"documents": True, "code": True, "conversation": False, "request": False, "reply": False}
"""The built-in handlers, and whether they use retrieval."""
HANDLER_POINTS = "fingerpost.handlers"
"""The entry-point group of further handlers, those of `agents` included."""
BEHIND = "behind"
"""The handler that delegates a message to another routebook."""

OUT_OF_SCOPE = "oos"
"""The label of a message that belongs to none of the routes, in examples and rows."""

ACCEPT_ERROR = 0.015
"""The default share of accepted messages that may be wrong."""


LLM_TRUST = 0.6
"""The assumed accuracy of a small language model on messages about which the student is unsure, until it is tried."""

TRUST = 0.85
"""The confidence from which only a guard with `contradicts` overrides a decision."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Sends a message to a route if it contains a phrase, matches a pattern, or asks for the previous answer again.

    `contains`: phrases in the whole text, in any case. `patterns`: matched in the folded text (lower case, no accents)
    of what remains of a long message, only where `requires` is found in it, and unless a word of `unless` or a match of
    `unless_patterns` is. `again`: fires if the message asks for the previous answer in another form. `objects_to`:
    fires if it refers to an answer of one of these routes without naming its subject, and rejects it or wants it
    changed. `note` is logged when the rule fires. `contract`: the rule of the contract that this one implements, RC-01
    (no classifier may be asked) or RC-02 (no classifier may decide otherwise). `addressed`: fires only if the message
    addresses the assistant by name (the name is not in the folded text) and mentions no app.
    """

    name: str
    route: str
    contains: tuple[str, ...] = ()
    patterns: tuple[re.Pattern[str], ...] = ()
    requires: re.Pattern[str] | None = None
    unless: frozenset[str] = frozenset()
    unless_patterns: tuple[re.Pattern[str], ...] = ()
    again: bool = False
    objects_to: frozenset[str] = frozenset()
    note: str | None = None
    contract: str | None = None
    addressed: bool = False

    def __post_init__(self) -> None:
        """Check the fields; lower the phrases and fold the words, as they are matched so."""
        where = f"Rule({self.name!r})"
        contains, unless = (_strings(where, key, getattr(self, key)) for key in ("contains", "unless"))
        for key in ("patterns", "unless_patterns"):
            patterns = getattr(self, key)
            if isinstance(patterns, str) or not all(isinstance(pattern, re.Pattern) for pattern in patterns):
                raise RoutebookError(where, key, patterns, "must be a list of compiled ones: re.compile(…)")
            object.__setattr__(self, key, tuple(patterns))
        object.__setattr__(self, "contains", tuple(normalised(phrase).lower() for phrase in contains))
        object.__setattr__(self, "unless", frozenset(map(fold, unless)))


def _strings(where: str, key: str, value: Any) -> tuple[str, ...]:
    """Return checked strings; a single string is rejected, as it would count as a list of letters."""
    if isinstance(value, str) or not all(isinstance(entry, str) and entry.strip() for entry in value):
        raise RoutebookError(where, key, value, "must be a list of strings that are not empty")
    return tuple(value)


@dataclass(frozen=True, slots=True)
class Cue:
    """Whole words that hint at a route, used when no layer decides."""

    route: str
    words: frozenset[str]

    def __post_init__(self) -> None:
        """Check and fold the words, as the text is matched folded."""
        words = _strings(f"Cue({self.route!r})", "words", self.words)
        object.__setattr__(self, "words", frozenset(map(fold, words)))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a verdict is accepted, and how it is weighed.

    `accept_error`: the share of accepted messages that may be wrong; the classifier's threshold is estimated from it.
    `accept`: a fixed threshold instead. `llm_trust`: the accuracy of the language model, if it was measured; None tries
    the model on the examples. `trust`: the confidence from which only a guard with `contradicts` overrides a
    decision.
    """

    accept_error: float = ACCEPT_ERROR
    accept: float | None = None
    llm_trust: float | None = None
    trust: float = TRUST


@dataclass(frozen=True, slots=True)
class Routebook:
    """The configuration of a router.

    `fallback`: the route of a message that no layer decides. `prompts`: by name. `folder`: where it was loaded from.
    `code_language`: the validator of generated code. `synonyms`: words of the documents, with other words that people
    use for them. `clues` and `guards`: for the supervisor. `weights`: of evidence, where no layer is sure. `variants`:
    those of the language model's ensemble. `llm_first`: the model is asked even if the classifier is sure.
    `conversation`: follow-ups are detected by meaning, not by wording alone. `extensions`: additions of packages.
    `apps`: the apps that can run. `assistant`: the name by which people address the assistant. `ask_back`: without a
    model, an unsure answer asks which route is meant. `encoder`: the embedded encoder of its messages, where the
    settings name none.
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
    weights: Weights = field(default_factory=dict)
    variants: tuple[EnsembleVariant, ...] = ()
    llm_first: bool = False
    conversation: bool = False
    extensions: tuple[Extension, ...] = ()
    apps: tuple[App, ...] = ()
    assistant: str | None = None
    ask_back: bool = True
    encoder: str | None = None

    def __getitem__(self, name: str) -> Route:
        """Return a route by name: `routebook[decision.route].retrieval`."""
        for route in self.routes:
            if route.name == name:
                return route
        raise KeyError(f"no route {name!r}; routes: {', '.join(self.names)}")

    def digest(self) -> str:
        """Return a digest that changes with any part of the content."""
        # Not their repr: Python shortens a long pattern, and orders a set differently in every process.
        rules = [
            (r.name, r.route, r.contains, [(p.pattern, p.flags) for p in r.patterns], sorted(r.unless),
             [(p.pattern, p.flags) for p in r.unless_patterns], r.requires and r.requires.pattern, r.again,
             sorted(r.objects_to), r.note, r.contract, r.addressed)
            for r in self.rules
        ]  # fmt: skip
        cues = [(cue.route, sorted(cue.words)) for cue in self.cues]
        parts = (
            self.routes, rules, cues, self.thresholds, self.fallback, sorted(self.prompts.items()),
            self.code_language, sorted(self.synonyms.items()),
            [
                (c.name, sorted(c.words), [(p.pattern, p.flags) for p in c.patterns], sorted(c.unless), c.signal,
                 c.files)
                for c in self.clues
            ],
            [
                (g.name, g.to, sorted(g.when), sorted(g.unless), sorted(g.off), g.contradicts, g.signal, g.confidence)
                for g in self.guards
            ],
            sorted((route, sorted(weights.items())) for route, weights in self.weights.items()),
            [(v.name, sorted(v.focus)) for v in self.variants], self.llm_first, self.conversation,
            [(e.name, e.digest()) for e in self.extensions],
            [(a.id, a.name, a.description, [
                (t.keywords, t.phrases, t.examples, t.has_image, t.has_url) for t in a.triggers])
             for a in self.apps], self.assistant, self.ask_back, self.encoder,
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
        """Return the out-of-scope route, if one is declared."""
        return next((route.name for route in self.routes if route.out_of_scope), None)

    @property
    def small_talk(self) -> str | None:
        """Return the route for small talk, if one is declared."""
        return next((route.name for route in self.routes if route.small_talk), None)

    @property
    def opening(self) -> Route | None:
        """Return the route whose messages ask to open an app, if one is declared."""
        return next((route for route in self.routes if route.opens_as), None)

    @property
    def acting(self) -> str | None:
        """Return the route whose messages go to the running app and change its data."""
        first = next((route.name for route in self.routes if route.app), None)
        return self.opening.opens_as if self.opening is not None else first

    @property
    def transparent(self) -> frozenset[str]:
        """Return the routes whose turns do not change the topic of a conversation."""
        return frozenset(route.name for route in self.routes if not route.carries_topic)
