"""A routebook: routes, rules, cues, thresholds, examples and prompts.

`check.py` builds one and checks it whole before the first message; `load.py` reads one from a folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from fingerpost.errors import RoutebookError
from fingerpost.language.text import fold
from fingerpost.routebook.apps import App
from fingerpost.routebook.extensions import Extension
from fingerpost.routebook.guards import Clue, EnsembleVariant, Guard
from fingerpost.types import Example, Route

HANDLERS = {"documents": True, "code": True, "conversation": False, "request": False}
"""Who can answer, and whether that rests on retrieval: documents found, code checked, what was said, what was sent."""
HANDLER_POINTS = "fingerpost.handlers"
"""The entry points of handlers that packages bring, ours of `agents` among them."""
BEHIND = "behind"
"""The handler that passes a message on to another routebook."""

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
    where the assistant is called by its name, which the patterns do not see, and no app is named.
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
    `extensions`: what packages add to it. `apps`: the apps that run here. `assistant`: the name by which people address
    the assistant.
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
    variants: tuple[EnsembleVariant, ...] = ()
    llm_first: bool = False
    conversation: bool = False
    extensions: tuple[Extension, ...] = ()
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
            [(v.name, sorted(v.focus)) for v in self.variants], self.llm_first, self.conversation,
            [(e.name, e.digest()) for e in self.extensions],
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
        """Return the route whose messages ask to open an app, where one is declared."""
        return next((route for route in self.routes if route.opens_as), None)

    @property
    def acting(self) -> str | None:
        """Return the route whose messages change what an app holds."""
        first = next((route.name for route in self.routes if route.app), None)
        return self.opening.opens_as if self.opening is not None else first

    @property
    def transparent(self) -> frozenset[str]:
        """Return the routes whose turns do not change what a talk is about."""
        return frozenset(route.name for route in self.routes if not route.carries_topic)
